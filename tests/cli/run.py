"""Runs the command line: in a process of its own as a shell does, or in this one, which is faster."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

from tricktake.cli import main


def tricktake(*args, stdin="", encoding="utf-8", env=None):
    """Run ``python -m tricktake``; return exit code, output and errors, decoded."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("NO_COLOR", "TERM", "PYTHONIOENCODING", "PYTHONUTF8")
    }
    done = subprocess.run(
        [sys.executable, "-m", "tricktake", *args],
        input=stdin.encode(encoding, "replace"),
        capture_output=True,
        env=environment | {"PYTHONIOENCODING": encoding, **(env or {})},
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding)


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
