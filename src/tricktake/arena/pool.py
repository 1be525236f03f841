"""Processes of one's own: started afresh, deaf to Ctrl-C, and gone as soon as nobody waits for them."""

from __future__ import annotations

import os
import signal
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection
from types import TracebackType

__all__ = ["GUARD", "Processes"]

GUARD = 'put what starts it under the line: if __name__ == "__main__":'
"""What a script with worker processes needs."""


class Processes:
    """A process pool that ends with whoever made it, however that comes to an end. A context manager.

    Parameters
    ----------
    workers : int
        How many processes.

    Notes
    -----
    Each process watches a pipe whose other end is held here. When that is closed, and be it because this
    process has been killed, they end at once, in the midst of a decision.

    They import the main module. One that begins an arena when it is imported would start processes without
    end; there the new process ends, and says why.

    Examples
    --------
    >>> with Processes(2) as pool:  # doctest: +SKIP
    ...     list(pool.map(abs, [1, -2]))
    [1, 2]
    """

    def __init__(self, workers: int) -> None:
        if getattr(current_process(), "_inheriting", False):  # importing the main module, before any work
            script = sys.argv[0] or "the main module"
            sys.exit(
                f"tricktake: a worker process has imported {script}, which starts an arena with workers "
                f"again; {GUARD}"
            )
        context = get_context("spawn")
        watched, self._held = context.Pipe(duplex=False)
        self._watched = watched
        self.executor: ProcessPoolExecutor = ProcessPoolExecutor(
            workers, mp_context=context, initializer=_begin, initargs=(watched,)
        )

    def __enter__(self) -> ProcessPoolExecutor:
        return self.executor

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self._held.close()  # nobody waits for what they are at
        self.executor.shutdown(cancel_futures=True)
        self._held.close()
        self._watched.close()


def _begin(watched: Connection) -> None:
    """Set up a process of the pool."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever made the pool decides
    threading.Thread(target=_watch, args=(watched,), daemon=True).start()


def _watch(watched: Connection) -> None:
    try:
        watched.recv_bytes()
    except (EOFError, OSError):
        os._exit(1)
