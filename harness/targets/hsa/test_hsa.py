"""The target hsa, with the installed runtime, which finds no GPU here, and with a stand-in runtime that runs the model.
The stand-in exercises code objects, packets and the memory that is read back."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ....model.build import ROOT, includes
from ...case.directives import parse_assembly
from ...comparison.differential import pair_up, run_on_target
from ..registry import open_target
from ..target_error import TargetError
from . import SONAME, available, build_library, header_root

HERE = Path(__file__).parent
SHAPES = [("gfx906", 64), ("gfx1100", 32), ("gfx1100", 64)]


@pytest.fixture(scope="module", autouse=True)
def headers():
    if not available():
        pytest.skip("not exercised: target hsa: Debian's libhsa-runtime-dev (or ROCm) is not installed")


@pytest.fixture(scope="module")
def standin(tmp_path_factory):
    """Return the folder that contains the stand-in library under the name of the real library."""
    folder = tmp_path_factory.mktemp("runtime")
    build = ROOT / "build"
    subprocess.run(["gcc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared",
                    f"-I{header_root()}/include", *includes(build), str(HERE / "standin.c"), str(build / "libassay.a"),
                    "-lm", f"-Wl,-soname,{SONAME}", "-o", str(folder / SONAME)], check=True)
    return folder


@pytest.fixture
def runtime(standin, monkeypatch):
    """Return a function that selects the agent of the stand-in."""
    monkeypatch.setenv("LD_LIBRARY_PATH", str(standin))
    return lambda agent: monkeypatch.setenv("STANDIN_AGENT", agent)


def cases(arch, wave, *lines):
    return parse_assembly("\n".join([f"; assay: arch {arch}", f"; assay: wave {wave}", *lines, ""]), "t")


REGISTERS = """; assay: state v1 = lane
; assay: state s4 = 5
; assay: expect v2[*] = lane * 2
; assay: expect s6 = 8
; assay: expect scc = 1
v_lshlrev_b32 v2, 1, v1
s_add_u32 s6, s4, 3
s_cmp_eq_u32 s6, 8"""
POINTERS = """; assay: memory in u32=3,4,5
; assay: memory out size=8192
; assay: state v[2:3] = in+4
; assay: state s[8:9] = out+8
; assay: state v5 = lane * 4
; assay: expect memory out+12 = u32:4
; assay: expect v6[*] = 4
global_load_dword v6, v[2:3], off
s_waitcnt vmcnt(0)
global_store_dword v5, v6, s[8:9]"""
GROUPS = """; assay: group 2*WAVE 1 1
; assay: grid 4*WAVE 1 1
; assay: waves[1] s4 = 7
; assay: state s4 = 1
; assay: observe s5
; assay: expect waves[0] s5 = 2
; assay: expect waves[1] s5 = 8
; assay: expect waves[3] s5 = 2
s_barrier
s_add_u32 s5, s4, 1"""
LDS = """; assay: lds 256
; assay: state v1 = lane * 4
; assay: state v2 = lane + 9
; assay: state m0 = -1
; assay: expect v3[*] = lane + 9
ds_write_b32 v1, v2
s_waitcnt lgkmcnt(0)
ds_read_b32 v3, v1
s_waitcnt lgkmcnt(0)"""


@pytest.mark.parametrize("arch, wave", SHAPES)
def test_cases_come_back_through_code_object_packet_and_memory(runtime, arch, wave):
    runtime(arch)
    with open_target("hsa") as target:
        assert target.hello.architectures == [arch] and target.hello.version == f"HSA 1.1, {arch} stand-in"
        for text in (REGISTERS, POINTERS, GROUPS, LDS):
            text = text.replace("2*WAVE", str(2 * wave)).replace("4*WAVE", str(4 * wave))
            outcome, = run_on_target(target, cases(arch, wave, text))
            assert (outcome.status, outcome.text, outcome.unmet) == ("ok", None, None), text


@pytest.mark.parametrize("lines, status, text", [
    (["; assay: state v[2:3] = 0x7000", "global_load_dword v6, v[2:3], off", "s_waitcnt vmcnt(0)"], "fault",
     "memory fault at 0x"),
    ([".long 0xdfffffff", ".long 0xffffffff"], "illegal", "illegal instruction"),
    (["; assay: limits instructions=1000 seconds=4", "again:", "s_branch again"], "limit",
     "the kernel was not done after 3.6 s"),
])
def test_a_kernel_in_trouble_is_an_answer_and_the_next_one_runs(runtime, lines, status, text):
    runtime("gfx906")
    with open_target("hsa") as target:
        pair, = pair_up(target, cases("gfx906", 64, "; assay: observe v6", *lines))
        assert (pair.target.status, pair.target.text[:len(text)]) == (status, text)
        outcome, = run_on_target(target, cases("gfx906", 64, REGISTERS))
        assert (outcome.status, outcome.unmet, target.restarts) == ("ok", None, 0)


def test_what_a_runtime_cannot_do_is_unsupported(runtime):
    runtime("gfx906")
    with open_target("hsa") as target:
        found = [pair.target.text for lines in (
            ["; assay: memory at size=16 address=0x100000", "; assay: observe s4", "s_nop 0"],
            ["; assay: registers {\"COMPUTE_PGM_RSRC1\": 0}", "; assay: observe s4", "s_nop 0"],
        ) for pair in pair_up(target, cases("gfx906", 64, *lines))]
    assert found == ["addresses: the target places memory itself",
                     "a runtime starts kernels from descriptors, not from COMPUTE_* registers"]


@pytest.mark.parametrize("agent, text", [
    ("none", "no agent: the HSA runtime finds no GPU; this machine has no AMD GPU"),
    ("off", r"no agent: the HSA runtime does not start \(HSA_STATUS_ERROR_OUT_OF_RESOURCES\); this machine has no AMD"),
    ("gfx777", "the agent is a gfx777; the model knows gfx900, "),
])
def test_where_there_is_no_agent_it_says_so(runtime, agent, text):
    runtime(agent)
    with pytest.raises(TargetError, match=text):
        open_target("hsa")


def test_against_the_runtime_that_is_installed():
    """The library links. Without a GPU the command prints one sentence and returns status 2."""
    assert SONAME in subprocess.run(["ldd", str(build_library())], capture_output=True, text=True, check=True).stdout
    if Path("/dev/kfd").exists():
        with open_target("hsa") as target:
            outcome, = run_on_target(target, cases(target.hello.architectures[0], 64, REGISTERS))
            assert outcome.unmet is None
        return
    case = ROOT / "suites" / "streams" / "dot-product.s"
    done = subprocess.run([sys.executable, "-m", "assay.cli", "run", str(case), "--target", "hsa"], capture_output=True,
                          text=True, env={**os.environ, "LD_LIBRARY_PATH": ""})
    assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1
    assert "no agent" in done.stderr and "/dev/kfd" in done.stderr
    pytest.skip("not exercised: target hsa on hardware: this machine has no AMD GPU")
