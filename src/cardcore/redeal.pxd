"""The same play with other cards in hidden hands, for C code. Public.

Where nothing depends on the history, a world is made faster without this: copy a ``play_t`` and put other masks in its
``hand``; the positions ``Sampler`` draws from what a seat knows are sound.
"""

from cardcore.trickplay cimport TrickPlay
from cardcore.types cimport cardset_t

# The play with these hands, one mask for each place of its setup, every move of its history played again and checked.
# NULL with SetupError if they do not fit. Needs the lock. Trusts its caller: no card lies under another one.
cdef TrickPlay redealt(TrickPlay play, const cardset_t* hands)
