"""The targets `mutant:ID`: the model with one fault of faults.txt, behind the protocol."""
import argparse

from ..case.choices import load_choices
from ..targets.model import answer
from . import curated_faults


def main():
    """python -m assay.harness.faults.target ID [--choices FILE]"""
    parser = argparse.ArgumentParser()
    parser.add_argument("id", choices=list(curated_faults.read_table()), metavar="ID")
    parser.add_argument("--choices", type=load_choices, help="do as this file declares")
    arguments = parser.parse_args()
    answer(f"mutant {arguments.id}", curated_faults.faulty_model(arguments.id, arguments.choices))


if __name__ == "__main__":
    main()
