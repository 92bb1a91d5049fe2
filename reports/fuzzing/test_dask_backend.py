"""A Dask cluster of several processes gives the cases and verdicts of one process, also when a worker is killed."""
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import pytest

from .run_database import FILE
from .test_fuzz_run import assay, contents, finished

WORKERS = 3
COUNT = 64 * 40                                      # beyond the sheets that hang on nothing
pytest.importorskip("distributed", reason="not exercised: Dask; `tools/setup.sh dask` installs it, as make test does")
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def cluster():
    """A scheduler and three worker processes, as docs/scale.md starts them; yields (address, pids of workers)."""
    from distributed import LocalCluster
    with LocalCluster(
        n_workers=WORKERS, threads_per_worker=1, processes=True, dashboard_address=None, protocol="tcp"
    ) as made:
        yield made


def pids(cluster):
    """Of the workers there are."""
    from distributed import Client
    with Client(cluster.scheduler_address, set_as_default=False) as client:
        client.wait_for_workers(WORKERS, timeout=60)
        return sorted(client.run(os.getpid).values())


def kill_one(cluster, when, lost):
    """In a thread: one worker is killed as soon as `when` is true."""
    before = pids(cluster)

    def wait():
        for _ in range(2400):
            if when():
                os.kill(before[0], signal.SIGKILL)
                lost.append(before[0])
                return
            time.sleep(0.05)
    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    return thread


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The campaign in one process."""
    out = tmp_path_factory.mktemp("alone")
    finished(assay(out, "--count", str(COUNT), "--jobs", "1"), 1)
    return contents(out)


def programs_done(out):
    """How many the campaign has recorded so far."""
    if not (out / FILE).exists():
        return 0
    try:
        return sum(done for _, done, _, _ in contents(out)["sheets"])
    except sqlite3.OperationalError:                 # its first transaction is under way
        return 0


def test_a_fuzz_run_equals_that_of_one_process(cluster, alone, tmp_path):
    """The first sheets undisturbed, then all of them, in the middle of which a worker is killed."""
    lost, few = [], 64 * 8
    finished(assay(tmp_path, "--count", str(few), "--dask", cluster.scheduler_address), 1)
    found = contents(tmp_path)
    assert found["sheets"] == alone["sheets"][:few // 64]
    assert found["failures"] == [one for one in alone["failures"] if one[0] < few]
    thread = kill_one(cluster, lambda: few < programs_done(tmp_path) < COUNT - 64 * 12, lost)
    finished(assay(tmp_path, "--count", str(COUNT), "--dask", cluster.scheduler_address, "--resume"), 1)
    thread.join(5)
    assert lost and lost[0] not in pids(cluster), "nothing was killed in the middle"
    assert contents(tmp_path) == alone


def test_a_lost_result_is_computed_again(cluster):
    """A task had ended, and its worker is killed before anybody asked what came of it."""
    from distributed import Client

    from . import dask_backend
    pids(cluster)
    with Client(cluster.scheduler_address, set_as_default=False) as client:
        future = client.submit(lambda: time.sleep(0.5) or os.getpid(), pure=False)
        os.kill(before := client.gather(future), signal.SIGKILL)
        while future.status == "finished":                   # until the scheduler knows; it is half a second again
            time.sleep(0.001)
        assert dask_backend.task_result(future, "a task", ValueError) != before


def certify(out, *words):
    command = [
        sys.executable, "-m", "assay.cli", "certify", "--target", "mutant:clamp-dropped", "--arch", "gfx1100",
        "--quick", "--only", "v_add_f*", "--out", str(out), *words,
    ]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def certificate(out):
    """What a certificate says, less where it lies."""
    path, = out.glob("*.certificate.json")
    text = path.read_text().replace(str(out), "OUT")
    return {key: value for key, value in json.loads(text).items() if key not in ("digest", "seconds", "made")}


def test_a_certificate_equals_that_of_one_process(cluster, tmp_path):
    here, there, lost = tmp_path / "here", tmp_path / "there", []
    said, _ = finished(certify(here, "--jobs", "1"), 1)
    journal = there / "certify.journal"
    thread = kill_one(cluster, lambda: journal.exists() and journal.stat().st_size > 100, lost)
    finished(certify(there, "--dask", cluster.scheduler_address), 1)
    thread.join(5)
    assert lost and "CLAMP" in said
    assert certificate(there) == certificate(here)


@pytest.mark.parametrize("address, text", [
    ("tcp://127.0.0.1:1", r"tcp://127\.0\.0\.1:1: .*; `dask scheduler` starts one"),
    ("nonsense://x", "nonsense://x: .*`dask scheduler` starts one"),
])
def test_a_missing_scheduler_is_reported(tmp_path, monkeypatch, address, text):
    from ...harness.targets.target_error import TargetError
    from . import dask_backend
    monkeypatch.setattr(dask_backend, "CONNECT_SECONDS", 1)
    with pytest.raises(TargetError, match=text):
        dask_backend.connect(address)


def test_missing_workers_are_reported(monkeypatch):
    from distributed import LocalCluster

    from ...harness.targets.target_error import TargetError
    from . import dask_backend
    monkeypatch.setattr(dask_backend, "CONNECT_SECONDS", 1)
    with LocalCluster(n_workers=0, processes=False, dashboard_address=":0", protocol="tcp") as empty:
        with pytest.raises(TargetError, match="the scheduler has no workers; start some with `dask worker tcp://"):
            dask_backend.connect(empty.scheduler_address)


@pytest.mark.parametrize("found, text", [
    (("another", "model"), "worker w has another model or other suites than this machine; install the same"),
    (ImportError("no assay"), "worker w cannot run Assay: ImportError: no assay; install this version there"),
])
def test_a_worker_with_another_version_is_reported(cluster, monkeypatch, found, text):
    from distributed import Client

    from ...harness.targets.target_error import TargetError
    from . import dask_backend
    monkeypatch.setattr(Client, "run", lambda *_, **__: {"w": found})
    with pytest.raises(TargetError, match=text):
        dask_backend.connect(cluster.scheduler_address)


def test_errors_of_tasks_are_reported(cluster, monkeypatch):
    """An error of ours is itself; what the system says, the scheduler's end and workers that die of it are
    sentences."""
    from distributed import Client

    from . import dask_backend

    def fail(error):
        raise error
    monkeypatch.setattr(cluster.scheduler, "allowed_failures", 0)
    pids(cluster)
    with Client(cluster.scheduler_address, set_as_default=False) as client:
        for task, kind, text in (((fail, KeyError("k")), KeyError, "k"),
                                 ((fail, OSError("no room")), ValueError, "^no room$"),
                                 ((os._exit, 1), ValueError, "^a task has ended one worker after another; finished")):
            with pytest.raises(kind, match=text):
                dask_backend.task_result(client.submit(*task, pure=False), "a task", ValueError)
        future = client.submit(time.sleep, 2, pure=False)
        threading.Timer(0.2, future.cancel).start()
        with pytest.raises(ValueError, match="^the scheduler has ended; finished work is recorded"):
            dask_backend.task_result(future, "a task", ValueError)


def test_missing_dask_is_reported_with_a_remedy(tmp_path):
    """As where the extra is not installed."""
    code = "import sys; sys.modules['distributed'] = None; from assay.cli import main; sys.exit(main())"
    for command in (["fuzz", "--count", "1", "--out", str(tmp_path / "new")], ["certify", "--out", str(tmp_path)]):
        done = subprocess.run([sys.executable, "-c", code, *command, "--target", "model", "--arch", "gfx1100",
                               "--dask", "tcp://127.0.0.1:1"], capture_output=True, text=True)
        assert done.returncode == 2 and "pip install 'assay[dask]'" in done.stderr
        assert re.fullmatch(r"assay \w+: .*\n", done.stderr), done.stderr
    assert not (tmp_path / "new").exists()           # the same command with Dask begins a campaign there
