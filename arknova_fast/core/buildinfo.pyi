"""How the package was compiled."""
from typing import Any

def build_info() -> dict[str, Any]:
    """Of this module, and so of the package: compiler, debug, sanitized, avx2 (a native build)."""
