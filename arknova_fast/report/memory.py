"""Memory of this process."""
from __future__ import annotations

import os
import resource
import sys


def resident_bytes() -> int:
    """Resident memory now; where the system does not tell, the most there has been so far."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else 1024 * most
