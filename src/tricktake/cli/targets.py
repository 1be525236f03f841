"""Where a command is to write, looked at before the work: what cannot be written is refused at once."""

from __future__ import annotations

import argparse
import errno
import os
from pathlib import Path

from tricktake.cli.arguments import Failure, UsageError
from tricktake.review import check_plot

__all__ = ["check_targets"]


def check_targets(args: argparse.Namespace) -> None:
    """Refuse files that cannot be written, before anything is analysed.

    Parameters
    ----------
    args : argparse.Namespace

    Raises
    ------
    UsageError
        If the name of a plot says no format that can be drawn.
    Failure
        If a package is missing, or the folder of pictures is a file.
    OSError
        If a file cannot be written.

    Examples
    --------
    >>> check_targets(argparse.Namespace(plot=None, html=None, svg=None))
    """
    if args.plot is not None:
        try:
            check_plot(args.plot)
        except ImportError as error:
            raise Failure(f"--plot: {error}") from error
        except ValueError as error:
            raise UsageError(f"--plot: {error}") from error
        _check_file(args.plot)
    if args.html is not None:
        _check_file(args.html)
    if args.svg is not None:
        path = Path(args.svg)
        if path.exists() and not path.is_dir():
            raise Failure(f"--svg: {args.svg[:80]!r} is no folder")
        _check_file(path / "0.svg" if path.exists() else path)  # the folder is made later


def _check_file(file: str | Path) -> None:
    """Refuse a file that cannot be written: no such folder, not allowed, or a folder itself."""
    path = Path(file)
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
