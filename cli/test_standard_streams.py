"""Output errors: a full disk, a reader that went away, another encoding."""
import json
import os
import signal
import subprocess
import sys

import pytest

from ..reports.export import testing_certificates
from ..reports.export.certificate_records import to_bytes

CASE = json.dumps({"assay": 1, "arch": "gfx906", "code": "830080be", "name": "move"})
ASSAY = [sys.executable, "-m", "assay.cli"]


def shell(line, cwd, **environment):
    """Return (status, output, errors) of a line of sh, in which $A is the command."""
    environment = {"A": " ".join(ASSAY), **environment}
    inherited = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    process = subprocess.run(["sh", "-c", line], cwd=cwd, capture_output=True, text=True, env=inherited | environment)
    return process.returncode, process.stdout, process.stderr


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "many.jsonl").write_text(f"{CASE}\n" * 2000)
    (tmp_path / "a.certificate.json").write_bytes(to_bytes(testing_certificates.sample_certificate("gfx906")))
    return tmp_path


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", ["--help", "--version", "targets", "run many.jsonl", "run - <many.jsonl"])
def test_a_full_disk_is_a_one_line_error(words, unbuffered, folder):
    status, _, errors = shell(f"$A {words} >/dev/full", folder, PYTHONUNBUFFERED=unbuffered)
    assert status == 2 and errors.endswith("output: No space left on device\n") and errors.count("\n") == 1


@pytest.mark.parametrize("words", [
    "--help", "targets", "run many.jsonl", "run - <many.jsonl",
    "certify --quick --only s_nop --target model --arch gfx1100 --out certificates",
])
def test_a_closed_pipe_ends_the_command_quietly(words, folder):
    """The command ends by SIGPIPE, so that a shell with pipefail detects the incomplete output."""
    reader, writer = os.pipe()
    os.close(reader)
    stdin = (folder / "many.jsonl").open()
    process = subprocess.run(ASSAY + words.partition(" <")[0].split(), cwd=folder, stdin=stdin, stdout=writer,
                          stderr=subprocess.PIPE)
    os.close(writer)
    assert (process.returncode, process.stderr) == (-signal.SIGPIPE, b"")


@pytest.mark.parametrize("line, status, output, error", [
    ("$A run many.jsonl >&-",     2, "",  "assay: standard output is closed"),
    ("$A run nosuch 2>&-",        2, "",  ""),
    ("$A run nosuch 2>/dev/full", 2, "",  ""),
    ("$A nosuch 2>/dev/full",     2, "",  ""),
    ("$A decode --arch gfx906 <&-", 0, "", ""),
    ("$A run - <&-",              0, "",  ""),
    ("PYTHONIOENCODING=ascii $A compare a.certificate.json a.certificate.json", 0, "fail \\u2192 fail", ""),
    ("LC_ALL=C $A compare a.certificate.json a.certificate.json", 0, "fail → fail", ""),
    ("LC_ALL=C PYTHONUTF8=0 $A targets", 2, "", "Assay needs UTF-8: set PYTHONUTF8=1"),
    ("$A run $(printf '\\377.s')", 2, "", "'\\udcff.s' is not UTF-8; rename the file"),
])
def test_closed_streams_and_encodings(line, status, output, error, folder):
    exit_status, out, errors = shell(line, folder)
    assert exit_status == status and output in out and error in errors and errors.count("\n") == bool(error)
