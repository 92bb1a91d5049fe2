"""Immediates bit by bit; branches of a wave that goes two ways, and lanes that are named by numbers, with parts of what
they read that nothing has written.  A seed fixes them."""
from __future__ import annotations


from ...generators.single import sampler
from ...generators.single.encodings import random_encoding
from ...harness.assembly import assemble_lines
from ...spec import ARCHS, CERTIFIED, TARGETS, load
from ..chance import Chance
from ..given import Given
from ..listings import with_field

FORKS, LANES, ICACHES = 160, 120, 60                   # of these LANES for each architecture and wave size
TOGETHER = 6                                           # immediates of a case
CSP = 29                                               # the lowest bit of MODE.CSP, which counts levels

# {0}: what joins; {1}, {2}: masks, low and high; {3}, {4}: other ones
FORK = """s_mov_b32 s30, {0}
s_mov_b32 s20, {1}
s_mov_b32 s21, {2}
s_cbranch_i_fork s[20:21], 2
v_add_u32 v0, 2, v0
s_branch 1
v_add_u32 v0, 1, v0
s_mov_b32 s22, {3}
s_mov_b32 s23, {4}
s_getpc_b64 s[24:25]
s_add_u32 s24, s24, 12
s_cbranch_g_fork s[22:23], s[24:25]
v_add_u32 v1, 2, v1
v_add_u32 v1, 1, v1
s_cbranch_join s30
s_cbranch_join s31
v_mov_b32 v2, v0"""
MASKS = 0, 1, 3, 7, 0xFF, 0xF0, 0x80000000, 0xFFFFFFFF, 0xFFFF, 0x7FFFFFFE


def assembled(arch: str, wave: int, programs: list[tuple[list[str], dict]]):
    """A case each of (lines, its other keys)."""
    codes = iter(assemble_lines(arch, wave, [line for lines, _ in programs for line in lines]))
    for lines, keys in programs:
        code = b"".join(next(codes) for _ in lines)
        yield Given({"assay": 1, "arch": arch, "wave": wave, "code": code.hex()} | keys)


def of_forks(seed):
    """Both sides, either first, none at all; stacks with levels in them, parts of which are unknown."""
    arch = next(arch for arch in CERTIFIED if any(form.op.name == "s_cbranch_join" for form in sampler.forms_of(arch)))
    programs = []
    for n in range(FORKS):
        rng = Chance(f"{seed} forks {n}")
        values = [rng.choice((0, 0, 1, 2)), *(rng.choice((*MASKS, rng.getrandbits(32))) for _ in range(4))]
        lines = FORK.format(*values).splitlines()
        if n % 2:                                      # one of them, on what happens to be there
            lines = [line for line in lines if not line.startswith("s_mov_b32") or rng.randrange(3)]
            lines = lines[rng.randrange(len(lines)):]
        state = {f"s{k}": rng.choice((0, 1, 5, rng.getrandbits(32))) for k in range(16) if rng.randrange(12)}
        state |= {f"s{k}": rng.choice((0, 1, 2, 0xFF)) for k in (20, 21, 22, 23, 30, 31) if rng.randrange(12)}
        state |= {"v0": list(range(64)), "v1": list(range(64)), "v2": 0}
        state["mode"] = 0x3F0 | rng.choice((0, 0, 1, 2)) << CSP
        state["exec"] = rng.choice((0xFF, 1, 0xFFFFFFFFFFFFFFFF, 0xFF00000000, rng.getrandbits(64) | 1))
        programs.append((lines, {"name": f"forks {n}", "state": state, "limits": {"instructions": 60}}))
    yield from assembled(arch, 64, programs)


NAMED = """v_readlane_b32 s30, v{0}, s{1}
v_readlane_b32 s31, v{0}, {2}
v_readfirstlane_b32 s32, v{0}
v_writelane_b32 v{3}, s{1}, {2}
v_writelane_b32 v{3}, {2}, s{4}
v_writelane_b32 v{3}, s{1}, s{1}
v_mov_b32 v{0}, v{3}
v_mov_b32 v{3}, s30
s_mov_b64 exec, {5}
s_mov_b64 exec, -1"""


def of_lanes(seed):
    """Single lanes, read and written by number, on and off, known and not."""
    for arch in CERTIFIED:
        for wave in TARGETS[arch].waves:
            lines = NAMED if wave == 64 else NAMED.replace("s_mov_b64 exec", "s_mov_b32 exec_lo")
            programs = []
            for n in range(LANES):
                rng = Chance(f"{seed} named lanes {arch} {wave} {n}")
                made = [rng.choice(lines.splitlines()).format(rng.randrange(4), rng.randrange(4), rng.randrange(64),
                                                              rng.randrange(4, 8), rng.randrange(4), rng.randrange(65))
                        for _ in range(rng.choice((2, 4, 8)))]
                state = {f"v{k}": [rng.getrandbits(32) for _ in range(wave)] for k in range(8) if rng.randrange(3)}
                state |= {f"s{k}": rng.choice((rng.getrandbits(32), rng.randrange(64))) for k in range(4)
                          if rng.randrange(5)}
                state["exec"] = rng.choice(((1 << wave) - 1, 1, 6, rng.getrandbits(wave), 0))
                programs.append((made, {"name": f"named lanes {arch} {wave} {n}", "state": state}))
            yield from assembled(arch, wave, programs)


def of_immediates(seed):
    """SIMM16 bit by bit, of each operation that has one: one bit, one and the highest, all but one."""
    values = [value for n in range(16) for value in (1 << n, 1 << n | 1 << 15, 0xFFFF ^ 1 << n)]
    for arch in CERTIFIED:
        for form in sampler.forms_of(arch):
            fields = load().encodings[ARCHS[arch], form.layout].fields
            if "simm16" not in fields:
                continue
            at, width = fields["simm16"]
            rng = Chance(f"{seed} immediates {arch} {form.mnemonic}")
            wave = rng.choice(TARGETS[arch].waves)
            for n in range(0, len(values), TOGETHER):
                code = b"".join(with_field(random_encoding(form, rng, wave), at, width, value)
                                for value in rng.sample(values, TOGETHER))
                state = {f"s{k}": rng.getrandbits(32) for k in range(0, 100, 3)} | {"scc": rng.randrange(2)}
                yield Given({"assay": 1, "name": f"immediates {arch} {form.mnemonic} {n}", "arch": arch, "wave": wave,
                             "code": code.hex(), "state": state, "limits": {"instructions": 40}})


EQUALS = 0, 1, 0x7FFF, 0x8000, 0x9ABC, 0xFFFF


def of_equals(seed):
    """An immediate and registers that hold it, with its sign or without: what tells equal from greater and less."""
    for arch in CERTIFIED:
        for form in sampler.forms_of(arch):
            if form.layout != "sopk" or "simm16" not in (fields := load().encodings[ARCHS[arch], "sopk"].fields):
                continue
            rng = Chance(f"{seed} equals {arch} {form.mnemonic}")
            at, width = fields["simm16"]
            wave = rng.choice(TARGETS[arch].waves)
            for value in EQUALS:
                for held in {value, value | 0xFFFF0000 * (value >> 15)}:
                    code = with_field(random_encoding(form, rng, wave), at, width, value)
                    yield Given({"assay": 1, "name": f"equals {arch} {form.mnemonic} {value}", "arch": arch,
                                 "wave": wave, "code": code.hex(), "limits": {"instructions": 40},
                                 "state": {f"s{k}": held for k in range(102)} | {"scc": rng.randrange(2)}})


CACHE = "s_nop 0", "s_nop 1", "s_nop 3", "s_nop 6", "s_nop 7", "s_nop 8", "s_nop 14", "s_nop 15", "s_nop 16"
BEHIND = "s_branch 0", "s_cbranch_scc0 0", "s_mov_b32 s0, 1", "s_endpgm", "v_mov_b32 v0, 1"


def of_caches(seed):
    """S_ICACHE_INV with about as many idle states behind it as it needs, and what ends them."""
    arch = next(arch for arch in CERTIFIED if any(form.op.name == "s_icache_inv" for form in sampler.forms_of(arch)))
    rng, programs = Chance(f"{seed} caches"), []
    for n in range(ICACHES):
        idle = [rng.choice(CACHE) for _ in range(rng.choice((0, 1, 2, 3)))]
        if n % 2:
            idle = ["s_nop 0"] * (10 + n // 2 % 8)
        programs.append((["s_icache_inv", *idle, BEHIND[n % len(BEHIND)], "s_nop 0"],
                         {"name": f"caches {n}", "base": (0x10000, 3 << 32)[n % 7 == 6]}))
    yield from assembled(arch, 64, programs)


def cases(seed):
    yield from of_caches(seed)
    yield from of_immediates(seed)
    yield from of_equals(seed)
    yield from of_forks(seed)
    yield from of_lanes(seed)
