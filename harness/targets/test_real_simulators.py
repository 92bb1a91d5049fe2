"""The real simulators behind their adapters, on programs whose results are found by hand. They need a checkout of each,
named by ASSAY_TINYGRAD and ASSAY_MGPUSIM; tests without a checkout are listed by name at the end of the run."""
import os
import subprocess
from pathlib import Path

import pytest

from ..case.directives import parse_assembly
from ..comparison.differential import pair_up, run_on_target
from .registry import open_target

CHECKOUTS = {
    "tinygrad": ("ASSAY_TINYGRAD", "gfx1100", 32),
    "mgpusim": ("ASSAY_MGPUSIM", "gfx906", 64),
    "mgpusim,unit=gcn3": ("ASSAY_MGPUSIM", "gfx906", 64),
}
ADD = {"gfx906": "v_add_u32", "gfx1100": "v_add_nc_u32"}
# Programs by name. ADD is the addition without carry; gcn3 has none, and takes the one that writes VCC.
PROGRAMS = {
    "vector": """; assay: state v1 = lane
; assay: state s4 = 5
; assay: expect v3[*] = lane * 2 + 5
v_lshlrev_b32 v2, 1, v1
ADD v3, VCC s4, v2""",
    "lanes that are off": """; assay: state exec = 6
; assay: state v1 = 7
; assay: expect v1[0:3] = 7, 9, 9, 7
v_mov_b32 v1, 9""",
    "part of a wave": """; assay: group 3 1 1
; assay: grid 3 1 1
; assay: state v1 = 7
; assay: expect v1[0:3] = 9, 9, 9, 7
; assay: observe v1 exec
; assay: expect exec = 7
v_mov_b32 v1, 9""",
    "loop": """; assay: state s4 = 5
; assay: expect s6 = 15
; assay: expect instructions 21
s_mov_b32 s6, 0
again:
s_add_u32 s6, s6, s4
s_sub_u32 s4, s4, 1
s_cmp_lg_u32 s4, 0
s_cbranch_scc1 again""",
    "memory": """; assay: memory in u32=3,4,5
; assay: memory out size=64
; assay: state v[2:3] = in+4
; assay: state v[4:5] = out+8
; assay: state exec = 1
; assay: expect memory out+8 = u32:4
flat_load_dword v6, v[2:3]
s_waitcnt vmcnt(0) lgkmcnt(0)
flat_store_dword v[4:5], v6""",
    "scalar load": """; assay: memory in u32=3,4,5
; assay: state s[2:3] = in
; assay: expect s4 = 5
s_load_dword s4, s[2:3], 0x8
s_waitcnt lgkmcnt(0)""",
    "waves and LDS": """; assay: lds 512
; assay: group 2*WAVE 1 1
; assay: grid 4*WAVE 1 1
; assay: waves[0] v1 = 0
; assay: waves[0] s4 = 11
; assay: waves[1] s4 = 22
; assay: state s4 = 0
; assay: state m0 = -1
; assay: observe v3
; assay: expect waves[0] v3[*] = 22
; assay: expect waves[1] v3[*] = 11
; assay: expect waves[2] v3[*] = 0
; assay: waves[0] v2 = 4
; assay: waves[1] v1 = 4
; assay: waves[1] v2 = 0
; assay: state v1 = 0
; assay: state v2 = 0
v_mov_b32 v4, s4
ds_write_b32 v1, v4
s_waitcnt lgkmcnt(0)
s_barrier
ds_read_b32 v3, v2
s_waitcnt lgkmcnt(0)""",
}


def checkout(name: str) -> str:
    """Return the name of a target with its checkout. Skip the test with a message if there is no checkout."""
    variable = CHECKOUTS[name][0]
    folder = os.environ.get(variable)
    if not folder:
        pytest.skip(f"not exercised: target {name}: {variable} names no checkout")
    stem, _, rest = name.partition(",")
    return f"{stem},checkout={folder}" + (f",{rest}" if rest else "")


@pytest.fixture(params=CHECKOUTS, scope="module")
def real(request):
    with open_target(checkout(request.param)) as target:
        _, arch, wave = CHECKOUTS[request.param]
        yield target, arch, wave


def case(name, arch, wave, gcn3=False):
    add = "v_add_co_u32" if gcn3 else ADD[arch]
    text = PROGRAMS[name].replace("ADD", add).replace("VCC ", "vcc, " if gcn3 else "")
    text = text.replace("2*WAVE", str(2 * wave)).replace("4*WAVE", str(4 * wave))
    found, = parse_assembly(f"; assay: arch {arch}\n; assay: wave {wave}\n{text}\n", name)
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_a_program_leaves(real, name):
    target, arch, wave = real
    outcome, = run_on_target(target, [case(name, arch, wave, target.name.endswith("gcn3"))])
    assert (outcome.status, outcome.text, outcome.unmet) == ("ok", None, None)


def files(root):
    """Every file below a folder with the time it was written."""
    return {path: path.stat().st_mtime_ns for path in Path(root).rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", CHECKOUTS)
def test_it_tells_the_commit_and_leaves_the_checkout_alone(name):
    named, (_, arch, wave) = checkout(name), CHECKOUTS[name]
    root = named.partition("checkout=")[2].partition(",")[0]
    before = files(root)
    head = subprocess.run(["git", "-C", root, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout
    with open_target(named) as target:
        assert target.hello.version.startswith(head[:12])
        assert [one.status for one in run_on_target(target, [case("loop", arch, wave)])] == ["ok"]
    assert files(root) == before


def verdicts(target, arch, wave, lines, **keys):
    text = "\n".join([f"; assay: arch {arch}", f"; assay: wave {wave}", *lines])
    return [(p.target.status, p.target.operation, p.target.text) for p in pair_up(target, parse_assembly(text, "t"))]


def test_memory_that_is_not_there_is_a_fault_and_the_next_case_runs(real):
    target, arch, wave = real
    (status, _, text), = verdicts(target, arch, wave, [
        "; assay: state v[2:3] = 0x123400000000", "; assay: observe v6", "flat_load_dword v6, v[2:3]",
        "s_waitcnt vmcnt(0) lgkmcnt(0)"])
    assert status == "fault" and text
    (status, _, _), = verdicts(target, arch, wave, ["; assay: observe v6", "v_mov_b32 v6, 1"])
    assert (status, target.restarts) == ("ok", 0)


def test_endless_code_meets_its_limit(real):
    target, arch, wave = real
    (status, _, _), = verdicts(target, arch, wave, [
        "; assay: limits instructions=1000", "; assay: observe s4", "again:", "s_branch again"])
    assert (status, target.restarts) == ("limit", 0)


@pytest.mark.parametrize("lines, what", [
    (["s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3"], "s_setreg_imm32_b32"),
    (["; assay: state trapsts = 0", "s_nop 0"], "trapsts"),
    (["; assay: scratch 16", "s_nop 0"], "scratch"),
])
def test_what_it_has_not_is_unsupported_by_name(real, lines, what):
    target, arch, wave = real
    (status, operation, text), = verdicts(target, arch, wave, ["; assay: observe s4", *lines])
    assert (status, operation) == ("unsupported", what) and text


def test_a_kernel_through_tinygrads_own_loop():
    """start=kernel: no registers given or read; run_asm starts the wrapped case."""
    with open_target(f"{checkout('tinygrad')},start=kernel") as target:
        for name in ("vector", "memory", "loop"):
            one = case(name, "gfx1100", 32)
            outcome, = run_on_target(target, [one])
            assert (outcome.status, outcome.text) == ("ok", None)
            assert [line for line in outcome.unmet or () if "instructions" not in line] == []


def test_words_that_mean_something_else_are_not_run():
    """CDNA3 has V_FMAC_F64 where gfx906 has V_MUL_LEGACY_F32."""
    with open_target(checkout("mgpusim")) as target:
        found = verdicts(target, "gfx906", 64, ["; assay: observe v1", "v_mul_legacy_f32 v1, v2, v3"])
    assert found == [("unsupported", "v_mul_legacy_f32", "08020702 is another instruction on gfx906")]
