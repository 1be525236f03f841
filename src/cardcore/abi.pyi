from typing import Final

__all__ = ["ABI_VERSION", "struct_sizes"]

ABI_VERSION: Final[int]

def struct_sizes() -> dict[str, int]: ...
