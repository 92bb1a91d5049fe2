"""Fuzz runs have equal records for any number of jobs and after any interruption."""
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time

import numpy as np
import psutil
import pytest

from ...cli import main
from ...generators.programs.program_settings import Options
from ..export.testing_certificates import restore_ctrl_c
from .run_database import FILE, RunSettings, FuzzRun, FuzzRunError, Failure, BatchProgress, pack_bins

pytestmark = pytest.mark.long
COUNT = 260
COMMON = ["--arch", "gfx1100", "--length", "1-12", "--seed", "9", "--shrink-seconds", "0"]


def start_fuzz(out, *words, target="mutant:exec-ignored", **keys):
    """Start `assay fuzz` with these options and return the process."""
    command = [sys.executable, "-m", "assay.cli", "fuzz", "--target", target, *COMMON, "--out", str(out), *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            **{"preexec_fn": restore_ctrl_c} | keys)


def finished(process, status):
    """Wait for a process, check its exit status, and return its output and error output."""
    out, errors = process.communicate(timeout=240)
    assert process.returncode == status, errors or out
    assert "Traceback" not in errors, errors
    return out, errors


def contents(out):
    """All records of a fuzz run, by table."""
    base = sqlite3.connect(out / FILE)
    found = {table: base.execute(f"select * from {table}").fetchall() for table in ("sheets", "tally", "failures")}
    base.close()
    return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The records of an uninterrupted fuzz run with one job."""
    out = tmp_path_factory.mktemp("whole")
    said, _ = finished(start_fuzz(out, "--count", str(COUNT), "--jobs", "1"), 1)
    assert f"{COUNT} programs" in said and "fail" in said
    return contents(out)


def test_every_program_is_counted_once(whole):
    counts = {name: count for name, count in whole["tally"] if name != "instructions"}
    assert sum(counts.values()) == COUNT == sum(done for _, done, _, _ in whole["sheets"])
    assert len(whole["failures"]) == sum(n for name, n in counts.items() if name.startswith("fail")) > 20
    assert all(body is not None for number, _, _, body in whole["failures"][:1])


def test_two_jobs_record_the_same(whole, tmp_path):
    finished(start_fuzz(tmp_path, "--count", str(COUNT), "--jobs", "2"), 1)
    assert contents(tmp_path) == whole


def begun(out, least=1):
    """Wait until a fuzz run has recorded at least `least` programs."""
    for _ in range(1200):
        time.sleep(0.05)
        if (out / FILE).exists():
            try:
                base = sqlite3.connect(f"file:{out / FILE}?mode=ro", uri=True)
                if base.execute("select sum(done) from sheets").fetchone()[0] or 0 >= least:
                    return
            except sqlite3.Error:
                pass
    raise AssertionError("it never began")


@pytest.mark.parametrize("how", ["kill", "interrupt"])
def test_an_interrupted_run_is_resumed_with_equal_records(whole, tmp_path, how):
    process = start_fuzz(tmp_path, "--count", str(COUNT), "--jobs", "2")
    begun(tmp_path)
    began = time.monotonic()
    process.send_signal(signal.SIGKILL if how == "kill" else signal.SIGINT)
    process.wait(20)
    assert time.monotonic() - began < 5
    assert process.returncode in ((-9,) if how == "kill" else (130, 1))          # 1: it was done already
    assert sum(done for _, done, _, _ in contents(tmp_path)["sheets"]) > 0
    finished(start_fuzz(tmp_path, "--count", str(COUNT), "--jobs", "2", "--resume"), 1)
    assert contents(tmp_path) == whole


def children(pid):
    """Return the process ids of the worker processes of a fuzz run."""
    return [one.pid for one in psutil.Process(pid).children() if "spawn_main" in " ".join(one.cmdline())]


def test_a_worker_that_is_killed_is_replaced(whole, tmp_path):
    process = start_fuzz(tmp_path, "--count", str(COUNT), "--jobs", "1")
    begun(tmp_path)
    for pid in children(process.pid):
        os.kill(pid, signal.SIGKILL)
    finished(process, 1)
    assert contents(tmp_path) == whole


def test_a_run_is_resumed_with_a_larger_count(whole, tmp_path):
    finished(start_fuzz(tmp_path, "--count", "100", "--jobs", "1"), 1)
    finished(start_fuzz(tmp_path, "--count", str(COUNT), "--jobs", "1", "--resume"), 1)
    assert contents(tmp_path) == whole


def test_a_full_disk_loses_no_records(tmp_path):
    def narrow():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, 1 << 16))
    process = start_fuzz(tmp_path, "--count", "2000", "--jobs", "1", preexec_fn=narrow)
    _, errors = finished(process, 2)
    assert "what was recorded before is retained" in errors and FILE in errors
    opened = FuzzRun(tmp_path / FILE)
    tally = opened.tally()
    tally.pop("instructions", 0)
    assert sum(tally.values()) == opened.program_count()
    opened.close()


# ---- the file ----

ABOUT = RunSettings("model", Options("gfx1100"))


def test_two_runs_in_one_folder_are_refused(tmp_path):
    first = FuzzRun(tmp_path / FILE, ABOUT)
    with pytest.raises(FuzzRunError, match=f"another fuzz run uses it .process {os.getpid()}"):
        FuzzRun(tmp_path / FILE, ABOUT, resume=True)
    first.close()
    FuzzRun(tmp_path / FILE, ABOUT, resume=True).close()


def test_existing_runs_are_not_overwritten(tmp_path):
    FuzzRun(tmp_path / FILE, ABOUT).close()
    with pytest.raises(FuzzRunError, match="--resume continues it"):
        FuzzRun(tmp_path / FILE, ABOUT)
    with pytest.raises(FuzzRunError, match="seed 1 and not 2"):
        FuzzRun(tmp_path / FILE, RunSettings("model", Options("gfx1100", seed=2)), resume=True)


def test_other_files_are_refused(tmp_path):
    with pytest.raises(FuzzRunError, match="no such file"):
        FuzzRun(tmp_path / FILE)
    (tmp_path / FILE).write_bytes(b"not a database, and long enough to look like one" * 30)
    with pytest.raises(FuzzRunError, match="not a database"):
        FuzzRun(tmp_path / FILE)


@pytest.mark.parametrize("readers, statement, words", [
    ("fuzz coverage", "update sheets set bins = x'0102'",                          "is damaged: Error -3 while"),
    ("fuzz coverage", "update sheets set bins = (select body from failures)",      "is damaged: "),
    ("fuzz",          "delete from defects; update failures set body = x'00'",     "is damaged: Error -5 while"),
    ("fuzz",          "update defects set body = (select body from failures)",     "is damaged: Object missing"),
    ("fuzz",          "drop table tally",                                          "is damaged: no such table"),
    ("fuzz coverage", "update meta set value = replace(value, 'gfx1100', 'gfx1')", "there is no architecture gfx1"),
    ("fuzz coverage", "update meta set value = '2' where key = 'version'",         "version 2; this Assay reads 1"),
])
def test_a_damaged_database_is_reported(tmp_path, capsys, readers, statement, words):
    path = tmp_path / "a?b#c.sqlite"
    opened = FuzzRun(path, ABOUT)
    failed = Failure(2, "mismatch", "v0", {"code": "00"})
    opened.write_progress([BatchProgress(0, 3, {"pass": 2, "fail": 1}, [failed], "d", pack_bins(np.array([1, 5])))])
    opened.write_shrunk_programs([(2, "sign", {"texts": [], "said": "", "case": {}, "blamed": ""})])
    opened.connection.executescript(statement)
    opened.close()
    for command in readers.split():
        assert main([*{"fuzz": ("fuzz", "--report"), "coverage": ("coverage",)}[command], str(path)]) == 2
        assert words in capsys.readouterr().err


def test_a_truncated_database_is_reported(tmp_path, capsys):
    opened = FuzzRun(tmp_path / FILE, ABOUT)
    opened.write_progress([BatchProgress(n, 3, {"pass": 3}, [], "d", os.urandom(3000)) for n in range(9)])
    opened.close()
    os.truncate(tmp_path / FILE, 16384)
    assert main(["fuzz", "--report", str(tmp_path)]) == 2 and FILE in capsys.readouterr().err


def test_reports_are_written_in_one_transaction(tmp_path):
    opened = FuzzRun(tmp_path / FILE, ABOUT)
    opened.write_progress([BatchProgress(0, 3, {"pass": 2, "fail": 1}, [Failure(2, "mismatch", "v0")], "d", b"")])
    with pytest.raises(FuzzRunError, match="retained"):
        opened.write_progress([BatchProgress(0, 5, {"pass": 2}, [Failure(2, "mismatch", "v0")])])  # recorded already
    assert opened.program_count() == 3 and opened.tally() == {"pass": 2, "fail": 1}
    opened.close()


@pytest.mark.parametrize("words, named", [
    (["--count", "5", "--only", "v_nothing"], "'v_nothing' chooses nothing"),
    (["--count", "5", "--only", "image_gather4h"], "it needs a resource of eight words"),
    (["--count", "0"], "0 is not in 1 to"),
    ([], "--minutes M or --count N"),
    (["--count", "5", "--length", "0"], "--length 0"),
    (["--count", "5", "--length", "9-3"], "--length 9-3"),
    (["--report", "/nowhere/campaign.sqlite"], "--report only prints the findings of one"),
])
def test_bad_usage_is_reported(tmp_path, words, named):
    _, errors = finished(start_fuzz(tmp_path, *words, target="model"), 2)
    assert named in errors
