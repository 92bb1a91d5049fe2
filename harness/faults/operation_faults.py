"""Faults of one operation: what a pipeline may do wrong for one row alone.  Mechanical: every operation has each fault
that its sources, results and encodings give it.  operation_faults.c carries them out."""
import re
from dataclasses import dataclass

from ...spec import ARCHS, CERTIFIED, Op, Value, load
from ...spec.emit_ops import Bound
from ...spec.rows import PARAMETER

VECTOR = ("vop1", "vop2", "vopc", "vop3", "vop3sd", "vop3p")


@dataclass(frozen=True, slots=True)
class Row:
    """What decides which faults an operation has.  `fields`: of all its encodings, both architectures; `vector`: it has
    lanes; `bit`: it writes a carry, a mask or SCC; `compares`: its mask becomes EXEC; `words`: names its body uses, at
    any depth; `always`: None, or the only value its bit has; `moves`: its body returns its source."""
    op: Op
    sources: tuple
    result: Value | None
    fields: frozenset
    vector: bool
    bit: bool
    compares: bool
    float_bits: int
    words: frozenset
    always: bool | None
    moves: bool

    def has(self, *names):
        return any(name in self.fields for name in names)

    def floats(self):
        """How many sources are floats."""
        return sum(v.kind in ("f", "bf", "mix") or v.type in ("f16", "f32", "f64") for v in self.sources)


# Of operations what no case can show, since their meaning does not ask for it.
SIGN_UNUSED = (                        # of which source the sign is nothing, and why
    (r"v_cmpx?_[ou]_f",  (0, 1)),      # a NaN is one with either sign
    (r"v_frexp_exp_",    (0,)),        # an exponent has its own
    (r"v_trig_preop_",   (0,)),        # of the source the exponent counts
    (r"v_cos_",          (0,)),        # cosine is even
    (r"v_div_fixup_",    (0,)),        # the sign is that of numerator and denominator
    (r"v_cubetc_",       (0,)),        # where x is greatest, the result is made of y
    (r"v_cubesc_",       (1,)),        # where y is greatest, the result is x
)
EXTENSION_UNUSED = (                   # SEXT of source 0
    r"v_(lshl|lshr|ashr)rev_",         # a count is its low bits
    r"v_ctz_i32_b32",                  # the lowest bit set of a part is the lowest of its extension
    r"v_cvt_off_f32_i4", r"v_cvt_f32_ubyte0",                                   # the lowest bits are taken
    r"v_screen_partition_",
)
RESULT_IS_SHORT = (                    # it has 16 bits at most, or as many as its half
    r"s_bcnt[01]_", r"s_quadmask_", r"v_mul_hi_u32_u24", r"v_screen_partition_",
)
PART_IS_PLAIN = (                      # what SDWA takes of a result has no sign: the low half of such a float is 0
    r"v_cvt_f32_ubyte", r"v_cvt_off_f32_i4", r"v_screen_partition_",
)
RESULT_IS_A_COUNT = (r"v_cubeid_",)    # the number of a face: never NaN, -0 or subnormal
NO_MINUS_ZERO = (                      # or nobody could tell it
    *RESULT_IS_A_COUNT, r"v_fract_", r"v_trig_preop_",
    r"v_dot2\w*_b?f",                  # both zeros lie within the band of a sum
)


def matches_any(patterns, row):
    return any(re.match(pattern, row.op.name) for pattern in patterns)


def takes_sign_modifiers(row, n):
    """Does source n take NEG and ABS, and does its sign count?"""
    unused = any(n in sources and re.match(name, row.op.name) for name, sources in SIGN_UNUSED)
    return not is_parameter(row, n) and not unused and (
        row.sources[n].kind in ("f", "bf")
        and row.sources[n].count == 1
        or bool(row.op.note("+neg") and not row.sources[n].special)
    )


def is_plain(row, n):
    return not row.sources[n].special


def is_parameter(row, n):
    """A parameter knows no modifiers but HIGH, which the instruction has once."""
    return row.sources[n].place in PARAMETER


def may_be_half(row, n):
    """May it be a half of a register?  Of a matrix what is added may."""
    return (row.sources[n].width == 16 and row.sources[n].count == 1 and is_plain(row, n) and not is_parameter(row, n)
            and (row.op.shape != "matrix" or n == 2))


def is_packed_pair(row, n):
    return row.sources[n].count == 2 and row.sources[n].width == 16 and row.op.shape != "matrix"


def is_whole_number(row, n):
    """A plain number the body sees as it is."""
    return is_plain(row, n) and row.sources[n].regs == 1 and row.sources[n].count == 1 and row.op.shape == ""


def gives_float(row):
    """A float made of floats, by lane."""
    return row.result is not None and row.result.kind in ("f", "bf") and row.op.shape == "" and row.floats() > 0


def heeds_clamp(row):
    """Has CLAMP a meaning?  Some families ignore it in dot products of floats."""
    return not row.op.note("order any") or any(load().traits["dot_clamp"][family] for family in row.op.cells)


def may_be_nan(row):
    """Not the number of a face, not a part of 2 / pi."""
    return gives_float(row) and not matches_any(RESULT_IS_A_COUNT, row) and row.op.name != "v_trig_preop_f64"


def writes_half(row):
    return (row.result is not None and row.result.width == 16 and row.result.count == 1 and row.vector
            and row.result.half != "hi" and row.op.shape != "matrix")


def may_be_subnormal(row):
    """Of several floats."""
    return gives_float(row) and row.floats() > 1 and not matches_any(RESULT_IS_A_COUNT, row)


def may_be_minus_zero(row):
    """Of one float, too, unless it is the same or within a band of it."""
    more = row.floats() > 1 or not (row.moves or row.op.note("ulp"))
    return gives_float(row) and more and not matches_any(NO_MINUS_ZERO, row)


def uses_mode(row, *names):
    """Does the body use a setting of MODE, and is there a float for it to matter to?"""
    return bool(row.float_bits and row.op.shape == "" and row.floats() and row.words.issuperset(names))


def lanes_can_differ(row):
    """A vector operation whose lanes can differ."""
    return row.vector and row.op.shape == "" and row.always is not False


def reads_what_it_writes(row):
    """May a source be the place of a result?  A plain move may be made twice."""
    return (row.always is None and not row.moves and row.op.shape != "matrix"
            and any(not v.special for v in row.sources)
            and (row.result is not None or any(v.kind in ("ci", "vcc", "scc", "exec", "d") for v in row.sources)))


def dpp_matters(row):
    """DPP decides which lanes are written and with what.  With moves by M0 it has no meaning; a bit that is always 0 is
    so in lanes that are off."""
    return row.always is not False and not row.op.indexed


def writes_sdwa_part(row):
    """SDWA puts the result into a part.  A part of a tolerance result is open, and open is said of whole lanes."""
    return row.has("dst_sel") and row.result is not None and not row.op.note("ulp")


# name, kind, what it does; then for which sources (row, n), or for which rows.
SOURCE_FAULTS = (
    ("NEG_IGNORED",      "modifier ignored", "NEG of source {n} does nothing",
     lambda r, n: takes_sign_modifiers(r, n) and (r.has("neg") or n < 2 and r.has("neg0"))),
    ("ABS_IGNORED",      "modifier ignored", "ABS of source {n} does nothing",
     lambda r, n: takes_sign_modifiers(r, n) and (r.has("abs") or n < 2 and r.has("abs0")) and not r.op.note("-abs")),
    ("NEG_HI_IGNORED",   "modifier ignored", "NEG_HI of source {n} does nothing",
     lambda r, n: is_packed_pair(r, n) and r.sources[n].kind == "f" and r.has("neg_hi")),
    ("HALF_INVERTED",    "halves",           "source {n} takes the other half",
     lambda r, n: may_be_half(r, n) and r.has("op_sel") or is_packed_pair(r, n)),
    ("HALF_HI_INVERTED", "halves",           "source {n} gives the high result the other half",
     lambda r, n: is_packed_pair(r, n)),
    ("SEXT_IGNORED",     "modifier ignored", "SEXT of source {n} does nothing",
     lambda r, n: n < 2 and is_plain(r, n) and r.has("sext0") and r.sources[n].kind in "iub" and not r.op.note("+neg")
                  and not (n == 0 and matches_any(EXTENSION_UNUSED, r))),
    ("SEL_IGNORED",      "modifier ignored", "the SDWA select of source {n} does nothing",
     lambda r, n: n < 2 and is_plain(r, n) and r.has("src0_sel")),
    ("SOURCE_DROPPED",   "operand order",    "source {n} reads as 0",
     lambda r, n: r.op.shape == "" and r.sources[n].kind not in ("lane", "pc") and r.sources[n].place not in PARAMETER),
    ("SOURCE_HALVED",    "width",            "source {n} has half its width",
     lambda r, n: is_whole_number(r, n) and r.sources[n].kind == "f"),
    ("SOURCE_NEGATED",   "sign",             "the sign bit of source {n} is inverted",
     lambda r, n: is_whole_number(r, n) and r.sources[n].kind == "f" and takes_sign_modifiers(r, n)),
)
ROW_FAULTS = (
    ("CLAMP_IGNORED",       "modifier ignored", "CLAMP does nothing",
     lambda r: r.has("clamp") and r.vector and heeds_clamp(r) and (gives_float(r) or r.op.note("sat"))
               and not r.op.note("-clamp")),
    ("OMOD_IGNORED",        "modifier ignored", "the output modifier does nothing",
     lambda r: r.has("omod") and gives_float(r) and r.result.count == 1 and not r.op.note("-omod")),
    ("DST_SEL_IGNORED",     "halves",           "the SDWA result fills the register",
     writes_sdwa_part),
    ("PRESERVE_IGNORED",    "halves",           "SDWA clears what it should preserve",
     writes_sdwa_part),
    ("DST_SEXT_IGNORED",    "halves",           "SDWA clears what it should fill with the sign",
     lambda r: writes_sdwa_part(r) and not matches_any(PART_IS_PLAIN, r)),
    ("DST_HALF_INVERTED",   "halves",           "the result goes to the other half",
     writes_half),
    ("HALF_WRITE_INVERTED", "halves",           "the other half is kept instead of cleared, or cleared",
     writes_half),
    ("MOVE_IGNORED",        "inactive lanes",   "DPP moves nothing",
     lambda r: dpp_matters(r) and r.has("dpp_ctrl", "lane0")),
    ("ROW_MASK_ALL",        "inactive lanes",   "the DPP row mask switches nothing off",
     lambda r: dpp_matters(r) and r.has("row_mask")),
    ("BANK_MASK_ALL",       "inactive lanes",   "the DPP bank mask switches nothing off",
     lambda r: dpp_matters(r) and r.has("bank_mask")),
    ("BOUND_CTRL_INVERTED", "inactive lanes",   "BOUND_CTRL means the opposite",
     lambda r: dpp_matters(r) and r.has("bound_ctrl")),
    ("FETCH_INVERTED",      "inactive lanes",   "FI means the opposite",
     lambda r: dpp_matters(r) and r.has("fi")),
    ("BIT_UNWRITTEN",       "old value",        "carry, mask or SCC stays as it was",
     lambda r: r.bit),
    ("BIT_INVERTED",        "condition",        "carry, mask or SCC is inverted",
     lambda r: (r.bit or r.compares) and r.op.shape == ""),
    ("SCC_UNSET",           "old value",        "SCC stays as it was",
     lambda r: any(v.word == "scc?" for v in r.op.results)),
    ("OLD_VALUE_LATE",      "old value",        "sources are read after results are written",
     reads_what_it_writes),
    ("EXEC_IGNORED_HERE",   "EXEC ignored",     "inactive lanes are written too",
     lanes_can_differ),
    ("OFF_LANES_ZEROED",    "inactive lanes",   "inactive lanes become 0",
     lambda r: r.vector and r.op.shape == "" and r.result is not None),
    ("UPPER_LANES_OFF",     "EXEC ignored",     "lanes from 32 on are off",
     lanes_can_differ),
    ("LAST_LANE_OFF",       "EXEC ignored",     "lanes 31 and 63 are off",
     lanes_can_differ),
    ("RESULT_HALVED",       "width",            "the result has half its width",
     lambda r: r.result is not None and r.result.count == 1 and r.result.regs == 1 and r.op.shape == ""
               and not matches_any(RESULT_IS_SHORT, r)),
    ("RESULT_NEGATED",      "sign",             "the sign bit of the result is inverted",
     lambda r: r.result is not None and r.result.count == 1 and r.result.regs == 1 and r.op.shape == ""),
    ("ROUNDING_IGNORED",    "MODE ignored",     "rounds to nearest",
     lambda r: gives_float(r) and uses_mode(r, "round")),
    ("DENORMALS_ALWAYS",    "MODE ignored",     "keeps subnormals",
     lambda r: uses_mode(r, "denorm") and not r.op.note("flush")),
    ("DENORMALS_NEVER",     "MODE ignored",     "flushes subnormals",
     lambda r: uses_mode(r, "denorm") and not r.op.note("flush")),
    ("FLUSH_INVERTED",      "MODE ignored",     "heeds the subnormals setting the other way",
     lambda r: uses_mode(r, "denorm") and r.float_bits == 32),
    ("IEEE_ALWAYS",         "NaN rule",         "acts as if MODE.IEEE were 1",
     lambda r: uses_mode(r, "ieee")),
    ("IEEE_NEVER",          "NaN rule",         "acts as if MODE.IEEE were 0",
     lambda r: uses_mode(r, "ieee")),
    ("OVERFLOW_ALWAYS",     "MODE ignored",     "acts as if MODE.FP16_OVFL were 0",
     lambda r: gives_float(r) and uses_mode(r, "fp16_ovfl") and r.result.width == 16 and "gfx11" in r.op.cells),
    ("NAN_SIGNALLING",      "NaN rule",         "NaN results are signalling",
     lambda r: may_be_nan(r) and not r.op.note("ulp")),
    ("NAN_PAYLOAD",         "NaN rule",         "NaN results have another payload",
     lambda r: may_be_nan(r) and not r.op.note("ulp")),
    ("NAN_SIGN",            "NaN rule",         "NaN results have the other sign",
     lambda r: may_be_nan(r) and not r.op.note("ulp")),
    ("NAN_ZERO",            "NaN rule",         "NaN results are 0",
     may_be_nan),
    ("MINUS_ZERO",          "sign",             "-0 becomes +0",
     may_be_minus_zero),
    ("SUBNORMAL_ZERO",      "MODE ignored",     "subnormal results are 0",
     lambda r: may_be_subnormal(r) and not r.op.note("flush") and "mad_f32" not in r.words),
)


@dataclass(frozen=True, slots=True)
class Fault:
    """`name`: as in operation_faults.c; `parameter`: which source, 255 for none; `text`: what it does."""
    kind: str
    op: str
    name: str
    parameter: int
    text: str
    where: str

    @property
    def key(self):
        return f"{self.op} {self.name.lower().replace('_', '-')}" + (
            "" if self.parameter == 255 else f" {self.parameter}"
        )


def is_alu(op):
    """An operation of the scalar or vector ALU: no memory, no branch, nothing that steers the wave."""
    places = {e for c in op.cells.values() for e, _ in c.places}
    return (not op.memory and op.shape in ("", "gather", "scatter", "across", "matrix")
            and bool(places & {*VECTOR, "sop1", "sop2", "sopk", "sopc", "vinterp", "vintrp", "vop3i"}))


def operation_row(op, spec, reach):
    fields = frozenset(name for arch in CERTIFIED for form in spec.forms(arch) if form.op is op
                       for part in (form.layout, form.extension) if part
                       for name in spec.encodings[ARCHS[arch], part].fields
                       if not (part == form.extension and form.layout == "vop3p" and name[:3] in ("neg", "abs")))
    bound, own = Bound(op, spec.ops), reach.words(op.body) - {"return", "void", "a", "b", "fp"}
    results = [r for r in op.results if r.kind not in ("co", "mask", "cmpx", "scc", "exec", "pc") and r.word != "scc?"]
    return Row(
        op, op.sources, results[0] if results else None, fields, not bound.scalar,
        any(r.kind in ("co", "mask", "scc") for r in op.results), any(r.kind == "cmpx" for r in op.results),
        bound.float_bits, reach.body[op.name], {"true": True, "false": False}.get(*own) if len(own) == 1 else None,
        own == frozenset(),
    )


def all_faults(reach):
    """Every Fault of every ALU operation that has a body.  `reach`: reach.Reach."""
    found = []
    for op in (reach.spec.ops[name] for name in reach.body):
        row = operation_row(op, reach.spec, reach)
        for name, kind, text, when in SOURCE_FAULTS if row.always is None else ():
            found += [
                Fault(kind, op.name, name, n, text.format(n=n), op.where)
                for n in range(min(4, len(row.sources)))
                if when(row, n)
            ]
        found += [Fault(kind, op.name, name, 255, text, op.where) for name, kind, text, when in ROW_FAULTS if when(row)]
    return found


def fault_enum():
    """The C enum of faults."""
    return "enum fault { NO_FAULT, " + ", ".join(name for name, *_ in SOURCE_FAULTS + ROW_FAULTS) + " };\n"
