"""Where a body notes that it came to a mutant's place: under each branch, behind each return and label."""
from pathlib import Path

import pytest

from . import coverage_probes, mutant_library
from .c_functions import functions
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
# what a mutant changes, and the text before which it is noted; {: it is the whole of a branch
PLACES = (
    ("a }", "u32 x"), ("n < 3", "for ("), ("x += n", "{ x += n;"), ("a == 1", "if (a == 1"), ("= 1;", "{ w->one"),
    ("a == 2", "{ if (a == 2"), ("= 2;", "w->two"), ("= x;", "{ w->row"), ("w, one", "EACH_ONE"),
    ("= 3;", "one->three"), ("4:", "switch"), ("= 4;", "w->four"), ("= 5;", "{ w->five"), ("x--", "do "),
    ("= 6;", "w->six"),
)


def function_of(text):
    (found,) = functions(Path("no.c"), text)
    return found


def mutant(f, *what, shadow=(), new=""):
    at = [f.body.index(one) for one in what]
    return Mutant("operator", f, "", "", 1, 1, tuple((n, n + len(one), new) for n, one in zip(at, what)), shadow)


@pytest.mark.parametrize(("what", "before"), PLACES)
def test_it_is_noted_before_the_statement_that_holds_it(what, before):
    """A whole branch gets braces; all else keeps its text."""
    f, branch = function_of(BODY), before.startswith("{ ")
    place = coverage_probes.probe_place(mutant(f, what))
    found, _ = mutant_library.insert_pieces(f.body, coverage_probes.probe_pieces(f, {place: "NOTED; "}))
    assert found.count(f"{'{ ' * branch}NOTED; {before.removeprefix('{ ')}") == 1
    assert len(found) - len(f.body) == len("NOTED; ") + len("{  }") * branch


def test_what_changes_several_statements_or_none_is_noted_where_the_body_begins():
    f = function_of(BODY)
    assert coverage_probes.probe_place(mutant(f, "= 1;", "= 2;")) != 0
    assert coverage_probes.probe_place(mutant(f, "= 1;", "= 6;")) == 0
    assert coverage_probes.probe_place(mutant(f, shadow=("a", "i32"))) == 0
    assert coverage_probes.probe_pieces(f, {0: "NOTED"}) == [(1, 1, "NOTED")]


def test_what_makes_two_statements_of_a_branch_is_noted_before_what_it_is_a_branch_of():
    f = function_of(BODY)
    place = coverage_probes.probe_place(mutant(f, "w->one = 1;", new="w->one = 2; return;"))
    assert place == f.body.index("if (a == 1")
    assert coverage_probes.probe_place(mutant(f, "w->two = 2;", new="w->two = 3; x++;")) == f.body.index("w->two")


def test_where_the_preprocessor_has_a_say_a_body_is_noted_as_a_whole():
    f = function_of("void f(u32 a)\n{\n#if A\n    if (a)\n#endif\n        g(a);\n}\n")
    assert coverage_probes.probe_place(mutant(f, "g(a)")) == 0


def test_every_statement_of_the_model_has_its_place():
    """Nothing of a body lies outside of them but its own braces."""
    for f in (f for found in mutant_library.all_functions().values() for f in found):
        stretches = coverage_probes.statements_of(f)
        left = [text for text, at, _ in coverage_probes.Tokens(f).all if not any(a <= at < b for a, b, _ in stretches)]
        assert left == ["{", "}"] or not stretches and "#" in f.body, (f.file, f.name)
