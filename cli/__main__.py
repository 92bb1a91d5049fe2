"""python -m assay.cli: the same as the `assay` command."""
import sys

from assay.cli import main

sys.exit(main())
