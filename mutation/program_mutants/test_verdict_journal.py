"""Verdicts kept in a file: what is known is not judged again, of this run alone."""
import json

from ...harness.case.assembler import parse_assembly
from ...harness.case.suite_files import FOLDER
from . import verdict_journal, verdicts


def program(name="lane-select-waited.s"):
    path = FOLDER / "hazards" / name
    return verdicts.Program(parse_assembly(path.read_text(), path.name)[0], rules="silicon")


def table(found):
    return [(one.mutant, one.verdict, one.rules) for one in found]


def test_an_ended_run_goes_on_where_it_was(tmp_path, monkeypatch):
    path, of = tmp_path / "journal.jsonl", program()
    whole = verdict_journal.judged(of, verdict_journal.Journal(path))
    assert table(whole) == table(verdicts.judged(of)) and len(whole) > 1
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:1]) + lines[1][:20])              # the second was being written
    asked = []
    monkeypatch.setattr(verdicts.Program, "judge", lambda self, mutant: asked.append(mutant) or whole[len(asked)])
    assert table(verdict_journal.judged(of, verdict_journal.Journal(path))) == table(whole)
    assert asked == of.mutants[1:] and path.read_text() == "".join(lines)


def test_what_is_known_of_another_run_does_not_count(tmp_path, monkeypatch):
    path = tmp_path / "journal.jsonl"
    verdict_journal.judged(program(), verdict_journal.Journal(path))
    known = verdict_journal.Journal(path)
    other = program("dpp-waited.s")
    assert all(known.find(verdict_journal.run_of(other), mutant) is None for mutant in other.mutants)
    monkeypatch.setattr(verdict_journal, "digests", lambda: ("another model", ""))
    assert known.find(verdict_journal.run_of(program()), program().mutants[0]) is None
    assert len(json.loads(path.read_text().splitlines()[0])["run"]) == 16
