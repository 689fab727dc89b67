"""`python -m fylking`: the command line."""

import sys

from fylking.cli import main

if __name__ == "__main__":
    sys.exit(main())
