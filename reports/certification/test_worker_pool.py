"""Tasks in processes: nothing that was done is lost, whoever ends; certify says what was done, in a sentence."""
import contextlib
import fcntl
import json
import multiprocessing
import os
import pty
import re
import resource
import select
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import psutil
import pytest

from ...harness.targets.target_error import TargetError
from ..export.certificate_records import OutcomeVerdict
from ..export.testing_certificates import restore_ctrl_c
from . import worker_pool as crew
from .open_targets import close_all
from .task_types import CertifyOptions, TaskResult
from .worker_tasks import run_task

pytestmark = pytest.mark.long
TARGET = f"command:{sys.executable} -m assay.harness.adapter_check.bad_adapter "


def share(number):
    return TaskResult(leniencies=Counter({"task": number}))


def once_lost(folder, number):
    """A worker that is ended by its first task number 3."""
    if number == 3:
        try:
            os.close(os.open(f"{folder}/lost", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return share(number)


def always_lost(folder, number):
    os.kill(os.getpid(), signal.SIGKILL)


def never(folder, number):
    raise AssertionError("it was done before")


def run(function, folder, jobs=2, resume=False, head="h"):
    journal, steps = crew.Journal(folder / "journal", head, resume), []
    todo = [(str(folder), n) for n in range(8)]
    return crew.run_tasks(function, todo, jobs, lambda n=1: steps.append(n), journal), sum(steps)


def test_a_killed_worker_loses_nothing(tmp_path):
    found, steps = run(once_lost, tmp_path)
    assert [one.leniencies["task"] for one in found] == list(range(8)) and steps == 8
    assert (tmp_path / "lost").exists()


def test_workers_that_never_come_back_are_an_error(tmp_path):
    with pytest.raises(TargetError, match="a worker was killed 3 times in a row"):
        run(always_lost, tmp_path)


@pytest.mark.parametrize("cut", [0, 1, 60])
def test_what_is_in_the_journal_is_not_run_again(tmp_path, cut):
    """Cut in its last record it is good up to there."""
    run(once_lost, tmp_path, jobs=2)
    path = tmp_path / "journal"
    path.write_bytes(path.read_bytes()[:len(path.read_bytes()) - cut])
    if not cut:
        found, steps = run(never, tmp_path, jobs=1, resume=True)
        assert [one.leniencies["task"] for one in found] == list(range(8)) and steps == 8
    else:
        assert len(crew.Journal(path, "h", True).results) == 7


def test_a_journal_of_something_else_is_begun_anew(tmp_path):
    run(once_lost, tmp_path, jobs=1 + 1)
    assert crew.Journal(tmp_path / "journal", "other", True).results == {}
    assert crew.Journal(tmp_path / "journal", "h", True).results == {}


def test_what_was_cut_short_is_not_kept(tmp_path):
    journal = crew.Journal(tmp_path / "journal", "h", False)
    journal.write(("a",), TaskResult(cut=True))
    journal.write(("b",), TaskResult())
    assert set(crew.Journal(tmp_path / "journal", "h", True).results) == {("b",)}


def test_the_verdict_of_an_outcome_set_is_kept(tmp_path):
    verdict = OutcomeVerdict(verdict="pass", cause="", results=3, runs=7, cut=False)
    crew.Journal(tmp_path / "journal", "h", False).write(("a",), TaskResult(outcomes={"case": verdict}))
    assert crew.Journal(tmp_path / "journal", "h", True).results["a",].outcomes == {"case": verdict}


def test_what_dispatches_gave_is_kept(tmp_path):
    fields = ("COMPUTE_NUM_THREAD_X.full",)
    share = run_task(CertifyOptions(quick=True), "dispatch", "model", "gfx906", fields)
    close_all()
    crew.Journal(tmp_path / "journal", "h", False).write(("a",), share)
    assert crew.Journal(tmp_path / "journal", "h", True).results["a",] == share and share.dispatch.keys() == {*fields}


def test_a_journal_with_something_else_in_it_is_refused(tmp_path):
    crew.Journal(tmp_path / "journal", "h", False).write(("a",), TaskResult(outcomes={"case": tmp_path}))
    with pytest.raises(TargetError, match="holds no pathlib.PosixPath; run without --resume to replace it"):
        crew.Journal(tmp_path / "journal", "h", True)


def certify(*arguments, **options):
    command = [sys.executable, "-m", "assay.cli", "certify", "--quick", "--arch", "gfx1100", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            **{"preexec_fn": restore_ctrl_c} | options)


def certificate(folder):
    return json.loads(next(folder.glob("*.certificate.json")).read_text())


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_within_a_second_and_resume_goes_on(tmp_path, jobs):
    options = ("--only", "vop1:*,vop2:*,vopc:*,s_*", "--target", "model", "--jobs", jobs, "--out", tmp_path)
    with certify(*options) as running:
        until = time.monotonic() + 60
        while time.monotonic() < until and not any(p.stat().st_size > 1000 for p in tmp_path.glob("*.journal")):
            time.sleep(0.02)
        began = time.monotonic()
        running.send_signal(signal.SIGINT)
        out, error = running.communicate(timeout=20)
    assert time.monotonic() - began < 2 and running.returncode == 130        # 1 s, and one for a busy machine
    assert "tasks are done; add --resume to the same command to continue" in error and "Traceback" not in error
    assert int(error.rpartition("stopped: ")[2].split()[0]) > 0
    with certify(*options, "--resume") as again:
        out, error = again.communicate(timeout=100)
    assert again.returncode == 0, error
    assert certificate(tmp_path)["verdict"] == "pass" and not list(tmp_path.glob("*.journal"))


def started_by(process) -> dict[psutil.Process, str]:
    """{process below: its command} of those that run."""
    found = {}
    for one in psutil.Process(process.pid).children(recursive=True):
        with contextlib.suppress(psutil.Error):                          # it has ended meanwhile
            found[one] = " ".join(one.cmdline())
    return found


def runs(process: psutil.Process) -> bool:
    """One that nobody has waited for is a zombie."""
    with contextlib.suppress(psutil.Error):
        return process.status() != psutil.STATUS_ZOMBIE
    return False


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_nobody_outlives_who_is_ended(tmp_path, how):
    """Neither workers nor their targets."""
    until = time.monotonic() + 60
    with certify("--only", "vop1:*,vop2:*", "--target", f"{TARGET}stall", "--jobs", 2, "--case-seconds", 90,
                 "--out", tmp_path) as running:
        started = started_by(running)
        while sum("bad_adapter stall" in words for words in started.values()) < 2:
            assert time.monotonic() < until and running.poll() is None, (running.poll(), started)
            time.sleep(0.05)
            started = started_by(running)
        running.send_signal(how)
        running.wait(20)
    while any(map(runs, started)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(map(runs, started))


def worker(connection) -> None:
    crew.ignore_ctrl_c()
    connection.send(signal.pthread_sigmask(signal.SIG_BLOCK, ()))


def test_a_worker_that_imports_does_not_hear_ctrl_c():
    """A terminal sends it to workers too, before they could say that it is not theirs."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=worker, args=(there,))
    with crew.sigint_blocked():
        process.start()
    os.kill(process.pid, signal.SIGINT)
    process.join(60)
    assert process.exitcode == 0 and here.recv() == set()
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == set()


def on_a_terminal(fd: int, enough, seconds: float = 60) -> str:
    """What a terminal shows, until `enough` of it is there, or it is closed."""
    shown, until = "", time.monotonic() + seconds
    while not enough(shown) and time.monotonic() < until:
        if select.select([fd], [], [], 0.05)[0]:
            try:
                data = os.read(fd, 1 << 16)
            except OSError:                          # Linux's word for: nobody has it open any more
                data = b""
            if not data:
                break
            shown += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", data.decode(errors="replace"))
    return shown


def test_progress_and_ctrl_c_on_a_terminal(tmp_path):
    """How many of how many are done and what is left; ^C as typed ends it within a second."""
    command = [sys.executable, "-m", "assay.cli", "certify", "--arch", "gfx1100", "--target", "model", "--jobs", "1",
               "--out", str(tmp_path)]
    child, fd = pty.fork()
    if not child:
        restore_ctrl_c()
        os.environ |= {"TERM": "xterm", "COLUMNS": "100"}
        os.execv(command[0], command)
    shown = on_a_terminal(fd, lambda text: re.search(r"certify .* [1-9]\d*/\d+ ", text))
    assert re.search(r"certify .* [1-9]\d*/\d+ 0:\d\d:\d\d left: ", shown), shown
    began = time.monotonic()
    os.write(fd, b"\x03")
    rest = on_a_terminal(fd, lambda text: False, 20)
    assert time.monotonic() - began < 2 and os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 130
    assert "tasks are done; add --resume to the same command to continue" in rest and "Traceback" not in rest
    assert next(tmp_path.glob("*.journal")).stat().st_size > 1000


def test_what_a_target_says_is_no_markup(tmp_path):
    few = ("--only", "vop1:v_mov_b32", "--minutes", "0.05")
    with certify(*few, "--target", f"{TARGET}markup", "--out", tmp_path) as running:
        out, error = running.communicate(timeout=100)
    assert running.returncode == 1 and "Traceback" not in error
    assert "bad_adapter markup [bold]1 on gfx1100:" in " ".join(out.split())     # wrapped where the path is long


def test_a_full_disk_is_a_sentence(tmp_path):
    """A limit on the size of files stands for it: both are an OSError of write."""
    with certify("--only", "vop1:v_mov_b32", "--target", "model", "--jobs", 1, "--out", tmp_path,
                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))) as running:
        _, error = running.communicate(timeout=100)
    assert running.returncode == 2 and "Traceback" not in error
    last = error.strip().splitlines()[-1]
    assert f"{tmp_path}/model-gfx1100.certificate.json: File too large; " in last and "run again with --resume" in last


def test_two_certifications_in_one_folder_are_refused(tmp_path):
    """The journal of the first would be begun anew, and lost."""
    held = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    with certify("--only", "vop1:v_mov_b32", "--target", "model", "--jobs", 1, "--out", tmp_path) as running:
        _, error = running.communicate(timeout=100)
    os.close(held)
    assert running.returncode == 2 and not list(tmp_path.iterdir())
    assert error == f"assay certify: {tmp_path}: another certification is running there; give another --out\n"


def test_a_journal_without_room_is_named(tmp_path):
    journal = crew.Journal(tmp_path / "journal", "h", False)
    journal.path = Path("/dev/full")
    with pytest.raises(OSError, match="No space left on device; .* run again with --resume: '/dev/full'"):
        journal.write(("a",), TaskResult())


def test_time_that_is_over_leaves_the_rest_not_exercised(tmp_path):
    with certify("--minutes", "0.00001", "--target", "model", "--only", "vop2:", "--out", tmp_path) as running:
        _, error = running.communicate(timeout=100)
    one = certificate(tmp_path)
    forms = [form for held in one["operations"].values() for form in held["forms"].values()]
    causes = {cause for form in forms for cause in form["causes"]}
    assert running.returncode == 1 and one["verdict"] == "not exercised", error
    assert causes == {"not run: the time given was over"}


def test_a_selection_that_chooses_nothing_is_bad_use(tmp_path):
    with certify("--only", "v_nosuch*", "--target", "model", "--out", tmp_path) as running:
        assert "'v_nosuch*' chooses nothing" in running.communicate(timeout=100)[1]
    assert running.returncode == 2
