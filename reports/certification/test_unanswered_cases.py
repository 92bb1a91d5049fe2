"""Cases that a target never answers cost a few time limits in total; further ones are reported as not run."""
import contextlib
import json
import sys

import pytest

from ...harness.targets.process_target import ProcessTarget
from ...harness.targets.timeout_tracker import TIMEOUTS_TO_BLAME, NOT_RUN_PREFIX
from . import certify, diagnosis_driver, form_runner, open_targets, suite_tasks, verification
from .task_types import CertifyOptions, TaskResult
from .test_claims import ADAPTER

pytestmark = pytest.mark.long
TIME_LIMIT_S = 0.4
SLEEP_CODE = "if any('{word}' in t for t in texts): import time; print(1, file=open({log!r}, 'a')); time.sleep(600)"


@pytest.fixture
def hanging_target(tmp_path):
    """(function that returns the command of a target that hangs on a mnemonic, function that counts its hangs)."""
    log, program = tmp_path / "log", tmp_path / "adapter.py"
    log.write_text("")

    def hanging_command(mnemonic):
        code = SLEEP_CODE.replace("{word}", mnemonic).replace("{log!r}", repr(str(log)))
        program.write_text(ADAPTER.replace("{0}", "{}").replace("{1}", code))
        return [sys.executable, str(program)]
    return hanging_command, lambda: len(log.read_text().splitlines())


def test_a_hanging_form_costs_at_most_three_time_limits(hanging_target, tmp_path):
    """The first case hangs in a batch and then alone, and a second case hangs. Diagnosis runs no case of this form.

    The other forms are certified."""
    hanging_command, hang_count = hanging_target
    titles = []

    @contextlib.contextmanager
    def progress(title, total):
        titles.append(title)
        yield lambda steps=1: None
    command = "command:" + " ".join(hanging_command("v_not_b32"))
    status = certify.certify([command], ["gfx1100"], tmp_path, case_seconds=TIME_LIMIT_S, show=False, progress=progress,
                             only="vop1:v_not_b32,vop1:v_mov_b32,sop1:s_mov_b32")
    certificate_path = next(tmp_path.glob("*.certificate.json"))
    operations = json.loads(certificate_path.read_text())["operations"]
    assert status == 1 and verification.verify(certificate_path) == 0 and 2 <= hang_count() <= 3
    assert operations["v_mov_b32"]["verdict"] == operations["s_mov_b32"]["verdict"] == "pass"
    assert operations["v_not_b32"]["forms"]["vop1"]["causes"] == {"timeout": 2, form_runner.HANGS: 1}
    assert titles == ["certify", "diagnosis", "defects"]


def test_directed_tests_with_a_hanging_mnemonic_stop_running(hanging_target, monkeypatch):
    hanging_command, hang_count = hanging_target
    sampled_cases = suite_tasks.suite_cases("gfx1100", "manual")[::5]
    monkeypatch.setattr(suite_tasks, "suite_cases", lambda arch, rules: sampled_cases)
    result = TaskResult()
    options = CertifyOptions(1, True, case_seconds=TIME_LIMIT_S, diagnosed=False)
    with ProcessTarget("hangs", hanging_command("global_load_b32")) as target:
        suite_tasks.certify_suites(open_targets.set_time_limit(target, options), "gfx1100", result, options)
    texts = [entry["text"] for entry in result.failures]
    unsent = [text for text in texts if text.startswith(f"{NOT_RUN_PREFIX}global_load")]
    assert hang_count() <= 5 and len(unsent) > 10 and len(result.passed) > 150
    assert len(texts) == len(unsent) + TIMEOUTS_TO_BLAME


def test_the_time_limit_applies_to_diagnosis(hanging_target, monkeypatch):
    """Diagnosis opens the target again, with the same time limit."""
    hanging_command, _ = hanging_target
    time_limits = []
    monkeypatch.setattr(diagnosis_driver, "group_failures",
                        lambda target, *_: time_limits.append(target.case_seconds) or [])
    result = TaskResult(failures=[{"operation": "v_not_b32"}])
    name = "command:" + " ".join(hanging_command("v_not_b32"))
    diagnosis_driver.find_defects(name, "gfx1100", [result], CertifyOptions(case_seconds=TIME_LIMIT_S))
    assert time_limits == [TIME_LIMIT_S]
