"""TrickPlay: a position of ``play.pxd`` with its history, checked, for Python and other modules. Public.

C code takes a copy of ``play.s`` and ``&play._setup.c`` and works on those without the interpreter lock. Where other
threads may be using the object, which an interpreter without that lock does not prevent, ``seen`` and ``twin`` copy it
whole; whatever changes it is done in a critical section of it.
"""

from cardcore.play cimport PlaySetup, play_t, undo_t

cdef class TrickPlay:
    """See trickplay.pyi."""
    cdef play_t s                  # the position; always sound
    cdef PlaySetup _setup          # its setup, shared; never None
    cdef int n_moves               # moves pushed
    cdef undo_t undo[64]           # what takes them back
    # Push a move. Trusts its caller: it is legal. Needs the lock.
    cdef void push_move(self, int position, int named) noexcept
    # A copy with the same setup. Needs the lock; NULL with MemoryError.
    cdef TrickPlay twin(self)
    cdef PlaySetup seen(self, play_t* s)   # copies the position, whole; its setup
