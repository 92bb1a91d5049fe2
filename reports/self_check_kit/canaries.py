"""Canaries: one case in each code object has deliberately wrong expectations, with the errors to be reported.

If assay_check does not report exactly these errors, the target cannot check itself, and its verdicts mean nothing."""
from __future__ import annotations

from dataclasses import replace

from ...harness.case.plan import resolve
from ...harness.execution.model_run import Model
from .case_arena import ArenaCase, Check, CompareRule, Double, make_arena_case

NOP = "000080bf"                                     # s_nop 0, of every family
F32, F16, BF16 = "f32", "f16", "bf16"
# Actual value, expected value, rule, and whether they agree.
DWORDS = (
    (0x12345678, 0x12345678, CompareRule(),                      True),
    (0x12345678, 0x12345679, CompareRule(),                      False),
    (0x80000000, 0x00000000, CompareRule(),                      False),
    (0xFFFF0001, 0x00000001, CompareRule(0xFFFF),                True),
    (0x00010002, 0x00000003, CompareRule(0xFFFF),                False),
    (0x3F800001, 0x3F800000, CompareRule(kind=F32, ulp=1),       True),
    (0x3F7FFFFE, 0x3F800000, CompareRule(kind=F32, ulp=1),       False),
    (0x80000001, 0x00000001, CompareRule(kind=F32, ulp=2),       True),
    (0x80000001, 0x00000001, CompareRule(kind=F32, ulp=1),       False),
    (0x7F7FFFFF, 0x7F800000, CompareRule(kind=F32, ulp=1),       True),
    (0x7FC00001, 0xFFC00000, CompareRule(kind=F32),              True),
    (0x7F800000, 0x7FC00000, CompareRule(kind=F32),              False),
    (0x3F800000, 0x7FC00000, CompareRule(kind=F32, ulp=4),       False),
    (0xABCD3C01, 0xABCD3C00, CompareRule(kind=F16, ulp=1),       True),
    (0xABCE3C00, 0xABCD3C00, CompareRule(kind=F16, ulp=1),       False),
    (0x7E013C00, 0xFE003C00, CompareRule(kind=F16),              True),
    (0x00007C00, 0x00007E00, CompareRule(kind=F16),              False),
    (0x00007FC1, 0x0000FFC0, CompareRule(kind=BF16),             True),
    (0x00003F82, 0x00003F80, CompareRule(kind=BF16, ulp=1),      False),
)
# Actual value, expected value, ULP, and whether they agree.
DOUBLES = (
    (0x3FF0000000000001, 0x3FF0000000000000, 1, True),
    (0x3FF0000000000000, 0x3FEFFFFFFFFFFFFF, 1, True),
    (0x3FF0000000000002, 0x3FF0000000000000, 1, False),
    (0x3FF0000100000000, 0x3FF0000000000000, 9, False),
    (0x8000000000000001, 0x0000000000000001, 2, True),
    (0x7FF8000000000001, 0xFFF8000000000000, 0, True),
    (0x7FF0000000000000, 0x7FF8000000000000, 0, False),
)


def canary_case(arch: str, wave: int, model: Model) -> tuple[ArenaCase, list[tuple[int, int, int]]]:
    """Build the canary, and the errors that assay_check must report: (index, expected, actual)."""
    double_values = [actual for actual, _, _, _ in DOUBLES]
    plan = resolve({
        "assay": 1, "name": f"canary.w{wave}", "arch": arch, "wave": wave, "code": NOP,
        "state": {"v1": [actual for actual, _, _, _ in DWORDS], "v2": [value & 0xFFFFFFFF for value in double_values],
                  "v3": [value >> 32 for value in double_values]},
        "observe": {"registers": ["v1", "v2", "v3"], "memory": []},
    })
    arena_case = make_arena_case(plan, model)
    offsets = {check.name: check.at for check in arena_case.checks}
    expectations = {f"v1[{lane}]": (expected, rule) for lane, (_, expected, rule, _) in enumerate(DWORDS)}
    double_halves = {f"v{register}[{lane}]" for register in (2, 3) for lane in range(len(DOUBLES))}
    arena_case.checks = [_replace_expectation(check, expectations) for check in arena_case.checks
                         if check.name not in double_halves]
    arena_case.doubles = [
        Double(offsets[f"v2[{lane}]"], offsets[f"v3[{lane}]"], expected, ulp, f"v[2:3][{lane}]")
        for lane, (_, expected, ulp, _) in enumerate(DOUBLES)
    ]
    return arena_case, _reported_errors(arena_case)


def _replace_expectation(check: Check, expectations: dict[str, tuple[int, CompareRule]]) -> Check:
    if check.name not in expectations:
        return check
    expected, rule = expectations[check.name]
    return replace(check, expected=expected, rule=rule)


def _reported_errors(arena_case: ArenaCase) -> list[tuple[int, int, int]]:
    """(index, expected, actual) for each wrong dword. A wrong double is reported by its high dword if that differs,
    else by its low dword."""
    index = {check.name: number for number, check in enumerate(arena_case.checks)}
    errors = [(index[f"v1[{lane}]"], expected, actual)
              for lane, (actual, expected, _, agree) in enumerate(DWORDS) if not agree]
    for number, (actual, expected, _, agree) in enumerate(DOUBLES):
        if not agree:
            high = actual >> 32 != expected >> 32
            shift = 32 * high
            errors.append((len(arena_case.checks) + 2 * number + high, expected >> shift & 0xFFFFFFFF,
                           actual >> shift & 0xFFFFFFFF))
    return errors
