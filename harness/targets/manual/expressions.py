"""Compiles expressions of the pseudocode to Python text: operators, selections, conversions between types."""
import re
from collections.abc import Callable
from typing import Any

from . import builtins as known, exact
from .compiler_values import (
    CONSTANTS, LANE_NAMES, MACHINE, SIZED, STATUS, Ex, Unsupported, const, float_bits, hexa, ones,
)
from .exact import FORMATS


class Expressions:
    """Compiles expression trees to Ex values. The subclass for statements provides these attributes:"""
    address_width: int
    base_array: Callable
    body: Any
    calls: Any
    lambdas: Any
    other: Any
    part: Any
    row: Any
    vars: dict
    emit: Callable
    fresh: Callable
    lane_bit: Callable
    note_read: Callable

    # ---- expressions

    def ex(self, node):
        return getattr(self, "ex_" + node[0])(node)

    def ex_number(self, node):
        text = node[1]
        if text.startswith("0x"):
            digits = re.match(r"0x[0-9a-fA-F]+", text)[0]
            value = int(digits, 16)
            suffix = text[len(digits):]
            return const(value, "u" if "U" in suffix else "i", 64 if "LL" in suffix or value > ones(32) else 32)
        m = re.match(r"([\d.]+)(ULL|LL|U|F)?$", text)
        if "." in m[1] or m[2] == "F":
            w = 32 if m[2] == "F" else 64
            return Ex(hex(float_bits(m[1], w)), "f", w, const=float_bits(m[1], w))
        return const(int(m[1]), "u" if "U" in (m[2] or "") else "i", 64 if "LL" in (m[2] or "") else 32)

    def ex_typed(self, node):
        w, rest = node[1].split("'")
        w = int(w)
        m = re.match(r"(0x[0-9a-fA-F]+|[\d.]+)(ULL|LL|U|F)?$", rest)
        if "." in m[1]:
            return Ex(hex(float_bits(m[1], w)), "f", w, const=float_bits(m[1], w))
        return const(int(m[1], 0), "u" if m[2] == "U" else "i", w)

    def ex_name(self, node):
        name = node[1]
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        if "v_" + name in self.vars:
            t = self.vars["v_" + name]
            return Ex("v_" + name, t[0], t[1], self.row, elements=t[2] if len(t) > 2 else None)
        if name in CONSTANTS:
            k, w, v = CONSTANTS[name]
            return Ex(hex(v), k, w, const=v)
        if name == "TWO_OVER_PI":
            return Ex("TWO_OVER_PI", "b", 1201)
        if name not in MACHINE:
            raise Unsupported(f"the name {name}")
        k, w = MACHINE[name]
        if name == "ADDR":
            w = self.address_width
        self.note_read(name, k, w if w <= 64 and name not in ("S0", "S1", "S2", "D0") else 32)
        return Ex(name, k, w, self.row and name in LANE_NAMES)

    def ex_member(self, node):
        name = node[2]
        if node[1] == ("name", "WAVE_MODE") or node[1] == ("name", "WAVE_STATUS"):
            if name not in STATUS:
                raise Unsupported(f"the field {name}")
            return Ex(f"c.{name}", "u", STATUS[name])
        m = SIZED.match(name)
        if not m:
            raise Unsupported(f"the member {name}")
        k, w = m[1], int(m[2])
        if node[1][0] == "name" and node[1][1] in ("INF", "NAN"):
            v = {("INF", 32): 0x7f800000, ("INF", 16): 0x7c00, ("NAN", 32): 0x7fc00000}.get((node[1][1], w))
            return Ex(hex(v), "f", w, const=v) if v else self.ex(node[1])
        if self.base_array(node[1]) and node[1][0] == "index":
            return self.load_array(node[1], k, w)
        if node[1][0] == "name" and node[1][1] in MACHINE and not self.scoped(node[1][1]):
            self.note_read(node[1][1], k, w)
            base = MACHINE[node[1][1]]
            have = self.address_width if node[1][1] == "ADDR" else base[1]
            code = node[1][1]
            if have > w:
                code = f"low({code}, {hexa(ones(w))})" if have > 64 and self.row else f"({code} & {hexa(ones(w))})"
            return Ex(code, k, w, self.row and node[1][1] in LANE_NAMES)
        x = self.as_int(self.ex(node[1]))
        return self.recast(x, k, w)

    def scoped(self, name):
        return any(name in s for s in self.scopes)

    def recast(self, x, k, w):
        """Interpret the raw bits of x as another type. They are truncated or zero-extended; signed values are
        sign-extended."""
        if x.const is not None and not x.float and k not in ("f", "bf"):
            return const(x.const, k, w)
        if w < x.w:
            y = Ex(f"low({x.code}, {hexa(ones(w))})" if x.w > 64 else f"({x.code} & {hexa(ones(w))})", k, w, x.lane)
        elif w > x.w and x.k == "i":
            y = self.fit(x, w)
            y = Ex(y.code, k, w, x.lane)
        else:
            y = Ex(x.code, k, w, x.lane, bits=min(x.bits, w))
        y.bits = min(y.bits, x.bits)
        return y

    def load_array(self, node, k, w):
        name = self.base_array(node)
        if self.row:
            raise Unsupported(f"{name} in a row")
        self.note_read(name, k, w)
        if name in ("MEM", "LDS"):
            return Ex(f"c.load({self.ex(node[2]).code}, {w // 8})", k, w)
        if name == "SGPR":
            return Ex(f"c.get_sgpr({self.ex(node[2]).code}, {w})", k, w)
        if name == "HW_REGISTERS":
            return Ex(f"c.get_hwreg({self.ex(node[2]).code})", k, 32)
        lane, register = self.ex(node[1][2]), self.ex(node[2])
        return Ex(f"c.get_vgpr({lane.code}, {register.code})", k, w)

    def ex_index(self, node):
        lane_bit = self.lane_bit(node)
        if lane_bit:
            self.note_read(lane_bit, "u", 1)
            return Ex(lane_bit, "bool", 1, self.row)
        array = self.base_array(node)
        if array:
            return self.load_array(node, "b", 32)
        if node[1] == ("name", "S"):
            i = self.ex(node[2])
            for n in ("S0", "S1", "S2"):
                self.note_read(n, "mix", 32)
            return Ex(f"(S0, S1, S2)[{i.code}]", "b", 32, self.row)
        if node[1] == ("name", "CVT_OFF_TABLE"):
            return Ex(f"off_i4({self.ex(node[2]).code})", "f", 32, self.row)
        base = self.ex(node[1])
        i = self.ex(node[2])
        if base.elements:
            if i.lane:
                return Ex(f"choose_element({base.code}, {i.code})", base.k, base.w, True)
            return Ex(f"{base.code}[{i.code}]", base.k, base.w, self.row)
        if node[1][0] == "name":
            self.note_machine_slice_read(node[1][1], (i.const + 1) if i.const is not None else 32)
        return Ex(f"low(shr({base.code}, {i.code}), 1)", "u", 1, base.lane or i.lane)

    def note_machine_slice_read(self, name, width):
        if name in MACHINE and not self.scoped(name):
            self.note_read(name, "b", width)

    def ex_slice(self, node):
        hi, lo = node[2], node[3]
        if hi[0] == lo[0] == "number" and self.ex(hi).const < self.ex(lo).const:
            base = self.ex(node[1])
            w = self.ex(lo).const + 1
            return Ex(f"reverse({base.code}, {w})", "b", w, base.lane)
        base_node, low, width = self.part(node)
        base = self.as_int(self.ex_raw(base_node, low, width))
        mask = hexa(ones(width))
        if low.const == 0:
            code = f"low({base.code}, {mask})" if base.w > 64 else f"({base.code} & {mask})"
        elif low.const is not None and base.w <= 64:
            code = f"(({base.code} >> {low.const}) & {mask})"
        else:
            code = f"low(shr({base.code}, {low.code}), {mask})"
        return Ex(code, "b", width, base.lane or low.lane)

    ex_span = ex_slice

    def ex_raw(self, node, low, width):
        """Compile the base of a slice. A source without a type is read with the width that the slice needs."""
        if node[0] == "name" and node[1] in MACHINE and not self.scoped(node[1]):
            name = node[1]
            top = low.const + width if low.const is not None else 32
            self.note_read(name, "b", top)
            w = MACHINE[name][1]
            if self.row and name in ("S0", "S1", "S2", "D0"):
                w = 128 if top > 64 else 64
            return Ex(name, "b", w, self.row and name in LANE_NAMES)
        return self.ex(node)

    def ex_concat(self, node):
        parts = [self.as_int(self.ex(p)) for p in node[1]]
        total = sum(p.w for p in parts)
        codes, at = [], total
        for p in parts:
            at -= p.w
            code = f"wide({p.code})" if total > 64 else p.code
            codes.append(f"({code} << {at})" if at else code)
        return Ex("(" + " | ".join(codes) + ")", "b", total, any(p.lane for p in parts))

    def ex_choose(self, node):
        cond = self.truth(node[1])
        a, b = self.ex(node[2]), self.ex(node[3])
        if a.float or b.float:
            w = max(a.w, b.w)
            a, b = self.to_type(a, "f", w), self.to_type(b, "f", w)
            k = a.k
        else:
            a, b = self.as_int(a), self.as_int(b)
            w = max(a.w, b.w)
            k = a.k if a.k == b.k else "u"
            a, b = self.fit(a, w), self.fit(b, w)
        if cond.lane:
            return Ex(f"pick({cond.code}, {a.code}, {b.code})", k, w, True)
        return Ex(f"({a.code} if {cond.code} else {b.code})", k, w, a.lane or b.lane)

    def ex_logic(self, node):
        a, b = self.truth(node[2]), self.truth(node[3])
        if self.row and (a.lane or b.lane):
            return Ex(f"({a.code} {'&' if node[1] == '&&' else '|'} {b.code})", "bool", 1, True)
        return Ex(f"({a.code} {'and' if node[1] == '&&' else 'or'} {b.code})", "bool", 1)

    def ex_unary(self, node):
        op = node[1]
        if op == "!":
            x = self.truth(node[2])
            return Ex(f"not_({x.code})" if x.lane else f"(not {x.code})", "bool", 1, x.lane)
        x = self.ex(node[2])
        if x.float:
            return self.negate(x) if op == "-" else x
        x = self.as_int(x)
        if op == "~":
            return Ex(f"({x.code} ^ {hexa(ones(x.w))})", x.k, x.w, x.lane)
        if op == "+":
            return x
        w = max(x.w, 32)
        if x.const is not None:
            return const(-x.const, "i", w)
        x = self.fit(x, w)
        return Ex(f"((0 - {x.code}) & {hexa(ones(w))})", "i" if x.k == "i" else x.k, w, x.lane)

    def negate(self, x):
        s = 1 << (x.w - 1)
        if x.const is not None:
            return Ex(hex(x.const ^ s), x.k, x.w, const=x.const ^ s)
        narrow = self.negate(x.narrow) if x.narrow else None
        return Ex(f"({x.code} ^ {hex(s)})", x.k, x.w, x.lane, narrow=narrow)

    def ex_binary(self, node):
        op = node[1]
        if op in ("==", "!="):
            signed_zero = self.signed_zero(node)
            if signed_zero:
                return signed_zero
        a, b = self.ex(node[2]), self.ex(node[3])
        if a.float or b.float:
            return self.float_binary(op, a, b)
        if op in ("==", "!=", "<", ">", "<=", ">="):
            return self.compare(op, a, b)
        a, b = self.as_int(a), self.as_int(b)
        if a.const is not None and b.const is not None and op in "+-*<<":
            v = {"+": a.const + b.const, "-": a.const - b.const, "*": a.const * b.const,
                 "<<": a.const << (b.const & 63)}[op]
            return const(v, a.k if a.k == b.k else "u", max(a.w, b.w, 32))
        return self.int_binary(op, a, b)

    def int_binary(self, op, a, b):
        lane = a.lane or b.lane
        if op in ("<<", ">>"):
            return self.shift(op, a, b)
        w = max(a.w, b.w)
        k = "i" if a.k == b.k == "i" else "u"
        if a.k == b.k == "b":
            k = "b"
        if op in "&|^":
            a, b = self.fit(a, w), self.fit(b, w)
            return Ex(f"({a.code} {op} {b.code})", k, w, lane)
        if op in "+-*":
            w = max(w, 32)
            a, b = self.fit(a, w), self.fit(b, w)
            if w > 64:
                return Ex(f"((wide({a.code}) {op} wide({b.code})) & {hexa(ones(w))})", k, w, lane)
            return Ex(f"(({a.code} {op} {b.code}) & {hexa(ones(w))})", k, w, lane)
        if op in "/%" and k != "i":
            a, b = self.fit(a, w), self.fit(b, w)
            return Ex(f"({a.code} {'//' if op == '/' else '%'} {b.code})", k, w, lane)
        raise Unsupported(f"{op} of {a.k}{a.w} and {b.k}{b.w}")

    def shift(self, op, a, b):
        w = a.w if a.w >= 32 or op == ">>" else 32
        a = self.fit(a, w)
        lane = a.lane or b.lane
        if op == ">>" and a.k == "i":
            return Ex(f"sra({a.code}, {b.code}, {w})", "i", w, lane)
        small = b.const is not None and b.const < 64 or b.bits <= 6
        if op == ">>":
            return Ex(f"({a.code} >> {b.code})" if small and w <= 64 else f"shr({a.code}, {b.code})", a.k, w, lane)
        if small and w <= 64:
            return Ex(f"(({self.lift(a, b)} << {b.code}) & {hexa(ones(w))})", a.k, w, lane)
        return Ex(f"shl({a.code}, {b.code}, {hexa(ones(w))})", a.k, w, lane)

    def lift(self, a, b):
        """Return the code of a shift's left operand. A constant shifted by a row becomes a uint64, since numpy would
        choose a signed type."""
        return f"u64({a.code})" if self.row and b.lane and not a.lane else a.code

    def compare(self, op, a, b):
        lane = a.lane or b.lane
        a, b = self.as_int(a), self.as_int(b)
        w = max(a.w, b.w)
        signed = a.k == b.k == "i"
        a, b = self.fit(a, w), self.fit(b, w)
        if signed and op not in ("==", "!="):
            s = 1 << (w - 1)
            ca = hexa((a.const & ones(w)) ^ s) if a.const is not None else f"({a.code} ^ {hex(s)})"
            cb = hexa((b.const & ones(w)) ^ s) if b.const is not None else f"({b.code} ^ {hex(s)})"
            return Ex(f"({ca} {op} {cb})", "bool", 1, lane)
        return Ex(f"({a.code} {op} {b.code})", "bool", 1, lane)

    def signed_zero(self, node):
        """Compile x == +0.0 or x == -0.0 with a written sign, which distinguishes the zeros (V_MIN_F32 in the CDNA
        pseudocode needs it). Return None for other comparisons."""
        z = node[3]
        if z[0] == "unary" and z[1] in "+-" and z[2][0] in ("number", "typed") and re.search(r"\d\.0", z[2][1]):
            if float(re.search(r"\d+\.\d+", z[2][1])[0]) != 0:
                return None
            x = self.ex(node[2])
            x = x.narrow or x
            return Ex(f"({x.code} {node[1]} {hexa(0 if z[1] == '+' else 1 << (x.w - 1))})", "bool", 1, x.lane)
        return None

    def float_binary(self, op, a, b):
        if op == "**":
            raise Unsupported("a power")
        lane = a.lane or b.lane
        if op in ("==", "!=", "<", ">", "<=", ">="):
            a, b = self.same_float(a, b)
            f = self.float_format_name(a)
            if op in (">", ">="):
                a, b, op = b, a, {">": "<", ">=": "<="}[op]
            name = {"<": "flt", "<=": "fle", "==": "feq", "!=": "fne"}[op]
            return Ex(f"{name}({f}, {a.code}, {b.code}, e)", "bool", 1, lane)
        w = max(a.w, b.w)
        a, b = self.to_type(a, a.k, w), self.to_type(b, b.k, w)
        name = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}[op]
        return Ex(f"{name}({self.float_format_name(a)}, {a.code}, {b.code}, e)", a.k, w, lane)

    def same_float(self, a, b):
        """Convert both operands to the narrowest format that represents both exactly."""
        for x, y in ((a, b), (b, a)):
            if x.narrow is not None:
                n = x.narrow
                if y.narrow is not None and y.narrow.w == n.w:
                    other = y.narrow
                elif y.const is not None and y.const & ones(63) in (0, 0x7ff << 52):
                    f = FORMATS[n.k, n.w]
                    other = Ex(hex((f.sign if y.const >> 63 else 0) | (f.inf if y.const & ones(63) else 0)), n.k, n.w)
                else:
                    continue
                return (n, other) if x is a else (other, n)
        w = max(a.w, b.w)
        return self.to_type(a, a.k, w), self.to_type(b, b.k, w)

    def float_format_name(self, x):
        """The name in generated code of the float format of an expression."""
        return {("f", 16): "F16", ("f", 32): "F32", ("f", 64): "F64", ("bf", 16): "BF16"}[x.k, x.w]

    def ex_cast(self, node):
        w, k = node[1].split("'")
        w, k = int(w), k.lower()
        x = self.ex(node[2])
        if k == "f":
            if not x.float:
                return self.recast(self.as_int(x), "f", w)
            return self.to_type(x, "f", w)
        if x.float:
            return self.recast(Ex(x.code, "b", x.w, x.lane), k, w)
        x = self.fit(self.as_int(x), w)
        return Ex(x.code, k, w, x.lane, const=x.const, bits=x.bits)

    def ex_call(self, node):
        name, args = node[1], node[2]
        if name in self.lambdas:
            return self.inline(name, args)
        if name in ("CalcDsAddr",):
            both = self.ex(args[1])
            self.note_read("ADDR", "b", 32)
            if both.const == 0:
                return Ex("ADDR", "u", 32)
            self.note_read("OFFSET", "b", 32)
            return Ex("((ADDR + OFFSET) & 0xffffffff)", "u", 32)
        if name.startswith("Calc"):
            self.note_read("ADDR", "b", 64)
            return Ex("ADDR", "u", 64)
        if name == "ConvertFromFormat":
            return Ex(f"c.texel.get({self.channel(args[0][2])})", "b", 32)
        if name == "ConvertToFormat":                   # the destination names the component
            return self.ex(args[0])
        values = [self.ex(a) for a in args]
        builtin_result = known.call(self, name, values)
        if builtin_result is not None:
            return builtin_result
        if self.other is None:
            raise Unsupported(f"the function {name}")
        callee = self.other(name, self.row)
        if callee is None:
            raise Unsupported(f"the function {name}")
        k, w = callee
        self.calls[name] = callee
        codes = ", ".join(self.raw(v).code for v in values)
        return Ex(f"call(c, f_{name}, {codes})", k, w, self.row)

    def channel(self, place):
        """Return the index of the texel component that a place in MEM names, as TADDR.X or addr + ChannelOffsetX(), or
        None if it names none."""
        last = place[2] if place[:2] == ("member", ("name", "TADDR")) else place[3][1] \
            if place[0] == "binary" and place[3][0] == "call" else ""
        return "XYZW".index(last[-1]) if last in tuple("XYZW") or last.startswith("ChannelOffset") else None

    def raw(self, x):
        return self.as_int(x) if x.k == "bool" else x

    results = []

    def inline(self, name, args):
        params, block = self.lambdas[name]
        scope = {}
        for p, a in zip(params, args):
            v = self.ex(a)
            local_name = self.fresh("a")
            self.emit(f"{local_name} = {v.code}")
            scope[p] = Ex(local_name, v.k, v.w, v.lane, narrow=v.narrow)
        outer = self.scopes
        self.scopes = self.scopes + [scope]
        try:
            if len(block) == 2 and block[1][0] == "value":
                return self.ex(block[1][1])
            result, kind = self.fresh("r"), [None]
            self.emit(f"{result} = 0")
            self.results = self.results + [(result, kind)]
            self.body(block, None)
            self.results = self.results[:-1]
            return Ex(result, kind[0][0], kind[0][1], self.row)
        finally:
            self.scopes = outer

    # ---- conversions between static types

    def truth(self, node):
        return self.truth_of(self.ex(node))

    def truth_of(self, x):
        if x.k == "bool":
            return x
        return Ex(f"({x.code} != 0)", "bool", 1, x.lane)

    def as_int(self, x):
        if x.k != "bool":
            return x
        return Ex(f"bit({x.code})", "u", 1, x.lane)

    def fit(self, x, w):
        """Convert an integer to another width. It is truncated, sign-extended if it is signed, or else zero-extended.
        """
        if x.k == "bool":
            x = self.as_int(x)
        if x.const is not None and not x.float:
            return const(x.const, x.k, w)
        if w == x.w:
            return x
        if w < x.w:
            code = f"low({x.code}, {hexa(ones(w))})" if x.w > 64 else f"({x.code} & {hexa(ones(w))})"
            return Ex(code, x.k, w, x.lane, bits=min(x.bits, w))
        if x.k == "i":
            s = 1 << (x.w - 1)
            if w > 64:
                return Ex(f"(((wide({x.code}) ^ {hex(s)}) - {hex(s)}) & {hexa(ones(w))})", "i", w, x.lane)
            return Ex(f"((({x.code} ^ {hex(s)}) - {hex(s)}) & {hexa(ones(w))})", "i", w, x.lane)
        return Ex(x.code, x.k, w, x.lane, bits=x.bits)

    def to_type(self, x, k, w):
        """Convert x to the type that an assignment or operand needs. Floats are converted; raw bits are not."""
        wants = k in ("f", "bf")
        if x.float and wants and (x.k, x.w) != (k, w):
            if x.narrow is not None and (x.narrow.k, x.narrow.w) == (k, w):
                return x.narrow
            if x.const is not None:
                return self.const_float(x, k, w)
            formats = f"{self.float_format_name(x)}, {self.float_format_name(Ex('', k, w))}"
            if w > x.w:
                return Ex(f"fwiden({formats}, {x.code})", k, w, x.lane, narrow=x)
            return Ex(f"fcvt({formats}, {x.code}, e)", k, w, x.lane)
        if x.float:
            return x if x.w == w else self.recast(Ex(x.code, "b", x.w, x.lane), k, w)
        y = self.fit(x, w)
        return Ex(y.code, k, w, y.lane, const=y.const if not wants else None, bits=y.bits)

    def const_float(self, x, k, w):
        v = exact.convert(FORMATS[x.k, x.w], FORMATS[k, w], x.const, exact.NEAREST)
        return Ex(hex(v), k, w, const=v)
