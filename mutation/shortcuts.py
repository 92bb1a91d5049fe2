"""Proofs about host shortcuts (model/float/float_fast.h): a mutant that only doubts more lanes, or other ones than it
need, gives no other result, because such lanes are done again exactly.  Every argument of the changed function is
tried, or else of each function that calls it; of what rows of widened f16 call, in both ways it may be called."""
from __future__ import annotations

import ctypes
import re
import tempfile
from functools import cache
from pathlib import Path

from ..model import build as model_build
from ..model.build import MODEL, ROOT
from ..spec import load
from . import library as mutation
from . import source
from . import substitute as mutate

FILE = MODEL / "float" / "float_fast.h"
BITS = {"u8": 8, "u16": 16, "u32": 32, "i16": 16, "i32": 32, "f16": 16, "f32": 32, "float": 32}
FLOATS = "f16", "f32"
UNROUNDED = "mul_f16", "again_f16"                     # a product that is a source again is rounded by the latter
WIDEST = 32                                            # bits of all parameters together
PASTED = {"name##_f16": [f"{name}_f16" for name in ("trunc", "floor", "ceil", "rndne")]}
FLAGS = "-std=gnu11 -w -fPIC -shared -fwrapv -ffp-contract=off -O3 -march=native -Werror=implicit-function-declaration"
SETTINGS = "denorm", "round"                           # what shortcuts ask of MODE

# What a row of widened f16 has of one; such a row is done again where a result is no number or becomes none (lanes.h).
HEAD = """#include <string.h>
#include "float.h"
static inline f16 widened(u32 bits)
{
    const u32 size = bits & 0x7fff, least = bits_of((float)(i32)size * 0x1p-24f);
    const u32 more = (size << 13) + (112u << 23) + if_(size > 0x7bff, 112u << 23);
    return (f16){ .wide = float_of((bits & 0x8000) << 16 | if_(size > 0x3ff, more) | if_(size <= 0x3ff, least)) };
}
static inline u32 rounded(MODE, f16 r)
{
    const u32 bits = bits_of(r.wide), size = bits & 0x7fffffff;
    const u32 more = ((size + 0xfff + (size >> 13 & 1)) >> 13) - (112u << 10);
    const u32 least = bits_of(float_of(if_(size < 0x38800000, size)) + 0.5f) - 0x3f000000;
    fp->odd |= size >= 0x477ff000;
    return (bits >> 16 & 0x8000) | if_(size >= 0x38800000, more) | if_(size < 0x38800000, least);
}
/* Of two f16: 22 bits at most, no less than 2^-48. */
static inline f16 product(MODE, u32 bits)
{
    fp->odd |= (u32)size_of(bits) - 1 < 0x27800000 - 1;
    return (f16){ .wide = float_of(bits & ~3u) };
}
"""
SIDE = """
void {side}_{name}(u32 first, u32 denorm, u32 rounding, u32 *restrict made, u32 *restrict odd)
{{
    for (u32 l = 0; l < CHUNK; l++) {{
        struct fp own = {{ .round = {{ (u8)rounding, (u8)rounding }}, .denorm = {{ denorm & 3, (u8)(denorm >> 2) }},
                          .dx10_clamp = true, .ieee = true, .fma = true, {how} }}, *fp = &own;
        const u32 x = first + l * STEP;
        const __typeof__({call}) r = {call};
        made[l] = {bits};
        odd[l] = own.odd;
    }}
}}
"""
# Where the changed shortcut does not doubt, it must be what the right one gives, or else what the exact way does.
BOTH = """#include "types.h"
typedef void side(u32, u32, u32, u32 *restrict, u32 *restrict);
int alike(side right, side changed, side exact, u32 from, u64 count, u32 denorm, u32 rounding)
{
    static _Thread_local u32 a[CHUNK], b[CHUNK], c[CHUNK], odd[CHUNK], doubt[CHUNK], none[CHUNK];
    for (u64 n = 0; n < count; n += CHUNK) {
        const u32 x = from + (u32)n * STEP;
        right(x, denorm, rounding, a, odd);
        changed(x, denorm, rounding, b, doubt);
        u32 bad = 0;
        for (int l = 0; l < CHUNK; l++) bad |= (u32)(doubt[l] == 0) & ((odd[l] != 0) | (a[l] != b[l]));
        if (!bad) continue;
        if (!exact) return 0;
        exact(x, denorm, rounding, c, none);
        for (int l = 0; l < CHUNK; l++) if (!doubt[l] && b[l] != c[l]) return 0;
    }
    return 1;
}
"""
CHUNK = 4096
# what is tried, as the distance of arguments and the first ones: coarsely, about the powers of two, and everything
STEPS = (10007, (0,)), (1 << 20, range(-3, 4)), (1, (0,))


def functions() -> dict[str, source.Function]:
    """{name: definition} of the header, one a format where a macro pastes it together."""
    found = {}
    for f in source.functions(FILE):
        names = PASTED.get(f.name) or ([f.name.replace("##T", kind) for kind in FLOATS] if "##" in f.name else [f.name])
        found |= dict.fromkeys(names, f)
    return found


def types_of(f: source.Function, name: str) -> list[str] | None:
    """Types of the parameters beside MODE; None when there are too many bits to try them all."""
    kind = name.rpartition("_")[2]
    text = re.sub(r"\bT\b", kind, f.parameters).replace("MODE", "")
    given = [part.split()[:-1] for part in text.split(",") if part.strip()]
    types = [words[-1] for words in given if words]
    known = all(one in BITS for one in types) and len(types) == len(given)
    return types if types and known and sum(BITS[one] for one in types) <= WIDEST else None


def switched(f: source.Function) -> bool:
    """Does it ask whether a shortcut is wanted?"""
    return "fp->fast" in f.body


def touches_exact(one: mutate.Mutant) -> bool:
    """Does it change what is done exactly, or when?"""
    spans = [m.span() for m in re.finditer(r"(if \(!)?fp->fast|exact_[\w#]+\([^;]*?\)(?=;|\s*:)", one.function.body)]
    return any(a < end and start < b for a, b, _ in one.edits for start, end in spans)


def callers(name: str) -> list[str] | None:
    """The functions of the header that call it; None when others do too."""
    word = re.compile(rf"\b{name}\b")
    for path in [*model_build.sources(), *model_build.headers()]:
        if path != FILE and word.search(re.sub(source.COMMENT, " ", path.read_text())):
            return None
    return [other for other, f in functions().items() if other != name and word.search(concrete(f, other))]


def concrete(f: source.Function, name: str) -> str:
    """Its body as it is for one format."""
    kind = name.rpartition("_")[2]
    return re.sub(r"##T\b", kind, f.body).replace("name##_f32", name.replace("_f16", "_f32"))


@cache
def widened() -> frozenset[str]:
    """The functions of the header that rows of widened f16 call, and those that these call."""
    own, found = functions(), set()
    bodies = {f.name: f.body for path in model_build.sources() if path.parent.name == "ops"
              for f in source.functions(path)}
    texts = [bodies[op.body] for op in load().ops.values() if op.note("wide")]
    while texts:
        new = {name for name in re.findall(r"\w+", texts.pop()) if name in own} - found
        found |= new
        texts += [concrete(own[name], name) for name in new]
    return frozenset(found)


def runs_in_two_ways(f: source.Function) -> bool:
    """Is it called with f16 as they are and widened, or told what rows and the host are: do its arguments and MODE not
    say all?"""
    names = {name for name, other in functions().items() if other.name == f.name}
    asks = re.search(r"\bf16\b|fp->(wide|plain|fma)\b", f.text[f.head:f.end])
    return f.file == FILE.name and bool(asks) and bool(names & widened())


def runs_wide(name: str) -> bool:
    """Do rows call it with f16 that are widened?"""
    f = functions()[name]
    return name in widened() and bool(re.search(r"\bf16\b|fp->wide\b", f.text[f.head:f.end]))


def call_of(name: str, f: source.Function, types: list[str], wide: bool) -> str:
    at, given = 0, ["fp"] if "MODE" in f.parameters else []
    for kind in types:
        bits = f"x >> {at} & {(1 << BITS[kind]) - 1}u"
        if kind == "f16" and wide:
            given.append("product(fp, x)" if name == "again_f16" else f"widened({bits})")
        else:
            given.append(f"({kind}){{ ({bits}) }}" if kind in FLOATS
                         else f"float_of({bits})" if kind == "float" else f"({kind})({bits})")
        at += BITS[kind]
    return f"{name}({', '.join(given)})"


def tried(name: str, f: source.Function) -> str:
    """Functions that try many arguments: by the shortcut, also of widened f16, and exactly."""
    kind = re.sub(r"INLINE|exponent", "", f.text[f.head:f.start].partition(f.name)[0]).strip(" \\\n\t{")
    kind = name.rpartition("_")[2] if kind == "T" else kind
    bits, types = {"float": "bits_of(r)", "f16": "r.bits", "f32": "r.bits"}.get(kind, "(u32)r"), types_of(f, name) or []
    text = "".join(SIDE.format(side=side, name=name, call=call_of(name, f, types, False), bits=bits, how=how)
                   for side, how in (("by_host", ".fast = true"), ("by_numbers", ".fast = false")))
    if not runs_wide(name):
        return text
    wide = bits if kind != "f16" else "bits_of(r.wide)" if name in UNROUNDED else "rounded(fp, r)"
    return text + SIDE.format(side="by_wide", name=name, call=call_of(name, f, types, True), bits=wide,
                              how=".fast = true, .plain = true, .wide = true")


class Side:
    """The header as it stands or with a mutant in it, compiled with a function that tries many arguments."""

    def __init__(self, folder: Path, text: str, name: str, step: int):
        folder.mkdir()
        for path in FILE.parent.glob("*.h"):           # a header finds its neighbours first
            (folder / path.name).write_text(text if path == FILE else path.read_text())
        (folder / "side.c").write_text(HEAD + tried(name, functions()[name]))
        define = [f"-DCHUNK={CHUNK}", f"-DSTEP={step}u"]
        (folder / "both.c").write_text(BOTH)
        include = [f"-I{folder}", *model_build.includes(ROOT / "build"), "-include", str(folder / "prelude.h")]
        (folder / "prelude.h").write_text(mutation.PRELUDE)
        model_build.run([mutation.compiler(), *FLAGS.split(), *define, *include, str(folder / "side.c"),
                         str(folder / "both.c"), str(ROOT / "build" / "libassay.a"), "-lm"], folder / "side.so")
        self.lib = ctypes.CDLL(str(folder / "side.so"))
        self.ask = self.lib.alike
        self.ask.argtypes = [ctypes.c_void_p] * 3 + [ctypes.c_uint32, ctypes.c_uint64, ctypes.c_uint32, ctypes.c_uint32]

    def at(self, name: str) -> ctypes.c_void_p:
        return ctypes.cast(getattr(self.lib, name), ctypes.c_void_p)


def agrees(one: mutate.Mutant, name: str) -> bool:
    """Does this function give the same results with the mutant in the header?"""
    f, types = one.function, types_of(functions()[name], name)
    if types is None:
        return False
    bits = sum(BITS[kind] for kind in types)
    for step, firsts in STEPS:
        with tempfile.TemporaryDirectory() as folder:
            texts = f.text, f.text[:f.start] + one.body() + f.text[f.end:]
            right, changed = (Side(Path(folder) / f"{n}", text, name, step) for n, text in enumerate(texts))
            if not all(alike(right, changed, name, first, -(-(1 << bits) // step), one) for first in firsts):
                return False
            count = -(-(1 << (WIDEST if name in UNROUNDED else bits)) // step)
            if runs_wide(name) and not all(alike_wide(right, changed, name, first, count) for first in firsts):
                return False
    return True


def alike(right: Side, changed: Side, name: str, first: int, count: int, one: mutate.Mutant) -> bool:
    """Do both sides agree on so many arguments, under every setting they ask for?"""
    exact = right.at(f"by_numbers_{name}") if switched(functions()[name]) else None
    sides = right.at(f"by_host_{name}"), changed.at(f"by_host_{name}"), exact
    denorms = (0, 1, 2, 3) if "KEEP_OUT" in one.new else (0, 3)
    return all(right.ask(*sides, first, count, d | d << 2, r) for d in denorms for r in roundings(name))


def alike_wide(right: Side, changed: Side, name: str, first: int, count: int) -> bool:
    """The same of f16 that are widened, where their subnormals are kept; of what is rounded later, by the right side
    alone."""
    known = switched(functions()[name]) and name not in UNROUNDED
    exact = right.at(f"by_numbers_{name}") if known else None
    sides = right.at(f"by_wide_{name}"), changed.at(f"by_wide_{name}"), exact
    return all(right.ask(*sides, first, count, d | 3 << 2, r) for d in (0, 3) for r in roundings(name))


def roundings(name: str) -> tuple[int, ...]:
    return (0, 3) if name == "cvt_f16_f32" else (0,)


def proved(one: mutate.Mutant) -> bool:
    """Does every result stay as it is, where it is not done again?"""
    f = one.function
    if f.file != FILE.name or one.shadow or not (switched(f) or of_host(f)) or touches_exact(one):
        return False
    return all(settled(one, name, ()) for name, other in functions().items() if other.name == f.name)


def of_host(f: source.Function) -> bool:
    """Is it a part of shortcuts alone: has it no mode, does it take the host's floats, does it say what is odd?"""
    return "MODE" not in f.parameters or bool(re.search(r"\bodd\b|\bfloat\b|\bhost|fraction", f.text[f.head:f.end]))


def settled(one: mutate.Mutant, name: str, above: tuple[str, ...]) -> bool:
    """Is the function the same, or each that calls it?"""
    if agrees(one, name):
        return True
    calling = callers(name)
    return bool(calling) and name not in above and all(settled(one, other, (*above, name)) for other in calling)
