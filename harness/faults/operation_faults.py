"""Which faults each operation has: errors that a pipeline may make for one row alone. Every operation has each fault
that its sources, results and encodings allow. operation_faults.c implements them."""
import re
from dataclasses import dataclass

from ...spec import ARCHS, CERTIFIED, Op, Value, load
from ...spec.emit_ops import Bound
from ...spec.rows import PARAMETER

VECTOR_ENCODINGS = ("vop1", "vop2", "vopc", "vop3", "vop3sd", "vop3p")


@dataclass(frozen=True, slots=True)
class OperationTraits:
    """The properties that decide which faults an operation has. `fields`: the fields of all its encodings on both
    architectures. `vector`: it has lanes. `bit`: it writes a carry, a mask or SCC. `compares`: its mask becomes EXEC.
    `words`: names that its body uses, at any depth. `always`: the value of its bit if it is constant, else None.
    `moves`: its body returns its source unchanged."""
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
        """Return whether an encoding has one of these fields."""
        return any(name in self.fields for name in names)

    def float_count(self):
        """The number of sources that are floats."""
        return sum(v.kind in ("f", "bf", "mix") or v.type in ("f16", "f32", "f64") for v in self.sources)


# Properties of operations that no case can show, because the result does not depend on them.
SIGN_UNUSED_PATTERNS = (               # (pattern, sources whose sign has no effect)
    (r"v_cmpx?_[ou]_f",  (0, 1)),      # a NaN has either sign
    (r"v_frexp_exp_",    (0,)),        # an exponent has its own
    (r"v_trig_preop_",   (0,)),        # only the exponent of the source counts
    (r"v_cos_",          (0,)),        # cosine is even
    (r"v_div_fixup_",    (0,)),        # the sign comes from numerator and denominator
    (r"v_cubetc_",       (0,)),        # where x is greatest, the result is made of y
    (r"v_cubesc_",       (1,)),        # where y is greatest, the result is x
)
EXTENSION_UNUSED_PATTERNS = (                   # SEXT of source 0
    r"v_(lshl|lshr|ashr)rev_",         # a count is its low bits
    r"v_ctz_i32_b32",                  # the lowest bit set of a part is the lowest of its extension
    r"v_cvt_off_f32_i4", r"v_cvt_f32_ubyte0",                                   # only the lowest bits count
    r"v_screen_partition_",
)
SHORT_RESULT_PATTERNS = (                    # at most 16 bits, or as many as its half
    r"s_bcnt[01]_", r"s_quadmask_", r"v_mul_hi_u32_u24", r"v_screen_partition_",
)
UNSIGNED_PART_PATTERNS = (             # the part that SDWA takes has no sign: the low half of such a float is 0
    r"v_cvt_f32_ubyte", r"v_cvt_off_f32_i4", r"v_screen_partition_",
)
COUNT_RESULT_PATTERNS = (r"v_cubeid_",)    # the number of a face: never NaN, -0 or subnormal
NO_MINUS_ZERO_PATTERNS = (                      # or it would be within the tolerance
    *COUNT_RESULT_PATTERNS, r"v_fract_", r"v_trig_preop_",
    r"v_dot2\w*_b?f",                  # both zeros are within the tolerance of a sum
)


def matches_any(patterns, traits):
    """Return whether the operation's name matches one of the patterns."""
    return any(re.match(pattern, traits.op.name) for pattern in patterns)


def takes_sign_modifiers(traits, n):
    """Return whether source n takes NEG and ABS, and its sign affects the result."""
    unused = any(n in sources and re.match(name, traits.op.name) for name, sources in SIGN_UNUSED_PATTERNS)
    return not is_parameter(traits, n) and not unused and (
        traits.sources[n].kind in ("f", "bf")
        and traits.sources[n].count == 1
        or bool(traits.op.note("+neg") and not traits.sources[n].special)
    )


def is_ordinary_source(traits, n):
    """Return whether source n has no special kind."""
    return not traits.sources[n].special


def is_parameter(traits, n):
    """Return whether source n is a parameter. Its only modifier is HIGH, and an instruction has one HIGH field."""
    return traits.sources[n].place in PARAMETER


def may_be_half_register(traits, n):
    """Return whether source n can be half of a register. In matrix operations, only the addend can."""
    source = traits.sources[n]
    return (source.width == 16 and source.count == 1 and is_ordinary_source(traits, n) and not is_parameter(traits, n)
            and (traits.op.shape != "matrix" or n == 2))


def is_packed_pair(traits, n):
    """Return whether source n is a pair of 16-bit values."""
    return traits.sources[n].count == 2 and traits.sources[n].width == 16 and traits.op.shape != "matrix"


def is_unmodified_scalar(traits, n):
    """Return whether source n is a single value in one register, which the body gets unmodified."""
    source = traits.sources[n]
    return is_ordinary_source(traits, n) and source.regs == 1 and source.count == 1 and traits.op.shape == ""


def returns_float(traits):
    """Return whether each lane returns a float computed from floats."""
    result = traits.result
    if result is None or result.kind not in ("f", "bf"):
        return False
    return traits.op.shape == "" and traits.float_count() > 0


def clamp_has_effect(traits):
    """Return whether CLAMP has an effect. Some families ignore it in dot products of floats."""
    return not traits.op.note("order any") or any(load().traits["dot_clamp"][family] for family in traits.op.cells)


def may_be_nan(traits):
    """Return whether the result can be NaN. The index of a cube face and a segment of 2 / pi cannot."""
    if matches_any(COUNT_RESULT_PATTERNS, traits) or traits.op.name == "v_trig_preop_f64":
        return False
    return returns_float(traits)


def writes_half(traits):
    """Return whether the result is a half of a vector register."""
    return (traits.result is not None and traits.result.width == 16 and traits.result.count == 1 and traits.vector
            and traits.result.half != "hi" and traits.op.shape != "matrix")


def may_be_subnormal(traits):
    """Return whether the result, computed from several floats, can be subnormal."""
    return returns_float(traits) and traits.float_count() > 1 and not matches_any(COUNT_RESULT_PATTERNS, traits)


def may_be_minus_zero(traits):
    """Return whether the result can be -0 and is not merely the moved source or within a tolerance of it."""
    is_visible = traits.float_count() > 1 or not (traits.moves or traits.op.note("ulp"))
    return returns_float(traits) and is_visible and not matches_any(NO_MINUS_ZERO_PATTERNS, traits)


def uses_mode(traits, *names):
    """Return whether the body uses a setting of MODE and has a float that it affects."""
    return bool(traits.float_bits and traits.op.shape == "" and traits.float_count() and traits.words.issuperset(names))


def lanes_can_differ(traits):
    """Return whether it is a vector operation whose lanes can differ."""
    return traits.vector and traits.op.shape == "" and traits.always is not False


def source_may_be_destination(traits):
    """Return whether a source can be the destination register. A plain move is excluded, because reading its source
    after the write gives the same result."""
    return (traits.always is None and not traits.moves and traits.op.shape != "matrix"
            and any(not v.special for v in traits.sources)
            and (traits.result is not None or any(v.kind in ("ci", "vcc", "scc", "exec", "d") for v in traits.sources)))


def dpp_has_effect(traits):
    """Return whether DPP affects lanes and values. Moves indexed by M0 ignore it. A result bit that is always 0 is 0 in
    inactive lanes too."""
    return traits.always is not False and not traits.op.indexed


def writes_sdwa_part(traits):
    """Return whether SDWA writes the result into a part of a register. Results with a tolerance are excluded, because
    undefined bits cover whole lanes."""
    return traits.has("dst_sel") and traits.result is not None and not traits.op.note("ulp")


# (name, kind, text, predicate on (traits, source number) or on traits)
SOURCE_FAULTS = (
    ("NEG_IGNORED",      "modifier ignored", "NEG of source {n} does nothing",
     lambda r, n: takes_sign_modifiers(r, n) and (r.has("neg") or n < 2 and r.has("neg0"))),
    ("ABS_IGNORED",      "modifier ignored", "ABS of source {n} does nothing",
     lambda r, n: takes_sign_modifiers(r, n) and (r.has("abs") or n < 2 and r.has("abs0")) and not r.op.note("-abs")),
    ("NEG_HI_IGNORED",   "modifier ignored", "NEG_HI of source {n} does nothing",
     lambda r, n: is_packed_pair(r, n) and r.sources[n].kind == "f" and r.has("neg_hi")),
    ("HALF_INVERTED",    "halves",           "source {n} takes the other half",
     lambda r, n: may_be_half_register(r, n) and r.has("op_sel") or is_packed_pair(r, n)),
    ("HALF_HI_INVERTED", "halves",           "the high result takes the other half of source {n}",
     lambda r, n: is_packed_pair(r, n)),
    ("SEXT_IGNORED",     "modifier ignored", "SEXT of source {n} does nothing",
     lambda r, n: n < 2 and is_ordinary_source(r, n) and r.has("sext0") and r.sources[n].kind in "iub"
                  and not r.op.note("+neg")
                  and not (n == 0 and matches_any(EXTENSION_UNUSED_PATTERNS, r))),
    ("SEL_IGNORED",      "modifier ignored", "the SDWA select of source {n} does nothing",
     lambda r, n: n < 2 and is_ordinary_source(r, n) and r.has("src0_sel")),
    ("SOURCE_DROPPED",   "operand order",    "source {n} reads as 0",
     lambda r, n: r.op.shape == "" and r.sources[n].kind not in ("lane", "pc") and r.sources[n].place not in PARAMETER),
    ("SOURCE_HALVED",    "width",            "source {n} has half its width",
     lambda r, n: is_unmodified_scalar(r, n) and r.sources[n].kind == "f"),
    ("SOURCE_NEGATED",   "sign",             "the sign bit of source {n} is inverted",
     lambda r, n: is_unmodified_scalar(r, n) and r.sources[n].kind == "f" and takes_sign_modifiers(r, n)),
)
ROW_FAULTS = (
    ("CLAMP_IGNORED",       "modifier ignored", "CLAMP does nothing",
     lambda r: r.has("clamp") and r.vector and clamp_has_effect(r) and (returns_float(r) or r.op.note("sat"))
               and not r.op.note("-clamp")),
    ("OMOD_IGNORED",        "modifier ignored", "the output modifier does nothing",
     lambda r: r.has("omod") and returns_float(r) and r.result.count == 1 and not r.op.note("-omod")),
    ("DST_SEL_IGNORED",     "halves",           "the SDWA result fills the register",
     writes_sdwa_part),
    ("PRESERVE_IGNORED",    "halves",           "SDWA clears what it should preserve",
     writes_sdwa_part),
    ("DST_SEXT_IGNORED",    "halves",           "SDWA clears what it should fill with the sign",
     lambda r: writes_sdwa_part(r) and not matches_any(UNSIGNED_PART_PATTERNS, r)),
    ("DST_HALF_INVERTED",   "halves",           "the result goes to the other half",
     writes_half),
    ("HALF_WRITE_INVERTED", "halves",           "the other half is kept instead of cleared, or the reverse",
     writes_half),
    ("MOVE_IGNORED",        "inactive lanes",   "DPP moves nothing",
     lambda r: dpp_has_effect(r) and r.has("dpp_ctrl", "lane0")),
    ("ROW_MASK_ALL",        "inactive lanes",   "the DPP row mask switches nothing off",
     lambda r: dpp_has_effect(r) and r.has("row_mask")),
    ("BANK_MASK_ALL",       "inactive lanes",   "the DPP bank mask switches nothing off",
     lambda r: dpp_has_effect(r) and r.has("bank_mask")),
    ("BOUND_CTRL_INVERTED", "inactive lanes",   "BOUND_CTRL means the opposite",
     lambda r: dpp_has_effect(r) and r.has("bound_ctrl")),
    ("FETCH_INVERTED",      "inactive lanes",   "FI means the opposite",
     lambda r: dpp_has_effect(r) and r.has("fi")),
    ("BIT_UNWRITTEN",       "old value",        "carry, mask or SCC stays as it was",
     lambda r: r.bit),
    ("BIT_INVERTED",        "condition",        "carry, mask or SCC is inverted",
     lambda r: (r.bit or r.compares) and r.op.shape == ""),
    ("SCC_UNSET",           "old value",        "SCC stays as it was",
     lambda r: any(v.word == "scc?" for v in r.op.results)),
    ("OLD_VALUE_LATE",      "old value",        "sources are read after results are written",
     source_may_be_destination),
    ("EXEC_IGNORED_HERE",   "EXEC ignored",     "inactive lanes are written too",
     lanes_can_differ),
    ("OFF_LANES_ZEROED",    "inactive lanes",   "inactive lanes become 0",
     lambda r: r.vector and r.op.shape == "" and r.result is not None),
    ("UPPER_LANES_OFF",     "EXEC ignored",     "lanes 32 and above are inactive",
     lanes_can_differ),
    ("LAST_LANE_OFF",       "EXEC ignored",     "lanes 31 and 63 are inactive",
     lanes_can_differ),
    ("RESULT_HALVED",       "width",            "the result has half its width",
     lambda r: r.result is not None and r.result.count == 1 and r.result.regs == 1 and r.op.shape == ""
               and not matches_any(SHORT_RESULT_PATTERNS, r)),
    ("RESULT_NEGATED",      "sign",             "the sign bit of the result is inverted",
     lambda r: r.result is not None and r.result.count == 1 and r.result.regs == 1 and r.op.shape == ""),
    ("ROUNDING_IGNORED",    "MODE ignored",     "rounds to nearest",
     lambda r: returns_float(r) and uses_mode(r, "round")),
    ("DENORMALS_ALWAYS",    "MODE ignored",     "keeps subnormals",
     lambda r: uses_mode(r, "denorm") and not r.op.note("flush")),
    ("DENORMALS_NEVER",     "MODE ignored",     "flushes subnormals",
     lambda r: uses_mode(r, "denorm") and not r.op.note("flush")),
    ("FLUSH_INVERTED",      "MODE ignored",     "inverts the effect of the subnormal setting",
     lambda r: uses_mode(r, "denorm") and r.float_bits == 32),
    ("IEEE_ALWAYS",         "NaN rule",         "acts as if MODE.IEEE were 1",
     lambda r: uses_mode(r, "ieee")),
    ("IEEE_NEVER",          "NaN rule",         "acts as if MODE.IEEE were 0",
     lambda r: uses_mode(r, "ieee")),
    ("OVERFLOW_ALWAYS",     "MODE ignored",     "acts as if MODE.FP16_OVFL were 0",
     lambda r: returns_float(r) and uses_mode(r, "fp16_ovfl") and r.result.width == 16 and "gfx11" in r.op.cells),
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
    """`name`: as in operation_faults.c. `parameter`: the source index, 255 for none. `text`: what it does."""
    kind: str
    op: str
    name: str
    parameter: int
    text: str
    where: str

    @property
    def key(self):
        """The permanent name."""
        return f"{self.op} {self.name.lower().replace('_', '-')}" + (
            "" if self.parameter == 255 else f" {self.parameter}"
        )


def is_alu(op):
    """Return whether the operation is one of the scalar or vector ALU: no memory access, no branch, no control of the
    wave."""
    encodings = {encoding for cell in op.cells.values() for encoding, _ in cell.places}
    return (not op.memory and op.shape in ("", "gather", "scatter", "across", "matrix")
            and bool(encodings & {*VECTOR_ENCODINGS, "sop1", "sop2", "sopk", "sopc", "vinterp", "vintrp", "vop3i"}))


def operation_traits(op, spec, call_graph):
    """The OperationTraits of an operation."""
    fields = frozenset(name for arch in CERTIFIED for form in spec.forms(arch) if form.op is op
                       for part in (form.layout, form.extension) if part
                       for name in spec.encodings[ARCHS[arch], part].fields
                       if not (part == form.extension and form.layout == "vop3p" and name[:3] in ("neg", "abs")))
    bound, body_words = Bound(op, spec.ops), call_graph.mentioned_words(op.body) - {"return", "void", "a", "b", "fp"}
    not_values = ("co", "mask", "cmpx", "scc", "exec", "pc")
    results = [result for result in op.results if result.kind not in not_values and result.word != "scc?"]
    always = {"true": True, "false": False}.get(*body_words) if len(body_words) == 1 else None
    return OperationTraits(
        op, op.sources, results[0] if results else None, fields, not bound.scalar,
        any(result.kind in ("co", "mask", "scc") for result in op.results),
        any(result.kind == "cmpx" for result in op.results),
        bound.float_bits, call_graph.operation_words[op.name], always,
        body_words == frozenset(),
    )


def all_faults(call_graph):
    """Every Fault of every ALU operation that has a body. `call_graph`: call_graph.CallGraph."""
    faults = []
    for op in (call_graph.spec.ops[name] for name in call_graph.operation_words):
        traits = operation_traits(op, call_graph.spec, call_graph)
        for name, kind, text, applies in SOURCE_FAULTS if traits.always is None else ():
            faults += [
                Fault(kind, op.name, name, n, text.format(n=n), op.where)
                for n in range(min(4, len(traits.sources)))
                if applies(traits, n)
            ]
        faults += [Fault(kind, op.name, name, 255, text, op.where)
                   for name, kind, text, applies in ROW_FAULTS if applies(traits)]
    return faults


def fault_enum():
    """The C enum of faults."""
    return "enum fault { NO_FAULT, " + ", ".join(name for name, *_ in SOURCE_FAULTS + ROW_FAULTS) + " };\n"
