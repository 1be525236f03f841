"""One case of the fuzzer: an entry point, good arguments, what is done to them, and how the call came out.

A case is made from a seed and a number alone, so that it can be made again.
"""

from __future__ import annotations

import functools
import itertools
import os
import random
import resource
import signal
import sys
import threading
import warnings
from contextlib import suppress
from typing import Any, NamedTuple

import cardcore
from cardcore import cards
from corecalls.bad import Hostile, Spoiler
from corecalls.entries import Entry
from corecalls.good import REFUSED, Call, World, call_of
from corecalls.laws import Broken, check

__all__ = ["TRUSTING", "Case", "Outcome", "run", "spoil"]

ROUNDS = 6
"""Every sixth round has good arguments."""

ALLOWED = (
    cardcore.GameError, TypeError, ValueError, OverflowError, IndexError, MemoryError, BufferError,
    RecursionError, Hostile,
)  # fmt: skip
RUNTIME = ("the solver is in use", "a call is running", "release unlocked lock", "cannot release")
"""Beginnings of the messages of a documented RuntimeError."""

SANITIZED = "ASAN_OPTIONS" in os.environ
"""A sanitiser needs address space without end, and reports a shortage by itself."""


TRUSTING = {"sample._cards", "sample._settle", "deals.explain_given"}
"""Steps of checked functions that trust them: a negative mask, for one, has no end."""
INNER = {
    "deals.explain_given",
    "deals.read_sees",
    "deals.leaders_of",
    "deals.read_all_dealings",
    "deals.dtypes",
}
"""Functions of our own without an underscore."""
WAITING = {"_buffers.Turns.__enter__"}
"""What waits for the other threads, as it should."""
LONG = {
    "batch.PlayBatch.step_random",
    "mcts.policy_playouts",
    "mcts.tree_search",
    "perft.divide",
    "perft.perft",
    "trickplay.TrickPlay.perft",
    "trickplay.play_random_deals",
}
"""What is told how much to do, and may be told too much for any day: then a Ctrl-C has to end it."""


class Case(NamedTuple):
    """What was called, and what was done to it."""

    number: int
    entry: str
    valid: bool
    plan: tuple[str, ...]
    shown: str


class Outcome(NamedTuple):
    """How it came out: ``result``, the name of an exception, and what is wrong with that, if anything."""

    kind: str
    fault: str


def is_private(name: str) -> bool:
    """Whether only our own code calls it: then any error will do, but no crash."""
    return name in INNER or any(
        part.startswith("_") and not part.startswith("__") for part in name.split(".")
    )


def shown(value: Any) -> str:
    """A short text for a value that may not have one."""
    try:
        text = repr(value)
    except BaseException as error:
        text = f"<{type(value).__name__}, repr: {type(error).__name__}>"
    return text if len(text) < 160 else text[:150] + "…"


def _restored(one: Any) -> Any:
    """An object from what it would be pickled as."""
    make, state = one.__reduce__()
    return make(*state)


def spoil(
    call: Call, entry: Entry, world: World, rng: random.Random, keep: int | None
) -> tuple[Call, list[str]]:
    """Do one or two things to a call; with ``keep`` only one of them."""
    spoiler = Spoiler(rng, call.receiver, world)
    plan: list[str] = []
    args, options, function, receiver = list(call.args), dict(call.options), call.function, call.receiver

    def wanted() -> bool:
        return keep is None or keep == len(plan)

    for _ in range(rng.choice([1, 1, 2])):
        what = rng.random()
        if entry.kind == "pickle" or (what < 0.15 and receiver is not None):
            if entry.kind == "pickle" and what < 0.8 and entry.name not in REFUSED:
                try:
                    make, state = receiver.__reduce__()
                except TypeError:  # meddled with
                    plan.append("none")
                    continue
                changed = spoiler.damaged(state)
                if wanted():
                    function = functools.partial(make, *changed)
                plan.append(f"damaged state {shown(changed)}")
                continue
            kind: Any = type(receiver)
            fresh = rng.random() < 0.5
            if isinstance(receiver, int):  # a member of an enumeration is not made again
                plan.append("none")
                continue
            try:
                made = kind.__new__(kind) if fresh else spoiler.failed(kind)
            except TypeError:
                made = receiver
            if wanted():
                receiver = made
                if entry.kind == "property":
                    function = functools.partial(getattr, made, entry.attribute)
                elif entry.kind == "pickle":
                    function = functools.partial(_restored, made)
                else:
                    function = getattr(made, entry.attribute)
            plan.append("receiver never built, or not to the end")
        elif what < 0.22 and receiver is not None:
            if wanted():
                with suppress(Exception):
                    receiver.__init__(*itertools.islice(spoiler.sequence([0, 1]), 9))
            plan.append("receiver built again")
        elif options and what < 0.6:
            name = rng.choice(list(options))
            value = spoiler.value(options[name])
            if rng.random() < 0.15:
                value = rng.choice([*options.values(), *args])  # the same memory twice
            if wanted():
                options[name] = value
            plan.append(f"{name}={shown(value)}")
        elif args and what < 0.95:
            at = rng.randrange(len(args))
            value = spoiler.value(args[at])
            if wanted():
                args[at] = value
            plan.append(f"argument {at}: {shown(value)}")
        elif entry.kind in ("property", "pickle"):
            plan.append("none")
        else:
            value = spoiler.value(None)
            if wanted():
                args.append(value)
            plan.append(f"one more argument: {shown(value)}")
    return Call(function, args, options, receiver), plan


def _interrupted(call: Call, seconds: float) -> Any:
    """Run a call under a Ctrl-C that comes soon."""

    def raise_it(*_: Any) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, raise_it)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return call.function(*call.args, **call.options)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _threaded(call: Call) -> Any:
    """Run a call in three threads at once; returns the result of one, or raises the error of one."""
    results: list[Any] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            results.append(call.function(*call.args, **call.options))
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results[0]


def _short_of_memory(call: Call, rng: random.Random) -> Any:
    """Run a call with hardly any address space left."""
    if SANITIZED:
        return call.function(*call.args, **call.options)
    with open("/proc/self/statm", encoding="ascii") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + rng.choice([0, 1 << 16, 1 << 20]), hard))
    try:
        return call.function(*call.args, **call.options)
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def run(seed: int, number: int, known: list[Entry], keep: int | None = None) -> tuple[Case, Outcome]:
    """Make a case and run it."""
    entry = known[number % len(known)]
    valid = number // len(known) % ROUNDS == 0 or entry.name in TRUSTING
    rng = random.Random(f"{seed}/{number}")
    world = World(rng)
    warnings.simplefilter("ignore")
    cards._drawn_by.clear()  # type: ignore[attr-defined]  # private; what an earlier case has changed for all
    unraisable: list[str] = []
    sys.unraisablehook = lambda args: unraisable.append(f"{args.err_msg} {args.exc_value!r}")
    call, way = call_of(entry, world), "plain"
    plan: list[str] = []
    if not valid:
        way = rng.choice(["plain"] * 20 + ["threads", "interrupt", "memory"])
        way = "plain" if entry.name in WAITING else way
        if way == "plain" or (entry.name not in LONG and rng.random() < 0.3):
            call, plan = spoil(call, entry, world, rng, keep)
        if way != "plain":
            plan.append(way)
    texts = [shown(value) for value in call.args]
    texts += [f"{name}={shown(value)}" for name, value in call.options.items()]
    case = Case(number, entry.name, valid, tuple(plan), f"{entry.name}({', '.join(texts)})")
    run.case = case  # type: ignore[attr-defined]
    fault, kind, result = "", "result", None
    try:
        if way == "threads":
            result = _threaded(call)
        elif way == "interrupt":
            result = _interrupted(call, rng.choice([0.0001, 0.001, 0.01]))
        elif way == "memory":
            result = _short_of_memory(call, rng)
        elif not valid and entry.name in LONG:
            result = _interrupted(call, 0.5)
        else:
            result = call.function(*call.args, **call.options)
        if hasattr(result, "__next__"):
            result = list(itertools.islice(result, 100))
    except BaseException as error:
        kind = type(error).__name__
        allowed = isinstance(error, ALLOWED) or (
            isinstance(error, RuntimeError) and str(error).startswith(RUNTIME)
        )
        if isinstance(error, KeyboardInterrupt):
            allowed = way == "interrupt" or entry.name in LONG
        elif is_private(entry.name) and not isinstance(
            error, (SystemError, AssertionError, UnboundLocalError)
        ):
            allowed = True
        if not allowed:
            fault = f"{kind}: {str(error)[:200]}"
        elif valid and entry.name not in REFUSED:
            fault = f"good arguments: {kind}: {str(error)[:200]}"
        del error
    if not fault:
        try:
            check(
                [call.receiver, result, *[world.__dict__[at] for at in sorted(world.__dict__) if at != "rng"]]
            )
        except Exception as error:
            fault = f"afterwards: {type(error).__name__}: {str(error)[:200]}"
            if not isinstance(error, Broken):
                import traceback

                fault += traceback.format_exc(limit=-3)
    if unraisable and not fault:
        fault = f"lost: {unraisable[0][:200]}"
    return case, Outcome(kind, fault)
