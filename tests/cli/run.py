"""Runs the command line: in a process of its own as a shell does, or in this one, which is faster.

:func:`many` runs several commands in one process of its own, so that its streams are real and Python starts
but once.
"""

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from tricktake.cli import main

_SCREEN = ("NO_COLOR", "TERM", "COLUMNS", "PYTHONIOENCODING", "PYTHONUTF8", "PYTHONCOERCECLOCALE")
_MARK = "\x01"
_MANY = """
import json, os, sys, tempfile
from tricktake.cli import main

codes = []
for args, stdin, env in json.loads(os.environ["TRICKTAKE_TEST_COMMANDS"]):
    os.environ.update(env)
    if stdin is not None:
        encoding = sys.stdin.encoding
        with tempfile.TemporaryFile() as file:
            file.write(stdin.encode(encoding, "replace"))
            file.seek(0)
            os.dup2(file.fileno(), 0)
        sys.stdin = open(0, encoding=encoding, closefd=False)
    codes.append(main(args))
    for stream in (sys.stdout, sys.stderr):
        stream.write(chr(1))
        stream.flush()
with open(os.environ["TRICKTAKE_TEST_CODES"], "w") as file:
    json.dump(codes, file)
"""


def environment(encoding="utf-8", **more):
    """The variables of this process without those that say what a screen can show."""
    kept = {name: value for name, value in os.environ.items() if name not in _SCREEN}
    return kept | ({} if encoding is None else {"PYTHONIOENCODING": encoding}) | more


def tricktake(*args, stdin="", encoding="utf-8", env=None):
    """Run ``python -m tricktake``; return exit code, output and errors, decoded."""
    done = subprocess.run(
        [sys.executable, "-m", "tricktake", *args],
        input=stdin.encode(encoding, "replace"),
        capture_output=True,
        env=environment(encoding, **(env or {})),
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding)


def many(commands, *, encoding="utf-8", env=None, closed="", stdout=subprocess.PIPE):
    """Run commands in one process, one after the other.

    Each is a sequence of words, or a triple of that, standard input and further variables. ``closed`` is what
    the shell is told to do with the streams. Returns exit code, output and errors for each.
    """
    whole = [one if len(one) == 3 and isinstance(one[2], dict) else (one, None, {}) for one in commands]
    with TemporaryDirectory() as folder:
        codes = Path(folder) / "codes"
        told = {"TRICKTAKE_TEST_COMMANDS": json.dumps(whole), "TRICKTAKE_TEST_CODES": str(codes)}
        done = subprocess.run(
            ["sh", "-c", f'exec "$0" "$@" {closed}', sys.executable, "-c", _MANY],
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=subprocess.PIPE,
            env=environment(encoding, **told, **(env or {})),
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode(errors="replace")
        found = json.loads(codes.read_text(encoding="utf-8"))
    texts = []
    for stream in (done.stdout, done.stderr):
        parts = (stream or b"").decode(encoding or "ascii").split(_MARK)[:-1]
        texts.append(parts or [""] * len(found))  # closed, or somebody else reads it
    return list(zip(found, *texts, strict=True))


def inline(*args, stdin="", encoding="utf-8"):
    """Call ``main`` with streams of this encoding; return the same as :func:`tricktake`."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2)]
    source = io.TextIOWrapper(io.BytesIO(stdin.encode(encoding, "replace")), encoding=encoding)
    with redirect_stdout(streams[0]), redirect_stderr(streams[1]), patch.object(sys, "stdin", source):
        code = main(args)
    texts = []
    for stream in streams:
        stream.flush()
        texts.append(stream.buffer.getvalue().decode(encoding))
    return code, texts[0], texts[1]
