# The functions the pseudocode calls by name, as expressions over the runtime of lanes.py or rows.py.
import re

from .exact import FORMATS
from .values import Ex

PURE = {          # name -> template over {x} with the format's constants, result kind and width
    "isNAN": ("(({x} & {mag}) > {inf})", ("bool", 1)),
    "isSignalNAN": ("((({x} & {mag}) > {inf}) & (({x} & {quiet}) == 0))", ("bool", 1)),
    "isQuietNAN": ("((({x} & {mag}) > {inf}) & (({x} & {quiet}) != 0))", ("bool", 1)),
    "sign": ("({x} >> {top})", ("u", 1)),
    "exponent": ("(({x} & {inf}) >> {fraction})", ("i", 32)),
    "cvtToQuietNAN": ("({x} | {quiet})", None),
    "abs": ("({x} & {mag})", None),
}
UNARY = {"trunc", "floor", "ceil", "even", "fract", "mantissa", "sqrt", "log2", "exp2", "sin_turns", "cos_turns",
         "rcp", "rsq"}
CONVERT = re.compile(r"(bf|[uif])(\d+)_to_(bf|[uif])(\d+)$")


def call(compiler, name, values):
    """The expression for a call of a known function, or None when `name` is not one."""
    lane = any(v.lane for v in values)
    if name in PURE:
        return _pure(name, values[0])
    if name in UNARY:
        x = values[0]
        f = compiler.format(x)
        return Ex(f"f_{name}({f}, {x.code}, e)", x.k, x.w, lane)
    if name == "fma":
        w = max(v.w for v in values)
        a, b, c = (compiler.to_type(v, v.k, w) for v in values)
        return Ex(f"ffma({compiler.format(a)}, {a.code}, {b.code}, {c.code}, e)", a.k, w, lane)
    if name == "ldexp":
        x, n = values
        n = compiler.fit(n, 32)
        return Ex(f"f_ldexp({compiler.format(x)}, {x.code}, {n.code}, e)", x.k, x.w, lane)
    if name == "pow":
        return Ex(f"f_exp2({compiler.format(values[1])}, {values[1].code}, e)", values[1].k, values[1].w, lane)
    if name == "frexp_exponent":
        return Ex(f"frexp_exponent({compiler.format(values[0])}, {values[0].code}, e)", "i", 32, lane)
    if name == "signext":
        x = compiler.fit(Ex(values[0].code, "i", values[0].w, lane), 64)
        return Ex(x.code, "i", 64, lane)
    if name == "signext_from_bit":
        x, n = values
        return Ex(f"sign_from_bit({x.code}, {n.code}, {x.w})", "i", x.w, lane)
    if name in ("f32_to_snorm", "f16_to_snorm", "f32_to_unorm", "f16_to_unorm"):
        x = values[0]
        return Ex(f"f_norm({compiler.format(x)}, {x.code}, {name.endswith('snorm')}, e)", "b", 16, lane)
    if name in ("v_cvt_i16_f32", "v_cvt_u16_f32"):
        return Ex(f"to_int(F32, {values[0].code}, 16, {name[6] == 'i'}, e)", name[6], 16, lane)
    m = CONVERT.match(name)
    if m:
        return _convert(compiler, m, values[0])
    if name in ("s_ff1_i32_b64", "s_ff1_i32_b32"):
        return Ex(f"find_first({values[0].code})", "i", 32, lane)
    if name == "bitCount":
        return Ex(f"bit_count({values[0].code})", "u", 32, lane)
    if name in ("writeableBitMask", "HwRegWriteMask"):
        return Ex(f"c.hwreg_mask({values[0].code})", "u", 32)
    return None


def _pure(name, x):
    y = x.narrow if x.narrow is not None else x
    f = FORMATS[y.k, y.w]
    mag = f.sign - 1
    template, result = PURE[name]
    if name == "exponent":
        y = x
        f = FORMATS[y.k, y.w]
        mag = f.sign - 1
    code = template.format(x=y.code, mag=hex(mag), inf=hex(f.inf), quiet=hex(f.quiet), top=f.width - 1,
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
        g = compiler.format(Ex("", kb, wb))
        if ka in ("f", "bf"):
            return Ex(f"fcvt({compiler.format(x)}, {g}, {x.code}, e)", kb, wb, lane)
        return Ex(f"from_int({g}, {x.code}, {wa}, {ka == 'i'}, e)", kb, wb, lane)
    if ka in ("f", "bf"):
        return Ex(f"to_int({compiler.format(x)}, {x.code}, {wb}, {kb == 'i'}, e)", kb, wb, lane)
    if wb > wa:
        y = compiler.fit(Ex(x.code, ka, wa, lane), wb)
        return Ex(y.code, kb, wb, lane)
    return Ex(f"saturate({x.code}, {wa}, {ka == 'i'}, {wb}, {kb == 'i'})", kb, wb, lane)
