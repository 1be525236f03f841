"""``tricktake about``: which versions, formats and optional packages are here."""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Mapping
from importlib import metadata
from importlib.util import find_spec
from types import MappingProxyType

from tricktake._version import __version__
from tricktake.cli.arguments import add_screen
from tricktake.cli.terminal import Terminal

__all__ = ["EXTRAS", "add_arguments", "facts", "run"]

EXTRAS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "completion": {"shtab": "shtab"},
        "dask": {"distributed": "distributed"},
        "openspiel": {"pyspiel": "open_spiel"},
        "plot": {"matplotlib": "matplotlib"},
        "rich": {"rich": "rich"},
        "rl": {"pettingzoo": "pettingzoo", "gymnasium": "gymnasium"},
        "tui": {"textual": "textual"},
    }
)
"""What each extra installs: modules, and the names of their distributions."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments.

    Parameters
    ----------
    parser : argparse.ArgumentParser

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> parser.parse_args(["--json"]).json
    True
    """
    output = parser.add_argument_group("output")
    output.add_argument("--json", action="store_true", help="one line of JSON, for programs")
    add_screen(output)


def facts() -> dict[str, object]:
    """What is here, as data.

    Returns
    -------
    dict
        ``extras`` holds the version of each distribution of an extra, None where it is missing.

    Examples
    --------
    >>> found = facts()
    >>> found["tricktake"] == __version__, found["seed stream"], found["record format"]
    (True, 1, 1)
    """
    from cardcore import STREAM_VERSION, build_in_use, builds
    from tricktake.fivehundred.text import TEXT_VERSION
    from tricktake.records.textwrite import VERSION

    return {
        "tricktake": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": f"{platform.system()} {platform.machine()}",
        "numpy": _version("numpy", "numpy"),
        "loops": build_in_use(),
        "loops here": list(builds()),
        "seed stream": STREAM_VERSION,
        "record format": VERSION,
        "deal text": TEXT_VERSION,
        "extras": {
            extra: {name: _version(module, name) for module, name in parts.items()}
            for extra, parts in EXTRAS.items()
        },
    }


def _version(module: str, name: str) -> str | None:
    """The version of a distribution, which is not imported for it."""
    try:
        if find_spec(module) is None:
            return None
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "of unknown version"
    except (ImportError, ValueError):  # hidden, or broken
        return None


def run(args: argparse.Namespace) -> int:
    """Print what is here.

    Parameters
    ----------
    args : argparse.Namespace

    Returns
    -------
    int
        Exit code.

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> run(parser.parse_args([]))  # doctest: +ELLIPSIS
    tricktake         ...
    0
    """
    found, terminal = facts(), Terminal.of(args)
    if args.json:
        terminal.line(json.dumps(found))
        return 0
    extras = found.pop("extras")
    here = found.pop("loops here")
    assert isinstance(extras, dict)
    assert isinstance(here, list)
    found["loops"] = f"{found['loops']} (this machine can run: {', '.join(here)})"
    for name, value in found.items():
        terminal.line(f"{name:<16}  {value}")
    for extra, parts in extras.items():
        missing = None in parts.values()
        words = ", ".join([f"{name} {version}" for name, version in parts.items() if version is not None])
        if missing:
            words = f"{words}{'; ' if words else ''}missing: pip install 'tricktake[{extra}]'"
        terminal.line(f"{'extra ' + extra:<16}  {words}")
    return 0
