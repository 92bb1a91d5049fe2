"""The journal of mutants: what was known is known again as long as it holds, whatever ended the run."""
from . import journal
from .journal import Journal
from .score import EXCUSED, KILLED, SAME, SURVIVED, Result


def test_a_journal_outlives_a_run_that_is_ended(tmp_path):
    path = tmp_path / "all" / "journal.jsonl"
    first = Journal(path)
    first.write("a.c f operator + -> - #1", Result(3, KILLED, by="x", cases=4, suite=True))
    first.write("b.c g mask 1 -> 2 #1", Result(4, SURVIVED, cases=90))
    with open(path, "a") as file:
        file.write('{"key": "cut off in the mid')
    second = Journal(path)
    assert second.known == first.known and second.known["a.c f operator + -> - #1"].by == "x"
    second.write("c.c h mask 1 -> 2 #1", Result(5, EXCUSED, reason="no bit there"))
    excused = {"c.c h mask 1 -> 2 #1": Result(5, EXCUSED, reason="no bit there")}
    assert Journal(path).known == first.known | excused


def test_nothing_is_known_of_another_model_but_what_to_try_first(tmp_path, monkeypatch):
    path = tmp_path / "journal.jsonl"
    Journal(path).write("a", Result(3, KILLED, by="x", digest="1"))
    Journal(path).write("b", Result(0, SAME))
    monkeypatch.setattr(journal, "subject", lambda: "another")
    later = Journal(path)
    assert later.known == {} and later.before["a"].by == "x"


def test_what_survived_other_cases_is_tried_again_and_what_was_noticed_is_not(tmp_path, monkeypatch):
    path = tmp_path / "journal.jsonl"
    mine = Journal(path)
    mine.write("a", Result(3, KILLED))
    mine.write("b", Result(4, SURVIVED))
    monkeypatch.setattr(journal, "cases_digest", lambda: "another")
    assert set(Journal(path).known) == {"a"}


def test_what_survived_cases_that_are_known_is_tried_on_the_others_alone(tmp_path, monkeypatch):
    path, cases = tmp_path / "journal.jsonl", {"0123456789ab", "ba9876543210"}
    mine = Journal(path)
    mine.begin(cases)
    mine.write("a", Result(3, KILLED))
    mine.write("b", Result(4, SURVIVED))
    mine.keep({"a", "b"}, tmp_path / "kept.gz")
    monkeypatch.setattr(journal, "cases_digest", lambda: "another")
    for later in Journal(path), Journal(tmp_path / "own.jsonl", record=tmp_path / "kept.gz"):
        assert later.since == {"b": cases} and set(later.known) == {"a"}
    monkeypatch.setattr(journal, "subject", lambda: "another model")
    assert Journal(path).since == {}


def test_what_was_noticed_by_a_case_that_is_gone_or_another_is_tried_again(tmp_path):
    path = tmp_path / "journal.jsonl"
    mine = Journal(path)
    mine.write("a", Result(3, KILLED, by="x", digest="1"))
    mine.write("b", Result(4, KILLED, by="y", digest="2"))
    again = Journal(path, lambda name, digest: (name, digest) == ("x", "1"))
    assert set(again.known) == {"a"} and set(again.before) == {"a", "b"}


def test_a_journal_that_was_kept_goes_before_the_one_of_this_run(tmp_path, monkeypatch):
    first = Journal(tmp_path / "first.jsonl")
    for key, verdict in ("a", KILLED), ("b", SURVIVED), ("gone", KILLED):
        first.write(key, Result(3, verdict, by=f"of {key}"))
    first.keep({"a", "b", "never"}, tmp_path / "kept.gz")
    first.keep({"b", "a", "never"}, tmp_path / "again.gz")
    assert (tmp_path / "kept.gz").read_bytes() == (tmp_path / "again.gz").read_bytes()
    own = tmp_path / "own.jsonl"
    Journal(own).write("b", Result(9, KILLED, by="later"))
    both = Journal(own, record=tmp_path / "kept.gz")
    assert {key: one.by for key, one in both.known.items()} == {"a": "of a", "b": "later"}
    monkeypatch.setattr(journal, "subject", lambda: "another")
    assert Journal(own, record=tmp_path / "kept.gz").before == both.known
    assert not own.read_text().count("of a")               # what was kept is not written once more


def test_what_was_known_last_is_known_of_any_model(tmp_path, monkeypatch):
    first = Journal(tmp_path / "first.jsonl")
    first.begin({"0123456789ab"})
    first.write("a", Result(3, KILLED, by="x", digest="1"))
    first.keep({"a"}, tmp_path / "kept.gz")
    monkeypatch.setattr(journal, "subject", lambda: "another")
    assert journal.last_known(tmp_path / "kept.gz") == {"a": Result(3, KILLED, by="x", digest="1")}
    assert journal.last_known(tmp_path / "none.gz") == {} != journal.last_known()
