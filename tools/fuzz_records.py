"""Fuzz the readers of records: with atheris if it is installed, else with random changes of the seeds.

    python tools/fuzz_records.py [--seconds 3600] [--found FOLDER]

Seeds are ``tests/records/corpus`` and ``tests/records/golden``. What breaks a law of
``tests/records/checking.py``, or takes long, is written to the folder, named by its digest; it belongs in the
corpus when it is mended. ``--plain`` does without atheris.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
SLOW = 2.0  # seconds for one input


class Fuzzer:
    """Runs inputs and keeps those that are interesting."""

    def __init__(self, seconds: float, found: Path) -> None:
        self.found, self.end, self.start = found, time.monotonic() + seconds, time.monotonic()
        self.runs, self.failures, self.shown = 0, 0, time.monotonic()
        self.kinds: dict[str, int] = {}
        from records.checking import check

        folders = ("corpus", "golden")
        paths = [path for name in folders for path in sorted((ROOT / "tests" / "records" / name).iterdir())]
        check(b"")  # everything is loaded now
        self.seeds = [path.read_bytes() for path in paths if path.is_file()]

    def run(self, data: bytes) -> None:
        """Check one input."""
        from records.checking import check

        begun = time.process_time()
        self.runs += 1
        try:
            kind = check(data)
            self.kinds[kind] = self.kinds.get(kind, 0) + 1
            if time.process_time() - begun > SLOW:
                raise AssertionError(f"took {time.process_time() - begun:.1f} s")
        except Exception as error:
            self.keep(data, error)
        now = time.monotonic()
        if now - self.shown > 60:
            self.shown = now
            self.report()
        if now > self.end:
            self.report()
            sys.stdout.flush()
            os._exit(1 if self.failures else 0)  # atheris takes any exception for a finding

    def keep(self, data: bytes, error: Exception) -> None:
        """Write an input that failed to the folder."""
        self.failures += 1
        self.found.mkdir(parents=True, exist_ok=True)
        name = sha256(data).hexdigest()[:12]
        (self.found / name).write_bytes(data)
        print(f"{name}: {type(error).__name__}: {str(error)[:300]}", flush=True)

    def report(self) -> None:
        """Say how far it has come."""
        seconds = time.monotonic() - self.start
        print(f"{self.runs} runs in {seconds:.0f} s, {self.failures} failures, {self.kinds}", flush=True)

    def plain(self) -> None:
        """Change seeds at random for ever."""
        from records.checking import mutated

        rng = random.Random(time.time_ns())
        while True:
            self.run(mutated(rng.choice(self.seeds), rng.choice(self.seeds), rng))

    def atheris(self, atheris: Any) -> None:
        """Let atheris choose the inputs by the code they reach, half of its changes made by word and line."""
        from records.checking import mutated

        def mutate(data: bytes, most: int, seed: int) -> bytes:
            rng = random.Random(seed)
            if rng.random() < 0.4:
                return bytes(atheris.Mutate(data, most))
            return mutated(
                data if data and rng.random() < 0.9 else rng.choice(self.seeds), rng.choice(self.seeds), rng
            )[:most]

        folders = [str(ROOT / "tests" / "records" / name) for name in ("corpus", "golden")]
        fresh = self.found / "corpus"
        fresh.mkdir(parents=True, exist_ok=True)
        options = ["-max_len=20000", "-timeout=60", "-rss_limit_mb=4096", f"-artifact_prefix={self.found}/"]
        atheris.Setup([sys.argv[0], str(fresh), *folders, *options], self.run, custom_mutator=mutate)
        atheris.Fuzz()


def main() -> None:
    """Read the options and go."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--found", type=Path, default=Path("fuzz-found"))
    parser.add_argument("--plain", action="store_true")
    options = parser.parse_args()
    found: Any = None
    if not options.plain:
        try:
            import atheris
        except ImportError:
            print("atheris is not installed; seeds are changed at random")
        else:
            found = atheris
            with atheris.instrument_imports(include=["tricktake.records"]):
                import tricktake.records.unknown  # noqa: F401  # all of it is loaded now
    fuzzer = Fuzzer(options.seconds, options.found)
    if found is None:
        fuzzer.plain()
    else:
        fuzzer.atheris(found)


if __name__ == "__main__":
    main()
