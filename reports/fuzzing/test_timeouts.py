"""Timeouts cost a fuzz run at most a few time limits per batch. The programs that are sent depend only on the records,
not on jobs or interruptions."""
import signal
import sqlite3
import sys
import time

import pytest

from ...generators.programs.program_settings import Options
from ...harness.targets.timeout_tracker import TIMEOUTS_TO_BLAME, NOT_RUN_PREFIX
from ..certification.test_claims import ADAPTER
from ..certification.test_unanswered_cases import SLEEP_CODE
from . import triage
from .fuzz_run import Worker
from .run_database import RunSettings, FuzzRun, Failure, BatchProgress
from .test_fuzz_run import begun, contents, finished, start_fuzz
from .timeouts import EarlierTimeouts, RunTimeouts

pytestmark = pytest.mark.long
COUNT, SECONDS = 150, 0.8
ONLY = "vop1:v_not_b32,vop1:v_mov_b32,vop1:v_bfrev_b32,sop1:s_mov_b32"
WHY = f"not exercised: {NOT_RUN_PREFIX}v_not_b32_e32 was not answered in {TIMEOUTS_TO_BLAME} cases"


@pytest.fixture
def hanging(tmp_path):
    """(name of a target that hangs at V_NOT_B32, function that counts its hangs)."""
    log, program = tmp_path / "log", tmp_path / "adapter.py"
    log.write_text("")
    sleeps = SLEEP_CODE.replace("{word}", "v_not_b32").replace("{log!r}", repr(str(log)))
    program.write_text(ADAPTER.replace("{0}", "{}").replace("{1}", sleeps))
    return f"command:{sys.executable} {program}", lambda: len(log.read_text().splitlines())


def start_limited_fuzz(out, target, *words):
    """Start `assay fuzz` on this target with a time limit for each case. Return the process."""
    return start_fuzz(out, "--count", str(COUNT), "--only", ONLY, "--case-seconds", str(SECONDS), *words, target=target)


def test_hanging_instructions_are_not_sent_again(hanging, tmp_path):
    """After a few timeouts of V_NOT_B32 its programs count as not exercised. Two jobs, and a run that is killed and
    resumed, give equal records."""
    target, waits = hanging
    said, _ = finished(start_limited_fuzz(tmp_path / "one", target, "--jobs", "1"), 1)
    whole = contents(tmp_path / "one")
    tally, sheets = dict(whole["tally"]), len(whole["sheets"])
    assert tally["fail: timeout"] <= TIMEOUTS_TO_BLAME * sheets and waits() <= (TIMEOUTS_TO_BLAME + 1) * sheets
    assert tally[WHY] > 30 and f"{tally[WHY]:,} {WHY}" in said and tally["pass"] > 30
    assert sum(n for name, n in tally.items() if name != "instructions") == COUNT
    finished(start_limited_fuzz(tmp_path / "two", target, "--jobs", "2"), 1)
    assert contents(tmp_path / "two") == whole
    process = start_limited_fuzz(tmp_path / "three", target, "--jobs", "1")
    begun(tmp_path / "three")
    time.sleep(0.3)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    finished(start_limited_fuzz(tmp_path / "three", target, "--jobs", "1", "--resume"), 1)
    assert contents(tmp_path / "three") == whole


def parts_of(worker, start=0, stop=64, before=EarlierTimeouts()):
    """(tally, failures, sets of instructions known to hang at the end) of the programs `start` to `stop` of batch 0."""
    tally, failures, hangs = {}, [], None
    for part in worker.run_batch(0, start, stop, frozenset(), before):
        tally |= {name: tally.get(name, 0) + n for name, n in part.tally.items()}
        failures, hangs = failures + part.failures, part.hangs
    return tally, failures, hangs


def test_a_resumed_batch_gives_equal_records(hanging, tmp_path):
    """A batch that stops at its first timeout and is resumed has the records of a complete batch. A batch that knows
    the hangs of earlier batches has no timeout."""
    target, waits = hanging
    about = RunSettings(target, Options("gfx1100", seed=9, length=(1, 6), forms=asked_forms()))
    campaign = FuzzRun(tmp_path / "campaign.sqlite", about)
    worker = Worker(None, about, SECONDS)
    try:
        tally, failures, hangs = parts_of(worker)
        assert hangs == [["v_not_b32_e32"]] and tally["fail: timeout"] == TIMEOUTS_TO_BLAME == len(failures)
        cut = failures[0].number + 1
        first = parts_of(worker, 0, cut)
        known = RunTimeouts(campaign)
        for one in first[1]:
            known.add_failure(one)
        second = parts_of(worker, cut, 64, known.known_before(0))
        assert {name: first[0].get(name, 0) + second[0].get(name, 0) for name in tally} == tally
        assert second[2] == hangs
        before, waited = EarlierTimeouts((frozenset(["v_not_b32_e32"]),)), waits()
        later, failures, hangs = parts_of(worker, before=before)
        assert waits() == waited and not failures and later[WHY] == tally[WHY] + TIMEOUTS_TO_BLAME
    finally:
        worker.target.close()
        campaign.close()


def asked_forms():
    """The indices of the forms that ONLY selects."""
    from ...generators.instructions.form_selection import select_forms
    return select_forms(ONLY, ["gfx1100"])["gfx1100"]


def test_a_batch_knows_the_hangs_of_batches_it_depends_on(tmp_path):
    """Known hangs are read from the database. Timeouts are distinguished from programs that did not run after
    timeouts."""
    campaign = FuzzRun(tmp_path / "campaign.sqlite", RunSettings("model", Options("gfx1100")))
    known = RunTimeouts(campaign)
    for number, words in ((3, [["a"]]), (17, [["b"], ["c", "d"]]), (18, [])):
        part = BatchProgress(number, 64, {}, [], "-", b"", words)
        known.finish_batch(part)
        campaign.write_progress([part])
    known.add_failure(Failure(64 * 40 + 1, "timeout", "no answer"))
    known.add_failure(Failure(64 * 40 + 2, "timeout", f"{NOT_RUN_PREFIX}the target has not answered the last 4"))
    assert known.known_before(31).hangs == () and known.known_before(32).hangs == (frozenset("a"),)
    assert known.known_before(48).hangs == tuple(map(frozenset, ("a", "b", "cd")))
    assert known.known_before(40).unanswered == {64 * 40 + 1: "timeout", 64 * 40 + 2: "crash"}
    assert known.finished == {3, 17, 18}
    again = RunTimeouts(campaign)
    for number in (3, 17, 18):
        again.restore_batch(number)
    assert again.known_before(48) == known.known_before(48)
    campaign.close()


def test_shrinking_uses_the_time_limit_of_the_run(hanging, tmp_path, monkeypatch):
    campaign, given = FuzzRun(tmp_path / "campaign.sqlite", RunSettings(hanging[0], Options("gfx1100"))), []
    campaign.write_progress([BatchProgress(0, 1, {}, [Failure(0, "timeout", "no answer", {"code": "01020304"})])])
    monkeypatch.setattr(triage, "blame_candidates", lambda failure: set())
    monkeypatch.setattr(triage, "shrink_failure",
                        lambda target, *_: given.append(target.case_seconds) or ("", {"blamed": ""}))
    triage.shrink_failures(campaign, 60, limit=SECONDS)
    campaign.close()
    assert given == [SECONDS]


def test_a_database_without_the_hangs_table_is_resumed(tmp_path):
    about = RunSettings("model", Options("gfx1100"))
    FuzzRun(tmp_path / "campaign.sqlite", about).close()
    with sqlite3.connect(tmp_path / "campaign.sqlite") as base:
        base.execute("drop table hangs")
    opened = FuzzRun(tmp_path / "campaign.sqlite", about, resume=True)
    assert opened.hangs() == {}
    opened.close()
