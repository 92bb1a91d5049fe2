"""python -m assay.cli: the same as the `assay` command."""
import sys

from . import main

sys.exit(main())
