# cython: language_level=3
"""How the package was compiled."""
cdef extern from *:
    """
    #ifdef ARK_DEBUG
    #define ARK_IS_DEBUG 1
    #else
    #define ARK_IS_DEBUG 0
    #endif
    #ifdef __SANITIZE_ADDRESS__
    #define ARK_IS_SANITIZED 1
    #else
    #define ARK_IS_SANITIZED 0
    #endif
    #ifdef __AVX2__
    #define ARK_HAS_AVX2 1
    #else
    #define ARK_HAS_AVX2 0
    #endif
    #ifdef __VERSION__
    #define ARK_COMPILER __VERSION__
    #else
    #define ARK_COMPILER "unknown"
    #endif
    """
    bint IS_DEBUG "ARK_IS_DEBUG"
    bint IS_SANITIZED "ARK_IS_SANITIZED"
    bint HAS_AVX2 "ARK_HAS_AVX2"
    const char* COMPILER "ARK_COMPILER"


def build_info() -> dict:
    """Of this module, and so of the package: compiler, debug, sanitized, avx2 (a native build)."""
    return {"compiler": COMPILER.decode(), "debug": bool(IS_DEBUG), "sanitized": bool(IS_SANITIZED),
            "avx2": bool(HAS_AVX2)}
