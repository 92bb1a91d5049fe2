"""The journal of all mutants: what was known is known again, whatever ended the run."""
import json

from . import whole
from .score import EXCUSED, KILLED, SURVIVED, Result


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


def test_a_journal_of_another_model_is_set_aside(tmp_path):
    path = tmp_path / "journal.jsonl"
    whole.Journal(path).write("a", Result(3, KILLED))
    lines = path.read_text().splitlines()
    path.write_text(json.dumps(json.loads(lines[0]) | {"model": "another"}) + "\n" + lines[1] + "\n")
    assert whole.Journal(path).known == {} and path.with_suffix(".old").exists()


def test_what_survived_other_cases_is_tried_again(tmp_path, monkeypatch):
    path = tmp_path / "journal.jsonl"
    journal = whole.Journal(path)
    journal.write("a", Result(3, KILLED))
    journal.write("b", Result(4, SURVIVED))
    monkeypatch.setattr(whole, "cases_digest", lambda: "another")
    assert set(whole.Journal(path).known) == {"a"}
