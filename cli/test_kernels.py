"""assay launch and check: kernels that take their time run to their end; Ctrl-C ends them with what is known."""
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

# At -O0 the loop's counter lives in memory: more than 100,000 instructions.  `count` of 0 never ends.
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


def command(verb, kernel, count, *more):
    return [sys.executable, "-m", "assay.cli", verb, str(kernel), "--grid", "64", "--group", "64",
            "--arg", "buffer:64", "--arg", f"u32:{count}", *more]


def words(result):
    data = bytes.fromhex(result["memory"][0]["bytes"])
    return int.from_bytes(data[:4], "little"), int.from_bytes(data[4:8], "little")


@pytest.mark.parametrize("verb", ["launch", "check"])
def test_there_is_no_limit_but_the_one_given(kernel, verb):
    count = 20000
    done = subprocess.run(command(verb, kernel, count), capture_output=True, text=True)
    result = json.loads(done.stdout)
    assert (done.returncode, result["status"]) == (0, "ok") and result["instructions"] > 200_000
    assert words(result) == (count * (count - 1) // 2 & 0xFFFFFFFF, count - 1)
    done = subprocess.run(command(verb, kernel, count, "--limit", "1000"), capture_output=True, text=True)
    result = json.loads(done.stdout)
    assert (done.returncode, result["status"], result["instructions"]) == (1, "limit", 1000)


@pytest.mark.parametrize("verb", ["launch", "check"])
def test_ctrl_c_ends_a_kernel_with_what_is_known(kernel, verb, tmp_path):
    dumped = tmp_path / "out"
    running = subprocess.Popen(
        command(verb, kernel, 0, "--dump", f"0={dumped}"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # nohup and the like turn it off
    )
    time.sleep(4)
    running.send_signal(signal.SIGINT)
    out, errors = running.communicate(timeout=60)
    result = json.loads(out)
    assert (running.returncode, result["status"], "Traceback" in errors) == (1, "limit", False)
    assert result["text"].startswith("stopped after ") and result["instructions"] > 10_000
    assert words(result)[1] > 100 and dumped.read_bytes() == bytes.fromhex(result["memory"][0]["bytes"])


@pytest.mark.parametrize("dumped, words", [
    ("no/x", "there is no folder no"), ("k.co", "is an input"), ("", "give N=FILE"),
])
def test_where_buffers_go_is_looked_at_before_the_run(kernel, tmp_path, dumped, words):
    """The kernel never ends."""
    (tmp_path / "k.co").write_bytes(kernel.read_bytes())
    (tmp_path / "data").write_bytes(bytes(64))
    line = command("launch", "k.co", 0, "--dump", f"0={dumped}")
    line[line.index("buffer:64")] = "buffer:data"
    done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, timeout=20)
    assert (done.returncode, done.stdout) == (2, "") and words in done.stderr


def test_a_buffer_that_finds_no_room_takes_no_result_with_it(kernel):
    done = subprocess.run(command("launch", kernel, 10, "--dump", "0=/dev/full"), capture_output=True, text=True)
    assert done.returncode == 2 and words(json.loads(done.stdout)) == (45, 9)
    assert done.stderr.endswith("assay launch: /dev/full: No space left on device\n")


def test_a_terminal_sees_how_far_it_is(kernel):
    ours, theirs = pty.openpty()
    running = subprocess.Popen(command("launch", kernel, 30_000), stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    shown = b""
    while chunk := _read(ours):
        shown += chunk
    assert running.wait(60) == 0 and b" instructions" in shown
    counts = {int(word.replace(b",", b"")) for word in shown.split() if word.replace(b",", b"").isdigit()}
    assert max(counts) > 100_000


def _read(terminal):
    try:
        return os.read(terminal, 65536)
    except OSError:                                  # the other end is closed
        return b""
