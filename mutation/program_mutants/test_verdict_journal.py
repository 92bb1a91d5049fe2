"""The journal of verdicts: mutants with a verdict in the journal are not judged again."""
import json

from ...harness.case.directives import parse_assembly
from ...harness.case.suite_files import SUITES_FOLDER
from . import verdict_journal, verdicts


def suite_program(name="lane-select-waited.s"):
    path = SUITES_FOLDER / "hazards" / name
    return verdicts.TracedProgram(parse_assembly(path.read_text(), path.name)[0], rules="silicon")


def comparable(judged):
    return [(item.mutant, item.verdict, item.rules) for item in judged]


def test_interrupted_run_resumes(tmp_path, monkeypatch):
    path, program = tmp_path / "journal.jsonl", suite_program()
    complete = verdict_journal.judge_with_journal(program, verdict_journal.Journal(path))
    assert comparable(complete) == comparable(verdicts.judge_mutants(program)) and len(complete) > 1
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:1]) + lines[1][:20])              # interrupted during the second line
    judged_mutants = []
    def next_verdict(self, mutant):
        judged_mutants.append(mutant)
        return complete[len(judged_mutants)]

    monkeypatch.setattr(verdicts.TracedProgram, "judge", next_verdict)
    resumed = verdict_journal.judge_with_journal(program, verdict_journal.Journal(path))
    assert comparable(resumed) == comparable(complete)
    assert judged_mutants == program.mutants[1:] and path.read_text() == "".join(lines)


def test_verdicts_of_another_run_are_ignored(tmp_path, monkeypatch):
    path = tmp_path / "journal.jsonl"
    verdict_journal.judge_with_journal(suite_program(), verdict_journal.Journal(path))
    journal = verdict_journal.Journal(path)
    other = suite_program("dpp-waited.s")
    assert all(journal.find(verdict_journal.run_digest(other), mutant) is None for mutant in other.mutants)
    monkeypatch.setattr(verdict_journal, "model_and_checker_digests", lambda: ("another model", ""))
    assert journal.find(verdict_journal.run_digest(suite_program()), suite_program().mutants[0]) is None
    assert len(json.loads(path.read_text().splitlines()[0])["run"]) == 16
