"""The population, the runner, the score and the journal."""
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
from .population import NumberedMutant
from .score import CRASHED, KILLED, SURVIVED, Result


cached_population = cache(population.population)


@contextlib.contextmanager
def quiet(title, total, finished=0):
    yield lambda steps=1: None


def small_corpus(seed):
    """Every third case of one architecture, without most programs."""
    cases = corpus.corpus(seed, ("gfx906",), 1)[::3]
    for index, case in enumerate(cases):
        case.index = index
    return cases


@pytest.mark.long
def test_most_mutants_of_a_small_sample_are_killed(monkeypatch):
    """run() includes the control: the library without a mutant on the same cases."""
    monkeypatch.setattr(population, "population", cached_population)
    monkeypatch.setattr(runner, "corpus", small_corpus)
    monkeypatch.setattr(runner, "_state", None, raising=False)       # frees the cases afterwards
    report = runner.run(20, 4, 1, quiet)
    assert report["of"] > 10000 and report["sample"] + report["same_code"] == 20
    assert report["killed"] >= 10, report["survivors"]
    assert report["killed"] + report["survived"] == report["sample"]
    assert sum(report["parts"].values()) == report["killed"]


@pytest.mark.long
def test_run_of_all_mutants_resumes(monkeypatch, tmp_path):
    """The second run takes all verdicts from the journal and reports the same. With another corpus every mutant runs
    again."""
    monkeypatch.setattr(population, "population", cached_population)
    monkeypatch.setattr(runner, "corpus", small_corpus)
    monkeypatch.setattr(runner, "FOLDER", tmp_path)
    monkeypatch.setattr(runner, "_state", None, raising=False)
    first = runner.run_all(1, quiet, ("s_not_b32",))
    monkeypatch.setattr(runner, "corpus", lambda seed: pytest.fail("all verdicts are known"))
    second = runner.run_all(1, quiet, ("s_not_b32",))
    assert first["killed"] > 2
    assert first | {"run_seconds": 0} == second | {"run_seconds": 0}
    monkeypatch.setattr(runner, "suite_digest", lambda: "other suites")
    with pytest.raises(pytest.fail.Exception, match="all verdicts are known"):
        runner.run_all(1, quiet, ("s_not_b32",))


def test_corpus_passes_on_the_model_and_fails_on_wrong_results():
    cases = small_corpus(1)
    assert {case.part for case in cases} == set(corpus.PARTS)
    target, faulty = corpus.ModelTarget(corpus.Model()), corpus.Model()
    form_cases = [case for case in cases if case.part == corpus.FORMS][:200]
    outcomes = list(target.run([case.plan for case in form_cases]))
    assert not any(case.fails(outcome) for case, outcome in zip(form_cases, outcomes))
    for case in form_cases:
        outcome = faulty.run(case.plan)
        for wave in outcome.waves:
            wave.scalars = {name: value ^ 1 for name, value in wave.scalars.items()}
            wave.vectors = {number: row ^ 1 for number, row in wave.vectors.items()}
        assert case.fails(outcome) or case.golden.status != "ok"


def test_rule_breaking_programs_are_judged_by_their_findings():
    case = next(case for case in small_corpus(1) if case.part == corpus.RULE_BREAKERS)
    outcome = corpus.Model().run(case.plan)
    assert not case.fails(outcome)
    outcome.findings = []
    assert case.fails(outcome)


def test_decoder_is_not_reached_through_operations_that_decode():
    """Seven operations decode another instruction; mutants of the pipelines must run on the cases of all operations."""
    call_graph, mutants = cached_population()
    functions = {mutant.function for mutant in mutants if isinstance(mutant, Mutant)}
    operations = {(function.file, function.name): call_graph.operations_reaching(function) for function in functions}
    assert {"s_mov_b32", "s_and_b64"} <= set(operations["scalar.c", "write_destination"])
    assert operations["fast_paths.c", "fast_vector"] == operations["decode.c", "decode"] == []


def test_population_excludes_code_that_no_target_can_show():
    sources = [mutant for mutant in cached_population()[1] if isinstance(mutant, Mutant)]
    functions = {(mutant.function.file, mutant.function.name) for mutant in sources}
    files = {file for file, _ in functions}
    assert {"float.c", "salu.c", "hazards.c", "races.c", "legal.c", "dispatch.c", "fast_paths.c"} <= files
    hidden = {"disasm.c", "trace.c", "api.c", "controlled_schedule.c", "fast_path_choice.c", "delay.c", "unused.c"}
    assert not hidden & files
    assert not {name for _, name in functions} & population.FAST_PATH_CHOICES


def test_fast_path_names_exist_in_the_model():
    """A name in the list of fast paths that the model lacks would exclude no mutant."""
    functions = mutant_library.all_functions()
    known = {f.name for file_functions in functions.values() for f in file_functions} | functions.keys()
    assert population.FAST_PATH_CHOICES <= mutant_library.FAST_PATHS <= known
    mutants = [mutant for mutant in cached_population()[1] if isinstance(mutant, Mutant) and in_fast_path(mutant)]
    assert {"fast_rows", "goes_up"} <= {mutant.function.name for mutant in mutants}


def test_words_select_by_module_file_function_or_kind():
    mutants = cached_population()[1]
    floats = population.select_mutants(mutants, ["float"])
    assert floats and {population.module_name(mutant) for mutant in floats} == {"float"}
    selection = population.select_mutants(mutants, ["salu.c", "v_cos_f32"])
    assert {population.selection_names(mutant)[1] for mutant in selection} >= {"salu.c"}
    assert population.select_mutants(mutants, []) == mutants
    with pytest.raises(ValueError, match="--only flaot: no such module.*modules are decode, float"):
        population.select_mutants(mutants, ["flaot"])


def test_every_prefix_of_the_sample_order_has_all_kinds():
    mutants = cached_population()[1]
    kinds = {mutant.kind for mutant in mutants}
    first = population.sample_order(mutants, 1)[:len(kinds)]
    assert {mutant.kind for mutant in first} == kinds
    second = population.sample_order(mutants, 2)[:len(kinds)]
    assert [mutant.key for mutant in first] != [mutant.key for mutant in second]


def test_run_stops_when_the_model_changes(monkeypatch):
    runner.raise_if_model_changed()
    monkeypatch.setattr(runner.model_digest, "__wrapped__", lambda: "another")
    with pytest.raises(BuildError, match="the model has changed since this run began"):
        runner.raise_if_model_changed()


def test_score_is_killed_divided_by_mutants_with_different_code():
    assert score.kill_ratio(Counter(killed=90, crashed=5, survived=5)) == pytest.approx(0.95)
    assert score.kill_ratio(Counter()) == 0
    mutants = cached_population()[1]
    verdicts = (KILLED, CRASHED, SURVIVED, score.SAME_CODE)
    judged = [(NumberedMutant(n, mutant), Result(n, verdict))
              for n, (mutant, verdict) in enumerate(zip(mutants, verdicts), 1)]
    report = score.report(judged, {})
    assert (report["sample"], report["killed"], report["crashed"], report["same_code"]) == (3, 2, 1, 1)
    assert report["score"] == round(2 / 3, 5)
    assert [survivor["key"] for survivor in report["survivors"]] == [mutants[2].key]
    facts = {"seed": 1, "only": [], "of": 6, "refused": 0, "build_seconds": 0.0, "run_seconds": 0.0}
    assert msgspec.convert(report | facts, Mutation).survivors


def test_score_of_another_model_is_ignored(tmp_path):
    path = tmp_path / "score.json"
    known = {"score": 0.99, "sample": 10, "seed": 1, "only": [], "model": "other", "suites": "other"}
    path.write_text(json.dumps(known))
    assert score.known_score(path) is None
    known |= {"model": score.model_digest(), "suites": score.suite_digest()}
    path.write_text(json.dumps(known))
    assert score.known_score(path) == "99.00 % of 10 mutants, seed 1"
    path.write_text(json.dumps(known | {"only": ["float"]}))
    assert score.known_score(path) is None


def test_journal_survives_an_interrupted_run(tmp_path):
    path = tmp_path / "journal.jsonl"
    Journal(path, "a model").write("k", Result(1, KILLED, "forms", "a case", 3))
    with open(path, "a") as file:
        file.write('{"key": "half')
    journal = Journal(path, "a model")
    assert journal.results == {"k": Result(1, KILLED, "forms", "a case", 3)}
    journal.write("l", Result(2, SURVIVED))
    assert Journal(path, "a model").results.keys() == {"k", "l"}
    assert Journal(path, "another model").results == {}
