"""Immediates bit by bit; branches of a wave that goes two ways, here and far away, and lanes that are named by numbers,
with parts of what they read that nothing has written; parts of scalar registers, and those that M0 names; bits of
clauses that mean nothing.  A seed fixes them."""
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
FAR, INDEXED, RESERVED = 60, 60, 40
ABOVE = 3, 15, 16, 31                                  # bits above a level
# of code: beside 4 GiB, and in either half of the address space
PLACES = 0x10000, 0xFFFFFFC0, 1 << 32, 0x7FFFFFFF0000, 0xFFFF800000010000
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


def fork_of(n: int, rng, levels: tuple) -> tuple[list[str], dict]:
    """Lines and state; `levels`: what may be saved as the level to come back to."""
    values = [rng.choice(levels), *(rng.choice((*MASKS, rng.getrandbits(32))) for _ in range(4))]
    lines = FORK.format(*values).splitlines()
    if n % 2:                                          # one of them, on what happens to be there
        lines = [line for line in lines if not line.startswith("s_mov_b32") or rng.randrange(3)]
        lines = lines[rng.randrange(len(lines)):]
    state = {f"s{k}": rng.choice((0, 1, 5, rng.getrandbits(32))) for k in range(16) if rng.randrange(12)}
    state |= {f"s{k}": rng.choice((0, 1, 2, 0xFF)) for k in (20, 21, 22, 23, 30, 31) if rng.randrange(12)}
    state |= {"v0": list(range(64)), "v1": list(range(64)), "v2": 0}
    state["mode"] = 0x3F0 | rng.choice((0, 0, 1, 2)) << CSP
    state["exec"] = rng.choice((0xFF, 1, 0xFFFFFFFFFFFFFFFF, 0xFF00000000, rng.getrandbits(64) | 1))
    return lines, state


def of_forks(seed):
    """Both sides, either first, none at all; stacks with levels in them, parts of which are unknown."""
    arch = next(arch for arch in CERTIFIED if any(form.op.name == "s_cbranch_join" for form in sampler.forms_of(arch)))
    programs = []
    for n in range(FORKS):
        lines, state = fork_of(n, Chance(f"{seed} forks {n}"), (0, 0, 1, 2))
        programs.append((lines, {"name": f"forks {n}", "state": state, "limits": {"instructions": 60}}))
    for n in range(FAR):                               # in either half of the address space; levels with bits above
        rng = Chance(f"{seed} far forks {n}")
        lines, state = fork_of(2 * n, rng, (0, 0, 1, *(level | 1 << bit for level in range(3) for bit in ABOVE)))
        programs.append((lines, {"name": f"far forks {n}", "state": state, "limits": {"instructions": 60},
                                 "base": rng.choice(PLACES)}))
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
                state = {f"v{k}": [*rng.words(wave)] for k in range(8) if rng.randrange(3)}
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


FIELD = ("s_bfe_u32 s30, s20, s24", "s_bfe_i32 s31, s20, s24", "s_bfe_u64 s[32:33], s[20:21], s24",
         "s_bfe_i64 s[34:35], s[20:21], s24")
OFFSETS, LENGTHS = (0, 1, 30, 31, 32, 62, 63), (0, 1, 2, 31, 32, 33, 62, 63, 64, 65, 127)


def of_bit_fields(seed):
    """Parts of registers that begin and end at their ends, of numbers whose bits are all set but for a few."""
    for arch in CERTIFIED:
        rng, programs, wave = Chance(f"{seed} bit fields {arch}"), [], TARGETS[arch].waves[0]
        for offset in OFFSETS:
            for length in LENGTHS:
                few = rng.choice((0, 1 << 63, 1 << 62, 3 << 62, 1 << 31, 1 << 30, rng.getrandbits(64)))
                for word in (few, few ^ (1 << 64) - 1):
                    state = {"s20": word & 0xFFFFFFFF, "s21": word >> 32,
                             "s24": offset | length << 16 | rng.choice((0, 1 << 6, 1 << 15, 1 << 23, 1 << 31))}
                    programs.append((list(FIELD), {"name": f"bit fields {arch} {offset} {length}", "state": state}))
        yield from assembled(arch, wave, programs)


BASES = "s0", "s1", "s100", "s101", "vcc_lo", "vcc_hi", "ttmp0", "ttmp1", "ttmp14", "ttmp15"
MOVES = ("s_movrels_b32 s30, {0}", "s_movreld_b32 {0}, s20", "s_movrels_b64 s[30:31], {1}",
         "s_movreld_b64 {1}, s[20:21]")
PAIRS = {"s": "s[{}:{}]", "t": "ttmp[{}:{}]"}


def of_indexed(seed):
    """Scalar registers by M0, from the first and the last of each kind on."""
    for arch in CERTIFIED:
        rng, programs, wave = Chance(f"{seed} indexed {arch}"), [], TARGETS[arch].waves[0]
        for n in range(INDEXED):
            base = BASES[n % len(BASES)]
            first = int(base.lstrip("stmp")) & ~1 if base[0] in PAIRS else 0
            pair = PAIRS[base[0]].format(first, first + 1) if base[0] in PAIRS else "vcc"
            index = rng.choice((0, 0, 0, 1, 2, 3, 14, 15, 16, 0xFFFFFFFF))
            state = {f"s{k}": rng.getrandbits(32) for k in range(102)} | {"m0": index, "vcc": rng.getrandbits(wave)}
            programs.append(([rng.choice(MOVES).format(base, pair)],
                             {"name": f"indexed {arch} {base} {n}", "state": state,
                              "sgprs": rng.choice((102, 102, 104 if wave == 64 else 106))}))
        yield from assembled(arch, wave, programs)


MEANINGLESS = 6, 7, 12, 12, 12, 12, 13, 14, 15         # bits of SIMM16


def of_reserved(seed):
    """Clauses with bits in SIMM16 that mean nothing."""
    arch = next(arch for arch in CERTIFIED if any(form.op.name == "s_clause" for form in sampler.forms_of(arch)))
    wave = TARGETS[arch].waves[0]
    clause, move, idle = assemble_lines(arch, wave, ["s_clause 0x1", "v_mov_b32 v0, v1", "s_nop 0"])
    for n in range(RESERVED):
        rng = Chance(f"{seed} reserved {n}")
        length, parts, bit = rng.randrange(1, 8), rng.choice((0, 1, 2, 2, 3, 4)), rng.choice(MEANINGLESS)
        code = (length | parts << 8 | 1 << bit).to_bytes(2, "little") + clause[2:]
        code += b"".join(rng.choice((move, move, idle)) for _ in range(length + 1)) + move
        yield Given({"assay": 1, "name": f"reserved {n}", "arch": arch, "wave": wave, "code": code.hex(),
                     "state": {"v0": 0, "v1": 1}})


def cases(seed):
    yield from of_caches(seed)
    yield from of_immediates(seed)
    yield from of_equals(seed)
    yield from of_forks(seed)
    yield from of_lanes(seed)
    yield from of_bit_fields(seed)
    yield from of_indexed(seed)
    yield from of_reserved(seed)
