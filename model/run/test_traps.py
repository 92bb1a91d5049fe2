"""The trap handler: arguments of a run, waves of a group in the handler, and undefined bits.
RDNA3 ISA, 3.4.9, 5.1; Vega ISA, 3.10, 3.11."""
import pytest

from .. import EVERY_WAVE, HWREG, MODE, STATUS
from ..testing import EVERYWHERE, code, finding_rules, run_listing, completed_wave

TBA = 0x40000
RETURN = "s_add_u32 ttmp0, ttmp0, 4; s_addc_u32 ttmp1, ttmp1, 0; s_rfe_b64 ttmp[0:1]"


def run_with_handler(arch, wave, text, handler, tba=TBA, tma=0, **more):
    return run_listing(arch, wave, text, trap_handler=(code(arch, wave, handler), tba, tma), **more)


@pytest.mark.parametrize("tba, tma, words", [
    (TBA + 4, 0, "tba: 0x40004 is not a multiple of 256"),
    (TBA, 12, "tma: 0xc is not a multiple of 256"),
    (1 << 47, 0, "tba, tma: not in one half"),
    (0x10000, 0, "overlaps the code"),
])
def test_invalid_handler_addresses_are_refused(tba, tma, words):
    out = run_with_handler("gfx906", 64, "s_nop 0", "s_nop 0", tba, tma)
    assert out.status == "invalid" and words in out.text


def test_handlers_that_do_not_fit_are_refused():
    """The handler overlaps the program, or exceeds the machine's 4096 bytes of code."""
    out = run_listing("gfx906", 64, "s_nop 0", base=TBA - 4, trap_handler=(bytes(4), TBA, 0))
    assert out.status == "invalid" and "is where the program ends" in out.text
    out = run_listing("gfx906", 64, "s_nop 0", trap_handler=(bytes(4096), TBA, 0))
    assert out.status == "invalid" and "trap_bytes: 4096 behind 4 of code" in out.text


@EVERYWHERE
def test_program_and_handler_do_not_share_code(arch, wave):
    """Runs follow each other with another handler, without one, and with the first again."""
    for handler, status in (("s_mov_b32 s4, 1; " + RETURN, "ok"), ("s_mov_b32 s4, 2; " + RETURN, "ok"), (None, "ok"),
                            ("s_mov_b32 s4, 1; " + RETURN, "ok")):
        text = "s_mov_b32 s4, 9; s_trap 1; s_mov_b32 s5, s4"
        out = run_listing(arch, wave, text) if handler is None else run_with_handler(arch, wave, text, handler)
        assert out.status == status and int(completed_wave(out).s[5]) == (int(handler[14]) if handler else 9)


@EVERYWHERE
def test_running_off_the_end_of_the_handler_is_a_fault(arch, wave):
    out = run_with_handler(arch, wave, "s_trap 1; s_nop 0", "s_nop 0")
    assert out.status == "fault" and out.stopped_pc == TBA + 4


@EVERYWHERE
def test_handler_code_is_readable(arch, wave):
    load = "s_load_dword" if arch == "gfx906" else "s_load_b32"
    sets = [(EVERY_WAVE, 2, TBA), (EVERY_WAVE, 3, 0)]
    out = run_with_handler(arch, wave, f"{load} s4, s[2:3], 0x0; WAIT", "s_mov_b32 s7, 1", sets=sets)
    assert int(completed_wave(out).s[4]) == int.from_bytes(code(arch, wave, "s_mov_b32 s7, 1"), "little")


@EVERYWHERE
def test_barriers_work_in_the_handler(arch, wave):
    out = run_with_handler(
        arch, wave, "s_trap 7; s_nop 0", f"s_barrier; s_mov_b32 s4, ttmp1; {RETURN}", group=(2 * wave, 1, 1)
    )
    assert out.status == "ok" and not finding_rules(out)
    assert [int(completed_wave(out, n).s[4]) for n in range(2)] == [7 << 16] * 2


@EVERYWHERE
def test_handler_registers_are_reported_in_the_program(arch, wave):
    out = run_with_handler(arch, wave, "s_trap 1; s_mov_b32 s4, ttmp4", f"s_mov_b32 ttmp4, 5; {RETURN}")
    assert finding_rules(out) == ["register.ttmp.user"] and not int(completed_wave(out).s[4])


def test_exception_cycle_is_undefined():
    """EXCP_CYCLE, bits 21:16 (Vega ISA, 3.10), is undefined; the other bits of TRAPSTS are defined and were 0."""
    out = run_with_handler("gfx906", 64, "s_getreg_b32 s6, hwreg(HW_REG_TRAPSTS); v_mul_f32 v2, 0x7f000000, v1",
                  "s_getreg_b32 s4, hwreg(HW_REG_TRAPSTS); s_getreg_b32 s5, hwreg(HW_REG_TRAPSTS, 0, 9); s_endpgm",
                  sets=[(EVERY_WAVE, MODE, 0x82f0), (EVERY_WAVE, 256 + 1, 0x7f000000)])
    w = completed_wave(out)
    assert int(w.s_open[0]) & 0x70 == 0x10 and int(w.s[5]) & 15 == 8


def test_pc_of_savectx_is_undefined():
    """Up to two instructions run before (Vega ISA, 3.10); a handler that does not clear the bit is entered again."""
    text = "s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 10, 1), 1; s_nop 0"
    w = completed_wave(run_with_handler("gfx906", 64, text, "s_mov_b32 s4, ttmp0; s_mov_b32 s5, ttmp1; s_endpgm"))
    assert int(w.s_open[0]) >> 4 & 3 == 3
    out = run_with_handler("gfx906", 64, text, "s_nop 0; s_rfe_b64 ttmp[0:1]", limit=100)
    assert out.status == "limit" and finding_rules(out) == ["open.branch"] * len(out.findings) != []


@pytest.mark.parametrize("arch, wave", [("gfx1100", 32), ("gfx1100", 64)])
def test_only_the_handler_writes_privileged_registers(arch, wave):
    """FLAT_SCRATCH is a hardware register of RDNA3 (3.4.7) that only the handler may write."""
    text = "s_setreg_imm32_b32 hwreg(HW_REG_FLAT_SCR_LO), 0x500; s_getreg_b32 s4, hwreg(HW_REG_FLAT_SCR_LO)"
    out = run_listing(arch, wave, text, sets=[(EVERY_WAVE, STATUS, 1 << 5), (EVERY_WAVE, HWREG + 20, 0)])
    assert not finding_rules(out) and int(completed_wave(out).s[4]) == 0x500
    out = run_listing(arch, wave, text, sets=[(EVERY_WAVE, HWREG + 20, 0)])
    assert finding_rules(out) == ["hwreg.readonly"] and not int(completed_wave(out).s[4])


@EVERYWHERE
@pytest.mark.parametrize("fatal", (False, True))
def test_a_fatal_halt_stops_the_handler(arch, wave, fatal):
    """RDNA3 ISA, 5.1: SIMM16[2]; Vega has no such bit."""
    out = run_with_handler(arch, wave, "s_trap 1", f"s_sethalt {4 * fatal}; s_mov_b32 s4, 1; s_endpgm")
    assert out.status == ("fault" if fatal and arch == "gfx1100" else "ok")
    assert out.instructions == (2 if out.status == "fault" else 4)


@EVERYWHERE
def test_only_the_handler_sends_privileged_messages(arch, wave):
    """A handler may send messages that a program may not; the answer to SAVEWAVE is unspecified."""
    if arch == "gfx906":
        text, wanted = "s_sendmsg sendmsg(MSG_SAVEWAVE)", "open.exec"
    else:
        text, wanted = "s_sendmsg_rtn_b32 s4, sendmsg(MSG_RTN_SAVE_WAVE); s_waitcnt lgkmcnt(0)", None
    out = run_listing(arch, wave, text, sets=[(EVERY_WAVE, STATUS, 1 << 5),
                                              (EVERY_WAVE, 124 if arch == "gfx906" else 125, 0)])
    assert out.status == "ok" and finding_rules(out) == [wanted] * bool(wanted)


@EVERYWHERE
def test_only_the_handler_loads_trap_temporaries(arch, wave):
    """They work in a handler; outside of it nothing is written, and a finding reports it."""
    load = "s_load_dwordx2" if arch == "gfx906" else "s_load_b64"
    sets = [(EVERY_WAVE, 2, TBA), (EVERY_WAVE, 3, 0)]
    handler = f"{load} ttmp[14:15], s[2:3], 0x0; WAIT; s_mov_b32 s5, ttmp14; s_mov_b32 s6, ttmp15; {RETURN}"
    out = run_with_handler(arch, wave, "s_trap 1; s_nop 0", handler.replace("WAIT", "s_waitcnt lgkmcnt(0)"), sets=sets)
    first = code(arch, wave, f"{load} ttmp[14:15], s[2:3], 0x0")
    assert out.status == "ok" and not out.findings
    assert [int(completed_wave(out).s[n]) for n in (5, 6)] == [int.from_bytes(first[k:k + 4], "little") for k in (0, 4)]
    out = run_with_handler(arch, wave, f"{load} ttmp[14:15], s[2:3], 0x0; WAIT", "s_nop 0; s_nop 0", sets=sets)
    assert out.status == "ok" and finding_rules(out) == ["register.ttmp.user"]
