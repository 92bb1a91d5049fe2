"""The rules of RDNA3's neighbours, those of its manual and of silicon, in random programs of both wave sizes:
instruction by instruction the model tells what this folder's statement of them says, and nothing else."""
import random
from collections import Counter
from functools import cache

import pytest

from ...harness.case.assembler import assemble_lines
from ...harness.case.plan import resolve
from ...harness.execution.model_run import Model
from ...harness.faults import curated_faults
from .traced_instruction import instruction
from .wait_states import States

ARCH, PROGRAMS, BASE = "gfx1100", 1500, 0x10000
MODEL = Model()
# By wave size: how the lane mask, EXEC and a VCC are called, and where a matrix has its registers.
MASK = {32: ("s{0}", "exec_lo", "vcc_lo"), 64: ("s[{0}:{1}]", "exec", "vcc")}
RULES = {32: {"hazard.trans.use", "hazard.cmpx.permlane", "hazard.wmma"}}
RULES[64] = RULES[32] | {"hazard.partial_forwarding", "hazard.mask_write"}
TOGETHER = (("trans", "move"), ("cmpx", "permlane"), ("matrix",), ("exec", "move", "add"), ("select", "scalar"))
TRANS = ("v_rcp_f32", "v_sqrt_f32", "v_exp_f32", "v_log_f32", "v_sin_f32", "v_rsq_f32", "v_rcp_f16", "v_exp_f16")


def makers(wave):
    """{kind: a drawer of its text}; few registers, so that instructions meet."""
    mask, exec_, vcc = MASK[wave]
    block = 8 * 32 // wave

    def v(r):
        return f"v{r(6)}"

    def sgpr(r):
        return f"s{4 + r(4)}"

    def masks(r):
        n = 4 + 2 * r(2)
        return mask.format(n, n + 1)

    def matrix(r):
        a, b, d = (8 * r(3) for _ in range(3))
        return (f"v_wmma_f32_16x16x16_f16 v[{d}:{d + block - 1}], v[{a}:{a + 7}], v[{b}:{b + 7}], "
                f"v[24:{24 + block - 1}]")

    def dual(r):
        a = r(6)
        b = [n for n in range(6) if n % 4 != a % 4]      # of another bank
        return f"v_dual_mov_b32 v{2 * r(3)}, v{a} :: v_dual_mov_b32 v{1 + 2 * r(3)}, v{b[r(len(b))]}"

    found = {
        "move": lambda r: f"v_mov_b32 {v(r)}, {v(r)}",
        "add": lambda r: f"v_add_nc_u32 {v(r)}, {v(r)}, {v(r)}",
        "fma": lambda r: f"v_fma_f32 {v(r)}, {v(r)}, {v(r)}, {v(r)}",
        "packed": lambda r: f"v_pk_add_u16 {v(r)}, {v(r)}, {v(r)}",
        "swap": lambda r: f"v_swap_b32 v{r(3)}, v{3 + r(3)}",
        "trans": lambda r: f"{TRANS[r(len(TRANS))]} {v(r)}, {v(r)}",
        "first": lambda r: f"v_readfirstlane_b32 {sgpr(r)}, {v(r)}",
        "compare": lambda r: f"v_cmp_lt_u32 {vcc}, {v(r)}, {v(r)}",
        "compare to a mask": lambda r: f"v_cmp_lt_u32 {masks(r)}, {v(r)}, {v(r)}",
        "select": lambda r: f"v_cndmask_b32 {v(r)}, {v(r)}, {v(r)}, {masks(r)}",
        "select by vcc": lambda r: f"v_cndmask_b32 {v(r)}, {v(r)}, {v(r)}, {vcc}",
        "carry": lambda r: f"v_add_co_ci_u32 {v(r)}, {vcc}, {v(r)}, {v(r)}, {vcc}",
        "cmpx": lambda r: f"v_cmpx_ge_u32 v{(n := r(6))}, v{n}",
        "permlane": lambda r: f"v_permlane{('16', 'x16')[r(2)]}_b32 {v(r)}, {v(r)}, s2, s3",
        "matrix": matrix,
        "exec": lambda r: f"s_mov_b{wave} {exec_}, -1",
        "scalar": lambda r: f"s_mov_b32 {sgpr(r)}, {sgpr(r)}",
        "scalar reads": lambda r: f"s_add_u32 s8, {sgpr(r)}, {sgpr(r)}",
        "vcc": lambda r: f"s_mov_b{wave} {vcc}, 1",
        "store": lambda r: f"ds_store_b32 v9, {v(r)}",
        "vector has come": lambda r: "s_waitcnt_depctr 0xfff",
        "masks have come": lambda r: f"s_waitcnt_depctr {(0xFFFE, 0xF1FF, 0xFFFD)[r(3)]:#x}",
        "another field": lambda r: f"s_waitcnt_depctr {(0x1FFF, 0xFFE3, 0xFEFF)[r(3)]:#x}",
        "delay": lambda r: f"s_delay_alu instid0(VALU_DEP_{1 + r(4)})",
        "nop": lambda r: f"s_nop {r(3)}",
        "vector nop": lambda r: "v_nop",
    }
    return found | ({"dual": dual} if wave == 32 else {})


@cache
def assembled(wave, seed):
    """[[(text, code)]]: programs, of a few kinds of instructions each."""
    rng, made = random.Random(f"{seed} {wave}"), makers(wave)
    programs = []
    for _ in range(PROGRAMS):
        kinds = [*rng.sample(sorted(made), rng.choice((2, 3, 5, 12))), *rng.choice(TOGETHER)]
        programs.append([made[rng.choice(kinds)](rng.randrange) for _ in range(rng.randrange(4, 24))])
    texts = sorted({text for program in programs for text in program})
    code = dict(zip(texts, assemble_lines(ARCH, wave, texts)))
    return [[(text, code[text]) for text in program] for program in programs]


def told(wave, program, silicon=True, model=MODEL):
    """[(PC, rule)] by the model."""
    code = b"".join(one for _, one in program)
    out = model.run(resolve({"assay": 1, "arch": ARCH, "wave": wave, "code": code.hex(), "base": BASE, "lds": 1024,
                             "profile": "silicon" if silicon else "manual", "observe": {"registers": []}}))
    assert out.status == "ok" and not out.findings_dropped, out.text
    return sorted((int(one["pc"], 16) - BASE, one["rule"]) for one in out.findings if one["rule"] in RULES[64])


def stated(wave, program, silicon=True):
    """The same by the statement."""
    states, found, at = States("gfx11", silicon), set(), 0
    for _, code in program:
        one = instruction(ARCH, wave, code)
        found |= {(at, rule) for rule, broken in states.rules if broken(states.past, one)}
        if states.masks and states.masks.broken(one):
            found.add((at, "hazard.mask_write"))
        states.past.appendleft(one)
        at += len(code)
    return sorted(found)


@pytest.mark.parametrize("wave", [32, 64])
@pytest.mark.parametrize("silicon", [True, False])
def test_the_model_tells_what_the_statement_says(wave, silicon):
    seen = Counter()
    for program in assembled(wave, "neighbours"):
        right = stated(wave, program, silicon)
        assert told(wave, program, silicon) == right, [text for text, _ in program]
        seen.update(rule for _, rule in right)
    manual = {"hazard.cmpx.permlane", "hazard.wmma"}
    assert {rule for rule, count in seen.items() if count > 40} == (RULES[wave] if silicon else manual), seen


@pytest.mark.parametrize("wave, fault", [
    (32, "hazards-unwatched"), (32, "hazards-unended"), (64, "hazards-unended"), (32, "trans-use-short"),
    (32, "trans-use-long"),
])
def test_a_model_at_fault_is_noticed(wave, fault):
    model = curated_faults.faulty_model(fault)
    assert any(told(wave, program, model=model) != stated(wave, program) for program in assembled(wave, "neighbours"))
