"""Makes ``helpers`` and ``strategies`` importable from every test, and Ctrl-C tests work in the background."""
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

# A shell without job control starts what it puts into the background with SIGINT ignored, and so every process of it.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
