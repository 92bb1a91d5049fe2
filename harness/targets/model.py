"""The target `model`: Assay's own model behind the protocol."""
from __future__ import annotations

import argparse
import gc
from struct import Struct

from ..adapter import serve
from ..case import CaseError
from ..choices import load_choices
from ..plan import Plan
from ..protocol import plan_of, result_of
from ..register_names import WAVES
from ..run import Model
from ..shape import Contents, Lone, Shapes, Wide, Wides, lone, lone_key, words_of


def hello(name: str) -> dict:
    """What the model offers."""
    from ..versions import model_digest
    return {
        "name": name,
        "version": model_digest(),
        "architectures": list(WAVES),
        "waves": {arch: list(sizes) for arch, sizes in WAVES.items()},
        "features": [
            "state", "registers", "memory", "lds", "waves", "dispatch", "addresses", "count", "findings",
            "deterministic", "gds", "exports", "traps", "packets",
        ],
    }


ALIKE = ("arch", "wave", "base", "entry", "lds", "scratch", "sgprs", "vgprs", "policy", "schedule", "profile",
         "instructions")
GROUP = ("arch", "wave", "base", "entry", "sgprs", "vgprs", "policy", "schedule", "seed", "profile", "instructions")


def key_of(case: dict) -> tuple:
    """What cases of one shape have in common."""
    observe = case["observe"]
    return (
        *(case[name] for name in ALIKE), *case["grid"], *case["group"], tuple(case["state"]),
        *(tuple(one) for one in case["waves"]), *observe["registers"], observe["lds"],
        *((one["name"], one["address"], one["size"], one.get("space", "")) for one in case["memory"]),
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


def plain(case: dict) -> bool:
    """One group of several waves that give the same registers, and nothing in memory?"""
    waves = case["waves"]
    if case["memory"] or case["lds"] or case["scratch"] or case["state"] or len(waves) < 2 or len(case["code"]) > 65536:
        return False
    first = waves[0].keys()
    return case["grid"] == case["group"] == [case["wave"] * len(waves), 1, 1] and bool(
        case["observe"]["registers"]) and all(one.keys() == first for one in waves)


def given(waves: list[dict]) -> tuple[tuple, tuple, bytes]:
    """(scalar dwords, vector numbers, words) of waves that give the same registers."""
    scalars = tuple(name for name, value in waves[0].items() if value.__class__ is int)
    rows = tuple(name for name, value in waves[0].items() if value.__class__ is bytes)
    pack = Struct(f"<{len(scalars)}I").pack
    words = [part for one in waves for part in (pack(*[one[n] for n in scalars]), *[one[n] for n in rows])]
    return scalars, tuple(int(name[1:]) for name in rows), b"".join(words)


def answer(name: str, model: Model) -> None:
    """Serves cases until standard input ends; `name`: what the target calls itself."""

    shapes, wides, lones = Shapes(model), Wides(model, Wide), Wides(model, Lone)

    def once(plan: Plan) -> dict:
        if not lone(plan):
            return result_of(model.run(plan))
        return lones.find(lone_key(plan), lambda: plan).run_plan(plan)[1].body

    def run(case: dict, seconds: float) -> dict:
        try:
            alone = case["descriptor"] or case["registers"] or "trap_handler" in case or "packets" in case
            if not alone and plain(case):
                wide = wides.find(tuple(case[name] for name in GROUP) + tuple(case["group"]), lambda: plan_of(case))
                return wide.run(case["code"], *given(case["waves"]), case["observe"]["registers"])[1].body
            shape = None if alone else shapes.find(key_of(case), lambda: plan_of(case))
            found = shape and shape.run(contents_of(case))
            return found.body if found else once(plan_of(case))
        except CaseError as error:
            return {"status": "unsupported", "operation": error.field, "text": str(error)}
    gc.freeze()                                          # what is loaded stays: only what cases leave is looked through
    serve(hello(name), run)


def main() -> None:
    """python -m assay.harness.targets.model [--choices FILE]"""
    parser = argparse.ArgumentParser()
    parser.add_argument("--choices", type=load_choices, help="do as this file declares")
    answer("model", Model(parser.parse_args().choices))


if __name__ == "__main__":
    main()
