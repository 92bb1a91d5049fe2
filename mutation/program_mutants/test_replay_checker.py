"""The replay checker on small programs that the manuals forbid or allow. The traces are written by hand; the model does
not run."""
import pytest

from ...harness.case.assembler import assemble_lines
from . import outstanding_results, replay_checker
from .traced_instruction import UnknownInstruction, decode_instruction
from .wave_trace import Step, Trace, dword_masks, group_steps

ALL_LANES = (1 << 64) - 1
BASE = 0x1000


def assembled_steps(arch, wave, text, exec_=ALL_LANES, m0=0):
    """The steps of a program without branches."""
    lines, pc, steps = [line.strip() for line in text.split(";")], BASE, []
    for code in assemble_lines(arch, wave, lines):
        steps.append(Step(pc, exec_, m0, decode_instruction(arch, wave, bytes(code)), (), frozenset()))
        pc += len(code)
    return steps


def breach_kind(arch, wave, text, silicon=True, **keys):
    trace = Trace(arch, wave, {0: {0: assembled_steps(arch, wave, text, **keys)}})
    first_breach = replay_checker.replay(trace, None, silicon)
    return first_breach and first_breach.kind


LOAD = "global_load_dword v{}, v9, s[2:3]"
LOADS = f"{LOAD.format(1)}; {LOAD.format(2)}"


@pytest.mark.parametrize(
    "text, kind",
    [
        (f"{LOADS}; v_mov_b32 v3, v1", "early"),
        (f"{LOADS}; s_waitcnt vmcnt(1); v_mov_b32 v3, v1", None),
        (f"{LOADS}; s_waitcnt vmcnt(1); v_mov_b32 v3, v2", "early"),
        (f"{LOADS}; s_waitcnt vmcnt(2); v_mov_b32 v3, v1", "early"),
        (f"{LOADS}; s_waitcnt vmcnt(0); v_mov_b32 v3, v2", None),
        (f"{LOADS}; s_waitcnt lgkmcnt(0); v_mov_b32 v3, v1", "early"),
        (f"{LOADS}; v_mov_b32 v2, 0", "early"),
        (f"{LOADS}; {LOAD.format(2)}; s_waitcnt vmcnt(0); v_mov_b32 v3, v2", None),
        (f"{LOADS}; ds_read_b32 v2, v5", "early"),
        ("s_load_dword s0, s[4:5], 0x0; s_load_dword s1, s[4:5], 0x4; s_waitcnt lgkmcnt(1); s_mov_b32 s6, s0", "early"),
        ("s_load_dword s0, s[4:5], 0x0; s_waitcnt lgkmcnt(0); s_mov_b32 s6, s0", None),
        ("ds_read_b32 v1, v5; s_load_dword s0, s[4:5], 0x0; s_waitcnt lgkmcnt(1); v_mov_b32 v3, v1", "early"),
        ("ds_read_b32 v1, v5; ds_read_b32 v2, v5; s_waitcnt lgkmcnt(1); v_mov_b32 v3, v1", None),
        ("flat_load_dword v1, v[4:5]; s_waitcnt vmcnt(0); v_mov_b32 v3, v1", "early"),
        ("flat_load_dword v1, v[4:5]; s_waitcnt vmcnt(0) lgkmcnt(0); v_mov_b32 v3, v1", None),
        ("global_store_dword v9, v8, s[2:3]; s_waitcnt vmcnt(0); v_mov_b32 v8, v1", None),
        ("s_load_dword s0, s[4:5], 0x0; s_load_dword s0, s[4:5], 0x0", "early"),
        (f"{LOAD.format(1)}; buffer_atomic_add v1, off, s[4:7], 0", "early"),
        (f"{LOAD.format(1)}; buffer_atomic_add v1, off, s[4:7], 0 glc", "early"),
        (f"{LOAD.format(1)}; global_atomic_add v1, v[4:5], v6, off glc", None),
    ],
)
def test_vega_counters_prove_results(text, kind):
    """Vega ISA, 4.4."""
    assert breach_kind("gfx906", 64, text) == kind


@pytest.mark.parametrize(
    "text, kind",
    [
        ("global_load_b32 v1, v9, s[2:3]; global_store_b32 v9, v8, s[2:3]; s_waitcnt vmcnt(0); v_mov_b32 v3, v1", None),
        ("global_load_b32 v1, v9, s[2:3]; global_store_b32 v9, v8, s[2:3]; s_waitcnt vmcnt(1); v_mov_b32 v3, v1",
         "early"),
        ("global_load_b32 v1, v9, s[2:3]; s_waitcnt_vscnt null, 0x0; v_mov_b32 v3, v1", "early"),
        ("global_load_b32 v1, v9, s[2:3]; s_waitcnt_vmcnt null, 0x0; v_mov_b32 v3, v1", None),
        ("global_load_b32 v1, v9, s[2:3]; s_wait_idle; v_mov_b32 v3, v1", None),
        ("flat_load_b32 v1, v[4:5]; ds_load_b32 v2, v5; s_waitcnt vmcnt(0) lgkmcnt(1); v_mov_b32 v3, v1", None),
        ("v_mov_b32 v0, 0; v_dual_mov_b32 v1, v3 :: v_dual_mov_b32 v2, v4", None),
        ("global_load_b32 v4, v9, s[2:3]; v_dual_mov_b32 v1, v3 :: v_dual_mov_b32 v2, v4", "early"),
    ],
)
def test_rdna3_counters_prove_results(text, kind):
    """RDNA3 ISA, 5.6: loads and stores have separate counters; results of FLAT return in order on each."""
    assert breach_kind("gfx1100", 32, text) == kind


SAMPLE = "image_sample_lz v1, v0, s[8:15], s[16:19] dmask:0x1 dim:SQ_RSRC_IMG_1D"
IMAGE_LOAD = "image_load v1, v0, s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_1D"


@pytest.mark.parametrize(
    "first, second, kind",
    [(SAMPLE, IMAGE_LOAD, "early"), (IMAGE_LOAD, SAMPLE, "early"), (SAMPLE, SAMPLE, None),
     (IMAGE_LOAD, "global_load_b32 v1, v9, s[2:3]", None), (SAMPLE, "global_load_b32 v1, v9, s[2:3]", "early")],
)
def test_samplers_and_loads_write_one_register_in_any_order(first, second, kind):
    """RDNA3 ISA, 5.6; errata E-022: the counter decreases in order, but registers are written in any order."""
    assert breach_kind("gfx1100", 32, f"{first}; {second}; s_waitcnt vmcnt(0); v_mov_b32 v3, v1") == kind
    waited = f"{first}; {second.replace('v1,', 'v2,')}; s_waitcnt vmcnt(1); v_mov_b32 v3, v1"
    assert breach_kind("gfx1100", 32, waited) is None


def test_full_counter_delays_the_instruction():
    """The counter counts to 63, so load 64 issues after the first load has returned (errata E-025). After 63 loads the
    first may be outstanding."""
    loads = [LOAD.format(n) for n in range(10, 74)]
    assert breach_kind("gfx906", 64, "; ".join([*loads, "v_mov_b32 v3, v10"])) is None
    assert breach_kind("gfx906", 64, "; ".join([*loads, "v_mov_b32 v3, v11"])) == "early"
    assert breach_kind("gfx906", 64, "; ".join([*loads[:63], "v_mov_b32 v3, v10"])) == "early"


def test_inactive_lanes_await_nothing():
    first, use = assembled_steps("gfx906", 64, f"{LOAD.format(1)}; v_mov_b32 v3, v1", exec_=1)
    trace = lambda last: Trace("gfx906", 64, {0: {0: [first, last]}})
    assert replay_checker.replay(trace(use)).kind == "early"
    assert replay_checker.replay(trace(use._replace(exec=2))) is None
    lane = assembled_steps("gfx906", 64, "v_readlane_b32 s0, v1, 1")[0]
    assert replay_checker.replay(trace(lane._replace(exec=2))).kind == "early", "any lane may be the one"


DPP = "v_mov_b32_dpp v3, v2 row_shl:1 row_mask:0xf bank_mask:0xf"


@pytest.mark.parametrize(
    "first, second, states",
    [
        ("v_readfirstlane_b32 s2, v20", "global_load_dword v2, v1, s[2:3]", 5),
        ("v_cmp_eq_u32 vcc, v1, v1", "buffer_load_dword v2, off, s[12:15], vcc_lo", 5),
        ("v_readfirstlane_b32 flat_scratch_lo, v20", "flat_load_dword v2, v[10:11]", 5),
        ("v_mov_b32 v2, v1", DPP, 2),
        ("v_mov_b32 v2, v1", "v_add_u32_dpp v3, v9, v2 row_shl:1 row_mask:0xf bank_mask:0xf", 0),
        ("v_cmp_eq_u32 exec, v1, v1", DPP, 5),
        ("v_cmp_eq_u32 vcc, v1, v1", "v_div_fmas_f32 v3, v4, v5, v6", 4),
        ("v_readfirstlane_b32 s6, v20", "v_readlane_b32 s7, v1, s6", 4),
        ("v_readfirstlane_b32 s6, v20", "v_writelane_b32 v3, 0, s6", 4),
        ("v_cmp_eq_u32 vcc, v1, v1", "v_mov_b32 v3, src_vccz", 5),
        ("v_cmp_eq_u32 exec, v1, v1", "v_mov_b32 v3, src_execz", 5),
        ("global_store_dwordx3 v1, v[4:6], s[2:3]", "v_mov_b32 v5, 0", 1),
        ("buffer_store_dwordx4 v[4:7], off, s[12:15], 0", "v_mov_b32 v7, 0", 1),
        ("flat_atomic_cmpswap_x2 v[10:11], v[4:7]", "v_mov_b32 v5, 0", 1),
        ("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0", "s_getreg_b32 s6, hwreg(HW_REG_MODE)", 2),
        ("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), 0", "v_mov_b32 v5, 0", 2),
        ("s_setvskip 0, 0", "s_getreg_b32 s6, hwreg(HW_REG_MODE)", 2),
        ("s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 4), 0", "s_rfe_b64 s[2:3]", 1),
        ("s_mov_b32 m0, 0", "s_sendmsg sendmsg(MSG_INTERRUPT)", 1),
        ("s_mov_b32 m0, 0", "s_movrels_b32 s8, s9", 1),
        ("s_mov_b32 m0, 0", "ds_read_addtid_b32 v3", 1),
        ("v_mov_b32 v2, v1", "v_mov_b32 v3, v2", 0),
        ("s_mov_b32 s2, 0", "global_load_dword v2, v1, s[2:3]", 0),
        ("global_store_dwordx2 v1, v[4:5], s[2:3]", "v_mov_b32 v5, 0", 0),
        ("buffer_store_dwordx4 v[4:7], off, s[12:15], s6", "v_mov_b32 v7, 0", 0),
        ("s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 4), 0", "s_getreg_b32 s6, hwreg(HW_REG_MODE)", 0),
        ("s_mov_b32 m0, 0", "ds_read_b32 v3, v1", 0),
    ],
)
def test_vega_wait_states_are_required_exactly(first, second, states):
    """Vega ISA, 4.5, table of required wait states; S_NOP n provides n + 1."""
    between = lambda count: f"s_nop {count - 1}; " if count else ""
    needed = [count for count in range(8) if breach_kind("gfx906", 64, f"{first}; {between(count)}{second}") == "state"]
    assert needed == list(range(states))


@pytest.mark.parametrize(
    "wave, text, kind",
    [
        (32, "v_cmpx_eq_u32 v1, v2; v_permlane16_b32 v3, v4, s0, s1", "state"),
        (32, "v_cmpx_eq_u32 v1, v2; s_mov_b32 s0, 0; v_permlane16_b32 v3, v4, s0, s1", "state"),
        (32, "v_cmpx_eq_u32 v1, v2; v_nop; v_permlane16_b32 v3, v4, s0, s1", None),
        (32, "v_rcp_f32 v1, v2; v_add_f32 v3, v1, v1", "state"),
        (32, "v_rcp_f32 v1, v2; s_waitcnt_depctr depctr_va_vdst(0); v_add_f32 v3, v1, v1", None),
        (32, "v_rcp_f32 v1, v2; s_waitcnt_depctr depctr_va_vdst(1); v_add_f32 v3, v1, v1", "state"),
        (32, "v_rcp_f32 v1, v2; ds_store_b32 v9, v8; v_add_f32 v3, v1, v1", None),
        (32, "v_rcp_f32 v1, v2; v_mov_b32 v1, 0; v_add_f32 v3, v1, v1", None),
        (32, "v_rcp_f32 v1, v2" + "; v_mov_b32 v4, 0" * 5 + "; v_add_f32 v3, v1, v1", "state"),
        (32, "v_rcp_f32 v1, v2" + "; v_mov_b32 v4, 0" * 6 + "; v_add_f32 v3, v1, v1", None),
        (64, "v_mov_b32 v1, 0; s_mov_b64 exec, -1; v_mov_b32 v2, 0; v_add_f32 v3, v1, v2", "state"),
        (32, "v_mov_b32 v1, 0; s_mov_b32 exec_lo, -1; v_mov_b32 v2, 0; v_add_f32 v3, v1, v2", None),
        (64, "v_mov_b32 v1, 0; v_mov_b32 v2, 0; v_add_f32 v3, v1, v2", None),
        (64, "v_cndmask_b32 v1, v2, v3, s[4:5]; s_mov_b32 s4, 1; s_mov_b32 s6, s4", "state"),
        (32, "v_cndmask_b32 v1, v2, v3, s4; s_mov_b32 s4, 1; s_mov_b32 s6, s4", None),
        (64, "v_cndmask_b32 v1, v2, v3, s[4:5]; s_mov_b32 s4, 1; s_waitcnt_depctr depctr_sa_sdst(0); s_mov_b32 s6, s4",
         None),
        (64, "v_cndmask_b32 v1, v2, v3, s[4:5]; s_mov_b32 s4, 1; s_waitcnt_depctr depctr_va_sdst(0); s_mov_b32 s6, s4",
         "state"),
        (64, "v_cndmask_b32 v1, v2, v3, s[4:5]; s_load_b64 s[4:5], s[2:3], 0x0; s_waitcnt lgkmcnt(0); "
             "s_mov_b32 s4, 1; s_mov_b32 s6, s4", None),
        (64, "v_cndmask_b32 v1, v2, v3, s[4:5]" + "; v_mov_b32 v9, 0" * 50 + "; s_mov_b32 s4, 1; s_mov_b32 s6, s4",
         "state"),
    ],
)
def test_rdna3_dependencies_are_checked(wave, text, kind):
    """RDNA3 ISA, 7.2.8, and the workarounds of LLVM's GCNHazardRecognizer. The manual alone has only the first."""
    assert breach_kind("gfx1100", wave, text) == kind
    assert breach_kind("gfx1100", wave, text, silicon=False) == (kind if "permlane" in text else None)


# ---- waves of a group ----

STORE, READ = "ds_write_b32 v0, v1", "ds_read_b32 v2, v0"


def group_trace(arch, programs, places):
    """A trace of several waves. `places`: {mnemonic: accesses}."""
    waves = {}
    for number, text in enumerate(programs):
        waves[number] = [(s.pc, s.exec, s.m0, s.instruction, dword_masks(places.get(s.instruction.mnemonic, [])), True)
                         for s in assembled_steps(arch, 64, text)]
    return Trace(arch, 64, {0: group_steps(waves)})


@pytest.mark.parametrize(
    "first, second, kind",
    [
        (STORE, READ, "race"),
        (f"{STORE}; s_waitcnt lgkmcnt(0); s_barrier", f"s_barrier; {READ}", None),
        (f"{STORE}; s_barrier", f"s_barrier; {READ}", "race"),
        (f"{STORE}; s_waitcnt lgkmcnt(0); s_barrier", f"{READ}; s_barrier", "race"),
        (READ, READ, None),
        (f"{READ}; s_waitcnt lgkmcnt(0); s_barrier", f"s_barrier; {STORE}", None),
        ("ds_add_u32 v0, v1", "ds_add_u32 v0, v1", None),
        ("ds_add_u32 v0, v1", READ, "race"),
    ],
)
def test_waves_race_in_lds_unless_a_barrier_separates_them(first, second, kind):
    """LDS accesses of two waves race unless they are complete before a barrier (Vega ISA, 4.3, 4.4)."""
    place = [(1, 16, 4)]
    places = dict.fromkeys(("ds_write_b32", "ds_read_b32", "ds_add_u32"), place)
    first_breach = replay_checker.replay(group_trace("gfx906", [first, second], places))
    assert (first_breach and first_breach.kind) == kind


def test_adjacent_bytes_do_not_conflict():
    programs = ["ds_write_b8 v0, v1", "ds_read_u8 v2, v0"]
    places = {"ds_write_b8": [(1, 16, 1)], "ds_read_u8": [(1, 17, 1)]}
    assert replay_checker.replay(group_trace("gfx906", programs, places)) is None
    places["ds_read_u8"] = [(1, 16, 1)]
    assert replay_checker.replay(group_trace("gfx906", programs, places)).kind == "race"


@pytest.mark.parametrize("arch, kind", [("gfx906", None), ("gfx1100", "race")])
def test_vector_accesses_stay_in_order_on_vega(arch, kind):
    """On Vega a store may be outstanding at the barrier without a race (errata E-189)."""
    store, read = {"gfx906": ("global_store_dword", "global_load_dword"),
                   "gfx1100": ("global_store_b32", "global_load_b32")}[arch]
    place = [(0, 0x100, 4)]
    programs = [f"{store} v9, v8, s[2:3]; s_barrier", f"s_barrier; {read} v1, v9, s[2:3]"]
    first_breach = replay_checker.replay(group_trace(arch, programs, {store: place, read: place}))
    assert (first_breach and first_breach.kind) == kind


def test_scalar_and_vector_accesses_of_one_wave_need_a_wait():
    """Only a wait orders scalar and vector accesses (errata E-021)."""
    place = [(0, 0x100, 4)]
    places = {"global_store_dword": place, "s_load_dword": place}
    text = "global_store_dword v9, v8, s[2:3]; {}s_load_dword s0, s[4:5], 0x0"
    assert replay_checker.replay(group_trace("gfx906", [text.format("")], places)).kind == "own"
    assert replay_checker.replay(group_trace("gfx906", [text.format("s_waitcnt vmcnt(0); ")], places)) is None


# ---- fields ----

def test_wait_fields_are_read_and_written():
    """Vega ISA, 4.4: VM_CNT is split; RDNA3 ISA, 5.6."""
    vega, rdna = outstanding_results.WAITCNT_FIELDS["gfx9"], outstanding_results.WAITCNT_FIELDS["gfx11"]
    assert [outstanding_results.read_field(0xBF8C4F70, vega[name]) for name in ("vm", "exp", "lgkm")] == [16, 7, 15]
    assert outstanding_results.write_field(0xBF8C0F70, vega["vm"], 16) == 0xBF8C4F70
    assert [outstanding_results.read_field(0xBF89FC17, rdna[name]) for name in ("vm", "exp", "lgkm")] == [63, 7, 1]


def test_unsupported_instructions_are_named():
    with pytest.raises(UnknownInstruction, match="exp"):
        breach_kind("gfx906", 64, "exp mrt0 v0, v0, v0, v0 done vm")
    with pytest.raises(UnknownInstruction, match="lds_param_load"):
        breach_kind("gfx1100", 32, "lds_param_load v1, attr0.x wait_vdst:15")


def test_m0_offsets_indexed_registers():
    load = "global_load_b32 v5, v9, s[2:3]; v_movrels_b32 v1, v2"
    assert breach_kind("gfx1100", 32, load, m0=3) == "early"
    assert breach_kind("gfx1100", 32, load, m0=2) is None
    relative = "global_load_dword v5, v9, s[2:3]; s_set_gpr_idx_on s0, gpr_idx(SRC0); v_mov_b32 v1, v2"
    assert breach_kind("gfx906", 64, relative, m0=0x1003) == "early"
    assert breach_kind("gfx906", 64, relative, m0=0x1002) is None
