"""The targets `mutant:ID`: the model with one fault of faults.txt, behind the protocol."""
import argparse

from ..harness.choices import load_choices
from ..harness.targets.model import answer
from . import chosen


def main():
    """python -m assay.mutation.target ID [--choices FILE]"""
    parser = argparse.ArgumentParser()
    parser.add_argument("id", choices=list(chosen.read()), metavar="ID")
    parser.add_argument("--choices", type=load_choices, help="do as this file declares")
    arguments = parser.parse_args()
    answer(f"mutant {arguments.id}", chosen.model(arguments.id, arguments.choices))


if __name__ == "__main__":
    main()
