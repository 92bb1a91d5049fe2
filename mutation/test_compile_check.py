"""Candidates that do not compile, or that compile to the original's machine code, are not mutants."""
from ..harness.faults import c_functions, mutant_library
from ..harness.faults.test_mutant_library import mixed_mutants, make_mutant, functions            # noqa: F401
from . import compile_check, runner


def test_built_library_reports_refused_mutants(tmp_path, mixed_mutants):
    """A mutant that a compiler refuses inside a macro must not end the run."""
    library = runner.build(mixed_mutants, len(mixed_mutants), tmp_path, 1)
    assert {mutant.key for mutant in library.refused} == {mutant.key for mutant in mixed_mutants[:4]}
    assert [mutant.definition.key for mutant in library.mutants] == [mutant.key for mutant in mixed_mutants[4:]]


def test_functions_pasted_by_macros_are_checked(tmp_path, functions):
    """Mutants inside macros: in the middle, in the last line, in a function named by a macro parameter, with the same
    code as the original, and refused."""
    compiling = [
        make_mutant(functions, "float.h", "neg_##T", "^", "|"),
        make_mutant(functions, "float_fast.h", "sub_##T", "b : neg", "b : abs"),
        make_mutant(functions, "float_fast.h", "name##_f16", "!fp->fast", "fp->fast"),
    ]
    same_code = make_mutant(functions, "float.h", "clamp_##T", "> one", ">= one")
    rejected = make_mutant(functions, "float.h", "quiet_##T", "{", "{ nothing_of_that_name;")
    candidates = [*compiling, same_code, rejected]
    assert compile_check.split_by_compilation(candidates, tmp_path, 1) == ([*compiling, same_code], {rejected})
    assert compile_check.same_code_mutants([*compiling, same_code], tmp_path, 1) == {same_code}


def test_unit_has_only_the_bodies_that_the_mutated_function_reaches(functions):
    text, _ = compile_check.unit_with_copies([make_mutant(functions, "counters.c", "write_up_to", "{", "{;")])
    bodies = {f.name for f in c_functions.parse_functions(mutant_library.model_files()["counters.c"], text)}
    assert {"m0_write_up_to", "write_up_to", "write_registers", "write_vector"} <= bodies
    assert not {"path_of", "retire", "complete_some"} & bodies and "bool retire(struct wave *w, u32 n)\n;" in text
