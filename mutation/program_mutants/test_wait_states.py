"""RDNA3's rules between neighbouring instructions, from the manual and from silicon: the model and the replay checker
report the same findings on random programs of both wave sizes."""
import random
from collections import Counter
from functools import cache

import pytest

from ...harness.case.assembler import assemble_lines
from ...harness.case.plan import resolve
from ...harness.execution.model_run import Model
from ...harness.faults import curated_faults
from .traced_instruction import decode_instruction
from .wait_states import WaitStateChecker

ARCH, PROGRAMS, BASE = "gfx1100", 1500, 0x10000
MODEL = Model()
# {wave size: (lane mask, EXEC, VCC)}
REGISTER_NAMES = {32: ("s{0}", "exec_lo", "vcc_lo"), 64: ("s[{0}:{1}]", "exec", "vcc")}
RULES = {32: {"hazard.trans.use", "hazard.cmpx.permlane", "hazard.wmma"}}
RULES[64] = RULES[32] | {"hazard.partial_forwarding", "hazard.mask_write"}
RELATED_KINDS = (("trans", "move"), ("cmpx", "permlane"), ("matrix",), ("exec", "move", "add"), ("select", "scalar"))
TRANS = ("v_rcp_f32", "v_sqrt_f32", "v_exp_f32", "v_log_f32", "v_sin_f32", "v_rsq_f32", "v_rcp_f16", "v_exp_f16")


def text_drawers(wave):
    """{kind: a function that draws its text}. They use few registers, so that instructions conflict."""
    mask, exec_, vcc = REGISTER_NAMES[wave]
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

    drawers = {
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
    return drawers | ({"dual": dual} if wave == 32 else {})


@cache
def assembled_programs(wave, seed):
    """[[(text, code)]]: programs that use a few kinds of instructions each."""
    rng, drawers = random.Random(f"{seed} {wave}"), text_drawers(wave)
    programs = []
    for _ in range(PROGRAMS):
        kinds = [*rng.sample(sorted(drawers), rng.choice((2, 3, 5, 12))), *rng.choice(RELATED_KINDS)]
        programs.append([drawers[rng.choice(kinds)](rng.randrange) for _ in range(rng.randrange(4, 24))])
    texts = sorted({text for program in programs for text in program})
    code = dict(zip(texts, assemble_lines(ARCH, wave, texts)))
    return [[(text, code[text]) for text in program] for program in programs]


def model_findings(wave, program, silicon=True, model=MODEL):
    """[(PC, rule)] by the model."""
    code = b"".join(code_bytes for _, code_bytes in program)
    outcome = model.run(resolve({"assay": 1, "arch": ARCH, "wave": wave, "code": code.hex(), "base": BASE, "lds": 1024,
                             "profile": "silicon" if silicon else "manual", "observe": {"registers": []}}))
    assert outcome.status == "ok" and not outcome.findings_dropped, outcome.text
    return sorted((int(finding["pc"], 16) - BASE, finding["rule"]) for finding in outcome.findings
                  if finding["rule"] in RULES[64])


def checker_findings(wave, program, silicon=True):
    """[(PC, rule)] by the checker."""
    checker, breaches, pc = WaitStateChecker("gfx11", silicon), set(), 0
    for _, code in program:
        instruction = decode_instruction(ARCH, wave, code)
        breaches |= {(pc, rule) for rule, broken in checker.rules if broken(checker.history, instruction)}
        if checker.mask_hazard and checker.mask_hazard.is_broken_by(instruction):
            breaches.add((pc, "hazard.mask_write"))
        checker.history.appendleft(instruction)
        pc += len(code)
    return sorted(breaches)


@pytest.mark.parametrize("wave", [32, 64])
@pytest.mark.parametrize("silicon", [True, False])
def test_model_reports_exactly_the_checker_findings(wave, silicon):
    counts = Counter()
    for program in assembled_programs(wave, "neighbours"):
        expected = checker_findings(wave, program, silicon)
        assert model_findings(wave, program, silicon) == expected, [text for text, _ in program]
        counts.update(rule for _, rule in expected)
    manual = {"hazard.cmpx.permlane", "hazard.wmma"}
    assert {rule for rule, count in counts.items() if count > 40} == (RULES[wave] if silicon else manual), counts


@pytest.mark.parametrize("wave, fault", [
    (32, "hazards-unwatched"), (32, "hazards-unended"), (64, "hazards-unended"), (32, "trans-use-short"),
    (32, "trans-use-long"),
])
def test_faulty_model_differs_from_the_checker(wave, fault):
    model = curated_faults.faulty_model(fault)
    programs = assembled_programs(wave, "neighbours")
    assert any(model_findings(wave, program, model=model) != checker_findings(wave, program) for program in programs)
