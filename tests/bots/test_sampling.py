"""The bots that search: the view alone decides, positions with one right answer, settings and time."""

import math
import pickle
import random
import time

import pytest

import tricktake as tt
from tricktake import PASS, CardSet, Contract, Phase, Play, SetupError, WrongPhase
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.bots import ISMCTS, Heuristic, Random, Sampling, make_bot

SEARCHERS = [Sampling(3, worlds=4), ISMCTS(3, iterations=150, worlds=12)]
ALL = [*SEARCHERS, Heuristic(), Random(3)]
RULES = fh.Rules(blind_misere=False)


def ids(bot):
    return bot.name


def views_of(deal, bot=None):
    """The views of a deal at which there was something to choose; played by a bot."""
    bot = Heuristic() if bot is None else bot
    while not deal.is_over:
        view = deal.view(deal.turn)
        if len(view.legal_actions) > 1:
            yield view
        deal.push(bot.choose(view))


def sampled_views():
    """Views of both games and several phases, with what to call them."""
    for name, deal in (
        ("fh", fh.Deal(dealer=3, seed=5)),
        ("fh5", fh.Deal(fh.Rules(players=5, five_partner="call_card_secret"), dealer=4, seed=2)),
        ("fh2", fh.Deal(fh.Rules(players=2), dealer=1, seed=2)),
        ("sp", sp.Deal(dealer=2, seed=5)),
        ("sp4", sp.Deal(sp.Rules.preset("partners"), dealer=3, seed=6)),
    ):
        found = {}
        for view in views_of(deal):
            if view.hand is not None:
                stage = view.phase.name.lower()
                if view.phase is Phase.PLAY:
                    stage += "_early" if len(view.finished) < 3 else "_late"
                found.setdefault(stage, []).append(view)
        for stage, views in found.items():
            yield pytest.param(views[len(views) // 2], id=f"{name}_{stage}")


VIEWS = list(sampled_views())


def test_the_views_are_of_several_phases():
    phases = {(type(param.values[0]).__module__, param.values[0].phase) for param in VIEWS}
    assert {phase for _, phase in phases} >= {Phase.AUCTION, Phase.EXCHANGE, Phase.PLAY}
    assert len({module for module, _ in phases}) == 2


# ---- the view and nothing else -------------------------------------------------------------------


@pytest.mark.parametrize("view", VIEWS)
def test_i_04_twenty_worlds_one_answer(view):
    """Twenty layouts of the hidden cards that fit the view: every bot answers each of them alike."""
    worlds = tt.sample_worlds(view, 20, seed=4)
    layouts = {tuple(sorted(map(str, row))) for row in worlds.masks.tolist()}
    assert len(layouts) > 1
    for bot in ALL:
        wanted = bot.choose(view)
        for world in worlds:
            seen = world.view(view.seat)
            assert seen == view
            assert bot.choose(seen) == wanted, bot


@pytest.mark.parametrize("bot", SEARCHERS, ids=ids)
def test_i_04_the_true_deal_does_not_matter(bot):
    """Two true deals in which a seat has seen the same get the same worths, not only the same answer."""
    for param in VIEWS[::2]:
        view = param.values[0]
        world = tt.sample_worlds(view, 1, seed=77)[0]
        assert bot.consider(world.view(view.seat)) == bot.consider(view)


@pytest.mark.parametrize("bot", SEARCHERS, ids=ids)
def test_equal_bots_answer_alike(bot):
    """Two objects, in another order and with other decisions in between, pickled views too."""
    twin = make_bot(bot.spec, bot.seed)
    views = [param.values[0] for param in VIEWS]
    there = [bot.consider(view) for view in views]
    back = [twin.consider(pickle.loads(pickle.dumps(view))) for view in reversed(views)]
    assert back[::-1] == there
    shuffled = random.Random(1).sample(range(len(views)), len(views))
    for at in shuffled:
        assert bot.consider(views[at]) == there[at]


@pytest.mark.parametrize("kind", [Sampling, ISMCTS])
def test_another_seed_draws_other_worlds(kind):
    """Values depend on the seed."""
    settings = {"worlds": 4} if kind is Sampling else {"worlds": 12, "iterations": 150}
    views = [param.values[0] for param in VIEWS if param.values[0].phase is Phase.PLAY]
    assert any(kind(1, **settings).consider(view) != kind(2, **settings).consider(view) for view in views)


# ---- what is weighed -----------------------------------------------------------------------------


@pytest.mark.parametrize("bot", SEARCHERS, ids=ids)
def test_options_are_legal_and_the_first_is_chosen(bot):
    for param in VIEWS:
        view = param.values[0]
        options = bot.consider(view)
        actions = [option.action for option in options]
        assert actions
        assert len(set(actions)) == len(actions)
        assert set(actions) <= set(view.legal_actions)
        assert actions[0] == bot.choose(view)
        for option in options:
            assert option.value is None or math.isfinite(option.value)
            assert option.error is None or (math.isfinite(option.error) and option.error >= 0)
        if len(options) > 1:
            assert all(option.value is not None for option in options)


@pytest.mark.parametrize("bot", [Sampling(worlds=20), ISMCTS(iterations=2_000, worlds=40)], ids=ids)
def test_the_best_comes_first(bot):
    """A card that wins a needed trick for certain is valued above one that cannot."""
    contract = Contract("7H", contractor=0, side={0, 2})
    start = fh.PlayStart(contract, leader=3, tricks=(6, 1, 0, 1))
    deal = fh.Deal(RULES, dealer=3, hands=["SA S5", "S9 C6", "S7 C7", "S10 C8"], start=start)
    deal.push("S10")
    options = bot.consider(deal.view(0))
    assert [option.action.text for option in options] == ["SA", "S5"]
    assert options[0].value > options[1].value
    start = sp.PlayStart(["4", "6", "6"], leader=1, is_broken=True, tricks=(4, 6, 5))
    deal = sp.Deal(dealer=0, hands=["C3 D4", "HK D5", "HA H2"], start=start)
    deal.push("HK")
    options = bot.consider(deal.view(2))
    assert [option.action.text for option in options] == ["HA", "H2"]
    assert options[0].value > options[1].value


@pytest.mark.parametrize("bot", SEARCHERS, ids=ids)
def test_one_legal_action_is_not_weighed(bot):
    """Nothing is searched where there is nothing to choose."""
    start = fh.PlayStart(Contract("7H", contractor=0, side={0, 2}), leader=0)
    deal = fh.Deal(RULES, dealer=3, hands=["HA", "S9", "S7", "S10"], start=start)
    assert [option[1:] for option in bot.consider(deal.view(0))] == [(None, None)]
    assert bot.choose(fh.Deal(dealer=3, seed=1).view(0)).text == "LOOK"


@pytest.mark.parametrize("bot", SEARCHERS, ids=ids)
def test_asked_out_of_turn(bot):
    deal = fh.Deal(dealer=3, seed=500)
    for ask in (bot.choose, bot.consider):
        with pytest.raises(WrongPhase, match="seat 1 is not to act"):
            ask(deal.view(1))
        with pytest.raises(TypeError, match="needs a view"):
            ask("no view")


# ---- positions -----------------------------------------------------------------------------------


def deal_with(hand, *, seat=0, dealer=3, scores=(0, 0), shuffle=1):
    """A deal in which one seat holds these cards and the rest is dealt from a shuffle."""
    mine = CardSet(hand)
    rest = sorted(fh.PACKS[RULES.pack_name].cards - mine)
    random.Random(shuffle).shuffle(rest)
    hands = [mine if other == seat else CardSet([rest.pop() for _ in range(10)]) for other in range(4)]
    return fh.Deal(RULES, dealer=dealer, hands=hands, kitty=CardSet(rest), scores=scores)


STRONG = "JK HJ DJ HA HK HQ H10 SA CA DA"


@pytest.mark.parametrize("bot", [Sampling(worlds=12), *ALL[1:3]], ids=ids)
def test_a_06_passes_when_the_partners_bid_wins_the_match(bot):
    """Own side 480, partner holds 7D, both opponents have passed."""
    for shuffle in range(5):
        deal = deal_with(STRONG, seat=2, dealer=3, scores=(480, 100), shuffle=shuffle).push_all("7D P")
        assert deal.turn == 2
        assert bot.choose(deal.view(2)) is PASS
        deal = deal_with(STRONG, seat=0, scores=(480, 0), shuffle=shuffle).push_all("6S P 7D P")
        assert (deal.turn, deal.view(0).high_seat) == (0, 2)
        assert bot.choose(deal.view(0)) is PASS


@pytest.mark.parametrize(
    "hand",
    [
        "SA SK CA CK DA DK HA HK HQ H10",
        "SA SK SQ S10 S9 S8 CA CK DA DK",
        "DA DK DQ D10 D9 CA CK SA SK HA",
        "SA SK SQ S10 S9 S8 S7 CA CK DA",
    ],
)
@pytest.mark.parametrize("scores", [(0, 0), (0, 480), (-480, 400)])
def test_a_06_no_bid_over_nine_without_the_top_trumps(hand, scores):
    """Neither joker nor right bower, and 9H to beat."""
    assert not {"JK", "SJ", "CJ", "DJ", "HJ"} & set(hand.split())
    deal = deal_with(hand, seat=0, dealer=2, scores=scores).push_all("9H")
    assert deal.turn == 0
    for bot in (Sampling(worlds=12), ISMCTS(), Heuristic()):
        assert bot.choose(deal.view(0)) is PASS, bot


@pytest.mark.parametrize("seed", range(3))
def test_v_10_the_lead_that_defeats_an_open_misere(seed):
    """The five of clubs alone forces the contractor to win; his cards are open, all others hidden."""
    start = fh.PlayStart(Contract("OM", contractor=1, side={1, 3}), leader=2, tricks=(8, 0, 0, 0))
    deal = fh.Deal(dealer=3, hands=["D5 SA", "C7 D6", "C9 C5", "H5 H6"], start=start)
    view = deal.view(2)
    assert view.exposed[1] == CardSet("C7 D6")
    assert len({world.hand(0) for world in tt.sample_worlds(view, 50, seed=1)}) > 10
    for bot in (Sampling(seed, worlds=60), ISMCTS(seed, iterations=2_000, worlds=100)):
        options = bot.consider(view)
        assert options[0].action == Play("C5"), bot
        assert options[0].value > options[1].value + 100


@pytest.mark.parametrize("bot", [Sampling(worlds=20), ISMCTS(iterations=1_500, worlds=60)], ids=ids)
def test_v_10_the_contractor_escapes(bot):
    """From the other side: after the nine has been led he goes under it, and throws his last danger."""
    start = fh.PlayStart(Contract("OM", contractor=1, side={1, 3}), leader=2, tricks=(7, 0, 0, 0))
    deal = fh.Deal(dealer=3, hands=["D5 SA S7", "C7 C10 D6", "C9 C5 H8", "H5 H6 H7"], start=start)
    deal.push_all("C9 D5")
    assert bot.choose(deal.view(1)) == Play("C7")


# ---- settings ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        (Sampling, {}),
        (Sampling, {"worlds": 1}),
        (Sampling, {"worlds": 100_000, "seconds": 86_400.0}),
        (Sampling, {"seconds": 0.1}),
        (Sampling, {"seconds": 1e-05}),
        (Sampling, {"worlds": 7, "seconds": 1 / 3}),
        (ISMCTS, {}),
        (ISMCTS, {"iterations": 1}),
        (ISMCTS, {"iterations": 10**9, "worlds": 100_000, "explore": 100.0, "seconds": 86_400.0}),
        (ISMCTS, {"explore": 0.0}),
        (ISMCTS, {"explore": 0.1 + 0.2, "seconds": 2.5e-07}),
        (Random, {"bid": 0.5}),
        (Random, {"bid": 1e-09}),
        (Heuristic, {}),
    ],
)
def test_a_spec_makes_the_same_bot(kind, settings):
    """Spec, make_bot and the settings agree, whatever the numbers; defaults are left out."""
    bot = kind(5, **settings)
    made = make_bot(bot.spec, 5)
    assert type(made) is kind
    assert made.spec == bot.spec
    assert made.seed == 5
    for name, default in kind.SETTINGS.items():
        value = getattr(bot, name)
        assert value == settings.get(name, default)
        assert getattr(made, name) == value
        assert type(getattr(made, name)) is type(value) is type(default)
        assert (f"{name}=" in bot.spec) == (value != default)


@pytest.mark.parametrize(
    ("spec", "kind", "settings"),
    [
        ("sampling:worlds=0", Sampling, {"worlds": 0}),
        ("sampling:worlds=-1", Sampling, {"worlds": -1}),
        ("sampling:worlds=100001", Sampling, {"worlds": 100_001}),
        (f"sampling:worlds={10**30}", Sampling, {"worlds": 10**30}),
        ("sampling:seconds=-0.1", Sampling, {"seconds": -0.1}),
        ("sampling:seconds=86401", Sampling, {"seconds": 86_401}),
        ("sampling:seconds=nan", Sampling, {"seconds": math.nan}),
        ("sampling:seconds=inf", Sampling, {"seconds": math.inf}),
        ("ismcts:iterations=0", ISMCTS, {"iterations": 0}),
        ("ismcts:iterations=1000000001", ISMCTS, {"iterations": 10**9 + 1}),
        ("ismcts:worlds=0", ISMCTS, {"worlds": 0}),
        ("ismcts:worlds=100001", ISMCTS, {"worlds": 100_001}),
        ("ismcts:explore=-1", ISMCTS, {"explore": -1}),
        ("ismcts:explore=101", ISMCTS, {"explore": 101}),
        ("ismcts:explore=nan", ISMCTS, {"explore": math.nan}),
        ("ismcts:seconds=-1", ISMCTS, {"seconds": -1}),
        ("ismcts:seconds=nan", ISMCTS, {"seconds": math.nan}),
        ("ismcts:seconds=1e9", ISMCTS, {"seconds": 1e9}),
    ],
)
def test_settings_out_of_range(spec, kind, settings):
    with pytest.raises(SetupError):
        make_bot(spec)
    with pytest.raises(ValueError):
        kind(**settings)
    with pytest.raises(ValueError, match="-1"):
        kind(-1)


@pytest.mark.parametrize(
    "spec",
    [
        "sampling:worlds",
        "sampling:worlds=",
        "sampling:worlds=2.5",
        "sampling:worlds=1e3",
        "sampling:worlds=many",
        "sampling:iterations=5",
        "sampling:worlds=2,worlds=3",
        "ismcts:explore=",
        "ismcts:explore=0x1",
        "ismcts:iterations=10;worlds=5",
    ],
)
def test_specs_that_are_none(spec):
    with pytest.raises(SetupError):
        make_bot(spec)


# ---- time ----------------------------------------------------------------------------------------


def chosen_in(bot, view):
    """Seconds a decision takes; the best of three, for the machine may be busy."""
    found = []
    for _ in range(3):
        begin = time.perf_counter()
        assert bot.choose(view) in view.legal_actions
        found.append(time.perf_counter() - begin)
    return min(found)


@pytest.mark.parametrize("view", [param for param in VIEWS if param.values[0].phase is Phase.PLAY])
def test_seconds_limit_a_tree_search(view):
    """With iterations for days, a decision is made soon after the time given."""
    assert chosen_in(ISMCTS(iterations=10**9, seconds=0.05), view) < 0.5


@pytest.mark.parametrize("view", VIEWS)
def test_seconds_limit_a_sampling_player(view):
    """With many worlds a decision is made soon after the time given; few of two tables, made one by one."""
    worlds = 60 if getattr(view, "tables", ()) else 3_000
    assert chosen_in(Sampling(worlds=worlds, seconds=0.05), view) < 0.5


def test_without_a_limit_time_does_not_matter():
    """A limit that is never reached changes nothing."""
    for param in VIEWS[::3]:
        view = param.values[0]
        assert Sampling(3, worlds=4, seconds=3_600.0).consider(view) == SEARCHERS[0].consider(view)
        assert ISMCTS(3, iterations=150, worlds=12, seconds=3_600.0).consider(view) == SEARCHERS[1].consider(
            view
        )
