"""What a solver proves of a mutant, what it must not, and whether callers keep what it takes for granted."""
import contextlib
import faulthandler
import os

import pytest

from . import assemble, solve, source, terms
from .calls import Machines, calls_of, performed
from .pools import formats, images, texels
from .substitute import Mutant
from .test_proofs import mutant

SEED = 3


@pytest.mark.parametrize("key", [
    "valu_int.c distance condition > -> >= #1",                        # equal ones are 0 apart either way
    "texel.c converted width u64 -> u32 #1",                           # no format that is converted is wider
    "texel.c texel_shared_to_register constant 3 -> 2 #1",             # by what its callers keep
    "sample_address.c within_lods condition < -> <= #1",
])
def test_what_differs_nowhere_is_proved(key):
    assert solve.proved(mutant(key))


@pytest.mark.parametrize("key", [
    "srgb.c linear_to_srgb condition > -> >= #1",                      # infinity alone
    "texel.c texel_to_shared width u32 -> u16 #1",                     # bits that are above a short one
    "valu_int.c distance condition > -> < #1",
    "texel.c ones_of constant 1u -> 2u #1",
])
def test_what_differs_somewhere_is_not(key):
    assert not solve.proved(mutant(key))


def asks_of(path) -> str:
    """C that asks every function of a file which can be asked."""
    text = ""
    for f in source.functions(path):
        with contextlib.suppress(solve.Unasked):
            for n, case in enumerate(solve.cases_of(f) if "##" not in f.name else ()):
                takes, body, _ = solve.asked(f, case)
                text += f"void ask_{f.name}_{n}({takes})\n{{\n    {body}\n}}\n"
    return text


def test_whoever_can_be_asked_is(tmp_path):
    """What does not compile would be taken for a mutant that nothing is proved of."""
    asked = 0
    for path in (path for path in assemble.files().values() if path.suffix == ".c"):
        if text := asks_of(path):
            assert solve.compiled(path.read_text() + text, path, tmp_path, "asked").exists()
            asked += text.count("\nvoid ask_") + 1
    assert asked > 1000


def truth(body: str, given: str = "i32 %0") -> bool:
    return terms.holds(f"define zeroext i1 @f({given}) {{\n{body}\n}}\n", "f", 10)


def test_terms_mean_what_the_code_means():
    assert truth("  %2 = or i32 %0, 1\n  %3 = icmp ne i32 %2, 0\n  ret i1 %3")
    assert not truth("  %2 = or i32 %0, 1\n  %3 = icmp ne i32 %2, 5\n  ret i1 %3")
    assert truth("  %2 = and i32 %0, 31\n  %3 = shl i32 1, %2\n  %4 = icmp ne i32 %3, 0\n  ret i1 %4")
    loop = "  br label %2\n2:\n  %3 = icmp eq i32 %0, 0\n  br i1 %3, label %2, label %4\n4:\n  ret i1 true"
    assert not truth(loop)                                             # nothing is known of it


@pytest.mark.parametrize("body", [
    "  %2 = shl i32 1, %0\n  %3 = icmp eq i32 %2, %2\n  %4 = shl i32 1, %0\n  %5 = icmp eq i32 %2, %4\n  ret i1 %5",
    "  %2 = icmp eq i32 %0, 7\n  br i1 %2, label %3, label %4\n3:\n  unreachable\n4:\n  ret i1 true",
    "  %2 = icmp eq i32 %0, undef\n  ret i1 %2",
])
def test_nothing_is_proved_of_what_has_no_meaning(body):
    assert not truth(body)


def guarded(name: str, condition: str) -> Mutant:
    """A change of the model: the function traps where the condition does not hold."""
    f = next(f for some in assemble.all_functions().values() for f in some if f.name == name)
    return Mutant("guard", f, name, condition, 1, 1, ((1, 1, f" if (!({condition})) __builtin_trap(); "),))


def lives(library: assemble.Library, number: int, calls: list) -> bool:
    """Does a process live through these runs, with this change of the model?"""
    child = os.fork()
    if child == 0:
        faulthandler.disable()
        machines = Machines(library.binding)
        library.choose(number)
        for one in calls:
            performed(machines, one)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_callers_keep_what_is_said_of_them(tmp_path, monkeypatch):
    """By the pools that come to texels; and a condition that they do not keep is seen."""
    monkeypatch.setattr(assemble, "LEVEL", "-O0")
    kept, broken = [], []
    for name, (parameter, values, condition) in solve.kept().items():
        among = " || ".join(f"{parameter} == {one}" for one in values) or "true"
        kept.append(guarded(name, f"({among}) && ({condition})"))
        broken.append(guarded(name, "false"))
    built = assemble.build(tmp_path, lambda _: dict(enumerate([kept, *([one] for one in broken)], 1)), 2)
    assert not built.refused
    calls = [one for pool in (texels, formats, images) for one in calls_of(pool, SEED)]
    assert [lives(built, n, calls) for n in range(1, 2 + len(broken))] == [True] + [False] * len(broken)
