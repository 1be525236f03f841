"""Good arguments for every entry point, different in every case and the same for the same seed.

``World`` makes the objects of one case when they are first asked for. ``call_of`` turns an entry point into
a ``Call``: what to call, with which arguments. A new function of the core needs a line in ``GOOD`` unless
it can be called with nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

import cardcore
from cardcore import batch, cards, dealplan, deals, kernels, mcts, order, play, rng, sample, trickplay
from corecalls.entries import Entry

__all__ = ["GOOD", "REFUSED", "Call", "World", "call_of"]

REFUSED = {
    "_buffers.Memory.__reduce__", "_buffers.Memory.__setstate__", "_buffers.Memory.pickle",
    "_buffers.Held.__reduce__",
    "_buffers.Held.__setstate__", "_buffers.Held.pickle", "_buffers.Turns.__reduce__",
    "_buffers.Turns.__setstate__", "_buffers.Turns.pickle", "solver.StopFlag.__reduce__",
    "solver.StopFlag.pickle",
    "solver.Solver.__reduce__", "solver.Solver.pickle", "batch.Task.__call__", "deals.Deals.__reduce__",
    "deals.Deals.__setstate__", "deals.Deals.pickle", "deals.explain_given", "trickplay.TrickPlay._refuse",
}  # fmt: skip
"""What good arguments get an error from: copies of what has none, and functions that explain errors."""


class World:
    """The objects of one case."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    @cached_property
    def order(self) -> Any:
        """Two to four suits, with trumps, with a free joker, or plain."""
        many = self.rng.choice([2, 3, 4])
        suits = [[suit * 16 + rank for rank in range(6)] for suit in range(many)]
        kind = self.rng.randrange(3)
        if kind == 0:
            return cardcore.CardOrder(suits, trump=self.rng.randrange(many))
        return cardcore.CardOrder(suits, free_joker="JK" if kind == 1 else None)

    @cached_property
    def seats(self) -> Any:
        """A circle of two to four."""
        return cardcore.SeatOrder.circle(self.rng.choice([2, 2, 3, 4]))

    @cached_property
    def setup(self) -> Any:
        """Order and seats, with a joker's rules and a limit now and then."""
        options: dict[str, Any] = {}
        if self.rng.random() < 0.3:
            options["limit"] = 0
        if self.order.free_joker is not None:
            options["joker_lead"] = self.rng.choice(list(cardcore.JokerLead))
            options["joker_follow"] = self.rng.choice(list(cardcore.JokerFollow))
        return cardcore.PlaySetup(self.order, self.seats, **options)

    @cached_property
    def held(self) -> int:
        """Cards of each hand."""
        most: int = len(self.order) // self.seats.places
        return min(most, self.rng.randint(1, 4))

    @cached_property
    def hands(self) -> list[Any]:
        """A hand for each place."""
        pack = list(self.order.cards.ascending())
        self.rng.shuffle(pack)
        return [
            cardcore.CardSet(pack[at * self.held : (at + 1) * self.held]) for at in range(self.seats.places)
        ]

    @cached_property
    def play(self) -> Any:
        """A position somewhere in a deal, with a card still to play."""
        made = cardcore.TrickPlay(self.setup, self.hands, self.rng.randrange(self.seats.places))
        for _ in range(self.rng.randrange(self.held * self.seats.places)):
            made.push(self.rng.choice(made.legal_moves()))
        return made

    @cached_property
    def dealing(self) -> Any:
        """A pack for the setup, with piles now and then."""
        pack = list(self.order.cards.ascending())
        places, each = self.seats.places, min(4, len(pack) // self.seats.places)
        where = [at // each if at < places * each else None for at in range(len(pack))]
        piles = [(place * each, place * each + 1) for place in range(places)]
        under = piles if each > 1 and self.rng.random() < 0.4 else ()
        return cardcore.Dealing(pack, where, under=under)

    @cached_property
    def plan(self) -> Any:
        """How single deals are dealt: without piles."""
        dealing = cardcore.Dealing(self.dealing.pack, self.dealing.places)
        return dealplan.DealPlan(self.setup, dealing, leader=self.rng.randrange(self.seats.places))

    @cached_property
    def n(self) -> int:
        """Deals of the batch."""
        return self.rng.choice([1, 2, 7, 20])

    @cached_property
    def options(self) -> dict[str, Any]:
        """How the batch is made."""
        made: dict[str, Any] = {"dealing": self.dealing, "seed": self.rng.randrange(10)}
        if self.rng.random() < 0.5:
            made["autoreset"] = True
        if self.rng.random() < 0.5:
            names = [field.name for field in cardcore.observation.FIELDS]
            made["fields"] = self.rng.sample(names, self.rng.randint(1, len(names)))
        return made

    @cached_property
    def batch(self) -> Any:
        """Deals somewhere on their way."""
        made = cardcore.PlayBatch([self.setup], self.n, **self.options)
        made.deal()
        made.step_random(self.rng.randrange(6))
        return made

    def out(self, *names: str) -> dict[str, Any]:
        """Arrays to write."""
        b = self.batch
        shapes: dict[str, tuple[Any, Any]] = {
            "rewards": ((b.n, b.places), np.float32), "done": (b.n, bool), "winner": (b.n, np.int8),
            "tricks": ((b.n, b.places), np.uint8), "turn": (b.n, np.int8), "legal": (b.n, np.uint64),
            "names": (b.n, np.uint8), "mask": ((b.n, b.actions), np.uint8),
            "observation": ((b.n, b.layout.width), np.uint8), "seat": (b.n, np.int8), "illegal": (b.n, bool),
        }  # fmt: skip
        return {name: np.zeros(*shapes[name]) for name in names or shapes if self.rng.random() < 0.6}

    @property
    def actions(self) -> Any:
        """A legal action for each deal."""
        return self.batch.random_actions(cardcore.Stream(self.rng.randrange(100)))

    @cached_property
    def reset(self) -> tuple[Any, dict[str, Any]]:
        """Hands to begin with."""
        masks = np.zeros((self.n, self.batch.places), np.uint64)
        for place, hand in enumerate(self.hands):
            masks[:, place] = self.order.to_mask(hand)
        options: dict[str, Any] = {"leader": self.rng.randrange(self.seats.places)}
        if self.rng.random() < 0.5:
            options |= {
                "tricks": np.ones((self.n, self.batch.places), int), "broken": np.zeros(self.n, bool),
                "failed": np.zeros((self.n, self.batch.places), int), "suits_led": 1,
                "numbers": np.arange(self.n),
            }  # fmt: skip
        return masks, options

    @cached_property
    def stakes(self) -> Any:
        """What an end is worth."""
        return cardcore.Stakes(*self.stakes_arguments[0], **self.stakes_arguments[1])

    @cached_property
    def stakes_arguments(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """An account of the first place, a prize, an aim."""
        many = self.seats.places
        weights = [[1.0 if place == 0 else -1.0] for place in range(many)]
        options: dict[str, Any] = {"prizes": [((0,), (0, 1), (0, 1, 2, 4))]}
        if self.rng.random() < 0.5:
            options |= {
                "aims": [(0, 1, True)] + [None] * (many - 1),
                "friends": [(place,) for place in range(many)],
            }
        return (many, [((0,), [0, 1, 2, 3, 4])], weights), options

    @cached_property
    def rows(self) -> Any:
        """Worlds for one hidden hand: the true one."""
        return np.full((3, 1), self.play.hand_mask(1), np.uint64)

    @property
    def columns(self) -> list[int | None]:
        """The hidden hand is the second."""
        return [None, 0] + [None] * (self.seats.places - 2)

    @cached_property
    def sampler_arguments(self) -> tuple[Any, ...]:
        """Eight cards in three places."""
        return 0xFF, [3, 3, 2], [0xFF, self.rng.choice([0xFF, 0x7E]), 0xF8]

    @cached_property
    def stream(self) -> Any:
        """A stream, begun."""
        made = cardcore.Stream(self.rng.randrange(1000), number=self.rng.randrange(1000))
        for _ in range(self.rng.randrange(12)):
            made.raw()
        return made

    @property
    def card(self) -> Any:
        """A card of the order, as a card, a number or a text."""
        one = self.rng.choice(self.order.cards.ascending())
        return self.rng.choice([one, int(one), one.name])

    def instance(self, kind: type[Any]) -> Any:
        """An object of a class, well made."""
        name = kind.__name__
        plain: dict[str, Callable[[], Any]] = {
            "CardSet": lambda: cardcore.CardSet(self.hands[0]),
            "Pack": lambda: cardcore.Pack(self.order.cards.ascending()),
            "CardOrder": lambda: self.order,
            "SeatOrder": lambda: self.seats,
            "PlaySetup": lambda: self.setup,
            "TrickPlay": lambda: self.play,
            "PlayBatch": lambda: self.batch,
            "Deals": lambda: self.deals,
            "DealPlan": lambda: self.plan,
            "Stakes": lambda: self.stakes,
            "Stream": lambda: self.stream,
            "Sampler": lambda: cardcore.Sampler(*self.sampler_arguments),
            "Solver": lambda: cardcore.Solver(0.1),
            "StopFlag": cardcore.StopFlag,
            "Result": lambda: cardcore.Result(2, 2, 5),
            "MoveValue": lambda: cardcore.MoveValue(1, 2, 3.0, 4.0),
            "Memory": lambda: kind(100),
            "Suit": lambda: cardcore.Suit.HEARTS,
            "Card": lambda: cardcore.Card.HQ,
        }
        return plain[name]() if name in plain else kind()

    @cached_property
    def deals(self) -> Any:
        """The base class on its own."""
        made = deals.Deals([self.setup], self.n, **self.options)
        made.deal()
        return made


class Call(NamedTuple):
    """Something to call."""

    function: Callable[..., Any]
    args: list[Any]
    options: dict[str, Any]
    receiver: Any
    """The object whose method it is, or None."""


Arguments = tuple[Any, ...]
Made = Arguments | tuple[list[Any], dict[str, Any]]


def _search(w: World) -> tuple[list[Any], dict[str, Any]]:
    return [w.play, w.rows, w.columns, w.stakes], {"iterations": 40, "seed": 1}


def _solve(w: World) -> tuple[list[Any], dict[str, Any]]:
    options: dict[str, Any] = {}
    if w.rng.random() < 0.5:
        options |= {"max_nodes": 500, "max_seconds": 5.0, "stop": cardcore.StopFlag(), "keep": True}
    return [w.play, 1, 1], options


def _explained(w: World) -> list[Any]:
    zeros = np.zeros(w.batch.places, np.int64)
    return [w.setup, 0, 3, np.ones(w.batch.places, np.uint64), 0, zeros, 0, zeros, False, None]


GOOD: dict[str, Callable[[World], Any]] = {
    "_buffers.Memory": lambda w: [64],
    "_buffers.Memory.__setstate__": lambda w: [None],
    "_buffers.Held.__setstate__": lambda w: [None],
    "_buffers.Turns.__exit__": lambda w: [None, None, None],
    "_buffers.Turns.__setstate__": lambda w: [None],
    "batch.PlayBatch": lambda w: ([[w.setup], w.n], dict(w.options)),
    "batch.PlayBatch.__deepcopy__": lambda w: [{}],
    "batch.PlayBatch._actions": lambda w: [w.actions],
    "batch.PlayBatch._slot": lambda w: [0],
    "batch.PlayBatch.load": lambda w: [0, w.play],
    "batch.PlayBatch.mask": lambda w: [np.zeros((w.n, w.batch.actions), bool)],
    "batch.PlayBatch.moves_of": lambda w: [w.actions],
    "batch.PlayBatch.observe": lambda w: ([np.zeros((w.n, w.batch.layout.width), np.uint8)], {"seat": 0}),
    "batch.PlayBatch.play": lambda w: [0],
    "batch.PlayBatch.random_actions": lambda w: ([w.stream], {"out": np.zeros(w.n, np.int16)}),
    "batch.PlayBatch.step": lambda w: ([w.actions], w.out()),
    "batch.PlayBatch.step_random": lambda w: (
        [w.rng.randrange(9)],
        {name: array for name, array in w.out().items() if name != "illegal"},
    ),
    "batch._restore": lambda w: list(w.batch.__reduce__()[1]),
    "cards.CardSet": lambda w: [w.rng.choice(["SA HQ JK", w.hands[0], [w.card, w.card]])],
    "cards.CardSet.__contains__": lambda w: [w.card],
    "cards.CardSet.from_mask": lambda w: [w.hands[0].mask],
    "cards.CardSet.isdisjoint": lambda w: [w.hands[1]],
    "cards.CardSet.of_suit": lambda w: [w.rng.randrange(4)],
    "cards.show_with": lambda w: ([], {"card": str, "cards": str}),
    "cards._card_svg": lambda w: [cardcore.Card.HQ],
    "cards.parse_card": lambda w: [w.rng.choice(["HQ", "10s", "q♥", "jk"])],
    "cards.Pack": lambda w: [w.order.cards.ascending()],
    "cards.Pack.__contains__": lambda w: [w.card],
    "cards.Pack.__getitem__": lambda w: [w.rng.choice([0, -1, slice(1, 3)])],
    "cards.Pack.index": lambda w: [w.card],
    "dealplan.DealPlan": lambda w: ([w.setup, w.plan.dealing], {"leader": w.plan.leader}),
    "dealplan.DealPlan.deal": lambda w: (
        [w.rng.choice([0, 7, 2**64 - 1])], {"seed": w.rng.choice([5, (1, 2)])},
    ),
    "dealplan._restore": lambda w: list(w.plan.__reduce__()[1]),
    "deals.Deals": lambda w: ([[w.setup], w.n], dict(w.options)),
    "deals.Deals.__setstate__": lambda w: [None],
    "deals.Deals._around": lambda w: ["played"],
    "deals.Deals._position": lambda w: ["hand"],
    "deals.Deals._view": lambda w: ["turn", lambda: np.zeros(1)],
    "deals.Deals._which": lambda w: [[0]],
    "deals.Deals._numbers": lambda w: [[3], np.zeros(1, np.int64)],
    "deals.Deals._next": lambda w: [np.zeros(1, np.int64), 0, 0],
    "deals.Deals.deal": lambda w: ([[0]], {"numbers": [5], "setup": 0, "leader": 0}),
    "deals.Deals.next_deals": lambda w: ([np.ones(w.n, bool)], {"setup": 0, "leader": [0] * w.n}),
    "deals.Deals.reset": lambda w: ([w.reset[0]], dict(w.reset[1])),
    "deals._whole": lambda w: ["x", [1, 2], 0, 9, ValueError],
    "deals._spread": lambda w: ["x", np.zeros(3), (3,), np.int64],
    "deals._column": lambda w: ["x", [1, 2], 0, 9, (2,), np.int8],
    "deals._dtype": lambda w: [[("a", "u1", 0)], 4],
    "deals.explain_given": _explained,
    "deals.read_sees": lambda w: [(w.setup,), [[[1]] + [[]] * (w.seats.places - 1)]],
    "deals.read_all_dealings": lambda w: [[w.dealing, None]],
    "deals.leaders_of": lambda w: [w.setup, w.dealing],
    "fields._whole_numbers": lambda w: ["x", [1, 2], np.uint8],
    "fields.write_fields": lambda w: [
        np.array([[5, 1, 9]] * 4), [0, 1, 2], [0, 3, 6], [3, 3, 1], np.zeros((4, 7), np.int16),
    ],
    "kernels.use_build": lambda w: [kernels.build_in_use()],
    "mcts.Stakes": lambda w: (list(w.stakes_arguments[0]), dict(w.stakes_arguments[1])),
    "mcts.Stakes.pays": lambda w: [[1] * w.seats.places, [1 << place for place in range(w.seats.places)]],
    "mcts.MoveValue": lambda w: [1, 2, 3.0, 4.0],
    "mcts._stakes": lambda w: list(w.stakes.__reduce__()[1]),
    "mcts.tree_search": _search,
    "mcts.policy_playouts": lambda w: ([w.play, w.rows, w.columns, w.stakes], {"seed": 1, "repeat": 3}),
    "order.CardOrder": lambda w: (
        [["S2 S3 S4", [16, 17], ("D5",)]], w.rng.choice([{"trump": 1}, {"free_joker": "JK"}]),
    ),
    "order.CardOrder.__contains__": lambda w: [w.card],
    "order.CardOrder.block_mask": lambda w: [0],
    "order.CardOrder.card": lambda w: [3],
    "order.CardOrder.position": lambda w: [w.card],
    "order.CardOrder.suit_of": lambda w: [w.card],
    "order.CardOrder.to_cards": lambda w: [5],
    "order.CardOrder.to_mask": lambda w: [w.hands[0]],
    "order.CardOrder.winner": lambda w: [list(w.hands[0])],
    "order._restore": lambda w: list(w.order.__reduce__()[1]),
    "packs._whole": lambda w: ["x", [1, 2], 0, 9, ValueError],
    "packs._spread": lambda w: ["x", np.zeros(3), (3,), np.int64],
    "packs._column": lambda w: ["x", [1, 2], 0, 9, (2,), np.int8],
    "packs.shuffled_packs": lambda w: ([np.arange(4), w.rng.randrange(60)], {"seed": 1}),
    "packs.permute_bits": lambda w: [np.array([[3], [6]]), [[2, 1, 0], [0, 1, 5]], [0, 1]],
    "perft.perft": lambda w: [w.play, 3],
    "perft.divide": lambda w: [w.play, 2],
    "play.SeatOrder": lambda w: ([{0: (0, 1, 2), 1: (1, 2, 0), 2: (2, 0, 1)}], {"places": 3}),
    "play.SeatOrder._read": lambda w: [{0: (0, 1)}],
    "play.SeatOrder._table": lambda w: ["later", {0: (0, 1), 1: (1, 0)}, 2],
    "play.SeatOrder.circle": lambda w: ([4], {"out": [2], "skip_first": [0]}),
    "play.PlaySetup": lambda w: (
        [w.order, w.seats], {"limit": 0, "under": [(0, "S2", "S3"), (1, "C2", "C3")]},
    ),
    "play._restore_seats": lambda w: list(w.seats.__reduce__()[1]),
    "play._choice": lambda w: [cardcore.JokerLead, 1],
    "play._restore_setup": lambda w: list(w.setup.__reduce__()[1]),
    "redeal.redeal": lambda w: [w.play, [w.play.hand_mask(place) for place in range(w.seats.places)]],
    "redeal.redeal_rows": lambda w: [w.play, w.rows, w.columns],
    "rng.Stream": lambda w: ([w.rng.choice([5, (1, 2)])], {"number": 3, "purpose": 1}),
    "rng.Stream.__deepcopy__": lambda w: [{}],
    "rng.Stream.below": lambda w: [w.rng.choice([1, 6, 2**64 - 1])],
    "rng.Stream.permutation": lambda w: [w.rng.randrange(256)],
    "rng.key_from_seed": lambda w: [7],
    "rng.read_key": lambda w: [w.rng.choice([7, (1, 2)])],
    "rng._restore": lambda w: list(w.stream.__reduce__()[1]),
    "rng.secure_permutation": lambda w: [9],
    "sample.Sampler": lambda w: list(w.sampler_arguments),
    "sample.Sampler._pick": lambda w: [0, [5, 6]],
    "sample.Sampler._weights": lambda w: [0],
    "sample.Sampler.fill": lambda w: ([np.zeros((4, 3), np.uint64)], {"seed": 1, "start": 2, "purpose": 3}),
    "sample.Sampler.sample": lambda w: ([5], {"seed": (1, 2)}),
    "sample._mask": lambda w: [5, "x"],
    "sample._cards": lambda w: [5],
    "sample._settle": lambda w: [0b11, [1, 1], [1, 3]],
    "solver.Result": lambda w: [1, 2, 3],
    "solver.Solver": lambda w: [0.1],
    "solver.Solver.solve": _solve,
    "solver.Solver.moves": _solve,
    "solver.Solver.line": _solve,
    "solver.Solver.payoff": lambda w: [w.play, 1, 1, [3, 1, 4, 1, 5, 9]],
    "trickplay.TrickPlay": lambda w: (
        [w.setup, w.hands, 0], {"tricks": [1] * w.seats.places, "suits_led": [0]},
    ),
    "trickplay.TrickPlay.__deepcopy__": lambda w: [{}],
    "trickplay.TrickPlay._place": lambda w: [0],
    "trickplay.TrickPlay._refuse": lambda w: [3],
    "trickplay.TrickPlay.card_of": lambda w: [3],
    "trickplay.TrickPlay.failed": lambda w: [1],
    "trickplay.TrickPlay.hand": lambda w: [1],
    "trickplay.TrickPlay.hand_mask": lambda w: [1],
    "trickplay.TrickPlay.move_of": lambda w: [w.card],
    "trickplay.TrickPlay.perft": lambda w: [3],
    "trickplay.TrickPlay.play": lambda w: list(w.play.card_of(w.play.legal_moves()[0])),
    "trickplay.TrickPlay.playout": lambda w: [w.stream],
    "trickplay.TrickPlay.push": lambda w: [w.play.legal_moves()[0]],
    "trickplay._restore_play": lambda w: list(w.play.__reduce__()[1]),
    "trickplay.play_random_deals": lambda w: (
        [w.setup, w.order.cards.ascending(), [0, 1] + [None] * (len(w.order) - 2), 3], {"leader": 0,
        "seed": 1},
    ) if w.seats.places == 2 else (
        [w.setup, w.order.cards.ascending()[: w.seats.places], list(range(w.seats.places)), 3],
        {"leader": 0, "seed": 1},
    ),
}  # fmt: skip
"""Arguments for each entry point that needs some: a list, or a list and keyword arguments."""

BINARY = {"__and__", "__or__", "__sub__", "__xor__", "__rand__", "__ror__", "__rsub__", "__rxor__"}
COMPARED = {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"}
_USED = batch, cards, mcts, order, play, rng, sample, trickplay  # all modules are loaded


def call_of(entry: Entry, world: World) -> Call:
    """The call of an entry point with good arguments."""
    nothing: Callable[[World], Any] = lambda w: []  # noqa: E731
    made = GOOD.get(entry.name, nothing)(world)
    args, options = made if isinstance(made, tuple) else (made, {})
    if entry.kind == "function":
        return Call(getattr(entry.owner, entry.attribute), args, options, None)
    if entry.kind == "class":
        return Call(entry.owner, args, options, None)
    receiver = world.instance(entry.owner)
    if entry.kind == "property":
        return Call(lambda: getattr(receiver, entry.attribute), [], {}, receiver)
    if entry.kind == "pickle":
        return Call(lambda: (lambda made: made[0](*made[1]))(receiver.__reduce__()), [], {}, receiver)
    if entry.attribute in BINARY | COMPARED:
        args = [world.instance(entry.owner)]
    if entry.name == "_buffers.Turns.__exit__":
        receiver.__enter__()
    if entry.name == "trickplay.TrickPlay.pop":
        receiver.push(receiver.legal_moves()[0])
    return Call(getattr(receiver, entry.attribute), args, options, receiver)
