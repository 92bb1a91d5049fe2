"""A library of mutants is built whatever its mutants are: those that do not compile or link are left out and told."""
import pytest

from . import mutant_library
from .source_mutant import Mutant


@pytest.fixture(scope="module")
def functions():
    return mutant_library.all_functions()


def changed(functions, file, name, old, new, nth=1):
    """A mutant of a function that stands once in its file."""
    f = next(f for f in functions[file] if f.name == name)
    at = f.body.index(old)
    return Mutant("operator", f, old, new, nth, 1, ((at, at + len(old), new),))


@pytest.fixture(autouse=True)
def soonest(monkeypatch):
    """What a compiler and a linker refuse does not hang on how far they optimise."""
    monkeypatch.setattr(mutant_library, "LEVEL", "-O0")


@pytest.fixture(scope="module")
def bad(functions):
    """What only a compiler's parser, its code generator, its assembler or the linker refuses, and two that are good."""
    return [
        changed(functions, "salu.c", "s_not_b32", "~a", "~nothing_of_that_name"),
        changed(functions, "salu.c", "s_and_b32", "a & b", "({ extern b32 no_such(void); no_such(); })"),
        changed(functions, "salu.c", "s_or_b32", "a | b", 'a | ({ __asm__("no such instruction"); b; })'),
        changed(functions, "ranges.h", "first_run", "{", "{ nothing_of_that_name_either();"),
        changed(functions, "salu.c", "s_xor_b32", "a ^ b", "a | b"),
        changed(functions, "valu_sad.c", "v_qsad_pk_u16_u8", "false", "true"),
    ]


def test_every_seam_stands_in_its_file():
    texts = mutant_library.sources_with_seams()
    wanted = [(mutant_library.find_seam(name, old)[0], new) for name, old, new in mutant_library.SEAMS]
    assert wanted and [new for file, new in wanted if new not in texts[file]] == []


def test_what_does_not_compile_or_link_is_left_out(tmp_path, bad):
    numbered = {n: [one] for n, one in enumerate(bad, 1)}
    built = mutant_library.build(tmp_path, lambda _: numbered, 1)
    assert sorted(built.refused) == [1, 2, 3, 4]
    assert "nothing_of_that_name" in built.refused[1] and "undefined reference" in built.refused[2]
    assert built.binding[1].assay_new and len(built.places) == 2
    again = mutant_library.build(tmp_path, lambda _: pytest.fail("it is there"), 1)
    assert (again.path, again.refused) == (built.path, built.refused)


def test_culprits_are_found_by_halves():
    asked = []

    def works(items):
        asked.append(items)
        return not {3, 4, 11} & set(items)
    assert mutant_library.find_failing(list(range(16)), works) == [3, 4, 11]
    assert len(asked) < 30
    assert mutant_library.find_failing(list(range(3)), works) == []


def test_what_is_left_out_changes_no_other_text(functions):
    """Else all is compiled again where one is refused."""
    sad, sums, salu = [changed(functions, "valu_sad.c", "half", "sum", "clamp"),
                       changed(functions, "valu_sad.c", "added", "a + b", "a - b"),
                       changed(functions, "salu.c", "s_abs_i32", "a", "b")]
    places, whole = mutant_library.mutated_sources({1: [sad], 2: [sums], 3: [salu]})
    left, texts = mutant_library.mutated_sources({1: [sad], 2: [sums], 3: [salu]}, {1})
    assert left == places and texts["salu.c"] == whole["salu.c"] and texts["valu_sad.c"] != whole["valu_sad.c"]
    assert "salu.c" not in mutant_library.mutated_sources({1: [sad], 2: [sums], 3: [salu]}, {3})[1]


def test_a_function_of_many_mutants_is_compiled_once(functions):
    """valu_sad.c's 158, which multiplied in the rows they are inlined into, did not compile in five minutes."""
    many = range(mutant_library.RANGE_CHECK_ABOVE + 1)
    some = [changed(functions, "valu_sad.c", "four_halves", "u32", "i32", n) for n in many]
    other = changed(functions, "valu_sad.c", "v_qsad_pk_u16_u8", "false", "true")
    _, texts = mutant_library.mutated_sources({n: [one] for n, one in enumerate([*some, other], 1)})
    heads = [line for line in texts["valu_sad.c"].splitlines() if "four_halves(struct" in line or "v_qsad_pk_" in line]
    assert [line.split()[:2] for line in heads] == [["static", "__attribute__((noinline))"], ["static", "struct"]]
    pasted = [changed(functions, "float_fast.h", "sub_##T", "b", "a", n) for n in many]
    _, texts = mutant_library.mutated_sources({n: [one] for n, one in enumerate(pasted, 1)})
    assert "noinline" in next(line for line in texts["float_fast.h"].splitlines() if "sub_##T(" in line)
