"""Call every compiled entry point of cardcore with arguments nobody should hand over.

    python tools/fuzz_core.py [--seconds 60] [--seed 1] [--only NAME] [--cases N]
    python tools/fuzz_core.py --seed 1 --case 12345           one case again, with what was called

A call may return, leave every object as its laws say, or raise an error of ours, TypeError, ValueError,
OverflowError, IndexError, MemoryError or BufferError. Anything else is a fault: another exception, an
object that broke a law, a crash, a call that does not come back. Cases run in a process of their own, so
that a crash is one fault among others; the report names the case, which is the same whenever it is run. The
run also fails if an entry point was never reached with good arguments, or never with bad ones.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import mmap
import os
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
PATIENCE = 240.0 if "ASAN_OPTIONS" in os.environ else 60.0
"""Seconds of one case, on a busy machine; the slowest takes one."""
MOST_FAULTS = 20


def chosen(only: str) -> list[Any]:
    """The entry points whose name has a part."""
    from corecalls.entries import entries, missing_from_stubs

    known = entries()
    missing = missing_from_stubs(known)
    if missing:
        raise SystemExit(f"in a stub, but not found: {missing}")
    return [known[name] for name in sorted(known) if only in name]


def work(options: argparse.Namespace) -> None:
    """Run cases from a number on, in this process; counts and faults are printed as lines of JSON."""
    from corecalls.case import SANITIZED, run

    faulthandler.enable()
    if not SANITIZED:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (3 << 30, resource.getrlimit(resource.RLIMIT_AS)[1]))
    known = chosen(options.only)
    with open(options.heart, "r+b") as file:
        heart = mmap.mmap(file.fileno(), 16)
    end = time.monotonic() + options.seconds
    least = 2 * len(known)  # every entry point with good arguments, and with bad ones
    counts: Counter[str] = Counter()
    number = options.start

    def tell() -> None:
        print(json.dumps({"counts": counts, "to": number}), flush=True)
        counts.clear()

    while (time.monotonic() < end or number < least) and number < options.cases:
        heart[:16] = struct.pack("qd", number, time.monotonic())
        case, outcome = run(options.seed, number, known)
        counts[f"{case.entry}|{'good' if case.valid else 'bad'}|{outcome.kind}"] += 1
        number += 1
        if outcome.fault:
            print(json.dumps({"case": case, "fault": outcome.fault}), flush=True)
        if number % 50 == 0:
            tell()
    tell()


def one(options: argparse.Namespace) -> int:
    """Run one case and say what it was."""
    from corecalls.case import run

    faulthandler.enable()
    known = chosen(options.only)
    try:
        case, outcome = run(options.seed, options.case, known, options.keep)
    finally:
        case = getattr(run, "case", None)  # type: ignore[assignment]
        print(
            f"{case.shown}\n    done to it: {'; '.join(case.plan) or 'nothing'}" if case else "no call",
            flush=True,
        )
    print(f"    {outcome.kind}; {outcome.fault or 'as it should be'}")
    return 1 if outcome.fault else 0


class Hunt:
    """The parent: starts workers, watches them, adds up."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options, self.counts, self.faults = options, Counter[str](), list[str]()
        self.kinds: set[str] = set()

    def repeat(self, number: int, *more: str) -> tuple[int, str]:
        """Run one case again in a process; its end and its text."""
        command = [sys.executable, __file__, "--seed", str(self.options.seed), "--only", self.options.only]
        try:
            done = subprocess.run(
                [*command, "--case", str(number), *more],
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return -9, "    does not come back"
        return done.returncode, "\n".join((done.stdout + done.stderr[-1500:]).splitlines()[:40])

    def fault(self, number: int, entry: str, what: str) -> None:
        """Report a fault once for each entry point and kind, with the fewest changes that still show it."""
        kind = f"{entry}: {what[:50]}"
        if kind in self.kinds:
            self.faults.append(kind)
            return
        self.kinds.add(kind)
        self.faults.append(kind)
        print(f"FAULT in {entry}: {what}", flush=True)
        keep: tuple[str, ...] = ()
        code, text = self.repeat(number)
        if code:
            for at in range(2):
                less, shorter = self.repeat(number, "--keep", str(at))
                if less:
                    keep, text = ("--keep", str(at)), shorter
                    break
        print(
            f"  again: python tools/fuzz_core.py --seed {self.options.seed} --only '{self.options.only}' "
            f"--case {number} {' '.join(keep)}\n{text}", flush=True,
        )  # fmt: skip

    def hunt(self) -> None:
        """Start workers until the time is over; one that breaks is followed by another."""
        options, end, start = self.options, time.monotonic() + self.options.seconds, 0
        names = [entry.name for entry in chosen(options.only)]
        least = 2 * len(names)
        with tempfile.NamedTemporaryFile() as heart, tempfile.TemporaryFile("w+") as errors:
            heart.write(bytes(16))
            heart.flush()
            view = mmap.mmap(heart.fileno(), 16)
            while (
                (time.monotonic() < end or start < least)
                and start < options.cases
                and len(self.kinds) < MOST_FAULTS
            ):
                errors.seek(0)
                errors.truncate()
                view[:16] = struct.pack("qd", start, time.monotonic())
                command = [
                    sys.executable, __file__, "--seed", str(options.seed), "--only", options.only,
                    "--start", str(start),
                    "--heart", heart.name, "--cases", str(options.cases),
                    "--seconds", str(max(0.0, end - time.monotonic())),
                ]  # fmt: skip
                process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
                reached, hung = self.watch(process, view)
                if process.returncode == 0:
                    return
                number = struct.unpack("qd", view[:16])[0]
                errors.seek(0)
                text = errors.read()
                what = "does not come back" if hung else f"the process ended with {process.returncode}"
                summary = [
                    line
                    for line in text.splitlines()
                    if "ERROR" in line or "runtime error" in line or "Fatal" in line
                ]
                self.counts[f"{names[number % len(names)]}|{'bad'}|crash"] += 1
                self.fault(number, names[number % len(names)], f"{what} {summary[:1]}\n{text[-3000:]}")
                start = max(reached, number + 1)

    def watch(self, process: subprocess.Popen[str], view: mmap.mmap) -> tuple[int, bool]:
        """Read what a worker says until it ends, or stands still."""
        import threading

        reached, hung = 0, False

        def watchman() -> None:
            nonlocal hung
            while process.poll() is None:
                time.sleep(0.2)
                since = struct.unpack("qd", view[:16])[1]
                if time.monotonic() - since > PATIENCE:
                    hung = True
                    process.send_signal(signal.SIGABRT)  # faulthandler says where it stands
                    time.sleep(2)
                    process.kill()

        watcher = threading.Thread(target=watchman)
        watcher.start()
        assert process.stdout is not None
        for line in process.stdout:
            try:
                told = json.loads(line)
            except json.JSONDecodeError:
                continue
            if "counts" in told:
                self.counts.update(told["counts"])
                reached = told["to"]
            else:
                self.fault(told["case"][0], told["case"][1], told["fault"])
        process.wait()
        watcher.join()
        return reached, hung

    def report(self) -> int:
        """Print the summary; 1 if there were faults, or entry points that were not reached."""
        from corecalls.case import TRUSTING
        from corecalls.good import REFUSED

        names = [entry.name for entry in chosen(self.options.only)]
        reached: dict[str, Counter[str]] = {name: Counter() for name in names}
        outcomes: Counter[str] = Counter()
        for key, count in self.counts.items():
            name, sort, kind = key.split("|")
            reached[name][sort if sort == "bad" or kind == "result" or name in REFUSED else "failed"] += count
            outcomes[kind] += count
        if self.options.verbose:
            for name in names:
                print(f"{name}: {dict(reached[name])}")
        never = (
            [name for name in names if not reached[name]["good"]],
            [name for name in names if not reached[name]["bad"] and name not in TRUSTING],
        )
        print(f"seed {self.options.seed}: {sum(outcomes.values())} calls of {len(names)} entry points; "
              f"{dict(outcomes.most_common())}")  # fmt: skip
        for what, found in zip(("good", "bad"), never, strict=True):
            if found:
                print(f"never called with {what} arguments: {', '.join(found)}")
        print(f"{len(self.faults)} faults, {len(self.kinds)} different")
        return 1 if self.faults or any(never) else 0


def main() -> int:
    """Read the options and go."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="entry points with this in their name")
    parser.add_argument("--cases", type=int, default=1 << 60, help="at most so many calls")
    parser.add_argument("--case", type=int, help="run this one alone")
    parser.add_argument("--keep", type=int, help="of what is done to it, only this")
    parser.add_argument("--verbose", action="store_true", help="a line for each entry point")
    parser.add_argument("--start", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--heart", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.heart:
        work(options)
        return 0
    if options.case is not None:
        return one(options)
    hunt = Hunt(options)
    hunt.hunt()
    return hunt.report()


if __name__ == "__main__":
    sys.exit(main())
