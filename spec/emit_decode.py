"""Rows, encodings and assembly.txt -> build/forms.c: for each family its forms by opcode, with the slots where operands lie, the bits that
must be zero, and the parts of the assembly text.  Opcodes come from the rows only."""
from . import ARCHS, FAMILIES, families, need
from .assembly import REGISTER, Assembly, contents, field_name, modifier_index, part
from .emit_ops import changed
from .rows import PARAMETER, QUAD

EXTENSIONS = {"": "PLAIN", "sdwa": "SDWA", "sdwac": "SDWA", "dpp": "DPP16", "dpp8": "DPP8"}
MEMORY = ("ds", "flat", "global", "scratch", "smem", "mubuf", "mtbuf", "mimg")


# ---- layouts: an encoding with its extension ----

class Layout:
    """An encoding, its extension and (VOPD) its half: fields as (dword, shift, width)."""

    def __init__(self, spec, family, form):
        base = spec.encodings[family, form.layout]
        self.key = (family, form.layout, form.extension, form.variant if form.layout == "vopd" else "")
        self.half = self.key[3]
        self.dwords, self.extended = base.dwords, bool(form.extension)
        self.fields = {n: (low // 32, low % 32, width) for n, (low, width) in base.fields.items()}
        self.base, self.cmpx = base, spec.traits["cmpx"][family]
        self.extension_mask = 0
        if form.extension:
            ext = spec.encodings[family, form.extension]
            self.fields |= {n: (base.dwords, low, width) for n, (low, width) in ext.fields.items()}
            self.extension_mask = ext.mask

    def bits(self, *names):
        """The bits of these fields in the first 64, those of the extension from 64 on."""
        out = 0
        for name in names:
            if name in self.fields:
                dword, shift, width = self.fields[name]
                dword = 2 if self.extended and dword == self.dwords else dword
                out |= (1 << width) - 1 << shift + 32 * dword
        return out

    def c(self):
        ats = ", ".join(
            f"[F_{n.upper()}] = {{ {d}, {s}, {w}, {hex((1 << w) - 1)} }}" for n, (d, s, w) in self.fields.items()
        )
        return f"    {{ {self.dwords}, {EXTENSIONS[self.key[2]]}, {{ {ats} }} }},"


# ---- bits that must be zero ----

# Fields that do not matter where a form has no use for them (elsewhere they must be zero), as LLVM 19's decoder tables have it.
UNUSED = {
    "vop3": ("op_sel",),
    "vop3c": ("op_sel", "sdst"),
    "vop3i": ("op_sel",),
    "sop1": ("sdst", "ssrc0"),
    "sop2": ("sdst",),
    "sopk": ("sdst",),
    "vop1": ("src0",),
    "flat": ("nv", "data", "vdst"),
    "global": ("nv", "data", "vdst", "addr"),
    "scratch": ("nv", "sve", "data", "vdst"),
    "mubuf": ("vdata", "vaddr", "soffset", "srsrc", "offset", "slc"),
    "ldsdir": ("attr", "chan"),
    "smem": ("nv", "sdata", "sbase", "offset", "soffset", "soffset_en"),
    "vop3p": ("op_sel_hi", "op_sel_hi2"),
}
STRICT = {"ds": 1 << 25, "mubuf": 1 << 15}                                # the same for words marked `strict`
RESERVED_ZERO = {"ldsdir": 0xc00000}                                       # ignored bits that LLVM wants zero


def bit_of(layout, name, n):
    dword, shift, _ = layout.fields[name]
    return 1 << 32 * dword + shift + n


def free_bits(layout, words):
    """The bits an instruction of this form may choose."""
    lay = layout.key[1]
    free = layout.bits(*UNUSED.get(lay, ()))
    free |= layout.bits("glc") if layout.key[:2] == ("gfx9", "smem") else 0
    names = [w.partition(":")[0].rstrip("?") for w in words]
    sources = [n for n in range(3) if f"src{n}" in names]
    for word, name in zip(words, names):
        fields = (field_name(name, layout),) if ":" in word else WORD_FIELDS.get(word.partition("=")[0], (word,))
        free |= (
            layout.bits("offset0", "offset1")
            if fields == ("offset",) and "offset0" in layout.fields
            else layout.bits(*fields)
        )
        if word.endswith(("~", "^")) and "neg" in layout.fields and name[-1].isdigit():
            n = modifier_index(name, layout)
            free |= bit_of(layout, "neg", n) | (bit_of(layout, "abs", n) if "abs" in layout.fields else 0)
        if word.endswith(("~", "^")) and layout.key[2] == "dpp" and lay in ("vop1", "vop2", "vopc"):
            free |= layout.bits(f"neg{name[-1]}", f"abs{name[-1]}")
    if layout.extended:
        free |= extension_bits(layout, words, names)
    if "op_sel" in words and "op_sel" in layout.fields and lay != "vop3p":
        for n in range(3):
            if n not in sources:
                free &= ~bit_of(layout, "op_sel", n)
        free |= sum(bit_of(layout, f, n) for n in sources for f in ("neg", "abs") if f in layout.fields)
    if lay == "vop3p":
        free &= ~sum(bit_of(layout, f, n) for n in range(3) if n not in sources for f in ("op_sel", "neg", "neg_hi"))
        if any(w.endswith(("~", "^")) for w in words):
            free |= layout.bits("neg", "neg_hi")
    return free


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
        "slc",
        "lwe",
        "tfe",
        "a16",
        "r128",
        "da",
        "glc",
        "dlc",
        "unorm",
        "dmask",
        "srsrc",
        "vdata",
        "vaddr",
        "dim",
        "nsa",
    ),
    "bvh": ("a16", "srsrc", "vdata", "vaddr", "nsa"),
    "'gds": (),
    "'lds": (),
    "dpp": ("row_mask", "bank_mask", "bound_ctrl", "fi", "dpp_ctrl"),
    "dpp8": tuple(f"lane{n}" for n in range(8)),
    "addr": ("addr",),
}


def extension_bits(layout, words, names):
    free = layout.bits("neg0", "abs0", "neg1", "abs1") if layout.key[1].startswith("vop3") else 0
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


def fixed_bits(layout, form, words):
    """(mask, value) over the first 64 bits and the extension (from bit 64)."""
    mask = layout.base.mask
    whole = (1 << 32 * layout.dwords) - 1
    if layout.key[1] == "vopd":
        mask |= layout.bits("vsrc1" + layout.half) if not any(w.startswith("src1") for w in words) else 0
    else:
        ignored = whole & ~mask & ~layout.bits(*[n for n in layout.fields if layout.fields[n][0] < layout.dwords])
        mask |= whole & ~free_bits(layout, words) & ~ignored | RESERVED_ZERO.get(layout.key[1], 0)
    value = layout.base.value
    _, shift, width = opcode_bits(layout)
    op = (1 << width) - 1 << shift
    value |= form.opcode << shift & op
    mask |= op if layout.key[1] != "vopd" else 0
    mask |= STRICT.get(layout.key[1], 0) if "strict" in words else 0
    value |= layout.bits("lds") if "'lds" in words else 0
    value |= layout.bits("gds") if "'gds" in words else 0
    value |= 0x8F80 if "bvh" in words else 0  # every component, unnormalised, 128-bit resource
    value |= 0x7c << 48 if layout.key[:2] == ("gfx11", "flat") else 0        # SADDR is NULL
    if layout.extended:
        ext = layout.bits(*[n for n, f in layout.fields.items() if f[0] == layout.dwords])
        mask = mask & ~layout.bits("src0") | (ext & ~free_bits(layout, words) >> 0 & ~((1 << 64) - 1))
    return mask & (1 << 96) - 1, value


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


class Slots:
    """The slots of one form, from its row and its parts."""

    def __init__(self, form, layout, words):
        self.form, self.layout, self.op, self.words = form, layout, form.op, words
        self.vector = not form.layout.startswith("s")
        self.wide_mask = any(v.kind in ("vcc", "exec") for v in form.op.sources) and self.vector
        self.fields = [field_name(n, layout) for n in ("src0", "src1", "src2") if self.has(n)]

    def has(self, name):
        return (
            any(w.partition(":")[0] == name or w.partition(":")[0] == "s" + name for w in self.words)
            or field_name(name, self.layout) in self.layout.fields
        )

    def kind_of(self, field):
        """The assembly kind of a field: 'v2', 's1', 'f32' … or ''."""
        for w in self.words:
            name, _, kind = w.partition(":")
            if kind and field_name(name.rstrip("?"), self.layout) == field:
                return kind
        return ""

    def field_slot(self, field, value, lane_bits=False, where=None):
        kind = self.kind_of(field)
        if field not in self.layout.fields:
            return None
        bits = value.bits if value else 32
        register = REGISTER.match(kind)
        width = int(register[2]) if register else max(1, (bits + 31) // 32)
        if where is None:
            where = (
                "VECTOR"
                if register and register[1] == "v" and self.layout.fields[field][2] == 8
                else "SCALAR"
                if field in ("sdst", "sdata") or kind[:1] == "s" and field == "vdst"
                else "CODE"
                if not field.startswith(("vsrc", "vdst", "vdata", "addr", "data")) or kind[:1] in "bfpgc" and kind
                else "VECTOR"
            )
        if self.layout.key[2].startswith("sdwa") and field in ("vsrc0", "vsrc1"):
            where = "CODE"
        flags = "true" if lane_bits else "false"
        packed = bool(value) and value.count > 1
        low = kind.rstrip("~^").endswith("l") and kind[:2] != "vl"
        return (
            f"{{ {where}, F_{field.upper()}, {min(value.width if value else 32, 64)}, {flags}, {str(packed).lower()}, "
            f"{width}, {type_of(value) if value else 'TY_B32'}, {str(low).lower()} }}"
        )

    def at(self, where, bits=32, lane_bits=False, kind="TY_B32"):
        return f"{{ {where}, 0, {bits}, {str(lane_bits).lower()}, false, {2 if bits == 64 else 1}, {kind}, false }}"

    def place(self, value):
        """The field a place names, or ''."""
        name = value.place.partition("+")[0].partition(".")[0]
        return (
            ""
            if name in ("m0", "", *QUAD)
            else field_name(name if name != "data0" or "data0" in self.layout.fields else "data", self.layout)
        )

    def special_source(self, v, result):
        k = v.kind
        if k == "ci":
            return self.at("AT_VCC", 1, True)
        if k == "vcc":
            return self.at("AT_VCC", 1, True)
        if k == "exec":
            return self.at("AT_EXEC", *((1, True) if self.op.shape == "branch" or self.vector else (v.width, False)))
        if k in ("scc", "m0"):
            return self.at({"scc": "AT_SCC", "m0": "AT_M0"}[k])
        if k == "pc":
            return self.at("AT_PC", 64)
        if k in ("imm", "offset", "hwreg"):
            return self.at("IMMEDIATE") if not self.place(v) else self.field_slot(self.place(v), v, where="IMMEDIATE")
        if k == "k":
            return self.at("LITERAL", v.width, kind=type_of(v))
        if k == "d":
            return self.result_slot(result) if result else None
        return None

    def sources(self):
        out, free = [], [f for f in self.fields if not any(self.place(v) == f for v in self.op.sources if v.place)]
        result = next((r for r in self.op.results if not r.special), None)
        if self.op.shape == "scatter":                      # the value that moves stands among the results
            out.append(self.field_slot(self.place(result), result))
        for v in self.op.sources:
            lane = v.kind == "ci"
            if v.place in PARAMETER:                            # no field names it
                out.append(None)
            elif v.kind == "ci" and free and self.layout.key[1] in ("vop3", "vop3sd"):
                out.append(self.field_slot(free.pop(0), v, True))
            elif v.special and v.kind != "mix":
                out.append(self.special_source(v, result))
            elif self.place(v):
                out.append(self.field_slot(self.place(v), v))
            elif self.form.layout in ("vintrp", "vop3i", "vinterp", "ldsdir") and not free:
                out.append(self.field_slot("vsrc", v))
            else:
                need(free, self.op.where, f"{self.form.layout} has no field left for the source {v.word}")
                out.append(self.field_slot(free.pop(0), v, lane))
        return out

    def result_slot(self, r):
        name = (self.op.shape != "scatter" and self.place(r)) or next(
            (n for n in ("vdst" + self.layout.half, "sdst", "sdata") if n in self.layout.fields), None
        )
        return self.field_slot(name, r) if name else None

    def results(self):
        """([d slots], bit slot)"""
        d, bit = [], None
        for r in self.op.results:
            if r.kind in ("co", "mask", "cmpx"):
                exec_only = r.kind == "cmpx" and self.layout.cmpx == "exec"
                explicit = "sdst" in self.layout.fields and not exec_only
                bit = (
                    self.field_slot("sdst", r, True, "SCALAR")
                    if explicit
                    else self.at("AT_EXEC" if exec_only else "AT_VCC", 1, True)
                )
            elif r.kind == "scc":
                bit = self.at("AT_SCC")
            elif r.kind == "exec":
                d.append(self.at("AT_EXEC", r.width))
            elif r.kind == "pc":
                d.append(self.at("AT_PC", 64))
            elif r.kind not in ("scc?", "hwreg"):
                d.append(self.result_slot(r))
        return d, bit

    def memory(self):
        """Memory rows: address, base, data, second data or offset; see the head of resolve.c."""
        lay, out = self.layout.key[1], [None] * 4
        slot = lambda f, where: (
            self.field_slot(f, None, where=where)
            if f in self.layout.fields and (self.kind_of(f) or where in ("SADDR", "PAIR", "QUAD", "CODE"))
            else None
        )
        data = slot("data" if lay in ("flat", "global", "scratch") else "vdata", "VECTOR")
        store = self.op.memory.verb != "load"
        if lay == "ds":
            out = [slot("addr", "VECTOR"), None, slot("data0", "VECTOR"), slot("data1", "VECTOR")]
            result = slot("vdst", "VECTOR")
        elif lay == "smem":
            sdata = slot("sdata", "SCALAR")
            out = [None, slot("sbase", "PAIR"), sdata if store else None, None]
            result = sdata if not store or self.op.memory.verb == "atomic" else None
        elif lay in ("flat", "global", "scratch"):
            address = f"{{ VECTOR, F_ADDR, 32, false, false, {2 if lay != 'scratch' else 1}, TY_B32, false }}"
            out = [address, slot("saddr", "SADDR") if lay != "flat" else None, data, None]
            result = slot("vdst", "VECTOR")
        else:
            out = [
                "{ VECTOR, F_VADDR, 32, false, false, 1, TY_B32, false }" if lay in ("mubuf", "mtbuf") else None,
                slot("srsrc", "QUAD") if self.kind_of("srsrc") else None,
                data if store else None,
                slot("soffset", "CODE") if self.kind_of("soffset") else None,
            ]
            result = data if self.op.memory.verb != "store" else None
        return out, [result], None

    def c(self):
        if self.op.memory:
            s, d, bit = (
                self.memory()
                if self.form.layout in MEMORY
                else ([], [self.field_slot("vdst", None, where="VECTOR")], None)
            )
        else:
            d, bit = self.results()
            s = self.sources()
        none = "{ 0 }"
        need(
            len(s) <= 4 and len(d) <= 2,
            self.op.where,
            f"at most four sources and two results; found {len(s)} and {len(d)}",
        )
        return f".d = {{ {', '.join(x or none for x in d) or none} }}, .bit = {bit or none}, .s = {{ {', '.join(x or none for x in s) or none} }}"


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
    low = 0
    for e in members:
        low |= e.mask & ((1 << 23) - 1)
    differing = 0
    for e in members:
        differing |= (e.value ^ members[0].value) & ((1 << 23) - 1)
    if not differing and len(members) == 1 and low:
        return 0, 0
    if not differing:
        return 0, 0
    shift = (differing & -differing).bit_length() - 1
    return shift, differing.bit_length() - shift


def moves(spec, family):
    """The move each dpp_ctrl code means, by moves.txt: [C name] * 512."""
    kinds = ["NO_MOVE"] * 512
    for row in spec.moves:
        first, _, last = row["code"].partition("-")
        if family in families(row["family"]) and row["control"] != "dpp8" and not row["control"].startswith("swizzle"):
            for code in range(int(first, 0), int(last or first, 0) + 1):
                kinds[code] = f"MOVE_{row['control'].upper()}"
    return kinds


class Writer:
    """Collects the C text of both families."""

    def __init__(self, spec, bound):
        self.spec, self.bound, self.assembly = spec, bound, Assembly()
        self.layouts, self.layout_rows, self.parts, self.groups, self.index = {}, [], {}, [], []
        self.form_rows = {f: ["    { 0 }," ] for f in FAMILIES}
        self.group_of = {f: [0] * 512 for f in FAMILIES}
        self.used = set()

    def layout(self, family, form):
        lay = Layout(self.spec, family, form)
        if lay.key not in self.layouts:
            self.layouts[lay.key] = len(self.layout_rows)
            self.layout_rows.append(lay.c())
        return lay, self.layouts[lay.key]

    def form(self, family, form):
        lay, number = self.layout(family, form)
        words = self.assembly.words(form, family)
        parts = ", ".join(part(w, lay, form.spelling) for w in words)
        if (family, "high", form.spelling) in self.assembly.given:
            parts = parts.replace("LOW", "LOW | HIGH")
        pool = self.parts.setdefault(parts, len(self.parts)) if parts else None
        mask, value = fixed_bits(lay, form, words)
        operation = f"&bound_{form.op.name}" if form.op.name in self.bound else "0"
        self.used |= {form.op.name} & set(self.bound)
        modifiers = sum(1 << modifier_index(w.partition(":")[0], lay) for w in words if w.endswith("~"))
        self.form_rows[family].append(
            f'    {{ {operation}, "{form.spelling}", E_{form.layout.upper()}, {EXTENSIONS[form.extension]}, {form.opcode}, {modifiers},\n'
            f"      {Slots(form, lay, words).c().replace('.d =', '.d =')},\n"
            f'      .mnemonic = "{form.mnemonic}", .parts = {f"parts_{pool}" if pool is not None else "0"}, .part_count = {parts.count("PART_")}, .layout = {number},\n'
            f"      .fixed = {hex(mask & (1 << 64) - 1)}, .value = {hex(value)}, .extension_fixed = {hex(mask >> 64)}, .has = {contents(parts)} }},"
        )
        return len(self.form_rows[family]) - 1

    def family(self, arch, family):
        taken, groups = group_layout(self.spec, family)
        by = {}
        for form in self.spec.forms(arch):
            by.setdefault(form.layout, []).append(form)
        for key, members in groups.items():
            number = self.group(family, [(e, by.get(e.name, [])) for e in members])
            for top, k in taken.items():
                if k == key:
                    self.group_of[family][top] = number

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
                ext = (
                    "xy".index(form.variant)
                    if vopd
                    else ("PLAIN", "SDWA", "DPP16", "DPP8").index(EXTENSIONS[form.extension])
                )
                at = first + ((ext << bits | sub) << width | form.opcode)
                need(not self.index[at], form.op.where, f"{family} {e.name}:{form.opcode} is taken")
                self.index[at] = self.form(family, form)
        src0 = next((e.fields["src0"][0] // 32 for e in encodings if "src0" in e.fields), 0)
        self.groups.append(f"    {{ {encodings[0].dwords}, {low}, {shift}, {bits}, {width}, {src0}, {int(vopd)}, {extensions}, {first} }},   /* {family} {encodings[0].name} */")
        return len(self.groups)

    def text(self):
        out = ['/* Generated from spec/. */', '#include "decode.h"']
        out += [f"extern const struct op bound_{n};" for n in sorted(self.used)]
        out += ["const struct layout layouts[] = {", *self.layout_rows, "};"]
        out += [f"static const struct part parts_{n}[] = {{ {p} }};" for p, n in self.parts.items()]
        for f in FAMILIES:
            out += [f"static const struct form forms_{f}[] = {{", *self.form_rows[f], "};"]
        out += ["const struct form *const forms[FAMILIES] = { " + ", ".join(f"forms_{f}" for f in FAMILIES) + " };"]
        out += ["const struct word_group word_groups[] = {", "    { 0 },", *self.groups, "};"]
        out += (
            ["const u8 group_of[FAMILIES][512] = {"]
            + ["    { " + ", ".join(map(str, self.group_of[f])) + " }," for f in FAMILIES]
            + ["};"]
        )
        out += (
            ["const u8 dpp_kind[FAMILIES][512] = {"]
            + [f"    {{ {', '.join(moves(self.spec, f))} }}," for f in FAMILIES]
            + ["};"]
        )
        out += ["const u16 form_index[] = { " + ", ".join(map(str, self.index)) + " };", ""]
        return "\n".join(out)


def write(spec, out, bound):
    """Write OUT/forms.c; `bound`: names of the operations that have a `struct op bound_NAME`.  Raises SpecError naming the row."""
    writer = Writer(spec, set(bound))
    for arch, family in ARCHS.items():
        writer.family(arch, family)
    changed(out / "forms.c", writer.text())
