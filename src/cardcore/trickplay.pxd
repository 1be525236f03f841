"""TrickPlay: a position of ``play.pxd`` with its history, checked, for Python and other modules. Public."""

from cardcore.play cimport PlaySetup, play_t, undo_t

cdef class TrickPlay:
    """See trickplay.pyi."""
    cdef play_t s                  # the position
    cdef PlaySetup _setup          # its setup, shared
    cdef int n_moves               # moves pushed
    cdef undo_t undo[64]           # what takes them back
    cdef void push_move(self, int position, int named) noexcept
    cdef TrickPlay twin(self)
