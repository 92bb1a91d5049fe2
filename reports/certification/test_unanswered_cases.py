"""What a target never answers costs a few limits, in the run and in its diagnosis, and is told as not run."""
import contextlib
import json
import sys

import pytest

from ...harness.targets.process_target import ProcessTarget
from ...harness.targets.timeout_tracker import TIMEOUTS_TO_BLAME, NOT_RUN_PREFIX
from . import certify, diagnosis_driver as causes, form_runner, open_targets, suite_tasks, verification
from .task_types import CertifyOptions, TaskResult
from .test_claims import ADAPTER

pytestmark = pytest.mark.long
SECONDS = 0.4
SLEEPS = "if any('{word}' in t for t in texts): import time; print(1, file=open({log!r}, 'a')); time.sleep(600)"


@pytest.fixture
def hanging(tmp_path):
    """(the program of a target that hangs on a word, waits): how often a limit was waited for."""
    log, program = tmp_path / "log", tmp_path / "adapter.py"
    log.write_text("")

    def made(word):
        code = SLEEPS.replace("{word}", word).replace("{log!r}", repr(str(log)))
        program.write_text(ADAPTER.replace("{0}", "{}").replace("{1}", code))
        return [sys.executable, str(program)]
    return made, lambda: len(log.read_text().splitlines())


def test_a_form_that_hangs_costs_three_limits_at_most(hanging, tmp_path):
    """The first case with others in flight, then alone; a second case; none in diagnosis.  The forms beside it are
    certified."""
    made, waits = hanging
    titles = []

    @contextlib.contextmanager
    def progress(title, total):
        titles.append(title)
        yield lambda steps=1: None
    command = "command:" + " ".join(made("v_not_b32"))
    ended = certify.certify([command], ["gfx1100"], tmp_path, case_seconds=SECONDS, show=False, progress=progress,
                            only="vop1:v_not_b32,vop1:v_mov_b32,sop1:s_mov_b32")
    file = next(tmp_path.glob("*.certificate.json"))
    operations = json.loads(file.read_text())["operations"]
    assert ended == 1 and verification.verify(file) == 0 and 2 <= waits() <= 3
    assert operations["v_mov_b32"]["verdict"] == operations["s_mov_b32"]["verdict"] == "pass"
    assert operations["v_not_b32"]["forms"]["vop1"]["causes"] == {"timeout": 2, form_runner.HANGS: 1}
    assert titles == ["certify", "diagnosis", "defects"]


def test_cases_by_hand_with_what_hangs_are_not_sent_again(hanging, monkeypatch):
    made, waits = hanging
    some = suite_tasks.suite_cases("gfx1100", "manual")[::6]
    monkeypatch.setattr(suite_tasks, "suite_cases", lambda arch, rules: some)
    share = TaskResult()
    asked = CertifyOptions(1, True, case_seconds=SECONDS, diagnosed=False)
    with ProcessTarget("hangs", made("global_load")) as target:
        suite_tasks.certify_suites(open_targets.set_time_limit(target, asked), "gfx1100", share, asked)
    texts = [one["text"] for one in share.failures]
    unsent = [text for text in texts if text.startswith(f"{NOT_RUN_PREFIX}global_load")]
    assert waits() <= 5 and len(unsent) > 10 and len(share.passed) > 150
    assert len(texts) == len(unsent) + TIMEOUTS_TO_BLAME


def test_the_limit_that_was_asked_for_holds_for_diagnosis(hanging, monkeypatch):
    """Which opens the target anew."""
    made, _ = hanging
    given = []
    monkeypatch.setattr(causes, "group_failures", lambda target, *_: given.append(target.case_seconds) or [])
    share = TaskResult(failures=[{"operation": "v_not_b32"}])
    name = "command:" + " ".join(made("v_not_b32"))
    causes.find_defects(name, "gfx1100", [share], CertifyOptions(case_seconds=SECONDS))
    assert given == [SECONDS]
