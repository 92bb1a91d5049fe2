"""The rules of the profile silicon against the compiler that works around them.
llc-22 inserts S_WAITCNT_DEPCTR into random programs. LLVM fixes every finding of the model, and the fixed programs have
none. A transcendental's result is guarded by LLVM exactly if the model requires it."""
import random
import re
import subprocess

import pytest

from ...harness.case.assembler import assemble_lines
from ..machine import Machine

ARCH, WAVE, PROGRAMS = "gfx1100", 64, 150
MACHINE = Machine(1, 64)


def vector_register(n):
    return f"$vgpr{n}", f"v{n}"


def scalar_register(n):
    return f"$sgpr{n}", f"s{n}"


def mask_register(n):
    return f"$sgpr{n}_sgpr{n + 1}", f"s[{n}:{n + 1}]"


def instruction_texts(mir, text, *operands):
    """Return (MIR, assembly) of one instruction; '{}' is an operand in each."""
    return mir.format(*(o[0] for o in operands)), text.format(*(o[1] for o in operands))


# Makers of instructions by what they do; `r` draws register numbers.
MAKERS = {
    "move": lambda r: instruction_texts(
        "{} = V_MOV_B32_e32 {}, implicit $exec", "v_mov_b32 {}, {}", vector_register(r(4)), vector_register(r(4))
    ),
    "add": lambda r: instruction_texts(
        "{} = V_ADD_U32_e32 {}, {}, implicit $exec",
        "v_add_nc_u32 {}, {}, {}",
        vector_register(4 + r(2)),
        vector_register(r(4)),
        vector_register(r(4)),
    ),
    "sum": lambda r: instruction_texts(
        "{} = V_ADD_U32_e32 {}, {}, implicit $exec",
        "v_add_nc_u32 {}, {}, {}",
        vector_register(9),
        vector_register(r(2)),
        vector_register(2 + r(2)),
    ),
    "reciprocal": lambda r: instruction_texts(
        "{} = V_RCP_F32_e32 {}, implicit $mode, implicit $exec",
        "v_rcp_f32 {}, {}",
        vector_register(r(4)),
        vector_register(r(4)),
    ),
    "exec": lambda r: instruction_texts("$exec = S_MOV_B64 -1", "s_mov_b64 exec, -1"),
    "select": lambda r: instruction_texts(
        "{} = V_CNDMASK_B32_e64 0, {}, 0, {}, {}, implicit $exec",
        "v_cndmask_b32_e64 {}, {}, {}, {}",
        vector_register(r(4)),
        vector_register(r(4)),
        vector_register(r(4)),
        mask_register(4 + 2 * r(2)),
    ),
    "scalar": lambda r: instruction_texts(
        "{} = S_MOV_B32 {}", "s_mov_b32 {}, {}", scalar_register(4 + r(4)), scalar_register(4 + r(4))
    ),
    "first": lambda r: instruction_texts(
        "{} = V_READFIRSTLANE_B32 {}, implicit $exec",
        "v_readfirstlane_b32 {}, {}",
        scalar_register(4 + r(4)),
        vector_register(r(4)),
    ),
    "store": lambda r: instruction_texts(
        "DS_WRITE_B32_gfx9 {}, {}, 0, 0, implicit $exec", "ds_store_b32 {}, {}", vector_register(9), vector_register(8)
    ),
}


def random_programs(seed, kinds):
    rng = random.Random(seed)
    return [[MAKERS[rng.choice(kinds)](rng.randrange) for _ in range(rng.randrange(2, 14))] for _ in range(PROGRAMS)]


def programs_with_waits(tmp_path, programs):
    """Return the programs in assembly with LLVM's waits."""
    text = "".join(
        f"---\nname: f{n}\nbody: |\n  bb.0:\n" + "".join(f"    {mir}\n" for mir, _ in program) + "    S_ENDPGM 0\n...\n"
        for n, program in enumerate(programs)
    )
    path = tmp_path / "programs.mir"
    path.write_text(text)
    command = ["llc-22", "-mtriple=amdgcn-amd-amdhsa", f"-mcpu={ARCH}", "-mattr=+wavefrontsize64,-wavefrontsize32",
               "-run-pass=post-RA-hazard-rec", str(path), "-o", "-"]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    bodies = [body.split("S_ENDPGM")[0] for body in out.split("body:")[1:]]
    assert len(bodies) == len(programs)
    return [list(text_with_waits(program, body)) for program, body in zip(programs, bodies)]


def text_with_waits(program, body):
    """Return a program's assembly with the waits in its MIR."""
    texts = iter(program)
    for line in re.findall(r"^ {4}(\S.*)$", body, re.M):
        wait = re.match(r"S_WAITCNT_DEPCTR (\d+)", line)
        yield f"s_waitcnt_depctr {wait[1]}" if wait else next(texts)[1]


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
def test_llvm_fixes_every_finding(tmp_path, rule, kinds):
    programs = random_programs(rule, kinds)
    finding_lists = [findings([text for _, text in program]) for program in programs]
    for program, found, lines in zip(programs, finding_lists, programs_with_waits(tmp_path, programs)):
        changed = len(lines) > len(program)
        assert changed or not found, [text for _, text in program]
        assert findings(lines) == [], lines
    assert sum(rule in found for found in finding_lists) >= 15


@pytest.mark.parametrize("between", [0, 30, 31, 32, 200])
def test_a_read_mask_is_remembered_at_any_distance(tmp_path, between):
    rng = random.Random(1)
    draw = lambda n: rng.randrange(n)
    read, written = mask_register(4), scalar_register(4)
    programs = [[
        instruction_texts("$vgpr1 = V_CNDMASK_B32_e64 0, $vgpr2, 0, $vgpr3, {}, implicit $exec",
                    "v_cndmask_b32_e64 v1, v2, v3, {}", read),
        *(MAKERS["move"](draw) for _ in range(between)),
        instruction_texts("{} = S_MOV_B32 1", "s_mov_b32 {}, 1", written),
        instruction_texts("$sgpr6 = S_MOV_B32 {}", "s_mov_b32 s6, {}", written),
    ]]
    lines = programs_with_waits(tmp_path, programs)[0]
    assert len(lines) == len(programs[0]) + 1 and findings(lines) == []
    assert findings([text for _, text in programs[0]]) == ["hazard.mask_write"]


def test_a_load_ends_a_mask_hazard_in_llvm(tmp_path):
    """The model does the same in suites/hazards/mask-write-load.s."""
    read, written = mask_register(4), scalar_register(4)
    programs = [[
        instruction_texts("$vgpr1 = V_CNDMASK_B32_e64 0, $vgpr2, 0, $vgpr3, {}, implicit $exec",
                    "v_cndmask_b32_e64 v1, v2, v3, {}", read),
        instruction_texts("{} = S_LOAD_DWORDX2_IMM $sgpr20_sgpr21, 0, 0", "s_load_b64 {}, s[20:21], null", read),
        instruction_texts("{} = S_MOV_B32 1", "s_mov_b32 {}, 1", written),
        instruction_texts("$sgpr6 = S_MOV_B32 {}", "s_mov_b32 s6, {}", written),
    ]]
    assert len(programs_with_waits(tmp_path, programs)[0]) == len(programs[0])


def test_late_results_are_guarded_as_by_llvm(tmp_path):
    """No register is written twice, so that LLVM's rule, which ignores the last writer, equals the model's."""
    rng = random.Random("once")
    programs = []
    for _ in range(PROGRAMS):
        names = iter(range(10, 40))
        kinds = [rng.choice(("move", "move", "reciprocal")) for _ in range(rng.randrange(1, 9))]
        lines = [MAKERS[kind](lambda n: next(names)) for kind in kinds]
        read = rng.choice(range(10, 40, 2))
        programs.append(
            [
                *lines,
                instruction_texts(
                    "$vgpr1 = V_MOV_B32_e32 {}, implicit $exec", "v_mov_b32 v1, {}", vector_register(read)
                ),
            ]
        )
    for program, lines in zip(programs, programs_with_waits(tmp_path, programs)):
        assert bool(findings([text for _, text in program])) == (len(lines) > len(program)), program
