"""A target for tests: the model without the features `state`, `registers` and `addresses`, like a GPU behind a driver.
It only starts kernels, and moves all memory. Results are therefore correct only if wrappers and relocations are."""
from __future__ import annotations

from ..execution.model_run import Model
from ..protocol.adapter import serve
from ..protocol.messages import plan_from_message, result_body
from ..targets.model_child import hello

SHIFT = 0x7_0000_0000


def move_memory(case: dict) -> dict:
    """Return the case with code and all regions moved to other addresses, and with relocated pointers."""
    regions = {
        region["name"]: {
            **region,
            "address": region["address"] + SHIFT,
            "bytes": bytearray(region["bytes"]).ljust(region["size"], b"\0"),
        }
        for region in case["memory"]
    }
    for name, offset, target, addend, part in case["pointers"]:
        word = (regions[target]["address"] + addend) & (1 << 64) - 1
        data = word.to_bytes(8, "little")
        data = {"64": data, "lo": data[:4], "hi": data[4:]}[part]
        regions[name]["bytes"][offset:offset + len(data)] = data
    looks = [{**look, "address": look["address"] + SHIFT} for look in case["observe"]["memory"]]
    return {
        **case,
        "base": case["base"] + SHIFT,
        "memory": [{**region, "bytes": bytes(region["bytes"])} for region in regions.values()],
        "observe": {**case["observe"], "memory": looks},
    }


def main() -> None:
    """python -m assay.harness.adapter_check.bare_adapter"""
    model = Model()
    hello_message = hello("bare")
    missing = ("state", "registers", "addresses", "dispatch")
    features = [feature for feature in hello_message["features"] if feature not in missing]

    def run(case: dict, seconds: float) -> dict:
        return result_body(model.run(plan_from_message(move_memory(case))))
    serve({**hello_message, "features": features}, run)


if __name__ == "__main__":
    main()
