"""Choose, once at import, which build of the hot loops runs.

The wide build needs BMI2 and popcnt and a processor on which ``pdep`` is fast: AMD before family 19h has it
in slow microcode and gets the portable build. ``CARDCORE_KERNELS=portable`` or ``wide`` in the environment
forces a choice. Both builds give the same results, bit for bit.
"""

from cpython.pycapsule cimport PyCapsule_GetPointer

import os

__all__ = ["build_in_use", "builds", "use_build"]

cdef extern from *:
    """
    #if CARDCORE_X86_64
      static int cardcore_cpu_is_wide(void) {
          int r[4], family;
          int amd;
          cardcore_cpuid(0, r);
          amd = r[1] == 0x68747541;                      /* "Auth" of AuthenticAMD */
          if (r[0] < 7) return 0;
          cardcore_cpuid(1, r);
          if (!((unsigned)r[2] >> 23 & 1)) return 0;     /* popcnt */
          family = (r[0] >> 8) & 15;
          if (family == 15) family += (r[0] >> 20) & 255;
          if (amd && family < 0x19) return 0;            /* pdep in microcode */
        #if CARDCORE_WIDE_IS_AVX2                        /* then ask processor and system for it */
          if (!((unsigned)r[2] >> 27 & 1) || !cardcore_system_keeps_avx()) return 0;
        #endif
          cardcore_cpuid(7, r);
        #if CARDCORE_WIDE_IS_AVX2
          if (!(r[1] >> 5 & 1)) return 0;                /* AVX2 */
        #endif
          if (!(r[1] >> 3 & 1) || !(r[1] >> 8 & 1)) return 0;   /* BMI1, BMI2 */
          cardcore_cpuid((int)0x80000001, r);
          return r[2] >> 5 & 1;                          /* lzcnt */
      }
    #else
      static int cardcore_cpu_is_wide(void) { return 0; }
    #endif
    """
    int cardcore_cpu_is_wide() nogil


cdef const kernels_t* _load(str name) except NULL:
    """The table of one build."""
    if name == "wide":
        from cardcore._kernels_wide import TABLE
    else:
        from cardcore._kernels_portable import TABLE
    return <const kernels_t*>PyCapsule_GetPointer(TABLE, "cardcore.kernels")


def builds():
    """The builds this machine can run, best first.

    Returns
    -------
    tuple of str
        ``("wide", "portable")`` or ``("portable",)``.

    Examples
    --------
    >>> "portable" in builds()
    True
    """
    if cardcore_cpu_is_wide():
        try:
            import cardcore._kernels_wide  # no-cython-lint
        except ImportError:
            return ("portable",)
        return ("wide", "portable")
    return ("portable",)


def use_build(name):
    """Run the hot loops of one build from now on, in the whole process.

    Parameters
    ----------
    name : str
        One of :func:`builds`.

    Raises
    ------
    TypeError, ValueError
        If it is no text, or this machine cannot run it.

    Examples
    --------
    >>> before = build_in_use()
    >>> use_build("portable")
    >>> build_in_use()
    'portable'
    >>> use_build(before)
    """
    global table
    if not isinstance(name, str):
        raise TypeError(f"the name of a build is a str, not {type(name).__name__}")
    if name not in builds():
        raise ValueError(f"this machine cannot run the {name!r} build; it has {', '.join(builds())}")
    table = _load(name)


def build_in_use():
    """Name of the build in use.

    Returns
    -------
    str
        ``"wide"`` or ``"portable"``.

    Examples
    --------
    >>> build_in_use() in builds()
    True
    """
    return "wide" if table.wide else "portable"


use_build(os.environ.get("CARDCORE_KERNELS") or builds()[0])
