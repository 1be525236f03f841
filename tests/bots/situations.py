"""Bidding and play situations with the answers good players agree on, and how many of them a bot gets right.

The situations stand in ``situations.toml``: a deal as text in which somebody is to act, the answers that are
right or wrong, and the published advice behind them. A bot sees the view of the seat to act and nothing else.
The tables of ``docs/situations.md`` are made from the same file; ``python tests/bots/situations.py`` writes
them anew.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from tricktake import CardSet, Exchange, Phase, View
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.actions import Action
from tricktake.bots import Bot
from tricktake.trickdeal import TrickDeal

DATA = Path(__file__).with_name("situations.toml")
PAGE = Path(__file__).parents[2] / "docs" / "situations.md"
MARKS = ("<!-- situations: begin -->\n", "<!-- situations: end -->\n")
GAMES = {"five-hundred": "Five Hundred", "spades": "Spades"}
TOPICS = ("bid", "exchange", "nomination", "lead", "follow")
_NONE = CardSet()


class SituationError(ValueError):
    """A situation that is not well-formed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """One situation: a position, the seat to act, and what is right there.

    An answer is right if it is in ``good``, or, where nothing is listed there, if it is not in ``bad``. With
    ``good`` given ``bad`` names typical mistakes. For an exchange ``keep`` and ``put`` say which cards must
    be kept and which put away; everything else is free.
    """

    id: str
    """A word that stands once."""
    game: str
    """A key of ``GAMES``."""
    topic: str
    """One of ``TOPICS``."""
    title: str
    """The situation in a few words."""
    position: str
    """The deal as text (docs/deal-text.md)."""
    seat: int
    """The seat to act."""
    good: tuple[str, ...] = ()
    """The right actions as text."""
    bad: tuple[str, ...] = ()
    """Wrong actions as text."""
    keep: CardSet = _NONE
    """Cards an exchange must keep."""
    put: CardSet = _NONE
    """Cards an exchange must put away."""
    advice: str
    """Why, in a sentence or two."""
    source: str
    """Where the advice is published."""

    def deal(self) -> TrickDeal[Any]:
        """Make the deal, with the seat to act."""
        kind = fh.Deal if self.game == "five-hundred" else sp.Deal
        return kind.from_text(self.position)

    def view(self) -> View:
        """Make what the seat to act knows."""
        view: View = self.deal().view(self.seat)
        return view

    def is_right(self, action: Action) -> bool:
        """Say whether an action is right here."""
        if self.keep or self.put:
            assert isinstance(action, Exchange)
            return not action.cards & self.keep and self.put <= action.cards
        return action.text in self.good if self.good else action.text not in self.bad

    @property
    def answer(self) -> str:
        """What is right, in words."""
        if self.good:
            return " or ".join([f"`{text}`" for text in self.good])
        if self.bad:
            return "not " + ", ".join([f"`{text}`" for text in self.bad])
        words = []
        if self.put:
            words.append(f"put {_names(self.put)}")
        if self.keep:
            words.append(f"keep {_names(self.keep)}")
        return ", ".join(words)

    def check(self) -> None:
        """Raise a SituationError that names what is wrong, if anything is."""
        try:
            self._check()
        except (AssertionError, ValueError) as error:
            raise SituationError(f"{self.id}: {error}") from error

    def _check(self) -> None:
        _demand(self.game in GAMES, f"there is no game {self.game!r}")
        _demand(self.topic in TOPICS, f"there is no topic {self.topic!r}")
        _demand(self.position.startswith(f"{self.game}/"), "the position is of another game")
        for name in ("id", "title", "advice", "source"):
            text = getattr(self, name)
            _demand(bool(text) and text == text.strip() and "\n" not in text, f"{name} is no line of text")
            _demand("|" not in text, f"{name} holds a bar, which parts the columns of a table")
        deal = self.deal()
        _demand(deal.turn == self.seat, f"seat {deal.turn} is to act, not {self.seat}")
        _demand(deal.to_text() == self.position, "the position is not written as the library writes it")
        legal = self.view().legal_actions
        if self.keep or self.put:
            _demand(not self.good and not self.bad, "keep and put do not go with good and bad")
            _demand(deal.phase is Phase.EXCHANGE, "cards are put away in an exchange only")
            right = [self.is_right(action) for action in legal]
            _demand(any(right) and not all(right), "no exchange is right, or every one")
            return
        _demand(bool(self.good or self.bad), "nothing is said to be right or wrong")
        texts = {action.text for action in legal}
        for text in self.good + self.bad:
            _demand(text in texts, f"{text} is no legal action, or not written as the library writes it")
        listed = self.good + self.bad
        _demand(len(set(listed)) == len(listed), "an action is listed twice")
        _demand(len(texts) > len(self.good or self.bad), "every action is right, or every one wrong")


@dataclass(frozen=True, slots=True)
class Result:
    """What a bot did in each situation."""

    spec: str
    """The bot."""
    answers: tuple[tuple[Situation, str, bool], ...]
    """Situation, action and whether it was right."""

    def share(self, game: str | None = None) -> float:
        """Share of the situations that were answered rightly, of one game or of both."""
        right = [is_right for case, _, is_right in self.answers if game in (None, case.game)]
        return sum(right) / len(right)

    @property
    def missed(self) -> tuple[str, ...]:
        """Id and answer of what was wrong."""
        return tuple([f"{case.id}: {text}" for case, text, is_right in self.answers if not is_right])

    def __str__(self) -> str:
        shares = " ".join([f"{name} {self.share(game):.2f}" for game, name in GAMES.items()])
        return f"{self.spec}: {self.share():.2f} ({shares}); missed {'; '.join(self.missed) or 'nothing'}"


def load_situations(path: Path = DATA) -> tuple[Situation, ...]:
    """Read the situations, without checking their positions."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))["situation"]
    return tuple([_situation(table) for table in tables])


def ask(bot: Bot, situations: Iterable[Situation]) -> Result:
    """Put every situation to a bot."""
    answers = []
    for case in situations:
        action = bot.choose(case.view())
        answers.append((case, action.text, case.is_right(action)))
    return Result(bot.spec, tuple(answers))


def tables(situations: Sequence[Situation]) -> str:
    """Write the tables of the page."""
    lines = []
    for game, name in GAMES.items():
        lines += [f"## {name}", "", "| id | situation | right | source |", "|---|---|---|---|"]
        for case in situations:
            if case.game == game:
                lines.append(f"| `{case.id}` | {case.title} | {case.answer} | {case.source} |")
        lines.append("")
    return "\n".join(lines)


def page_with_tables(page: str, situations: Sequence[Situation]) -> str:
    """Put the tables between the marks of a page."""
    begin, end = MARKS
    before, found, rest = page.partition(begin)
    _, closed, after = rest.partition(end)
    _demand(bool(found and closed), "the page has no marks for the tables")
    return f"{before}{begin}\n{tables(situations)}\n{end}{after}"


def _situation(table: dict[str, Any]) -> Situation:
    unknown = set(table) - {field.name for field in fields(Situation)}
    _demand(not unknown, f"{table.get('id')}: unknown keys {', '.join(sorted(unknown))}")
    values = dict(table)
    for name in ("good", "bad"):
        values[name] = tuple(values.get(name, ()))
    for name in ("keep", "put"):
        values[name] = CardSet(values.get(name, ""))
    return Situation(**values)


def _names(cards: CardSet) -> str:
    return " ".join([f"`{card.name}`" for card in reversed(list(cards))])


def _demand(holds: bool, why: str) -> None:
    if not holds:
        raise SituationError(why)


if __name__ == "__main__":
    PAGE.write_text(page_with_tables(PAGE.read_text(encoding="utf-8"), load_situations()), encoding="utf-8")
