"""``python -m tricktake`` is the command ``tricktake``."""

import sys

from tricktake.cli import main

if __name__ == "__main__":
    sys.exit(main())
