"""Coverage probes are inside each branch, and after each return and label."""
from pathlib import Path

import pytest

from . import coverage_probes, mutant_library
from .c_functions import parse_functions
from .source_mutant import Mutant

BODY = """\
static void step(struct wave *w, u32 a)
{
    u32 x = (struct pair){ .a = a }.a;
    for (u32 n = 0; n < 3; n++) x += n;
    if (a == 1) w->one = 1;
    else if (a == 2) {
        w->two = 2;
        return;
    }
    EACH_LANE w->row[l] = x;
    EACH_ONE(w, one) { one->three = 3; }
    switch (a) {
    case 4: w->four = 4; break;
    case 5:
    default:
        do w->five = 5; while (x--);
    }
    w->six = 6;
}
"""
# (changed text, text after the probe); a {: the statement is a whole branch
PROBES = (
    ("a }", "u32 x"), ("n < 3", "for ("), ("x += n", "{ x += n;"), ("a == 1", "if (a == 1"), ("= 1;", "{ w->one"),
    ("a == 2", "{ if (a == 2"), ("= 2;", "w->two"), ("= x;", "{ w->row"), ("w, one", "EACH_ONE"),
    ("= 3;", "one->three"), ("4:", "switch"), ("= 4;", "w->four"), ("= 5;", "{ w->five"), ("x--", "do "),
    ("= 6;", "w->six"),
)


def parse_single_function(text):
    (found,) = parse_functions(Path("no.c"), text)
    return found


def make_mutant(function, *changed_texts, shadow=(), new=""):
    starts = [function.body.index(text) for text in changed_texts]
    edits = tuple((start, start + len(text), new) for start, text in zip(starts, changed_texts))
    return Mutant("operator", function, "", "", 1, 1, edits, shadow)


@pytest.mark.parametrize(("changed_text", "before"), PROBES)
def test_probe_precedes_the_statement_that_contains_the_change(changed_text, before):
    """If the statement is a whole branch, braces are added. Other text is unchanged."""
    function, is_branch = parse_single_function(BODY), before.startswith("{ ")
    position = coverage_probes.probe_place(make_mutant(function, changed_text))
    text, _ = mutant_library.insert_pieces(function.body, coverage_probes.probe_pieces(function, {position: "NOTED; "}))
    assert text.count(f"{'{ ' * is_branch}NOTED; {before.removeprefix('{ ')}") == 1
    assert len(text) - len(function.body) == len("NOTED; ") + len("{  }") * is_branch


def test_change_of_several_statements_or_none_is_probed_at_the_start_of_the_body():
    f = parse_single_function(BODY)
    assert coverage_probes.probe_place(make_mutant(f, "= 1;", "= 2;")) != 0
    assert coverage_probes.probe_place(make_mutant(f, "= 1;", "= 6;")) == 0
    assert coverage_probes.probe_place(make_mutant(f, shadow=("a", "i32"))) == 0
    assert coverage_probes.probe_pieces(f, {0: "NOTED"}) == [(1, 1, "NOTED")]


def test_change_that_adds_a_statement_to_a_branch_is_probed_before_the_if():
    f = parse_single_function(BODY)
    position = coverage_probes.probe_place(make_mutant(f, "w->one = 1;", new="w->one = 2; return;"))
    assert position == f.body.index("if (a == 1")
    assert coverage_probes.probe_place(make_mutant(f, "w->two = 2;", new="w->two = 3; x++;")) == f.body.index("w->two")


def test_body_with_preprocessor_directives_is_probed_at_its_start():
    f = parse_single_function("void f(u32 a)\n{\n#if A\n    if (a)\n#endif\n        g(a);\n}\n")
    assert coverage_probes.probe_place(make_mutant(f, "g(a)")) == 0


def test_statement_spans_cover_every_body_of_the_model():
    """Only the braces of a body are outside of its statements."""
    files = mutant_library.all_functions().values()
    for function in (function for file_functions in files for function in file_functions):
        spans = coverage_probes.statement_spans(function)
        tokens = coverage_probes.Tokens(function).tokens
        uncovered = [text for text, start, _ in tokens if not any(first <= start < last for first, last, _ in spans)]
        assert uncovered == ["{", "}"] or not spans and "#" in function.body, (function.file, function.name)
