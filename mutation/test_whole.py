"""All mutants: which come first, which are tried again on what, and when a run of them ends."""
import contextlib
from concurrent.futures import Future

import numpy as np
import pytest

from ..model.build import BuildError
from . import judge, library, whole
from .cases import Cases
from .journal import Journal
from .score import EXCUSED, EXHAUSTED, KILLED, SURVIVED, Result, enough
from .source import Function
from .substitute import Mutant


class One:
    key, is_text = "a mutant", False


def test_only_new_cases_are_candidates_of_what_is_known_not_to_be_noticed(monkeypatch):
    cases = Cases([None] * 6, suites=2, ready=4, of={"op": [0, 1, 2, 5]})
    state = judge.State(None, cases, None, None, {}, {}, {})                        # type: ignore[arg-type]
    monkeypatch.setattr(judge, "_state", state)
    monkeypatch.setattr(judge, "home", lambda one: "")
    assert [sorted(some) for some in judge.candidates(One(), ["op"])] == [[0, 1], [2, 5]]
    state.new["a mutant"] = np.array([False, True, False, False, False, True])
    assert judge.candidates(One(), ["op"]) == ([1], [5])


def test_a_run_ends_when_the_model_changes_under_it(monkeypatch):
    whole.still_the_same()
    monkeypatch.setattr(whole.model_digest, "__wrapped__", lambda: "another")
    with pytest.raises(BuildError, match="the model has changed since this run began"):
        whole.still_the_same()


def mutant(file, function, change="a"):
    return Mutant("mask", Function(file, function, 0, 0, 0, "", False, "text"), change, "b", 1, 1)


def test_a_part_is_chosen_by_room_file_function_or_kind():
    some = [mutant("float.c", "root"), mutant("float.c", "divide"), mutant("salu.c", "s_abs_i32")]
    assert library.chosen(some, ["float"]) == some[:2]
    assert library.chosen(some, ["salu.c", "root"]) == [some[0], some[2]]
    assert library.chosen(some, []) == library.chosen(some, ["mask"]) == some
    with pytest.raises(ValueError, match="--only flaot: no such room.*rooms are float, ops; kinds are mask"):
        library.chosen(some, ["flaot"])


def test_what_survived_before_comes_last_and_files_stay_together():
    salu, root, divide, more = some = [mutant("salu.c", "s_abs_i32"), mutant("float.c", "root"),
                                       mutant("float.c", "divide"), mutant("salu.c", "s_not_b32")]
    before = {root.key: Result(1, SURVIVED), divide.key: Result(1, KILLED), salu.key: Result(1, EXCUSED)}
    assert whole.in_order(some, before) == [divide, more, root, salu]
    assert whole.in_order(some, {}) == [root, divide, salu, more]


class AtOnce(contextlib.nullcontext):
    """A pool that is done with everything when it is given."""

    def __enter__(self):
        return self

    def submit(self, function, *given):
        made: Future = Future()
        made.set_result(function(*given))
        return made


def test_the_last_word_on_what_survives_is_said_when_its_proof_ends(monkeypatch):
    """Of three that no case notices the first two are told before the last is tried, one of them proved: a run that is
    ended then has them written down."""
    some = {n: mutant("float.c", "root", change) for n, change in enumerate("abc")}
    state = judge.State(None, None, None, None, some, {}, {})                       # type: ignore[arg-type]
    said, heard = [], []

    def tried(numbers, jobs, late, told):
        for n in numbers:
            told(Result(n, SURVIVED))
            heard.append(len(said))
    monkeypatch.setattr(judge, "_state", state)
    monkeypatch.setattr(judge, "tried", tried)
    monkeypatch.setattr(judge, "ThreadPoolExecutor", AtOnce)
    monkeypatch.setattr(judge.exhaust, "proved_at_last", lambda one: one is some[1])
    results = {n: Result(n, SURVIVED) for n in some}
    judge.finish(list(some), results, [], 1, said.append)
    assert heard == [1, 2, 3] and sorted(one.number for one in said) == [0, 1, 2]
    assert [results[n].verdict for n in some] == [SURVIVED, EXHAUSTED, SURVIVED]


def test_a_part_of_the_journal_is_no_verdict_of_all(tmp_path):
    every = [mutant("float.c", "root", change) for change in "abc"]
    journal = Journal(tmp_path / "journal.jsonl")
    journal.write(every[0].key, Result(1, KILLED))
    journal.write(every[1].key, Result(2, SURVIVED))
    made = whole.told(every, journal, {}, {every[0].key})
    assert (made["sample"], made["unjudged"], made["survived"], made["survivors"]) == (2, 1, 1, [])
    journal.write(every[1].key, Result(2, KILLED))
    assert not enough(whole.told(every, journal, {}, set()))
    journal.write(every[2].key, Result(3, KILLED))
    assert enough(whole.told(every, journal, {}, set()))


def test_samples_are_drawn_from_what_is_known_of_all(tmp_path, monkeypatch):
    """Of ten mutants one survived: samples of two hold it or not."""
    monkeypatch.setattr(whole, "SAMPLE", 2)
    every = [mutant("float.c", "root", change) for change in "abcdefghij"]
    journal = Journal(tmp_path / "journal.jsonl")
    for n, one in enumerate(every[:9]):
        journal.write(one.key, Result(n, KILLED))
    assert "samples" not in whole.told(every, journal, {}, set())
    journal.write(every[9].key, Result(9, SURVIVED))
    found = whole.told(every, journal, {}, set())["samples"]
    assert found["least"] == 0.5 and every[9] in library.shuffled(every, found["seed"])[:2]
    assert found["below"] == sum(every[9] in library.shuffled(every, n)[:2] for n in range(1, whole.SEEDS + 1))
