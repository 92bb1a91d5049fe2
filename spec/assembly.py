"""Spelling of each form from assembly.txt: its operand words, and the C parts for the decoder and disassembler.
The words are given in the table or derived from those of the 64-bit form."""
import re
from functools import cache

from . import ARCHS, FAMILIES, FOLDER, families, load, need, table_text
from .rows import PARAMETER
from .slots import modifier_bit

BASES = {"vop3c": "vop3", "vop3sd": "vop3", "vop3i": "vop3"}
WORDS = {
    "clamp": "CLAMP",
    "omod": "OMOD",
    "op_sel": "OP_SEL",
    "op_sel_hi": "OP_SEL_HI",
    "neg_lo": "NEG_LO",
    "neg_hi": "NEG_HI",
    "dst_sel": "DST_SEL",
    "dst_unused": "DST_UNUSED",
    "src0_sel": "SRC0_SEL",
    "src1_sel": "SRC1_SEL",
    "dpp": "DPP",
    "dpp8": "DPP8",
    "attr": "ATTR",
    "high": "HIGH",
    "wait_exp": "WAIT_EXP",
    "wait_vdst": "WAIT_VDST",
    "gds": "GDS",
    "'gds": "GDS_ALWAYS",
    "addr": "FLAT_ADDR",
    "saddr": "FLAT_SADDR",
    "offset": "FLAT_OFFSET",
    "cpol": "CPOL",
    "lds": "LDS",
    "'lds": "LDS_ALWAYS",
    "soff": "SMEM_OFFSET",
    "baddr": "BUFFER_ADDR",
    "boffset": "BUFFER_OFFSET",
    "tfe": "TFE",
    "format": "FORMAT",
    "ssamp": "NOTHING",
    "d16": "NOTHING",
    "exp": "EXP",
    "'vcc": "VCC",
}
IMMEDIATES = {
    "imm16": "IMM16",
    "Version": "VERSION",
    "i16imm": "I16",
    "i32imm": "I32",
    "label": "LABEL",
    "Hwreg": "HWREG",
    "SendMsg": "SENDMSG",
    "SWaitCnt": "WAITCNT",
    "Endpgm": "ENDPGM",
    "SDelayALU": "DELAY",
    "DepCtr": "DEPCTR",
    "GPRIdxMode": "INDEX_MODE",
    "lit16": "LIT16",
    "lit32": "LIT32",
    "InterpSlot": "SLOT",
    "i8imm": "PROBE",
    "Swizzle": "SWIZZLE",
}
MARKED = {"m": "MASK", "sd": "SDWA_DST", "vl": "VLDS"}
REGISTER = re.compile(r"([vs])(\d+)(w?)(l?)([~^]?)$")
TYPED = re.compile(r"([gc]?)(p?)(b|f|bf|i)(16|32|64)(w?)(l?)([~^]?)$")


# ---- assembly.txt ----

def spelling_place(form):
    """Return the name of a form's encoding in assembly.txt: 'vop3', 'vop1+dpp' …"""
    ext = "sdwa" if form.extension == "sdwac" else form.extension
    base = BASES[form.layout] if form.layout in BASES else form.layout
    return base + (f"+{ext}" if ext else "")


def read_assembly(folder=FOLDER):
    """Read assembly.txt into {(family, place, spelling): (operand words)}."""
    words, head = {}, None
    for n, line in enumerate(table_text(folder / "assembly.txt").splitlines(), 1):
        where = f"assembly.txt:{n}"
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            columns = re.split(r"\s{2,}", line.strip(), maxsplit=2)
            need(
                len(columns) == 3 and columns[0] in (*FAMILIES, "all"),
                where,
                "a line is `family  place  operands`, with indented names below",
            )
            head = columns
            continue
        need(head, where, "names follow a line `family  place  operands`")
        for family in families(head[0]):
            for name in line.split():
                need((family, head[1], name) not in words, where, f"{family} {head[1]} {name} is defined twice")
                words[family, head[1], name] = tuple(w for w in head[2].split() if w != "-")
    return words


def derived_words(words, layout, ext, op, family):
    """Return the operand words of an e32, SDWA or DPP form from those of the 64-bit form."""
    if layout.startswith("vop3"):
        vectors = (
            ("src0", "src1") if layout == "vop3p" and "neg_lo" not in words else ("src0",)
        )  # mix operations have no scalar SRC1
        return [extended_source(w, "op_sel" in words, vectors) for w in words] + [ext]
    out = narrow_operands(words, ext, op, family)
    if ext == "sdwa":
        sources = [f"src{n}_sel" for n in "01" if any(w.startswith(f"src{n}:") for w in out)]
        if layout == "vopc":
            return ["sdst:sd"] + out + sources
        middle = ["clamp"] + ["omod"] * ("omod" in words) + ["dst_sel", "dst_unused"] if out else []
        return out + middle + sources
    return out + [ext] * bool(ext)


def extended_source(word, has_op_sel, vectors):
    """Return a source word of a 64-bit form with DPP.
    SRC0 is a VGPR. Integer operations with OP_SEL use their neg bit as sext."""
    field, _, kind = word.partition(":")
    if not field.startswith("src") or field not in ("src0", "src1", "src2"):
        return word
    mark = kind[-1] if kind[-1] in "~^" else "^" if has_op_sel and kind[0] == "b" else ""
    return f"{field}:{'v1' if field in vectors else kind.rstrip('~^')}{mark}"


def with_vcc(words, form, family):
    """Add the VCC that VOP2 and VOPC name without a field: carry-out and compare result first, carry-in and select
    last."""
    kinds = [v.kind for v in form.op.values]
    out = list(words)
    if "ci" in kinds and form.layout == "vop2":
        out.insert(
            max(n for n, w in enumerate(out) if w.startswith("src")) + 1 if form.extension != "sdwa" else 3, "'vcc"
        )
    if "co" in kinds and form.layout == "vop2":
        out.insert(1, "'vcc")
    if form.layout == "vopc" and "sdst:sd" not in out and ("mask" in kinds or family == "gfx9"):
        out.insert(0, "'vcc")
    return out


def half_values(op):
    """Return {operand word: the row's value} for the operands that are one 16-bit value.
    Matrix operands are not split into halves."""
    if op.shape == "matrix" or op.memory:
        return {}
    result = next((v for v in op.results if not v.special), None)
    sources = [v for v in op.sources if not v.special and v.place not in PARAMETER]
    operands = {"vdst": result, **{f"src{n}": v for n, v in enumerate(sources)}}
    return {word: v for word, v in operands.items() if v and v.width == 16 and v.count == 1}


def with_halves(words, form, family):
    """Mark 16-bit operands with `l`: they are halves of registers, in 64-bit encodings selected by OP_SEL (RDNA3 ISA,
    7.4)."""
    halves = half_values(form.op)
    if (not load().traits["half_registers"][family]
            or form.layout not in ("vop1", "vop2", "vopc", "vop3", "vop3c", "vinterp") or not halves):
        return words
    out = []
    for word in words:
        field, _, kind = word.partition(":")
        mark = kind[-1:] if kind[-1:] in "~^" else ""
        kind = kind.rstrip("~^")
        out.append(f"{field}:{kind}l{mark}" if field in halves and kind and not kind.endswith("l") else word)
    # LLVM prints no op_sel with a mask; the operand names show the halves
    selects = any(word == "src2:m" for word in out)
    if form.layout in ("vop3", "vop3c") and "op_sel" not in out and not selects:
        out.insert(1 + max(n for n, word in enumerate(out) if ":" in word), "op_sel")
    return out


def narrow_operands(words, ext, op, family):
    """Return the operand words of a 32-bit, SDWA or DPP encoding."""
    out = []
    for word in words:
        field, _, kind = word.partition(":")
        mods, kind = kind[-1:] if kind[-1:] in "~^" else "", kind.rstrip("~^")
        if field == "vdst" and kind:
            out.append(f"vdst:{kind}")
        elif field in ("src0", "src1") and kind:
            bits = int(re.search(r"\d+", kind)[0]) if kind[0] != "v" else 32
            vector = f"v{2 if bits == 64 else 1}"
            text = {
                "": kind if field == "src0" else vector,
                "sdwa": kind + (mods or ("^" if kind[0] == "b" else "~")),
                "dpp": vector + mods,
                "dpp8": vector,
            }[ext]
            out.append(f"{field}:{text}")
    return out


class Assembly:
    """The operand words of every form: those of assembly.txt, or derived from the 64-bit form's."""

    def __init__(self, folder=FOLDER):
        self.listed = read_assembly(folder)

    def words(self, form, family):
        """Return the operand words of a form. Raises SpecError if it has none."""
        place = spelling_place(form)
        listed = self.listed.get((family, place, form.spelling))
        if listed is not None:
            return with_halves(with_vcc(listed, form, family), form, family)
        wide_words = self.listed.get((family, "vop3p" if form.layout == "vop3p" else "vop3", form.spelling))
        need(wide_words is not None and (form.extension or form.layout in ("vop1", "vop2", "vopc")), form.op.where,
             f"{family} {place} {form.spelling} has no line in assembly.txt; add its operand words")
        words = derived_words(
            list(wide_words or ()), BASES.get(form.layout, form.layout), place.partition("+")[2], form.op, family
        )
        return with_halves(with_vcc(words, form, family), form, family)


@cache
def assembly():
    """Return the Assembly of the project's tables."""
    return Assembly()


def immediate_kind(form, field):
    """Return the kind of a form's immediate in assembly.txt: SWaitCnt, SendMsg, Hwreg, imm16 …; '' without one."""
    words = (w.partition(":") for w in assembly().words(form, ARCHS[form.arch]))
    return next((kind for name, _, kind in words if name == field and kind in IMMEDIATES), "")


# ---- parts ----

def field_name(word, layout):
    """Return the field of `layout` (a Layout) that an operand word denotes."""
    digit = word[-1]
    if word in ("src0", "src1"):
        for name in (f"vsrc{digit}",) * layout.extended + (
            f"ssrc{digit}", f"src{digit}" + layout.half, f"vsrc{digit}" + layout.half,
        ):
            if name in layout.fields and (name != "vsrc1" or "src1" not in layout.fields):
                return name
    if word == "vdst" and layout.half:
        return "vdst" + layout.half
    return {
        "data": "data" if "data" in layout.fields else "vdata",
        "sdst": "sdst" if "sdst" in layout.fields else "sdata",
    }.get(word, word)


def sign_flags(mark):
    """Return the flags of a source's sign mark."""
    return {"": [], "~": ["MODS"], "^": ["MODS", "INTEGER"]}[mark]


def image_part(word, memory):
    """Return the C parts of the word image=DATA/ADDRESS/NSA.
    DATA and ADDRESS are the widths of VDATA and VADDR; the first is the default. NSA is the number of registers that
    NSA may name. Words of the row determine the rest of the address (RDNA3 ISA, 10.2): b bias, c compare, o offset, d
    gradients, l and cl a level."""
    data, address, nsa = ([int(n) for n in sizes.split(".")] for sizes in word[6:].split("/"))
    words, sampled = set(memory.words), memory.verb == "sample"
    conditions = {
        "IMAGE_LOD": words & {"l", "cl", "mip", "resinfo"},
        "IMAGE_GRADIENTS": words & {"d", "cd"},
        "IMAGE_G16": "g16" in words,
        "IMAGE_GATHER": words & {"gather4", "gather4h", "msaa"},
        "IMAGE_SAMPLER": sampled,
        "IMAGE_NO_COORDINATES": "resinfo" in words,
    }
    flags = " | ".join(name for name, holds in conditions.items() if holds) or 0
    extra = len(words & {"b", "c", "o"}) if sampled else 0
    bits, separate = sum(1 << n - 1 for n in address), sum(1 << n - 1 for n in nsa if n)
    return (
        f"{{ PART_NSA, 0, {min(max(nsa), 5)}, {separate & 255}, 0, {separate >> 8} }}, "
        f"{{ PART_IMAGE, {extra}, {sum(1 << n - 1 for n in data)}, {bits & 255}, {flags}, {bits >> 8} }}"
    )


def initialiser(kind_name, field="0", width=0, kind="0", flags=(), index=0):
    """Return the C initialiser of a struct part."""
    return f"{{ PART_{kind_name}, {field}, {width}, {kind}, {' | '.join(flags) or 0}, {index} }}"


def part_c(word, layout, op):
    """Return the C initialiser of a struct part for one operand word of a form of `op`."""
    if word == "bvh":
        return initialiser("BVH", width=2 if "bvh64" in op.memory.words else 1)
    if word in WORDS:
        return initialiser(WORDS[word])
    if word.startswith("image="):
        return image_part(word, op.memory)
    name, _, kind = word.partition(":")
    flags, name = ["IF_GLC"] * name.endswith("?"), name.rstrip("?")
    if name in ("offset", "offset0", "offset1") and kind != "Swizzle":
        return initialiser(f"DS_{name.upper()}")
    field = f"F_{field_name(name, layout).upper()}"
    if kind in IMMEDIATES:
        return immediate_part(name, IMMEDIATES[kind], field)
    index = modifier_bit(name, layout) or 0
    if kind in MARKED:
        return initialiser(MARKED[kind], field, 1, "TY_B32", ["NO_EXEC"] * (name == "src2"), index)
    register = REGISTER.match(kind)
    if register:
        flags += ["BY_WAVE"] * bool(register[3]) + ["HALF"] * bool(register[4]) + sign_flags(register[5])
        return initialiser("VGPR" if register[1] == "v" else "SGPR", field, int(register[2]), flags=flags, index=index)
    typed = TYPED.match(kind)
    need(
        typed,
        "assembly.txt",
        f"unknown operand {word!r}; kinds are v1 v2l~ s2 m sd vl f32~ pf16 …, or an immediate's name",
    )
    return source_part(name, typed, field, flags, index)


def immediate_part(name, kind_name, field):
    """Return the part of an immediate."""
    if name == "imm" and kind_name == "I32":
        return initialiser("SETREG_LITERAL")
    if kind_name.startswith("LIT"):
        return initialiser(kind_name, kind=f"TY_F{kind_name[3:]}")
    return initialiser(kind_name, "0" if kind_name == "SWIZZLE" else field)


def source_part(name, typed, field, flags, index):
    """Return the part of a typed source; `typed` is a match of TYPED.
    g… is a WMMA accumulator, in VGPRs or a constant; c… cannot be a VGPR."""
    vector, scalar = typed[1] == "g", typed[1] == "c"
    flags += ["BY_WAVE"] * bool(typed[5]) + ["HALF"] * bool(typed[6]) + sign_flags(typed[7]) + ["SCALAR_ONLY"] * scalar
    kind_name = "SOFFSET" if name == "soffset" else "VSOURCE" if vector else "SOURCE"
    width = 4 if vector else 2 if typed[4] == "64" else 1
    return initialiser(kind_name, field, width, f"TY_{typed[2].upper()}{typed[3].upper()}{typed[4]}", flags, index)


def content_flags(parts):
    """Return the flags of form.has, from the C text of a form's parts."""
    flag_parts = {
        "HAS_LITERAL": ("PART_LIT16", "PART_LIT32", "PART_SETREG_LITERAL"),
        "HAS_CODES": ("PART_SOURCE", "PART_VSOURCE", "PART_SOFFSET"),
        "HAS_OP_SEL": ("PART_OP_SEL,",),
        "HAS_GLC_RESULT": ("IF_GLC",),
        "HAS_TWO_OFFSETS": ("PART_DS_OFFSET0",),
    }
    return " | ".join(name for name, words in flag_parts.items() if any(w in parts for w in words)) or "0"
