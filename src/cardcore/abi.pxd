"""The number of the C interface, and the check that outside modules make when they are imported. Public.

The public ``.pxd`` files together are one interface with one number. A module compiled against them has the layouts
of their structs and the bodies of their inline functions built in; it works with a core of the same number and no
other. ``docs/embedding.md`` says what changes the number.
"""

cpdef enum:
    ABI_VERSION = 1                # of these files, known when your module is compiled


cdef inline int require_abi() except -1:
    """Raise ImportError unless the core that is loaded has the number this module was compiled with.

    Call it once, at the top of your module, before anything else of cardcore is used. Needs the lock.
    """
    import cardcore.abi

    cdef int found = cardcore.abi.ABI_VERSION
    if found != ABI_VERSION:
        raise ImportError(
            f"this module was compiled for version {ABI_VERSION} of the C interface of cardcore, but the installed "
            f"cardcore has version {found}: build the module again with the installed version of tricktake, or "
            f"install the version of tricktake it was built with"
        )
    return 0
