"""Files that are written whole or not at all.

What is at a path is replaced in one step, so that a crash leaves the old file or the new one. What is no
regular file (a pipe, a device) is written into instead: it is not ours to replace.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

__all__ = ["is_replaced", "write_whole"]


def is_replaced(path: str | os.PathLike[str]) -> bool:
    """Whether a file is replaced when it is written, and can be read again afterwards.

    Parameters
    ----------
    path : str or path

    Returns
    -------
    bool
        False for a pipe, a device or a directory.

    Examples
    --------
    >>> is_replaced(os.devnull), is_replaced("no such file")
    (False, True)
    """
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except OSError:
        return True


def write_whole(path: str | os.PathLike[str], data: str | bytes) -> None:
    """Write a file so that it is there whole or as it was before.

    Parameters
    ----------
    path : str or path
        What a link points to is replaced, not the link. What is no regular file is written into.
    data : str or bytes
        A text is written as UTF-8, its line ends as they are.

    Raises
    ------
    OSError
        If it cannot be written; then a regular file is as it was.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_whole(Path(folder) / "match.txt", "a match")
    ...     (Path(folder) / "match.txt").read_text(encoding="utf-8"), len(list(Path(folder).iterdir()))
    ('a match', 1)
    """
    raw = data.encode() if isinstance(data, str) else data
    try:
        if is_replaced(path):
            _replace(Path(os.path.realpath(path)), raw)
            return
        if os.path.isdir(path):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        with open(path, "wb") as file:
            file.write(raw)
    except OSError as error:
        if error.errno is None:
            raise
        # nobody knows the name of the file that was to become this one
        raise OSError(error.errno, error.strerror, os.fspath(path)) from error


def _replace(target: Path, data: bytes) -> None:
    made = target.with_name(f".tricktake-{token_hex(6)}.tmp")
    try:
        with made.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with suppress(OSError):  # a file made before keeps its permissions
            made.chmod(target.stat().st_mode & 0o7777)
        os.replace(made, target)
    except BaseException:
        with suppress(OSError):
            made.unlink()
        raise
