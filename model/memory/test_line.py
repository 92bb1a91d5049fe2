"""Row accesses (line.c) to consecutive addresses agree with the same accesses lane by lane.
A callback after each instruction forces the lane-by-lane path. Compared are registers, memory, undefined bytes and
findings, also at the ends of regions, under every policy and with other waves and groups."""
import random

import numpy as np
import pytest

from .. import EVERY_WAVE, V0, Machine
from ..testing import BASE, EVERYWHERE, POLICIES, SIZE, WAIT, code, mnemonic, scratch_settings

BETWEEN = ("", "", "WAIT;", "WAIT;", "s_waitcnt vmcnt(0);", "s_waitcnt lgkmcnt(0);", "s_waitcnt vmcnt(1) lgkmcnt(1);")
WORDS = {1: "_b32", 2: "_b64", 3: "_b96", 4: "_b128"}
CASES = 300
SPACES = {"saddr": "global", "private": "flat"}
PRIVATE = 0x20000                                      # upper half of the aperture (RDNA3 ISA, 11.1.1)
MACHINE = Machine(waves=8, findings=64, code_bytes=4096)


def program_text(arch, words, kind, between):
    """Return a load over a tolerant value, a store of it, and another load, with waits `between` or none."""
    wide, data = WORDS[words], "v8" if words == 1 else f"v[8:{7 + words}]"
    if kind == "lds":
        to, back = ("ds_store", "ds_load") if arch == "gfx1100" else ("ds_write", "ds_read")
        load, store = f"{back}{wide} {data}, v2 offset:4", f"{to}{wide} v2, {data} offset:4"
    else:
        space = SPACES.get(kind, kind)
        at, more = {"global": ("v[4:5]", ", off offset:-4"), "saddr": ("v2", ", s[2:3]"), "flat": ("v[4:5]", ""),
                    "scratch": ("v2", ", off offset:4"), "private": ("v[4:5]", "")}[kind]
        load = f"{mnemonic(arch, space + '_load', wide)} {data}, {at}{more}"
        store = f"{mnemonic(arch, space + '_store', wide)} {at}, {data}{more}"
    return f"v_rcp_f32 v8, v9; {load}; {between} {store}; {load}; WAIT"


def address_rows(rng, wave, words, kind):
    """Return the addresses of lanes: consecutive ones, or with one lane elsewhere; one offset for private memory."""
    size = 1024 if kind in ("lds", "saddr") else SIZE
    if kind in ("scratch", "private"):
        low = np.full(64, rng.choice((0, 4, 8, 12, rng.randrange(80), 4 * rng.randrange(20))))
        low[rng.randrange(wave)] += rng.choice((0, 0, 0, 4))
        return low.astype(np.uint32)
    start = rng.choice((0, 64, rng.randrange(0, size, 4), rng.randrange(size), size - 4 * words * wave))
    low = (start + 4 * words * np.arange(64, dtype=np.int64)).astype(np.int64)
    if not rng.randrange(4):
        low[rng.randrange(wave)] += rng.choice((-4, 4, 16))
    return np.clip(low, 0, None).astype(np.uint32)


def private_memory_settings(rng, arch, wave, waves):
    """Return settings of private memory, by the dispatch or by registers alone."""
    if rng.randrange(2):
        return {"scratch_bytes": SIZE // (wave * waves), "scratch_base": BASE}, []
    return {}, scratch_settings(arch, BASE)


def state_after(memory, opened, **case):
    memory, opened = bytearray(memory), bytearray(opened)
    out = MACHINE.run(regions=[(BASE, memory, opened)], lds_bytes=1024, **case)
    waves = [MACHINE.wave(n) for n in range(out.kept)]
    return (out.status, out.text, out.instructions, out.findings, bytes(memory), bytes(opened),
            MACHINE.lds_and_undefined(),
            [(w.v[:32].tobytes(), w.v_open[:32].tobytes(), w.v_tolerant.tobytes(), w.v_written.tobytes(), w.raw.pc)
             for w in waves])


@EVERYWHERE
@pytest.mark.parametrize("kind", ["lds", "global", "saddr", "flat", "scratch", "private"])
def test_row_accesses_agree_with_lane_accesses(arch, wave, kind):
    rng, values, whole = random.Random(f"{arch} {wave} {kind}"), np.random.default_rng(5), 0
    for _ in range(CASES):
        words = rng.randrange(1, 5)
        program = code(arch, wave, program_text(arch, words, kind, rng.choice(BETWEEN)).replace("WAIT", WAIT[arch]))
        low = address_rows(rng, wave, words, kind)
        exec_ = rng.choice((-1, -1, rng.getrandbits(wave), 0xff00 << rng.randrange(wave - 16), 0)) & (1 << wave) - 1
        sets = [(EVERY_WAVE, 126, exec_ & 0xffffffff), (EVERY_WAVE, 127, exec_ >> 32), (EVERY_WAVE, V0 + 2, low),
                (EVERY_WAVE, V0 + 4, low + np.uint32(0 if kind == "private" else BASE)),
                (EVERY_WAVE, V0 + 5, PRIVATE if kind == "private" else 0), (EVERY_WAVE, 2, BASE), (EVERY_WAVE, 3, 0)]
        sets += [(EVERY_WAVE, V0 + n, values.integers(0, 1 << 32, 64, dtype=np.uint32)) for n in range(8, 12)
                 if rng.randrange(4)]
        given = (values.bytes(SIZE), bytes(rng.choice(((0,), (0, 0, 0, 1)))) * SIZE, values.bytes(1024))
        group = rng.choice((wave, wave, 2 * wave))
        case = {"arch": arch, "wave": wave, "code": program, "sets": sets, "lds": given[2], "seed": rng.getrandbits(32),
                "policy": rng.choice(("early", *POLICIES)), "group": (group, 1, 1),
                "limit": rng.choice((0, 0, 0, rng.randrange(1, 8))),                       # also before a wait
                "grid": (rng.choice((1, 1, 2)) * group, 1, 1)}
        if kind in ("scratch", "private"):
            keys, more = private_memory_settings(rng, arch, wave, case["grid"][0] // wave)
            case |= keys
            sets += more
        MACHINE.trace(None)
        line = state_after(given[0], given[1][:SIZE], **case)
        MACHINE.trace(lambda one: None)
        assert state_after(given[0], given[1][:SIZE], **case) == line, (words, low.tolist(), hex(exec_), case)
        MACHINE.trace(None)
        whole += line[0] == "ok"
    assert whole > CASES / 3
