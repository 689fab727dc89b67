"""`python -m fylking`: the command line."""

import sys

from fylking.cli import main

sys.exit(main())
