"""Proofs that a mutant is no other model, by a solver: its file is compiled with the mutant and without, the function
it changes, or each one that calls it, is asked of arguments that are not known, and Bitwuzla for some where they differ
(terms.py).  What is undefined in C traps, so that nothing is proved of it."""
from __future__ import annotations

import importlib.util
import itertools
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from functools import cache
from pathlib import Path

from ..model import build as model_build
from ..model.build import ROOT
from . import assemble, shortcuts, source
from . import substitute as mutate

TOOLS, SOLVER = ("clang-22", "opt-22", "llvm-link-22"), "bitwuzla"
FLAGS = [*assemble.FLAGS, "-Dnoinline=", *(
    "-O2 -Xclang -disable-llvm-passes -fsanitize=undefined -fno-sanitize=function,alignment,null,pointer-overflow"
    " -fsanitize-trap=undefined -emit-llvm -c").split()]
PASSES = ("-passes=internalize,forceattrs,always-inline,default<O3> -force-attribute=alwaysinline"
          " -vectorize-loops=false -vectorize-slp=false -unroll-threshold=1000000 -unroll-max-count=1000").split()
KEPT = Path(__file__).parent / "derived" / "callers.txt"
ROOM = "float"                                         # what its files define is in sight everywhere
PATIENCE, LINES = 30, 6000                             # seconds for a mutant; of code that is solved
DEPTH, MOST = 3, 40                                    # of callers that are asked instead; ways to ask of one function
WORDS = 4                                              # of what a pointer points to
WHOLE = "u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "b8", "b16", "b32", "b64", "int"
FLOATS = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}
FORMATS = "{ 23, 8, 0 }", "{ 10, 5, 1 }", "{ 52, 11, 1 }", "{ 7, 8, 0 }"
# what a result of each type is, by its name, as numbers of up to 64 bits
RESULTS = {
    **dict.fromkeys((*WHOLE, "bool"), ("(u64)%s",)),
    **dict.fromkeys(FLOATS, ("%s.bits",)),
    "u128": ("(u64)%s", "(u64)(%s >> 64)"),
    **dict.fromkeys(("struct f32_co", "struct f64_co"), ("%s.d.bits", "%s.co")),
    **dict.fromkeys(("struct u32_co", "struct u64_co"), ("%s.d", "%s.co")),
    "struct number": ("%s.sign", "(u64)(u32)%s.exponent", "(u64)%s.significand", "(u64)(%s.significand >> 64)"),
    "void": (),
}
LEAVES = "bool *ask_kept, u64 *ask_out"                # what a function that asks has beside its arguments
RESULT = "ask_result"                                  # no name of the model begins so
# every setting of MODE and of how floats run, by the bits of `set`
MODE = """const u64 nans[4] = { n0, n1, n2, n3 };
    struct fp mode = { .round = { set & 3, set >> 2 & 3 }, .denorm = { set >> 4 & 3, set >> 6 & 3 },
        .ieee = set >> 8 & 1, .dx10_clamp = set >> 9 & 1, .fp16_ovfl = set >> 10 & 1, .signals = set >> 11 & 1,
        .nan = set >> 12 & 3, .made = %s, .fma = true, .fast = %s }, *fp = &mode;"""


_once, _folder = threading.Lock(), tempfile.TemporaryDirectory()    # several threads ask


class Unasked(Exception):
    """A function that cannot be asked of numbers alone."""


# ---- what callers keep ----

@cache
def kept() -> dict[str, tuple[str, list[str], str]]:
    """{function: (a parameter, its values, condition)} of KEPT.  Raises ValueError with file:line for a line that is
    none."""
    found = {}
    for n, line in enumerate(KEPT.read_text().splitlines(), 1):
        if line and not line.startswith("#"):
            if len(parts := line.split(" | ")) != 4:
                raise ValueError(f"{KEPT.name}:{n}: write FUNCTION | PARAMETER: VALUES or - | CONDITION | WHERE")
            name, _, values = parts[1].partition(": ")
            found[parts[0]] = name, values.split(), parts[2]
    return found


# ---- how to ask ----

def result_of(f: source.Function) -> str:
    """What type it returns.  Raises Unasked for one that RESULTS has not."""
    head = f.text[f.head:f.start].split(f.name)[0]
    words = [word for word in head.replace("*", " * ").split()
             if word not in ("static", "inline", "const", "INLINE", "WIDEST", "__attribute__((always_inline))")]
    if (kind := " ".join(words)) not in RESULTS:
        raise Unasked(kind)
    return kind


def parameters_of(f: source.Function) -> list[tuple[str, str, bool]]:
    """(type, name, is it a pointer) of each."""
    found = []
    for part in f.parameters.split(","):
        part = part.strip()
        if part in ("MODE", "void", ""):
            continue
        match = re.fullmatch(r"(?:const )?((?:enum |struct )?\w+) (\*?)(?:restrict )?(\w+)", part)
        if not match or match[1] not in (*WHOLE, *FLOATS, "bool", "format", "u128") and "enum " not in match[1]:
            raise Unasked(part)
        found.append((match[1], match[3], bool(match[2])))
    return found


def cases_of(f: source.Function) -> list[dict[str, str]]:
    """What is known of the arguments, case by case: bool and format are one value each time, and so is what MODE cannot
    say."""
    choices: dict[str, tuple[str, ...]] = {"fp->fast": ("false", "true"), "fp->made": ("0", "nans")}
    choices = choices if "MODE" in f.parameters else {}
    for kind, name, pointer in parameters_of(f):
        if not pointer and kind in ("bool", "format"):
            choices[name] = ("false", "true") if kind == "bool" else FORMATS
    name, values, _ = kept().get(f.name, ("", [], ""))
    if values:
        choices[name] = tuple(values)
    cases = [dict(zip(choices, values)) for values in itertools.product(*choices.values())]
    if len(cases) > MOST:
        raise Unasked(f.name)
    return cases


def asked(f: source.Function, case: dict[str, str]) -> tuple[str, str, list[str]]:
    """C that runs the function on numbers and leaves all it gives in `out`; -> (parameters, statements, what is
    given)."""
    takes, lines, call, outs = [], [], [], []
    if "MODE" in f.parameters:
        takes, call, outs = ["u32 set", *(f"u64 n{k}" for k in range(4))], ["fp"], ["mode.flags", "mode.odd"]
        lines.append(MODE % (case["fp->made"], case["fp->fast"]))
    for kind, name, pointer in parameters_of(f):
        numbers = [f"{name}_{k}" for k in range(WORDS if pointer else 0 if name in case else 1 + (kind == "u128"))]
        takes += [f"u64 {one}" for one in numbers]
        lines.append(declared(kind, name, pointer, case.get(name), numbers))
        outs += [f"{name}[{k}]{'.bits' * (kind in FLOATS)}" for k in range(WORDS * pointer)]
        call.append(name)
    kind = result_of(f)
    if f.name in kept():
        lines.append(f"*ask_kept = {kept()[f.name][2]};\n    if (!*ask_kept) return;")
    lines.append(f"{f'const {kind} {RESULT} = ' * (kind != 'void')}{f.name}({', '.join(call)});")
    outs = [*(one.replace("%s", RESULT) for one in RESULTS[kind]), *outs]
    lines += [f"ask_out[{n}] = (u64)({one});" for n, one in enumerate(outs)]
    return ", ".join([*takes, LEAVES]), "\n    ".join(lines), outs


def declared(kind: str, name: str, pointer: bool, value: str | None, numbers: list[str]) -> str:
    """A local of that name and type, made of numbers or of the only value it has."""
    if pointer:
        return f"{kind} {name}[{WORDS}] = {{ {', '.join(value_of(kind, one) for one in numbers)} }};"
    if kind == "u128" and value is None:
        return f"const u128 {name} = (u128){name}_1 << 64 | {name}_0;"
    return f"const {kind} {name} = {value or value_of(kind, numbers[0])};"


def value_of(kind: str, number: str) -> str:
    if kind in FLOATS:
        return f"{{ (u{FLOATS[kind]}){number} }}"
    return f"({kind}){number}" if kind != "bool" else f"{number} & 1"


# ---- modules ----

def others(file: str) -> list[Path]:
    """The code of the float room but for that file."""
    with _once:
        return [target for name, target in room().items() if name != file]


@cache
def room() -> dict[str, Path]:
    """{file: its code} of the float room, compiled once, in a folder of this process."""
    folder = Path(_folder.name)
    return {path.name: compiled(path.read_text(), path, folder, path.stem)
            for path in sorted((model_build.MODEL / ROOM).glob("*.c"))}


def compiled(text: str, path: Path, folder: Path, name: str, flags=()) -> Path:
    """The intermediate code of a text that belongs where `path` is.  Raises BuildError."""
    (folder / f"{name}.c").write_text(re.sub(r'#include "rows_\w+\.inc"', "", text))
    target = folder / f"{name}.bc"
    model_build.run(["clang-22", *FLAGS, *flags, f"-I{path.parent}", *model_build.includes(ROOT / "build"),
                     str(folder / f"{name}.c")], target)
    return target


def comparison(asks: list[tuple[str, str, list[str]]]) -> str:
    """C of `same_N`: do ask_a_N and ask_b_N leave the same?  `asks`: of asked()."""
    text = '#include "types.h"\n'
    for n, (takes, _, outs) in enumerate(asks):
        given = takes.removesuffix(LEAVES).removesuffix(", ")
        names = "".join(f"{name}, " for name in re.findall(r"u(?:32|64) (\w+)", given))
        room, alike = len(outs) or 1, " && ".join(f"a[{k}] == b[{k}]" for k in range(len(outs))) or "true"
        text += f"""
void ask_a_{n}({takes}), ask_b_{n}({takes});
bool same_{n}({given or "void"})
{{
    u64 a[{room}] = {{ 0 }}, b[{room}] = {{ 0 }};
    bool kept = true;
    ask_a_{n}({names}&kept, a);
    ask_b_{n}({names}&kept, b);
    return !kept || ({alike});
}}
"""
    return text


def outside(path: Path) -> list[str]:
    """Names of the functions that a file shows to others."""
    return [f.name for f in source.functions(path) if path.suffix == ".c" and not is_inside(f)]


def is_inside(f: source.Function) -> bool:
    return bool(re.search(r"\b(static|INLINE)\b", f.text[f.head:f.start]))


def module(folder: Path, one: mutate.Mutant, f: source.Function) -> tuple[Path, int]:
    """A module with `same_0`, `same_1`, …: is `f` the same with the mutant, in each case of cases_of(); optimised ->
    (where its text is, how many).  Raises BuildError and Unasked."""
    asks = [asked(f, case) for case in cases_of(f)]
    own, path = one.function, assemble.files()[one.function.file]
    changed = own.text[:own.start] + one.body() + own.text[own.end:]
    parts = [compiled(comparison(asks), path, folder, "same")]
    for side, text in (("a", own.text), ("b", changed)):
        renamed = [f"-D{name}=b_{name}" for name in outside(path) if side == "b"]
        asking = "".join(f"void ask_{side}_{n}({takes})\n{{\n    {body}\n}}\n"
                         for n, (takes, body, _) in enumerate(asks))
        parts.append(compiled(text + asking, path, folder, side, renamed))
    whole, made = folder / "whole.bc", folder / "whole.ll"
    model_build.run(["llvm-link-22", *map(str, parts), "--only-needed", *map(str, others(own.file))], whole)
    public = ",".join(f"same_{n}" for n in range(len(asks)))
    model_build.run(["opt-22", *PASSES, f"-internalize-public-api-list={public}", str(whole), "-S"], made)
    return made, len(asks)


def callers_of(f: source.Function) -> list[source.Function] | None:
    """The functions of its file that call it; None where others may."""
    if not is_inside(f) or f.file.endswith(".h"):
        return None
    word = re.compile(rf"\b{re.escape(f.name)}\b")
    known = [g for g in source.functions(assemble.files()[f.file]) if g.start != f.start]
    inside = [g for g in known if word.search(g.body)]
    spans = [(g.start, g.end) for g in inside] + [(f.head, f.end)]
    elsewhere = [m for m in word.finditer(f.text) if not any(a <= m.start() < b for a, b in spans)]
    return None if elsewhere or not inside else inside


def agrees(one: mutate.Mutant, f: source.Function, until: float, depth: int = DEPTH) -> bool:
    """Is the function, or is each that calls it, the same with the mutant?  `until`: time.monotonic() when it is no
    longer asked."""
    return itself(one, f, until) or depth > 0 and bool(callers := callers_of(f)) and all(
        agrees(one, caller, until, depth - 1) for caller in callers)


def itself(one: mutate.Mutant, f: source.Function, until: float) -> bool:
    """In a process of its own: a solver waits for nobody, and takes what memory it likes."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            made, count = module(Path(folder), one, f)
        except (Unasked, model_build.BuildError):
            return False
        left = until - time.monotonic()
        if left <= 0 or made.read_text().count("\n") > LINES * count:
            return False
        command = [sys.executable, "-m", f"{__package__}.terms", str(left), str(count), str(made)]
        return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def proved(one: mutate.Mutant) -> bool:
    """Is it proved to be no other model?"""
    there = all(map(shutil.which, TOOLS)) and importlib.util.find_spec(SOLVER)
    known = "##" not in one.function.name and not shortcuts.runs_in_two_ways(one.function)
    return bool(there) and known and agrees(one, one.function, time.monotonic() + PATIENCE)
