"""assay launch and check: long kernels run to their end; Ctrl-C ends them with a partial result."""
import json
import os
import pty
import signal
import subprocess
import sys
import time

import pytest

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")
pytestmark = pytest.mark.long

# At -O0 the loop counter is in memory: more than 100,000 instructions. A `count` of 0 never ends.
SOURCE = """
kernel void sum(global uint *out, uint count)
{
    uint total = 0;
    for (uint n = 0; count == 0 || n < count; n++) { total += n; out[1] = n; }
    out[0] = total;
}
"""


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kernel")
    (folder / "k.cl").write_text(SOURCE.replace("uint", "unsigned"))
    subprocess.run(["clang-22", "-x", "cl", "-cl-std=CL2.0", "-O0", "-target", "amdgcn-amd-amdhsa", "-mcpu=gfx906",
                    "-nogpulib", "-mcode-object-version=5", "-cl-no-stdinc", folder / "k.cl", "-o", folder / "k.co"],
                   check=True)
    return folder / "k.co"


def command_line(verb, kernel, count, *options):
    return [sys.executable, "-m", "assay.cli", verb, str(kernel), "--grid", "64", "--group", "64",
            "--arg", "buffer:64", "--arg", f"u32:{count}", *options]


def first_dwords(result):
    """Return the first two dwords of the first buffer."""
    data = bytes.fromhex(result["memory"][0]["bytes"])
    return int.from_bytes(data[:4], "little"), int.from_bytes(data[4:8], "little")


@pytest.mark.parametrize("verb", ["launch", "check"])
def test_only_a_given_limit_applies(kernel, verb):
    count = 20000
    process = subprocess.run(command_line(verb, kernel, count), capture_output=True, text=True)
    result = json.loads(process.stdout)
    assert (process.returncode, result["status"]) == (0, "ok") and result["instructions"] > 200_000
    assert first_dwords(result) == (count * (count - 1) // 2 & 0xFFFFFFFF, count - 1)
    process = subprocess.run(command_line(verb, kernel, count, "--limit", "1000"), capture_output=True, text=True)
    result = json.loads(process.stdout)
    assert (process.returncode, result["status"], result["instructions"]) == (1, "limit", 1000)


@pytest.mark.parametrize("verb", ["launch", "check"])
def test_ctrl_c_ends_a_kernel_with_a_partial_result(kernel, verb, tmp_path):
    dumped = tmp_path / "out"
    running = subprocess.Popen(
        command_line(verb, kernel, 0, "--dump", f"0={dumped}"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # nohup disables it
    )
    time.sleep(4)
    running.send_signal(signal.SIGINT)
    out, errors = running.communicate(timeout=60)
    result = json.loads(out)
    assert (running.returncode, result["status"], "Traceback" in errors) == (1, "limit", False)
    assert result["text"].startswith("stopped after ") and result["instructions"] > 10_000
    assert first_dwords(result)[1] > 100 and dumped.read_bytes() == bytes.fromhex(result["memory"][0]["bytes"])


@pytest.mark.parametrize("dumped, words", [
    ("no/x", "there is no folder no"), ("k.co", "is an input"), ("", "give N=FILE"),
])
def test_dump_paths_are_checked_before_the_run(kernel, tmp_path, dumped, words):
    """A wrong path is refused before the kernel, which never ends, starts."""
    (tmp_path / "k.co").write_bytes(kernel.read_bytes())
    (tmp_path / "data").write_bytes(bytes(64))
    line = command_line("launch", "k.co", 0, "--dump", f"0={dumped}")
    line[line.index("buffer:64")] = "buffer:data"
    process = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, timeout=20)
    assert (process.returncode, process.stdout) == (2, "") and words in process.stderr


def test_a_full_disk_does_not_lose_the_result(kernel):
    process = subprocess.run(
        command_line("launch", kernel, 10, "--dump", "0=/dev/full"), capture_output=True, text=True
    )
    assert process.returncode == 2 and first_dwords(json.loads(process.stdout)) == (45, 9)
    assert process.stderr.endswith("assay launch: /dev/full: No space left on device\n")


def test_progress_is_shown_on_a_terminal(kernel):
    controller, terminal = pty.openpty()
    running = subprocess.Popen(command_line("launch", kernel, 30_000), stdout=subprocess.DEVNULL, stderr=terminal)
    os.close(terminal)
    output = b""
    while chunk := _read_available(controller):
        output += chunk
    assert running.wait(60) == 0 and b" instructions" in output
    counts = {int(word.replace(b",", b"")) for word in output.split() if word.replace(b",", b"").isdigit()}
    assert max(counts) > 100_000


def _read_available(terminal):
    try:
        return os.read(terminal, 65536)
    except OSError:                                  # the other end is closed
        return b""
