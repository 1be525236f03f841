"""Uses of analysis, records, pictures, arrays and environments that must pass a strict type check."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import tricktake as tt
from tricktake import arena, html, ptn, svg
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.cli import main
from tricktake.encoding import Encoding, encoding_of
from tricktake.envs.agents import AgentDeal
from tricktake.envs.episode import Episode, Illegal, Reward
from tricktake.envs.episodes import Episodes
from tricktake.records import (
    DealRecord,
    ReadError,
    Record,
    RecordFile,
    from_dict,
    iter_records,
    load,
    read_records,
    save,
    to_dict,
)
from tricktake.records.fields import Json
from tricktake.review import CardReview, Review, review
from tricktake.vector import VectorDeals

deal = fh.Deal(dealer=3, seed=500)
view = deal.view(0)
match = fh.Match(seed=500)

# ---- analysis --------------------------------------------------------------------------------------------

solution = tt.solve(deal, max_nodes=1000)
assert_type(solution, tt.Solution)
assert_type(solution.value, int)
assert_type(solution.best, tuple[tt.Play, ...])
assert_type(tt.claim(deal), tt.Claim | None)
assert_type(tt.solve_many([deal, sp.Deal(seed=1)]), Iterator[tt.Solution])
assert_type(fh.solve_table(deal), fh.DealTable)
knowledge = tt.infer(view)
assert_type(knowledge, tt.Knowledge)
assert_type(knowledge.chance("JK", 1), float)
assert_type(knowledge.may_hold(tt.Place.hand(1)), tt.CardSet)
assert_type(tt.count_worlds(view), int)
worlds = tt.sample_worlds(view, 10, seed=1)
assert_type(worlds, tt.Worlds)
assert_type(worlds[1:], tt.Worlds)
assert_type(worlds[0].hand(2), tt.CardSet)
assert_type(tt.advise(view), tt.Advice)
assert_type(arena.play(fh.Rules(), ["heuristic", "random"], boards=4, seed=1), arena.Report)

# ---- records ---------------------------------------------------------------------------------------------

record = Record.of(match, players=("Ann", "Bo", "Cy", "Di"))
assert_type(record, Record)
assert_type(record.deals[0], DealRecord)
assert_type(Record.from_text(record.to_text()), Record)
assert_type(to_dict(record), dict[str, Json])
assert_type(from_dict(to_dict(record)), Record)
save(Path("match.ttr"), [record])
assert_type(load("match.ttr"), RecordFile)
assert_type(load("match.ttr")[0], Record)
assert_type(load("match.ttr")[1:], tuple[Record, ...])
assert_type(next(iter_records("match.ttr")), Record | ReadError)
assert_type(read_records(record.to_text()), RecordFile)
assert_type(record.game.name, str)
assert_type(ptn.write(record), str)
reviewed = review(record)
assert_type(reviewed, Review)
assert_type(reviewed.cards[0], CardReview)

# ---- pictures --------------------------------------------------------------------------------------------

assert_type(svg.table(view), svg.Svg)
assert_type(svg.card("HQ"), svg.Svg)
assert_type(svg.hand(deal.hand(0), theme=svg.DARK), svg.Svg)
assert_type(html.replay_page(record), str)

# ---- arrays ----------------------------------------------------------------------------------------------

encoding = encoding_of(fh.Rules())
assert_type(encoding, Encoding)
assert_type(encoding.encode(view), NDArray[np.int16])
assert_type(encoding.mask(view), NDArray[np.int8])
assert_type(encoding.legal(view), list[int])
assert_type(encoding.actions.action(0), tt.Action)
deals = VectorDeals(fh.Rules(), 8, seed=1)
assert_type(deals.turn, NDArray[np.int8])
assert_type(deals.number, NDArray[np.uint64])
assert_type(deals.done, NDArray[np.bool_])
assert_type(deals.rewards, NDArray[np.int32])
assert_type(deals.legal(), NDArray[np.uint8])
assert_type(deals.legal(np.zeros((8, len(deals.actions)), np.int8)), NDArray[np.int8])
assert_type(deals.random_actions(np.random.default_rng(1)), NDArray[np.int16])
assert_type(deals.observe(), NDArray[np.int16])
assert_type(deals.copy(), VectorDeals)

# ---- environments ----------------------------------------------------------------------------------------

episodes = Episodes("spades", reward=Reward.WIN, illegal="ask")
assert_type(episodes.illegal, Illegal)
assert_type(episodes.rules.players, int)
episode = episodes.begin(seed=1)
assert_type(episode, Episode)
assert_type(episode.table, AgentDeal)
assert_type(episode.table.legal(), list[int])
assert_type(episode.table.observation(0), NDArray[np.int16])

assert_type(main(["perft", "--help"]), int)
