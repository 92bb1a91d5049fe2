"""The rules of profile silicon against the compiler that works around them: llc-22 puts S_WAITCNT_DEPCTR into random
programs.  What the model reports, LLVM mends; of what LLVM mended, the model reports nothing; and a transcendental's
result LLVM guards exactly where the model wants it guarded."""
import random
import re
import subprocess

import pytest

from ...harness.case.assembler import assemble_lines
from ..machine import Machine

ARCH, WAVE, PROGRAMS = "gfx1100", 64, 150
MACHINE = Machine(1, 64)


def vector(n):
    return f"$vgpr{n}", f"v{n}"


def scalar(n):
    return f"$sgpr{n}", f"s{n}"


def mask(n):
    return f"$sgpr{n}_sgpr{n + 1}", f"s[{n}:{n + 1}]"


def instruction(mir, text, *operands):
    """(MIR, assembly) of one instruction; '{}' stands for an operand in each."""
    return mir.format(*(o[0] for o in operands)), text.format(*(o[1] for o in operands))


# Makers of instructions by what they do; `r` draws register numbers.
MAKERS = {
    "move": lambda r: instruction(
        "{} = V_MOV_B32_e32 {}, implicit $exec", "v_mov_b32 {}, {}", vector(r(4)), vector(r(4))
    ),
    "add": lambda r: instruction(
        "{} = V_ADD_U32_e32 {}, {}, implicit $exec", "v_add_nc_u32 {}, {}, {}",
        vector(4 + r(2)), vector(r(4)), vector(r(4)),
    ),
    "sum": lambda r: instruction(
        "{} = V_ADD_U32_e32 {}, {}, implicit $exec", "v_add_nc_u32 {}, {}, {}",
        vector(9), vector(r(2)), vector(2 + r(2)),
    ),
    "reciprocal": lambda r: instruction(
        "{} = V_RCP_F32_e32 {}, implicit $mode, implicit $exec", "v_rcp_f32 {}, {}", vector(r(4)), vector(r(4))
    ),
    "exec": lambda r: instruction("$exec = S_MOV_B64 -1", "s_mov_b64 exec, -1"),
    "select": lambda r: instruction(
        "{} = V_CNDMASK_B32_e64 0, {}, 0, {}, {}, implicit $exec",
        "v_cndmask_b32_e64 {}, {}, {}, {}",
        vector(r(4)), vector(r(4)), vector(r(4)), mask(4 + 2 * r(2)),
    ),
    "scalar": lambda r: instruction("{} = S_MOV_B32 {}", "s_mov_b32 {}, {}", scalar(4 + r(4)), scalar(4 + r(4))),
    "first": lambda r: instruction(
        "{} = V_READFIRSTLANE_B32 {}, implicit $exec", "v_readfirstlane_b32 {}, {}", scalar(4 + r(4)), vector(r(4))
    ),
    "store": lambda r: instruction(
        "DS_WRITE_B32_gfx9 {}, {}, 0, 0, implicit $exec", "ds_store_b32 {}, {}", vector(9), vector(8)
    ),
}


def programs(seed, kinds):
    rng = random.Random(seed)
    return [[MAKERS[rng.choice(kinds)](rng.randrange) for _ in range(rng.randrange(2, 14))] for _ in range(PROGRAMS)]


def mended(tmp_path, made):
    """The programs as LLVM leaves them, in assembly."""
    text = "".join(
        f"---\nname: f{n}\nbody: |\n  bb.0:\n" + "".join(f"    {mir}\n" for mir, _ in program) + "    S_ENDPGM 0\n...\n"
        for n, program in enumerate(made)
    )
    path = tmp_path / "programs.mir"
    path.write_text(text)
    command = ["llc-22", "-mtriple=amdgcn-amd-amdhsa", f"-mcpu={ARCH}", "-mattr=+wavefrontsize64,-wavefrontsize32",
               "-run-pass=post-RA-hazard-rec", str(path), "-o", "-"]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    bodies = [body.split("S_ENDPGM")[0] for body in out.split("body:")[1:]]
    assert len(bodies) == len(made)
    return [list(after(program, body)) for program, body in zip(made, bodies)]


def after(program, body):
    """A program's assembly with the waits that its MIR has got."""
    rest = iter(program)
    for line in re.findall(r"^ {4}(\S.*)$", body, re.M):
        wait = re.match(r"S_WAITCNT_DEPCTR (\d+)", line)
        yield f"s_waitcnt_depctr {wait[1]}" if wait else next(rest)[1]


def findings(lines):
    code = b"".join(assemble_lines(ARCH, WAVE, lines))
    out = MACHINE.run(arch=ARCH, wave=WAVE, code=code, profile="silicon", lds_bytes=1024)
    assert out.status == "ok", out.text
    return [rule for rule, *_ in out.findings if rule in SILICON]


SILICON = ("hazard.trans.use", "hazard.partial_forwarding", "hazard.mask_write")


@pytest.mark.parametrize(
    "rule, kinds",
    [
        ("hazard.trans.use", ("move", "add", "reciprocal", "store")),
        ("hazard.partial_forwarding", ("move", "move", "sum", "exec")),
        ("hazard.mask_write", ("move", "select", "scalar", "first")),
    ],
)
def test_what_is_reported_llvm_mends(tmp_path, rule, kinds):
    made = programs(rule, kinds)
    told = [findings([text for _, text in program]) for program in made]
    for program, found, lines in zip(made, told, mended(tmp_path, made)):
        changed = len(lines) > len(program)
        assert changed or not found, [text for _, text in program]
        assert findings(lines) == [], lines
    assert sum(rule in found for found in told) >= 15


@pytest.mark.parametrize("between", [0, 30, 31, 32, 200])
def test_a_mask_is_remembered_however_long(tmp_path, between):
    rng = random.Random(1)
    draw = lambda n: rng.randrange(n)
    read, written = mask(4), scalar(4)
    made = [[
        instruction("$vgpr1 = V_CNDMASK_B32_e64 0, $vgpr2, 0, $vgpr3, {}, implicit $exec",
                    "v_cndmask_b32_e64 v1, v2, v3, {}", read),
        *(MAKERS["move"](draw) for _ in range(between)),
        instruction("{} = S_MOV_B32 1", "s_mov_b32 {}, 1", written),
        instruction("$sgpr6 = S_MOV_B32 {}", "s_mov_b32 s6, {}", written),
    ]]
    lines = mended(tmp_path, made)[0]
    assert len(lines) == len(made[0]) + 1 and findings(lines) == []
    assert findings([text for _, text in made[0]]) == ["hazard.mask_write"]


def test_llvm_lets_a_load_end_what_was_read_as_a_mask(tmp_path):
    """suites/hazards/mask-write-load.s has the model do so."""
    read, written = mask(4), scalar(4)
    made = [[
        instruction("$vgpr1 = V_CNDMASK_B32_e64 0, $vgpr2, 0, $vgpr3, {}, implicit $exec",
                    "v_cndmask_b32_e64 v1, v2, v3, {}", read),
        instruction("{} = S_LOAD_DWORDX2_IMM $sgpr20_sgpr21, 0, 0", "s_load_b64 {}, s[20:21], null", read),
        instruction("{} = S_MOV_B32 1", "s_mov_b32 {}, 1", written),
        instruction("$sgpr6 = S_MOV_B32 {}", "s_mov_b32 s6, {}", written),
    ]]
    assert len(mended(tmp_path, made)[0]) == len(made[0])


def test_a_late_result_is_guarded_where_llvm_guards_it(tmp_path):
    """Programs that write no register twice, so that LLVM's rule, which does not ask who wrote last, is the model's."""
    rng = random.Random("once")
    made = []
    for _ in range(PROGRAMS):
        names = iter(range(10, 40))
        kinds = [rng.choice(("move", "move", "reciprocal")) for _ in range(rng.randrange(1, 9))]
        lines = [MAKERS[kind](lambda n: next(names)) for kind in kinds]
        read = rng.choice(range(10, 40, 2))
        made.append(
            [*lines, instruction("$vgpr1 = V_MOV_B32_e32 {}, implicit $exec", "v_mov_b32 v1, {}", vector(read))]
        )
    for program, lines in zip(made, mended(tmp_path, made)):
        assert bool(findings([text for _, text in program])) == (len(lines) > len(program)), program
