"""The target `model`: Assay's own model behind the protocol."""
from __future__ import annotations

import argparse

from ..adapter import serve
from ..case import CaseError
from ..choices import load_choices
from ..protocol import plan_of, result_of
from ..register_names import WAVES
from ..run import Model


def hello(name: str) -> dict:
    """What the model offers."""
    from ..versions import model_digest
    return {
        "name": name,
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


def answer(name: str, model: Model) -> None:
    """Serves cases until standard input ends; `name`: what the target calls itself."""

    def run(case: dict, seconds: float) -> dict:
        try:
            return result_of(model.run(plan_of(case)))
        except CaseError as error:
            return {"status": "unsupported", "operation": error.field, "text": str(error)}
    serve(hello(name), run)


def main() -> None:
    """python -m assay.harness.targets.model [--choices FILE]"""
    parser = argparse.ArgumentParser()
    parser.add_argument("--choices", type=load_choices, help="do as this file declares")
    answer("model", Model(parser.parse_args().choices))


if __name__ == "__main__":
    main()
