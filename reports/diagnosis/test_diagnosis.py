"""One defect is one entry: blind targets whose defects are known are told what is wrong with them."""
import sys

import pytest

from ...generators.instructions import form_selection
from ...harness.targets import process_target
from ..certification import diagnosis_driver, open_targets, suite_tasks, worker_tasks
from ..certification.task_types import CertifyOptions

ASKED = CertifyOptions(seed=1, quick=True)

# An adapter that runs the model and then does as its text says to a case's result.
ADAPTER = """
import sys
import numpy as np
from assay.harness.protocol.adapter import serve
from assay.harness.protocol.messages import plan_from_message, result_body
from assay.harness.execution.model_run import Model
from assay.harness.targets.model_child import hello
from assay.harness.case.disassembly import instruction_listing
from assay.harness.faults import curated_faults

golden = Model()

def run(case, seconds):
    plan = plan_from_message(case)
    text = instruction_listing(plan.arch, plan.wave, plan.code)[0][1]
    outcome = golden.run(plan)
    {0}
    return result_body(outcome)
serve(hello("blind"), run)
"""

@pytest.fixture
def blind():
    """Certifies a target by its adapter's text on some forms -> its defects."""
    def found(body, only, arch="gfx1100", before=""):
        code = ADAPTER.replace("    {0}\n", body).replace("golden = Model()", "golden = Model()\n" + before)
        with process_target.ProcessTarget("blind", [sys.executable, "-c", code]) as target:
            numbers = form_selection.select_forms(only, [arch])[arch]
            share = worker_tasks.run_task_on(target, ASKED, "forms", arch, numbers)
            return share, diagnosis_driver.find_target_defects(target, arch, [share], ASKED)
    return found


def certified(name, only, arch):
    """The defects of a mutant."""
    share = worker_tasks.run_task(ASKED, "forms", name, arch, form_selection.select_forms(only, [arch])[arch])
    return share, diagnosis_driver.find_defects(name, arch, [share], ASKED)


@pytest.mark.parametrize(
    "fault, arch, only, least",
    [
        ("row-shift-off", "gfx906", "dpp:v_a*,dpp:v_max*", 3),
        ("neg-dropped", "gfx1100", "vop3:v_fma_f*,vop3:v_add_f32,vop3:v_mul_f*", 2),
        ("exec-ignored", "gfx906", "vop1:v_mov_b32,vop1:v_not_b32,vop2:v_xor_b32,sop1:s_not_b32", 3),
        ("condition-inverted", "gfx1100", "s_cbranch_scc*,s_branch", 2),
    ],
)
def test_one_fault_in_many_forms_is_one_defect(fault, arch, only, least):
    share, groups = certified(f"mutant:{fault}", only, arch)
    assert [one.fault for one in groups] == [fault] and len(groups[0].operations) >= least
    failing = {(one["operation"], one["form"]) for one in share.failures}
    assert {(f.operation, f.form) for f in share.forms if f.verdict == "fail"} == failing
    assert all(one["case"]["code"] for one in share.failures)


def test_one_defect_does_not_hide_another(blind):
    """CLAMP is ignored, and NEG of source 1 where there is no CLAMP: in the same forms."""
    before = 'clamp, neg = curated_faults.faulty_model("clamp-dropped"), curated_faults.faulty_model("neg-dropped")\n'
    share, groups = blind('    outcome = (clamp if " clamp" in text else neg).run(plan)\n',
                          "vop3:v_add_f32,vop3:v_mul_f32,vop3:v_sub_f32,vop3:v_max_f32", before=before)
    causes_ = " ".join(f"{one.fault} {one.cause}".lower() for one in groups)
    assert "clamp" in causes_ and "neg" in causes_ and len(groups) <= 3


def test_what_no_fault_does_is_told_by_its_axes(blind):
    """A bit is wrong in waves that are not full, and only in wave32."""
    body = """
    for n, wave in enumerate(outcome.waves if plan.wave == 32 else ()):
        state = plan.wave_states[n] if plan.wave_states else plan.state
        if state.scalars["exec_lo"] != 0xFFFFFFFF:
            wave.vectors = {number: row ^ np.uint32(1 << 7) for number, row in wave.vectors.items()}
"""
    share, groups = blind(body, "vop1:v_not_b32,vop1:v_mov_b32,vop2:v_xor_b32")
    assert len(groups) == 1 and groups[0].fault == "" and len(groups[0].operations) >= 2
    assert set(groups[0].entries[0]["axes"]) == {"EXEC", "wave32"}


def test_a_planted_departure_is_told_in_words(blind):
    """Products are one bit too large, which no fault does."""
    body = """
    for n, wave in enumerate(outcome.waves):
        state = plan.wave_states[n] if plan.wave_states else plan.state
        mask = state.scalars["exec_lo"] | state.scalars["exec_hi"] << 32
        live = np.array([mask >> lane & 1 for lane in range(plan.wave)], bool)
        for number, row in wave.vectors.items():
            exponent = row >> np.uint32(23) & np.uint32(255)
            wave.vectors[number] = row + (live & (exponent > 0) & (exponent < 255)).astype(np.uint32)
"""
    share, [group] = blind(body, "vop2:v_mul_f32")
    assert group.fault == "" and group.cause.startswith("v_mul_f32: the result differs in its last bits")


STRAY = """
    for wave in outcome.waves:
        if "{0}" in wave.scalars: wave.scalars["{0}"] ^= 1
"""


@pytest.mark.parametrize("only, register, place", [("vop2:v_add_nc_u32", "vcc_lo", "VCC"), ("s_mul_i32", "scc", "SCC")])
def test_what_is_written_though_nothing_says_so_is_a_defect_that_can_be_run_again(blind, only, register, place):
    """V_ADD_NC_U32 writes no carry, S_MUL_I32 no SCC; the case says that these are looked at."""
    _, [group] = blind(STRAY.replace("{0}", register), only)
    [one] = group.entries
    assert place in group.cause and {d.partition(":")[0] for d in one["differences"]} == {register}
    assert register in one["case"]["observe"]["registers"]


UNWRITTEN = """
    for n, wave in enumerate(outcome.waves):
        state = plan.wave_states[n] if plan.wave_states else plan.state
        mask = state.scalars["exec_lo"] | state.scalars["exec_hi"] << 32
        live = np.array([mask >> lane & 1 for lane in range(plan.wave)], np.uint32)
        same = re.search(r"v\\[\\d+:(\\d+)\\]|$", text)[1] if "v_mad_u64_u32" in text else None
        wave.vectors = {number: row ^ live << np.uint32(9) if same is None else
                        np.asarray(state.vectors[number], np.uint32) if number == int(same) else row
                        for number, row in wave.vectors.items()}
"""


def test_what_is_not_written_is_another_defect_than_what_is_written_wrongly(blind):
    """v_mad_u64_u32 leaves its high dword, a bit of v_mad_u32_u24 and v_mad_i32_i24 is wrong: their names are alike."""
    share, groups = blind(UNWRITTEN, "v_mad_u64_u32,v_mad_u32_u24,v_mad_i32_i24", "gfx906", "import re\n")
    assert sorted(one.operations for one in groups) == [["v_mad_i32_i24", "v_mad_u32_u24"], ["v_mad_u64_u32"]]


LANES = """
    from assay.harness.targets.manual import lane_moves as moves
    import re
    said = {name: int(number, 0) for name, number in re.findall(r"(\\w+):(0x[0-9a-f]+|[0-9]+)(?= |$)", text)}
    kinds = {"row_shl": 0x100, "row_shr": 0x110, "row_ror": 0x120, "row_share": 0x150, "row_xmask": 0x160}
    plain = {"row_mirror ": 0x140, "row_half_mirror ": 0x141}
    quad = [int(n) << 2 * at for at, n in enumerate(re.findall(r"[0-9]+", text.partition("quad_perm")[2])[:4])]
    control = next((first + said[kind] for kind, first in kinds.items() if kind in said), sum(quad))
    control = next((code for word, code in plain.items() if word in text), control)
    source, inside = moves.source_lanes({"ctrl": control}, plan.wave, True)
    written = moves.enabled_lanes({"rows": said["row_mask"], "banks": said["bank_mask"]}, plan.wave)
    for n, wave in enumerate(outcome.waves):
        state = plan.wave_states[n] if plan.wave_states else plan.state
        mask = state.scalars["exec_lo"] | state.scalars["exec_hi"] << 32
        live = np.array([mask >> lane & 1 for lane in range(plan.wave)], bool)
        asleep = live & written & inside & ~live[np.where(inside, source, 0)] & ("fi" not in said)
        wave.vectors = {number: row ^ np.uint32(1 << 7) * asleep ^ np.uint32(1 << 20) * (live & ~written)
                        for number, row in wave.vectors.items()}
"""


def test_what_dpp_does_to_a_lane_tells_defects_apart(blind):
    """Lanes that read one that is off are wrong, and so are those that masks switch off: two defects of all
    operations."""
    names = ("not_b32", "mov_b32", "xor_b32", "and_b32", "max_u32", "bfrev_b32", "add_nc_u32", "sub_nc_u32",
             "or_b32", "min_u32", "min_i32", "lshlrev_b32", "cvt_f32_u32")
    share, groups = blind(LANES, ",".join(f"dpp:v_{name}" for name in names))
    how = dict(one.cause.split(": ") for one in groups)
    assert set(how) == {"lanes that read an inactive one by DPP", "lanes that DPP masks switch off"}
    assert "high half" not in how["lanes that read an inactive one by DPP"]                     # bits 7 and 20
    assert how["lanes that DPP masks switch off"] == "the result differs in its high half"


def test_a_crash_is_its_own_defect(blind):
    body = "    import os\n    if ' clamp' in text: sys.stderr.write('cannot clamp'); os._exit(3)\n"
    share, groups = blind(body, "vop3:v_add_f32,vop3:v_mul_f32")
    assert len(groups) == 1 and "cannot clamp" in groups[0].cause and len(groups[0].operations) == 2


def test_looking_closer_at_a_case_by_hand_does_not_disturb_the_others(monkeypatch):
    """Cases are in flight many at a time; the first that fails is looked at again only when all are answered."""
    cases = [case for case in suite_tasks.suite_cases("gfx906", "manual") if case.name.startswith("valu/7.2-operands/")]
    monkeypatch.setattr(suite_tasks, "suite_cases", lambda arch, rules: cases)
    try:
        options = CertifyOptions(1, True, diagnosed=False)
        share = worker_tasks.run_task(options, "suites", "mutant:neg-dropped", "gfx906", ())
    finally:
        open_targets.close_all()
    failing = {one["form"]: one["cause"] for one in share.failures}
    assert len(cases) > 20 and "valu/7.2-operands/neg.gfx906.w64" in failing
    assert set(failing.values()) == {"mismatch"} and not share.unexplained
