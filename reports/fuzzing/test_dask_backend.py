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
from .test_fuzz_run import contents, finished, start_fuzz

WORKERS = 3
COUNT = 64 * 40                                      # beyond the batches that depend on no other
pytest.importorskip("distributed", reason="not exercised: Dask; `tools/setup.sh dask` installs it, as make test does")
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def cluster():
    """Yield a LocalCluster: a scheduler and three worker processes, as docs/scale.md starts them."""
    from distributed import LocalCluster
    with LocalCluster(
        n_workers=WORKERS, threads_per_worker=1, processes=True, dashboard_address=None, protocol="tcp"
    ) as local_cluster:
        yield local_cluster


def worker_pids(cluster) -> list[int]:
    """Process ids of the workers, sorted."""
    from distributed import Client
    with Client(cluster.scheduler_address, set_as_default=False) as client:
        client.wait_for_workers(WORKERS, timeout=60)
        return sorted(client.run(os.getpid).values())


def kill_worker_when(cluster, condition, killed_pids):
    """Start a thread that kills one worker once `condition()` is true and adds its process id to `killed_pids`."""
    before = worker_pids(cluster)

    def wait():
        for _ in range(2400):
            if condition():
                os.kill(before[0], signal.SIGKILL)
                killed_pids.append(before[0])
                return
            time.sleep(0.05)
    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    return thread


@pytest.fixture(scope="module")
def contents_of_one_process(tmp_path_factory):
    """The database of the fuzz run in one process."""
    out = tmp_path_factory.mktemp("one_process")
    finished(start_fuzz(out, "--count", str(COUNT), "--jobs", "1"), 1)
    return contents(out)


def programs_done(out):
    """The number of programs that the fuzz run has recorded so far."""
    if not (out / FILE).exists():
        return 0
    try:
        return sum(done for _, done, _, _ in contents(out)["sheets"])
    except sqlite3.OperationalError:                 # its first transaction is under way
        return 0


def test_a_fuzz_run_equals_that_of_one_process(cluster, contents_of_one_process, tmp_path):
    """Run the first batches undisturbed, then all of them; kill a worker midway."""
    killed_pids, first_programs = [], 64 * 8
    finished(start_fuzz(tmp_path, "--count", str(first_programs), "--dask", cluster.scheduler_address), 1)
    first_contents = contents(tmp_path)
    assert first_contents["sheets"] == contents_of_one_process["sheets"][:first_programs // 64]
    assert first_contents["failures"] == [
        failure for failure in contents_of_one_process["failures"] if failure[0] < first_programs]
    thread = kill_worker_when(cluster, lambda: first_programs < programs_done(tmp_path) < COUNT - 64 * 12, killed_pids)
    finished(start_fuzz(tmp_path, "--count", str(COUNT), "--dask", cluster.scheduler_address, "--resume"), 1)
    thread.join(5)
    assert killed_pids and killed_pids[0] not in worker_pids(cluster), "nothing was killed in the middle"
    assert contents(tmp_path) == contents_of_one_process


def test_a_lost_result_is_computed_again(cluster):
    """Kill the worker of a finished task before its result is fetched."""
    from distributed import Client

    from . import dask_backend
    worker_pids(cluster)
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
    """The content of the certificate in a folder, without its paths, digest and times."""
    path, = out.glob("*.certificate.json")
    text = path.read_text().replace(str(out), "OUT")
    return {key: value for key, value in json.loads(text).items() if key not in ("digest", "seconds", "made")}


def test_a_certificate_equals_that_of_one_process(cluster, tmp_path):
    local, cluster_out, killed_pids = tmp_path / "local", tmp_path / "cluster", []
    output, _ = finished(certify(local, "--jobs", "1"), 1)
    journal = cluster_out / "certify.journal"
    thread = kill_worker_when(cluster, lambda: journal.exists() and journal.stat().st_size > 100, killed_pids)
    finished(certify(cluster_out, "--dask", cluster.scheduler_address), 1)
    thread.join(5)
    assert killed_pids and "CLAMP" in output
    assert certificate(cluster_out) == certificate(local)


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


@pytest.mark.parametrize("versions, text", [
    (("another", "model"), "worker w has another model or other suites than this machine; install the same"),
    (ImportError("no assay"), "worker w cannot run Assay: ImportError: no assay; install this version there"),
])
def test_a_worker_with_another_version_is_reported(cluster, monkeypatch, versions, text):
    from distributed import Client

    from ...harness.targets.target_error import TargetError
    from . import dask_backend
    monkeypatch.setattr(Client, "run", lambda *_, **__: {"w": versions})
    with pytest.raises(TargetError, match=text):
        dask_backend.connect(cluster.scheduler_address)


def test_errors_of_tasks_are_reported(cluster, monkeypatch):
    """Errors that Assay raises pass unchanged. System errors, a lost scheduler and dead workers are reported in a
    sentence."""
    from distributed import Client

    from . import dask_backend

    def fail(error):
        raise error
    monkeypatch.setattr(cluster.scheduler, "allowed_failures", 0)
    worker_pids(cluster)
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
    """Without the optional package dask the command names the package to install."""
    code = "import sys; sys.modules['distributed'] = None; from assay.cli import main; sys.exit(main())"
    for command in (["fuzz", "--count", "1", "--out", str(tmp_path / "new")], ["certify", "--out", str(tmp_path)]):
        done = subprocess.run([sys.executable, "-c", code, *command, "--target", "model", "--arch", "gfx1100",
                               "--dask", "tcp://127.0.0.1:1"], capture_output=True, text=True)
        assert done.returncode == 2 and "pip install 'assay[dask]'" in done.stderr
        assert re.fullmatch(r"assay \w+: .*\n", done.stderr), done.stderr
    assert not (tmp_path / "new").exists()           # the same command with Dask can begin a fuzz run there
