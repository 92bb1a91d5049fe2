"""The target `model` (and, with --mutant N, `mutant:ID`): Assay's own model behind the protocol."""
from __future__ import annotations

import argparse

from ..adapter import serve
from ..case import CaseError
from ..choices import load_choices
from ..protocol import plan_of, result_of
from ..registers import WAVES
from ..run import Model


def hello(mutant: int) -> dict:
    """What the model offers."""
    from ..versions import model_digest
    return {
        "name": f"mutant {mutant}" if mutant else "model",
        "version": model_digest(),
        "architectures": list(WAVES),
        "waves": {arch: list(sizes) for arch, sizes in WAVES.items()},
        "features": [
            "state",
            "registers",
            "memory",
            "lds",
            "waves",
            "dispatch",
            "addresses",
            "count",
            "findings",
            "deterministic",
        ],
    }


def main() -> None:
    """python -m assay.harness.targets.model [--mutant N] [--choices FILE]"""
    parser = argparse.ArgumentParser()
    parser.add_argument("--mutant", type=int, default=0)
    parser.add_argument("--choices", type=load_choices, help="do as this file declares")
    arguments = parser.parse_args()
    mutant, model = arguments.mutant, Model(arguments.mutant, arguments.choices)

    def run(case: dict, seconds: float) -> dict:
        try:
            return result_of(model.run(plan_of(case)))
        except CaseError as error:
            return {"status": "unsupported", "operation": error.field, "text": str(error)}
    serve(hello(mutant), run)


if __name__ == "__main__":
    main()
