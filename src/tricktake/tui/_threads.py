"""Thinking beside the screen: a function in a thread of its own, waited for without blocking.

The thread is a daemon and belongs to no pool, so that leaving the game never waits for a bot that thinks, or
for one that will not stop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TypeVar

__all__ = ["beside"]

T = TypeVar("T")


async def beside(function: Callable[[], T]) -> T:
    """Run a function in a thread and wait for what it returns.

    Parameters
    ----------
    function : callable
        Without arguments.

    Returns
    -------
    object
        What it returns; what it raises is raised here.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def succeed(value: T) -> None:
        if not future.done():
            future.set_result(value)

    def fail(error: Exception) -> None:
        if not future.done():
            future.set_exception(error)

    def work() -> None:
        with suppress(RuntimeError):  # the screen has been left, and its loop is closed
            try:
                value = function()
            except Exception as error:
                loop.call_soon_threadsafe(fail, error)
            else:
                loop.call_soon_threadsafe(succeed, value)

    Thread(target=work, daemon=True, name="tricktake-thinks").start()
    return await future
