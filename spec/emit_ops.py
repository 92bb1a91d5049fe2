"""Rows -> the join of operations and bodies: for each FILE.c of model/ with bodies, build/rows_FILE.h (prototypes,
included before the bodies) and build/rows_FILE.inc (the body put on a lane, rows of lanes, struct op).  A row whose
body stands nowhere is unbound."""
import re

from .bodies import bodies, memory_function, place
from .c_text import changed
from .rows import PARAMETER, QUAD
from .slots import destinations, is_bit, read_values

SCALAR = {"sop1", "sop2", "sopk", "sopc", "sopp", "smem"}
INDEXING = {"m0": "BY_M0", "m0.lo": "BY_M0_LOW", "m0.hi": "BY_M0_HIGH"}


def c_type(value):
    """The C type of one value as a body sees it; packed sources arrive whole."""
    if value.regs > 1:
        return "struct b128"
    if is_bit(value):
        return "bool"
    if value.kind == "mix":
        return "f32"
    if value.count > 1 or value.width in (4, 8):
        return "u32"
    return {"int": "u32"}.get(value.type, value.type)


class Bound:
    """One row joined with the body it runs."""

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
        )  # several sums in one value: the body saturates each
        self.exact = self.exact and not self.clamps

    # ---- prototype ----

    def source_type(self, v):
        if self.op.shape == "branch" and v.kind in ("vcc", "exec"):
            return "b64"
        if v.kind in ("ci", "vcc") and not self.scalar:
            return "bool"
        return c_type(v)

    def arguments(self):
        sources = self.op.sources
        if self.op.shape in ("gather", "scatter"):
            sources = sources[self.op.shape == "gather":]
            return ["int"] + [self.source_type(s) for s in sources]
        return [self.source_type(s) for s in sources]

    def members(self):
        """[(member, C type, where it goes: 'bit' or the number of a result)]"""
        if self.op.shape == "branch":
            return [("taken", "bool", "bit")]
        out = []
        for r, to in destinations(self.op):
            kind = c_type(r)
            name = (
                r.kind
                if r.special
                else (r.place.replace(".", "_") if r.place and any(m == "d" for m, *_ in out) else "d")
            )
            out.append((name, "i64" if self.exact and not is_bit(r) and not r.special else kind, to))
        return out

    def prototype(self):
        op = self.op
        if op.shape == "control":
            return f"static void {self.name}(struct wave *, const struct inst *);\n"
        if op.shape == "across":
            return f"static void {self.name}(struct wave *, const struct inst *, struct lanes *);\n"
        if op.shape == "matrix":
            more = ", ".join(self.arguments()[2:])
            return f"static {c_type(self.values[0])} {self.name}(struct slack *, const u32 *, const u32 *, {more});\n"
        mode = ["MODE"] * bool(self.float_bits)
        if op.shape in ("gather", "scatter"):
            return f"static int {self.name}({', '.join(self.arguments())});\n"
        members = self.members()
        result, struct = (members[0][1] if members else "void"), ""
        if len(members) > 1:
            result = f"struct {self.name}"
            struct = f"{result} {{ {' '.join(f'{t} {m};' for m, t, _ in members)} }};\n"
        return f"{struct}INLINE {result} {self.name}({', '.join(mode + self.arguments() + ['bool'] * bool(self.clamps)) or 'void'});\n"

    # ---- one lane ----

    def argument(self, n, v, half):
        if v.kind == "lane":
            return "(u32)l"
        if self.packed and v.count > 1:
            bits = f"(u16)(o->s[{n}][0][l]{' >> 16' * (half == 'HIGH')})"
            kind = self.ops[self.body].sources[n].kind if n < len(self.ops[self.body].sources) else v.kind
            return f"({{ ({kind}16){{ {bits} }}; }})" if kind in ("f", "bf") else f"({kind}16){bits}"
        kind = self.source_type(v)
        get = {
            "bool": f"BIT({n})",
            "f32": f"F32_({n})",
            "f64": f"F64_({n})",
            "f16": f"F16_({n})",
            "bf16": f"BF16_({n})",
            "u64": f"S64({n})",
            "b64": f"S64({n})",
            "i64": f"(i64)S64({n})",
            "struct b128": f"B128({n})",
        }.get(kind, f"({kind})S32({n})")
        return get + " + (u32)o->offset" * ("+offset" in v.place)

    def call(self, half="LOW", saturate=False):
        op = self.op
        first = op.shape == "scatter"  # source 0 is the value that moves; it stands among the results
        args = [self.argument(n, v, half) for n, v in enumerate(read_values(op))][first:]
        if op.shape == "gather":
            args[0] = "l"
        elif op.shape == "scatter":
            args.insert(0, "l")
        return f"{self.body}({', '.join(['fp'] * bool(self.float_bits) + args + [str(saturate).lower()] * bool(self.clamps))})"

    def put(self, kind, to, x, saturate):
        if to == "bit":
            return f"o->bit[l] = {x};"
        if kind == "i64" and self.exact:
            r = next(v for v, number in destinations(self.op) if number == to)
            wrapped = f"SAT_{r.kind.upper().replace('B', 'U')}{r.width}({x})" if saturate else x
            return (
                f"o->d[{to}][0][l] = (u32){wrapped}{' & 0xffff' * (r.width == 16)};"
                if r.width <= 32
                else f"PUT64({to}, (u64)({wrapped}));"
            )
        if kind == "struct b128":
            return f"{{ struct b128 q = {x}; for (int k = 0; k < 4; k++) o->d[{to}][k][l] = q.w[k]; }}"
        if kind == "f16" and any(v.kind == "mix" for v in self.op.sources):
            x = f"cvt_f16_f32(fp, {x})"                     # the mix bodies are those of f32
        x = f"({x}).bits" if kind[0] == "f" or kind == "bf16" else x
        return (
            f"PUT64({to}, (u64){x});"
            if kind.endswith("64")
            else f"o->d[{to}][0][l] = (u32){x}{' & 0xffff' * kind.endswith('16')};"
        )

    def packed_put(self, saturate):
        r = self.values[0]
        one = lambda half: (
            f"SAT_{r.kind.upper()}16({self.call(half)})"
            if saturate
            else f"{self.call(half)}{'.bits' * (r.kind in ('f', 'bf'))}"
        )
        return f"o->d[0][0][l] = (u16){one('LOW')} | (u32)(u16){one('HIGH')} << 16;"

    def statement(self, saturate=False):
        members = self.members()
        if self.op.shape in ("gather", "scatter"):
            return f"o->d[0][0][l] = (u32){self.call()};"
        if self.packed:
            return self.packed_put(saturate)
        if len(members) == 1:
            return self.put(members[0][1], members[0][2], self.call(saturate=saturate), saturate)
        does = f"struct {self.body} r = {self.call()};"
        for m, t, to in members:
            x = f"r.{m}"
            if saturate and m == "d" and any(n == "co" for n, *_ in members):
                x = (
                    "SAT_SUM64(r.d, r.co)"
                    if t == "i64"
                    else f"(r.co ? {'0' if self.op.note('borrow') else f'({t})-1'} : r.d)"
                )  # the only way out of range is the carry's or borrow's
            does += " " + self.put(t, to, x, saturate)
        return does

    # ---- the struct op ----

    def lent(self, places):
        """[number of the place + 1, by source] when some source comes from one of `places`, else []."""
        found = [places.index(v.place) + 1 if v.place in places else 0 for v in self.op.sources]
        return found if any(found) else []

    @property
    def is_indexed(self):
        return any(v.place in INDEXING for v in self.op.values)

    @property
    def has_row(self):
        floats = {v.width for v in self.op.values if v.kind in ("f", "bf")}
        plain = self.op.shape in ("", "gather", "scatter") and not self.op.note("order any")
        return not self.scalar and plain and floats <= {16, 32} and self.float_bits in (0, 16, 32)

    def element(self):
        """A matrix row's body on bits: C comes and the element goes as a word."""
        third, signs = self.arguments()[2], ", neg" * (len(self.op.sources) > 3)
        c, bits = (
            ("(i32)c", "") if third == "i32" else (f"({third}){{ ({'u16' if third != 'f32' else 'u32'})c }}", ".bits")
        )
        call = f"{self.body}(d, a, b, {c}{signs}){bits}"
        return f"static u32 element_{self.name}(struct slack *d, const u32 *a, const u32 *b, u32 c, u32 neg) {{ (void)neg; return (u32){call}; }}\n"

    def functions(self):
        if self.op.shape == "matrix":
            return self.element()
        if self.op.shape in ("control", "across") or self.op.memory:
            return ""
        fp = "" if self.float_bits else "(void)fp; "
        text = f"ONE({self.name}) {{ {fp}{self.statement()} }}\n"
        row = "ROW_FMA" if self.owner.note("fused") else "ROW"
        text += f"{row}({self.name})\n" * self.has_row + f"LANE({self.name})\n" * bool(self.scalar or self.float_bits)
        if self.sat and not self.float_bits:
            text += f"ONE(sat_{self.name}) {{ (void)fp; {self.statement(True)} }}\nROW(sat_{self.name})\n"
        return text

    def flags(self):
        vop3p = any(e == "vop3p" for c in self.op.cells.values() for e, _ in c.places)
        op, last = self.op, [r for r in self.op.results if not r.special][:1]
        yield "packed", any(v.count == 2 and v.width == 16 for v in op.sources)
        yield "result_packed", any(r.count == 2 and r.width == 16 for r in op.results)
        yield (
            "clamp_inexact",
            bool(self.float_bits) and any(r.kind in ("u", "i") for r in last),
        )  # RDNA3 ISA, 16.8 V_CVT_I32_F32
        yield "reversed_shift", bool(op.note("reversed"))
        yield "mix", any(v.kind == "mix" for v in op.sources)
        yield "keep", any(r.half in ("keep", "lo") for r in last)
        yield "zero", any(r.half == "zero" for r in last)
        yield "high", any(r.half == "hi" for r in last)
        yield "nonzero_scc", any(r.word == "scc?" for r in op.results)
        yield "cmpx", any(r.kind == "cmpx" for r in op.results)
        yield "bc_fi", bool(op.note("bc fi"))
        yield "reads_off", bool(op.note("reads off"))
        yield "flush", bool(op.note("flush"))
        yield "trans", bool(op.note("trans"))
        yield "brain", any(r.kind == "bf" for r in last)
        yield "order_any", bool(op.note("order any"))
        yield "select", bool(self.owner.note("select"))
        yield "ulp", op.note("ulp") or 0
        yield "index_source", next((INDEXING[v.place] for v in op.sources if v.place in INDEXING), 0)
        yield "index_result", next((INDEXING[v.place] for v in op.results if v.place in INDEXING), 0)
        yield (
            "unsigned_sources",
            sum((v.kind in ("u", "i") or (vop3p and not self.float_bits)) << n for n, v in enumerate(op.sources)),
        )
        yield "reads_old", next((n + 1 for n, v in enumerate(op.sources) if v.kind == "d"), 0)

    def access(self):
        m = self.op.memory
        if not m:
            return []
        bits = re.search(r"(\d+)(?:x(\w)(\d+))?", m.size)
        width = int(bits[1]) * int(bits[3]) if bits[3] else int(bits[1])
        half = {"lo": 1, "hi": 2}.get(m.to.half if m.to else "", 2 if m.size.endswith(".hi") else 0)
        parts = [f".bits = {width}", f".sign = {int(m.size[0] == 'i')}", f".half = {half}", f".count = {1 + m.x2}",
                 f".stride = {m.stride * width // 8}", f".rtn = {int(m.rtn)}", f".buffer = {int('buffer' in m.words)}"]
        if m.to and not m.to.half:
            parts.append(f".to_bits = {m.to.width}")
        if m.verb == "atomic":
            parts.append(f".combine = {m.combine}_{m.size}")
            parts.append(f".swapped = {int(bool(m.fields) and m.fields[0][1] == 'data1')}")
        return [f".access = {{ {', '.join(parts)} }}"]

    def run(self):
        if any(self.lent(place) for place in (QUAD, PARAMETER)):
            return f"run_{'quad' if self.lent(QUAD) else 'parameter'}"
        if self.op.memory:
            return memory_function(self.op.memory)
        shape = self.op.shape or ("scalar" if self.scalar else "vector")
        return f"run_{'indexed_' * self.is_indexed}{shape}"

    def struct(self):
        values = [v for v, to in destinations(self.op) if to != "bit"]
        parts = [f'"{self.name}"', f".run = {self.run()}"]
        parts += [f".row = row_{self.name}"] * (self.has_row and not self.op.memory)
        joined = not self.op.memory and self.op.shape not in ("control", "across", "matrix")
        parts += [f".element = element_{self.name}"] * (self.op.shape == "matrix")
        parts += [f".lane = lane_{self.name}"] * (joined and bool(self.scalar or self.float_bits))
        parts += [f".saturated = row_sat_{self.name}"] * (joined and self.sat and not self.float_bits)
        parts += [f".across = {self.body}"] * (self.op.shape == "across") + [f".control = {self.body}"] * (
            self.op.shape == "control"
        )
        parts += [f".float_bits = {self.float_bits}"] * bool(self.float_bits) + self.access()
        widths = lambda vs: (
            "{ "
            + ", ".join(
                str({"bool": 1, "b64": 64}.get(self.source_type(v), v.width if v.count == 1 else 16)) for v in vs
            )
            + " }"
        )
        parts.append(f".sources = {4 if self.op.memory else len(read_values(self.op))}")
        if self.op.sources:
            parts.append(f".source_bits = {widths(self.op.sources)}")
        if values:
            parts.append(f".result_bits = {widths(values)}")
            parts.append(f".result_float = {int(values[0].kind in ('f', 'bf'))}")
            parts.append(f".words = {{ {', '.join(str(max(1, v.bits // 32)) for v in values)} }}")
        parts += [
            f".{name} = {{ {', '.join(map(str, found))} }}"
            for name, found in (("quad", self.lent(QUAD)), ("parameter", self.lent(PARAMETER)))
            if found
        ]
        parts += [f".{k} = {v if isinstance(v, str) else int(v)}" for k, v in self.flags() if v]
        return f"const struct op bound_{self.name} = {{ {', '.join(parts)} }};\n"


def write(spec, out, model):
    """Writes build/rows_FILE.h and rows_FILE.inc; returns the names of the bound rows."""
    defined, bound = bodies(model), {}
    for left in out.glob("rows_*"):
        if left.stem.removeprefix("rows_") not in defined:
            left.unlink()                                             # of a body file that is gone
    for op in spec.ops.values():
        stem = place(op, defined)
        if stem:
            bound.setdefault(stem, []).append(Bound(op, spec.ops))
    for stem in defined:
        mine = bound.get(stem, [])
        head, seen = "", set()
        for b in mine:
            owner = Bound(b.owner, spec.ops)
            if b.op.memory or owner.name in seen:
                continue
            seen.add(owner.name)
            head += owner.prototype()
        changed(out / f"rows_{stem}.h", head)
        changed(out / f"rows_{stem}.inc", "".join(b.functions() for b in mine) + "".join(b.struct() for b in mine))
    return {b.name for mine in bound.values() for b in mine}
