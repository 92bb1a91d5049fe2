"""Bad adapters: whatever a target does, the run continues, and each violation is one counted fail."""
import os
import pickle
import sys
import time
from dataclasses import replace

import pytest

from ..case.assembler import assemble
from ..case.case_types import CaseError
from ..case.plan import resolve
from ..comparison.compare import compare
from ..execution.model_run import Model
from ..execution.outcome import Outcome, WaveRegisters
from .process_target import NOT_SENT, MAX_UNANSWERED_CASES, Failure, ProcessTarget
from .registry import open_target
from .target_error import TargetError
from .timeout_tracker import TimeoutTracker, failure_cause

pytestmark = pytest.mark.long
NAMES = ["one", "two", "bad", "three", "four", "bad", "five"]


def plan(name, code=bytes(4)):
    return resolve({
        "assay": 1, "arch": "gfx1100", "code": code.hex(), "name": name, "observe": {"registers": ["v0", "s1"]},
        "memory": [{"name": "buf", "size": 8}],
    })


def target(how, **options):
    return ProcessTarget(how, [sys.executable, "-m", "assay.harness.adapter_check.bad_adapter", how], **options)


@pytest.mark.parametrize(
    "how, status, text",
    [
        ("crash", "crash", "exit status 7: segmentation fault"),
        ("signal", "crash", "signal 6"),
        ("hang", "timeout", "time limit"),
        ("short", "short", "s1 of wave 0 is missing"),
        ("empty", "short", "no status"),
        ("wrong-id", "crash", "has id"),
        ("garbage", "crash", "garbage: a frame of 4294967295 bytes"),
        ("not-messagepack", "crash", "garbage"),
        ("half", "crash", "exit status 0"),
        ("text", "crash", "garbage"),
        ("rows", "short", "v0 has 3 bytes"),
        ("row-number", "short", "v0 is an integer; a VGPR is binary, 128 bytes: a little-endian word for each"),
        ("scalar-row", "short", "s1 is binary; a scalar is an integer, dword by dword"),
        ("scalar-wide", "short", "s1 is 0x100000000; a scalar is a dword, 0 to 0xffffffff"),
        ("scalar-negative", "short", "s1 is -0x1; a scalar is a dword, 0 to 0xffffffff"),
        ("huge", "timeout", "time limit"),
        ("late", "timeout", "time limit"),
        ("flood-error", "timeout", "time limit"),
        ("no-sigterm", "timeout", "time limit"),
        ("input-closed", "timeout", "time limit"),
        ("output-closed", "crash", "it closed its output"),
        ("deep", "crash", "garbage: result: nested too deep"),
        ("finding-bare", "crash", "garbage: result: a finding without kind"),
        ("finding-number", "crash", "garbage: result: the rule of a finding is 7"),
        ("finding-kind", "crash", "garbage: result: a finding of kind 'opinion'"),
        ("markup", "fault", "[/build] \ufffd[2J"),
    ],
)
def test_the_run_goes_on(how, status, text):
    with target(how, case_seconds=0.7) as bad:
        outcomes = list(bad.run(map(plan, NAMES)))
    assert [one.name for one in outcomes] == NAMES
    assert [one.status for one in outcomes] == [status if name == "bad" else "ok" for name in NAMES]
    assert all(text in one.text for one in outcomes if one.name == "bad")
    assert bad.unexplained == []


@pytest.mark.parametrize("how", ["flood", "twice"])
def test_more_than_was_asked_is_not_the_next_case_s_fault(how):
    """The first of two bad cases passes, since the harness finds its second answer only with the next case. Then each
    case is sent alone."""
    with target(how, case_seconds=2) as bad:
        outcomes = list(bad.run(map(plan, NAMES)))
    assert [one.status for one in outcomes] == ["ok"] * 5 + ["crash", "ok"]
    assert outcomes[5].text == "it sends more than one answer"


def test_a_run_within_a_run_is_refused():
    """The inner run would receive the answers of the outer run."""
    with open_target("model") as opened:
        outcomes = opened.run([plan("one"), plan("two")])
        assert next(outcomes).name == "one"
        with pytest.raises(RuntimeError, match="not at its end"):
            next(opened.run([plan("three")]))
        assert [one.name for one in outcomes] == ["two"]
        assert [one.name for one in opened.run([plan("three")])] == ["three"]


def test_the_answers_of_a_run_that_is_left_are_nobody_else_s():
    with open_target("model") as opened:
        outcomes = opened.run([plan("one"), plan("two"), plan("three")])
        assert next(outcomes).name == "one"
        outcomes.close()
        assert [(one.name, one.status) for one in opened.run([plan("four")])] == [("four", "illegal")]
        assert (opened.restarts, opened.unexplained) == (0, [])


def test_a_run_that_its_plans_end_leaves_no_answers():
    """The answer to the first plan is lost with the target process that ran it."""
    def plans():
        yield plan("one")
        raise KeyError("two")
    with open_target("model") as opened:
        with pytest.raises(KeyError):
            list(opened.run(plans()))
        assert [(one.name, one.status) for one in opened.run([plan("three")])] == [("three", "illegal")]


def test_a_hanging_target_is_not_waited_for_when_a_run_is_left():
    started = time.monotonic()
    with target("hang", case_seconds=30) as bad:
        outcomes = bad.run([plan("one"), plan("hang"), plan("three")])
        assert next(outcomes).name == "one"
        outcomes.close()
    assert time.monotonic() - started < 15


def test_a_target_that_closes_its_input_is_not_waited_for():
    started = time.monotonic()
    with target("deaf") as bad:
        assert [(one.status, one.text) for one in bad.run([plan("one")])] == [("crash", "it closed its input")]
    assert time.monotonic() - started < 10


def has_ended(pid: int) -> bool:
    """Has the process ended? A process that has ended but was not waited for is a zombie."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_what_a_target_forks_ends_with_it(tmp_path):
    note = tmp_path / "pid"
    command = [sys.executable, "-m", "assay.harness.adapter_check.bad_adapter", "forks", str(note)]
    with ProcessTarget("forks", command, case_seconds=2) as bad:
        assert [one.status for one in bad.run(map(plan, NAMES[:4]))] == ["ok", "ok", "timeout", "ok"]
    child, until = int(note.read_text()), time.monotonic() + 5
    while not has_ended(child) and time.monotonic() < until:
        time.sleep(0.01)
    assert has_ended(child)


def test_a_daemon_of_a_target_ends_with_it(tmp_path):
    """The daemon is in another session and has no parent."""
    note = tmp_path / "pid"
    command = [sys.executable, "-m", "assay.harness.adapter_check.bad_adapter", "daemon", str(note)]
    with ProcessTarget("daemon", command) as bad, ProcessTarget("good", [*command[:3], "good"]) as good:
        assert [one.status for one in bad.run(map(plan, NAMES[:3]))] == ["ok"] * 3
        until = time.monotonic() + 5
        while not (note.exists() and note.read_text().strip()) and time.monotonic() < until:
            time.sleep(0.01)
        daemon = int(note.read_text())
        assert not has_ended(daemon)
        good.close()
        assert not has_ended(daemon)                         # not that one's
        bad.close()
        assert has_ended(daemon)


def test_a_target_ends_with_who_started_it():
    """This also holds if the parent is killed and the target does not read its input."""
    code = (
        "import os, sys, time; from assay.harness.targets.process_target import ProcessTarget; "
        "t = ProcessTarget('x', [sys.executable, '-m', 'assay.harness.adapter_check.bad_adapter', 'hang']); "
        "t.child.send(b'\\0'); print(t.child.process.pid, flush=True); time.sleep(100)"
    )
    import subprocess
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as parent:
        child = int(parent.stdout.readline())
        os.kill(child, 19)                              # SIGSTOP: it reads nothing any more
        parent.kill()
    until = time.monotonic() + 5
    while not has_ended(child) and time.monotonic() < until:
        time.sleep(0.01)
    assert has_ended(child)


@pytest.mark.parametrize("how", ["crash", "hang", "short", "empty", "wrong-id", "garbage"])
def test_each_is_a_counted_fail(how):
    golden = Outcome(status="ok", waves=[WaveRegisters(scalars={"s1": 0})])
    with target(how, case_seconds=0.7) as bad:
        verdicts = [compare(one, golden, outcome) for one, outcome in zip(map(plan, NAMES), bad.run(map(plan, NAMES)))]
    assert [one.verdict for one in verdicts] == ["fail" if name == "bad" else "pass" for name in NAMES]
    assert all(one.cause in ("crash", "timeout", "short") for one in verdicts if one.verdict == "fail")


def test_who_does_not_answer_is_not_asked_for_long():
    """Four cases are sent, each alone, and no others in this run. Later runs send one case, until a case is answered.
    """
    with target("hang", case_seconds=0.3) as one:
        begun, given = one.restarts, [plan("bad")] * 40
        first = [outcome.text for outcome in one.run(given)]
        sent = MAX_UNANSWERED_CASES
        assert [text == NOT_SENT for text in first] == [False] * sent + [True] * (40 - sent)
        assert one.restarts - begun <= MAX_UNANSWERED_CASES + 1
        assert [outcome.text == NOT_SENT for outcome in one.run(given[:3])] == [False, True, True]
        statuses = lambda *names: [outcome.status for outcome in one.run(map(plan, names))]
        assert statuses("one", "bad", "two") == statuses("three", "bad", "four") == ["ok", "timeout", "ok"]
        assert statuses(*["bad"] * (sent - 1), "five") == ["timeout"] * (sent - 1) + ["ok"]


def test_what_two_cases_hang_on_is_not_sent_again():
    """No other instruction is blamed: the others in these cases were answered in another case, earlier or later."""
    move, negate = (assemble("gfx1100", text, 32) for text in ("v_mov_b32 v1, v2", "v_not_b32 v1, v2"))
    with target("hang", case_seconds=0.3) as one:
        one.hangs = TimeoutTracker()
        first = [one.status for one in one.run([plan("bad", move + negate), plan("two", move)])]
        assert first == ["timeout", "ok"] and one.hangs.lost == [{"v_not_b32_e32"}] and not one.hangs.known
        begun = one.restarts
        outcomes = list(one.run([
            plan("three", move), plan("bad", negate), plan("bad", negate + move), plan("bad", move),
            plan("four", move)]))
        second = [(one.status, one.text) for one in outcomes]
        assert [one.unsent for one in outcomes] == [False, False, True, False, False]
        assert [status for status, _ in second] == ["ok", "timeout", "timeout", "timeout", "ok"]
        assert second[2][1] == "not run: v_not_b32_e32 was not answered in 2 cases" and second[3][1] == second[1][1]
        assert one.restarts - begun <= 3
        assert [one.status for one in one.run([plan("one", negate)])] == ["timeout"]
        one.hangs = None                             # who has not asked for it gets every answer
        assert [one.status for one in one.run([plan("one", negate)])] == ["ok"]


def test_what_was_not_sent_is_told_by_its_field():
    """The text does not matter, since a target may answer a case with the same text."""
    one, golden = plan("one"), Model().run(plan("one"))
    given = Outcome(status="timeout", text="not run: I was asleep")
    assert failure_cause(compare(one, golden, given)) == "timeout"
    given.unsent = True
    assert failure_cause(compare(one, golden, given)) == given.text


def test_an_instruction_that_is_answered_at_times_is_always_sent():
    negate = assemble("gfx1100", "v_not_b32 v1, v2", 32)
    with target("hang", case_seconds=0.3) as one:
        one.hangs = TimeoutTracker()
        given = [plan(name, negate) for name in ("bad", "one", "bad", "two")]
        assert [outcome.status for outcome in one.run(given)] == ["timeout", "ok", "timeout", "ok"]


def test_a_hang_costs_its_own_limit_only():
    started = time.monotonic()
    with target("hang", case_seconds=0.5) as bad:
        assert [one.status for one in bad.run([plan("bad"), plan("one")])] == ["timeout", "ok"]
    assert time.monotonic() - started < 10


@pytest.mark.parametrize("error", [Failure("crash", "it is gone"), CaseError("code", "is empty", "one")])
def test_what_a_worker_met_can_be_told_to_its_parent(error):
    """An error that cannot be read back breaks the pool of workers."""
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and vars(again) == vars(error)


@pytest.mark.parametrize(
    "how, text",
    [
        ("unknown-feature", "unknown feature 'telepathy'"),
        ("old", "protocol .99"),
        ("no-start", "it has no licence"),
        ("deep-hello", "hello: nested too deep"),
        ("choices-negative", "hello.choices: nan.generated.f32: -1 is not a NaN of f32"),
        ("choices-word", "hello.choices: nan.generated.f32: 'quiet' is not a NaN of f32"),
        ("choices-wide", "hello.choices: nan.generated.f16: 0x17e00 is not a NaN of f16"),
        ("choices-number", "hello.choices: nan.generated.f32: 0x3f800000 is not a NaN of f32"),
        ("no-waves", "hello: waves of 16 on gfx1100; there are 32 and 64"),
        ("no-room", "hello: a limit of -1 bytes"),
    ],
)
def test_a_hello_that_is_refused(how, text):
    with pytest.raises(TargetError, match=text):
        target(how)


@pytest.mark.parametrize(
    "name, text",
    [
        ("nosuch", "no target is called"),
        ("mutant:nosuch", "no mutant is called"),
        ("radio", "no target is called"),
        ("far", "needs a rocket"),
        ("command:/no/such/program", "not a program"),
        ("command:", "^command: names no program; "),
        ("model:sideways", "no target is called"),
    ],
)
def test_names_that_open_nothing(name, text, monkeypatch):
    from . import registry

    monkeypatch.setattr(
        registry,
        "_TARGETS",
        (
            *(replace(one, available=lambda: True) if one.stem in ("model", "mutant") else one
              for one in registry._TARGETS),
            registry.TargetEntry("far", "a target that cannot run here", lambda: False, "a rocket", lambda asked: None),
        ),
    )
    with pytest.raises(TargetError, match=text):
        open_target(name)


def test_many_frames_in_flight_do_not_block():
    big = resolve({
        "assay": 1,
        "arch": "gfx1100",
        "code": "00000000",
        "name": "big",
        "observe": {"registers": [], "memory": ["buf"]},
        "memory": [{"name": "buf", "size": 300000, "bytes": "11" * 300000}],
    })
    with target("short") as good:
        outcomes = list(good.run([big] * 40))
    assert [len(one.memory[0].data) for one in outcomes] == [300000] * 40
