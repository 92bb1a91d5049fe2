"""The command line: exit status, one-line errors, streams with invalid cases."""
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from . import main

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")
pytestmark = pytest.mark.long


def assay(*arguments, stdin=b""):
    """Return (status, output lines, error text) of a command."""
    process = subprocess.run(
        [sys.executable, "-m", "assay.cli", *map(str, arguments)], input=stdin, capture_output=True
    )
    return process.returncode, process.stdout.decode().splitlines(), process.stderr.decode()


# s_mov_b32 s0, 3 (SOP1 operation 0, source code 131, destination 0; Vega ISA, 13.1.1)
MOVE = {"assay": 1, "arch": "gfx906", "code": "830080be", "name": "move"}


@pytest.fixture
def move(tmp_path):
    def write(name="move.case.json", **keys):
        path = tmp_path / name
        path.write_text(json.dumps({**MOVE, **keys}))
        return path
    return write


@pytest.mark.parametrize(
    "expect, status",
    [
        (None, 0),
        ({"registers": {"s0": 3}}, 0),
        ({"registers": {"s0": 4}}, 1),
        ({"status": "fault"}, 1),
        ({"registers": {"q": 4}}, 2),
    ],
)
def test_exit_status_of_run(move, expect, status):
    code, lines, _ = assay("run", move(**({"expect": expect} if expect else {})))
    assert code == status
    result = json.loads(lines[0])
    assert result["name"] == "move" and (status == 2 or result["waves"][0]["registers"]["s0"] == "0x3")
    assert result.get("met") == (None if expect is None else status == 0)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc/self/task")
def test_numpy_starts_no_threads(move):
    text = "import atexit, os; from assay.cli import command; " \
           "atexit.register(lambda: print(len(os.listdir('/proc/self/task')))); command()"
    env = {name: word for name, word in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    process = subprocess.run([sys.executable, "-c", text, "run", str(move())], env=env, capture_output=True, text=True)
    assert process.returncode == 0 and process.stdout.splitlines()[-1] == "1", process.stdout + process.stderr


def test_a_bad_case_in_a_stream_is_one_invalid_result():
    lines = [
        json.dumps({**MOVE, "name": "a"}),
        "{",
        json.dumps({**MOVE, "vgpr": 1}),
        "",
        json.dumps({**MOVE, "name": "b"}),
    ]
    code, out, _ = assay("run", "-", stdin="\n".join(lines).encode())
    results = [json.loads(line) for line in out]
    assert code == 2
    assert [(r["status"], r.get("field")) for r in results] == [
        ("ok", None),
        ("invalid", "case"),
        ("invalid", "vgpr"),
        ("ok", None),
    ]
    code, out, _ = assay("run", "-", "--target", "model", stdin="\n".join(lines).encode())
    assert code == 2 and [json.loads(line)["status"] for line in out] == [r["status"] for r in results]


def test_an_invalid_case_answers_with_its_name():
    """A result carries the case's name (cases.md, 1); a line without a case has its position."""
    invalid = json.dumps({**MOVE, "name": "wrong", "memory": [{"name": "a"}]})
    typed = json.dumps({**MOVE, "name": "typed", "vgprs": "many"})
    stream = "\n".join([invalid, "", "{", typed]).encode()
    for options in ([], ["--seed", "2"], ["--target", "model"], ["--trace"]):
        code, out, _ = assay("run", "-", *options, stdin=stream)
        results = [json.loads(line) for line in out]
        assert code == 2 and [result["status"] for result in results] == ["invalid"] * 3, options
        assert [result["name"] for result in results] == ["wrong", "-:3", "typed"], options


def test_streams_and_files_mix(move, tmp_path):
    (tmp_path / "two.jsonl").write_text(json.dumps(MOVE) + "\n" + json.dumps(MOVE) + "\n")
    (tmp_path / "three.s").write_text("; assay: arch gfx906 gfx1100\n; assay: expect s0 = 3\ns_mov_b32 s0, 3\n")
    code, out, _ = assay("run", move(), tmp_path / "two.jsonl", tmp_path / "three.s")
    assert code == 0 and [json.loads(line)["name"] for line in out] == [
        "move", "move", "move", "three.gfx906.w64", "three.gfx1100.w32",
    ]


def test_options_override_the_case(move):
    code, out, _ = assay("run", move(policy="early"), "--policy", "late", "--seed", "0x10", "--schedule", "seeded")
    assert code == 0 and json.loads(out[0])["status"] == "ok"


def test_trace_has_a_line_an_instruction(move):
    code, out, _ = assay("run", "--trace", move(code="830080be" "810081be"))
    steps = [json.loads(line) for line in out]
    assert code == 0 and [step.get("pc") for step in steps[:2]] == ["0x10000", "0x10004"] and "waves" in steps[2]
    assert [(step["group"], step["m0"], step["accesses"]) for step in steps[:2]] == [(0, "0x0", [])] * 2
    assert [step["writes"] for step in steps[:2]] == [{"s0": "0x1"}, {"s1": "0x1"}] and steps[0][
        "text"
    ] == "s_mov_b32 s0, 3"


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["nosuch"], "invalid choice"),
        ([], "required"),
        (["run"], "required"),
        (["run", "/no/such"], "No such file"),
        (["run", "/"], "directory"),
        (["run", "-", "--policy", "soon"], "soon"),
        (["run", "-", "--target", "nosuch"], "no target is called 'nosuch'"),
        (["run", "-", "--seed", "x"], "x"),
        (["run", "-", "--seed", "-1"], "0 to 2^64 - 1"),
        (["schema", "--out", "/proc/nosuch"], "/proc/nosuch"),
        (["certify", "--out", "/proc/nosuch"], "/proc/nosuch"),
        (["verify", "/no/such"], "No such file"),
        (["verify", "/dev/null"], "/dev/null"),
        (["replay", "/dev/null", "--target", "model"], "/dev/null"),
        (["launch", "/dev/null", "--grid", "64", "--group", "64"], "/dev/null"),
        (["diff", "/dev/null", "--target", "model"], "/dev/null"),
        (["run", "-", "--target", "command:/bin/true"], "does not start"),
        (["spec"], "required"),
        (["spec", "nosuch"], "invalid choice"),
        (["run", "-", "--target", "mutant:x"], "no mutant"),
        (["run", "-", "--trace", "--target", "model"], "leave --target out"),
        (["decode", "--arch", "gfx800", "00"], "gfx800"),
        (["decode", "--arch", "gfx906", "--wave", "32", "00"], "waves of 64"),
        (["spec", "show", "v_ad_f32"], "did you mean v_mad_f32, v_add_f32"),
        (["schema", "nosuch"], "the formats are case, result"),
        (["launch", "/no/such.co", "--grid", "64", "--group", "64"], "No such file"),
        (["launch", "x", "--grid", "0", "--group", "64"], "counts of work-items"),
        (["launch", "x", "--grid", "64", "--group", "64", "--jobs", "0"], "0 is not in 1 to 1024"),
        (["check", "x", "--grid", "64", "--group", "64", "--jobs", "-1"], "-1 is not in 1 to 1024"),
        (["launch", "x", "--pm4", "y", "--jobs", "0"], "0 is not in 1 to 1024"),
        (["diff", "/no/such", "--target", "model"], "No such file"),
        (["certify", "--jobs", "0"], "1 to 1024"),
        (["certify", "--target", "model", "--kernels", "/no/such"], "/no/such: there is no such folder"),
        (["certify", "--target", "model", "--kernels", str(Path(__file__).parent)],
         "cli: it contains no *.co, *.hsaco or *.o"),
        (["mutate", "--program", "/no/such"], "No such file"),
        (["mutate", "--all", "--sample", "5"], "leave one out"),
    ],
)
def test_bad_arguments_are_one_line_and_status_2(arguments, words):
    code, out, errors = assay(*arguments)
    assert code == 2 and out == [] and words in errors
    assert len(errors.strip().splitlines()) == 1


def test_decode_prints_text_or_illegal():
    assert (
        assay("decode", "--arch", "gfx906", "83 00 80 be", "0x830080be", "00", "ffffffff")[1]
        == ["s_mov_b32 s0, 3"] * 2 + ["<illegal>"] * 2
    )
    code, out, _ = assay("decode", "--arch", "gfx1100", stdin=b"000080bf\n0000b0bf\n")
    assert (code, out) == (0, ["s_nop 0", "s_endpgm"])
    code, out, errors = assay("decode", "--arch", "gfx1100", stdin=b"000080bf\n0000b0bg\n000080bf")
    assert (code, out) == (2, ["s_nop 0", "<illegal>", "s_nop 0"]) and "line 2: '0000b0bg' is not hex" in errors


@pytest.mark.parametrize("line, valid", [
    ("830080be", True), ("83 00 80,be\r", True), ("0x83 0X0080be", True), ("83008 0be", True), ("", True),
    ("8", False), ("830080b", False), ("0x830080b", False), ("8x3", False), ("83 00 80 b", False), ("zz", False),
])
def test_a_line_of_decode_is_whole_bytes(line, valid, capfd):
    """An odd digit is a typing error, not an illegal instruction."""
    assert main(["decode", "--arch", "gfx906", "830080be", line]) == (0 if valid else 2)
    out, errors = capfd.readouterr()
    assert out.startswith("s_mov_b32 s0, 3\n") and ("line 2: " in errors) == (not valid)


def test_diff_names_the_first_differing_instruction(move):
    code, out, _ = assay(
        "diff", move(code="830080bec20181be", expect=None, observe={"registers": ["s0", "s1"]}), "--target", "model"
    )
    assert (code, out) == (0, ["pass: no difference"])
    text = "; assay: arch gfx906\n; assay: state s2 = 5\ns_mov_b32 s0, 3\ns_sub_u32 s1, s2, s0\n"
    path = move("borrow.s")
    path.write_text(text)
    code, out, _ = assay("diff", path, "--target", "mutant:borrow-inverted")
    assert code == 1 and out[0] == "0x10004: s_sub_u32 s1, s2, s0" and "scc: expected 0x0, got 0x1" in "\n".join(out)
    difference = json.loads(assay("diff", path, "--target", "mutant:borrow-inverted", "--json")[1][0])
    assert difference["pc"] == "0x10004" and difference["expected"]["status"] == "ok"


def test_spec_targets_schema_and_version_print_their_tables(tmp_path):
    code, out, _ = assay("spec", "show", "v_addc_co_u32")
    assert (code == 0 and out[0] == "v_add_co_ci_u32" and any("vop2 opcode 28" in line for line in out)
            and any("opcode 32" in line for line in out))
    rows = json.loads(assay("targets", "--json")[1][0])
    assert {"model", "manual", "llvm"} <= {row["name"] for row in rows} and all(row["needs"] for row in rows)
    assert len(rows) < 20 and not any("mutant:exec-ignored" in line for line in assay("targets")[1])
    assert any("mutant:exec-ignored" in line for line in assay("targets", "--mutants")[1])
    assert assay("schema", "--out", tmp_path)[0] == 0
    case = json.loads((tmp_path / "case.schema.json").read_text())
    assert "code" in case["$defs"]["Case"]["properties"] and case["$defs"]["Case"]["additionalProperties"] is False
    version = dict(line.rsplit(" ", 1) for line in assay("--version")[1])
    assert len(version["model"]) == len(version["suites"]) == 64 and version["case format"] == "1"


@pytest.mark.parametrize(
    "text, words",
    [
        ("- {operation: v_ad_f32, reason: slow, link: there}", "entry 0: no architecture has an operation 'v_ad_f32'"),
        ("- {operation: v_add_f32, reason: ' ', link: there}", "needs a reason"),
        ("- {operation: v_add_f32, reason: slow}", "missing required field `link`"),
        ("a: [", "waivers.yaml:1: not YAML"),
        ("[" * 3000, "nested too deep; a waiver has the keys operation"),
        ("- {operation: v_add_f32, reason: 2021-13-45, link: there}", "not YAML: month must be in 1..12"),
    ],
)
def test_bad_waivers_are_refused(tmp_path, text, words):
    path = tmp_path / "waivers.yaml"
    path.write_text(text)
    code, _, errors = assay("certify", "--quick", "--waivers", path)
    assert code == 2 and words in errors and str(path) in errors


@contextlib.contextmanager
def interrupted_process(command):
    """Yield the process of a command; send Ctrl-C at the end of the block and check that the process prints no
    error."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            yield process
            assert process.poll() is None
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=10) in (130, -signal.SIGINT)
        finally:
            process.kill()
        assert process.stderr.read() == b""


def test_ctrl_c_ends_a_run_without_a_limit(tmp_path):
    """The first result shows that the run has started; the second case never ends."""
    short, endless = tmp_path / "short.s", tmp_path / "endless.json"
    short.write_text("; assay: arch gfx906\n; assay: expect s0 = 1\ns_mov_b32 s0, 1\n")
    endless.write_text(json.dumps(MOVE | {"code": "ffff82bf", "limits": {"instructions": None}}))    # s_branch -1
    command = [sys.executable, "-m", "assay.cli", "run", short, endless]
    with interrupted_process(command) as process:
        assert b'"met":true' in process.stdout.readline()
        time.sleep(0.5)


@pytest.mark.parametrize("words", [
    ("run", "--target", "model"), ("diff", "--target", "model"), ("outcomes",), ("coverage",),
], ids=lambda words: words[0])
def test_ctrl_c_ends_every_command_that_runs_cases(words, tmp_path):
    """Ctrl-C also ends a command that executes C code, in which Python handles no signal."""
    endless = tmp_path / "endless.json"
    endless.write_text(json.dumps(MOVE | {"code": "ffff82bf", "limits": {"instructions": None}}))    # s_branch -1
    command = [sys.executable, "-m", "assay.cli", words[0], endless, *words[1:]]
    with interrupted_process(command) as process:
        until = time.monotonic() + 60
        while processor_time(process.pid) < 1.5 and time.monotonic() < until:
            time.sleep(0.2)


def processor_time(pid):
    """Return the processor seconds of a process; a process with more than 1.5 s runs the case."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
