"""Mutants are built, run and judged; the score is the raw ratio."""
import contextlib
import json
from collections import Counter
from functools import cache

import msgspec
import pytest

from ..harness.faults import mutant_library
from ..harness.faults.mutant_library import in_fast_path
from ..harness.faults.source_mutant import Mutant
from ..model.build import BuildError
from ..reports.export.output_schemas import Mutation
from . import corpus, population, runner, score
from .journal import Journal
from .population import Numbered
from .score import CRASHED, KILLED, SURVIVED, Result


every_mutant = cache(population.population)


@contextlib.contextmanager
def quiet(title, total, done=0):
    yield lambda steps=1: None


def small_corpus(seed):
    """Every third case of one architecture, without most programs."""
    cases = corpus.corpus(seed, ("gfx906",), 1)[::3]
    for place, case in enumerate(cases):
        case.place = place
    return cases


@pytest.mark.long
def test_most_mutants_of_a_small_sample_are_killed(monkeypatch):
    """The control, the library without a mutant on the same cases, is part of run()."""
    monkeypatch.setattr(population, "population", every_mutant)
    monkeypatch.setattr(runner, "corpus", small_corpus)
    monkeypatch.setattr(runner, "_state", None, raising=False)       # frees the cases afterwards
    made = runner.run(20, 4, 1, quiet)
    assert made["of"] > 10000 and made["sample"] + made["same_code"] == 20
    assert made["killed"] >= 10, made["survivors"]
    assert made["killed"] + made["survived"] == made["sample"]
    assert sum(made["parts"].values()) == made["killed"]


@pytest.mark.long
def test_a_run_of_all_resumes(monkeypatch, tmp_path):
    """A second run judges nothing, and reports the same."""
    monkeypatch.setattr(population, "population", every_mutant)
    monkeypatch.setattr(runner, "corpus", small_corpus)
    monkeypatch.setattr(runner, "FOLDER", tmp_path)
    monkeypatch.setattr(runner, "_state", None, raising=False)
    first = runner.run_all(1, quiet, ("s_not_b32",))
    monkeypatch.setattr(runner, "corpus", lambda seed: pytest.fail("all verdicts are known"))
    again = runner.run_all(1, quiet, ("s_not_b32",))
    assert first["killed"] > 2
    assert first | {"run_seconds": 0} == again | {"run_seconds": 0}


def test_the_corpus_passes_on_the_model_and_fails_on_a_fault():
    cases = small_corpus(1)
    assert {case.part for case in cases} == set(corpus.PARTS)
    target, faulty = corpus.ModelTarget(corpus.Model()), corpus.Model()
    some = [case for case in cases if case.part == corpus.FORMS][:200]
    outcomes = list(target.run([case.plan for case in some]))
    assert not any(case.fails(outcome) for case, outcome in zip(some, outcomes))
    for case in some:
        outcome = faulty.run(case.plan)
        for wave in outcome.waves:
            wave.scalars = {name: value ^ 1 for name, value in wave.scalars.items()}
            wave.vectors = {number: row ^ 1 for number, row in wave.vectors.items()}
        assert case.fails(outcome) or case.golden.status != "ok"


def test_programs_that_break_rules_are_judged_by_their_findings():
    case = next(case for case in small_corpus(1) if case.part == corpus.RULE_BREAKERS)
    outcome = corpus.Model().run(case.plan)
    assert not case.fails(outcome)
    outcome.findings = []
    assert case.fails(outcome)


def test_what_decodes_another_instruction_does_not_reach_all_that_decodes():
    """The pipelines counted as part of seven operations, and their mutants ran on those seven alone."""
    reach, every = every_mutant()
    functions = {one.function for one in every if isinstance(one, Mutant)}
    found = {(one.file, one.name): reach.operations(one) for one in functions}
    assert {"s_mov_b32", "s_and_b64"} <= set(found["scalar.c", "write_destination"])
    assert found["fast_paths.c", "fast_vector"] == found["decode.c", "decode"] == []


def test_the_population_leaves_out_what_no_target_shows():
    functions = {(one.function.file, one.function.name) for one in every_mutant()[1] if isinstance(one, Mutant)}
    files = {file for file, _ in functions}
    assert {"float.c", "salu.c", "hazards.c", "races.c", "legal.c", "dispatch.c", "fast_paths.c"} <= files
    hidden = {"disasm.c", "trace.c", "api.c", "controlled_schedule.c", "fast_path_choice.c", "delay.c", "unused.c"}
    assert not hidden & files
    assert not {name for _, name in functions} & population.FAST_PATH_CHOICES


def test_every_name_of_a_fast_path_is_of_the_model():
    """A name that is gone from the model would leave nothing out."""
    functions = mutant_library.all_functions()
    known = {f.name for found in functions.values() for f in found} | functions.keys()
    assert population.FAST_PATH_CHOICES <= mutant_library.FAST_PATHS <= known
    found = [one for one in every_mutant()[1] if isinstance(one, Mutant) and in_fast_path(one)]
    assert {"fast_rows", "goes_up"} <= {one.function.name for one in found}


def test_a_part_is_selected_by_module_file_function_or_kind():
    every = every_mutant()[1]
    floats = population.selected(every, ["float"])
    assert floats and {population.module_of(one) for one in floats} == {"float"}
    some = population.selected(every, ["salu.c", "v_cos_f32"])
    assert {population.names_of(one)[1] for one in some} >= {"salu.c"}
    assert population.selected(every, []) == every
    with pytest.raises(ValueError, match="--only flaot: no such module.*modules are decode, float"):
        population.selected(every, ["flaot"])


def test_any_beginning_of_the_order_has_all_kinds():
    every = every_mutant()[1]
    kinds = {one.kind for one in every}
    first = population.shuffled(every, 1)[:len(kinds)]
    assert {one.kind for one in first} == kinds
    assert [one.key for one in first] != [one.key for one in population.shuffled(every, 2)[:len(kinds)]]


def test_a_run_ends_when_the_model_changes_under_it(monkeypatch):
    runner.raise_if_changed()
    monkeypatch.setattr(runner.model_digest, "__wrapped__", lambda: "another")
    with pytest.raises(BuildError, match="the model has changed since this run began"):
        runner.raise_if_changed()


def test_the_score_is_killed_of_all_that_differ():
    assert score.ratio(Counter(killed=90, crashed=5, survived=5)) == pytest.approx(0.95)
    assert score.ratio(Counter()) == 0
    every = every_mutant()[1]
    verdicts = (KILLED, CRASHED, SURVIVED, score.SAME_CODE)
    judged = [(Numbered(n, one), Result(n, verdict)) for n, (one, verdict) in enumerate(zip(every, verdicts), 1)]
    made = score.report(judged, {})
    assert (made["sample"], made["killed"], made["crashed"], made["same_code"]) == (3, 2, 1, 1)
    assert made["score"] == round(2 / 3, 5)
    assert [one["key"] for one in made["survivors"]] == [every[2].key]
    facts = {"seed": 1, "only": [], "of": 6, "refused": 0, "build_seconds": 0.0, "run_seconds": 0.0}
    assert msgspec.convert(made | facts, Mutation).survivors


def test_a_score_of_another_model_is_not_used(tmp_path):
    path = tmp_path / "score.json"
    held = {"score": 0.99, "sample": 10, "seed": 1, "only": [], "model": "other", "suites": "other"}
    path.write_text(json.dumps(held))
    assert score.known_score(path) is None
    held |= {"model": score.model_digest(), "suites": score.suite_digest()}
    path.write_text(json.dumps(held))
    assert score.known_score(path) == "99.00 % of 10 mutants, seed 1"
    path.write_text(json.dumps(held | {"only": ["float"]}))
    assert score.known_score(path) is None


def test_a_journal_outlives_a_run_that_is_ended(tmp_path):
    path = tmp_path / "journal.jsonl"
    Journal(path, "a model").write("k", Result(1, KILLED, "forms", "a case", 3))
    with open(path, "a") as file:
        file.write('{"key": "half')
    known = Journal(path, "a model")
    assert known.results == {"k": Result(1, KILLED, "forms", "a case", 3)}
    known.write("l", Result(2, SURVIVED))
    assert Journal(path, "a model").results.keys() == {"k", "l"}
    assert Journal(path, "another model").results == {}
