"""python -m assay.cli: the same as the `assay` command."""
from . import command

command()
