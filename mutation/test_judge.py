"""Mutants are built, run and judged: a small sample dies, the library without a mutant passes, reasons name mutants
that there are."""
import contextlib
import json
from collections import Counter
from functools import cache
from itertools import islice
from types import SimpleNamespace

import numpy as np
import pytest

from . import assemble, cases, judge, library as library_of, score
from .given import every_form
from .pools import control, pool, waits


@cache
def population() -> tuple:
    return library_of.every_mutant(assemble.all_functions())


def every_mutant() -> list:
    return population()[1]


def some_cases(seed):
    """Of the pool what is soonest made, every third form."""
    yield from islice(pool.of_forms(seed), 0, None, 3)
    for kind in (pool.of_groups, pool.of_dispatches, control.cases):
        yield from kind(seed)


def some_suites(model, every=cases.suite_cases):
    return islice(every(model), 0, None, 3)


@contextlib.contextmanager
def quiet(title, total):
    yield lambda steps=1: None


@pytest.mark.long
def test_a_small_sample_dies(monkeypatch):
    """The control (no mutant, same cases) stands inside run(); of the pools of calls one, of the other pool and of
    suites some, no listings."""
    monkeypatch.setattr(cases, "CALLED", (waits,))
    monkeypatch.setattr(cases, "suite_cases", some_suites)
    monkeypatch.setattr(cases, "listings", lambda seed: ())
    monkeypatch.setattr(pool, "cases", some_cases)
    monkeypatch.setattr(library_of, "population", population)
    monkeypatch.setattr(judge, "_state", None)           # the cases are let go afterwards
    made = judge.run(20, 4, 1, quiet)
    assert made["sample"] == 20 and made["of"] > 10000
    assert made["killed"] >= 16, made["survivors"]
    assert made["killed"] + made["survived"] + made["excused"] + made["equivalent"] + made["slower"] == 20
    assert len(made["kinds"]) >= 12 and made["by_suites"] > 0


def test_a_body_that_looks_at_another_instruction_does_not_reach_all_that_decodes():
    """Seven operations had the pipelines to their account, and what these do was tried on those seven alone."""
    functions = {one.function for one in every_mutant() if hasattr(one, "function")}
    found = {(one.file, one.name): population()[0].operations(one) for one in functions}
    assert {"s_mov_b32", "s_and_b64"} <= set(found["scalar.c", "write_destination"])
    assert found["straight.c", "take_vector"] == found["decode.c", "decode"] == []


def test_a_case_of_the_pool_is_of_the_operation_it_is_named_after():
    """Faults of operations meet these, beside suites and generated cases."""
    arch = next(form.arch for form in every_form() if form.mnemonic == "v_ceil_f32_sdwa")
    assert cases.named_in({"arch": arch, "name": "parts v_ceil_f32_sdwa"}) == {"v_ceil_f32"}
    assert cases.named_in({"arch": arch, "name": "rows 7"}) == set()


def test_mutants_of_shortcuts_are_known():
    """With any other, what a shortcut hides is done the long way."""
    short = {(one.function.file, one.function.name) for one in every_mutant()
             if hasattr(one, "function") and assemble.is_shortcut(one)}
    assert {("straight.c", "take_rows"), ("line.c", "goes_up"), ("lds.c", "place_line_in_lds"), ("touch.c", "touch"),
            ("flat.c", "place_vector")} <= short
    assert not {("vector.c", "run_vector"), ("scalar.c", "run_scalar"), ("flat.c", "place_lane")} & short


@pytest.mark.parametrize("short", [False, True])
def test_late_cases_are_those_that_were_not_tried(monkeypatch, short):
    """Who counts shortcuts is shown all of them, for a verdict."""
    suites, of_pool = list(range(1000)), list(range(1000, 3000))
    monkeypatch.setattr(judge, "candidates", lambda one, names: (suites, of_pool))
    monkeypatch.setattr(judge, "cases_at", lambda places: places)
    monkeypatch.setattr(judge, "remembered", lambda one: [-1])
    monkeypatch.setattr(judge, "is_short", lambda one: short)
    monkeypatch.setattr(judge, "home", lambda one: "here")
    monkeypatch.setattr(judge, "_state", SimpleNamespace(killers={}))
    early, late = ([case for some in judge.stages(None, [], late) for case in some] for late in (False, True))
    assert early[0] == -1 and len(early) == 1 + 2 * judge.ROUNDS[-1]
    assert sorted(late) == sorted(suites + of_pool) if short else sorted(early[1:] + late) == suites + of_pool


def test_what_noticed_others_meanwhile_is_tried_late(monkeypatch):
    """It comes first then, where cases stand that were tried before it did."""
    places = list(range(2000))
    state = SimpleNamespace(killers={}, new={}, reaching=np.packbits(np.ones((2, 1, 2000), bool), axis=2),
                            cases=SimpleNamespace(suites=0, ready=0))
    state.sample = SimpleNamespace(library=SimpleNamespace(places={("a.c", 1): 0}))
    what = SimpleNamespace(function=SimpleNamespace(file="a.c", start=1), edits=())
    one = SimpleNamespace(key="a", is_text=True, what=what)
    for name, value in {"_state": state, "home": lambda one: "here", "cases_at": lambda places: places,
                        "remembered": lambda one: [], "is_short": lambda one: False}.items():
        monkeypatch.setattr(judge, name, value)
    early = [case for some in judge.stages(one, [], False) for case in some]
    killer = next(n for n in places if n not in early)
    state.killers["here"] = {killer: 3}
    late = [case for some in judge.stages(one, [], True) for case in some]
    assert len(early) == judge.ROUNDS[-1] and killer in late and {*early, *late} == {*places}


def test_how_often_a_shortcut_is_taken_is_counted(monkeypatch):
    """By three cases that take it twice without the mutant, and once, twice and three times with it."""
    library = SimpleNamespace(taken=0, known=0)
    library.ways = lambda: np.array([library.taken, library.known])
    rig = judge.Counting.__new__(judge.Counting)
    rig.library, rig.fewer, rig.more, rig.which = library, 0, 0, 0
    monkeypatch.setattr(judge, "_state", SimpleNamespace(ways={"a": (2, 7)}))
    for times in (1, 2, 3):
        def run(_, times=times):
            library.taken += times
            library.known += 7 + (times == 2)          # the case before had the same code
            return False, False
        assert rig.run(SimpleNamespace(digest="a", run=run)) == (False, False)
    assert (rig.fewer, rig.more) == (1, 1)


def test_every_reason_names_a_mutant():
    keys = {one.key for one in every_mutant()}
    assert [key for key in score.reasons() if key not in keys] == []


def test_a_reason_of_a_mutant_that_is_noticed_is_told(monkeypatch):
    mutant = next(one for one in every_mutant() if one.kind == "mask")
    judged = [(library_of.Derived(1, mutant), score.Result(1, score.KILLED, by="suites/a"))]
    found = []
    for known in ({}, {mutant.key: "no bit there"}):
        monkeypatch.setattr(score, "reasons", lambda: known)
        made = score.report(judged, {}, 0.98)
        found.append((made["refuted"], score.enough(made)))
    assert found == [([], True), ([{"key": mutant.key, "by": "suites/a"}], False)]


def test_a_reason_without_a_key_is_refused(tmp_path):
    (tmp_path / "equivalent.txt").write_text("# comment\nsalu.c s_add_u32 operator + -> - #1\n")
    with pytest.raises(ValueError, match="equivalent.txt:2"):
        score.reasons(tmp_path / "equivalent.txt")


def test_the_score_leaves_out_what_is_proved_and_few_of_the_excused():
    assert score.score_of(Counter(killed=98, survived=2), 100) == pytest.approx(0.98)
    assert score.score_of(Counter(killed=90, equivalent=6, slower=4), 100) == pytest.approx(1.0)
    assert score.score_of(Counter(killed=90, excused=10), 100) == pytest.approx(90 / 99)


def test_any_beginning_of_the_order_has_all_kinds():
    every = every_mutant()
    kinds = {one.kind for one in every}
    first = library_of.shuffled(every, 1)[:len(kinds)]
    assert {one.kind for one in first} == kinds
    assert [one.key for one in first] != [one.key for one in library_of.shuffled(every, 2)[:len(kinds)]]


def test_a_score_of_another_model_is_not_told(tmp_path):
    path = tmp_path / "score.json"
    path.write_text('{"score": 0.99, "sample": 10, "seed": 1, "model": "other", "suites": "other"}')
    assert score.known_score(path) is None
    path.write_text(json.dumps(
        {"score": 0.99, "sample": 10, "seed": 1, "model": score.model_digest(), "suites": score.suite_digest()}
    ))
    assert score.known_score(path) == "99.00 % of 10 mutants, seed 1"
