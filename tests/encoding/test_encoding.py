"""Views as arrays: equal exactly where the views are, every entry used, and documented as coded."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rules.random_deals import choose, random_rules
from rules.spades_deals import random_action
from tricktake import Bid, Card, CardSet, Exchange, Phase, SetupError, sample_worlds
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.actions import action_from_id
from tricktake.actionspace import SECRET, ActionSpace
from tricktake.encoding import Encoding, Kind, encoding_of
from tricktake.vector import VectorDeals

RULES = {f"fh {name}": rules for name, rules in fh.PRESETS.items()}
RULES |= {f"fh {n} seats": fh.Rules(players=n) for n in (2, 3, 5, 6)}
RULES["fh dead hand"] = fh.Rules(players=2, two_player="dead_hand")
RULES["fh partner called openly"] = fh.Rules(players=5, five_partner="call_card_open")
RULES["fh partner in secret"] = fh.Rules(players=5, five_partner="call_card_secret", five_secret_alone=True)
RULES["fh seat called"] = fh.Rules(players=5, five_partner="call_player")
RULES["fh reopened"] = fh.Rules(final_raise="reopen")
RULES["fh passes not final"] = fh.Rules(pass_final=False)
RULES |= {f"sp {name}": rules for name, rules in sp.PRESETS.items()}
RULES["sp blind nil exchange"] = sp.Rules.preset("partners", bn_exchange=2)
ROOT = Path(__file__).resolve().parents[2]


def random_play(rules: Any, rng: random.Random) -> Any:
    """A fresh deal with random scores."""
    scores = [rng.choice((0, 130, -250, 480)) for _ in rules.sides]
    kind = fh.Deal if isinstance(rules, fh.Rules) else sp.Deal
    return kind(rules, dealer=rng.randrange(rules.players), seed=rng.randrange(2**32), scores=scores)


def act(deal: Any, rng: random.Random) -> None:
    """One random action, weighted so that all kinds of deals come about."""
    deal.push(choose(rng, deal) if isinstance(deal, fh.Deal) else random_action(rng, deal))


def seen(encoding: Encoding, view: Any) -> bytes:
    """Observation and history as one value."""
    return encoding.encode(view).tobytes() + encoding.history(view).tobytes()


@pytest.mark.parametrize("name", RULES)
def test_arrays_are_equal_where_views_are(name: str) -> None:
    """I-01, L-07: observation and history are the information set, no more and no less."""
    rules, rng = RULES[name], random.Random(name)
    encoding = encoding_of(rules)
    texts: dict[bytes, str] = {}
    for _ in range(6):
        deal = random_play(rules, rng)
        while not deal.is_over:
            for seat in range(rules.players):
                view = deal.view(seat)
                key = seen(encoding, view)
                assert texts.setdefault(key, view.to_text()) == view.to_text()
            act(deal, rng)
        assert len(deal) <= encoding.most_actions
    assert len(set(texts.values())) == len(texts)


@pytest.mark.parametrize(
    "name", ["fh australian", "fh 2 seats", "fh 3 seats", "sp official", "sp five_2_jokers"]
)
def test_hidden_cards_change_nothing(name: str) -> None:
    """Other cards in hidden places give the same arrays."""
    rules, rng = RULES[name], random.Random(1)
    encoding = encoding_of(rules)
    deal = random_play(rules, rng)
    while not deal.is_over:
        if rng.random() < 0.3:
            view = deal.view(rng.randrange(rules.players))
            before = seen(encoding, view)
            for world in sample_worlds(view, 3, seed=5):
                assert seen(encoding, world.view(view.seat)) == before
        act(deal, rng)


@pytest.mark.parametrize("name", RULES)
def test_actions_are_those_of_the_deal(name: str) -> None:
    """The mask of the seat to act is its legal actions, that of every other seat empty (L-03)."""
    rules, rng = RULES[name], random.Random(name)
    encoding = encoding_of(rules)
    used = set()
    for _ in range(4):
        deal = random_play(rules, rng)
        while not deal.is_over:
            for seat in range(rules.players):
                view, mask = deal.view(seat), encoding.mask(deal.view(seat))
                assert mask.dtype == np.int8
                assert mask.any() == (seat == deal.turn)
                if seat != deal.turn:
                    continue
                numbers = np.flatnonzero(mask)
                used.update(numbers.tolist())
                texts = {encoding.actions.action(int(at)).text for at in numbers}
                if deal.phase is Phase.EXCHANGE:
                    assert view.hand is not None
                    assert texts == {f"put {card.name}" for card in view.hand}
                else:
                    assert texts == {action.text for action in deal.legal_actions}
            act(deal, rng)
    assert max(used) < len(encoding.actions)


def test_put_so_far() -> None:
    """Cards put one by one leave the hand and the mask."""
    deal = fh.Deal(fh.Rules(blind_misere=False), dealer=3, seed=500).push_all("7H P P P")
    view, encoding = deal.view(0), encoding_of(deal.rules)
    put = CardSet(view.hand.ascending()[:2])
    row = encoding.encode(view, put=put)
    assert row[encoding.part("put")].sum() == 2
    assert row[encoding.part("hand")].sum() == len(view.hand) - 2
    assert encoding.mask(view, put=put).sum() == len(view.hand) - 2
    deal.push(Exchange(view.hand.ascending()[:3]))
    steps = encoding.history(deal.view(1))
    assert steps[4].tolist() == [3, SECRET]
    assert encoding.history(deal.view(0))[4].tolist() == [0, SECRET]


def entries_used(rules: Any, rounds: int) -> np.ndarray[Any, Any]:
    """Entries that are not 0 in some view of some seat; random deals, many at once, until all are."""
    some, n = {"scores": [10] + [230] * (len(rules.sides) - 1)}, 1024
    if isinstance(rules, sp.Rules):
        some |= {"bags": [1] * len(rules.sides)} if rules.bag_limit else {}
    rng = np.random.default_rng(1)
    used = np.zeros(encoding_of(rules).length, dtype=bool)
    for number in range(rounds):
        deals = VectorDeals(rules, n, seed=number, **some)
        final = np.zeros((n, rules.players, len(used)), np.int16)
        bids = [at for at, action in enumerate(map(deals.actions.action, range(len(deals.actions))))
                if isinstance(action, Bid)]  # fmt: skip
        weights = np.ones((n, len(deals.actions)), np.float32)
        for step in range(320):
            # many pass, so that low bids become contracts; each deal prefers a bid of its own
            weights[:, bids] = rng.choice([0.01, 1], (n, 1))
            weights[np.arange(n), rng.choice(bids, n)] = 1
            if 0 in deals.actions.ids:
                weights[:, deals.actions.index(0)] = rng.choice([0.1, 1, 60], n)
            chosen = deals.legal() * (weights * rng.random(weights.shape, np.float32) + 1e-9)
            deals.step(chosen.argmax(axis=1), final=final)
            used |= (deals.observe() != 0).any(axis=0)
            if step % 4 == 0:
                used |= (final != 0).any(axis=(0, 1))
                for seat in range(rules.players):
                    used |= (deals.observe(seat=np.full(n, seat, np.int8)) != 0).any(axis=0)
        if used.all():
            break
    return used


NEVER = {("called", Card.JK)}  # FH-P5-3
QUICK = ("fh american", "fh 2 seats", "sp official", "sp five_3_jokers", "sp blind nil exchange")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in RULES]
)
def test_every_entry_is_used(name: str) -> None:
    """No entry but those that no deal can set is always 0."""
    rules = RULES[name]
    encoding = encoding_of(rules)
    used = entries_used(rules, 12)
    missing = [
        (field.name, encoding.pack[at % field.size] if field.size == len(encoding.pack) else at)
        for field, plane in zip(encoding.fields, encoding.planes, strict=True)
        for at in range(plane.length)
        if not used[plane.start + at]
    ]
    assert set(missing) <= NEVER


def test_rows_of_many_deals_are_those_of_each() -> None:
    """What writes many views at once writes what :meth:`encode` writes."""
    rng = random.Random(3)
    for name in ("fh australian", "fh 2 seats", "fh 5 seats", "sp official", "sp blind nil exchange"):
        rules = RULES[name]
        encoding, views = encoding_of(rules), []
        while len(views) < 60:
            deal = random_play(rules, rng)
            while not deal.is_over:
                act(deal, rng)
                views.append(deal.view(rng.randrange(rules.players)))
        rows = [encoding._values(view, CardSet()) for view in views]
        values = {
            field.name: np.array(
                [row[field.name] for row in rows],
                dtype=np.uint64 if field.kind in (Kind.CARDS, Kind.FLAGS) else np.int64,
            )
            for field in encoding.fields
        }
        out = np.full((len(views), encoding.length), 77, dtype=np.int16)
        assert (encoding.write(values, out) == [encoding.encode(view) for view in views]).all()


def test_large_scores_are_cut_to_16_bits() -> None:
    """A score beyond 16 bits stands as the nearest number there is."""
    deal = fh.Deal(seed=1, scores=(10**6, -(10**6)))
    row = encoding_of(deal.rules).encode(deal.view(0))
    assert row[encoding_of(deal.rules).part("scores")].tolist() == [32767, -32768]


def test_errors() -> None:
    """Other rules, a wrong array and unknown actions are refused."""
    encoding = encoding_of(fh.Rules())
    with pytest.raises(SetupError, match="australian"):
        encoding.encode(fh.Deal(fh.Rules.kitchen(), seed=1).view(0))
    with pytest.raises(SetupError, match="int16"):
        encoding.encode(fh.Deal(seed=1).view(0), out=np.zeros(3, dtype=np.int16))
    view, other = fh.Deal(seed=1).view(0), fh.Deal(fh.Rules.kitchen(), seed=1).view(0)
    for wrong in (np.zeros(3, dtype=np.int8), np.zeros(len(encoding.actions))):
        with pytest.raises(SetupError, match="int8"):
            encoding.mask(view, out=wrong)
    with pytest.raises(TypeError, match="NumPy"):
        encoding.encode(view, out=[0] * encoding.length)  # type: ignore[arg-type]
    for ask in (encoding.history, encoding.legal, encoding.mask):
        with pytest.raises(SetupError, match="australian"):
            ask(other)
    with pytest.raises(SetupError, match="no values for seat, dealer"):
        encoding.write({}, np.zeros((1, encoding.length), np.int16))
    with pytest.raises(TypeError):
        encoding.actions.index(1.9)  # type: ignore[arg-type]
    for ids in ([5000], [-3]):
        with pytest.raises(IndexError):
            ActionSpace(ids)
    with pytest.raises(ValueError, match="no single action"):
        encoding.actions.index("put S5 C6 D5")
    with pytest.raises(IndexError):
        encoding.actions.action(999)
    with pytest.raises(TypeError, match="rules of a game"):
        encoding_of(17)


@pytest.mark.parametrize("rules", [fh.Rules(), fh.Rules.kitchen(players=5), sp.Rules()])
def test_a_space_is_a_collection_of_its_actions(rules: fh.Rules | sp.Rules) -> None:
    """It can be iterated, in the order of the numbers, and asked whether an action or a text is in it."""
    space = encoding_of(rules).actions
    listed = list(space)
    assert listed == [space.action(number) for number in range(len(space))]
    assert all(action in space and action.text in space and action.id in space for action in listed)
    inside = sum(action_from_id(id) in space for id in range(SECRET))
    assert inside == len(space)
    for strange in ("put S5 C6 D5", "nonsense", "", SECRET, -1, None, 1.5, object()):
        assert strange not in space


@pytest.mark.parametrize("title", ["Five Hundred, four players", "Spades, three players"])
def test_tables_of_the_page(title: str) -> None:
    """The page shows the fields as the code has them."""
    rules = fh.Rules() if title.startswith("Five") else sp.Rules()
    page = (ROOT / "docs" / "encoding.md").read_text(encoding="utf-8")
    section = page.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (\d+) \| (.*?) \|$", section, flags=re.MULTILINE)
    found = [(name, int(start), int(length), meaning) for name, start, length, meaning in rows]
    assert found == encoding_of(rules).table()


def test_random_rules_encode() -> None:
    """Any combination of options has an encoding."""
    rng = random.Random(11)
    for _ in range(40):
        rules = random_rules(rng)
        encoding, deal = encoding_of(rules), random_play(rules, rng)
        while not deal.is_over:
            mask = encoding.mask(deal.view(deal.turn))
            assert mask.any()
            act(deal, rng)
        assert len(deal) <= encoding.most_actions
