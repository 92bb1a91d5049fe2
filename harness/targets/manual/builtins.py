"""Compiles calls of the functions that the pseudocode names to expressions over lane_runtime or row_runtime."""
import re

from .compiler_values import Ex
from .exact import FORMATS

PURE = {          # name -> template over {x} with the format's constants, result kind and width
    "isNAN": ("(({x} & {mag}) > {inf})", ("bool", 1)),
    "isSignalNAN": ("((({x} & {mag}) > {inf}) & (({x} & {quiet}) == 0))", ("bool", 1)),
    "isQuietNAN": ("((({x} & {mag}) > {inf}) & (({x} & {quiet}) != 0))", ("bool", 1)),
    "isDENORM": ("((({x} & {inf}) == 0) & (({x} & {low}) != 0))", ("bool", 1)),
    "sign": ("({x} >> {top})", ("u", 1)),
    "exponent": ("(({x} & {inf}) >> {fraction})", ("i", 32)),
    "cvtToQuietNAN": ("({x} | {quiet})", None),
    "abs": ("({x} & {mag})", None),
}
UNARY = {"trunc", "floor", "ceil", "even", "fract", "mantissa", "sqrt", "log2", "exp2", "sin_turns", "cos_turns",
         "rcp", "rsq"}
CONVERT = re.compile(r"(bf|[uif])(\d+)_to_(bf|[uif])(\d+)$")


def call(compiler, name, values):
    """Return the expression for a call of a known function, or None if the function is not known."""
    lane = any(v.lane for v in values)
    if name in PURE:
        return _pure(name, values[0])
    if name in UNARY:
        return _unary(compiler, name, values[0])
    if name in SPECIAL:
        return SPECIAL[name](compiler, values, lane)
    m = CONVERT.match(name)
    if m:
        return _convert(compiler, m, values[0])
    return None


def _unary(compiler, name, x):
    return Ex(f"f_{name}({compiler.float_format_name(x)}, {x.code}, e)", x.k, x.w, x.lane)


def _fma(compiler, values, lane):
    w = max(v.w for v in values)
    a, b, c = (compiler.to_type(v, v.k, w) for v in values)
    return Ex(f"ffma({compiler.float_format_name(a)}, {a.code}, {b.code}, {c.code}, e)", a.k, w, lane)


def _ldexp(compiler, values, lane):
    x, n = values[0], compiler.fit(values[1], 32)
    return Ex(f"f_ldexp({compiler.float_format_name(x)}, {x.code}, {n.code}, e)", x.k, x.w, lane)


def _fmas(compiler, values, lane):
    """Compile fma(a, b, c) * 2**n, rounded once."""
    a, b, c, n = values
    n = compiler.fit(n, 32)
    code = f"f_fmas({compiler.float_format_name(a)}, {a.code}, {b.code}, {c.code}, {n.code}, e)"
    return Ex(code, a.k, a.w, lane or n.lane)


def _quotient_denormal(compiler, values, lane):
    a, b = (compiler.to_type(v, "f", values[1].w) for v in values)
    return Ex(f"quotient_denormal({compiler.float_format_name(a)}, {a.code}, {b.code})", "bool", 1, lane)


def _signext(compiler, values, lane):
    x = compiler.fit(Ex(values[0].code, "i", values[0].w, lane), 64)
    return Ex(x.code, "i", 64, lane)


def _norm(signed):
    return lambda compiler, v, lane: Ex(
        f"f_norm({compiler.float_format_name(v[0])}, {v[0].code}, {signed}, e)", "b", 16, lane)


def _to_16(kind):
    return lambda compiler, v, lane: Ex(f"to_int(F32, {v[0].code}, 16, {kind == 'i'}, e)", kind, 16, lane)


def _find_first(compiler, v, lane): return Ex(f"find_first({v[0].code})", "i", 32, lane)


SPECIAL = {  # name -> how to build the call
    "fma": _fma,
    "fmas": _fmas,
    "quotient_denormal": _quotient_denormal,
    "ldexp": _ldexp,
    "signext": _signext,
    "pow": lambda compiler, v, lane: _unary(compiler, "exp2", v[1]),  # every pow of the text has base 2
    "frexp_exponent": lambda compiler, v, lane: Ex(
        f"frexp_exponent({compiler.float_format_name(v[0])}, {v[0].code}, e)", "i", 32, lane
    ),
    "signext_from_bit": lambda compiler, v, lane: Ex(
        f"sign_from_bit({v[0].code}, {v[1].code}, {v[0].w})", "i", v[0].w, lane
    ),
    "f32_to_snorm": _norm(True),
    "f16_to_snorm": _norm(True),
    "f32_to_unorm": _norm(False),
    "f16_to_unorm": _norm(False),
    "v_cvt_i16_f32": _to_16("i"),
    "v_cvt_u16_f32": _to_16("u"),
    "s_ff1_i32_b64": _find_first,
    "s_ff1_i32_b32": _find_first,
    "f32_to_u8": lambda compiler, v, lane: Ex(f"to_u8(F32, {v[0].code}, e)", "u", 8, lane),
    "bitCount": lambda compiler, v, lane: Ex(f"bit_count({v[0].code})", "u", 32, lane),
    "writeableBitMask": lambda compiler, v, lane: Ex(f"c.hwreg_mask({v[0].code})", "u", 32),
    "HwRegWriteMask": lambda compiler, v, lane: Ex(f"c.hwreg_mask({v[0].code})", "u", 32),
}


def _pure(name, x):
    y = x.narrow if x.narrow is not None else x
    f = FORMATS[y.k, y.w]
    mag = f.sign - 1
    template, result = PURE[name]
    if name == "exponent":
        y = x
        f = FORMATS[y.k, y.w]
        mag = f.sign - 1
    code = template.format(x=y.code, mag=hex(mag), inf=hex(f.inf), quiet=hex(f.quiet), top=f.width - 1, low=hex(f.low),
                           fraction=f.fraction)
    k, w = result or (y.k, y.w)
    out = Ex(code, k, w, y.lane)
    if result is None and x.narrow is not None:
        F = {16: "F16", 32: "F32", 64: "F64"}
        return Ex(f"fwiden({F[y.w]}, {F[x.w]}, {code})", x.k, x.w, x.lane, narrow=out)
    return out


def _convert(compiler, m, x):
    ka, wa, kb, wb = m[1], int(m[2]), m[3], int(m[4])
    x = compiler.to_type(x, ka, wa)
    lane = x.lane
    if kb in ("f", "bf"):
        g = compiler.float_format_name(Ex("", kb, wb))
        if ka in ("f", "bf"):
            return Ex(f"fcvt({compiler.float_format_name(x)}, {g}, {x.code}, e)", kb, wb, lane)
        return Ex(f"from_int({g}, {x.code}, {wa}, {ka == 'i'}, e)", kb, wb, lane)
    if ka in ("f", "bf"):
        return Ex(f"to_int({compiler.float_format_name(x)}, {x.code}, {wb}, {kb == 'i'}, e)", kb, wb, lane)
    if wb > wa:
        y = compiler.fit(Ex(x.code, ka, wa, lane), wb)
        return Ex(y.code, kb, wb, lane)
    return Ex(f"saturate({x.code}, {wa}, {ka == 'i'}, {wb}, {kb == 'i'})", kb, wb, lane)
