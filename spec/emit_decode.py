"""Rows, encodings and assembly.txt -> build/forms.c: for each family its forms by opcode, with the slots where operands
lie, the bits that must be zero, and the parts of the assembly text.  Opcodes come from the rows only."""
from . import emit_moves, need
from .assembly import Assembly, contents, field_name, part
from .c_text import C, changed
from .layout import Layout
from .slots import derived, number_of

EXTENSIONS = {"": "PLAIN", "sdwa": "SDWA", "sdwac": "SDWA", "dpp": "DPP16", "dpp8": "DPP8"}
VARIANTS = ("PLAIN", "SDWA", "DPP16", "DPP8")            # as they stand in the index of a group

LAYOUT = C("    { $dwords, $extension, { $fields } },\n")
FIELD = C("[F_$name] = { $dword, $shift, $width, $ones }")
SLOT = C("{ $way, $field, $bits, $lanes, $packed, $regs, $kind, $low, $number }")
SLOTS = C(".d = { $results }, .bit = $bit, .s = { $sources }")
FORM = C("""\
    { $operation, "$spelling", E_$encoding, $extension, $opcode, $modifiers,
      $slots,
      .mnemonic = "$mnemonic", .parts = $parts, .part_count = $part_count, .layout = $layout,
      .fixed = $fixed, .value = $value, .unused = $unused,
      .extension_fixed = $extension_fixed, .extension_unused = $extension_unused, .has = $has },
""")
PARTS = C("static const struct part parts_$number[] = { $parts };\n")
GROUP = C("    { $dwords, $low, $shift, $bits, $width, $src0, $vopd, $extensions, $first },   /* $family $name */\n")
FORMS = C("""\
static const struct form forms_$family[] = {
    { 0 },
${rows}};
""")
FORMS_C = C("""\
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
BOUND = C("extern const struct op bound_$name;\n")
ROW = C("    { $cells },\n")


def layout_c(layout):
    """A layout as C: struct layout."""
    fields = ", ".join(
        FIELD(name=name.upper(), dword=dword, shift=shift, width=width, ones=hex((1 << width) - 1))
        for name, (dword, shift, width) in layout.fields.items()
    )
    return LAYOUT(dwords=layout.dwords, extension=EXTENSIONS[layout.key[2]], fields=fields)


# ---- bits that must be as they are, and bits without a use ----

# Fields that mean something where a form has no word for them either: another memory, another destination, a status
# behind the data.
# With another value they make no instruction.
KEPT = {
    "ds": ("gds",),
    "mubuf": ("lds", "tfe"),
    "mtbuf": ("tfe",),
    "flat": ("lds",),
    "global": ("lds",),
    "scratch": ("lds",),
}
# Fields with a use of which the text says nothing: NV is a cache policy, and assemblers set OP_SEL_HI of operands that
# are not there.
SILENT = {
    "flat": ("nv",),
    "global": ("nv",),
    "scratch": ("nv", "sve"),
    "smem": ("nv",),
    "vop3p": ("op_sel_hi", "op_sel_hi2"),
}


def bit_of(layout, name, n):
    dword, shift, _ = layout.fields[name]
    return 1 << 32 * dword + shift + n


def bits_of(layout, names, numbers):
    return sum(bit_of(layout, f, n) for n in numbers for f in names if f in layout.fields)


def free_bits(layout, form, words):
    """The bits an instruction of this form may choose, and that mean something."""
    lay = layout.key[1]
    free = layout.bits(*SILENT.get(lay, ()))
    for word in words:
        free |= word_bits(layout, word)
    if layout.extended:
        free |= extension_bits(layout, words)
    names = [name_of(word) for word in words]
    others = [n for n in range(3) if f"src{n}" not in names]
    if lay in ("vop3", "vop3c", "vop3i"):
        if "op_sel" in words:
            no = [2, 3] if "bc fi" in form.op.notes else [*others, *[3] * (lay == "vop3c")]   # a mask has no halves
            no = [0, 1, 2] if lay == "vop3i" else no     # sources are f32; HIGH has the parameter's half
            free &= ~bits_of(layout, ("op_sel",), no)
        elif layout.halves:                # of 16-bit operands, though the text does not say it (RDNA3 ISA, 7.2.2.4)
            free |= bits_of(layout, ("op_sel",), halves(form.op))
    if lay == "vop3p":
        if any(w.endswith(("~", "^")) for w in words):
            free |= layout.bits("neg", "neg_hi")
        free &= ~bits_of(layout, ("op_sel", "neg", "neg_hi"), others)
    return free


def name_of(word):
    """'src0:f32~' -> 'src0': the field of a word of assembly.txt."""
    return word.partition(":")[0].rstrip("?")


def modifiers(layout, words):
    """A bit for each source that takes NEG and ABS, as those fields number them."""
    numbers = [number_of(name_of(word), layout) for word in words if word.endswith("~")]
    return sum(1 << n for n in numbers if n is not None)


def word_bits(layout, word):
    """The bits that one word of the text stands for: its fields, and the signs of a source that takes them."""
    name = name_of(word)
    fields = (field_name(name, layout),) if ":" in word else WORD_FIELDS.get(word.partition("=")[0], (word,))
    if fields == ("offset",) and "offset0" in layout.fields:
        fields = ("offset0", "offset1")
    bits, n = layout.bits(*fields), number_of(name, layout)
    if word.endswith("~") and n is not None:             # ^: an integer, which has SEXT in SDWA and no sign elsewhere
        signs = ("neg", "abs")
        if "neg" in layout.fields:
            bits |= bits_of(layout, signs, [n])
        elif layout.key[2] == "dpp":
            bits |= layout.bits(*(f"{sign}{n}" for sign in signs))
    return bits


def halves(op):
    """The bits of OP_SEL that choose a half: of sources that are one 16-bit value, 3 for such a result."""
    sources = [v for v in op.sources if not v.special]
    narrow = lambda v: not v.special and v.width == 16 and v.count == 1
    return [n for n, v in enumerate(sources) if narrow(v)] + [3] * any(map(narrow, op.results))


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


def extension_bits(layout, words):
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


def opcode_bits(layout):
    """The field (dword 0) that holds the opcode."""
    return layout.fields.get("op" + layout.half, (0, 0, 0))


EXTENSION = (1 << 32) - 1 << 64                          # the place of the SDWA or DPP dword among the bits here


def fixed_bits(layout, form, words):
    """(fixed, value, unused) over the first 64 bits and the extension (from bit 64): the bits that must have their
    `value`, and those that mean nothing to this form, whose `value` assemblers give them."""
    lay, whole = layout.key[1], (1 << 32 * layout.dwords) - 1
    value = layout.base.value
    _, shift, width = opcode_bits(layout)
    op = (1 << width) - 1 << shift
    value |= form.opcode << shift & op
    value |= layout.bits("lds") if "'lds" in words else 0
    value |= layout.bits("gds") if "'gds" in words else 0
    value |= 0x8F80 if "bvh" in words else 0  # every component, unnormalised, 128-bit resource
    value |= layout.bits("saddr") & 0x7c << 48 if layout.key[:2] == ("gfx11", "flat") else 0   # SADDR is NULL
    if lay == "vop3c" and not any(w.startswith("sdst:") for w in words):
        value |= layout.exec                             # V_CMPX writes EXEC, whatever SDST says
    if lay == "vopd":
        return layout.base.mask, value, layout.bits("vsrc1" + layout.half) * all(w[:4] != "src1" for w in words)
    free = free_bits(layout, form, words)
    kept = layout.bits(*KEPT.get(lay, ())) | (layout.bits(*layout.fields) & whole if "bvh" in words else 0)
    fixed = layout.base.mask | op | kept & ~free
    if layout.extended:
        free |= layout.bits("src0")                      # it announces the extension
    return fixed, value, (whole | EXTENSION * layout.extended) & ~fixed & ~free


def dwords(bits):
    """Bits as fixed_bits has them -> C: those of the first two dwords, those of the extension."""
    return hex(bits & (1 << 64) - 1), hex(bits >> 64)


# ---- slots: where the operands of the row lie ----

TYPES = {"u": "B", "b": "B", "i": "I", "f": "F", "bf": "BF"}


def type_of(value):
    """The enum type by which a constant operand gets its value."""
    if value.word.startswith("mix"):
        return "TY_MIX"
    kind = value.type.rstrip("0123456789") if value.special else value.kind
    width = min(max(value.width, 16), 64)
    if value.count > 1 and value.width == 16:
        return f"TY_P{'BF' if kind == 'bf' else 'F' if kind == 'f' else 'B'}16"
    letter = TYPES.get(kind, "B")
    return f"TY_{'B' if letter == 'I' and width == 16 else 'F' if letter == 'BF' and width != 16 else letter}{width}"


def half_of(words, slot, layout):
    """Does bit 7 of the register choose the half in this slot: in VOP1, VOP2 and VOPC, where the kind ends with l
    (RDNA3 ISA, 7.4)?"""
    if layout.key[1] not in ("vop1", "vop2", "vopc"):
        return False
    for w in words:
        name, _, kind = w.partition(":")
        if kind and field_name(name.rstrip("?"), layout) == slot.drawn:
            return kind.rstrip("~^").endswith("l") and kind[:2] != "vl"
    return False


def slot_c(slot, memory, low):
    """A slot as C: struct slot.  Registers of memory rows are dwords."""
    if slot is None:
        return "{ 0 }"
    value = None if memory else slot.value
    typed = value and (slot.field or slot.way == "LITERAL")
    bits = 1 if slot.role == "mask" else min(value.width, 64) if typed else 32 if slot.field else 32 * slot.regs
    kind = type_of(value) if typed else "TY_B32"
    field = f"F_{slot.drawn.upper()}" if slot.field else "0"
    flags = [slot.role == "mask", bool(typed) and value.count > 1]
    lanes, packed, low = (str(bool(x)).lower() for x in (*flags, low))
    number = -1 if slot.number is None else slot.number
    return SLOT(way=slot.way, field=field, bits=bits, lanes=lanes, packed=packed, regs=slot.regs or 1, kind=kind,
                low=low, number=number)


def slots_c(form, layout, words):
    """The slots of a form as C; how many registers an image's take is in image_operands.c."""
    found = derived(form, layout)
    text = lambda x: slot_c(x, form.op.memory, x is not None and half_of(words, x, layout))
    many = lambda xs: ", ".join(map(text, xs)) or "{ 0 }"
    return SLOTS(results=many(found.results), bit=text(found.bit), sources=many(found.sources))


# ---- groups ----

def group_layout(spec, family):
    """Encodings of the family with forms -> the groups: [(top-nine-bit values, encodings, sub shift, sub bits)]."""
    primary = [e for (f, _), e in spec.encodings.items() if f == family and not e.codes and e.name != "nsa"]
    taken, groups = {}, {}
    for top in range(512):
        for e in primary:
            low = e.mask >> 23 & 511
            if (e.value >> 23 & 511) == top & low:
                key = (e.mask >> 23 & 511, e.value >> 23 & 511, e.dwords)
                taken[top] = key
                members = groups.setdefault(key, [])
                members += [
                    m
                    for m in primary
                    if (m.mask >> 23 & 511, m.value >> 23 & 511, m.dwords) == key and m not in members
                ]
                break
    return taken, groups


def sub_field(members):
    """(shift, bits) of what tells encodings of a group apart below the top nine bits."""
    differing = 0
    for e in members:
        differing |= (e.value ^ members[0].value) & ((1 << 23) - 1)
    if not differing:
        return 0, 0
    shift = (differing & -differing).bit_length() - 1
    return shift, differing.bit_length() - shift


def same(form):
    """What two architectures of a family have in common where they have one form."""
    return form.op.name, form.layout, form.extension, form.variant, form.opcode


def decodings(spec):
    """{architecture: number}: those of a family with the same forms are decoded by the same tables."""
    kinds = {arch: (target.family, *map(same, spec.forms(arch))) for arch, target in spec.targets.items()}
    numbers = {kind: number for number, kind in enumerate(dict.fromkeys(kinds.values()))}
    return {arch: numbers[kind] for arch, kind in kinds.items()}


class Writer:
    """Collects the C text of all families and of what their architectures decode."""

    def __init__(self, spec, bound):
        self.spec, self.bound, self.assembly = spec, bound, Assembly(spec.folder)
        self.layouts, self.layout_rows, self.parts, self.groups, self.index = {}, [], {}, [], []
        self.form_rows = {f: [] for f in spec.families}
        self.numbers, self.group_of = {}, []
        self.used = set()

    def layout(self, family, form):
        lay = Layout(self.spec, family, form)
        if lay.key not in self.layouts:
            self.layouts[lay.key] = len(self.layout_rows)
            self.layout_rows.append(layout_c(lay))
        return lay, self.layouts[lay.key]

    def form(self, family, form):
        """The number of a form's row, written once a family."""
        key = (family, *same(form))
        if key not in self.numbers:
            self.numbers[key] = self.form_row(family, form)
        return self.numbers[key]

    def form_row(self, family, form):
        lay, number = self.layout(family, form)
        words = self.assembly.words(form, family)
        parts = ", ".join(part(w, lay, form.op) for w in words)
        pool = self.parts.setdefault(parts, len(self.parts)) if parts else None
        fixed, value, unused = fixed_bits(lay, form, words)
        bits = dict(zip(("fixed", "extension_fixed", "unused", "extension_unused"), dwords(fixed) + dwords(unused)))
        self.used |= {form.op.name} & set(self.bound)
        self.form_rows[family].append(FORM(
            operation=f"&bound_{form.op.name}" if form.op.name in self.bound else "0", spelling=form.spelling,
            encoding=form.layout.upper(), extension=EXTENSIONS[form.extension], opcode=form.opcode,
            modifiers=modifiers(lay, words), slots=slots_c(form, lay, words), mnemonic=form.mnemonic,
            parts="0" if pool is None else f"parts_{pool}", part_count=parts.count("PART_"), layout=number,
            value=hex(value), has=contents(parts), **bits,
        ))
        return len(self.form_rows[family])

    def architecture(self, arch, family):
        self.group_of.append([0] * 512)
        taken, groups = group_layout(self.spec, family)
        by = {}
        for form in self.spec.forms(arch):
            by.setdefault(form.layout, []).append(form)
        for key, members in groups.items():
            number = self.group(family, [(e, by.get(e.name, [])) for e in members])
            for top, k in taken.items():
                if k == key:
                    self.group_of[-1][top] = number

    def group(self, family, members):
        encodings = [e for e, _ in members]
        vopd = encodings[0].name == "vopd"
        op_field = "opy" if vopd else "op"
        low, width = max((e.fields.get(op_field, (0, 0)) for e in encodings), key=lambda f: f[1])
        shift, bits = (22, 0) if vopd else sub_field(encodings)
        extensions = 2 if vopd else 4 if any(f.extension for _, fs in members for f in fs) else 1
        first, size = len(self.index), extensions << bits + width
        self.index += [0] * size
        for e, fs in members:
            for form in fs:
                sub = e.value >> shift & (1 << bits) - 1 if bits else 0
                ext = "xy".index(form.variant) if vopd else VARIANTS.index(EXTENSIONS[form.extension])
                at = first + ((ext << bits | sub) << width | form.opcode)
                need(not self.index[at], form.op.where, f"{family} {e.name}:{form.opcode} is taken")
                self.index[at] = self.form(family, form)
        src0 = next((e.fields["src0"][0] // 32 for e in encodings if "src0" in e.fields), 0)
        self.groups.append(GROUP(
            dwords=encodings[0].dwords, low=low, shift=shift, bits=bits, width=width, src0=src0, vopd=int(vopd),
            extensions=extensions, first=first, family=family, name=encodings[0].name,
        ))
        return len(self.groups)

    def text(self):
        """forms.c"""
        families, rows = self.spec.families, self.form_rows
        row = lambda cells: ROW(cells=", ".join(map(str, cells)))
        return FORMS_C(
            bound="".join(BOUND(name=name) for name in sorted(self.used)), layouts="".join(self.layout_rows),
            parts="".join(PARTS(number=number, parts=parts) for parts, number in self.parts.items()),
            forms="".join(FORMS(family=family, rows="".join(rows[family])) for family in families),
            families=", ".join(f"forms_{family}" for family in families), groups="".join(self.groups),
            group_of="".join(map(row, self.group_of)),
            dpp_kind="".join(row(emit_moves.kinds(self.spec, family)) for family in families),
            index=", ".join(map(str, self.index)),
        )


def write(spec, out, bound):
    """Write OUT/forms.c; `bound`: names of the operations that have a `struct op bound_NAME`.  Raises SpecError naming
    the row."""
    writer = Writer(spec, set(bound))
    first = {}
    for arch, number in decodings(spec).items():
        first.setdefault(number, arch)
    for arch in first.values():
        writer.architecture(arch, spec.targets[arch].family)
    changed(out / "forms.c", writer.text())
