"""The target `model`: Assay's own model behind the protocol."""
from __future__ import annotations

import argparse

from ..adapter import serve
from ..case import CaseError
from ..choices import load_choices
from ..protocol import plan_of, result_of
from ..register_names import WAVES
from ..run import Model
from ..shape import Contents, Shapes, words_of


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


ALIKE = ("arch", "wave", "base", "entry", "lds", "scratch", "sgprs", "vgprs", "policy", "schedule", "profile",
         "instructions")


def key_of(case: dict) -> tuple:
    """What cases of one shape have in common."""
    observe = case["observe"]
    return (
        *(case[name] for name in ALIKE), *case["grid"], *case["group"], tuple(case["state"]),
        *(tuple(one) for one in case["waves"]), *observe["registers"], observe["lds"],
        *((one["name"], one["address"], one["size"]) for one in case["memory"]),
        *((one["name"], one["address"], one["size"]) for one in observe["memory"]),
    )


def contents_of(case: dict) -> Contents:
    """And in what they differ."""
    states = [case["state"], *case["waves"]]
    return Contents(
        case["code"],
        words_of([([value for value in one.values() if value.__class__ is int],
                   [value for value in one.values() if value.__class__ is bytes]) for one in states]),
        [one["bytes"] for one in case["memory"]], case["lds_bytes"], case["seed"],
    )


def answer(name: str, model: Model) -> None:
    """Serves cases until standard input ends; `name`: what the target calls itself."""

    shapes = Shapes(model)

    def run(case: dict, seconds: float) -> dict:
        try:
            dispatched = case["descriptor"] or case["registers"]
            shape = None if dispatched else shapes.find(key_of(case), lambda: plan_of(case))
            found = shape and shape.run(contents_of(case))
            return found.body if found else result_of(model.run(plan_of(case)))
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
