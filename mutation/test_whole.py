"""The journal of all mutants: what was known is known again as long as it holds, whatever ended the run."""
import numpy as np
import pytest

from ..model.build import BuildError
from . import judge, library, whole
from .cases import Cases
from .score import EXCUSED, KILLED, SAME, SURVIVED, Result, enough
from .source import Function
from .substitute import Mutant


def test_a_journal_outlives_a_run_that_is_ended(tmp_path):
    path = tmp_path / "all" / "journal.jsonl"
    first = whole.Journal(path)
    first.write("a.c f operator + -> - #1", Result(3, KILLED, by="x", cases=4, suite=True))
    first.write("b.c g mask 1 -> 2 #1", Result(4, SURVIVED, cases=90))
    with open(path, "a") as file:
        file.write('{"key": "cut off in the mid')
    second = whole.Journal(path)
    assert second.known == first.known and second.known["a.c f operator + -> - #1"].by == "x"
    second.write("c.c h mask 1 -> 2 #1", Result(5, EXCUSED, reason="no bit there"))
    excused = {"c.c h mask 1 -> 2 #1": Result(5, EXCUSED, reason="no bit there")}
    assert whole.Journal(path).known == first.known | excused


def test_nothing_is_known_of_another_model_but_what_to_try_first(tmp_path, monkeypatch):
    path = tmp_path / "journal.jsonl"
    whole.Journal(path).write("a", Result(3, KILLED, by="x", digest="1"))
    whole.Journal(path).write("b", Result(0, SAME))
    monkeypatch.setattr(whole, "subject", lambda: "another")
    later = whole.Journal(path)
    assert later.known == {} and later.before["a"].by == "x"


def test_what_survived_other_cases_is_tried_again_and_what_was_noticed_is_not(tmp_path, monkeypatch):
    path = tmp_path / "journal.jsonl"
    journal = whole.Journal(path)
    journal.write("a", Result(3, KILLED))
    journal.write("b", Result(4, SURVIVED))
    monkeypatch.setattr(whole, "cases_digest", lambda: "another")
    assert set(whole.Journal(path).known) == {"a"}


def test_what_survived_cases_that_are_known_is_tried_on_the_others_alone(tmp_path, monkeypatch):
    path, cases = tmp_path / "journal.jsonl", {"0123456789ab", "ba9876543210"}
    journal = whole.Journal(path)
    journal.begin(cases)
    journal.write("a", Result(3, KILLED))
    journal.write("b", Result(4, SURVIVED))
    journal.keep({"a", "b"}, tmp_path / "kept.gz")
    monkeypatch.setattr(whole, "cases_digest", lambda: "another")
    for later in whole.Journal(path), whole.Journal(tmp_path / "own.jsonl", record=tmp_path / "kept.gz"):
        assert later.since == {"b": cases} and set(later.known) == {"a"}
    monkeypatch.setattr(whole, "subject", lambda: "another model")
    assert whole.Journal(path).since == {}


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


def test_what_was_noticed_by_a_case_that_is_gone_or_another_is_tried_again(tmp_path):
    path = tmp_path / "journal.jsonl"
    journal = whole.Journal(path)
    journal.write("a", Result(3, KILLED, by="x", digest="1"))
    journal.write("b", Result(4, KILLED, by="y", digest="2"))
    again = whole.Journal(path, lambda name, digest: (name, digest) == ("x", "1"))
    assert set(again.known) == {"a"} and set(again.before) == {"a", "b"}


def test_a_journal_that_was_kept_goes_before_the_one_of_this_run(tmp_path, monkeypatch):
    first = whole.Journal(tmp_path / "first.jsonl")
    for key, verdict in ("a", KILLED), ("b", SURVIVED), ("gone", KILLED):
        first.write(key, Result(3, verdict, by=f"of {key}"))
    first.keep({"a", "b", "never"}, tmp_path / "kept.gz")
    first.keep({"b", "a", "never"}, tmp_path / "again.gz")
    assert (tmp_path / "kept.gz").read_bytes() == (tmp_path / "again.gz").read_bytes()
    own = tmp_path / "own.jsonl"
    whole.Journal(own).write("b", Result(9, KILLED, by="later"))
    both = whole.Journal(own, record=tmp_path / "kept.gz")
    assert {key: one.by for key, one in both.known.items()} == {"a": "of a", "b": "later"}
    monkeypatch.setattr(whole, "subject", lambda: "another")
    assert whole.Journal(own, record=tmp_path / "kept.gz").before == both.known
    assert not own.read_text().count("of a")               # what was kept is not written once more


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


def test_a_part_of_the_journal_is_no_verdict_of_all(tmp_path):
    every = [mutant("float.c", "root", change) for change in "abc"]
    journal = whole.Journal(tmp_path / "journal.jsonl")
    journal.write(every[0].key, Result(1, KILLED))
    journal.write(every[1].key, Result(2, SURVIVED))
    made = whole.told(every, journal, {}, {every[0].key})
    assert (made["sample"], made["unjudged"], made["survived"], made["survivors"]) == (2, 1, 1, [])
    journal.write(every[1].key, Result(2, KILLED))
    assert not enough(whole.told(every, journal, {}, set()))
    journal.write(every[2].key, Result(3, KILLED))
    assert enough(whole.told(every, journal, {}, set()))
