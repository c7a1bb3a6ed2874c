"""The console script ``arknova``, also ``python -m arknova_fast``.

Imports nothing but the command line, and that only after Ctrl-C is taken care of.
"""
from __future__ import annotations

import atexit
import os
import signal
import sys
from typing import NoReturn

INTERRUPTED = 130


def end(number: int, frame: object) -> NoReturn:
    """End the process at once: while modules are imported there is nothing to finish or to clean up.

    Python's own KeyboardInterrupt would print a traceback from the middle of an import, or be lost in a callback.
    """
    os.write(2, b"arknova: interrupted\n")
    os._exit(INTERRUPTED)


def main() -> NoReturn:
    """Run the command line of this process and exit."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not where a shell or nohup ignores it
        signal.signal(signal.SIGINT, end)
        # Python then gives the signal back to the system, whose default would replace the exit code.
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    from arknova_fast.cli import main as command_line

    command_line(sys.argv[1:])


if __name__ == "__main__":
    main()
