"""Every compiled entry point of cardcore with good arguments, and ways to make them bad.

Shared by ``tools/fuzz_core.py``, which calls everything with bad arguments, and ``tools/leaks.py``, which
calls everything many times and measures memory.
"""
