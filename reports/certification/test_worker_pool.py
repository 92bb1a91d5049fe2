"""Worker processes and the journal: finished tasks survive killed workers, signals, time limits and full disks."""
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
from . import worker_pool
from .open_targets import close_all
from .task_types import CertifyOptions, TaskResult
from .worker_tasks import run_task

pytestmark = pytest.mark.long
TARGET = f"command:{sys.executable} -m assay.harness.adapter_check.bad_adapter "


def numbered_result(number):
    return TaskResult(leniencies=Counter({"task": number}))


def kill_worker_once(folder, number):
    """Kill the worker when task 3 runs for the first time."""
    if number == 3:
        try:
            os.close(os.open(f"{folder}/lost", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return numbered_result(number)


def kill_worker(folder, number):
    os.kill(os.getpid(), signal.SIGKILL)


def fail_if_run(folder, number):
    raise AssertionError("the journal has the result of this task")


def run_numbered_tasks(function, folder, jobs=2, resume=False, header="h"):
    journal, steps = worker_pool.Journal(folder / "journal", header, resume), []
    tasks = [(str(folder), number) for number in range(8)]
    return worker_pool.run_tasks(function, tasks, jobs, lambda number=1: steps.append(number), journal), sum(steps)


def test_a_killed_worker_loses_nothing(tmp_path):
    results, steps = run_numbered_tasks(kill_worker_once, tmp_path)
    assert [result.leniencies["task"] for result in results] == list(range(8)) and steps == 8
    assert (tmp_path / "lost").exists()


def test_a_task_that_kills_every_worker_is_an_error(tmp_path):
    with pytest.raises(TargetError, match="a worker was killed 3 times in a row"):
        run_numbered_tasks(kill_worker, tmp_path)


@pytest.mark.parametrize("cut", [0, 1, 60])
def test_tasks_in_the_journal_do_not_run_again(tmp_path, cut):
    """A journal that is truncated in its last record is valid up to that record."""
    run_numbered_tasks(kill_worker_once, tmp_path, jobs=2)
    path = tmp_path / "journal"
    path.write_bytes(path.read_bytes()[:len(path.read_bytes()) - cut])
    if not cut:
        results, steps = run_numbered_tasks(fail_if_run, tmp_path, jobs=1, resume=True)
        assert [result.leniencies["task"] for result in results] == list(range(8)) and steps == 8
    else:
        assert len(worker_pool.Journal(path, "h", True).results) == 7


def test_a_journal_with_another_header_is_replaced(tmp_path):
    run_numbered_tasks(kill_worker_once, tmp_path, jobs=1 + 1)
    assert worker_pool.Journal(tmp_path / "journal", "other", True).results == {}
    assert worker_pool.Journal(tmp_path / "journal", "h", True).results == {}


def test_a_truncated_result_is_not_journalled(tmp_path):
    journal = worker_pool.Journal(tmp_path / "journal", "h", False)
    journal.write(("a",), TaskResult(cut=True))
    journal.write(("b",), TaskResult())
    assert set(worker_pool.Journal(tmp_path / "journal", "h", True).results) == {("b",)}


def test_a_journal_keeps_verdicts_of_allowed_outcomes(tmp_path):
    verdict = OutcomeVerdict(verdict="pass", cause="", results=3, runs=7, cut=False)
    worker_pool.Journal(tmp_path / "journal", "h", False).write(("a",), TaskResult(outcomes={"case": verdict}))
    assert worker_pool.Journal(tmp_path / "journal", "h", True).results["a",].outcomes == {"case": verdict}


def test_a_journal_keeps_results_of_dispatches(tmp_path):
    fields = ("COMPUTE_NUM_THREAD_X.full",)
    result = run_task(CertifyOptions(quick=True), "dispatch", "model", "gfx906", fields)
    close_all()
    worker_pool.Journal(tmp_path / "journal", "h", False).write(("a",), result)
    assert worker_pool.Journal(tmp_path / "journal", "h", True).results["a",] == result
    assert result.dispatch.keys() == {*fields}


def test_a_journal_with_an_unknown_type_is_refused(tmp_path):
    worker_pool.Journal(tmp_path / "journal", "h", False).write(("a",), TaskResult(outcomes={"case": tmp_path}))
    with pytest.raises(TargetError, match="holds no pathlib.PosixPath; run without --resume to replace it"):
        worker_pool.Journal(tmp_path / "journal", "h", True)


def start_certify(*arguments, **options):
    command = [sys.executable, "-m", "assay.cli", "certify", "--quick", "--arch", "gfx1100", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            **{"preexec_fn": restore_ctrl_c} | options)


def certificate(folder):
    return json.loads(next(folder.glob("*.certificate.json")).read_text())


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_within_a_second_and_resume_continues(tmp_path, jobs):
    options = ("--only", "vop1:*,vop2:*,vopc:*,s_*", "--target", "model", "--jobs", jobs, "--out", tmp_path)
    with start_certify(*options) as process:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not any(
                path.stat().st_size > 1000 for path in tmp_path.glob("*.journal")):
            time.sleep(0.02)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=20)
    assert time.monotonic() - start < 2 and process.returncode == 130        # 1 s, and 1 s for a busy machine
    assert "tasks are done; add --resume to the same command to continue" in error and "Traceback" not in error
    assert int(error.rpartition("stopped: ")[2].split()[0]) > 0
    with start_certify(*options, "--resume") as resumed:
        out, error = resumed.communicate(timeout=100)
    assert resumed.returncode == 0, error
    assert certificate(tmp_path)["verdict"] == "pass" and not list(tmp_path.glob("*.journal"))


def descendants(process) -> dict[psutil.Process, str]:
    """Command of each running descendant of a process."""
    commands = {}
    for descendant in psutil.Process(process.pid).children(recursive=True):
        with contextlib.suppress(psutil.Error):                          # it has ended
            commands[descendant] = " ".join(descendant.cmdline())
    return commands


def is_running(process: psutil.Process) -> bool:
    """True if a process runs and is not a zombie."""
    with contextlib.suppress(psutil.Error):
        return process.status() != psutil.STATUS_ZOMBIE
    return False


@pytest.mark.parametrize("signal_number", [signal.SIGTERM, signal.SIGKILL])
def test_workers_and_targets_end_with_a_killed_certification(tmp_path, signal_number):
    deadline = time.monotonic() + 60
    with start_certify("--only", "vop1:*,vop2:*", "--target", f"{TARGET}stall", "--jobs", 2, "--case-seconds", 90,
                       "--out", tmp_path) as process:
        commands = descendants(process)
        while sum("bad_adapter stall" in command for command in commands.values()) < 2:
            assert time.monotonic() < deadline and process.poll() is None, (process.poll(), commands)
            time.sleep(0.05)
            commands = descendants(process)
        process.send_signal(signal_number)
        process.wait(20)
    while any(map(is_running, commands)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_running, commands))


def report_blocked_signals(connection) -> None:
    worker_pool.ignore_ctrl_c()
    connection.send(signal.pthread_sigmask(signal.SIG_BLOCK, ()))


def test_a_worker_ignores_ctrl_c_while_it_imports():
    """A terminal sends SIGINT to workers too, before they can ignore it."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe()
    process = context.Process(target=report_blocked_signals, args=(sender,))
    with worker_pool.sigint_blocked():
        process.start()
    os.kill(process.pid, signal.SIGINT)
    process.join(60)
    assert process.exitcode == 0 and receiver.recv() == set()
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == set()


def read_terminal(fd: int, is_complete, seconds: float = 60) -> str:
    """Output of a terminal until `is_complete` accepts it, the terminal is closed or the time is over."""
    text, deadline = "", time.monotonic() + seconds
    while not is_complete(text) and time.monotonic() < deadline:
        if select.select([fd], [], [], 0.05)[0]:
            try:
                data = os.read(fd, 1 << 16)
            except OSError:                          # Linux: no process has it open any more
                data = b""
            if not data:
                break
            text += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", data.decode(errors="replace"))
    return text


def test_a_terminal_shows_progress_and_ctrl_c_ends_within_a_second(tmp_path):
    """Progress shows finished and total tasks and the remaining time."""
    command = [sys.executable, "-m", "assay.cli", "certify", "--arch", "gfx1100", "--target", "model", "--jobs", "1",
               "--out", str(tmp_path)]
    child, fd = pty.fork()
    if not child:
        restore_ctrl_c()
        os.environ |= {"TERM": "xterm", "COLUMNS": "100"}
        os.execv(command[0], command)
    output = read_terminal(fd, lambda text: re.search(r"certify .* [1-9]\d*/\d+ ", text))
    assert re.search(r"certify .* [1-9]\d*/\d+ 0:\d\d:\d\d left: ", output), output
    start = time.monotonic()
    os.write(fd, b"\x03")
    remaining_output = read_terminal(fd, lambda text: False, 20)
    assert time.monotonic() - start < 2 and os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 130
    assert "tasks are done; add --resume to the same command to continue" in remaining_output
    assert "Traceback" not in remaining_output
    assert next(tmp_path.glob("*.journal")).stat().st_size > 1000


def test_the_name_of_a_target_is_not_interpreted_as_markup(tmp_path):
    options = ("--only", "vop1:v_mov_b32", "--minutes", "0.05")
    with start_certify(*options, "--target", f"{TARGET}markup", "--out", tmp_path) as process:
        out, error = process.communicate(timeout=100)
    assert process.returncode == 1 and "Traceback" not in error
    assert "bad_adapter markup [bold]1 on gfx1100:" in " ".join(out.split())     # a long path wraps the line


def test_a_full_disk_is_reported_with_the_path(tmp_path):
    """A limit on file sizes simulates a full disk: both raise an OSError in write."""
    with start_certify("--only", "vop1:v_mov_b32", "--target", "model", "--jobs", 1, "--out", tmp_path,
                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))) as process:
        _, error = process.communicate(timeout=100)
    assert process.returncode == 2 and "Traceback" not in error
    last = error.strip().splitlines()[-1]
    assert f"{tmp_path}/model-gfx1100.certificate.json: File too large; " in last and "run again with --resume" in last


def test_a_second_certification_in_a_folder_is_refused(tmp_path):
    """A second certification in the folder would replace the journal of the first one."""
    folder_descriptor = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(folder_descriptor, fcntl.LOCK_EX)
    with start_certify("--only", "vop1:v_mov_b32", "--target", "model", "--jobs", 1, "--out", tmp_path) as process:
        _, error = process.communicate(timeout=100)
    os.close(folder_descriptor)
    assert process.returncode == 2 and not list(tmp_path.iterdir())
    assert error == f"assay certify: {tmp_path}: another certification is running there; give another --out\n"


def test_a_full_disk_is_reported_with_the_path_of_the_journal(tmp_path):
    journal = worker_pool.Journal(tmp_path / "journal", "h", False)
    journal.path = Path("/dev/full")
    with pytest.raises(OSError, match="No space left on device; .* run again with --resume: '/dev/full'"):
        journal.write(("a",), TaskResult())


def test_forms_after_the_time_limit_are_not_exercised(tmp_path):
    with start_certify("--minutes", "0.00001", "--target", "model", "--only", "vop2:", "--out", tmp_path) as process:
        _, error = process.communicate(timeout=100)
    verdicts = certificate(tmp_path)
    forms = [form for operation in verdicts["operations"].values() for form in operation["forms"].values()]
    causes = {cause for form in forms for cause in form["causes"]}
    assert process.returncode == 1 and verdicts["verdict"] == "not exercised", error
    assert causes == {"not run: the time given was over"}


def test_a_selection_that_matches_nothing_is_refused(tmp_path):
    with start_certify("--only", "v_nosuch*", "--target", "model", "--out", tmp_path) as process:
        assert "'v_nosuch*' chooses nothing" in process.communicate(timeout=100)[1]
    assert process.returncode == 2
