"""Random legal encodings of a form: every operand kind, modifier and literal the form takes, and nothing an assembler
refuses. The rules that are not in the rows are the families' operand rules (RDNA3 ISA 7.2.2, 7.4, 7.6, 7.7; Vega ISA
6.2, 6.6)."""
from functools import cache

from ...spec import ARCHS, TARGETS, codes, families, load, traits_of
from ...spec.assembly import immediate_of
from ...spec.encode import Operand, encode, lit
from ...spec.operands import constants
from ...spec.slots import slots
from ..drawn import values
from .encodings_memory import random_memory

INLINE = (*sorted(constants().values()),)


@cache
def dpp_controls(family):
    """The codes of dpp_ctrl that moves.txt gives this family, control by control."""
    return [codes(row["code"]) for row in load().moves
            if family in families(row["family"]) and row["field"] == "dpp_ctrl"]


@cache
def scalar_codes(arch, regs):
    """Operand codes of the SGPRs and trap temporaries at which a tuple of so many can start."""
    step = 1 if regs == 1 else 2 if regs == 2 else 4
    return (*range(0, traits_of(arch)["sgprs"] - regs + 1, step), *range(108, 124 - regs + 1, step))


@cache
def mask_codes(arch, regs, write):
    """Those of lane masks of so many registers: also VCC, and NULL where it is written."""
    null = traits_of(arch)["null"]
    return (*range(0, traits_of(arch)["sgprs"] - regs + 1, regs), 106, *range(108, 124, regs),
            *([null] if write and null is not None else []))


class Draw:
    """One encoding in the making: the random generator, the form, the fields so far, and the scalar values it reads."""

    def __init__(self, form, rng, wave):
        self.form, self.rng, self.wave = form, rng, wave
        self.family = ARCHS[form.arch]
        self.traits = traits_of(form.arch)
        self.layout = load().encodings[self.family, form.layout]
        self.fields, self.scalars, self.literal = {}, set(), None

    def maybe(self, chance=0.3):
        return self.rng.random() < chance

    def sgpr(self, regs, write=False, special=True):
        """A scalar register or aligned tuple: SGPRs, VCC, trap temporaries, M0, EXEC, NULL."""
        choices = scalar_codes(self.form.arch, regs)
        if regs <= 2 and special and self.maybe(0.4):
            choices = [106, 126] if regs == 2 else [106, 107, 126, 127, self.traits["m0"]]
            choices += [self.traits["null"]] * (self.traits["null"] is not None)
            if flat := self.traits["flat_scratch"]:
                choices += [flat] + [flat + 1] * (regs == 1)
        return Operand(self.rng.choice(choices))

    def vgpr(self, regs=1, limit=256):
        return Operand(256 + self.rng.randrange(limit - regs + 1))

    def mask(self, write=False):
        """A lane mask: a pair in wave64, one register in wave32."""
        regs = 2 if self.wave == 64 else 1
        return Operand(self.rng.choice(mask_codes(self.form.arch, regs, write)))

    def room(self, code):
        """May this instruction read one more scalar value?"""
        return code in self.scalars or len(self.scalars) < self.limit()

    def limit(self):
        shifts = (self.form.op.results and self.form.op.results[0].width == 64
                  and not self.form.op.results[0].kind == "f" and len(self.form.op.sources) == 2)
        return 1 if shifts and self.form.layout == "vop3" else self.traits["constant_bus"]

    def half(self):
        """Is a literal read as 16 bits?  Then its high half must be 0."""
        return any(v.width == 16 or v.kind == "mix" for v in self.form.op.values)

    def may_literal(self):
        if self.form.extension or self.literal is not None:
            return False
        short = self.form.layout in ("vop1", "vop2", "vopc")
        return (
            short or (self.traits["vop3_literal"] and self.form.layout in ("vop3", "vop3c", "vop3sd", "vop3p"))
        ) and "k" not in {x.kind for x in self.form.op.sources}

    def source(self, slot, vector_only=False, constants=True):
        """A VALU source: VGPR, scalar register, inline constant, literal, as the limits allow."""
        if vector_only or slot.regs > 2 or self.maybe(0.45):
            return self.vgpr(slot.regs, self.vgpr_limit(slot))
        if constants and self.maybe(0.4):
            whole = slot.value.width == 16 and slot.value.kind not in (
                "f",
                "bf",
            )  # llvm-mc prints a float constant here as a literal
            return Operand(self.rng.choice(INLINE[:81] if whole else INLINE))
        if constants and self.maybe(0.25) and self.may_literal() and self.room("literal"):
            self.scalars.add("literal")
            self.literal = random_literal(self.rng, self.half())
            return lit(self.literal)
        choice = self.sgpr(slot.regs)
        if choice.code != self.traits["null"]:
            if not self.room((choice.code, slot.regs)):
                return self.vgpr(slot.regs, self.vgpr_limit(slot))
            self.scalars.add((choice.code, slot.regs))
        return choice

    def vgpr_limit(self, slot):
        """VOP1, VOP2 and VOPC name the low 128 registers in 16-bit operands where registers have halves (RDNA3 ISA,
        7.4)."""
        return 128 if self.half_register(slot) else 256

    def half_register(self, slot):
        """Does the slot name the low or the high half of one of the low 128 registers?"""
        value = slot.value
        narrow = value is not None and value.width == 16 and value.count == 1 and value.kind != "mix"
        return narrow and self.traits["half_registers"] and self.form.layout in ("vop1", "vop2", "vopc")

    def scalar_source(self, slot):
        """An SALU source: scalar register, inline constant, literal."""
        pick = self.rng.random()
        if pick < 0.5:
            return self.sgpr(slot.regs)
        if pick < 0.85 or self.literal is not None or "k" in {x.kind for x in self.form.op.sources}:
            return Operand(self.rng.choice(INLINE))
        self.literal = random_literal(self.rng, self.half())
        return lit(self.literal)


def random_literal(rng, half):
    """A 32-bit or 16-bit value that no inline constant has: odd, and no small integer; now and then one at the edge of
    a format."""
    if rng.randrange(3) == 0:
        found = values.pick(rng, "f", 16 if half else 32) | 1
        return found if found > 64 else 0x401 if half else 0x800001
    return rng.randrange(65, 0xffe0 if half else 0xffffffe0) | 1


def random_encoding(form, rng, wave=None):
    """Bytes of a random legal encoding of `form`; `rng`: random.Random; `wave`: 32 or 64 (default: the architecture's).
    VOPD halves are paired with a random legal other half."""
    wave = wave or TARGETS[form.arch].waves[0]
    if form.layout == "vopd":
        return random_vopd(form, rng, wave)
    return encode(form, random_fields(form, rng, wave))


def random_fields(form, rng, wave):
    """{field: Operand or number} of a random legal encoding of `form`, for encode(); not for VOPD."""
    d = Draw(form, rng, wave)
    if form.layout in (
        "ds", "smem", "flat", "global", "scratch", "mubuf", "mtbuf", "mimg", "exp", "vintrp", "ldsdir", "vop3i",
    ):
        random_memory(d)
    elif form.kind in ("salu", "control"):
        random_scalar(d)
    else:
        random_vector(d)
    return d.fields


def random_scalar(d):
    """SOP1, SOP2, SOPC, SOPK, SOPP."""
    for slot in slots(d.form):
        if slot.role == "sdst":
            null = d.form.op.note("null")
            d.fields[slot.field] = Operand(d.traits["null"]) if null else d.sgpr(slot.regs, write=slot.write)
        elif slot.role == "ssrc":
            d.fields[slot.field] = d.sgpr(slot.regs) if d.form.op.note("register") else d.scalar_source(slot)
    op = d.form.op
    for value in op.sources:
        if value.kind == "imm":
            field = value.place or "simm16"
            d.fields[field] = random_simm(d, field)
        if value.kind == "k":
            d.fields["k"] = random_literal(d.rng, d.half())
    if d.form.layout == "sopp" and op.shape == "branch":
        d.fields["simm16"] = d.rng.randrange(1 << 16)


@cache
def wait_bits(arch):
    """The bits of S_WAITCNT that hold a counter."""
    found = 0
    for field in "+".join(traits_of(arch)[f"wait_{counter}"] for counter in ("vm", "exp", "lgkm")).split("+"):
        high, low = map(int, field.split(":"))
        found |= (2 << high) - (1 << low)
    return found


@cache
def message_codes(family, instruction):
    """The messages of messages.txt that a program may send and assemblers know by a name alone; none whose answer goes
    to EXEC."""
    return tuple(
        int(row["code"], 0)
        for row in load().messages
        if row["instruction"] == instruction and family in families(row["family"])
        and row["user"] == "yes" and row["does"] != "answers" and row["ops"] == "-"
    )


@cache
def hardware_ids(family):
    """The hardware registers that assemblers know by name."""
    registers = load().registers.values()
    return tuple(r.number for r in registers if r.number is not None and r.printed and family in r.fields)


def random_simm(d, field):
    """An immediate that reads back: S_WAITCNT has unused bits, hints have fields, messages have numbers."""
    what, rng = immediate_of(d.form, field), d.rng
    if field == "ssrc0":
        return rng.choice(message_codes(d.family, "s_sendmsg_rtn"))
    if what == "SWaitCnt":
        return rng.randrange(1 << 16) & wait_bits(d.form.arch)
    if what == "SDelayALU":
        return rng.choice((*range(8), 9, 10, 11)) | rng.randrange(6) << 4 | rng.choice((*range(1, 8), 9, 10, 11)) << 7
    if what == "DepCtr":
        return rng.choice((0x0fff, 0xfffe, 0xffe3, rng.randrange(1 << 16) & 0xff9f))
    if what == "SendMsg":
        return rng.choice(message_codes(d.family, "s_sendmsg"))
    if what == "GPRIdxMode":
        return rng.randrange(16)
    if what == "Hwreg":
        return rng.choice(hardware_ids(d.family)) | rng.randrange(32) << 6 | rng.randrange(32) << 11
    return rng.randrange(1 << 16)


def random_vector(d):
    """VOP1, VOP2, VOPC, VOP3*, VOP3P, VINTERP with their SDWA and DPP forms."""
    form, op = d.form, d.form.op
    implicit = (
        {v.kind for v in op.sources} & {"ci", "vcc"}
        and "src2" not in {x.field for x in slots(form)}
        or "vcc" in {v.kind for v in op.sources}
    )
    if implicit:
        d.scalars.add("vcc")
    for slot in sorted(slots(form), key=lambda x: x.role != "mask"):
        d.fields[slot.field] = vector_operand(d, slot)
        if d.half_register(slot) and d.fields[slot.field].code >= 256 and d.maybe():
            d.fields[slot.field] = Operand(d.fields[slot.field].code, high=True)
    if any(v.kind == "k" for v in op.sources):
        d.fields["k"] = random_literal(d.rng, d.half())
        if isinstance(d.fields.get("src0"), Operand) and not d.room("literal"):
            d.fields["src0"] = d.vgpr(1, d.vgpr_limit(slots(form)[1]))
    modifiers(d)
    if form.layout == "vop3c" and "sdst" not in d.fields:
        d.fields["sdst"] = 126


def vector_operand(d, slot):
    """One operand of a vector instruction."""
    form = d.form
    if slot.role == "mask":
        found = d.mask(slot.write)
        if not slot.write and found.code != 124:
            d.scalars.add((found.code, 2 if d.wave == 64 else 1))
        return found if form.extension != "sdwac" else sdwa_mask(d)
    if slot.role == "sdst":
        return d.sgpr(slot.regs, write=True, special=False)
    if slot.role == "ssrc":
        return lane_select(d, slot)
    if slot.role == "vgpr" or slot.write:
        if form.extension in ("sdwa", "sdwac") and slot.field == "vsrc1":
            return d.source(slot, constants=False)
        return d.vgpr(slot.regs, d.vgpr_limit(slot))
    if form.extension in ("sdwa", "sdwac"):
        return d.source(slot, constants=False)
    if form.extension and slot.field in ("src0", "src1"):
        return d.vgpr(slot.regs, d.vgpr_limit(slot))
    if form.op.shape == "matrix":
        return (
            Operand(d.rng.choice(INLINE[81:] if slot.value.kind != "i" else INLINE))
            if slot.field == "src2" and d.maybe()
            else d.vgpr(slot.regs)
        )
    return d.source(slot, vector_only=form.op.note("register"))


def lane_select(d, slot):
    """Scalar sources of lane operations: SGPR, M0 or an inline integer, one scalar value in all."""
    if d.maybe(0.4) or not d.room("new"):
        return Operand(d.rng.choice(range(128, 193)))
    found = d.sgpr(1, special=False)
    d.scalars.add((found.code, 1))
    return found


def sdwa_mask(d):
    """SD = 0: VCC; else another pair, for the assembler writes VCC with SD = 0."""
    pair = d.mask()
    if d.maybe() or pair == Operand(d.traits["vcc"]):
        return 0
    d.fields["sd"] = 1
    return pair


def float_source(value):
    return value.kind in ("f", "bf") and value.count == 1


def modifiers(d):
    """ABS, NEG, OMOD, CLAMP, OP_SEL, SDWA selects, DPP controls."""
    op, layout = d.form.op, d.layout.fields
    sources = [slot.value for slot in slots(d.form).numbered]
    floats = sum(1 << n for n, v in enumerate(sources) if float_source(v) or d.form.signed)
    result = next((v for v in op.results if not v.special), None)
    if d.form.layout == "vop3p":
        packed_modifiers(d, sources)
    elif "neg" in layout and d.form.layout != "vinterp":
        d.fields["neg"] = d.rng.randrange(8) & floats
        if "abs" in layout:
            d.fields["abs"] = d.rng.randrange(8) & floats if not op.note("-abs") else 0
        wide_literal(d)
        clamps(d, result)
        half_selects(d, sources, result)
    elif d.form.layout == "vinterp":
        d.fields.update(neg=d.rng.randrange(8), clamp=d.rng.randrange(2), wait_exp=d.rng.randrange(8))
        narrow = sum(1 << n for n, v in enumerate(sources) if v.width == 16) | (8 if result.width == 16 else 0)
        d.fields.update({"op_sel": d.rng.randrange(16) & narrow} if narrow else {})
    if d.form.extension in ("sdwa", "sdwac"):
        sdwa_modifiers(d, sources, result)
    if d.form.extension == "dpp":
        d.fields["dpp_ctrl"] = d.rng.choice(d.rng.choice(dpp_controls(d.family)))
        d.fields.update(row_mask=d.rng.randrange(16), bank_mask=d.rng.randrange(16), bound_ctrl=d.rng.randrange(2))
        if d.traits["dpp_fi"]:
            d.fields["fi"] = d.rng.randrange(2)
        if not d.layout.fields.get("neg"):
            d.fields.update(
                {f"{m}{n}": d.rng.randrange(2) for m in ("neg", "abs") for n in range(2) if floats >> n & 1}
            )
    if d.form.extension == "dpp8":
        d.fields.update({f"lane{n}": d.rng.randrange(8) for n in range(8)})
        d.fields["fi"] = d.rng.randrange(2)


def wide_literal(d):
    """llvm-mc takes no modifier on a literal of an f64 operand."""
    for n, field in enumerate(("src0", "src1", "src2")):
        value = d.fields.get(field)
        if (isinstance(value, Operand) and value.literal is not None
                and any(v.kind == "f" and v.width == 64 for v in d.form.op.sources)):
            for name in {"neg", "abs"} & set(d.fields):
                d.fields[name] &= ~(1 << n)


def clamps(d, result):
    """CLAMP and OMOD of VOP3: floats have both, integers saturate where the row says so."""
    op = d.form.op
    anyfloat = any(v.kind in ("f", "bf") for v in op.values)
    classes = op.results and op.results[0].kind in ("mask", "cmpx") and any(v.kind == "b" for v in op.sources)
    if (anyfloat or op.note("sat")) and not classes and not op.note("-clamp"):
        d.fields["clamp"] = d.rng.randrange(2)
    if result and result.kind == "f" and not op.note("-omod"):
        d.fields["omod"] = d.rng.randrange(4)


def half_selects(d, sources, result):
    """OP_SEL of VOP3: bits of 16-bit operands; BC and FI of the row permutes."""
    op = d.form.op
    if op.note("bc fi"):
        d.fields["op_sel"] = d.rng.randrange(4)
        return
    # gfx9 knows it of VOP3's own operations only
    promoted = d.form.encoding != "vop3" and not d.traits["half_registers"]
    if promoted or "op_sel" not in d.layout.fields or result is not None and result.half == "zero":
        return
    bits = sum(1 << n for n, v in enumerate(sources) if v.width == 16 and v.count == 1) | (
        8 if result is not None and result.width == 16 else 0
    )
    d.fields["op_sel"] = d.rng.randrange(16) & bits


def packed_modifiers(d, sources):
    """OP_SEL, OP_SEL_HI, NEG, NEG_HI, CLAMP of VOP3P."""
    op, n = d.form.op, len(sources)
    every = (1 << n) - 1
    if op.shape == "matrix":
        matrix_modifiers(d)
        return
    if any(v.width == 16 or v.kind == "mix" for v in sources):               # bytes and nibbles are not chosen
        d.fields["op_sel"] = d.rng.randrange(8) & every
        d.fields["op_sel_hi"] = d.rng.randrange(8) & every | (0 if n == 3 else 4)
    d.fields["neg"] = d.rng.randrange(8) & every
    d.fields["neg_hi"] = d.rng.randrange(8) & every
    if any(v.kind in ("f", "bf", "mix") for v in op.values) or op.note("sat"):
        d.fields["clamp"] = d.rng.randrange(2)


def matrix_modifiers(d):
    """Signs of factors and of C; the half of 16-bit sums; signedness and CLAMP of integers (RDNA3 ISA, 7.9)."""
    result = d.form.op.results[0]
    if result.kind == "i":
        d.fields.update(neg=d.rng.randrange(4), clamp=d.rng.randrange(2))
        return
    d.fields.update(neg=d.rng.randrange(8), neg_hi=d.rng.randrange(8))
    if result.width == 16:
        d.fields["op_sel"] = 4 * d.rng.randrange(2)


def sdwa_modifiers(d, sources, result):
    """Selects, sign extension or ABS and NEG, destination select."""
    op = d.form.op
    for n, value in enumerate(sources):
        d.fields[f"src{n}_sel"] = d.rng.randrange(7)
        if value.kind in ("f", "bf") or d.form.signed:
            d.fields.update({f"neg{n}": d.rng.randrange(2), f"abs{n}": d.rng.randrange(2)})
        elif value.kind in "iub":
            d.fields[f"sext{n}"] = d.rng.randrange(2)
    if d.form.extension == "sdwa" and result is not None:
        d.fields.update(dst_sel=d.rng.randrange(7), dst_unused=d.rng.randrange(3))
        anyfloat = any(v.kind == "f" for v in op.values)
        if anyfloat or op.note("sat"):
            d.fields["clamp"] = d.rng.randrange(2)
        if result.kind == "f":
            d.fields["omod"] = d.rng.randrange(4)


def random_vopd(form, rng, wave):
    """Two halves: banks differ, destinations have different parity, at most two scalar values, one literal (RDNA3 ISA,
    7.6)."""
    half = "y" if form.variant == "x" else "x"
    others = [f for f in load().forms(form.arch) if f.layout == "vopd" and f.variant == half]
    pair = {form.variant: form, half: rng.choice(others)}
    low, fields, literal, scalars = rng.randrange(2), {}, random_literal(rng, False), set()
    if any("ci" in {v.kind for v in f.op.sources} for f in pair.values()):
        scalars.add(106)
    if any("k" in {v.kind for v in f.op.sources} for f in pair.values()):
        scalars.add("literal")
        fields["k"] = literal
    for name, parity in (("x", low), ("y", 1 - low)):
        f = pair[name]
        fields[f"vdst{name}"] = rng.randrange(128) * 2 + parity if name == "x" else rng.randrange(128)
        bank = {"x": (0, 1), "y": (2, 3)}[name]
        middle = [v.kind for v in f.op.sources][1:2] == ["k"]
        for slot in (x for x in slots(f) if not x.write):
            odd = bank[parity] if middle and slot.role == "vgpr" else rng.choice(bank)
            fields[slot.field] = vopd_source(rng, slot, odd, scalars, literal)
    return encode(pair["x"], fields, other=pair["y"])


def vopd_source(rng, slot, bank, scalars, literal):
    """A VGPR of `bank`, or in SRC0 an inline constant, an SGPR, the literal."""
    kind = rng.random() if slot.role == "src" else 1
    if kind < 0.15:
        return Operand(rng.choice(INLINE))
    if kind < 0.3 and len(scalars) < 2:
        scalars.add(rng.randrange(106))
        return Operand(max(x for x in scalars if x != "literal"))
    if kind < 0.4 and (len(scalars) < 2 or "literal" in scalars):
        scalars.add("literal")
        return lit(literal)
    return Operand(256 + rng.randrange(64) * 4 + bank)
