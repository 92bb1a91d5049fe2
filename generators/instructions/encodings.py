"""Random legal encodings of a form: every operand kind, modifier and literal the form takes, and nothing an assembler
refuses. The rules that are not in the rows are the families' operand rules (RDNA3 ISA 7.2.2, 7.4, 7.6, 7.7; Vega ISA
6.2, 6.6)."""
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from ...spec import ARCHS, TARGETS, codes, families, load, traits_of
from ...spec.assembly import immediate_of
from ...spec.encode import Operand, encode, lit
from ...spec.operands import constants
from ...spec.slots import Slot, slots
from ..values import value_classes
from .encodings_memory import random_memory
from .encodings_modifiers import modifiers_beside, modifiers_of

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


@cache
def special_codes(arch, regs):
    """VCC, EXEC and the like, where a tuple of one or two may stand."""
    traits = traits_of(arch)
    found = [106, 126] if regs == 2 else [106, 107, 126, 127, traits["m0"]]
    found += [traits["null"]] * (traits["null"] is not None)
    if flat := traits["flat_scratch"]:
        found += [flat] + [flat + 1] * (regs == 1)
    return tuple(found)


@cache
def bus_limit(form):
    """Scalar values that an instruction of the form may read."""
    shifts = (form.op.results and form.op.results[0].width == 64
              and not form.op.results[0].kind == "f" and len(form.op.sources) == 2)
    return 1 if shifts and form.layout == "vop3" else traits_of(form.arch)["constant_bus"]


@cache
def reads_half(form):
    """Is a literal read as 16 bits?  Then its high half must be 0."""
    return any(v.width == 16 or v.kind == "mix" for v in form.op.values)


@cache
def has_literal(form):
    """Does every instruction of the form hold a literal?"""
    return any(value.kind == "k" for value in form.op.sources)


@cache
def may_literal(form):
    """May a source of a vector instruction be a literal?"""
    short = form.layout in ("vop1", "vop2", "vopc")
    long = traits_of(form.arch)["vop3_literal"] and form.layout in ("vop3", "vop3c", "vop3sd", "vop3p")
    return not form.extension and (short or long) and not has_literal(form)


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
        other = regs <= 2 and special and self.maybe(0.4)
        return Operand(self.rng.choice((special_codes if other else scalar_codes)(self.form.arch, regs)))

    def vgpr(self, regs=1, limit=256):
        return Operand(256 + self.rng.randrange(limit - regs + 1))

    def mask(self, write=False):
        """A lane mask: a pair in wave64, one register in wave32."""
        regs = 2 if self.wave == 64 else 1
        return Operand(self.rng.choice(mask_codes(self.form.arch, regs, write)))

    def room(self, code):
        """May this instruction read one more scalar value?"""
        return code in self.scalars or len(self.scalars) < bus_limit(self.form)

    def source(self, place, vector_only=False, constants=True):
        """A VALU source: VGPR, scalar register, inline constant, literal, as the limits allow."""
        regs = place.slot.regs
        if vector_only or regs > 2 or self.maybe(0.45):
            return self.vgpr(regs, place.limit)
        if constants and self.maybe(0.4):
            return Operand(self.rng.choice(place.constants))
        if constants and self.maybe(0.25) and self.literal is None and may_literal(self.form) and self.room("literal"):
            self.scalars.add("literal")
            self.literal = random_literal(self.rng, reads_half(self.form))
            return lit(self.literal)
        choice = self.sgpr(regs)
        if choice.code != self.traits["null"]:
            if not self.room((choice.code, regs)):
                return self.vgpr(regs, place.limit)
            self.scalars.add((choice.code, regs))
        return choice

    def stands_beside(self, found):
        """May an SALU source stand beside those before it, of EXEC and M0 one alone (RDNA3 ISA, 6.2)?"""
        m0 = self.traits["m0"]
        other = {m0: (126, 127), 126: (m0,), 127: (m0,)}.get(found.code, ())
        before = [value for field, value in self.fields.items() if field.startswith("ssrc")]
        return self.traits["special_sources"] > 1 or not any(getattr(value, "code", None) in other for value in before)

    def scalar_source(self, slot):
        """An SALU source: scalar register, inline constant, literal."""
        pick = self.rng.random()
        if pick < 0.5:
            found = self.sgpr(slot.regs)
            return found if self.stands_beside(found) else Operand(self.rng.choice(INLINE))
        if pick < 0.85 or self.literal is not None or has_literal(self.form):
            return Operand(self.rng.choice(INLINE))
        self.literal = random_literal(self.rng, reads_half(self.form))
        return lit(self.literal)


def random_literal(rng, half):
    """A 32-bit or 16-bit value that no inline constant has: odd, and no small integer; now and then one at the edge of
    a format."""
    if rng.randrange(3) == 0:
        found = value_classes.pick(rng, "f", 16 if half else 32) | 1
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
            d.fields["k"] = random_literal(d.rng, reads_half(d.form))
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


class Place(NamedTuple):
    """An operand of a vector form: its slot; what draws it, of the Draw and this; VGPRs below `limit`; the inline
    constants it may be; whether it names the low or the high half of a register."""
    slot: Slot
    draw: Callable[[Draw, "Place"], Operand | int]
    limit: int
    constants: tuple[int, ...]
    half: bool


@cache
def places_of(form):
    """The Places of a form, masks first."""
    return tuple(place_of(form, slot) for slot in sorted(slots(form), key=lambda x: x.role != "mask"))


def place_of(form, slot):
    """That of a slot.  VOP1, VOP2 and VOPC name the low 128 registers in 16-bit operands where registers have halves
    (RDNA3 ISA, 7.4)."""
    value = slot.value
    narrow = value is not None and value.width == 16 and value.count == 1 and value.kind != "mix"
    half = narrow and traits_of(form.arch)["half_registers"] and form.layout in ("vop1", "vop2", "vopc")
    # llvm-mc prints a float constant of 16 bits as a literal
    whole = value is not None and value.width == 16 and value.kind not in ("f", "bf")
    return Place(slot, drawer_of(form, slot), 128 if half else 256, INLINE[:81] if whole else INLINE, half)


def drawer_of(form, slot):
    """What draws an operand of a vector instruction."""
    sdwa = form.extension in ("sdwa", "sdwac")
    if slot.role == "mask":
        return masked
    if slot.role == "sdst":
        return lambda d, place: d.sgpr(place.slot.regs, write=True, special=False)
    if slot.role == "ssrc":
        return lane_select
    if sdwa and (slot.field == "vsrc1" or slot.role != "vgpr" and not slot.write):
        return lambda d, place: d.source(place, constants=False)
    if slot.role == "vgpr" or slot.write or form.extension and slot.field in ("src0", "src1"):
        return lambda d, place: d.vgpr(place.slot.regs, place.limit)
    if form.op.shape == "matrix":
        return factor
    only = form.op.note("register")
    return lambda d, place: d.source(place, vector_only=only)


@cache
def reads_vcc(form):
    """Does an instruction of the form read VCC without naming it?"""
    kinds = {v.kind for v in form.op.sources}
    return "vcc" in kinds or "ci" in kinds and "src2" not in {x.field for x in slots(form)}


def random_vector(d):
    """VOP1, VOP2, VOPC, VOP3*, VOP3P, VINTERP with their SDWA and DPP forms."""
    form = d.form
    if reads_vcc(form):
        d.scalars.add("vcc")
    for place in places_of(form):
        found = d.fields[place.slot.field] = place.draw(d, place)
        if place.half and isinstance(found, Operand) and found.code >= 256 and d.maybe():
            d.fields[place.slot.field] = Operand(found.code, high=True)
    if has_literal(form):
        d.fields["k"] = random_literal(d.rng, reads_half(form))
        if isinstance(d.fields.get("src0"), Operand) and not d.room("literal"):
            d.fields["src0"] = d.vgpr(1, places_of(form)[1].limit)
    modifiers(d)
    if form.layout == "vop3c" and "sdst" not in d.fields:
        d.fields["sdst"] = 126


def masked(d, place):
    """A lane mask."""
    found = d.mask(place.slot.write)
    if not place.slot.write and found.code != 124:
        d.scalars.add((found.code, 2 if d.wave == 64 else 1))
    return found if d.form.extension != "sdwac" else sdwa_mask(d)


def lane_select(d, place):
    """Scalar sources of lane operations: SGPR, M0 or an inline integer, one scalar value in all."""
    if d.maybe(0.4) or not d.room("new"):
        return Operand(d.rng.choice(range(128, 193)))
    found = d.sgpr(1, special=False)
    d.scalars.add((found.code, 1))
    return found


def factor(d, place):
    """A factor of a matrix operation, or C, which may be a constant."""
    if place.slot.field == "src2" and d.maybe():
        return Operand(d.rng.choice(INLINE[81:] if place.slot.value.kind != "i" else INLINE))
    return d.vgpr(place.slot.regs)


def sdwa_mask(d):
    """SD = 0: VCC; else another pair, for the assembler writes VCC with SD = 0."""
    pair = d.mask()
    if d.maybe() or pair == Operand(d.traits["vcc"]):
        return 0
    d.fields["sd"] = 1
    return pair


def modifiers(d):
    """ABS, NEG, OMOD, CLAMP, OP_SEL, SDWA selects, DPP controls."""
    draw_modifiers(d, modifiers_of(d.form))
    if d.literal is not None:
        wide_literal(d)
    if d.form.extension == "dpp":
        d.fields["dpp_ctrl"] = d.rng.choice(d.rng.choice(dpp_controls(d.family)))
    if d.form.extension:
        draw_modifiers(d, modifiers_beside(d.form))


def draw_modifiers(d, some):
    """Draws these, one after the other."""
    for field, count, mask, always in some:
        d.fields[field] = (d.rng.randrange(count) & mask if count else 0) | always


def wide_literal(d):
    """llvm-mc takes no modifier on a literal of an f64 operand."""
    if not any(v.kind == "f" and v.width == 64 for v in d.form.op.sources):
        return
    for n, field in enumerate(("src0", "src1", "src2")):
        value = d.fields.get(field)
        if isinstance(value, Operand) and value.literal is not None:
            for name in {"neg", "abs"} & set(d.fields):
                d.fields[name] &= ~(1 << n)


@cache
def halves(arch, variant):
    """Every X or Y half of a VOPD."""
    return tuple(f for f in load().forms(arch) if f.layout == "vopd" and f.variant == variant)


def random_vopd(form, rng, wave):
    """Two halves: banks differ, destinations have different parity, at most two scalar values, one literal (RDNA3 ISA,
    7.6)."""
    half = "y" if form.variant == "x" else "x"
    pair = {form.variant: form, half: rng.choice(halves(form.arch, half))}
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
