"""Read encodings.txt and forms.txt: encodings, and the rules that add VOP3, SDWA and DPP forms to rows."""
from dataclasses import dataclass

from .rows import Op, need

CLASSES = ("salu", "control", "valu", "smem", "vmem", "flat", "lds", "parameter", "image", "export", "extension")


@dataclass(frozen=True, slots=True, eq=False)
class Encoding:
    """The layout of one encoding or of an extension dword.
    `dwords`: its length without literal and extension; `mask`, `value`: fixed bits, dword 0 lowest; `fields`: {name:
    (lowest bit, width)}; `codes`: the SRC0 codes that select an extension; `kind`: one of CLASSES; `where`: file:line.
    """
    family: str
    name: str
    dwords: int
    mask: int
    value: int
    fields: dict
    where: str
    codes: tuple = ()
    kind: str = ""

    def get(self, word, field):
        """Return the value of `field` in `word`, an integer with dword 0 lowest."""
        low, width = self.fields[field]
        return word >> low & ((1 << width) - 1)


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of forms.txt: rows in `encoding` also have `variant`, at opcode + `shift`, laid out as `layout` with
    `extension`.
    `when`: conditions on the row (co, plain, narrow); `unless`: marks that remove the form; `suffix`: appended by the
    disassembler."""
    family: str
    encoding: str
    variant: str
    shift: int
    layout: str
    extension: str
    suffix: str
    when: tuple
    unless: tuple
    where: str


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """One encoding form of an operation on `arch`.
    `encoding`: the encoding of its cell; `opcode`: in this form's own layout; `variant`: '' or vop3, vop3sd, sdwa, dpp,
    dpp8, vop3_dpp, …; VOPD halves are 'x' and 'y'. `layout`, `extension`: names of its Encoding and of the dword after
    it, or ''. `spelling`: the family's name; `mnemonic`: as llvm-mc prints it; `signed`: its sources take NEG and ABS
    although they are not floats."""
    arch: str
    op: Op
    spelling: str
    encoding: str
    opcode: int
    variant: str
    layout: str
    extension: str
    mnemonic: str
    kind: str = ""
    signed: bool = False


# Suffixes of llvm-mc for names that have two forms in its tables, but one in the rows.
SUFFIXES = {
    **{(f"v_interp_{n}_f32", e): s for n in ("p1", "p2", "mov") for e, s in (("vintrp", "_e32"), ("vop3i", "_e64"))},
}


def parse_encoding(family, name, kind, bits, where):
    """Parse '10 op:7 sdst:7 … | …' into an Encoding.
    The most significant bit is first, '|' starts the next dword, and '+code,code' begins an extension."""
    mask = value = 0
    fields, codes = {}, ()
    if bits.startswith("+"):
        head, _, bits = bits.partition(" ")
        codes = tuple(int(c) for c in head[1:].split(",") if c != "-")
    parts = bits.split("|")
    for dword, part in enumerate(parts):
        position = 32 * dword + 32
        for token in part.split():
            field, _, width = token.partition(":")
            if width:
                position -= int(width)
                need(field not in fields, where, f"field {field} is defined twice")
                fields[field] = (position, int(width))
                continue
            need(set(token) <= set("01-"), where, f"unknown bits {token!r}; bits are 0, 1, '-' (ignored) or name:width")
            for c in token:
                position -= 1
                mask |= (c != "-") << position
                value |= (c == "1") << position
        need(position == 32 * dword, where, f"dword {dword} has {32 * dword + 32 - position} bits; define all 32")
    return Encoding(family, name, len(parts), mask, value, fields, where, codes, kind)


def meets_conditions(op, when):
    """Return whether `op` meets the conditions of a rule's `when` column."""
    carry = any(v.kind == "co" for v in op.results)
    return all({"co": carry, "plain": not carry, "narrow": not op.wide}[w] for w in when)


def cell_forms(arch, family, op, cell, encodings, rules):
    """Return every Form that `op` has in `cell`.
    `rules`: the family's rules by encoding."""
    out = []
    for encoding, opcode in cell.places:
        need((family, encoding) in encodings, op.where, f"{family} has no encoding {encoding}; see encodings.txt")
        layout = encodings[family, encoding]
        if encoding == "vopd":
            out += vopd_forms(arch, op, cell, opcode, layout)
            continue
        width = layout.fields.get("op", (0, 0))[1]
        need(opcode < 1 << width, op.where, f"{encoding} opcodes have {width} bits; {opcode} does not fit")
        signed = bool(op.note("+neg")) and "neg" not in cell.without
        added = [
            r for r in rules.get(encoding, ()) if meets_conditions(op, r.when) and cell.without.isdisjoint(r.unless)
        ]
        has_two_forms = op.values and any(r.suffix == "_e64" for r in added)
        suffix = "_e32" if has_two_forms else SUFFIXES.get((cell.spelling, encoding), "")
        out.append(
            Form(
                arch, op, cell.spelling, encoding, opcode, "", encoding, "", cell.spelling + suffix, layout.kind, signed
            )
        )
        out += [Form(arch, op, cell.spelling, encoding, opcode + r.shift, r.variant, r.layout, r.extension,
                     cell.spelling + (r.suffix if op.values else ""), layout.kind, signed) for r in added]
    return out


def vopd_forms(arch, op, cell, opcode, encoding):
    """Return the X and Y halves; OPX is narrower than OPY, so high opcodes are Y only."""
    name = cell.spelling.replace("v_", "v_dual_", 1)
    return [Form(arch, op, name, "vopd", opcode, half, "vopd", "", name, encoding.kind)
            for half in "xy" if opcode < 1 << encoding.fields[f"op{half}"][1]]


def check_marks(op, family, cell, rules):
    """Refuse a mark that removes no form. Raises SpecError.
    `rules`: as for cell_forms()."""
    if not cell.without:
        return
    removing = {
        u
        for encoding in dict(cell.places)
        for r in rules.get(encoding, ()) if meets_conditions(op, r.when)
        for u in r.unless
    } | {note[1:] for note in op.notes if note in ("+abs", "+neg")}
    for mark in sorted(cell.without):
        need(mark in removing, op.where, f"-{mark} removes no form of {cell.spelling} on {family}; drop it")


class Layout:
    """An encoding with its extension and, for VOPD, its half.
    `fields`: {name: (dword, shift, width)}."""

    def __init__(self, spec, family, form):
        base = spec.encodings[family, form.layout]
        self.family, self.base, self.half = family, base, form.variant if form.layout == "vopd" else ""
        self.cmpx, self.exec = spec.traits["cmpx"][family], spec.traits["exec"][family]
        self.halves = bool(spec.traits["half_registers"][family])
        self.key = (family, form.layout, form.extension, self.half)
        self.dwords, self.extended, self.sdwa = base.dwords, bool(form.extension), form.extension.startswith("sdwa")
        self.fields = {n: (low // 32, low % 32, width) for n, (low, width) in base.fields.items()}
        if form.extension:
            ext = spec.encodings[family, form.extension]
            self.fields |= {n: (base.dwords, low, width) for n, (low, width) in ext.fields.items()}

    def bits(self, *names):
        """Return the mask of these fields in the first 64 bits; those of the extension start at bit 64."""
        out = 0
        for name in names:
            if name in self.fields:
                dword, shift, width = self.fields[name]
                dword = 2 if self.extended and dword == self.dwords else dword
                out |= (1 << width) - 1 << shift + 32 * dword
        return out
