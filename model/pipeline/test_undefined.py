"""Undefined bits of results, against the results for every value of the undefined bits of the sources.
A bit that the model calls defined must be the same in all of them (sound). For moves, bitwise operations, shifts by
known amounts, sums of two operands, carries and integer compares a bit that is the same in all of them must be defined
(exact)."""
import itertools
import random

import numpy as np
import pytest

from .. import EVERY_WAVE, V0, Machine
from ..testing import CONFIGURATIONS, code

MACHINE = Machine(waves=1, findings=8, code_bytes=4096)
SOURCES = {"a": 2, "b": 4, "c": 6}                 # the first register of a pair
RESULT, MASKS, VALUES, COMPLETIONS = 10, 30, 40, 50
CARRY_IN, CARRY_OUT = 20, 22                       # pairs of scalar registers
UNDEFINED_BITS = 8                                 # at most, in the sources of a lane


def vector_text(text, lanes):
    """The instruction with its operands: a b c are registers, A B C pairs, r R the result, i o lane masks."""
    mask = (lambda n: f"s[{n}:{n + 1}]") if lanes == 64 else (lambda n: f"s{n}")
    names = {**{n: f"v{r}" for n, r in SOURCES.items()}, **{n.upper(): f"v[{r}:{r + 1}]" for n, r in SOURCES.items()},
             "r": f"v{RESULT}", "R": f"v[{RESULT}:{RESULT + 1}]", "i": mask(CARRY_IN), "o": mask(CARRY_OUT)}
    mnemonic, _, operands = text.partition(" ")
    return f"{mnemonic} {operands.format(**names)}"


# ---- draws ----

def draw_mask(rng, bits):
    """Return a mask of at most `bits` bits: a field, single bits, or none."""
    count = rng.randrange(bits + 1)
    if rng.random() < 0.5:
        return ((1 << count) - 1) << rng.randrange(33 - count) & 0xFFFFFFFF
    return sum(1 << n for n in rng.sample(range(32), count))


def draw_word(rng):
    edges = [0, 0xFFFFFFFF, 0x7FFFFFFF, 0x80000000, rng.randrange(64), rng.getrandbits(16)]
    return rng.choice([rng.getrandbits(32), *edges])


def draw_lane(rng, registers, known):
    """Return {register: (value, undefined mask)} of one lane."""
    left, drawn, same = UNDEFINED_BITS, {}, rng.random() < 0.2
    for register in rng.sample(registers, len(registers)):
        mask = 0 if register & ~1 in known else draw_mask(rng, left)
        left -= mask.bit_count()
        drawn[register] = (draw_word(rng), mask)
    if same:                                       # equal values, so that compares and subtractions cancel
        drawn = {r: (drawn[registers[0]][0], mask) for r, (_, mask) in drawn.items()}
    return drawn


def deposit(mask, number):
    """Return the low bits of `number`, at the places of the bits of `mask`; and the bits that are left."""
    bits = 0
    for place in range(32):
        if mask >> place & 1:
            bits |= (number & 1) << place
            number >>= 1
    return bits, number


# ---- vector instructions ----

def column(values):
    return np.array(values, np.uint32).tobytes()


class VectorTrial:
    """An instruction on one draw a lane."""

    def __init__(self, arch, lanes, text, known, seed):
        rng = random.Random(f"{arch} {lanes} {text} {seed}")
        self.arch, self.lanes = arch, lanes
        used = [r + k for n, r in SOURCES.items() for k in range(2)
                if f"{{{n}}}" in text and not k or f"{{{n.upper()}}}" in text]
        self.registers, self.carry = used, "{i}" in text
        skipped = {SOURCES[n] for n in known}
        self.draws = [draw_lane(rng, used, skipped) for _ in range(lanes)]
        self.carry_bits, self.carry_mask = rng.getrandbits(lanes), rng.getrandbits(lanes)
        self.text = "; ".join([*(f"v_bfi_b32 v{r}, v{MASKS + r}, v{COMPLETIONS + r}, v{VALUES + r}" for r in used),
                               *self.carry_text(), vector_text(text, lanes)])

    def carry_text(self):
        """Make the carry-in: a mask with undefined bits in s24, s25, which nothing sets."""
        if not self.carry:
            return
        for k in range(self.lanes // 32):
            mask, bits = self.carry_mask >> 32 * k & 0xFFFFFFFF, self.carry_bits >> 32 * k & 0xFFFFFFFF
            yield f"s_and_b32 s{CARRY_IN + k}, s{24 + k}, {mask:#x}"
            yield f"s_or_b32 s{CARRY_IN + k}, s{CARRY_IN + k}, {bits & ~mask:#x}"

    def run(self, number=None):
        """Run with undefined bits, or with completion `number` of each lane."""
        sets, carry = [], 0
        for register in self.registers:
            sets += [(EVERY_WAVE, V0 + MASKS + register, column([draw[register][1] for draw in self.draws])),
                     (EVERY_WAVE, V0 + VALUES + register, column([draw[register][0] for draw in self.draws]))]
        if number is not None:
            rows = {register: [] for register in self.registers}
            for lane, draw in enumerate(self.draws):
                left = number
                for register in self.registers:
                    bits, left = deposit(draw[register][1], left)
                    rows[register].append(bits)
                carry |= (left & 1) << lane
            sets += [(EVERY_WAVE, V0 + COMPLETIONS + r, column(row)) for r, row in rows.items()]
            sets += [(EVERY_WAVE, 24 + k, carry >> 32 * k & 0xFFFFFFFF) for k in range(2)]
        outcome = MACHINE.run(arch=self.arch, wave=self.lanes, code=code(self.arch, self.lanes, self.text), sets=sets,
                              group=(self.lanes, 1, 1), grid=(self.lanes, 1, 1))
        assert outcome.status == "ok", outcome.text
        return MACHINE.wave(0)

    def results(self, wave):
        """Return the result rows: two registers, and the lane mask as a row of 0 and 1."""
        mask = int(wave.s[CARRY_OUT]) | int(wave.s[CARRY_OUT + 1]) << 32
        bits = np.array([mask >> lane & 1 for lane in range(self.lanes)], np.uint32)
        return np.stack([wave.v[RESULT, :self.lanes], wave.v[RESULT + 1, :self.lanes], bits])

    def undefined(self, wave):
        """Return the undefined bits of the same rows."""
        mask = wave.undefined_word(CARRY_OUT) | wave.undefined_word(CARRY_OUT + 1) << 32
        rows = [wave.undefined_row(RESULT, self.lanes), wave.undefined_row(RESULT + 1, self.lanes),
                [mask >> lane & 1 for lane in range(self.lanes)]]
        return np.array(rows, np.uint32)

    def compare(self, has_vector, has_mask):
        """Return the undefined bits that the model reports, those that differ between completions, and the defined bits
        with a wrong value."""
        wave = self.run()
        reported, values = self.undefined(wave), self.results(wave).copy()
        first = self.results(self.run(0)).copy()
        differing = np.zeros_like(first)
        for number in range(1, 1 << UNDEFINED_BITS + self.carry):
            differing |= self.results(self.run(number)) ^ first
        chosen = [0] * (has_vector > 0) + [1] * (has_vector > 1) + [2] * has_mask
        return reported[chosen], differing[chosen], ((values ^ first) & ~reported)[chosen]


def check(arch, lanes, text, known="", exact=True, seed=0):
    """Check one instruction; return (undefined bits, undefined bits that never differ)."""
    trial = VectorTrial(arch, lanes, text, known, seed)
    reported, differing, wrong = trial.compare(2 if "{R}" in text else "{r}" in text, "{o}" in text)
    assert not (differing & ~reported).any(), f"{text}: a bit that differs is called defined"
    assert not wrong.any(), f"{text}: a defined bit has another value"
    needless = reported & ~differing
    assert not (exact and needless.any()), f"{text}: a bit that never differs is called undefined"
    return sum(int(x).bit_count() for x in reported.ravel()), sum(int(x).bit_count() for x in needless.ravel())


def texts(table):
    """Return (architecture, lanes, text, known sources) for the rows that the architecture has."""
    rows = []
    for (arch, lanes), (text, *more) in itertools.product(CONFIGURATIONS, table):
        options = dict(zip(("known", "only"), more))
        if options.get("only", arch) == arch:
            rows.append((arch, lanes, text, options.get("known", "")))
    return rows


def named(gfx9, gfx11, operands, known=""):
    """Rows of an instruction with one name for each family."""
    return [(f"{gfx9} {operands}", known, "gfx906"), (f"{gfx11} {operands}", known, "gfx1100")]


EXACT = [
    ("v_mov_b32_e32 {r}, {a}",),
    ("v_not_b32_e32 {r}, {a}",),
    ("v_bfrev_b32_e32 {r}, {a}",),
    ("v_and_b32_e32 {r}, {a}, {b}",),
    ("v_or_b32_e32 {r}, {a}, {b}",),
    ("v_xor_b32_e32 {r}, {a}, {b}",),
    ("v_xor_b32_e32 {r}, {a}, {a}",),
    ("v_and_or_b32 {r}, {a}, {b}, {c}",),
    ("v_or3_b32 {r}, {a}, {b}, {c}",),
    ("v_bfi_b32 {r}, {a}, {b}, {c}",),
    ("v_lshl_or_b32 {r}, {a}, {b}, {c}", "b"),
    ("v_bfe_u32 {r}, {a}, {b}, {c}", "bc"),
    ("v_bfe_i32 {r}, {a}, {b}, {c}", "bc"),
    ("v_alignbit_b32 {r}, {a}, {b}, {c}", "c"),
    ("v_alignbyte_b32 {r}, {a}, {b}, {c}", "c"),
    ("v_perm_b32 {r}, {a}, {b}, {c}", "c"),
    ("v_lshlrev_b32_e32 {r}, {a}, {b}", "a"),
    ("v_lshrrev_b32_e32 {r}, {a}, {b}", "a"),
    ("v_ashrrev_i32_e32 {r}, {a}, {b}", "a"),
    ("v_lshlrev_b64 {R}, {a}, {B}", "a"),
    ("v_lshrrev_b64 {R}, {a}, {B}", "a"),
    ("v_ashrrev_i64 {R}, {a}, {B}", "a"),
    ("v_cndmask_b32_e64 {r}, {a}, {b}, {i}",),
    *named("v_add_u32_e32", "v_add_nc_u32_e32", "{r}, {a}, {b}"),
    *named("v_sub_u32_e32", "v_sub_nc_u32_e32", "{r}, {a}, {b}"),
    *named("v_sub_u32_e32", "v_sub_nc_u32_e32", "{r}, {a}, {a}"),
    *named("v_subrev_u32_e32", "v_subrev_nc_u32_e32", "{r}, {a}, {b}"),
    *named("v_add_co_u32_e64", "v_add_co_u32", "{r}, {o}, {a}, {b}"),
    *named("v_sub_co_u32_e64", "v_sub_co_u32", "{r}, {o}, {a}, {b}"),
    *named("v_subrev_co_u32_e64", "v_subrev_co_u32", "{r}, {o}, {a}, {b}"),
    *named("v_addc_co_u32_e64", "v_add_co_ci_u32_e64", "{r}, {o}, {a}, {b}, {i}"),
    *named("v_subb_co_u32_e64", "v_sub_co_ci_u32_e64", "{r}, {o}, {a}, {b}, {i}"),
    *named("v_subbrev_co_u32_e64", "v_subrev_co_ci_u32_e64", "{r}, {o}, {a}, {b}, {i}"),
    *((f"v_cmp_{relation}_{kind}_e64 {{o}}, {a}, {b}",)
      for relation in ("lt", "eq", "le", "gt", "ne", "ge")
      for kind, a, b in (("i16", "{a}", "{b}"), ("u16", "{a}", "{b}"), ("i32", "{a}", "{b}"), ("u32", "{a}", "{b}"),
                         ("i64", "{A}", "{B}"), ("u64", "{A}", "{B}"))),
    ("v_cmp_eq_u32_e64 {o}, {a}, {a}",),
    ("v_cmp_lt_i32_e64 {o}, {a}, {a}",),
]
SOUND = [
    ("v_lshlrev_b32_e32 {r}, {a}, {b}",),
    ("v_bfe_i32 {r}, {a}, {b}, {c}",),
    ("v_perm_b32 {r}, {a}, {b}, {c}",),
    ("v_mul_lo_u32 {r}, {a}, {b}",),
    ("v_mul_hi_u32 {r}, {a}, {b}",),
    ("v_mul_u32_u24_e32 {r}, {a}, {b}",),
    ("v_mul_i32_i24_e32 {r}, {a}, {b}",),
    ("v_mad_u32_u24 {r}, {a}, {b}, {c}",),
    ("v_mad_u64_u32 {R}, {o}, {a}, {b}, {C}",),
    ("v_mad_i64_i32 {R}, {o}, {a}, {b}, {C}",),
    ("v_add3_u32 {r}, {a}, {b}, {c}",),
    ("v_xad_u32 {r}, {a}, {b}, {c}",),
    ("v_lshl_add_u32 {r}, {a}, {b}, {c}",),
    ("v_add_lshl_u32 {r}, {a}, {b}, {c}",),
    ("v_sad_u8 {r}, {a}, {b}, {c}",),
    *((f"v_{name}_{kind}_e32 {{r}}, {{a}}, {{b}}",) for name in ("min", "max") for kind in ("i32", "u32")),
    *((f"v_{name}3_{kind} {{r}}, {{a}}, {{b}}, {{c}}",) for name in ("min", "max", "med") for kind in ("i32", "u32")),
    ("v_bcnt_u32_b32 {r}, {a}, {b}",),
    *named("v_mbcnt_lo_u32_b32", "v_mbcnt_lo_u32_b32", "{r}, {a}, {b}"),
    *named("v_ffbh_u32_e32", "v_clz_i32_u32_e32", "{r}, {a}"),
    *named("v_ffbl_b32_e32", "v_ctz_i32_b32_e32", "{r}, {a}"),
    *named("v_ffbh_i32_e32", "v_cls_i32_e32", "{r}, {a}"),
    *((f"v_pk_{name} {{r}}, {{a}}, {{b}}",) for name in ("add_u16", "sub_i16", "mul_lo_u16", "max_i16", "min_u16",
                                                        "lshlrev_b16", "ashrrev_i16", "add_f16")),
    ("v_pk_add_u16 {r}, {a}, {b} op_sel:[1,0] op_sel_hi:[0,1]",),
    ("v_pk_mad_i16 {r}, {a}, {b}, {c}",),
    ("v_add_f32_e32 {r}, {a}, {b}",),
    ("v_add_f32_e64 {r}, |{a}|, -{b}",),
    ("v_cvt_f32_u32_e32 {r}, {a}",),
    ("v_cvt_f16_f32_e32 {r}, {a}",),
    ("v_add_f64 {R}, {A}, {B}",),
    ("v_cmp_lt_f32_e64 {o}, {a}, {b}",),
    ("v_mov_b32_dpp {r}, {a} quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf",),
    ("v_mov_b32_dpp {r}, {a} row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:0",),
    ("v_and_b32_sdwa {r}, {a}, {b} dst_sel:BYTE_1 dst_unused:UNUSED_SEXT src0_sel:WORD_1 src1_sel:BYTE_2", "",
     "gfx906"),
    ("v_add_u32_sdwa {r}, sext({a}), {b} dst_sel:DWORD src0_sel:BYTE_3 src1_sel:WORD_0", "", "gfx906"),
    ("v_add_f16_e32 {r}, {a}, {b}", "", "gfx906"),
    ("v_mad_u16 {r}, {a}, {b}, {c}", "", "gfx906"),
    ("v_mad_u16 {r}, {a}, {b}, {c} op_sel:[1,0,1,0]", "", "gfx1100"),
]


@pytest.mark.parametrize("arch, lanes, text, known", texts(EXACT))
def test_exactly_the_bits_that_differ_are_undefined(arch, lanes, text, known):
    check(arch, lanes, text, known)


@pytest.mark.parametrize("arch, lanes, text, known", texts(SOUND))
def test_bits_that_differ_are_undefined(arch, lanes, text, known):
    check(arch, lanes, text, known, exact=False)


# ---- scalar instructions ----

SCALAR_SOURCES, SCALAR_RESULT = {"a": 32, "b": 34}, 36
EXACT_SCALAR = [
    ("s_mov_b32 {r}, {a}",),
    ("s_not_b32 {r}, {a}",),
    ("s_brev_b32 {r}, {a}",),
    *((f"s_{name}_b32 {{r}}, {{a}}, {{b}}",) for name in ("and", "or", "xor", "nand", "nor", "xnor")),
    *((f"s_{name}_b64 {{R}}, {{A}}, {{B}}",) for name in ("and", "or", "xor", "nand", "nor", "xnor")),
    *named("s_andn2_b32", "s_and_not1_b32", "{r}, {a}, {b}"),
    ("s_xor_b32 {r}, {a}, {a}",),
    ("s_wqm_b32 {r}, {a}",),
    ("s_cselect_b32 {r}, {a}, {b}",),
    ("s_lshl_b32 {r}, {a}, {b}", "b"),
    ("s_lshr_b64 {R}, {A}, {b}", "b"),
    ("s_ashr_i32 {r}, {a}, {b}", "b"),
    ("s_bfe_u32 {r}, {a}, {b}", "b"),
    ("s_bfe_i64 {R}, {A}, {b}", "b"),
    ("s_pack_lh_b32_b16 {r}, {a}, {b}",),
    ("s_add_u32 {r}, {a}, {b}",),
    ("s_sub_u32 {r}, {a}, {b}",),
    ("s_addc_u32 {r}, {a}, {b}",),
    *((f"s_cmp_{relation}_{kind} {{a}}, {{b}}",) for relation in ("lt", "eq", "le", "gt", "lg", "ge")
      for kind in ("i32", "u32")),
    ("s_cmp_eq_u64 {A}, {B}",),
    ("s_bitcmp1_b32 {a}, {b}", "b"),
]
SOUND_SCALAR = [
    ("s_add_i32 {r}, {a}, {b}",),
    ("s_sub_i32 {r}, {a}, {b}",),
    ("s_mul_i32 {r}, {a}, {b}",),
    ("s_mul_hi_u32 {r}, {a}, {b}",),
    ("s_lshl2_add_u32 {r}, {a}, {b}",),
    ("s_lshl_b32 {r}, {a}, {b}",),
    ("s_bfm_b32 {r}, {a}, {b}",),
    ("s_bfe_u32 {r}, {a}, {b}",),
    ("s_absdiff_i32 {r}, {a}, {b}",),
    *((f"s_{name}_{kind} {{r}}, {{a}}, {{b}}",) for name in ("min", "max") for kind in ("i32", "u32")),
    ("s_bcnt1_i32_b64 {r}, {A}",),
    *named("s_ff1_i32_b32", "s_ctz_i32_b32", "{r}, {a}"),
    *named("s_flbit_i32_b32", "s_clz_i32_u32", "{r}, {a}"),
    *named("s_flbit_i32", "s_cls_i32", "{r}, {a}"),
    ("s_bitset1_b32 {r}, {a}",),
]


def scalar_text(text, draw):
    """The instruction behind the code that makes its sources from s40 to s43, which nothing sets; SCC is 1."""
    names = {**{n: f"s{r}" for n, r in SCALAR_SOURCES.items()}, "r": f"s{SCALAR_RESULT}",
             **{n.upper(): f"s[{r}:{r + 1}]" for n, r in SCALAR_SOURCES.items()},
             "R": f"s[{SCALAR_RESULT}:{SCALAR_RESULT + 1}]"}
    made = [line for register, (value, mask) in draw.items() for line in (
        f"s_and_b32 s{register}, s{register + 8}, {mask:#x}",
        f"s_or_b32 s{register}, s{register}, {value & ~mask & 0xFFFFFFFF:#x}")]
    return "; ".join([*made, "s_cmp_eq_u32 0, 0", text.format(**names)])


def run_scalar(arch, lanes, text, draw, number=None):
    """Return ((result, SCC), (their undefined bits)) as integers, of 64 bits and 1."""
    sets = []
    for register, (_, mask) in draw.items() if number is not None else ():
        bits, number = deposit(mask, number)
        sets.append((EVERY_WAVE, register + 8, bits))
    sets += [(EVERY_WAVE, SCALAR_RESULT, 0), (EVERY_WAVE, SCALAR_RESULT + 1, 0)]
    outcome = MACHINE.run(arch=arch, wave=lanes, code=code(arch, lanes, scalar_text(text, draw)), sets=sets,
                          group=(lanes, 1, 1), grid=(lanes, 1, 1))
    assert outcome.status == "ok", outcome.text
    wave = MACHINE.wave(0)
    words = [int(wave.s[SCALAR_RESULT + k]) for k in range(2)]
    masks = [wave.undefined_word(SCALAR_RESULT + k) for k in range(2)]
    return (words[0] | words[1] << 32, wave.scc), (masks[0] | masks[1] << 32, wave.scc_open)


def check_scalar(arch, lanes, text, known, exact):
    rng = random.Random(f"{arch} {lanes} {text}")
    registers = [r + k for n, r in SCALAR_SOURCES.items() for k in range(2)
                 if f"{{{n}}}" in text and not k or f"{{{n.upper()}}}" in text]
    for _ in range(8):
        draw = draw_lane(rng, registers, {SCALAR_SOURCES[n] for n in known})
        count = 1 << sum(mask.bit_count() for _, mask in draw.values())
        value, undefined = run_scalar(arch, lanes, text, draw)
        completed = [run_scalar(arch, lanes, text, draw, number)[0] for number in range(count)]
        for at in range(2):
            differing = 0
            for result in completed:
                differing |= result[at] ^ completed[0][at]
            assert not differing & ~undefined[at], (text, draw)
            assert not (value[at] ^ completed[0][at]) & ~undefined[at], (text, draw)
            assert not exact or differing == undefined[at], (text, draw)


@pytest.mark.parametrize("arch, lanes, text, known", texts(EXACT_SCALAR))
def test_exactly_the_scalar_bits_that_differ_are_undefined(arch, lanes, text, known):
    check_scalar(arch, lanes, text, known, True)


@pytest.mark.parametrize("arch, lanes, text, known", texts(SOUND_SCALAR))
def test_scalar_bits_that_differ_are_undefined(arch, lanes, text, known):
    check_scalar(arch, lanes, text, known, False)
