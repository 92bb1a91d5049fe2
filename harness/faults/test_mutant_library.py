"""Mutant libraries: mutants that do not compile or link are left out and reported."""
import pytest

from . import mutant_library
from .source_mutant import Mutant


@pytest.fixture(scope="module")
def functions():
    return mutant_library.all_functions()


def make_mutant(functions, file, name, old, new, nth=1):
    """A mutant of a function that is defined once in its file."""
    function = next(function for function in functions[file] if function.name == name)
    start = function.body.index(old)
    return Mutant("operator", function, old, new, nth, 1, ((start, start + len(old), new),))


@pytest.fixture(autouse=True)
def without_optimisation(monkeypatch):
    """Errors of compiler and linker do not depend on the optimisation level."""
    monkeypatch.setattr(mutant_library, "OPTIMISATION_LEVEL", "-O0")


@pytest.fixture(scope="module")
def mixed_mutants(functions):
    """Return six mutants. The parser, the linker and the assembler each reject one, one in a header is rejected, and
    two compile."""
    return [
        make_mutant(functions, "salu.c", "s_not_b32", "~a", "~nothing_of_that_name"),
        make_mutant(functions, "salu.c", "s_and_b32", "a & b", "({ extern b32 no_such(void); no_such(); })"),
        make_mutant(functions, "salu.c", "s_or_b32", "a | b", 'a | ({ __asm__("no such instruction"); b; })'),
        make_mutant(functions, "ranges.h", "first_run", "{", "{ nothing_of_that_name_either();"),
        make_mutant(functions, "salu.c", "s_xor_b32", "a ^ b", "a | b"),
        make_mutant(functions, "valu_sad.c", "v_qsad_pk_u16_u8", "false", "true"),
    ]


def test_every_seam_is_in_its_file():
    texts = mutant_library.sources_with_seams()
    expected = [(mutant_library.find_seam(name, old)[0], new) for name, old, new in mutant_library.SEAMS]
    assert expected and [new for file, new in expected if new not in texts[file]] == []


def test_mutants_that_do_not_compile_or_link_are_left_out(tmp_path, mixed_mutants):
    numbered = {n: [mutant] for n, mutant in enumerate(mixed_mutants, 1)}
    library = mutant_library.build(tmp_path, lambda _: numbered, 1)
    assert sorted(library.refused) == [1, 2, 3, 4]
    assert "nothing_of_that_name" in library.refused[1] and "undefined reference" in library.refused[2]
    assert library.binding[1].assay_new and len(library.probe_numbers) == 2
    again = mutant_library.build(tmp_path, lambda _: pytest.fail("the library exists"), 1)
    assert (again.path, again.refused) == (library.path, library.refused)


def test_failing_items_are_found_by_bisection():
    tested = []

    def works(items):
        tested.append(items)
        return not {3, 4, 11} & set(items)
    assert mutant_library.find_failing(list(range(16)), works) == [3, 4, 11]
    assert len(tested) < 30
    assert mutant_library.find_failing(list(range(3)), works) == []


def test_left_out_mutant_changes_only_its_own_file(functions):
    """Otherwise all files would be recompiled."""
    sad, sums, salu = [make_mutant(functions, "valu_sad.c", "half", "sum", "clamp"),
                       make_mutant(functions, "valu_sad.c", "added", "a + b", "a - b"),
                       make_mutant(functions, "salu.c", "s_abs_i32", "a", "b")]
    places, all_texts = mutant_library.mutated_sources({1: [sad], 2: [sums], 3: [salu]})
    remaining, texts = mutant_library.mutated_sources({1: [sad], 2: [sums], 3: [salu]}, {1})
    assert remaining == places and texts["salu.c"] == all_texts["salu.c"]
    assert texts["valu_sad.c"] != all_texts["valu_sad.c"]
    assert "salu.c" not in mutant_library.mutated_sources({1: [sad], 2: [sums], 3: [salu]}, {3})[1]


def test_function_with_many_mutants_is_noinline(functions):
    """The 158 mutants of valu_sad.c did not compile in five minutes when the function was inlined into every operation.
    """
    numbers = range(mutant_library.RANGE_CHECK_ABOVE + 1)
    mutants = [make_mutant(functions, "valu_sad.c", "four_halves", "u32", "i32", n) for n in numbers]
    other = make_mutant(functions, "valu_sad.c", "v_qsad_pk_u16_u8", "false", "true")
    _, texts = mutant_library.mutated_sources({n: [mutant] for n, mutant in enumerate([*mutants, other], 1)})
    heads = [line for line in texts["valu_sad.c"].splitlines() if "four_halves(struct" in line or "v_qsad_pk_" in line]
    assert [line.split()[:2] for line in heads] == [["static", "__attribute__((noinline))"], ["static", "struct"]]
    pasted = [make_mutant(functions, "float_fast.h", "sub_##T", "b", "a", n) for n in numbers]
    _, texts = mutant_library.mutated_sources({n: [mutant] for n, mutant in enumerate(pasted, 1)})
    assert "noinline" in next(line for line in texts["float_fast.h"].splitlines() if "sub_##T(" in line)
