"""Write build/forms.c from the rows, the encodings and assembly.txt.
For each family it has the forms by opcode, their operand slots, the bits that must be zero, and the parts of the
assembly text. Opcodes come from the rows only."""
from . import emit_moves, need
from .assembly import Assembly, content_flags, field_name, part_c
from .c_text import CTemplate, write_if_changed
from .layout import Layout
from .slots import derive_slots, modifier_bit

EXTENSIONS = {"": "PLAIN", "sdwa": "SDWA", "sdwac": "SDWA", "dpp": "DPP16", "dpp8": "DPP8"}
VARIANTS = ("PLAIN", "SDWA", "DPP16", "DPP8")            # in the order of a group's index

LAYOUT = CTemplate("    { $dwords, $extension, { $fields } },\n")
FIELD = CTemplate("[F_$name] = { $dword, $shift, $width, $ones }")
SLOT = CTemplate("{ $location, $field, $bits, $lanes, $packed, $regs, $kind, $low, $number }")
SLOTS = CTemplate(".d = { $results }, .bit = $bit, .s = { $sources }")
FORM = CTemplate("""\
    { $operation, "$spelling", E_$encoding, $extension, $opcode, $modifiers,
      $slots,
      .mnemonic = "$mnemonic", .parts = $parts, .part_count = $part_count, .layout = $layout,
      .fixed = $fixed, .value = $value, .unused = $unused,
      .extension_fixed = $extension_fixed, .extension_unused = $extension_unused, .has = $has },
""")
PARTS = CTemplate("static const struct part parts_$number[] = { $parts };\n")
GROUP = CTemplate(
    "    { $dwords, $low, $shift, $bits, $width, $src0, $vopd, $extensions, $first },   /* $family $name */\n"
)
FORMS = CTemplate("""\
static const struct form forms_$family[] = {
    { 0 },
${rows}};
""")
FORMS_C = CTemplate("""\
/* Generated from spec/. */
#include "decode.h"
${bound}const struct layout layouts[] = {
${layouts}};
${parts}${forms}const struct form *const forms[FAMILIES] = { $families };
const struct word_group word_groups[] = {
    { 0 },
${groups}};
const u8 group_of[][512] = {
${group_of}};
const u8 dpp_kind[FAMILIES][512] = {
${dpp_kind}};
const u16 form_index[] = { $index };
""")
BOUND = CTemplate("extern const struct op bound_$name;\n")
ROW = CTemplate("    { $cells },\n")


def layout_c(layout) -> str:
    """Return a layout as C: struct layout."""
    fields = ", ".join(
        FIELD(name=name.upper(), dword=dword, shift=shift, width=width, ones=hex((1 << width) - 1))
        for name, (dword, shift, width) in layout.fields.items()
    )
    return LAYOUT(dwords=layout.dwords, extension=EXTENSIONS[layout.key[2]], fields=fields)


# ---- fixed bits and unused bits ----

# Fields with a meaning in forms whose text has no word for them: another memory, another destination, a status after
# the data. Another value makes the instruction illegal.
REQUIRED_FIELDS = {
    "ds": ("gds",),
    "mubuf": ("lds", "tfe"),
    "mtbuf": ("tfe",),
    "flat": ("lds",),
    "global": ("lds",),
    "scratch": ("lds",),
}
# Used fields that the text does not print: NV is a cache policy, and assemblers set OP_SEL_HI of missing operands.
UNPRINTED_FIELDS = {
    "flat": ("nv",),
    "global": ("nv",),
    "scratch": ("nv", "sve"),
    "smem": ("nv",),
    "vop3p": ("op_sel_hi", "op_sel_hi2"),
}


def field_bit(layout, name, n) -> int:
    """Return the mask of bit n of a field."""
    dword, shift, _ = layout.fields[name]
    return 1 << 32 * dword + shift + n


def field_bits(layout, names, numbers) -> int:
    """Return the mask of the bits `numbers` of the fields `names`."""
    return sum(field_bit(layout, f, n) for n in numbers for f in names if f in layout.fields)


def free_bits(layout, form, words) -> int:
    """Return the bits that vary between instructions of this form and have a meaning."""
    encoding = layout.key[1]
    free = layout.bits(*UNPRINTED_FIELDS.get(encoding, ()))
    for word in words:
        free |= word_bits(layout, word)
    if layout.extended:
        free |= extension_bits(layout, words)
    names = [word_field(word) for word in words]
    missing = [n for n in range(3) if f"src{n}" not in names]
    if encoding in ("vop3", "vop3c", "vop3i"):
        if "op_sel" in words:
            unused = [2, 3] if "bc fi" in form.op.notes else [*missing, *[3] * (encoding == "vop3c")]   # masks: no half
            unused = [0, 1, 2] if encoding == "vop3i" else unused    # f32 sources; HIGH selects the parameter's half
            free &= ~field_bits(layout, ("op_sel",), unused)
        elif layout.halves:                # the text does not print it (RDNA3 ISA, 7.2.2.4)
            free |= field_bits(layout, ("op_sel",), op_sel_half_bits(form.op))
    if encoding == "vop3p":
        if any(w.endswith(("~", "^")) for w in words):
            free |= layout.bits("neg", "neg_hi")
        free &= ~field_bits(layout, ("op_sel", "neg", "neg_hi"), missing)
    return free


def word_field(word) -> str:
    """Return the field of a word of assembly.txt: 'src0:f32~' gives 'src0'."""
    return word.partition(":")[0].rstrip("?")


def signed_source_bits(layout, words) -> int:
    """Return a mask of the sources that take NEG and ABS, numbered as in those fields."""
    numbers = [modifier_bit(word_field(word), layout) for word in words if word.endswith("~")]
    return sum(1 << n for n in numbers if n is not None)


def word_bits(layout, word) -> int:
    """Return the bits of one operand word: those of its fields and of a source's sign modifiers."""
    name = word_field(word)
    fields = (field_name(name, layout),) if ":" in word else WORD_FIELDS.get(word.partition("=")[0], (word,))
    if fields == ("offset",) and "offset0" in layout.fields:
        fields = ("offset0", "offset1")
    bits, source = layout.bits(*fields), modifier_bit(name, layout)
    if word.endswith("~") and source is not None:             # ^ is an integer: SEXT in SDWA, no sign elsewhere
        signs = ("neg", "abs")
        if "neg" in layout.fields:
            bits |= field_bits(layout, signs, [source])
        elif layout.key[2] == "dpp":
            bits |= layout.bits(*(f"{sign}{source}" for sign in signs))
    return bits


def op_sel_half_bits(op) -> list[int]:
    """Return the bits of OP_SEL that select a half: of 16-bit sources, and 3 for a 16-bit result."""
    sources = [v for v in op.sources if not v.special]
    is_half = lambda v: not v.special and v.width == 16 and v.count == 1
    return [n for n, v in enumerate(sources) if is_half(v)] + [3] * any(map(is_half, op.results))


WORD_FIELDS = {
    "op_sel_hi": ("op_sel_hi", "op_sel_hi2"),
    "neg_lo": ("neg",),
    "attr": ("attr", "chan"),
    "'vcc": (),
    "saddr": ("saddr",),
    "offset": ("offset",),
    "cpol": ("glc", "slc", "dlc"),
    "soff": ("soffset", "offset", "imm", "soffset_en"),
    "baddr": ("vaddr", "idxen", "offen"),
    "boffset": ("offset",),
    "exp": ("en", "tgt", "compr", "done", "vm", "row_en", "vsrc0", "vsrc1", "vsrc2", "vsrc3"),
    "image": (
        "slc", "lwe", "tfe", "a16", "r128", "da", "glc", "dlc", "unorm", "dmask", "srsrc", "vdata", "vaddr", "dim",
        "nsa",
    ),
    "bvh": ("a16", "srsrc", "vdata", "vaddr", "nsa"),
    "'gds": (),
    "'lds": (),
    "dpp": ("row_mask", "bank_mask", "bound_ctrl", "fi", "dpp_ctrl"),
    "dpp8": tuple(f"lane{n}" for n in range(8)),
    "addr": ("addr",),
}


def extension_bits(layout, words) -> int:
    """Return the bits of an SDWA dword that belong to the operand words."""
    free = 0
    if layout.key[2].startswith("sdwa"):
        for n in "01":
            kind = next((w.partition(":")[2] for w in words if w.startswith(f"src{n}:")), None)
            if kind:
                free |= layout.bits(f"s{n}") | (
                    layout.bits(f"neg{n}", f"abs{n}") if not kind.endswith("^") else layout.bits(f"sext{n}")
                )
        free |= layout.bits("sd", "sdst") if "sdst:sd" in words else 0
    return free


def opcode_position(layout) -> tuple[int, int, int]:
    """Return (dword, shift, width) of the opcode field."""
    return layout.fields.get("op" + layout.half, (0, 0, 0))


EXTENSION = (1 << 32) - 1 << 64                          # the SDWA or DPP dword is bits 64 to 95


def fixed_bits(layout, form, words) -> tuple[int, int, int]:
    """Return masks (fixed, value, unused) over the first 64 bits and the extension from bit 64 on.
    Fixed bits must have their `value`. Unused bits have no meaning; `value` is what assemblers write there."""
    encoding, all_bits = layout.key[1], (1 << 32 * layout.dwords) - 1
    value = layout.base.value
    _, shift, width = opcode_position(layout)
    opcode_mask = (1 << width) - 1 << shift
    value |= form.opcode << shift & opcode_mask
    value |= layout.bits("lds") if "'lds" in words else 0
    value |= layout.bits("gds") if "'gds" in words else 0
    value |= 0x8F80 if "bvh" in words else 0  # every component, unnormalised, 128-bit resource
    value |= layout.bits("saddr") & 0x7c << 48 if layout.key[:2] == ("gfx11", "flat") else 0   # SADDR is NULL
    if encoding == "vop3c" and not any(w.startswith("sdst:") for w in words):
        value |= layout.exec                             # V_CMPX writes EXEC and ignores SDST
    if encoding == "vopd":
        return layout.base.mask, value, layout.bits("vsrc1" + layout.half) * all(w[:4] != "src1" for w in words)
    free = free_bits(layout, form, words)
    required = layout.bits(*REQUIRED_FIELDS.get(encoding, ()))
    required |= layout.bits(*layout.fields) & all_bits if "bvh" in words else 0
    fixed = layout.base.mask | opcode_mask | required & ~free
    if layout.extended:
        free |= layout.bits("src0")                      # it selects the extension
    return fixed, value, (all_bits | EXTENSION * layout.extended) & ~fixed & ~free


def dwords_c(bits) -> tuple[str, str]:
    """Return bits of fixed_bits() as two C literals: those of the first two dwords, those of the extension."""
    return hex(bits & (1 << 64) - 1), hex(bits >> 64)


# ---- slots: the locations of the row's operands ----

TYPES = {"u": "B", "b": "B", "i": "I", "f": "F", "bf": "BF"}


def constant_type_c(value) -> str:
    """Return the enum type that determines the value of a constant operand."""
    if value.word.startswith("mix"):
        return "TY_MIX"
    kind = value.type.rstrip("0123456789") if value.special else value.kind
    width = min(max(value.width, 16), 64)
    if value.count > 1 and value.width == 16:
        return f"TY_P{'BF' if kind == 'bf' else 'F' if kind == 'f' else 'B'}16"
    letter = TYPES.get(kind, "B")
    return f"TY_{'B' if letter == 'I' and width == 16 else 'F' if letter == 'BF' and width != 16 else letter}{width}"


def selects_half(words, slot, layout) -> bool:
    """Return whether bit 7 of the register selects the half in this slot.
    That is so in VOP1, VOP2 and VOPC for kinds that end with l (RDNA3 ISA, 7.4)."""
    if layout.key[1] not in ("vop1", "vop2", "vopc"):
        return False
    for word in words:
        name, _, kind = word.partition(":")
        if kind and field_name(name.rstrip("?"), layout) == slot.drawn:
            return kind.rstrip("~^").endswith("l") and kind[:2] != "vl"
    return False


def slot_c(slot, memory, low) -> str:
    """Return a slot as C: struct slot. Registers of memory rows are dwords."""
    if slot is None:
        return "{ 0 }"
    value = None if memory else slot.value
    typed = value and (slot.field or slot.location == "LITERAL")
    bits = 1 if slot.role == "mask" else min(value.width, 64) if typed else 32 if slot.field else 32 * slot.regs
    kind = constant_type_c(value) if typed else "TY_B32"
    field = f"F_{slot.drawn.upper()}" if slot.field else "0"
    flags = [slot.role == "mask", bool(typed) and value.count > 1]
    lanes, packed, low = (str(bool(x)).lower() for x in (*flags, low))
    number = -1 if slot.number is None else slot.number
    return SLOT(
        location=slot.location,
        field=field,
        bits=bits,
        lanes=lanes,
        packed=packed,
        regs=slot.regs or 1,
        kind=kind,
        low=low,
        number=number,
    )


def slots_c(form, layout, words) -> str:
    """Return the slots of a form as C; image_operands.c determines an image's number of registers."""
    form_slots = derive_slots(form, layout)
    text = lambda x: slot_c(x, form.op.memory, x is not None and selects_half(words, x, layout))
    initialisers = lambda xs: ", ".join(map(text, xs)) or "{ 0 }"
    return SLOTS(results=initialisers(form_slots.results), bit=text(form_slots.bit),
                 sources=initialisers(form_slots.sources))


# ---- groups ----

def encoding_groups(spec, family):
    """Group the family's encodings with forms by their top nine bits.
    Return ({top bits: key}, {key: [Encoding]})."""
    primary = [e for (f, _), e in spec.encodings.items() if f == family and not e.codes and e.name != "nsa"]
    keys, groups = {}, {}
    for top in range(512):
        for encoding in primary:
            mask = encoding.mask >> 23 & 511
            if (encoding.value >> 23 & 511) == top & mask:
                key = (encoding.mask >> 23 & 511, encoding.value >> 23 & 511, encoding.dwords)
                keys[top] = key
                members = groups.setdefault(key, [])
                members += [
                    member
                    for member in primary
                    if (member.mask >> 23 & 511, member.value >> 23 & 511, member.dwords) == key
                    and member not in members
                ]
                break
    return keys, groups


def sub_field(members) -> tuple[int, int]:
    """Return the (shift, bits) that distinguish the encodings of a group below the top nine bits."""
    differing = 0
    for e in members:
        differing |= (e.value ^ members[0].value) & ((1 << 23) - 1)
    if not differing:
        return 0, 0
    shift = (differing & -differing).bit_length() - 1
    return shift, differing.bit_length() - shift


def form_identity(form):
    """Return a key that is equal for the same form in several architectures of a family."""
    return form.op.name, form.layout, form.extension, form.variant, form.opcode


def decoding_table_numbers(spec) -> dict[str, int]:
    """Return {architecture: number of its decoding tables}.
    Architectures of a family with the same forms share tables."""
    kinds = {arch: (target.family, *map(form_identity, spec.forms(arch))) for arch, target in spec.targets.items()}
    numbers = {kind: number for number, kind in enumerate(dict.fromkeys(kinds.values()))}
    return {arch: numbers[kind] for arch, kind in kinds.items()}


class Writer:
    """Collects the C text of all families and of the architectures' decoding tables."""

    def __init__(self, spec, bound):
        self.spec, self.bound, self.assembly = spec, bound, Assembly(spec.folder)
        self.layouts, self.layout_rows, self.parts, self.groups, self.index = {}, [], {}, [], []
        self.form_rows = {f: [] for f in spec.families}
        self.numbers, self.group_of = {}, []
        self.used = set()

    def layout(self, family, form):
        """Return (Layout of a form, its number), adding the layout when it is new."""
        layout = Layout(self.spec, family, form)
        if layout.key not in self.layouts:
            self.layouts[layout.key] = len(self.layout_rows)
            self.layout_rows.append(layout_c(layout))
        return layout, self.layouts[layout.key]

    def form(self, family, form):
        """Return the number of a form's row, which is written once for each family."""
        key = (family, *form_identity(form))
        if key not in self.numbers:
            self.numbers[key] = self.form_row(family, form)
        return self.numbers[key]

    def form_row(self, family, form):
        """Add the row of a form and return its number."""
        layout, number = self.layout(family, form)
        words = self.assembly.words(form, family)
        parts = ", ".join(part_c(w, layout, form.op) for w in words)
        parts_number = self.parts.setdefault(parts, len(self.parts)) if parts else None
        fixed, value, unused = fixed_bits(layout, form, words)
        bits = dict(zip(("fixed", "extension_fixed", "unused", "extension_unused"), dwords_c(fixed) + dwords_c(unused)))
        self.used |= {form.op.name} & set(self.bound)
        self.form_rows[family].append(FORM(
            operation=f"&bound_{form.op.name}" if form.op.name in self.bound else "0", spelling=form.spelling,
            encoding=form.layout.upper(), extension=EXTENSIONS[form.extension], opcode=form.opcode,
            modifiers=signed_source_bits(layout, words), slots=slots_c(form, layout, words), mnemonic=form.mnemonic,
            parts="0" if parts_number is None else f"parts_{parts_number}", part_count=parts.count("PART_"),
            layout=number, value=hex(value), has=content_flags(parts), **bits,
        ))
        return len(self.form_rows[family])

    def architecture(self, arch, family):
        """Add the groups that an architecture decodes."""
        self.group_of.append([0] * 512)
        taken, groups = encoding_groups(self.spec, family)
        forms_by_layout = {}
        for form in self.spec.forms(arch):
            forms_by_layout.setdefault(form.layout, []).append(form)
        for key, members in groups.items():
            number = self.group(family, [(e, forms_by_layout.get(e.name, [])) for e in members])
            for top, top_key in taken.items():
                if top_key == key:
                    self.group_of[-1][top] = number

    def group(self, family, members):
        """Add the group of (encoding, its forms) and return its number."""
        encodings = [encoding for encoding, _ in members]
        vopd = encodings[0].name == "vopd"
        op_field = "opy" if vopd else "op"
        low, width = max((encoding.fields.get(op_field, (0, 0)) for encoding in encodings), key=lambda f: f[1])
        shift, bits = (22, 0) if vopd else sub_field(encodings)
        extensions = 2 if vopd else 4 if any(f.extension for _, forms in members for f in forms) else 1
        first, size = len(self.index), extensions << bits + width
        self.index += [0] * size
        for encoding, forms in members:
            for form in forms:
                sub_value = encoding.value >> shift & (1 << bits) - 1 if bits else 0
                extension = "xy".index(form.variant) if vopd else VARIANTS.index(EXTENSIONS[form.extension])
                index = first + ((extension << bits | sub_value) << width | form.opcode)
                need(not self.index[index], form.op.where, f"{family} {encoding.name}:{form.opcode} is taken")
                self.index[index] = self.form(family, form)
        src0 = next((encoding.fields["src0"][0] // 32 for encoding in encodings if "src0" in encoding.fields), 0)
        self.groups.append(GROUP(
            dwords=encodings[0].dwords, low=low, shift=shift, bits=bits, width=width, src0=src0, vopd=int(vopd),
            extensions=extensions, first=first, family=family, name=encodings[0].name,
        ))
        return len(self.groups)

    def text(self):
        """Return the text of forms.c."""
        families, rows = self.spec.families, self.form_rows
        row = lambda cells: ROW(cells=", ".join(map(str, cells)))
        return FORMS_C(
            bound="".join(BOUND(name=name) for name in sorted(self.used)), layouts="".join(self.layout_rows),
            parts="".join(PARTS(number=number, parts=parts) for parts, number in self.parts.items()),
            forms="".join(FORMS(family=family, rows="".join(rows[family])) for family in families),
            families=", ".join(f"forms_{family}" for family in families), groups="".join(self.groups),
            group_of="".join(map(row, self.group_of)),
            dpp_kind="".join(row(emit_moves.dpp_kinds(self.spec, family)) for family in families),
            index=", ".join(map(str, self.index)),
        )


def write(spec, out, bound):
    """Write OUT/forms.c. Raises SpecError with the row.
    `bound`: the names of the operations with a `struct op bound_NAME`."""
    writer = Writer(spec, set(bound))
    first = {}
    for arch, number in decoding_table_numbers(spec).items():
        first.setdefault(number, arch)
    for arch in first.values():
        writer.architecture(arch, spec.targets[arch].family)
    write_if_changed(out / "forms.c", writer.text())
