"""Random legal encodings of a form: every operand kind, modifier and literal that the form takes, and nothing that an
assembler refuses. The tables do not contain the operand rules of the families, which are here (RDNA3 ISA 7.2.2, 7.4,
7.6, 7.7; Vega ISA 6.2, 6.6)."""
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from ...spec import ARCHS, TARGETS, codes, families, load, architecture_traits
from ...spec.assembly import immediate_kind
from ...spec.encode import Operand, encode, lit
from ...spec.operands import constants
from ...spec.slots import Slot, slots
from ..values import value_classes
from .encodings_memory import set_memory_fields
from .encodings_modifiers import dpp_modifiers, form_modifiers

INLINE = (*sorted(constants().values()),)


@cache
def dpp_controls(family):
    """Return the dpp_ctrl codes that moves.txt has for this family, as one list for each control."""
    return [codes(row["code"]) for row in load().moves
            if family in families(row["family"]) and row["field"] == "dpp_ctrl"]


@cache
def scalar_register_codes(arch, regs):
    """Return the operand codes of SGPRs and trap temporaries at which a tuple of `regs` registers can start."""
    step = 1 if regs == 1 else 2 if regs == 2 else 4
    return (*range(0, architecture_traits(arch)["sgprs"] - regs + 1, step), *range(108, 124 - regs + 1, step))


@cache
def lane_mask_codes(arch, regs, write):
    """Return the operand codes for lane masks of `regs` registers. They include VCC, and NULL if the mask is
    written."""
    null = architecture_traits(arch)["null"]
    return (*range(0, architecture_traits(arch)["sgprs"] - regs + 1, regs), 106, *range(108, 124, regs),
            *([null] if write and null is not None else []))


@cache
def special_register_codes(arch, regs):
    """Return the operand codes of VCC, EXEC, M0 and other special registers at which a tuple of `regs` registers (one
    or two) can start."""
    traits = architecture_traits(arch)
    codes = [106, 126] if regs == 2 else [106, 107, 126, 127, traits["m0"]]
    codes += [traits["null"]] * (traits["null"] is not None)
    if flat := traits["flat_scratch"]:
        codes += [flat] + [flat + 1] * (regs == 1)
    return tuple(codes)


@cache
def constant_bus_limit(form):
    """Return the number of scalar values that an instruction of the form may read."""
    is_wide_shift = (form.op.results and form.op.results[0].width == 64
              and not form.op.results[0].kind == "f" and len(form.op.sources) == 2)
    return 1 if is_wide_shift and form.layout == "vop3" else architecture_traits(form.arch)["constant_bus"]


@cache
def has_16_bit_operand(form):
    """True if the form reads a literal as 16 bits. The high 16 bits of the literal must then be 0."""
    return any(v.width == 16 or v.kind == "mix" for v in form.op.values)


@cache
def always_has_literal(form):
    """True if every instruction of the form holds a literal."""
    return any(value.kind == "k" for value in form.op.sources)


@cache
def allows_literal(form):
    """True if a source of a vector instruction may be a literal."""
    short = form.layout in ("vop1", "vop2", "vopc")
    long = architecture_traits(form.arch)["vop3_literal"] and form.layout in ("vop3", "vop3c", "vop3sd", "vop3p")
    return not form.extension and (short or long) and not always_has_literal(form)


class EncodingBuilder:
    """An encoding under construction: random generator, form, fields so far, and the scalar values that it reads."""

    def __init__(self, form, rng, wave):
        self.form, self.rng, self.wave = form, rng, wave
        self.family = ARCHS[form.arch]
        self.traits = architecture_traits(form.arch)
        self.layout = load().encodings[self.family, form.layout]
        self.fields, self.scalars, self.literal = {}, set(), None

    def flip(self, probability=0.3):
        """Return True with this probability."""
        return self.rng.random() < probability

    def draw_sgpr(self, regs, write=False, special=True):
        """Draw a scalar register or an aligned tuple: SGPRs, VCC, trap temporaries, M0, EXEC, NULL."""
        use_special = regs <= 2 and special and self.flip(0.4)
        return Operand(
            self.rng.choice((special_register_codes if use_special else scalar_register_codes)(self.form.arch, regs))
        )

    def draw_vgpr(self, regs=1, limit=256):
        """Draw a VGPR or a tuple below `limit`."""
        return Operand(256 + self.rng.randrange(limit - regs + 1))

    def draw_mask(self, write=False):
        """Draw a lane mask: a pair in wave64, one register in wave32."""
        regs = 2 if self.wave == 64 else 1
        return Operand(self.rng.choice(lane_mask_codes(self.form.arch, regs, write)))

    def can_read_scalar(self, code):
        """True if the instruction may read this scalar value in addition to those that it already reads."""
        return code in self.scalars or len(self.scalars) < constant_bus_limit(self.form)

    def draw_source(self, operand_slot, vector_only=False, constants=True):
        """Draw a VALU source within the limits: VGPR, scalar register, inline constant, literal."""
        regs = operand_slot.slot.regs
        if vector_only or regs > 2 or self.flip(0.45):
            return self.draw_vgpr(regs, operand_slot.limit)
        if constants and self.flip(0.4):
            return Operand(self.rng.choice(operand_slot.constants))
        if (
            constants
            and self.flip(0.25)
            and self.literal is None
            and allows_literal(self.form)
            and self.can_read_scalar("literal")
        ):
            self.scalars.add("literal")
            self.literal = random_literal(self.rng, has_16_bit_operand(self.form))
            return lit(self.literal)
        choice = self.draw_sgpr(regs)
        if choice.code != self.traits["null"]:
            if not self.can_read_scalar((choice.code, regs)):
                return self.draw_vgpr(regs, operand_slot.limit)
            self.scalars.add((choice.code, regs))
        return choice

    def can_combine_sources(self, operand):
        """True if an SALU source may follow the earlier ones: only one of EXEC and M0 (RDNA3 ISA, 6.2)."""
        m0 = self.traits["m0"]
        excluded = {m0: (126, 127), 126: (m0,), 127: (m0,)}.get(operand.code, ())
        earlier = [value for field, value in self.fields.items() if field.startswith("ssrc")]
        return self.traits["special_sources"] > 1 or not any(
            getattr(value, "code", None) in excluded for value in earlier
        )

    def draw_scalar_source(self, slot):
        """Draw an SALU source: scalar register, inline constant, literal."""
        choice = self.rng.random()
        if choice < 0.5:
            operand = self.draw_sgpr(slot.regs)
            return operand if self.can_combine_sources(operand) else Operand(self.rng.choice(INLINE))
        if choice < 0.85 or self.literal is not None or always_has_literal(self.form):
            return Operand(self.rng.choice(INLINE))
        self.literal = random_literal(self.rng, has_16_bit_operand(self.form))
        return lit(self.literal)


def random_literal(rng, half):
    """Return a 32-bit value, or a 16-bit one for `half`, that no inline constant has: it is odd and not a small
    integer. A third of the values are float patterns from the value classes."""
    if rng.randrange(3) == 0:
        pattern = value_classes.pick_pattern(rng, "f", 16 if half else 32) | 1
        return pattern if pattern > 64 else 0x401 if half else 0x800001
    return rng.randrange(65, 0xffe0 if half else 0xffffffe0) | 1


def random_encoding(form, rng, wave=None):
    """Return the bytes of a random legal encoding. `rng`: random.Random; `wave`: 32 or 64 (default: the architecture's
    first size). The X or Y form of a VOPD is paired with a random legal form for the other operation."""
    wave = wave or TARGETS[form.arch].waves[0]
    if form.layout == "vopd":
        return random_vopd_encoding(form, rng, wave)
    return encode(form, random_fields(form, rng, wave))


def random_fields(form, rng, wave):
    """Return {field: Operand or number} of a random legal encoding, for encode(); not for VOPD."""
    builder = EncodingBuilder(form, rng, wave)
    if form.layout in (
        "ds", "smem", "flat", "global", "scratch", "mubuf", "mtbuf", "mimg", "exp", "vintrp", "ldsdir", "vop3i",
    ):
        set_memory_fields(builder)
    elif form.kind in ("salu", "control"):
        set_scalar_fields(builder)
    else:
        set_vector_fields(builder)
    return builder.fields


def set_scalar_fields(builder) -> None:
    """Set the fields of SOP1, SOP2, SOPC, SOPK, SOPP."""
    for slot in slots(builder.form):
        if slot.role == "sdst":
            null = builder.form.op.note("null")
            builder.fields[slot.field] = (
                Operand(builder.traits["null"]) if null else builder.draw_sgpr(slot.regs, write=slot.write)
            )
        elif slot.role == "ssrc":
            builder.fields[slot.field] = (
                builder.draw_sgpr(slot.regs) if builder.form.op.note("register") else builder.draw_scalar_source(slot)
            )
    op = builder.form.op
    for value in op.sources:
        if value.kind == "imm":
            field = value.place or "simm16"
            builder.fields[field] = random_immediate(builder, field)
        if value.kind == "k":
            builder.fields["k"] = random_literal(builder.rng, has_16_bit_operand(builder.form))
    if builder.form.layout == "sopp" and op.shape == "branch":
        builder.fields["simm16"] = builder.rng.randrange(1 << 16)


@cache
def wait_counter_bits(arch):
    """Return a mask of the bits in S_WAITCNT that hold a counter."""
    bits = 0
    for field in "+".join(architecture_traits(arch)[f"wait_{counter}"] for counter in ("vm", "exp", "lgkm")).split("+"):
        high, low = map(int, field.split(":"))
        bits |= (2 << high) - (1 << low)
    return bits


@cache
def sendable_messages(family, instruction):
    """Return the codes of messages.txt that a program may send and that assemblers know by name only. Messages that
    write EXEC are excluded."""
    return tuple(
        int(row["code"], 0)
        for row in load().messages
        if row["instruction"] == instruction and family in families(row["family"])
        and row["user"] == "yes" and row["does"] != "answers" and row["ops"] == "-"
    )


@cache
def named_hardware_registers(family):
    """Return the S_GETREG numbers of the hardware registers that assemblers know by name."""
    registers = load().registers.values()
    return tuple(r.number for r in registers if r.number is not None and r.printed and family in r.fields)


def random_immediate(builder, field):
    """Return an immediate that disassembly and assembly leave unchanged. Not every value does: S_WAITCNT has unused
    bits, hints have fields, and messages have codes."""
    kind, rng = immediate_kind(builder.form, field), builder.rng
    if field == "ssrc0":
        return rng.choice(sendable_messages(builder.family, "s_sendmsg_rtn"))
    if kind == "SWaitCnt":
        return rng.randrange(1 << 16) & wait_counter_bits(builder.form.arch)
    if kind == "SDelayALU":
        return rng.choice((*range(8), 9, 10, 11)) | rng.randrange(6) << 4 | rng.choice((*range(1, 8), 9, 10, 11)) << 7
    if kind == "DepCtr":
        return rng.choice((0x0fff, 0xfffe, 0xffe3, rng.randrange(1 << 16) & 0xff9f))
    if kind == "SendMsg":
        return rng.choice(sendable_messages(builder.family, "s_sendmsg"))
    if kind == "GPRIdxMode":
        return rng.randrange(16)
    if kind == "Hwreg":
        return rng.choice(named_hardware_registers(builder.family)) | rng.randrange(32) << 6 | rng.randrange(32) << 11
    return rng.randrange(1 << 16)


class OperandSlot(NamedTuple):
    """An operand of a vector form. `slot`: its spec.slots.Slot; `draw`: the function that draws it; `limit`: exclusive
    limit of its VGPR index; `constants`: its inline constants; `half`: whether it names the low or high 16 bits of a
    register."""
    slot: Slot
    draw: Callable[[EncodingBuilder, "OperandSlot"], Operand | int]
    limit: int
    constants: tuple[int, ...]
    half: bool


@cache
def operand_slots(form):
    """Return the OperandSlots of a form, masks first."""
    return tuple(make_operand_slot(form, slot) for slot in sorted(slots(form), key=lambda x: x.role != "mask"))


def make_operand_slot(form, slot):
    """Return the OperandSlot for a slot. On targets with 16-bit register halves, 16-bit operands of VOP1, VOP2 and VOPC
    can only name the low 128 registers (RDNA3 ISA, 7.4)."""
    value = slot.value
    is_16_bit = value is not None and value.width == 16 and value.count == 1 and value.kind != "mix"
    names_half = (
        is_16_bit and architecture_traits(form.arch)["half_registers"] and form.layout in ("vop1", "vop2", "vopc")
    )
    # llvm-mc prints a float constant of 16 bits as a literal
    has_integer_constants = value is not None and value.width == 16 and value.kind not in ("f", "bf")
    return OperandSlot(
        slot,
        operand_drawer(form, slot),
        128 if names_half else 256,
        INLINE[:81] if has_integer_constants else INLINE,
        names_half,
    )


def operand_drawer(form, slot):
    """Return the function that draws an operand of a vector instruction."""
    sdwa = form.extension in ("sdwa", "sdwac")
    if slot.role == "mask":
        return draw_mask_operand
    if slot.role == "sdst":
        return lambda builder, operand_slot: builder.draw_sgpr(operand_slot.slot.regs, write=True, special=False)
    if slot.role == "ssrc":
        return draw_lane_select
    if sdwa and (slot.field == "vsrc1" or slot.role != "vgpr" and not slot.write):
        return lambda builder, operand_slot: builder.draw_source(operand_slot, constants=False)
    if slot.role == "vgpr" or slot.write or form.extension and slot.field in ("src0", "src1"):
        return lambda builder, operand_slot: builder.draw_vgpr(operand_slot.slot.regs, operand_slot.limit)
    if form.op.shape == "matrix":
        return draw_matrix_operand
    vector_only = form.op.note("register")
    return lambda builder, operand_slot: builder.draw_source(operand_slot, vector_only=vector_only)


@cache
def reads_vcc(form):
    """True if instructions of the form read VCC implicitly."""
    kinds = {v.kind for v in form.op.sources}
    return "vcc" in kinds or "ci" in kinds and "src2" not in {x.field for x in slots(form)}


def set_vector_fields(builder) -> None:
    """Set the fields of VOP1, VOP2, VOPC, VOP3*, VOP3P, VINTERP, with their SDWA and DPP forms."""
    form = builder.form
    if reads_vcc(form):
        builder.scalars.add("vcc")
    for operand_slot in operand_slots(form):
        operand = builder.fields[operand_slot.slot.field] = operand_slot.draw(builder, operand_slot)
        if operand_slot.half and isinstance(operand, Operand) and operand.code >= 256 and builder.flip():
            builder.fields[operand_slot.slot.field] = Operand(operand.code, high=True)
    if always_has_literal(form):
        builder.fields["k"] = random_literal(builder.rng, has_16_bit_operand(form))
        if isinstance(builder.fields.get("src0"), Operand) and not builder.can_read_scalar("literal"):
            builder.fields["src0"] = builder.draw_vgpr(1, operand_slots(form)[1].limit)
    set_modifiers(builder)
    if form.layout == "vop3c" and "sdst" not in builder.fields:
        builder.fields["sdst"] = 126


def draw_mask_operand(builder, operand_slot):
    """Draw a lane mask operand."""
    mask = builder.draw_mask(operand_slot.slot.write)
    if not operand_slot.slot.write and mask.code != 124:
        builder.scalars.add((mask.code, 2 if builder.wave == 64 else 1))
    return mask if builder.form.extension != "sdwac" else draw_sdwa_mask(builder)


def draw_lane_select(builder, operand_slot):
    """Draw a scalar source for a lane operation: an SGPR, M0 or an inline integer. The instruction may read one scalar
    value in total."""
    if builder.flip(0.4) or not builder.can_read_scalar("new"):
        return Operand(builder.rng.choice(range(128, 193)))
    operand = builder.draw_sgpr(1, special=False)
    builder.scalars.add((operand.code, 1))
    return operand


def draw_matrix_operand(builder, operand_slot):
    """Draw A, B or C of a matrix operation. C may be a constant."""
    if operand_slot.slot.field == "src2" and builder.flip():
        return Operand(builder.rng.choice(INLINE[81:] if operand_slot.slot.value.kind != "i" else INLINE))
    return builder.draw_vgpr(operand_slot.slot.regs)


def draw_sdwa_mask(builder):
    """Draw the mask operand of SDWA: VCC or another register pair. Return 0 for VCC, since assemblers encode VCC with
    the bit SD clear."""
    pair = builder.draw_mask()
    if builder.flip() or pair == Operand(builder.traits["vcc"]):
        return 0
    builder.fields["sd"] = 1
    return pair


def set_modifiers(builder) -> None:
    """Set ABS, NEG, OMOD, CLAMP, OP_SEL, SDWA selects and DPP controls."""
    set_modifier_fields(builder, form_modifiers(builder.form))
    if builder.literal is not None:
        clear_f64_literal_modifiers(builder)
    if builder.form.extension == "dpp":
        builder.fields["dpp_ctrl"] = builder.rng.choice(builder.rng.choice(dpp_controls(builder.family)))
    if builder.form.extension:
        set_modifier_fields(builder, dpp_modifiers(builder.form))


def set_modifier_fields(builder, modifiers) -> None:
    """Set the fields of these Modifiers in order."""
    for field, count, mask, always in modifiers:
        builder.fields[field] = (builder.rng.randrange(count) & mask if count else 0) | always


def clear_f64_literal_modifiers(builder) -> None:
    """Clear the modifiers of a literal f64 operand, because llvm-mc refuses modifiers there."""
    if not any(v.kind == "f" and v.width == 64 for v in builder.form.op.sources):
        return
    for n, field in enumerate(("src0", "src1", "src2")):
        value = builder.fields.get(field)
        if isinstance(value, Operand) and value.literal is not None:
            for name in {"neg", "abs"} & set(builder.fields):
                builder.fields[name] &= ~(1 << n)


@cache
def vopd_halves(arch, variant):
    """Return all forms for the X or the Y operation of VOPD."""
    return tuple(f for f in load().forms(arch) if f.layout == "vopd" and f.variant == variant)


def random_vopd_encoding(form, rng, wave) -> bytes:
    """Return the bytes of a VOPD: `form` and a random form for its other operation. They use different banks,
    destinations of different parity, at most two scalar values and one literal (RDNA3 ISA, 7.6)."""
    half = "y" if form.variant == "x" else "x"
    pair = {form.variant: form, half: rng.choice(vopd_halves(form.arch, half))}
    parity_of_x, fields, literal, scalars = rng.randrange(2), {}, random_literal(rng, False), set()
    if any("ci" in {v.kind for v in half_form.op.sources} for half_form in pair.values()):
        scalars.add(106)
    if any("k" in {v.kind for v in half_form.op.sources} for half_form in pair.values()):
        scalars.add("literal")
        fields["k"] = literal
    for name, parity in (("x", parity_of_x), ("y", 1 - parity_of_x)):
        half_form = pair[name]
        fields[f"vdst{name}"] = rng.randrange(128) * 2 + parity if name == "x" else rng.randrange(128)
        bank = {"x": (0, 1), "y": (2, 3)}[name]
        has_middle_constant = [v.kind for v in half_form.op.sources][1:2] == ["k"]
        for slot in (x for x in slots(half_form) if not x.write):
            source_bank = bank[parity] if has_middle_constant and slot.role == "vgpr" else rng.choice(bank)
            fields[slot.field] = vopd_source(rng, slot, source_bank, scalars, literal)
    return encode(pair["x"], fields, other=pair["y"])


def vopd_source(rng, slot, bank, scalars, literal):
    """Draw a VGPR in `bank`; for SRC0 also an inline constant, an SGPR or the literal."""
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
