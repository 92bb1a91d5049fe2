"""Compiled kernels: their results equal the references in every byte under every policy, without findings. Each removed
wait is reported."""
import shutil
from fractions import Fraction

import pytest

from ...spec import ARCHS, all_registers
from . import kernel_build, kernel_launch as launch, reference_launches, kernel_waits as waits
from .code_object import parse_code_object
from .suite_kernels import kernel_case, kernel_reference

pytestmark = pytest.mark.long
BUILDS = [
    pytest.param(name, arch, wave, id=f"{name}-{arch}-w{wave}")
    for arch, wave in kernel_build.TARGETS
    for name in kernel_build.KERNELS
]
KERNELS_WITH_CALLS = ("calls", "sieve")               # at -O2; the analysis of waits does not follow s_swappc
ANALYSED_BUILDS = [build for build in BUILDS if build.values[0] not in KERNELS_WITH_CALLS]


def run_kernel(case):
    """Return the model's result under the rules of the manuals and those known from silicon."""
    from ..comparison.case_run import run_case
    return run_case(case | {"profile": "silicon"})


def serious_findings(result, ignored_rule=None):
    """Descriptions of the errors and races, except those of one rule."""
    serious = [f for f in result["findings"] if f["kind"] in ("error", "race") and f["rule"] != ignored_rule]
    return [f"{f['rule']} at {f['pc']}: {f['text']}" for f in serious]


def check_exact(name, result, ignored_rule=None):
    """Check that every buffer equals its reference, without errors and races except of one rule."""
    assert (result["status"], result.get("text")) == ("ok", None)
    memory = {m["name"]: bytes.fromhex(m["bytes"]) for m in result["memory"]}
    for number, expected in kernel_reference(name).expected.items():
        assert memory[f"arg{number}"] == expected
    assert serious_findings(result, ignored_rule) == []


@pytest.mark.parametrize("name, arch, wave", [b for b in BUILDS if b.values[1] == "gfx1100"])
def test_the_compiler_emits_every_delay_that_the_model_expects(name, arch, wave):
    """RDNA3 ISA, 5.7: S_DELAY_ALU. Where paths join, its delay fits one of them (errata E-181)."""
    stalls = [f["rule"] for f in run_kernel(kernel_case(name, arch, wave))["findings"]
              if f["rule"].startswith("control.delay")]
    assert set(stalls) <= {"control.delay.distance"}
    assert len(stalls) <= 3


@pytest.mark.parametrize("policy", ["early", "late", "random", "adversarial"])
@pytest.mark.parametrize("name, arch, wave", BUILDS)
def test_a_kernel_gives_its_reference_result(name, arch, wave, policy):
    check_exact(name, run_kernel(kernel_case(name, arch, wave, policy=policy)))


@pytest.mark.parametrize("version", kernel_build.VERSIONS, ids=lambda v: f"v{v or 'newest'}")
@pytest.mark.parametrize("level", kernel_build.LEVELS)
@pytest.mark.parametrize("arch, wave", kernel_build.TARGETS)
def test_every_optimisation_level_gives_the_reference_result(arch, wave, level, version):
    """All kernels are in one file, as code object v5 and as the compiler's default (v6)."""
    file = kernel_build.compile_all_kernels(arch, wave, level, version)
    assert parse_code_object(file.read_bytes()).version == (version or 6)
    for name in kernel_build.KERNELS:
        check_exact(name, run_kernel(kernel_case(name, arch, wave, file, policy="adversarial")))


@pytest.mark.skipif(not all(map(shutil.which, (kernel_build.OLDER_COMPILER, kernel_build.OLDER_LINKER))),
                    reason=f"{kernel_build.OLDER_COMPILER} or {kernel_build.OLDER_LINKER} is missing "
                    "(packages-optional.txt)")
@pytest.mark.parametrize("level", kernel_build.LEVELS)
@pytest.mark.parametrize("arch, wave", kernel_build.TARGETS)
def test_every_level_of_an_older_compiler_gives_the_reference_result(arch, wave, level):
    """clang 19 takes fewer mask writes in wave64 into account than clang 22 (errata E-172)."""
    known = "hazard.mask_write" if (arch, wave) == ("gfx1100", 64) else None
    file = kernel_build.compile_all_kernels(arch, wave, level, None, compiler=kernel_build.OLDER_COMPILER)
    for name in kernel_build.supported_kernels(kernel_build.OLDER_COMPILER):
        check_exact(name, run_kernel(kernel_case(name, arch, wave, file, policy="adversarial")), known)


@pytest.mark.parametrize("arch, machine", [("gfx906", "gfx9-generic"), ("gfx1100", "gfx11-generic")])
def test_a_generic_file_gives_the_reference_result(arch, machine):
    wave = {"gfx906": 64, "gfx1100": 32}[arch]
    file = kernel_build.compile_all_kernels(arch, wave, "-O2", None, machine=machine)
    for name in kernel_build.KERNELS:
        check_exact(name, run_kernel(kernel_case(name, arch, wave, file, policy="adversarial")))


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name, arch, wave", BUILDS)
def test_the_schedule_of_waves_changes_nothing(name, arch, wave, seed):
    check_exact(name, run_kernel(kernel_case(name, arch, wave, policy="random") | {"schedule": "seeded", "seed": seed}))


@pytest.mark.parametrize("name, arch, wave", ANALYSED_BUILDS)
def test_each_removed_wait_is_reported(name, arch, wave):
    """Early reads are reported as counter.*, LDS accesses outstanding at a barrier as an error or race.

    A removed wait that violates no rule on any path is not reported."""
    lines = waits.disassemble(kernel_build.compile_kernel(name, arch, wave))
    case = kernel_case(name, arch, wave)
    assert waits.wait_violations(lines, arch) == set(), "the kernel as compiled"
    unreported = []
    for line in filter(lambda line: line.is_wait, lines):
        kinds = {kind for _, kind in waits.wait_violations(lines, arch, removed=line)}
        reported = [f for f in run_kernel(waits.case_without_wait(case, line, launch.CODE_ADDRESS))["findings"]
                    if f["kind"] in ("error", "race")]
        early = any(f["kind"] == "error" and f["rule"].startswith("counter.") for f in reported)
        if early != ("early" in kinds) or bool(reported) != bool(kinds):
            unreported.append(
                (f"{line.mnemonic} {line.operands} at {line.address:#x}", kinds, sorted({f["rule"] for f in reported}))
            )
    assert unreported == []


@pytest.mark.parametrize("arch, wave", kernel_build.TARGETS)
def test_registers_beyond_the_descriptor_are_reported(arch, wave):
    case = kernel_case("sha256", arch, wave)
    table = all_registers()["KERNEL_DESCRIPTOR"]
    values = table.unpack(ARCHS[arch], bytes.fromhex(case["descriptor"]))
    values["compute_pgm_rsrc1"] &= ~all_registers()["COMPUTE_PGM_RSRC1"].fields[ARCHS[arch]]["vgprs"].mask
    fewest_vgprs = table.pack(ARCHS[arch], 512, values).hex()
    changed_case = case | {"descriptor": fewest_vgprs, "limits": {"instructions": 100_000}}
    texts, changed_texts = (
        [finding["text"] for finding in run_kernel(variant)["findings"] if finding["rule"] == "register.vgpr.range"]
        for variant in (case, changed_case))
    assert not texts and changed_texts
    assert all("beyond the" in text and "vector registers of the wave" in text for text in changed_texts)


def test_every_kernel_has_waits():
    """The removal of waits tests something: each kernel has at least two, and there are 200 in all."""
    counts = {}
    for arch, wave in kernel_build.TARGETS:
        for name in kernel_build.KERNELS:
            lines = waits.disassemble(kernel_build.compile_kernel(name, arch, wave))
            counts[name, arch, wave] = sum(line.is_wait for line in lines)
            assert (name in KERNELS_WITH_CALLS) == any(line.mnemonic == "s_swappc_b64" for line in lines)
    assert min(counts.values()) >= 2
    assert sum(counts.values()) >= 200


LISTING = """
\ts_load_dword s0, s[4:5], 0x0                                // 000000001000: C0020002 00000000
\tglobal_load_dword v1, v[2:3], off                          // 000000001008: DC508000 017F0002
\tglobal_load_dword v4, v[2:3], off                          // 000000001010: DC508000 047F0002
\ts_waitcnt vmcnt(1) lgkmcnt(0)                              // 000000001018: BF8C0071
\tv_mov_b32_e32 v5, v1                                       // 00000000101C: 7E0A0301
\ts_cbranch_scc1 1                                           // 000000001020: BF850001 <k+0x28>
\ts_waitcnt vmcnt(0)                                         // 000000001024: BF8C0F70
\tv_mov_b32_e32 v5, {last}                                       // 000000001028: 7E0A0304
\ts_endpgm                                                   // 00000000102C: BF810000
\ts_code_end                                                 // 000000001030: BF9F0000
"""


def test_the_analysis_follows_both_branch_directions():
    """v4 is complete only on the path that waits; v1 is complete, as loads return in order and one may be outstanding.
    """
    assert waits.wait_violations(waits.parse_listing(LISTING.format(last="v4")), "gfx906") == {(0x1028, "early")}
    assert waits.wait_violations(waits.parse_listing(LISTING.format(last="v1")), "gfx906") == set()


def test_the_analysis_finds_a_removed_wait():
    lines = waits.parse_listing(LISTING.format(last="s0"))
    first = lines[3]
    assert first.is_wait and len(lines) == 9
    assert waits.wait_violations(lines, "gfx906") == set()
    assert waits.wait_violations(lines, "gfx906", removed=first) == {(0x101C, "early"), (0x1028, "early")}


def test_scalar_loads_need_a_wait_for_zero():
    """SMEM returns out of order (RDNA3 ISA 5.6), so lgkmcnt(1) does not prove a scalar load complete."""
    text = """
\ts_load_b32 s0, s[4:5], null                                // 000000001000: F4000002 F8000000
\tds_load_b32 v1, v0                                         // 000000001008: D8D80000 01000000
\tds_load_b32 v2, v0                                         // 000000001010: D8D80000 02000000
\ts_waitcnt lgkmcnt(1)                                       // 000000001018: BF89FC17
\tv_mov_b32_e32 v5, {used}                                     // 00000000101C: 7E0A0200
\ts_endpgm                                                   // 000000001020: BFB00000
"""
    early = {(0x101C, "early")}
    assert [waits.wait_violations(waits.parse_listing(text.format(used=r)), "gfx1100") for r in ("s0", "v1", "v2")] == [
        early, set(), early,
    ]


@pytest.mark.parametrize(
    "form, value, bits",
    [
        (reference_launches.F16, Fraction(1, 3), 0x3555),
        (reference_launches.F16, Fraction(65519), 0x7BFF),
        (reference_launches.F16, Fraction(65520), 0x7C00),
        (reference_launches.F16, Fraction(-1, 1 << 24), 0x8001),
        (reference_launches.F16, Fraction(2047, 1 << 25), 0x0400),
        (reference_launches.F64, Fraction(1, 3), 0x3FD5555555555555),
        (reference_launches.F64, Fraction(3, 1 << 1075), 2),
        (reference_launches.F64, -Fraction(1 << 1024), 0xFFF0000000000000),
    ],
)
def test_references_round_in_every_format(form, value, bits):
    """IEEE 754-2019, 3.4 and 4.3.1; values computed by hand."""
    assert reference_launches.round_to_float(value, form=form) == bits
    if not reference_launches.is_infinite(bits, form):
        assert reference_launches.round_to_float(reference_launches.float_value(bits, form), form=form) == bits


@pytest.mark.parametrize(
    "value, bits",
    [
        (Fraction(1), 0x3F800000),
        (1 + Fraction(1, 1 << 24), 0x3F800000),
        (1 + Fraction(3, 1 << 24), 0x3F800002),
        (-(1 + Fraction(1, 1 << 24) + Fraction(1, 1 << 60)), 0xBF800001),
        (Fraction((1 << 24) - 1 << 104), 0x7F7FFFFF),
        (Fraction(((1 << 25) - 1) << 103), 0x7F800000),
        (Fraction(1, 1 << 149), 1),
        (Fraction(1, 1 << 150), 0),
        (Fraction(1, 1 << 150) + Fraction(1, 1 << 200), 1),
        (Fraction((1 << 24) - 1, 1 << 150), 0x00800000),
        (Fraction(2) - Fraction(1, 1 << 30), 0x40000000),
    ],
)
def test_references_round_to_nearest_even(value, bits):
    """IEEE 754-2019, 4.3.1: values worked out by hand at ties, at the ends of the range and of the subnormals."""
    assert reference_launches.round_to_float(value) == bits
