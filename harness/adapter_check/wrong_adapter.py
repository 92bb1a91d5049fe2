"""A target for tests of `assay adapter check`: it is correct, or makes the mistake that its argument names."""
import sys

import msgspec

from ...spec import CERTIFIED
from ..protocol.adapter import frames, write_all
from ..protocol.frames import frame

ARCH = CERTIFIED[0]

# Mistakes of adapters: changes to the hello message, changes to each result, and the step, text and remedy reported.
MISTAKES = {
    "no-type": ({"type": "hi"}, {}, "hello", "the answer's type is 'hi'", 'Set type to "hello"'),
    "version": ({"protocol": [99]}, {}, "hello", "protocol [99]; this harness speaks 1", "PROTOCOL.md"),
    "feature": ({"features": ["telepathy"]}, {}, "hello", "unknown feature 'telepathy'", "PROTOCOL.md"),
    "no-name": ({"name": None}, {}, "hello", "Expected `str`, got `None` - at `$.name`", "PROTOCOL.md"),
    "no-arch": ({"architectures": []}, {}, "hello", "architectures []", "List at least one"),
    "wave": ({"waves": {ARCH: [48]}}, {}, "hello", f"waves of 48 on {ARCH}; there are 64", "PROTOCOL.md"),
    "file": ({"registers": ["vcc_lo"]}, {}, "hello", "'vcc_lo' is a register of the file 'vcc'", "Write 'vcc'"),
    "no-file": ({"registers": ["flags"]}, {}, "hello", "'flags' is not a register", "Register files are s, v"),
    "choice": ({"choices": {"nan.propagated": "best"}}, {}, "hello", "one of 'canonical', 'first'", "Declared choices"),
    "claim": ({"claims": {"mode": {"rounds": 0}}}, {}, "hello", "`rounds` - at `$.mode`; the keys are round",
              "Claims"),
    "claim-wide": ({"claims": {"mode": {"ieee": 2}}}, {}, "hello", "mode.ieee: 2 does not fit 1 bits", "Claims"),
    "claim-glob": ({"claims": {"missing": {"registers": ["zz9"]}}}, {}, "hello", "'zz9' is not a register", "Claims"),
    "limit": ({"limits": {"frame": 12}}, {}, "hello", "limits.frame is 12 bytes", "Omit the key"),
    "id": ({}, {"id": 5}, "an empty case", "the answer has id 5", "Return the id"),
    "answer": ({}, {"type": "answer"}, "an empty case", "the answer's type is 'answer'", 'Set type to "result"'),
    "status": ({}, {"status": "fine"}, "an empty case", "the status is 'fine'", "Use one of ok, fault"),
    "waves": ({}, {"waves": 3}, "an empty case", "the result: Expected `array`, got `int`", "the type of each key"),
    "refused": ({}, {"status": "unsupported"}, "an empty case", "unsupported: no reason given", "status ok"),
    "number": ({}, {"row": 7}, "one instruction", "v1 is 7", "Report a VGPR as binary, 256 bytes"),
    "short": ({}, {"row": b"1234"}, "one instruction", "v1 is binary of 4 bytes", "word for each of 64 lanes"),
    "other": ({}, {"row": bytes(256)}, "one instruction", "v1 was set to e8030000e9030000… and", "lane 0 first"),
    "state": ({}, {"scalar": 1}, "one instruction", "s4 is 0x1; 0x80000001 was set", "Initialize the registers"),
    "wide": ({}, {"scalar": 1 << 31 | 1 << 32 | 1}, "one instruction", "s4 is 0x180000001",
             "A scalar register is a dword"),
    "negative": ({}, {"scalar": -1}, "one instruction", "s4 is -0x1", "A scalar register is a dword"),
    "missing": ({}, {"drop": "s6"}, "one instruction", "s6 of wave 0 is missing", "Report every register"),
    "memory": ({}, {"bytes": b"abcd" + bytes(12)}, "memory", "the bytes of 'buf' are b'abcd",
               "at `offset` of its region"),
    "elsewhere": ({}, {"address": 0x5000}, "memory", "the address of 'buf' is 0x5000; 0x20004 was given",
                  "that the case gives"),
    "name": ({}, {"memory": []}, "memory", "the range 'buf' is missing", "that `observe` gives"),
    "pieces": ({}, {"pieces": 1}, "memory", "1 ranges of 'buf'; 2 were observed", "in the order of `observe`"),
    "lds": ({}, {"lds": [bytes(9)]}, "lds", "lds is [9] bytes", "256 here"),
    "lds-zero": ({}, {"lds": [bytes(256)]}, "lds", "LDS is 0000000000000000…", "Initialize LDS with `lds_bytes`"),
    "one-wave": ({}, {"most": 1}, "waves", "1 waves; two groups of 128 work items have 4", "one map for each wave"),
    "order": ({}, {"backwards": True}, "waves", "s4 by wave is [5, 5, 22, 11]", "overrides `state`"),
    "packets": ({}, {"written": bytes(16)}, "packets", "buf holds b'\\x00", "one after the other"),
    "no-size": ({}, {"launched": 4}, "packets", "wave_count is 4; three groups", "A dimension of 0 launches nothing"),
    "only-packets": ({"features": ["state", "registers", "packets"]}, {}, "packets",
                     "the feature packets without memory, waves or addresses", "remove packets"),
    "strict": ({}, {"unknown": "unsupported"}, "unknown keys", "with unknown keys", "Ignore unknown keys"),
    "ones": ({}, {"ones": "ok"}, "cases it cannot run", "four words 0xffffffff are not an instruction",
             "Report illegal"),
    "chance": ({}, {"chance": True}, "the same again", "different results", "Remove the feature deterministic"),
    "anything": ({}, {"arch": "ok"}, "cases it cannot run", "an unknown architecture: ok", "Report unsupported"),
}
HELLO = {"type": "hello", "protocol": [1], "name": "t", "version": "1", "architectures": [ARCH],
         "features": ["state", "registers", "memory", "lds", "waves", "addresses", "deterministic",
                      "packets"]}
MOVE = bytes.fromhex("830086be")


def make_result(case: dict, mistake: dict, message_id: int) -> dict:
    """Return a correct result, changed by `mistake`."""
    if case["arch"] != ARCH:
        return {"status": mistake.get("arch", "unsupported")}
    if case["code"] == b"\xff" * 16:
        return {"status": mistake.get("ones", "illegal")}
    if "beyond" in case and "unknown" in mistake:
        return {"status": mistake["unknown"]}
    if "packets" in case:
        registers = {"name": "buf", "address": 0x20000, "bytes": mistake.get("written", b"by the packets.\n")}
        return {"status": "ok", "memory": [registers], "wave_count": mistake.get("launched", 3)}
    waves = []
    for wave in range(case["grid"][0] // 64):
        state = {**case["state"], **(case["waves"][wave] if wave < len(case["waves"]) else {})}
        if case["code"].startswith(MOVE):
            state["s6"] = 3
        registers = {name: state.get(name, 0) for name in case["observe"]["registers"] if name != mistake.get("drop")}
        if "v1" in registers and "row" in mistake:
            registers["v1"] = mistake["row"]
        if "s4" in registers and "scalar" in mistake:
            registers["s4"] = mistake["scalar"]
        waves.append({"registers": registers})
    waves = waves[::-1] if mistake.get("backwards") else waves[:mistake.get("most", 99)]
    regions = {block["name"]: block["bytes"].ljust(block["size"], b"\0") for block in case["memory"]}
    memory = [{"name": block["name"], "address": mistake.get("address", block["address"]),
               "bytes": mistake.get("bytes", regions[block["name"]][block["offset"]:][:block["size"]])}
              for block in case["observe"]["memory"][:mistake.get("pieces", 99)]]
    lds = [case["lds_bytes"].ljust(case["lds"], b"\0")] if case["observe"]["lds"] else []
    extra = {"text": str(message_id)} if mistake.get("chance") else {}
    return {"status": "ok", "waves": waves, "memory": memory, "lds": mistake.get("lds", lds), **extra}


def main() -> None:
    """python -m assay.harness.adapter_check.wrong_adapter NAME"""
    hello, mistake, *_ = MISTAKES.get(sys.argv[1], ({}, {}))
    for data in frames(0):
        message = msgspec.msgpack.decode(data)
        if message["type"] == "hello":
            write_all(1, frame({**HELLO, **hello}))
            continue
        answer = {"type": "result", "id": message["id"], **make_result(message["case"], mistake, message["id"])}
        overrides = {key: value for key, value in mistake.items() if key in ("id", "type", "status", "waves")}
        if "memory" in mistake and message["case"]["memory"]:
            overrides["memory"] = mistake["memory"]
        write_all(1, frame({**answer, **overrides}))


if __name__ == "__main__":
    main()
