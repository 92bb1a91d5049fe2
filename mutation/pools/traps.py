"""Runs with a trap handler: what makes a wave enter it, in every mode, at every place in memory; what the handler
finds, changes and leaves; how it returns.  A seed fixes them."""
from __future__ import annotations


from ...harness.assembly import assemble_lines
from ...harness.case import POLICIES
from ...model.machine import EVERY_WAVE, MODE, TRAPSTS, V0, register_codes
from ..calls import Call, Calls
from ..chance import Chance
from .memory import exec_of, row_of, shadow
from .waits import kinds

RUNS, SELDOM = 200, 60                                 # of each architecture and wave size
MEMORY, SIZE, LDS = 0x20000, 1024, 256
LOW, HIGH = 0x10000, 0xFFFF800000010000                # where code lies: in either half of the address space
HANDLERS = 0x8000000, 0x100, 0x7FFFFFFFFF00, 0xFFFF800008000000, 0xFFFFFFFFFFFFF000
ILLEGAL = bytes.fromhex("ffffffff")

PROGRAM = """s_trap 1
s_trap 2
s_trap 255
s_nop 0
s_mov_b32 s20, 7
s_sethalt 1
s_rfe_b64 s[22:23]
v_rcp_f32 v20, v21
v_rcp_f32 v21, v20
v_add_f32 v20, v21, v22
v_mul_f64 v[22:23], v[20:21], v[22:23]
v_sqrt_f32 v22, v21
v_cvt_f16_f32 v20, v22
v_div_fixup_f32 v22, v20, v21, v22
v_mov_b32 v23, v20
s_mov_b32 exec_lo, 5
s_mov_b32 exec_lo, -1
s_mov_b32 ttmp3, s20
s_getreg_b32 s24, hwreg(HW_REG_TRAPSTS)
s_getreg_b32 s25, hwreg(HW_REG_STATUS)
s_getreg_b32 s26, hwreg(HW_REG_MODE)
s_setreg_b32 hwreg(HW_REG_MODE, 11, 10), s27
s_setreg_b32 hwreg(HW_REG_MODE, 0, 32), s27
s_setreg_b32 hwreg(HW_REG_MODE, 21, 1), s27
s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 9), 0
s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 9), 0x1ff
s_setreg_b32 hwreg(HW_REG_STATUS, 0, 32), s27
s_barrier
s_branch 0
s_endpgm
ds_write_b32 v1, v20
ds_read_b32 v24, v1
ds_read_b32 v24, v2
global_load_dword v25, v1, s[8:9]
global_load_dword v25, v2, s[8:9]
global_store_dword v1, v20, s[8:9]
s_load_dword s28, s[8:9], 0x8
s_waitcnt vmcnt(0) lgkmcnt(0)"""
HANDLER = """s_mov_b32 s30, ttmp0
s_mov_b32 s31, ttmp1
s_mov_b64 s[32:33], ttmp[0:1]
s_mov_b32 ttmp4, s20
s_mov_b32 s34, ttmp4
s_mov_b32 s35, ttmp9
v_mov_b32 v30, v20
v_rcp_f32 v31, v21
s_trap 3
s_sethalt 1
s_sethalt 0
s_getreg_b32 s36, hwreg(HW_REG_TRAPSTS)
s_getreg_b32 s37, hwreg(HW_REG_STATUS)
s_getreg_b32 s38, hwreg(HW_REG_MODE)
s_getreg_b32 s39, hwreg(12)
s_getreg_b32 s40, hwreg(14)
s_getreg_b32 s30, hwreg(16)
s_getreg_b32 s31, hwreg(17)
s_getreg_b32 s32, hwreg(18)
s_getreg_b32 s33, hwreg(19)
s_getreg_b32 s34, hwreg(13)
s_getreg_b32 s35, hwreg(15)
s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 9), 0
s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 32), 0
s_setreg_b32 hwreg(HW_REG_MODE, 11, 10), s27
s_setreg_b32 hwreg(HW_REG_MODE, 11, 1), s29
s_setreg_b32 hwreg(HW_REG_STATUS, 0, 1), s27
s_setreg_b32 hwreg(HW_REG_STATUS, 0, 5), s27
s_setreg_b32 hwreg(HW_REG_STATUS, 6, 1), s29
s_setreg_b32 hwreg(HW_REG_STATUS, 0, 32), s27
s_setreg_b32 hwreg(20, 0, 32), s27
s_setreg_b32 hwreg(32, 0, 32), s27
s_setreg_b32 hwreg(40, 0, 32), s27
s_mov_b32 exec_lo, 5
global_load_dword v25, v1, s[8:9]
ds_read_b32 v24, v2
s_waitcnt vmcnt(0) lgkmcnt(0)
s_barrier
s_nop 0"""
BACK = ("s_add_u32 ttmp0, ttmp0, 4", "s_addc_u32 ttmp1, ttmp1, 0", "s_rfe_b64 ttmp[0:1]")
ENDS = BACK, BACK, BACK[2:], BACK[::2], ("s_endpgm",), ("s_nop 0",)
AS_GFX11 = {"load_dword": "load_b32", "store_dword": "store_b32", "ds_read": "ds_load", "ds_write": "ds_store"}
MODES = 0, 0x7F << 12, 1 << 11, 1 << 12 | 1 << 19, 1 << 13 | 1 << 20, 1 << 21, 0x7F << 12 | 1 << 11


def lines_of(text: str, family: str) -> list[str]:
    for old, new in AS_GFX11.items() if family == "gfx11" else ():
        text = text.replace(old, new)
    return text.splitlines()


def state(rng, arch: str, wave: int) -> list:
    codes, live = register_codes(arch), exec_of(rng, wave)
    floats = (0x3F800000, 0, 1, 0x7F800000, 0x7F800001, 0x7FC00000, 0x00800000, 0x7F7FFFFF, 0xBF800000)
    rows = {n: [rng.choice((*floats, rng.getrandbits(32))) for _ in range(wave)] for n in (*range(20, 26), 30, 31)}
    rows |= {1: [4 * lane for lane in range(wave)], 2: rng.choices((0, 4, LDS, SIZE, 3), k=wave)}
    scalars = {8: MEMORY, 9: 0, 20: rng.getrandbits(32), 22: rng.choice((LOW, LOW + 8, 3)), 23: 0,
               27: rng.choice((*MODES, rng.getrandbits(32))), 29: rng.getrandbits(2), codes["exec"]: live & 0xFFFFFFFF,
               codes["exec"] + 1: live >> 32, MODE: rng.choice((0x3F0, 0x2F0, 0xC0)) | rng.choice(MODES)}
    scalars |= {n: rng.getrandbits(32) for n in (24, 25, 26, 28, *range(30, 41), codes["vcc"], codes["vcc"] + 1)}
    if not rng.randrange(4):
        scalars[TRAPSTS] = rng.choice((1, 1 << 8, 0x1FF, 1 << 7))
    return [*((EVERY_WAVE, V0 + n, row_of(row)) for n, row in rows.items()),
            *((EVERY_WAVE, n, value) for n, value in scalars.items())]


# where a handler may lie or may not, and its memory: the ends of both halves of the address space, units of 256
PLACES = (0, 0x100, 0x104, LOW, LOW + 0x100, 0x7FFFFFFFFF00, 0x800000000000, 0xFFFF7FFFFFFFFF00, HIGH,
          0xFFFF800000000000, 2**64 - 0x100)
ROOM = 1024                                            # for code and handler


def of_places(seed):
    """Handlers at the limits of where they may lie and of how long they may be, one field after another; two runs."""
    for arch, _, wave in kinds():
        nop, trap, end = assemble_lines(arch, wave, ["s_nop 0", "s_trap 1", "s_endpgm"])
        rng = Chance(f"{seed} places of handlers {arch} {wave}")
        asked = [(place, LOW, 8) for place in PLACES] + [(LOW, place, 8) for place in PLACES]
        asked += [(place, 0, size) for place in (0x100, 0x7FFFFFFFFF00, 0xFFFF7FFFFFFFFF00, 2**64 - 0x100)
                  for size in (4, 252, 256, 260, ROOM - 512, ROOM - 256, ROOM - 252, ROOM, ROOM + 4)]
        rng.shuffle(asked)
        for n in range(0, len(asked), 4):
            runs = []
            for tba, tma, size in asked[n:n + 4]:
                code = trap + nop * rng.choice((0, 62, 63)) + end
                given = {"arch": arch, "wave": wave, "code": code, "limit": 300,
                         "base": rng.choice((LOW, tba - len(code), 0x100)) & 2**64 - 1,
                         "trap_handler": (nop * (size // 4 - 1) + end, tba, tma)}
                raw = ((("trap_code",), None),) if not rng.randrange(12) else ()
                runs.append(Call(given, raw, rng.choice(("run", "run", "run", "order", "count"))))
            yield Calls(f"handlers {arch} {wave} {n}", tuple(runs), (4, 64, ROOM))


# with {0} one of a few scalar registers, {1} of even ones; two lines that belong together stand in one
RARE = {"gfx9": """v_clrexcp
v_clrexcp
s_load_dword s{0}, s[8:9], 0x8; s_rfe_restore_b64 s[22:23], s{0}
s_rfe_restore_b64 s[{1}:{2}], s28
s_load_dword s{0}, s[8:9], 0x8
s_load_dwordx2 s[{1}:{2}], s[8:9], 0x8""", "gfx11": """s_sendmsg_rtn_b32 s{0}, 128
s_sendmsg_rtn_b64 s[{1}:{2}], 129
s_sendmsg_rtn_b64 s[{1}:{2}], 131
s_sendmsg_rtn_b64 s[{1}:{2}], 132
s_sendmsg_rtn_b64 s[{1}:{2}], 133
s_sendmsg_rtn_b64 s[{1}:{2}], 134
s_sendmsg_rtn_b32 s{0}, 77
s_load_b32 s{0}, s[8:9], 0x8"""}
ALWAYS = """s_sendmsghalt 1
s_trap 1
s_mov_b32 s24, s{0}
s_waitcnt lgkmcnt(0)
s_getreg_b32 s24, hwreg(HW_REG_TRAPSTS)"""
OF_TRAPSTS = 0, 0x1FF, 0xFFFFFFFF, 1 << 8, 1 << 9, 0x7FFF << 12


def of_seldom(seed):
    """What a program seldom does, with a handler and without: messages that are answered, returns with what is not
    there yet, a halt by message, exceptions of every kind that are cleared."""
    rng = Chance(f"{seed} seldom")
    for arch, family, wave in kinds():
        texts = (RARE[family] + "\n" + ALWAYS).splitlines()
        back, end, nop = assemble_lines(arch, wave, ["s_rfe_b64 ttmp[0:1]", "s_endpgm", "s_nop 0"])
        programs = ["; ".join(rng.choice(texts).format(rng.choice((28, 30, 31)), 30, 31)
                              for _ in range(rng.choice((1, 2, 3)))).split("; ") for _ in range(SELDOM)]
        every = list(dict.fromkeys(line for lines in programs for line in lines))
        known = dict(zip(every, assemble_lines(arch, wave, every)))
        for n, lines in enumerate(programs):
            given = {"arch": arch, "wave": wave, "code": b"".join(known[line] for line in lines) + nop + end,
                     "sets": [*state(rng, arch, wave), (EVERY_WAVE, TRAPSTS, rng.choice(OF_TRAPSTS))],
                     "limit": 40, "base": LOW, "policy": rng.choice(POLICIES),
                     "seed": n, "regions": ((MEMORY, rng.randbytes(SIZE)),),
                     "trap_handler": rng.choice((None, (back, HANDLERS[0], 0x1234500)))}
            yield Calls(f"seldom {arch} {wave} {n}", (Call(given),), (4, 64, 1024))


def calls(seed):
    """All of them."""
    yield from of_traps(seed)
    yield from of_places(seed)
    yield from of_seldom(seed)


def of_traps(seed):
    """What makes a wave enter its handler, and what this does."""
    rng = Chance(f"{seed} traps")
    for arch, family, wave in kinds():
        known = {line: code for text in (PROGRAM, HANDLER, "\n".join((*BACK, "s_endpgm")))
                 for line, code in zip(lines_of(text, family), assemble_lines(arch, wave, lines_of(text, family)))}
        ends = [b"".join(known[line] for line in end) for end in ENDS]
        programs, handlers = ([known[line] for line in lines_of(text, family)] for text in (PROGRAM, HANDLER))
        programs += [ILLEGAL, *programs[:3]]
        for n in range(RUNS):
            code = b"".join(rng.choice(programs) for _ in range(rng.randrange(1, 8))) + known["s_endpgm"]
            trap = b"".join(rng.choice(handlers) for _ in range(rng.randrange(5))) + rng.choice(ends)
            waves = rng.choice((1, 1, 1, 2))
            given = {"arch": arch, "wave": wave, "code": code, "sets": state(rng, arch, wave), "limit": 300,
                     "base": rng.choice((LOW, LOW, HIGH)), "policy": rng.choice(POLICIES), "seed": n,
                     "trap_handler": (trap, rng.choice(HANDLERS), rng.choice((0, 0x1234500, 0xFFFF800000000100))),
                     "lds_bytes": LDS, "lds": bytes(LDS), "group": [wave * waves, 1, 1], "grid": [wave * waves, 1, 1],
                     "regions": ((MEMORY, rng.randbytes(SIZE), shadow(rng, SIZE)),), "watch_flags": True}
            runs = [Call(given, how=rng.choice(("run",) * 9 + ("trace",)))]
            if not rng.randrange(4):                   # the same again, but for the handler or where it is
                other = known["s_nop 0"] + trap[4:] if rng.randrange(2) else trap
                at = rng.choice((given["trap_handler"][1], 0x8000100)) + 4 * (rng.randrange(12) == 0)
                runs.append(Call(given | {"trap_handler": (other, at, rng.choice((0,) * 9 + (0x100, 0x104)))}))
            yield Calls(f"traps {arch} {wave} {n}", tuple(runs), (4, 64, 2048))
