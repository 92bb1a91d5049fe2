"""Parse one row of ops/*.txt into an Op: its signature (results, sources, memory, notes) and its cells.
The parser knows no operation by name. It refuses what the grammar does not cover, with file:line and the remedy."""
import re
from dataclasses import dataclass
from functools import cache

SHAPES = ("gather", "scatter", "across", "matrix", "branch", "control")
VERBS = ("load", "store", "atomic", "sample")
RESULT_WORDS = ("co", "mask", "cmpx", "scc", "scc?", "exec", "pc")
SOURCE_WORDS = ("ci", "vcc", "scc", "exec", "m0", "pc", "imm", "k", "lane", "d", "offset", "hwreg")
WORD_TYPES = {"co": "bool", "mask": "bool", "cmpx": "bool", "scc": "bool", "scc?": "bool", "ci": "bool", "m0": "u32",
              "pc": "u64", "imm": "u32", "lane": "int", "offset": "u32", "hwreg": "u32", "mix": "f32"}
SPREADS = ("bitwise", "sum", "upward", "range", "choice")       # classes of undefined bits (undefined.c)
NOTES = (
    "flush", "trans", "unfused", "fused", "wide", "dwords", "to zero", "sat", "borrow", "once", "order any", "bc fi",
    "reads off", "register", "null", "idles", "advises", "depctr", "waits", "reads hwreg", "writes hwreg",
    "writes vskip", "writes mode", "writes m0", "indexes", "rfe", "leaves", "jumps", "refetches",
    *SPREADS,
)
MORE_NOTES = re.compile(r"(ulp|quiet|by|minus) \d+$|[+-](abs|neg|omod|clamp|op_sel|gds)$")
VALUE = re.compile(r"(?P<scalar>s\.)?((?P<count>\d+)x)?(?P<kind>bf|[uibf])(?P<width>1|4|8|16|32|64|96|128|256|512)"
                   r"(\[(?P<regs>\d+)\])?(\.(?P<half>keep|zero|lo|hi))?(@(?P<place>[a-z]\w*(\.lo|\.hi)?(\+offset)?))?$")
QUAD, PARAMETER = (
    ("quad0", "quad1", "quad2"),
    ("p0", "p10", "p20", "pn"),
)  # places: a lane of the quad; an attribute in LDS
SIZE = re.compile(r"[uib](8|16|32|64|96|128|256|512)(\.hi)?$|image$")
PLACED = re.compile(r"(?P<word>[a-z]+\??)@(?P<place>[a-z]\w*(\.lo|\.hi)?)$")


class SpecError(Exception):
    """A table has an invalid row. The text is `file:line: problem, and the remedy`."""


def need(truth, where, text):
    """Raise SpecError with `where` ("file:line") and `text` if `truth` is false."""
    if not truth:
        raise SpecError(f"{where}: {text}")


@dataclass(frozen=True, slots=True)
class Value:
    """One result or source.
    `word`: as written, without half and place; `kind`: u i b f bf, or the special word; `width`: bits of one element (1
    for a lane's bit or SCC); `count`: packed elements; `regs`: consecutive registers of `width` bits; `half`: '' keep
    zero lo hi; `place`: '' or a field other than the default; `scalar`: one value for the wave; `type`: C type of one
    element."""
    word: str
    kind: str
    width: int
    count: int = 1
    regs: int = 1
    half: str = ""
    place: str = ""
    scalar: bool = False
    type: str = ""

    @property
    def bits(self):
        """Return the bits of the whole value in registers."""
        return self.width * self.count * self.regs

    @property
    def special(self):
        """Return whether it is a special word (co, scc, d, imm …), not a value in the encoding's next operand field."""
        return self.kind in RESULT_WORDS or self.kind in SOURCE_WORDS


@dataclass(frozen=True, slots=True)
class Memory:
    """The memory part of a row.
    `verb`: load store atomic sample; `size`: u8 … b512, b16.hi, image, or 'format xyzw'; `to`: result Value of a load
    if it differs from `size`, or None; `x2`, `stride`: two accesses, their distance in elements; `combine`: an atomic's
    body; `fields`: its {operand: field}; `rtn`: the row itself returns the old value; `words`: further words (sample,
    lds, addtid …)."""
    verb: str
    size: str
    to: Value | None = None
    x2: bool = False
    stride: int = 1
    combine: str = ""
    fields: tuple = ()
    rtn: bool = False
    words: tuple = ()

    @property
    def rays(self):
        """Return whether the row intersects a ray with a node of a BVH."""
        return bool({"bvh", "bvh64"} & set(self.words))


@dataclass(frozen=True, slots=True)
class Cell:
    """One family's column of a row.
    `spelling`: the family's name; `places`: ((encoding, opcode), …); `without`: implied forms that do not exist, and
    modifiers that the family lacks; `needs`: features that an architecture must have; `aliases`: other names that
    assemblers accept."""
    spelling: str
    places: tuple
    without: frozenset = frozenset()
    needs: frozenset = frozenset()
    aliases: tuple = ()


@cache
def _indexed(op):
    return frozenset(v.place for v in op.values) & {"m0", "m0.lo", "m0.hi"}


@dataclass(frozen=True, slots=True, eq=False)
class Op:
    """One operation: a row.
    `shape`: '' if it runs by lane, or once in scalar encodings; `body`: the row whose body it runs; `notes`: words
    after ';' without `as`; `cells`: {family: Cell}; `where`: file:line."""
    name: str
    shape: str
    results: tuple
    sources: tuple
    memory: Memory | None
    notes: tuple
    body: str
    cells: dict
    where: str

    def note(self, word):
        """Return True if the row has the note `word`, the number for numbered notes (`ulp`), or None."""
        for note in self.notes:
            if note == word:
                return True
            if note.startswith(word + " "):
                return int(note.split()[1])
        return None

    @property
    def values(self):
        """Return every result and source."""
        return self.results + self.sources

    @property
    def indexed(self):
        """Return the places of values whose register number M0 offsets: m0, m0.lo, m0.hi."""
        return _indexed(self)

    @property
    def jumps(self):
        """Return whether the wave may continue elsewhere than at the next instruction."""
        return self.shape == "branch" or any(r.kind == "pc" for r in self.results) or bool(self.note("jumps"))

    @property
    def wide(self):
        """Return whether the operation has a vector value of 64 bits or more; such operations lack SDWA and DPP."""
        return any(v.bits > 32 and v.count == 1 and not v.special for v in self.values)


def parse_value(text, where, words, wide, result):
    """Parse 's.2xf16.keep@src0' into a Value.
    `wide`: the row has 64-bit values, which determines the type of exec; `result`: the Value that determines the type
    of d and k."""
    placed = PLACED.match(text)
    word, place = (placed["word"], placed["place"]) if placed else (text, "")
    if word in words or word == "mix":
        if word in ("d", "k"):
            need(result or word == "k", where, "'d' needs a typed result before the '='")
            typed_value = result or Value("u32", "u", 32, type="u32")
            return Value(
                text, word, typed_value.width, typed_value.count, typed_value.regs, "", place, False, typed_value.type
            )
        if word in ("exec", "vcc"):
            return Value(text, word, 64 if wide else 32, place=place, scalar=True, type="b64" if wide else "b32")
        kind = WORD_TYPES[word]
        return Value(text, word, {"bool": 1, "u64": 64}.get(kind, 32), place=place, type=kind)
    m = VALUE.match(text)
    need(
        m,
        where,
        f"unknown value {text!r}; values are types such as u32, f16.keep, 2xf16, u32[4], s.b64@src1, "
        f"or one of: {' '.join(words)} mix",
    )
    kind, width = m["kind"], int(m["width"])
    return Value(
        text.partition("@")[0], kind, width, int(m["count"] or 1), int(m["regs"] or 1), m["half"] or "",
        m["place"] or "", bool(m["scalar"]), f"{kind}{width}",
    )


def parse_memory(words, where):
    """Parse ['load', 'b16', 'to', 'd.hi'] into a Memory."""
    verb, words, to, fields, combine = words[0], list(words[1:]), None, (), ""
    if verb == "sample":
        return Memory(verb, "", words=tuple(words))
    need(words, where, f"{verb!r} needs a size such as u8, b64 or format xyzw")
    size = words.pop(0)
    if size == "format":
        need(words and re.match(r"x?y?z?w?$", words[0]), where, "format needs its components: x, xy, xyz or xyzw")
        size = f"format {words.pop(0)}"
    elif verb == "atomic":
        need(VALUE.match(size), where, f"unknown type {size!r}; an atomic has a type such as u32 or 2xf16")
        need(words, where, "an atomic names how it combines: add, umin, cmpswap …")
        combine = words.pop(0)
    else:
        need(
            SIZE.match(size),
            where,
            f"unknown size {size!r}; sizes are u8 i8 b8 u16 i16 b16 b32 b64 b96 b128 b256 b512 image, or format xyzw",
        )
    if words[:1] == ["to"]:
        need(verb == "load" and len(words) > 1, where, "'to' belongs to a load and names where: d.lo, d.hi, or a type")
        target = re.fullmatch(r"d\.(lo|hi)", words[1])
        to = (
            Value("d", "d", 16, half=target[1], type="b16") if target else parse_value(words[1], where, (), False, None)
        )
        words = words[2:]
    x2 = words[:1] == ["x2"]
    words = words[x2:]
    stride = int(words[1]) if words[:1] == ["stride"] else 1
    words = words[2:] if words[:1] == ["stride"] else words
    while verb == "atomic" and len(words) > 1 and words[1] in ("data0", "data1"):
        fields, words = fields + ((words[0], words[1]),), words[2:]
    rtn = "rtn" in words
    return Memory(verb, size, to, x2, stride, combine, fields, rtn, tuple(w for w in words if w != "rtn"))


def parse_notes(text, name, where):
    """Parse 'as v_fma_f16, ulp 1, +abs +neg' into (notes, body)."""
    notes, body = [], name
    for note in filter(None, (n.strip() for n in text.split(","))):
        if note.startswith("as "):
            body = note[3:].strip()
            continue
        for word in note.split() if note[0] in "+-" else [note]:
            need(word in NOTES or MORE_NOTES.match(word), where,
                 f"unknown note {word!r}; notes are as BODY, ulp N, quiet N, {', '.join(NOTES)}, ±modifier")
            notes.append(word)
    return tuple(notes), body


def parse_signature(name, text, where):
    """Return (shape, results, sources, memory, notes, body)."""
    text, _, notes = text.partition(";")
    notes, body = parse_notes(notes, name, where)
    words = text.split()
    shape = words.pop(0) if words and words[0] in SHAPES + VERBS else ""
    if shape in VERBS:
        return shape, (), (), parse_memory([shape, *words], where), notes, body
    wide = any("64" in w for w in words)
    split = words.index("=") if "=" in words else len(words)
    results, sources = [], []
    for w in words[:split]:
        results.append(parse_value(w, where, RESULT_WORDS, wide, None))
    typed = next((r for r in results if not r.special), None)
    for w in words[split + 1:]:
        sources.append(parse_value(w, where, SOURCE_WORDS, wide, typed))
    need(
        "=" in words or shape in ("control", "branch") or not words,
        where,
        "a signature reads `results = sources`; '=' is missing",
    )
    return shape, tuple(results), tuple(sources), None, notes, body


def parse_cell(name, text, where):
    """Parse '[spelling{|alias}=]encoding:opcode{,encoding:opcode}{ -form or modifier}{ +feature}' into a Cell; None for
    '-'."""
    if text == "-":
        return None
    first, *marks = text.split()
    without = [w for w in marks if w[0] == "-"]
    needs = [w for w in marks if w[0] == "+"]
    spelling, equals, places = first.rpartition("=")
    need(not equals or spelling != name, where, f"{spelling}= repeats the row's name; drop it")
    need(
        len(without) + len(needs) == len(marks) and "-" not in marks and "+" not in marks,
        where,
        f"after the opcodes come marks such as -vop3 -dpp -neg or +dot, not {' '.join(marks)!r}",
    )
    parsed = []
    for place in places.split(","):
        m = re.fullmatch(r"([a-z]\w*):(\d+)", place)
        need(m, where, f"unknown cell {place!r}; a cell is '-' or encoding:opcode, for example vop2:25")
        parsed.append((m[1], int(m[2])))
    spelling, *aliases = (spelling or name).split("|")
    return Cell(
        spelling, tuple(parsed), frozenset(w[1:] for w in without), frozenset(w[1:] for w in needs), tuple(aliases)
    )


def parse_row(columns, families, where):
    """Parse [name, signature, cell, …] into an Op."""
    name, signature, *cells = columns
    need(re.fullmatch(r"[a-z]\w*", name), where, f"{name!r} is not a valid name; names are lower case")
    parsed = {f: c for f, c in zip(families, (parse_cell(name, c, where) for c in cells)) if c}
    need(parsed, where, f"{name} has no cell; give it an encoding:opcode or drop the row")
    shape, results, sources, memory, notes, body = parse_signature(name, signature, where)
    return Op(name, shape, results, sources, memory, notes, body, parsed, where)
