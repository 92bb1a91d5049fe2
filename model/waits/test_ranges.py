"""Range records of accesses (races.c, groups.c) agree with records of dwords.
A row of lanes is a range, and a fully accessed line one entry; lane by lane, which a callback after each instruction
forces (memory/line.c), the records are dwords. Findings, registers, memory, undefined bytes and the overflow of the
record are equal for programs of several waves and groups."""
import random
from functools import cache

import pytest

from .. import Machine
from ..testing import EVERYWHERE, POLICIES, WAIT, code, family_ds_text, mnemonic

BUFFER, SIZE, LDS = 0x200000, 1 << 19, 4096
CASES, LENGTH = 100, 16
FAST, SLOW, BEFORE = (Machine(waves=16, findings=256, code_bytes=4096) for _ in range(3))
SUFFIX = {1: "_b32", 2: "_b64", 3: "_b96", 4: "_b128"}
OFFSETS = (0, 0, 0, 64, 128, 4, 60, 192, 256, 2)
# lanes that touch what others do: rows again and again, one element for some
SHARED = [["v_and_b32_e32 v1, 15, v1"], ["v_and_b32_e32 v1, 7, v1"], ["v_lshrrev_b32_e32 v1, 2, v1"],
          ["v_lshrrev_b32_e32 v1, 3, v1", "v_and_b32_e32 v1, 5, v1"]]
WANTED = {"race.lds", "race.global", "race.groups", "race.groups.forgotten"}


@cache
def colliding_lines(bits):
    """Return the bytes from the buffer to two lines with one slot in a record of 2^bits lines, with a multiplicative
    hash."""
    lines_by_slot = {}
    for line in range(SIZE // 64 - 128):
        place = (BUFFER // 64 + line) * 0x9E3779B97F4A7C15 % (1 << 64) >> (64 - bits)
        if place in lines_by_slot:
            return 64 * lines_by_slot[place], 64 * line
        lines_by_slot[place] = line
    raise AssertionError(f"no two lines of the buffer meet in 2^{bits}")


def random_state(arch, wave, rng, near, far):
    """Return (initial values, dwords of a row in each lane).
    s5: number of the wave; s2: of the group; s9: offset of a colliding line. Addresses: v2, v5 in memory, v4, v6 in
    LDS, of a row of several dwords and of one dword."""
    words, add = rng.randrange(1, 5), "v_add_nc_u32_e32" if arch == "gfx1100" else "v_add_u32_e32"
    apart, aside = rng.choice((0, 0, 64, 256, 1024, 4)), rng.choice((0, 256, 256, 512, 1024, 64, 4))
    lines = ["s_mov_b32 m0, 0xffff", f"v_and_b32_e32 v1, {wave - 1}, v0", *rng.choice(((), (), *SHARED)),
             f"v_lshrrev_b32_e32 v3, {wave.bit_length() - 1}, v0",
             "v_readfirstlane_b32 s5, v3", f"s_mul_i32 s6, s5, {apart}", f"s_mul_i32 s7, s2, {aside}",
             f"s_mov_b32 s9, {far - near}", "s_add_u32 s8, s6, s7",
             f"s_add_u32 s8, s8, {near + rng.choice((0, 0, 4, 2))}",
             f"v_mul_u32_u24_e32 v2, {4 * words}, v1", "v_lshlrev_b32_e32 v5, 2, v1", "v_mov_b32_e32 v4, v2",
             "v_mov_b32_e32 v6, v5", f"{add} v2, s8, v2", f"{add} v5, s8, v5", f"{add} v4, s6, v4", f"{add} v6, s6, v6"]
    if arch == "gfx906":
        lines += [f"s_add_u32 flat_scratch_lo, s6, {BUFFER + near}", "s_mov_b32 flat_scratch_hi, 0"]
    lines.append("s_mov_b32 s10, 4")
    lines += [f"v_mov_b32_e32 v{n}, {one}" for n, one in zip(range(8, 12), ("v0", "s2", "7", "v5"))]
    return words, lines


def random_access(arch, wave, rng, words):
    """Return a load or store of a row or of scattered lanes, or an atomic."""
    in_lds, offset = rng.randrange(2), rng.choice(OFFSETS)
    own, one = (("v4", "v6") if in_lds else ("v2", "v5"))
    at, count = rng.choice(((own, words), (own, words), (one, 1), (one, 1), (own, rng.randrange(1, 5))))
    suffix = rng.choice((SUFFIX[count],) * 6 + ("_b8", "_b16"))
    data = f"v[8:{7 + count}]" if count > 1 and suffix == SUFFIX[count] else "v8"
    result = data.replace("[8:", "[12:").replace(f"{7 + count}]", f"{11 + count}]").replace("v8", "v12")
    load = {"_b8": "_u8", "_b16": "_u16"}.get(suffix, suffix)
    verb = rng.choice(("load",) * 3 + ("store",) * 3 + ("add",))
    if in_lds:
        if not rng.randrange(8):
            two = rng.choice((f"ds_load_2addr_b32 v[12:13], {at}", f"ds_store_2addr_b32 {at}, v8, v9"))
            return family_ds_text(arch, f"{two} offset0:{rng.choice((0, 1, 16))} offset1:{rng.choice((2, 32))}")
        text = {"load": f"ds_load{load} {result}, {at}", "store": f"ds_store{suffix} {at}, {data}",
                "add": f"ds_add_u32 {at}, v8"}[verb]
        return family_ds_text(arch, f"{text} offset:{offset}")
    add = "global_atomic_add" + "_u32" * (arch == "gfx1100")
    text = {"load": f"{mnemonic(arch, 'global_load', load)} {result}, {at}",
            "store": f"{mnemonic(arch, 'global_store', suffix)} {at}, {data}", "add": f"{add} {at}, v8"}[verb]
    return f"{text}, s[0:1] offset:{offset}"


def random_private_access(arch, rng):
    """Return a load or store of private memory, of one row or of consecutive rows."""
    count = rng.randrange(1, 5)
    data, result = ("v8", "v12") if count == 1 else (f"v[8:{7 + count}]", f"v[12:{11 + count}]")
    text = rng.choice((f"{mnemonic(arch, 'scratch_load', SUFFIX[count])} {result}, off, s10",
                       f"{mnemonic(arch, 'scratch_store', SUFFIX[count])} off, {data}, s10"))
    return f"{text} offset:{rng.choice((0, 0, 4, 8, 2))}"


def random_exec(wave, rng):
    """Return an instruction that sets EXEC."""
    mask = rng.choice((-1, -1, -1, rng.getrandbits(64), 0xffff, 0xff00, 0xffffff00, 1 << rng.randrange(32)))
    return [f"s_mov_b32 exec_lo, {mask & 0xffffffff:#x}"] + [f"s_mov_b32 exec_hi, {mask >> 32 & 0xffffffff:#x}"] * (
        wave == 64)


def group_order(rng):
    """Return instructions of global wave sync: groups release before others pass.
    A group that passes first waits for ever."""
    return "; ".join([*["ds_gws_sema_v gds"] * rng.choice((0, 2, 4)), *["ds_gws_sema_p gds"] * rng.choice((0, 1, 1)),
                      "s_waitcnt lgkmcnt(0) expcnt(0)"])


def random_program(arch, wave, rng, near, far, private):
    """Return accesses of all or some waves, with and without waits, barriers, an order of groups, and moves to a
    colliding line."""
    add = "v_add_nc_u32_e32" if arch == "gfx1100" else "v_add_u32_e32"
    away = "v_sub_nc_u32_e32" if arch == "gfx1100" else "v_sub_u32_e32"
    words, lines = random_state(arch, wave, rng, near, far)
    parts, jumped = [code(arch, wave, "; ".join(lines))], False
    for _ in range(LENGTH):
        kind = rng.randrange(17 if private else 16)
        part = code(arch, wave, random_access(arch, wave, rng, words) if kind < 9 else WAIT[arch])
        if kind < 3:
            parts.append(code(arch, wave, f"s_bitcmp1_b32 s{rng.choice((2, 5))}, {rng.randrange(2)}; "
                                          f"s_cbranch_scc{rng.randrange(2)} {len(part) // 4}"))
        elif kind == 12:
            part = code(arch, wave, "; ".join(random_exec(wave, rng)))
        elif kind == 13:
            part = code(arch, wave, "s_barrier")
        elif kind == 14:
            part = code(arch, wave, f"{away} v2, v2, v7; {away} v5, v5, v7" if jumped else
                       f"v_mov_b32_e32 v7, s9; {add} v2, v2, v7; {add} v5, v5, v7")
            jumped = not jumped
        elif kind == 15:
            part = code(arch, wave, group_order(rng))
        elif kind == 16:
            part = code(arch, wave, random_private_access(arch, rng))
        parts.append(part)
    return b"".join(parts)


def random_case(arch, wave, rng):
    """Return a dispatch of one to four groups of one to four waves; private memory of some is in the buffer."""
    waves, groups, private = rng.choice((1, 2, 3, 4)), rng.choice((1, 1, 2, 3, 4)), not rng.randrange(5)
    registers = {0xB81C: wave * waves, 0xB804: groups, 0xB848: 0xF0003 | 6 << 6, 0xB84C: private | 2 << 1 | 1 << 7,
                 0xB900: BUFFER, 0xB904: 0, 0xB800: 1 | (wave == 32) << 15}
    near, far = colliding_lines(rng.choice((12, 13)))
    own = {"scratch_bytes": 4, "scratch_base": BUFFER + near + rng.choice((0, 4, 64, 128, 256, 512))}
    return {"arch": arch, "wave": wave, "code": random_program(arch, wave, rng, near, far, private or arch == "gfx906"),
            "compute": registers, "lds_bytes": LDS, "seed": rng.getrandbits(32),
            "policy": rng.choice(("early", "early", *POLICIES)),
            "schedule": rng.choice(("round-robin", "seeded")), "limit": 20000, **(own if private else {})}


def state_after(machine, traced, case):
    """Return the state after a run."""
    memory, opened = bytearray(SIZE), bytearray(SIZE)
    machine.trace((lambda one: None) if traced else None)
    out = machine.run(regions=[(BUFFER, memory, opened)], lds=bytes(LDS), **case)
    machine.trace(None)
    waves = [machine.wave(n) for n in range(out.kept)]
    return (out.status, out.text, out.instructions, out.findings, out.findings_dropped, machine.forgot(), bytes(memory),
            bytes(opened), machine.lds_and_undefined(),
            [(w.v[:24].tobytes(), w.v_open[:24].tobytes(), w.raw.pc) for w in waves])


@EVERYWHERE
@pytest.mark.parametrize("seed", range(3))
def test_ranges_agree_with_dwords(arch, wave, seed):
    rng, reported_rules, whole = random.Random(f"{arch} {wave} {seed}"), set(), 0
    for _ in range(CASES):
        case = random_case(arch, wave, rng)
        fast, slow = state_after(FAST, False, case), state_after(SLOW, True, case)
        assert fast == slow, (case["code"].hex(), case)
        assert FAST.forgets_with(BEFORE) == SLOW.forgets_with(BEFORE)
        state_after(BEFORE, False, case)
        reported_rules |= {rule for rule, *_ in fast[3]}
        whole += fast[0] == "ok"
    assert reported_rules >= WANTED and whole > CASES / 2
