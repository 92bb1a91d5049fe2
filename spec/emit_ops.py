"""Join operations with bodies: for each FILE.c of model/ with bodies, write build/rows_FILE.h and rows_FILE.inc.
The .h has the prototypes, included before the bodies. The .inc has each body applied to a lane, the rows of lanes, and
the struct op. A row without a body is unbound."""
import re

from .bodies import SAMPLE_FLAGS, defined_names, memory_function, body_file
from .c_text import CTemplate, write_if_changed
from .rows import PARAMETER, QUAD, SPREADS
from .slots import numbered_results, is_bit, read_values, size_bits

SCALAR = {"sop1", "sop2", "sopk", "sopc", "sopp", "smem"}
# Notes that are members of struct op; a blank in the note is an underscore here.
NOTED = ("bc_fi", "reads_off", "flush", "trans", "order_any",
         "idles", "advises", "depctr", "waits", "reads_hwreg", "writes_hwreg", "writes_vskip", "writes_m0", "indexes",
         "rfe", "leaves")
WAVE_SHAPES = ("control", "across", "matrix", "gather", "scatter")    # their bodies do not compute values of one lane
INDEXING = {"m0": "BY_M0", "m0.lo": "BY_M0_LOW", "m0.hi": "BY_M0_HIGH"}

# ---- prototypes of bodies ----

CONTROL = CTemplate("static void $name(struct wave *, const struct inst *);\n")
ACROSS = CTemplate("static void $name(struct wave *, const struct inst *, struct lanes *);\n")
MATRIX = CTemplate("static $result $name(struct slack *, const u32 *, const u32 *, $more);\n")
LANE_CHOICE = CTemplate("static int $name($arguments);\n")
MEMBERS = CTemplate("$result { $members };\n")
BODY = CTemplate("INLINE $result $name($arguments);\n")

# ---- reads and writes of a body on lane l ----

GET = {
    "bool": CTemplate("BIT($n)"),
    "f32": CTemplate("F32_($n)"),
    "f64": CTemplate("F64_($n)"),
    "f16": CTemplate("F16_($n)"),
    "bf16": CTemplate("BF16_($n)"),
    "u64": CTemplate("S64($n)"),
    "b64": CTemplate("S64($n)"),
    "i64": CTemplate("(i64)S64($n)"),
    "struct b128": CTemplate("B128($n)"),
    "struct b32x2": CTemplate("B32X2($n)"),
}
GET_WIDE = CTemplate("WIDE_F16($n)")
GET_32 = CTemplate("($kind)S32($n)")
GET_HALF = CTemplate("(u16)(o->s[$n][0][l]$shift)")
MAKE_HALF = CTemplate("({ (${kind}16){ $bits }; })")
PUT_BIT = CTemplate("o->bit[l] = $x;")
PUT_16 = CTemplate("o->d[$to][0][l] = (u32)$x & 0xffff;")
PUT_32 = CTemplate("o->d[$to][0][l] = (u32)$x;")
PUT_64 = CTemplate("PUT64($to, (u64)$x);")
PUT_WIDE = CTemplate("h->d[l] = ($x).wide;")
PUT_WORDS = CTemplate("{ const $kind q = $x; for (int k = 0; k < $words; k++) o->d[$to][k][l] = q.w[k]; }")
PUT_PACKED = CTemplate("o->d[0][0][l] = (u16)$low | (u32)(u16)$high << 16;")
WORDS = {"struct b128": 4, "struct b32x2": 2}             # dwords of a value that is a structure
CALL_MEMBERS = CTemplate("$result r = $call;")
# A sum is out of range exactly if it has a carry or borrow.
SATURATE = CTemplate("(r.co ? $limit : r.d)")

# ---- functions in the table of operations ----

ONE = CTemplate("ONE($name) { $fp$does }\n")
WIDE = CTemplate("WIDE($name) { (void)o; $does }\n$row($name, $sources, $each, $half)\n")
SATURATED = CTemplate("ONE(sat_$name) { (void)fp; $does }\nROW(sat_$name)\n")
ELEMENT = CTemplate("""\
static u32 element_$name(struct slack *d, const u32 *a, const u32 *b, u32 c, u32 neg) \
{ (void)neg; return (u32)$body(d, a, b, $c$signs)$bits; }
""")
OP = CTemplate("const struct op bound_$name = { $members };\n")


def c_type(value):
    """Return the C type of a value as a body receives it; packed sources are passed as a dword."""
    if value.regs > 1:
        return "struct b128"
    if is_bit(value):
        return "bool"
    if value.kind == "mix":
        return "f32"
    if value.count > 1 or value.width in (4, 8):
        return "u32"
    return "u32" if value.type == "int" else value.type


class Bound:
    """One row of the tables with its C body."""

    def __init__(self, op, ops):
        self.op, self.name, self.body, self.ops = op, op.name, op.body, ops
        self.owner = ops[op.body] if op.body in ops else op
        self.scalar = all(e in SCALAR for c in op.cells.values() for e, _ in c.places)
        self.values = [r for r in op.results if r.word != "scc?"]
        self.float_bits = max(
            [v.width for v in op.values if v.kind in ("f", "bf")] + [32 * any(v.kind == "mix" for v in op.values)]
        )
        self.packed = any(r.count > 1 for r in op.results) and not any(r.count > 1 for r in self.owner.results)
        self.exact = (
            self.owner.note("sat") and not any(r.kind == "co" for r in self.owner.results) and not self.float_bits
        )
        self.sat = bool(op.note("sat"))
        self.clamps = self.owner.note("sat") and any(
            r.kind == "b" or r.regs > 1 for r in self.owner.results
        )  # the body saturates each of several sums
        self.exact = self.exact and not self.clamps

    # ---- prototype ----

    def source_type(self, v):
        """Return the C type of a source."""
        if self.op.shape == "branch" and v.kind in ("vcc", "exec"):
            return "b64"
        if v.kind in ("ci", "vcc") and not self.scalar:
            return "bool"
        return self.value_type(v)

    def value_type(self, v):
        """Return the C type of a value that is not one bit of each lane."""
        return "struct b32x2" if v.width == 64 and self.owner.note("dwords") else c_type(v)

    def arguments(self):
        """Return the C types of the body's arguments."""
        sources = self.op.sources
        if self.op.shape in ("gather", "scatter"):
            sources = sources[self.op.shape == "gather":]
            return ["int"] + [self.source_type(s) for s in sources]
        return [self.source_type(s) for s in sources]

    def members(self):
        """Return [(member, C type, destination)] of the results; the destination is 'bit' or a result's number."""
        if self.op.shape == "branch":
            return [("taken", "bool", "bit")]
        out = []
        for r, destination in numbered_results(self.op):
            kind = self.value_type(r)
            name = (
                r.kind
                if r.special
                else (r.place.replace(".", "_") if r.place and any(m == "d" for m, *_ in out) else "d")
            )
            out.append((name, "i64" if self.exact and not is_bit(r) and not r.special else kind, destination))
        return out

    def result(self):
        """Return the C type that a body returns; several results are a structure such as struct u32_scc."""
        members = self.members()
        if len(members) < 2:
            return members[0][1] if members else "void"
        return f"struct {'_'.join([members[0][1], *(m for m, *_ in members[1:])])}"

    def structure(self):
        """Return the definition of the structure of results, or ""."""
        members = self.members() if self.op.shape not in WAVE_SHAPES else []
        declared = " ".join(f"{t} {m};" for m, t, _ in members)
        return MEMBERS(result=self.result(), members=declared) if len(members) > 1 else ""

    def prototype(self):
        """Return the prototype of the body."""
        op = self.op
        if op.shape == "control":
            return CONTROL(name=self.name)
        if op.shape == "across":
            return ACROSS(name=self.name)
        if op.shape == "matrix":
            addends = ", ".join(self.arguments()[2:])
            return MATRIX(result=c_type(self.values[0]), name=self.name, more=addends)
        if op.shape in ("gather", "scatter"):
            return LANE_CHOICE(name=self.name, arguments=", ".join(self.arguments()))
        arguments = ["MODE"] * bool(self.float_bits) + self.arguments() + ["bool"] * bool(self.clamps)
        return BODY(result=self.result(), name=self.name, arguments=", ".join(arguments) or "void")

    # ---- one lane ----

    def argument(self, n, v, half):
        """Return the C expression that reads source n."""
        if v.kind == "lane":
            return "(u32)l"
        if self.packed and v.count > 1:
            bits = GET_HALF(n=n, shift=" >> 16" * (half == "HIGH"))
            kind = self.ops[self.body].sources[n].kind if n < len(self.ops[self.body].sources) else v.kind
            return MAKE_HALF(kind=kind, bits=bits) if kind in ("f", "bf") else f"({kind}16){bits}"
        kind = self.source_type(v)
        get = GET[kind](n=n) if kind in GET else GET_32(kind=kind, n=n)
        return get + " + (u32)o->offset" * ("+offset" in v.place)

    def call(self, half="LOW", saturate=False):
        """Return the C call of the body."""
        op = self.op
        first = op.shape == "scatter"  # source 0 is the moved value, which is among the results
        args = [self.argument(n, v, half) for n, v in enumerate(read_values(op))][first:]
        if op.shape == "gather":
            args[0] = "l"
        elif op.shape == "scatter":
            args.insert(0, "l")
        args = ["fp"] * bool(self.float_bits) + args + [str(saturate).lower()] * bool(self.clamps)
        return f"{self.body}({', '.join(args)})"

    def converted(self, kind, x):
        """Return the body's value `x` as type `kind`; mix bodies compute f32."""
        from_mix = kind == "f16" and any(v.kind == "mix" for v in self.op.sources)
        return f"cvt_f16_f32(fp, {x})" if from_mix else x

    def store(self, kind, destination, x, saturate):
        """Return the statement that stores `x`, of type `kind`, in a destination."""
        if destination == "bit":
            return PUT_BIT(x=x)
        if kind == "i64" and self.exact:
            return self.store_exact(destination, x, saturate)
        if kind in WORDS:
            return PUT_WORDS(kind=kind, words=WORDS[kind], x=x, to=destination)
        x = self.converted(kind, x)
        x = f"({x}).bits" if kind[0] == "f" or kind == "bf16" else x
        return (PUT_64 if kind.endswith("64") else PUT_16 if kind.endswith("16") else PUT_32)(x=x, to=destination)

    def store_exact(self, destination, x, saturate):
        """Return the statement that stores an exact integer, wrapped or saturated to the row's type."""
        r = next(v for v, number in numbered_results(self.op) if number == destination)
        x = f"SAT_{r.kind.upper().replace('B', 'U')}{r.width}({x})" if saturate else x
        if r.width > 32:
            return PUT_64(x=f"({x})", to=destination)
        return (PUT_16 if r.width == 16 else PUT_32)(x=x, to=destination)

    def store_packed(self, saturate):
        """Return the statement of a packed row: its body on each half."""
        r = self.values[0]
        bits = ".bits" * (r.kind in ("f", "bf"))
        low, high = (
            f"SAT_{r.kind.upper()}16({self.call(half)})" if saturate else self.call(half) + bits
            for half in ("LOW", "HIGH")
        )
        return PUT_PACKED(low=low, high=high)

    def statement(self, saturate=False):
        """Return the statements that apply the body to lane l."""
        members = self.members()
        if self.op.shape in ("gather", "scatter"):
            return PUT_32(x=self.call(), to=0)
        if self.packed:
            return self.store_packed(saturate)
        if len(members) == 1:
            return self.store(members[0][1], members[0][2], self.call(saturate=saturate), saturate)
        carries = saturate and any(member == "co" for member, *_ in members)
        statements = CALL_MEMBERS(result=self.result(), call=self.call())
        for member, kind, destination in members:
            x = self.saturated_sum(kind) if carries and member == "d" else f"r.{member}"
            statements += " " + self.store(kind, destination, x, saturate)
        return statements

    def saturated_sum(self, kind):
        """Return a saturated sum or difference whose carry or borrow is a result too."""
        if kind == "i64":
            return "SAT_SUM64(r.d, r.co)"
        return SATURATE(limit="0" if self.op.note("borrow") else f"({kind})-1")

    # ---- the struct op ----

    def place_numbers(self, places):
        """Return for each source 1 + the index of its place in `places`, or 0; [] if no source has such a place."""
        numbers = [places.index(v.place) + 1 if v.place in places else 0 for v in self.op.sources]
        return numbers if any(numbers) else []

    @property
    def is_indexed(self):
        """Return whether M0 is added to a register number."""
        return any(v.place in INDEXING for v in self.op.values)

    @property
    def has_row(self):
        """Return whether a function runs a whole row of lanes."""
        floats = {v.width for v in self.op.values if v.kind in ("f", "bf")}
        plain = self.op.shape in ("", "gather", "scatter") and not self.op.note("order any")
        return not self.scalar and plain and floats <= {16, 32} and self.float_bits in (0, 16, 32)

    def element(self):
        """Return the body of a matrix row on bits: C and the element are passed as dwords."""
        third, signs = self.arguments()[2], ", neg" * (len(self.op.sources) > 3)
        word = "u32" if third == "f32" else "u16"
        c, bits = ("(i32)c", "") if third == "i32" else (f"({third}){{ ({word})c }}", ".bits")
        return ELEMENT(name=self.name, body=self.body, c=c, signs=signs, bits=bits)

    def functions(self):
        """Return the C functions of the row."""
        if self.op.shape == "matrix":
            return self.element()
        if self.op.shape in ("control", "across") or self.op.memory:
            return ""
        text = ONE(name=self.name, fp="" if self.float_bits else "(void)fp; ", does=self.statement())
        text += self.row() * self.has_row + f"LANE({self.name})\n" * bool(self.scalar or self.float_bits)
        if self.sat and not self.float_bits:
            text += SATURATED(name=self.name, does=self.statement(True))
        return text

    def row(self):
        """Return the C line that defines the function for a row of lanes."""
        fused = "_FMA" * bool(self.owner.note("fused"))
        if self.op.note("wide") or self.owner.note("wide"):
            return self.wide_row(f"ROW_WIDE{fused}" + "_TO_ZERO" * bool(self.op.note("to zero")))
        if self.only_f32 and not fused and not self.op.note("ulp"):
            return f"ROW_NUMBERS({self.name}, {(1 << len(read_values(self.op))) - 1})\n"
        return f"ROW{fused or '_FLOAT' * bool(self.float_bits)}({self.name})\n"

    @property
    def only_f32(self):
        """Return whether the body receives and returns only f32."""
        return all(v.type == "f32" for v in self.values) and all(
            self.source_type(v) == "f32" for v in read_values(self.op)
        )

    def wide_row(self, row):
        """Return the C line of a row of f16 lanes, whose sources are widened to f32 first.
        The macro takes the f16 sources, the values in a lane, and whether the result is f16."""
        values, result = list(enumerate(read_values(self.op))), self.values[0]
        halves, half = [n for n, v in values if self.packed or self.source_type(v) == "f16"], result.type == "f16"
        sources = [GET_WIDE(n=n) if n in halves else self.argument(n, v, "LOW") for n, v in values]
        x = self.converted(result.type, f"{self.body}({', '.join(['fp', *sources])})")
        _, kind, destination = self.members()[0]
        return WIDE(name=self.name, does=PUT_WIDE(x=x) if half else self.store(kind, destination, x, False), row=row,
                    sources=sum(1 << n for n in halves), each=1 + self.packed, half=str(half).lower())

    def flags(self):
        """Return {member of struct op: its bit or number}."""
        return {**self.value_flags(), **self.note_flags(), **self.number_flags(), **self.undefined_bits()}

    def value_flags(self):
        """Return the flags that the values of the row determine."""
        op, last = self.op, [r for r in self.op.results if not r.special][:1]
        return {
            "packed": any(v.count == 2 and v.width == 16 for v in op.sources),
            "result_packed": any(r.count == 2 and r.width == 16 for r in op.results),
            # RDNA3 ISA, 16.8 V_CVT_I32_F32
            "clamp_inexact": bool(self.float_bits) and any(r.kind in ("u", "i") for r in last),
            "mix": any(v.kind == "mix" for v in op.sources),
            "keep": any(r.half in ("keep", "lo") for r in last),
            "zero": any(r.half == "zero" for r in last),
            "high": any(r.half == "hi" for r in last),
            "nonzero_scc": any(r.word == "scc?" for r in op.results),
            "cmpx": any(r.kind == "cmpx" for r in op.results),
            "brain": any(r.kind == "bf" for r in last),
            "gathers": op.shape == "gather",
            "selects_lane": op.shape == "across" and any(v.scalar for v in op.sources[1:2]),
            "reads_vcc": any(v.kind == "vcc" for v in op.sources),
            "reads_m0": any(v.kind == "m0" for v in op.sources),
        }

    def note_flags(self):
        """Return the flags that the notes determine."""
        return {member: bool(self.op.note(member.replace("_", " "))) for member in NOTED}

    def number_flags(self):
        """Return the numeric members: the tolerance, M0 indexing, unsigned sources, the old destination."""
        op = self.op
        by_m0 = lambda values: next((INDEXING[v.place] for v in values if v.place in INDEXING), 0)
        vop3p = any(e == "vop3p" for c in op.cells.values() for e, _ in c.places)
        is_unsigned = lambda v: v.kind in ("u", "i") or (vop3p and not self.float_bits)
        return {
            "ulp": op.note("ulp") or 0,
            "index_source": by_m0(op.sources),
            "index_result": by_m0(op.results),
            "unsigned_sources": sum(is_unsigned(v) << n for n, v in enumerate(op.sources)),
            "reads_old": next((n + 1 for n, v in enumerate(op.sources) if v.kind == "d"), 0),
        }

    def undefined_bits(self):
        """Return how undefined bits of the sources reach the result (model/pipeline/undefined.c).
        The notes are those of the row with the body; an integer compare needs none."""
        notes, values = self.owner.note, [v for v in self.op.sources if not v.special]
        sources = lambda word: sum(1 << int(n) for n in str(notes(word) if notes(word) is not None else ""))
        compares = self.op.shape == "" and all(r.kind in ("mask", "cmpx", "scc") for r in self.op.results)
        integers = bool(values) and all(v.kind in ("u", "i") for v in values)
        spread = next((word for word in SPREADS if notes(word)), "compare" if compares and integers else "all")
        return {"spread": f"SPREAD_{spread.upper()}", "steering": sources("by"), "negative": sources("minus"),
                "is_signed": any(v.kind == "i" for v in values)}

    def access(self):
        """Return the members of struct access."""
        m = self.op.memory
        if not m:
            return []
        bits = re.search(r"(\d+)(?:x(\w)(\d+))?", m.size)
        image = all(encoding == "mimg" for cell in self.op.cells.values() for encoding, _ in cell.places)
        width = size_bits(m) if not bits else int(bits[1]) * int(bits[3]) if bits[3] else int(bits[1])
        half = {"lo": 1, "hi": 2}.get(m.to.half if m.to else "", 2 if m.size.endswith(".hi") else 0)
        formatted = len(m.size.split()[1]) if m.size.startswith("format") else 0
        if formatted == 1 and "d16" in m.words:
            half = 2 if "hi" in m.words else 1
        members = {"bits": width, "formatted": formatted, "d16": "d16" in m.words, "sign": m.size[:1] == "i",
                   "half": half, "count": 1 + m.x2,
                   "stride": m.stride * width // 8, "rtn": m.rtn, "buffer": "buffer" in m.words,
                   "scratch": "scratch" in m.words, "addtid": "addtid" in m.words}
        if image:
            members |= {"image": True, "mip": "mip" in m.words, "raw": "pck" in m.words, "sign": "sgn" in m.words,
                        "info": "resinfo" in m.words, "fragments": "msaa" in m.words}
        if m.verb == "sample":
            members["sampled"] = " | ".join(name for word, name in SAMPLE_FLAGS.items() if word in m.words) or 0
        if m.verb == "atomic":
            queue = m.combine in ("append", "consume")
            members |= {"queue": queue, "source_in_lds": "src2" in m.words, "pairs": m.combine == "condxchg32",
                        "must_return": m.combine == "csub"}
            members |= {"combine": f"{m.combine}_{m.size}", "swapped": bool(m.fields) and m.fields[0][1] == "data1"}
        if image and m.verb == "atomic":
            wide = {"bits": 64, "count": 1, "combine": f"{m.combine}_{m.size.replace('32', '64')}"}
            members["wide"] = f"&(const struct access){braced(assigned(wide))}"
        return [f".access = {braced(assigned(members))}"]

    def run(self):
        """Return the name of the C function that runs the row on a wave."""
        if any(self.place_numbers(places) for places in (QUAD, PARAMETER)):
            return f"run_{'quad' if self.place_numbers(QUAD) else 'parameter'}"
        if self.op.memory:
            return memory_function(self.op.memory)
        shape = self.op.shape or ("scalar" if self.scalar else "vector")
        return f"run_{'indexed_' * self.is_indexed}{shape}"

    def pointers(self):
        """Return the members that are functions.
        A function of one lane exists unless operands are memory, the wave or rows of lanes."""
        op, by_lane = self.op, not self.op.memory and self.op.shape not in ("control", "across", "matrix")
        members = {
            "row": (f"row_{self.name}", self.has_row and not op.memory),
            "element": (f"element_{self.name}", op.shape == "matrix"),
            "lane": (f"lane_{self.name}", by_lane and (self.scalar or self.float_bits)),
            "saturated": (f"row_sat_{self.name}", by_lane and self.sat and not self.float_bits),
            "across": (self.body, op.shape == "across"),
            "control": (self.body, op.shape == "control"),
        }
        return assigned({"run": self.run(), **{name: text for name, (text, exists) in members.items() if exists}})

    def widths(self, values):
        """Return the bits of one element of each value; packed values are pairs of 16."""
        fixed = {"bool": 1, "b64": 64}
        return braced(fixed.get(self.source_type(v), v.width if v.count == 1 else 16) for v in values)

    def operands(self):
        """Return the members with the numbers and widths of sources and results."""
        values = [v for v, destination in numbered_results(self.op) if destination != "bit"]
        members: dict = {"sources": 4 if self.op.memory else len(read_values(self.op))}
        if self.op.sources:
            members["source_bits"] = self.widths(self.op.sources)
        if values:
            members["result_bits"] = self.widths(values)
            members["result_float"] = values[0].kind in ("f", "bf")
            members["words"] = braced(max(1, v.bits // 32) for v in values)
        for name, places in (("quad", QUAD), ("parameter", PARAMETER)):
            if self.place_numbers(places):
                members[name] = braced(self.place_numbers(places))
        return assigned(members)

    def struct(self):
        """Return the row's struct op."""
        floats = {"float_bits": self.float_bits} if self.float_bits else {}
        flags = {name: value for name, value in self.flags().items() if value}
        members = [f'"{self.name}"', *self.pointers(), *assigned(floats), *self.access(), *self.operands()]
        return OP(name=self.name, members=", ".join([*members, *assigned(flags)]))


def assigned(members):
    """Return designated initialisers of {member: value}."""
    return [f".{name} = {value if isinstance(value, str) else int(value)}" for name, value in members.items()]


def braced(values):
    """Return values in braces: '{ 1, 2 }'."""
    return "{ " + ", ".join(map(str, values)) + " }"


def write(spec, out, model):
    """Write build/rows_FILE.h and rows_FILE.inc, and return the names of the bound rows."""
    defined = defined_names(model)
    bound = {stem: [] for stem in defined}
    for old_file in out.glob("rows_*"):
        if old_file.stem.removeprefix("rows_") not in defined:
            old_file.unlink()                                             # its body file was removed
    for op in spec.ops.values():
        stem = body_file(op, defined)
        if stem:
            bound[stem].append(Bound(op, spec.ops))
    for stem, rows in bound.items():
        owners = {row.owner.name: row.owner for row in rows if not row.op.memory}
        owner_rows = [Bound(owner, spec.ops) for owner in owners.values()]
        structures = sorted({owner_row.structure() for owner_row in owner_rows})
        prototypes = [owner_row.prototype() for owner_row in owner_rows]
        write_if_changed(out / f"rows_{stem}.h", "".join([*structures, *prototypes]))
        functions, structs = (row.functions() for row in rows), (row.struct() for row in rows)
        write_if_changed(out / f"rows_{stem}.inc", "".join([*functions, *structs]))
    return {row.name for rows in bound.values() for row in rows}
