"""Child process of the targets `mutant:ID`: the model with one fault of faults.txt behind the protocol."""
import argparse

from ..case.choices import load_choices
from ..faults import curated_faults
from .model_child import serve_model


def main() -> None:
    """python -m assay.harness.targets.mutant_child ID [--choices FILE]"""
    parser = argparse.ArgumentParser()
    parser.add_argument("id", choices=list(curated_faults.read_table()), metavar="ID")
    parser.add_argument("--choices", type=load_choices, help="declaration of implementation-defined choices")
    arguments = parser.parse_args()
    serve_model(f"mutant {arguments.id}", curated_faults.faulty_model(arguments.id, arguments.choices))


if __name__ == "__main__":
    main()
