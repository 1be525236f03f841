"""cardcore: cards, orders, tricks, random numbers and counts at C speed.

It knows how cards are ranked and played, and nothing of bids, contracts or scores. Every name here can be
used from Python; the ``.pxd`` files give the same to other compiled modules.
"""

from cardcore.abi import ABI_VERSION
from cardcore.batch import PlayBatch
from cardcore.cards import Card, CardSet, Pack, Rank, Suit, parse_card
from cardcore.dealing import Dealing
from cardcore.dealplan import DealPlan
from cardcore.errors import GameError, IllegalMove, SetupError, TextError
from cardcore.kernels import build_in_use, builds, use_build
from cardcore.mcts import MoveValue, Stakes, policy_playouts, tree_search
from cardcore.order import CardOrder
from cardcore.packs import permute_bits, shuffled_packs
from cardcore.perft import divide, perft
from cardcore.play import (
    JokerFollow,
    JokerLead,
    JokerVoid,
    PlaySetup,
    SeatOrder,
)
from cardcore.redeal import redeal, redeal_rows
from cardcore.rng import STREAM_VERSION, Stream, key_from_seed, secure_permutation
from cardcore.sample import Sampler
from cardcore.solver import Result, Solver, StopFlag
from cardcore.trickplay import TrickPlay, play_random_deals

__all__ = [
    "ABI_VERSION",
    "STREAM_VERSION",
    "Card",
    "CardOrder",
    "CardSet",
    "DealPlan",
    "Dealing",
    "GameError",
    "IllegalMove",
    "JokerFollow",
    "JokerLead",
    "JokerVoid",
    "MoveValue",
    "Pack",
    "PlayBatch",
    "PlaySetup",
    "Rank",
    "Result",
    "Sampler",
    "SeatOrder",
    "SetupError",
    "Solver",
    "Stakes",
    "StopFlag",
    "Stream",
    "Suit",
    "TextError",
    "TrickPlay",
    "build_in_use",
    "builds",
    "divide",
    "get_include",
    "key_from_seed",
    "parse_card",
    "perft",
    "permute_bits",
    "play_random_deals",
    "policy_playouts",
    "redeal",
    "redeal_rows",
    "secure_permutation",
    "shuffled_packs",
    "tree_search",
    "use_build",
]


def get_include() -> str:
    """Directory to add to the include path of a Cython module that uses cardcore's ``.pxd`` files.

    Returns
    -------
    str
        The absolute path of the folder that contains the ``cardcore`` package.

    Notes
    -----
    Right for a wheel, for ``pip install -e`` and for a source tree with modules built in place. Cython also
    searches ``sys.path``, but an editable installation need not be there. There is nothing to link;
    ``docs/embedding.md`` tells the rest.

    Examples
    --------
    >>> import os
    >>> os.path.exists(os.path.join(get_include(), "cardcore", "play.pxd"))
    True
    """
    from pathlib import Path

    return str(Path(__file__).resolve().parent.parent)
