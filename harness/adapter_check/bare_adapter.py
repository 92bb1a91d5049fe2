"""A target for tests: the model without state, registers and addresses, as a GPU behind a driver would be. It starts
kernels, and puts all memory where it likes, so that only what the wrapper and the relocations say can be right."""
from __future__ import annotations

from ..execution.model_run import Model
from ..protocol.adapter import serve
from ..protocol.messages import plan_from_message, result_body
from ..targets.model import hello

SHIFT = 0x7_0000_0000


def moved(case: dict) -> dict:
    """The case with code and every region elsewhere, and every pointer the message lists written anew."""
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
    said = hello("bare")
    features = [one for one in said["features"] if one not in ("state", "registers", "addresses", "dispatch")]
    serve({**said, "features": features}, lambda case, seconds: result_body(model.run(plan_from_message(moved(case)))))


if __name__ == "__main__":
    main()
