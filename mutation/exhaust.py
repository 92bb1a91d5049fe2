"""Proofs that a mutant is no other model, by trying everything: every input of the function it changes, natively, or
every input of the operations it reaches, on the model."""
from __future__ import annotations

import itertools
import re
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from ..generators.single import sampler
from ..model import TRAPSTS, V0, Machine
from ..model import build as model_build
from . import assemble, context, shortcuts, solve
from . import library as mutation
from ..model.build import ROOT
from ..spec import CERTIFIED, load
from ..spec.encode import Operand, encode
from .source import parameter_types

BITS = {
    "u8": 8,
    "u16": 16,
    "u32": 32,
    "i8": 8,
    "i16": 16,
    "i32": 32,
    "b8": 8,
    "b16": 16,
    "b32": 32,
    "bool": 1,
    "f16": 16,
    "bf16": 16,
    "f32": 32,
}
FLOATS = ("f16", "bf16", "f32")
WIDEST, WIDEST_WITH_MODE = 32, 16                      # bits of all parameters together
SECONDS = 120
PROVER = "clang-22"
OF_VALUES = {
    "ROUNDING_IGNORED", "DENORMALS_ALWAYS", "DENORMALS_NEVER", "FLUSH_INVERTED", "IEEE_ALWAYS", "IEEE_NEVER",
    "OVERFLOW_ALWAYS", "NAN_SIGNALLING", "NAN_PAYLOAD", "NAN_SIGN", "NAN_ZERO", "MINUS_ZERO", "SUBNORMAL_ZERO",
    "RESULT_HALVED", "RESULT_NEGATED", "SOURCE_HALVED", "SOURCE_NEGATED", "BIT_INVERTED",
}
SETTINGS = {
    "round": ((0x0, 0x5, 0xA, 0xF), 0xF),
    "denorm": ((0x00, 0x50, 0xA0, 0xF0), 0xF0),
    "dx10_clamp": ((0, 0x100), 0x100),
    "ieee": ((0, 0x200), 0x200),
    "fp16_ovfl": ((0, 1 << 23), 1 << 23),
}


# ---- natively: every argument of the function ----

def native_types(function) -> list[str] | None:
    """Types of the parameters besides MODE; None when there are too many bits to try them all."""
    types = list(parameter_types(function).values())
    given = [p for p in function.parameters.split(",") if p.strip() not in ("MODE", "void", "")]
    moded = "MODE" in function.parameters
    if (function.nothing or "##" in function.name or len(types) != len(given) or not types
            or any(t not in BITS for t in types)):
        return None
    return types if sum(BITS[t] for t in types) <= (WIDEST_WITH_MODE if moded else WIDEST) else None


def program(one, types: list[str]) -> str:
    """C that exits 0 when function and mutant agree on every argument under every setting."""
    f, moded, at, arguments = one.function, "MODE" in one.function.parameters, 0, []
    for kind in types:
        bits = f"(x >> {at} & {(1 << BITS[kind]) - 1}ull)"
        arguments.append(f"({kind}){{ {bits} }}" if kind in FLOATS else f"({kind}){bits}")
        at += BITS[kind]
    call = lambda name, fp: f"{name}({', '.join([fp] * moded + arguments)})"
    settings = (
        """for (int set = 0; set < 4096; set++) {
            static const u64 nans[4] = { 0x7e01, 0x7fc12345, 0x7ff8123456789abc, 0x7fc1 };
            const struct fp mode = { .round = { set & 3, set & 3 }, .denorm = { set >> 2 & 3, set >> 2 & 3 },
                                     .ieee = set >> 4 & 1, .dx10_clamp = set >> 5 & 1,
                                     .fp16_ovfl = set >> 6 & 1, .fast = set >> 7 & 1 && !(set & 3),
                                     .signals = set >> 8 & 1, .made = set >> 9 & 1 ? nans : 0, .nan = set >> 10 };
            struct fp p = mode, q = mode;"""
        if moded
        else "{"
    )
    same = "!memcmp(&a, &b, sizeof a)" + (" && p.flags == q.flags && p.odd == q.odd" if moded else "")
    return f"""
int main(void)
{{
    for (unsigned long long x = 0; x < 1ull << {at}; x++)
        {settings}
            const __typeof__({call(f.name, '&p')}) a = {call(f.name, '&p')}, b = {call('m0_' + f.name, '&q')};
            if (!({same})) return 1;
        }}
    return 0;
}}
"""


def agrees_natively(one, folder: Path) -> bool:
    """Function and mutant, compiled together and run on everything."""
    types = native_types(one.function)
    if types is None or shortcuts.runs_in_two_ways(one.function):
        return False
    text, _ = mutation.alone([one])
    path, target = folder / "exhaust.c", folder / "exhaust"
    path.write_text('#include <string.h>\n#include "float.h"\n' + re.sub(r'#include "rows_\w+\.inc"', "", text)
                    + program(one, types))
    flags = [
        *mutation.FLAGS, *mutation.ALONE, "-no-pie", *model_build.includes(ROOT / "build"), "-include",
        str(folder / "prelude.h"),
    ]
    try:
        model_build.run([mutation.compiler(), *flags, str(path), str(ROOT / "build" / "libassay.a"), "-lm"], target)
        return subprocess.run([str(target)], timeout=SECONDS).returncode == 0
    except (model_build.BuildError, subprocess.TimeoutExpired):
        return False


# ---- by the compiler: an operation made twice ----

INTEGERS = re.compile(r"[uib](8|16|32|64)$")
ALWAYS_TRUE = bytes.fromhex("b801000000c3"), bytes.fromhex("b001c3")       # mov eax or al, 1; ret


def idempotent(one) -> bool:
    """An operation that may read its sources late: does it give the same when its result stands in place of a source,
    whichever?  The compiler must make that comparison into "yes"."""
    if one.what.name != "OLD_VALUE_LATE":
        return False
    op = load().ops[one.what.op]
    found = [f for some in assemble.all_functions().values() for f in some if f.name == op.body]
    if len(found) != 1 or not shutil.which(PROVER):
        return False
    f = found[0]
    types = list(parameter_types(f).values())
    own = re.search(r"(\w+)\s+\**" + f.name, f.text[f.head:f.start])
    if not own or len(types) != len(f.parameters.split(",")) or not all(map(INTEGERS.match, [own[1], *types])):
        return False
    names = [f"a{n}" for n in range(len(types))]
    given = ", ".join(f"{kind} {name}" for kind, name in zip(types, names))
    text = f.text + "".join(
        f"bool again_{n}({given}) {{ const {own[1]} r = {f.name}({', '.join(names)});"
        f" return {f.name}({', '.join([*names[:n], 'r', *names[n + 1:]])}) == r; }}\n" for n in range(len(names)))
    return all(own[1][1:] == kind[1:] for kind in types) and all(proved_true(f, text, len(names)))


def proved_true(f, text: str, count: int):
    """Of each function again_N of the text: has it become the constant true?"""
    with tempfile.TemporaryDirectory() as folder:
        path, target = Path(folder) / "again.c", Path(folder) / "again.o"
        path.write_text(re.sub(r'#include "rows_\w+\.inc"', "", text))
        flags = [flag for flag in mutation.FLAGS if "Werror" not in flag] + ["-O3", "-fno-pic", "-ffunction-sections"]
        try:
            model_build.run([PROVER, *flags, *model_build.includes(ROOT / "build"), "-c", str(path)], target)
        except model_build.BuildError:
            return [False]
        found = mutation.sections(target)
        return [found[f".text.again_{n}"][0] in ALWAYS_TRUE for n in range(count)]


# ---- on the model: every operand of the operation ----

def unary_form(op):
    """The plainest form of an operation whose only source has 16 bits; None for another operation."""
    if (op.shape or len(op.sources) != 1 or op.sources[0].width != 16 or op.sources[0].count != 1
            or op.sources[0].special):
        return None
    return next(
        (
            form
            for arch in CERTIFIED
            for form in sampler.forms_of(arch)
            if form.op.name == op.name and form.layout == "vop1" and not form.extension
        ),
        None,
    )


def modes(words) -> list[int]:
    """Every combination of the settings that are mentioned, the others as usual."""
    named = [name for name in SETTINGS if name in words]
    usual = 0x3f0
    for name in named:
        usual &= ~SETTINGS[name][1]
    return [usual | sum(parts) for parts in itertools.product(*(SETTINGS[name][0] for name in named))]


def outputs(machine, form, mode: int, library=None, number: int = 0):
    """v1 and TRAPSTS of the operation over all 65,536 sources, 64 a run; with host shortcuts, and without for the sake
    of the flags."""
    code = encode(form, {"vdst": Operand(257), "src0": Operand(256)})
    for start, watch in itertools.product(range(0, 1 << 16, 64), (False, True)):
        row = np.arange(start, start + 64, dtype=np.uint32)
        if library:
            library.choose(number)
        machine.run(
            arch=form.arch, code=code, wave=64,
            sets=[(0xFFFFFFFF, V0, row), (0xFFFFFFFF, 129, mode), (0xFFFFFFFF, TRAPSTS, 0)], watch_flags=watch,
        )
        wave = machine.wave(0)
        yield wave.v[1, :64].copy(), wave.trapsts


def agrees_on_model(one, sample) -> bool:
    """The mutant against the model, over every input of each operation it reaches, both with host shortcuts and
    without."""
    if not one.is_text and one.what.name not in OF_VALUES:
        return False
    library, reach = sample.library, sample.reach
    names = reach.operations(one.what.function) if one.is_text else [one.what.op]
    forms = [unary_form(reach.spec.ops[name]) for name in names]
    if not forms or None in forms or len(forms) > 6:
        return False
    right, other = Machine(waves=1), Machine(waves=1, library=library.binding)
    for name, form in zip(names, forms):
        for mode in modes(reach.body[name]):
            for (a, flags), (b, raised) in zip(
                outputs(right, form, mode), outputs(other, form, mode, library, one.number)
            ):
                if flags != raised or (a != b).any():
                    return False
    return True


def natively(one, folder: Path) -> bool:
    """Is it proved by its text alone?  `one`: a substitute.Mutant."""
    with tempfile.TemporaryDirectory(dir=folder) as own:
        shutil.copy(folder / "prelude.h", own)
        return (shortcuts.proved(one) or context.proved(one, context.SOON) or agrees_natively(one, Path(own))
                or solve.proved(one))


def proved_at_last(one) -> bool:
    """Does a compiler prove it with more effort than most cases cost?  That is seldom."""
    return one.is_text and context.proved(one.what, context.AT_LAST)


def proved(mutants: list, sample, jobs: int = 1) -> set[int]:
    """Numbers of those that agree with the model on everything there is to try, as far as it is soon known."""
    folder = sample.folder / "alone"
    with ThreadPoolExecutor(jobs) as pool:
        alone = list(pool.map(lambda one: natively(one.what, folder) if one.is_text else idempotent(one), mutants))
    return {one.number for one, known in zip(mutants, alone) if known or agrees_on_model(one, sample)}
