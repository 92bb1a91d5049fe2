"""Assembly of the two kernels in every code object of a kit: assay_setup fills the arena, assay_check compares it.

Both run one wave, use only integer operations, and take the entry of their case from `assay_tables`.
Scalar registers: s[4:5] arena, s[6:7] output, s[10:11] tables, s[16:31] the case's entry. v0 is the lane."""
from __future__ import annotations

from ...harness.kernel_wrapper.prologue_epilogue import family_spellings
from .kit_format import HEADER_BYTES, MAX_WRONG_REPORTED

ENTRY_BYTES, RULE_BYTES, CHECK_BYTES, DOUBLE_BYTES, POKE_BYTES, FILL_BYTES = 64, 32, 8, 32, 8, 16
# Bits of the first dword of a check or poke that number a dword of the arena; above them the rule or the kind of value.
CHECK_OFFSET_BITS, POKE_OFFSET_BITS = 20, 28
# Registers with an entry's fields. A list has two: its byte offset from the tables, and its length.
ENTRY_SGPRS = {"fills": 16, "pokes": 18, "checks": 20, "doubles": 22, "rules": 24, "done": 25}
TABLES_SYMBOL = "assay_tables"


class KernelText:
    """Writer of assembly text for an architecture and wave size; `lines`: the text so far."""

    def __init__(self, arch: str, wave: int):
        self.spellings, self.wave, self.lines = family_spellings(arch), wave, []
        self.rdna3 = len(self.spellings.waits) > 1   # its own mnemonics, and a counter of stores
        self.mask_type = f"b{wave}"
        self.exec, self.vcc = ("exec", "vcc") if wave == 64 else ("exec_lo", "vcc_lo")

    def __call__(self, *lines: str) -> None:
        self.lines += lines

    def mask(self, number: int) -> str:
        """Scalar register or pair of lane mask `number`; the kernels use no other registers from s40."""
        return f"s[{40 + 2 * number}:{41 + 2 * number}]" if self.wave == 64 else f"s{40 + 2 * number}"

    def add(self, to: str, a: str, b: str) -> None:
        self(f"{'v_add_nc_u32' if self.rdna3 else 'v_add_u32'} {to}, {a}, {b}")

    def carry_operation(self, verb: str, to: str, a: str, b: str, carry_in: bool = False) -> None:
        """Write `verb` ("add" or "sub") with the carry or borrow in VCC."""
        if not carry_in:
            self(f"v_{verb}_co_u32 {to}, {self.vcc}, {a}, {b}")
        else:
            name = f"v_{verb}_co_ci_u32" if self.rdna3 else f"v_{verb}b_co_u32" if verb == "sub" else "v_addc_co_u32"
            self(f"{name} {to}, {self.vcc}, {a}, {b}, {self.vcc}")

    def load_vectors(self, dwords: int, first: int, offset: str, base: str) -> None:
        registers = f"v[{first}:{first + dwords - 1}]" if dwords > 1 else f"v{first}"
        self(f"global_load_{self.size_suffix(dwords)} {registers}, {offset}, {base}")

    def store_vectors(self, dwords: int, offset: str, first: int, base: str) -> None:
        registers = f"v[{first}:{first + dwords - 1}]" if dwords > 1 else f"v{first}"
        self(f"global_store_{self.size_suffix(dwords)} {offset}, {registers}, {base}")

    def load_scalars(self, dwords: int, first: int, base: str, offset: int = 0) -> None:
        registers = f"s[{first}:{first + dwords - 1}]" if dwords > 1 else f"s{first}"
        self(f"s_load_{self.size_suffix(dwords)} {registers}, {base}, {hex(offset)}")

    def size_suffix(self, dwords: int) -> str:
        return f"b{32 * dwords}" if self.rdna3 else "dword" + (f"x{dwords}" if dwords > 1 else "")

    def wait_for_memory(self) -> None:
        """Wait for all loads and stores."""
        self(*self.spellings.waits)

    def mask_operation(self, verb: str, to: str, a: str, b: str) -> None:
        """Write a scalar operation on lane masks; `andn2`: a and not b."""
        name = "and_not1" if verb == "andn2" and self.rdna3 else verb
        self(f"s_{name}_{self.mask_type} {to}, {a}, {b}")

    def compare(self, to: int, relation: str, a: str, b: str) -> None:
        self(f"v_cmp_{relation} {self.mask(to)}, {a}, {b}")

    def enable_all_lanes(self) -> None:
        self(f"s_mov_{self.mask_type} {self.exec}, -1")

    def load_entry(self) -> None:
        """Load the arguments, the address of the tables and the entry of the case."""
        self.load_scalars(4, 4, "s[0:1]")
        self.load_scalars(1, 8, "s[0:1]", 16)
        self("s_getpc_b64 s[10:11]", f"s_add_u32 s10, s10, {TABLES_SYMBOL}@rel32@lo+4",
             f"s_addc_u32 s11, s11, {TABLES_SYMBOL}@rel32@hi+12", "v_and_b32 v0, 0x3ff, v0", self.spellings.waits[0],
             f"s_lshl_b32 s8, s8, {ENTRY_BYTES.bit_length() - 1}", "s_add_u32 s12, s10, s8", "s_addc_u32 s13, s11, 0")
        self.load_scalars(16, 16, "s[12:13]")
        self(self.spellings.waits[0])

    def loop_over_rows(self, name: str, count: str, body) -> None:
        """Write a loop around `body` over `count` rows, one row for each lane; v1: the row; EXEC: lanes with a row."""
        self("v_mov_b32 v1, v0", f".L{name}:", f"v_cmp_gt_u32 {self.vcc}, {count}, v1")
        self.mask_operation("and", self.exec, self.exec, self.vcc)
        self(f"s_cbranch_execz .L{name}_end")
        body()
        self.enable_all_lanes()
        self.add("v1", str(self.wave), "v1")
        self(f"s_branch .L{name}", f".L{name}_end:")
        self.enable_all_lanes()


def setup_text(arch: str, wave: int) -> str:
    """Assembly of assay_setup."""
    text = KernelText(arch, wave)
    text.load_entry()
    text("s_mov_b32 s9, 0", ".Lrow:", f"s_cmp_ge_u32 s9, s{ENTRY_SGPRS['fills'] + 1}", "s_cbranch_scc1 .Lrows_end",
         f"s_lshl_b32 s12, s9, {FILL_BYTES.bit_length() - 1}", f"s_add_u32 s12, s12, s{ENTRY_SGPRS['fills']}",
         "s_add_u32 s12, s12, s10", "s_addc_u32 s13, s11, 0")
    text.load_scalars(4, 36, "s[12:13]")
    text(text.spellings.waits[0], "v_mov_b32 v2, s38")

    def fill() -> None:
        text.add("v3", "s36", "v1")
        text("v_lshlrev_b32 v3, 2, v3")
        text.store_vectors(1, "v3", 2, "s[4:5]")
    text.loop_over_rows("fill", "s37", fill)
    text.wait_for_memory()                           # rows overlap; the later one must win
    text("s_add_u32 s9, s9, 1", "s_branch .Lrow", ".Lrows_end:")
    text.loop_over_rows("poke", f"s{ENTRY_SGPRS['pokes'] + 1}", lambda: _write_poke(text))
    text.wait_for_memory()
    text("s_endpgm")
    return "\n".join(text.lines)


def _write_poke(text: KernelText) -> None:
    """Write the code in assay_setup that pokes a dword. The dword is a value, or a dword of the arena's address plus a
    value."""
    text(f"v_lshlrev_b32 v3, {POKE_BYTES.bit_length() - 1}, v1")
    text.add("v3", f"s{ENTRY_SGPRS['pokes']}", "v3")
    text.load_vectors(2, 4, "v3", "s[10:11]")
    text("v_mov_b32 v9, s5")
    text.wait_for_memory()
    text("v_ashrrev_i32 v6, 31, v5")
    text.carry_operation("add", "v7", "s4", "v5")
    text.carry_operation("add", "v8", "v9", "v6", carry_in=True)
    text(f"v_lshrrev_b32 v9, {POKE_OFFSET_BITS}, v4", f"v_and_b32 v4, {hex((1 << POKE_OFFSET_BITS) - 1)}, v4",
         "v_lshlrev_b32 v4, 2, v4")
    for number, register in ((1, "v7"), (2, "v8")):
        text(f"v_cmp_eq_u32 {text.vcc}, {number}, v9", f"v_cndmask_b32 v5, v5, {register}, {text.vcc}")
    text.store_vectors(1, "v4", 5, "s[4:5]")


def check_text(arch: str, wave: int) -> str:
    """Assembly of assay_check."""
    text = KernelText(arch, wave)
    text.load_entry()
    text("s_mov_b32 s32, 0", "s_mov_b32 s34, 0", "s_mov_b32 s35, 0x7ff00000")
    text.loop_over_rows("dword", f"s{ENTRY_SGPRS['checks'] + 1}",
                        lambda: (_compare_dword(text), _report_wrong_lanes(text, "dword")))
    text.loop_over_rows("double", f"s{ENTRY_SGPRS['doubles'] + 1}",
                        lambda: (_compare_double(text), _report_wrong_lanes(text, "double")))
    text.wait_for_memory()
    text(f"s_add_u32 s33, s{ENTRY_SGPRS['checks'] + 1}, s{ENTRY_SGPRS['doubles'] + 1}",
         f"v_mov_b32 v2, s{ENTRY_SGPRS['done']}", "v_mov_b32 v3, s33", "v_mov_b32 v4, s32", "v_mov_b32 v5, 0",
         f"v_cmp_eq_u32 {text.vcc}, 0, v0")
    text.mask_operation("and", text.exec, text.exec, text.vcc)
    text("v_mov_b32 v1, 0")
    text.store_vectors(4, "v1", 2, "s[6:7]")
    text.wait_for_memory()
    text("s_endpgm")
    return "\n".join(text.lines)


def _compare_dword(text: KernelText) -> None:
    """Load a dword check and set mask 0 to the lanes with wrong dwords; v22: index, v23: expected, v24: actual.

    A dword is right if the bits in its mask equal the expected bits. It is also right if, in each half, the values are
    equal or both NaNs. It is also right if the float in its low bits is within the tolerance and the other bits are
    equal."""
    _load_dword_check(text)
    text("v_xor_b32 v14, v23, v24", "v_and_b32 v15, v14, v8", "v_not_b32 v17, v10", "v_and_b32 v16, v14, v10",
         "v_and_b32 v17, v14, v17")
    text.compare(0, "eq_u32", "v15", "0")            # the bits of the mask agree
    text.compare(1, "eq_u32", "v16", "0")            # the low half agrees
    text.compare(2, "eq_u32", "v17", "0")            # the other bits agree
    text.add("v18", "-1", "v11")
    _find_nans(text, "v23", "v24")
    text.mask_operation("and", text.mask(5), text.mask(3), text.mask(4))  # both are NaNs
    text.mask_operation("or", text.mask(6), text.mask(3), text.mask(4))  # at least one is a NaN
    _compare_float_distance(text)
    text.mask_operation("and", text.mask(7), text.mask(7), text.mask(2))
    text.mask_operation("or", text.mask(0), text.mask(0), text.mask(7))
    text("v_lshrrev_b32 v19, 16, v23", "v_lshrrev_b32 v20, 16, v24")
    _find_nans(text, "v19", "v20")
    text.mask_operation("and", text.mask(3), text.mask(3), text.mask(4))
    text.mask_operation("or", text.mask(2), text.mask(2), text.mask(3))
    text.mask_operation("or", text.mask(1), text.mask(1), text.mask(5))
    text.mask_operation("and", text.mask(1), text.mask(1), text.mask(2))
    text.mask_operation("or", text.mask(0), text.mask(0), text.mask(1))
    text.mask_operation("andn2", text.mask(0), text.exec, text.mask(0))


def _load_dword_check(text: KernelText) -> None:
    """Load a dword check and its rule.

    v22: index, v23: expected, v24: actual, v8: mask, v10: mask of the low half, v11: sign, v12: infinity, v13: ULP."""
    text(f"v_lshlrev_b32 v3, {CHECK_BYTES.bit_length() - 1}, v1")
    text.add("v3", f"s{ENTRY_SGPRS['checks']}", "v3")
    text.load_vectors(2, 22, "v3", "s[10:11]")
    text.wait_for_memory()
    text(f"v_lshrrev_b32 v6, {CHECK_OFFSET_BITS}, v22", f"v_and_b32 v4, {hex((1 << CHECK_OFFSET_BITS) - 1)}, v22",
         "v_lshlrev_b32 v4, 2, v4", f"v_lshlrev_b32 v6, {RULE_BYTES.bit_length() - 1}, v6")
    text.add("v6", f"s{ENTRY_SGPRS['rules']}", "v6")
    text("v_mov_b32 v22, v1")
    text.load_vectors(4, 8, "v6", "s[10:11]")        # v9: VALUE, ADDRESS_LOW or ADDRESS_HIGH
    text.add("v6", "16", "v6")
    text.load_vectors(2, 12, "v6", "s[10:11]")
    text.load_vectors(1, 24, "v4", "s[4:5]")
    text.wait_for_memory()
    for number, base in ((1, "s4"), (2, "s5")):
        text(f"v_mov_b32 v6, {base}", f"v_cmp_eq_u32 {text.vcc}, {number}, v9", f"v_cndmask_b32 v6, 0, v6, {text.vcc}")
        text.add("v23", "v6", "v23")


def _find_nans(text: KernelText, expected: str, got: str) -> None:
    """Set masks 3 and 4 to the lanes whose expected and actual value is a NaN.

    v18: all bits but the sign; v12: infinity."""
    text(f"v_and_b32 v19, {expected}, v18", f"v_and_b32 v20, {got}, v18")
    text.compare(3, "gt_u32", "v19", "v12")
    text.compare(4, "gt_u32", "v20", "v12")


def _compare_float_distance(text: KernelText) -> None:
    """Set mask 7 to the lanes that have a tolerance and whose two values are both NaNs, or numbers within the
    tolerance.

    The distance is the difference of the ranks. A number's rank is its magnitude as an integer, negated for a negative
    number."""
    for value, magnitude, rank in (("v23", "v19", "v25"), ("v24", "v20", "v26")):
        text(f"v_and_b32 v27, {value}, v11", f"v_sub_{'nc_' if text.rdna3 else ''}u32 {rank}, 0, {magnitude}",
             f"v_cmp_ne_u32 {text.vcc}, 0, v27", f"v_cndmask_b32 {rank}, {magnitude}, {rank}, {text.vcc}")
    subtract = f"v_sub_{'nc_' if text.rdna3 else ''}u32"
    text(f"{subtract} v27, v25, v26", f"{subtract} v28, v26, v25", "v_min_u32 v27, v27, v28")
    text.compare(7, "le_u32", "v27", "v13")
    text.mask_operation("andn2", text.mask(7), text.mask(7), text.mask(6))
    text.mask_operation("or", text.mask(7), text.mask(7), text.mask(5))
    text.compare(8, "ne_u32", "v13", "0")
    text.mask_operation("and", text.mask(7), text.mask(7), text.mask(8))


def _compare_double(text: KernelText) -> None:
    """Load a check of a 64-bit float and set mask 0 to the lanes with wrong values; v[2:3]: expected, v[4:5]: actual.

    Put the dword to report in v22 to v24, as _compare_dword does. This is the high dword if it differs, else the low
    one."""
    _load_double_check(text)
    text.compare(0, "eq_u64", "v[2:3]", "v[4:5]")
    for high, low, magnitude in (("v3", "v2", 14), ("v5", "v4", 16)):
        text(f"v_and_b32 v{magnitude + 1}, 0x7fffffff, {high}", f"v_mov_b32 v{magnitude}, {low}")
    text.compare(3, "lt_u64", "s[34:35]", "v[14:15]")
    text.compare(4, "lt_u64", "s[34:35]", "v[16:17]")
    text.mask_operation("and", text.mask(5), text.mask(3), text.mask(4))
    text.mask_operation("or", text.mask(6), text.mask(3), text.mask(4))
    _compare_double_distance(text)
    text.mask_operation("or", text.mask(0), text.mask(0), text.mask(7))
    text.mask_operation("andn2", text.mask(0), text.exec, text.mask(0))
    text.compare(1, "ne_u32", "v3", "v5")
    text(f"v_cndmask_b32 v23, v2, v3, {text.mask(1)}", f"v_cndmask_b32 v24, v4, v5, {text.mask(1)}",
         f"v_cndmask_b32 v6, 0, 1, {text.mask(1)}", "v_lshlrev_b32 v22, 1, v1")
    text.add("v22", f"s{ENTRY_SGPRS['checks'] + 1}", "v22")
    text.add("v22", "v22", "v6")


def _load_double_check(text: KernelText) -> None:
    """Load a check of a 64-bit float; v[2:3]: expected, v[4:5]: actual, v[12:13]: ULP."""
    text(f"v_lshlrev_b32 v3, {DOUBLE_BYTES.bit_length() - 1}, v1")
    text.add("v3", f"s{ENTRY_SGPRS['doubles']}", "v3")
    text.load_vectors(4, 8, "v3", "s[10:11]")        # dwords of the low and the high half, the value
    text.add("v3", "16", "v3")
    text.load_vectors(2, 12, "v3", "s[10:11]")
    text.wait_for_memory()
    text("v_lshlrev_b32 v8, 2, v8", "v_lshlrev_b32 v9, 2, v9", "v_mov_b32 v2, v10", "v_mov_b32 v3, v11")
    text.load_vectors(1, 4, "v8", "s[4:5]")
    text.load_vectors(1, 5, "v9", "s[4:5]")
    text.wait_for_memory()


def _compare_double_distance(text: KernelText) -> None:
    """Set mask 7 as _compare_float_distance does. v[14:15] and v[16:17] hold the magnitudes, then the ranks."""
    for high_half, low, high in (("v3", "v14", "v15"), ("v5", "v16", "v17")):
        text(f"v_ashrrev_i32 v18, 31, {high_half}", f"v_xor_b32 {low}, {low}, v18", f"v_xor_b32 {high}, {high}, v18")
        text.carry_operation("sub", low, low, "v18")
        text.carry_operation("sub", high, high, "v18", carry_in=True)
    for mask, a, b in ((7, 14, 16), (8, 16, 14)):
        text.carry_operation("sub", "v18", f"v{a}", f"v{b}")
        text.carry_operation("sub", "v19", f"v{a + 1}", f"v{b + 1}", carry_in=True)
        text.compare(mask, "le_u64", "v[18:19]", "v[12:13]")
    text.mask_operation("or", text.mask(7), text.mask(7), text.mask(8))
    text.mask_operation("andn2", text.mask(7), text.mask(7), text.mask(6))
    text.mask_operation("or", text.mask(7), text.mask(7), text.mask(5))


def _report_wrong_lanes(text: KernelText, name: str) -> None:
    """Add the lanes of mask 0 to the count in s32, and store index, expected and actual of the first wrong dwords."""
    wrong_mask = text.mask(0)
    low, high = ("s40", "s41") if text.wave == 64 else ("s40", "")
    text(f"s_cmp_eq_u64 {wrong_mask}, 0" if text.wave == 64 else f"s_cmp_eq_u32 {wrong_mask}, 0",
         f"s_cbranch_scc1 .L{name}_right", f"v_mbcnt_lo_u32_b32 v6, {low}, 0",
         *([f"v_mbcnt_hi_u32_b32 v6, {high}, v6"] if high else []))
    text.add("v6", "s32", "v6")
    text(f"s_bcnt1_i32_{text.mask_type} s33, {wrong_mask}", "s_add_u32 s32, s32, s33",
         f"v_cmp_gt_u32 {text.vcc}, {MAX_WRONG_REPORTED}, v6")
    text.mask_operation("and", text.exec, wrong_mask, text.vcc)
    text("v_mul_u32_u24 v6, 12, v6")
    text.add("v6", str(HEADER_BYTES), "v6")
    text.store_vectors(3, "v6", 22, "s[6:7]")
    text(f".L{name}_right:")
