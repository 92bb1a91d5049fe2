"""The two kernels that every code object of a kit has: assay_setup fills the arena, assay_check compares it.

Both are one wave, use integer operations only, and find their case in `assay_tables` by the number they are given.
Scalar registers: s[4:5] arena, s[6:7] output, s[10:11] tables, s[16:31] the case's entry.  v0 is the lane."""
from __future__ import annotations

from ...harness.kernel_wrapper.prologue_epilogue import family_spellings
from .kit_format import CHECK, HEAD_BYTES, SETUP, SHOWN

ENTRY_BYTES, CLASS_BYTES, CHECK_BYTES, DOUBLE_BYTES, POKE_BYTES, FILL_BYTES = 64, 32, 8, 32, 8, 16
AT_BITS, PLACE_BITS = 20, 28                         # of a check: dword of the arena, class above; of a poke: likewise
# Dwords of an entry: where a list lies (bytes from the tables), how many it has.
FIELDS = {"fills": 16, "pokes": 18, "checks": 20, "doubles": 22, "classes": 24, "done": 25}
TABLES = "assay_tables"


class Text:
    """Lines of assembly in the spelling of an architecture and wave size."""

    def __init__(self, arch: str, wave: int):
        self.words, self.wave, self.lines = family_spellings(arch), wave, []
        self.new = len(self.words.waits) > 1             # RDNA3's spellings, and stores that count by themselves
        self.b = f"b{wave}"
        self.exec, self.vcc = ("exec", "vcc") if wave == 64 else ("exec_lo", "vcc_lo")

    def __call__(self, *lines: str) -> None:
        self.lines += lines

    def mask(self, number: int) -> str:
        """A register of a mask of lanes, away from those the kernels name."""
        return f"s[{40 + 2 * number}:{41 + 2 * number}]" if self.wave == 64 else f"s{40 + 2 * number}"

    def add(self, to: str, a: str, b: str) -> None:
        self(f"{'v_add_nc_u32' if self.new else 'v_add_u32'} {to}, {a}, {b}")

    def carry(self, verb: str, to: str, a: str, b: str, goes_on: bool = False) -> None:
        """`verb` add or sub; the carry goes through VCC."""
        if not goes_on:
            self(f"v_{verb}_co_u32 {to}, {self.vcc}, {a}, {b}")
        else:
            name = f"v_{verb}_co_ci_u32" if self.new else f"v_{verb}b_co_u32" if verb == "sub" else "v_addc_co_u32"
            self(f"{name} {to}, {self.vcc}, {a}, {b}, {self.vcc}")

    def load(self, dwords: int, to: int, offset: str, base: str) -> None:
        last = f"v[{to}:{to + dwords - 1}]" if dwords > 1 else f"v{to}"
        self(f"global_load_{self.width(dwords)} {last}, {offset}, {base}")

    def store(self, dwords: int, offset: str, first: int, base: str) -> None:
        what = f"v[{first}:{first + dwords - 1}]" if dwords > 1 else f"v{first}"
        self(f"global_store_{self.width(dwords)} {offset}, {what}, {base}")

    def scalars(self, dwords: int, first: int, base: str, offset: int = 0) -> None:
        to = f"s[{first}:{first + dwords - 1}]" if dwords > 1 else f"s{first}"
        self(f"s_load_{self.width(dwords)} {to}, {base}, {hex(offset)}")

    def width(self, dwords: int) -> str:
        return f"b{32 * dwords}" if self.new else "dword" + (f"x{dwords}" if dwords > 1 else "")

    def wait(self) -> None:
        """Everything that was begun is done."""
        self(*self.words.waits)

    def both(self, verb: str, to: str, a: str, b: str) -> None:
        """A scalar operation on masks of lanes; `andn2`: a without b."""
        name = "and_not1" if verb == "andn2" and self.new else verb
        self(f"s_{name}_{self.b} {to}, {a}, {b}")

    def compare(self, to: int, relation: str, a: str, b: str) -> None:
        self(f"v_cmp_{relation} {self.mask(to)}, {a}, {b}")

    def every_lane(self) -> None:
        self(f"s_mov_{self.b} {self.exec}, -1")

    def head(self, name: str) -> None:
        """Arguments, tables, the entry of the case."""
        self.scalars(4, 4, "s[0:1]")
        self.scalars(1, 8, "s[0:1]", 16)
        self("s_getpc_b64 s[10:11]", f"s_add_u32 s10, s10, {TABLES}@rel32@lo+4",
             f"s_addc_u32 s11, s11, {TABLES}@rel32@hi+12", "v_and_b32 v0, 0x3ff, v0", self.words.waits[0],
             f"s_lshl_b32 s8, s8, {ENTRY_BYTES.bit_length() - 1}", "s_add_u32 s12, s10, s8", "s_addc_u32 s13, s11, 0")
        self.scalars(16, 16, "s[12:13]")
        self(self.words.waits[0])

    def each(self, name: str, count: str, body) -> None:
        """Runs `body` with v1 counting through `count` rows, a lane a row; EXEC holds the lanes that have one."""
        self("v_mov_b32 v1, v0", f".L{name}:", f"v_cmp_gt_u32 {self.vcc}, {count}, v1")
        self.both("and", self.exec, self.exec, self.vcc)
        self(f"s_cbranch_execz .L{name}_end")
        body()
        self.every_lane()
        self.add("v1", str(self.wave), "v1")
        self(f"s_branch .L{name}", f".L{name}_end:")
        self.every_lane()


def setup(arch: str, wave: int) -> str:
    """The text of assay_setup."""
    t = Text(arch, wave)
    t.head(SETUP)
    t("s_mov_b32 s9, 0", ".Lrow:", f"s_cmp_ge_u32 s9, s{FIELDS['fills'] + 1}", "s_cbranch_scc1 .Lrows_end",
      f"s_lshl_b32 s12, s9, {FILL_BYTES.bit_length() - 1}", f"s_add_u32 s12, s12, s{FIELDS['fills']}",
      "s_add_u32 s12, s12, s10", "s_addc_u32 s13, s11, 0")
    t.scalars(4, 36, "s[12:13]")
    t(t.words.waits[0], "v_mov_b32 v2, s38")

    def fill() -> None:
        t.add("v3", "s36", "v1")
        t("v_lshlrev_b32 v3, 2, v3")
        t.store(1, "v3", 2, "s[4:5]")
    t.each("fill", "s37", fill)
    t.wait()                                             # rows overlap, the later one holds
    t("s_add_u32 s9, s9, 1", "s_branch .Lrow", ".Lrows_end:")
    t.each("poke", f"s{FIELDS['pokes'] + 1}", lambda: _poke(t))
    t.wait()
    t("s_endpgm")
    return "\n".join(t.lines)


def _poke(t: Text) -> None:
    """One dword: a value, or half of the arena's address plus it."""
    t(f"v_lshlrev_b32 v3, {POKE_BYTES.bit_length() - 1}, v1")
    t.add("v3", f"s{FIELDS['pokes']}", "v3")
    t.load(2, 4, "v3", "s[10:11]")
    t("v_mov_b32 v9, s5")
    t.wait()
    t("v_ashrrev_i32 v6, 31, v5")
    t.carry("add", "v7", "s4", "v5")
    t.carry("add", "v8", "v9", "v6", goes_on=True)
    t(f"v_lshrrev_b32 v9, {PLACE_BITS}, v4", f"v_and_b32 v4, {hex((1 << PLACE_BITS) - 1)}, v4",
      "v_lshlrev_b32 v4, 2, v4")
    for number, register in ((1, "v7"), (2, "v8")):
        t(f"v_cmp_eq_u32 {t.vcc}, {number}, v9", f"v_cndmask_b32 v5, v5, {register}, {t.vcc}")
    t.store(1, "v4", 5, "s[4:5]")


def check(arch: str, wave: int) -> str:
    """The text of assay_check."""
    t = Text(arch, wave)
    t.head(CHECK)
    t("s_mov_b32 s32, 0", "s_mov_b32 s34, 0", "s_mov_b32 s35, 0x7ff00000")
    t.each("dword", f"s{FIELDS['checks'] + 1}", lambda: (_dword(t), _report(t, "dword")))
    t.each("double", f"s{FIELDS['doubles'] + 1}", lambda: (_double(t), _report(t, "double")))
    t.wait()
    t(f"s_add_u32 s33, s{FIELDS['checks'] + 1}, s{FIELDS['doubles'] + 1}",
      f"v_mov_b32 v2, s{FIELDS['done']}", "v_mov_b32 v3, s33", "v_mov_b32 v4, s32", "v_mov_b32 v5, 0",
      f"v_cmp_eq_u32 {t.vcc}, 0, v0")
    t.both("and", t.exec, t.exec, t.vcc)
    t("v_mov_b32 v1, 0")
    t.store(4, "v1", 2, "s[6:7]")
    t.wait()
    t("s_endpgm")
    return "\n".join(t.lines)


def _dword(t: Text) -> None:
    """v22 index, v23 expected, v24 got; mask 0: the lanes that are wrong.

    Right is what agrees in the bits of the mask, or both halves agreeing or being NaNs, or as a float near enough."""
    _dword_check(t)
    t("v_xor_b32 v14, v23, v24", "v_and_b32 v15, v14, v8", "v_not_b32 v17, v10", "v_and_b32 v16, v14, v10",
      "v_and_b32 v17, v14, v17")
    t.compare(0, "eq_u32", "v15", "0")                   # right by its bits
    t.compare(1, "eq_u32", "v16", "0")                   # the low half
    t.compare(2, "eq_u32", "v17", "0")                   # the rest
    t.add("v18", "-1", "v11")
    _nans(t, "v23", "v24")
    t.both("and", t.mask(5), t.mask(3), t.mask(4))       # both
    t.both("or", t.mask(6), t.mask(3), t.mask(4))        # either
    _near(t)
    t.both("and", t.mask(7), t.mask(7), t.mask(2))
    t.both("or", t.mask(0), t.mask(0), t.mask(7))
    t("v_lshrrev_b32 v19, 16, v23", "v_lshrrev_b32 v20, 16, v24")
    _nans(t, "v19", "v20")
    t.both("and", t.mask(3), t.mask(3), t.mask(4))
    t.both("or", t.mask(2), t.mask(2), t.mask(3))
    t.both("or", t.mask(1), t.mask(1), t.mask(5))
    t.both("and", t.mask(1), t.mask(1), t.mask(2))
    t.both("or", t.mask(0), t.mask(0), t.mask(1))
    t.both("andn2", t.mask(0), t.exec, t.mask(0))


def _dword_check(t: Text) -> None:
    """v22 index, v23 expected, v24 got, of the check: v8 mask, v10 low half, v11 sign, v12 infinity, v13 ULP."""
    t(f"v_lshlrev_b32 v3, {CHECK_BYTES.bit_length() - 1}, v1")
    t.add("v3", f"s{FIELDS['checks']}", "v3")
    t.load(2, 22, "v3", "s[10:11]")
    t.wait()
    t(f"v_lshrrev_b32 v6, {AT_BITS}, v22", f"v_and_b32 v4, {hex((1 << AT_BITS) - 1)}, v22", "v_lshlrev_b32 v4, 2, v4",
      f"v_lshlrev_b32 v6, {CLASS_BYTES.bit_length() - 1}, v6")
    t.add("v6", f"s{FIELDS['classes']}", "v6")
    t("v_mov_b32 v22, v1")
    t.load(4, 8, "v6", "s[10:11]")                       # v9: what is added
    t.add("v6", "16", "v6")
    t.load(2, 12, "v6", "s[10:11]")
    t.load(1, 24, "v4", "s[4:5]")
    t.wait()
    for number, base in ((1, "s4"), (2, "s5")):
        t(f"v_mov_b32 v6, {base}", f"v_cmp_eq_u32 {t.vcc}, {number}, v9", f"v_cndmask_b32 v6, 0, v6, {t.vcc}")
        t.add("v23", "v6", "v23")


def _nans(t: Text, expected: str, got: str) -> None:
    """Masks 3 and 4: which of them are NaNs, by v18, all bits but the sign, and v12, infinity."""
    t(f"v_and_b32 v19, {expected}, v18", f"v_and_b32 v20, {got}, v18")
    t.compare(3, "gt_u32", "v19", "v12")
    t.compare(4, "gt_u32", "v20", "v12")


def _near(t: Text) -> None:
    """Mask 7: where ULP are let through, both are NaNs or neither is and they are near.  A number's rank is its
    magnitude, negative below zero."""
    for value, magnitude, rank in (("v23", "v19", "v25"), ("v24", "v20", "v26")):
        t(f"v_and_b32 v27, {value}, v11", f"v_sub_{'nc_' if t.new else ''}u32 {rank}, 0, {magnitude}",
          f"v_cmp_ne_u32 {t.vcc}, 0, v27", f"v_cndmask_b32 {rank}, {magnitude}, {rank}, {t.vcc}")
    sub = f"v_sub_{'nc_' if t.new else ''}u32"
    t(f"{sub} v27, v25, v26", f"{sub} v28, v26, v25", "v_min_u32 v27, v27, v28")
    t.compare(7, "le_u32", "v27", "v13")
    t.both("andn2", t.mask(7), t.mask(7), t.mask(6))
    t.both("or", t.mask(7), t.mask(7), t.mask(5))
    t.compare(8, "ne_u32", "v13", "0")
    t.both("and", t.mask(7), t.mask(7), t.mask(8))


def _double(t: Text) -> None:
    """The same for a 64-bit float: v[2:3] expected, v[4:5] got; reported is the half that differs, the high one
    first."""
    _double_check(t)
    t.compare(0, "eq_u64", "v[2:3]", "v[4:5]")
    for high, low, place in (("v3", "v2", 14), ("v5", "v4", 16)):
        t(f"v_and_b32 v{place + 1}, 0x7fffffff, {high}", f"v_mov_b32 v{place}, {low}")
    t.compare(3, "lt_u64", "s[34:35]", "v[14:15]")
    t.compare(4, "lt_u64", "s[34:35]", "v[16:17]")
    t.both("and", t.mask(5), t.mask(3), t.mask(4))
    t.both("or", t.mask(6), t.mask(3), t.mask(4))
    _double_near(t)
    t.both("or", t.mask(0), t.mask(0), t.mask(7))
    t.both("andn2", t.mask(0), t.exec, t.mask(0))
    t.compare(1, "ne_u32", "v3", "v5")
    t(f"v_cndmask_b32 v23, v2, v3, {t.mask(1)}", f"v_cndmask_b32 v24, v4, v5, {t.mask(1)}",
      f"v_cndmask_b32 v6, 0, 1, {t.mask(1)}", "v_lshlrev_b32 v22, 1, v1")
    t.add("v22", f"s{FIELDS['checks'] + 1}", "v22")
    t.add("v22", "v22", "v6")


def _double_check(t: Text) -> None:
    """v[2:3] expected, v[4:5] got, v[12:13] ULP."""
    t(f"v_lshlrev_b32 v3, {DOUBLE_BYTES.bit_length() - 1}, v1")
    t.add("v3", f"s{FIELDS['doubles']}", "v3")
    t.load(4, 8, "v3", "s[10:11]")                       # places of the low and the high half, the value
    t.add("v3", "16", "v3")
    t.load(2, 12, "v3", "s[10:11]")
    t.wait()
    t("v_lshlrev_b32 v8, 2, v8", "v_lshlrev_b32 v9, 2, v9", "v_mov_b32 v2, v10", "v_mov_b32 v3, v11")
    t.load(1, 4, "v8", "s[4:5]")
    t.load(1, 5, "v9", "s[4:5]")
    t.wait()


def _double_near(t: Text) -> None:
    """Mask 7, as _near(): v[14:15] and v[16:17] hold the magnitudes, then the ranks."""
    for sign, low, high in (("v3", "v14", "v15"), ("v5", "v16", "v17")):
        t(f"v_ashrrev_i32 v18, 31, {sign}", f"v_xor_b32 {low}, {low}, v18", f"v_xor_b32 {high}, {high}, v18")
        t.carry("sub", low, low, "v18")
        t.carry("sub", high, high, "v18", goes_on=True)
    for number, a, b in ((7, 14, 16), (8, 16, 14)):
        t.carry("sub", "v18", f"v{a}", f"v{b}")
        t.carry("sub", "v19", f"v{a + 1}", f"v{b + 1}", goes_on=True)
        t.compare(number, "le_u64", "v[18:19]", "v[12:13]")
    t.both("or", t.mask(7), t.mask(7), t.mask(8))
    t.both("andn2", t.mask(7), t.mask(7), t.mask(6))
    t.both("or", t.mask(7), t.mask(7), t.mask(5))


def _report(t: Text, name: str) -> None:
    """Counts the wrong lanes of mask 0 in s32 and stores the first of all: index, expected, got."""
    wrong = t.mask(0)
    low, high = ("s40", "s41") if t.wave == 64 else ("s40", "")
    t(f"s_cmp_eq_u64 {wrong}, 0" if t.wave == 64 else f"s_cmp_eq_u32 {wrong}, 0", f"s_cbranch_scc1 .L{name}_right",
      f"v_mbcnt_lo_u32_b32 v6, {low}, 0", *([f"v_mbcnt_hi_u32_b32 v6, {high}, v6"] if high else []))
    t.add("v6", "s32", "v6")
    t(f"s_bcnt1_i32_{t.b} s33, {wrong}", "s_add_u32 s32, s32, s33", f"v_cmp_gt_u32 {t.vcc}, {SHOWN}, v6")
    t.both("and", t.exec, wrong, t.vcc)
    t("v_mul_u32_u24 v6, 12, v6")
    t.add("v6", str(HEAD_BYTES), "v6")
    t.store(3, "v6", 22, "s[6:7]")
    t(f".L{name}_right:")
