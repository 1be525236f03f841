"""Run the benchmarks and print one row a figure.

    python benchmarks/run.py [NAME…] [--json FILE] [--list]

Every figure is the median of its rounds, on one thread; results are checked before the clock counts, and
peers run in turn with us in the same rounds. The exit code is 1 if a required figure is missed.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def machine() -> dict[str, str]:
    """What the figures were measured on."""
    import numpy

    import cardcore
    import tricktake

    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return {
        "processor": model,
        "cores": str(os.cpu_count()),
        "python": platform.python_version(),
        "compiler": platform.python_compiler(),
        "numpy": numpy.__version__,
        "tricktake": tricktake.__version__,
        "kernels": cardcore.build_in_use(),
    }


def main() -> int:
    """Run what is asked for."""
    sys.path.insert(0, str(HERE))
    from harness import BENCHMARKS, Figure

    for path in sorted(HERE.glob("bench_*.py")):
        importlib.import_module(path.stem)
    parser = argparse.ArgumentParser(description="Run the benchmarks.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHMARKS)}; default: all")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file as well")
    parser.add_argument("--list", action="store_true", help="list the benchmarks")
    arguments = parser.parse_args()
    if arguments.list:
        for name, function in BENCHMARKS.items():
            print(f"{name:20} {(function.__doc__ or '').splitlines()[0]}")
        return 0
    unknown = [name for name in arguments.names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"there is no benchmark {unknown[0]!r}; there are {', '.join(BENCHMARKS)}")
    about = machine()
    print(", ".join([f"{name} {value}" for name, value in about.items()]))
    print()
    columns = ["figure", "median", "unit", "best", "spread", "required", "peer", "ratio"]
    print("| " + " | ".join(columns) + " |")
    print("|" + "---|" * len(columns))
    figures: list[Figure] = []
    for name in arguments.names or BENCHMARKS:
        for row in BENCHMARKS[name]():
            figures.append(row)
            print("| " + " | ".join(row.row()) + " |", flush=True)
    if arguments.json:
        data = {"machine": about, "figures": [row.data() for row in figures]}
        arguments.json.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return 1 if any(row.ok is False for row in figures) else 0


if __name__ == "__main__":
    sys.exit(main())
