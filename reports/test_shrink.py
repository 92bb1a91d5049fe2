"""Shrinking keeps the failure and drops what plays no part in it."""
from ..model import disassemble
from .shrink import listing, shrink
from ..harness import mc

MOVES = "v_mov_b32 v1, v9\nv_add_nc_u32_e64 v2, v3, v4 clamp\nv_mov_b32 v5, v9"


def code(text, arch="gfx1100", wave=32):
    return b"".join(mc.assemble(arch, text.split("\n"), wave)).hex()


def texts(case):
    data = bytes.fromhex(case["code"])
    return [disassemble(case["arch"], 32, data[at:at + size])[1] for at, size in listing(case)]


def test_the_failing_instruction_stays_alone():
    case = {
        "assay": 1,
        "arch": "gfx1100",
        "wave": 32,
        "code": code(MOVES),
        "state": {"exec": 0xFF, "v3": [7] * 32, "v4": [9] * 32, "v9": 5, "s7": 1, "mode": 0x3F0},
    }
    small = shrink(case, lambda one: any("v_add_nc_u32" in t for t in texts(one)) and "v3" in one["state"])
    assert len(texts(small)) == 1 and "clamp" not in texts(small)[0]
    assert set(small["state"]) == {"v3", "v4", "exec", "mode"}          # all that the instruction hangs on


def test_only_a_lane_that_matters_stays():
    case = {
        "assay": 1,
        "arch": "gfx1100",
        "wave": 32,
        "code": code("v_mov_b32 v1, v2"),
        "state": {"exec": 0xF0F0, "v2": list(range(32))},
    }
    small = shrink(case, lambda one: bool(one["state"].get("exec", 0) >> 7 & 1))
    assert small["state"]["exec"] == 1 << 7


def test_nothing_smaller_stays_as_it_is():
    case = {"assay": 1, "arch": "gfx1100", "wave": 32, "code": code("v_mov_b32 v1, v2"), "state": {"exec": 1, "v2": 3}}
    assert shrink(case, lambda one: False) == case


def test_one_wave_stays_of_many():
    waves = [{"exec": 1 << n, "v2": n} for n in range(8)]
    case = {
        "assay": 1,
        "arch": "gfx1100",
        "wave": 32,
        "code": code("v_mov_b32 v1, v2"),
        "group": [256, 1, 1],
        "state": {"v2": 99},
        "waves": waves,
    }
    small = shrink(case, lambda one: any(w.get("v2") == 5 for w in [*one.get("waves", []), one.get("state", {})]))
    assert small["state"]["v2"] == 5 and "waves" not in small and "group" not in small
    assert shrink(case, lambda one: len(one.get("waves", [])) == 8) == case


def test_trials_are_bounded():
    asked = []
    case = {
        "assay": 1,
        "arch": "gfx1100",
        "wave": 32,
        "code": code(MOVES),
        "state": {f"s{n}": n + 5 for n in range(90)},
    }
    shrink(case, lambda one: bool(asked.append(1)), trials=20)
    assert len(asked) == 20
