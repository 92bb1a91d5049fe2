"""What is a mutant: what compiles, and not to the original's code."""
from ..harness.faults import c_functions, mutant_library
from ..harness.faults.test_mutant_library import bad, changed, functions            # noqa: F401
from . import compile_check, runner


def test_a_library_reports_what_is_refused(tmp_path, bad):
    """A mutant that a compiler refuses inside a macro must not end the run."""
    built = runner.build(bad, len(bad), tmp_path, 1)
    assert {one.key for one in built.refused} == {one.key for one in bad[:4]}
    assert [one.what.key for one in built.mutants] == [one.key for one in bad[4:]]


def test_functions_that_macros_paste_together_are_mutants_like_others(tmp_path, functions):
    """In a macro's middle and in its last line, named by what the macro is given, equal, and refused."""
    good = [
        changed(functions, "float.h", "neg_##T", "^", "|"),
        changed(functions, "float_fast.h", "sub_##T", "b : neg", "b : abs"),
        changed(functions, "float_fast.h", "name##_f16", "!fp->fast", "fp->fast"),
    ]
    same = changed(functions, "float.h", "clamp_##T", "> one", ">= one")
    bad = changed(functions, "float.h", "quiet_##T", "{", "{ nothing_of_that_name;")
    assert compile_check.compiling([*good, same, bad], tmp_path, 1) == ([*good, same], {bad})
    assert compile_check.same_code([*good, same], tmp_path, 1) == {same}


def test_beside_the_original_stands_what_it_calls_and_no_more(functions):
    text, _ = compile_check.alone([changed(functions, "counters.c", "write_up_to", "{", "{;")])
    bodies = {f.name for f in c_functions.functions(mutant_library.model_files()["counters.c"], text)}
    assert {"m0_write_up_to", "write_up_to", "write_registers", "write_vector"} <= bodies
    assert not {"path_of", "retire", "complete_some"} & bodies and "bool retire(struct wave *w, u32 n)\n;" in text
