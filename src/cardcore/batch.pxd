"""PlayBatch: many plays stepped at once. Public; the memory is described in deals.pxd.

C code may read ``batch.b`` (the arrays of all deals) between two calls of the object; the fields here belong to a call
that is running and are of no use outside.
"""

from libc.stdint cimport int16_t, uint64_t

from cardcore._buffers cimport Held
from cardcore.deals cimport Deals, outs_t
from cardcore.play cimport PlaySetup
from cardcore.trickplay cimport TrickPlay


cdef class PlayBatch(Deals):
    """See batch.pyi."""
    cdef outs_t out                # of the call in progress
    cdef const int16_t* given      # actions of the call in progress
    cdef uint64_t plies            # of the call in progress
    cdef object pool               # process it was made in, and its threads
    cdef Py_ssize_t run(self, int op, Py_ssize_t low, Py_ssize_t high) except? -2
    cdef list run_all(self, int op)
    cdef Held hold(self, outs_t* out, rewards, done, winner, tricks, turn, legal, names, mask, observation, illegal,
                   seat)
    cdef int refuse(self, Py_ssize_t i, action) except -1
    cdef PlaySetup setup_at(self, Py_ssize_t i, held)
    cdef TrickPlay play_at(self, Py_ssize_t i)
