"""Canaries: in each code object of a kit one case of which some dwords are expected wrongly.  A target on which
assay_check finds anything but exactly those cannot check itself, and its verdicts mean nothing."""
from __future__ import annotations

from dataclasses import replace

from ...harness.case.plan import resolve
from ...harness.execution.model_run import Model
from .case_arena import Check, Class, Double, Laid, lay

NOP = "000080bf"                                     # s_nop 0, of every family
F32, F16, BF16 = "f32", "f16", "bf16"
# got, expected, how it is compared, whether that is right.
ROWS = (
    (0x12345678, 0x12345678, Class(),                       True),
    (0x12345678, 0x12345679, Class(),                       False),
    (0x80000000, 0x00000000, Class(),                       False),
    (0xFFFF0001, 0x00000001, Class(0xFFFF),                 True),
    (0x00010002, 0x00000003, Class(0xFFFF),                 False),
    (0x3F800001, 0x3F800000, Class(kind=F32, ulp=1),        True),
    (0x3F7FFFFE, 0x3F800000, Class(kind=F32, ulp=1),        False),
    (0x80000001, 0x00000001, Class(kind=F32, ulp=2),        True),
    (0x80000001, 0x00000001, Class(kind=F32, ulp=1),        False),
    (0x7F7FFFFF, 0x7F800000, Class(kind=F32, ulp=1),        True),
    (0x7FC00001, 0xFFC00000, Class(kind=F32),               True),
    (0x7F800000, 0x7FC00000, Class(kind=F32),               False),
    (0x3F800000, 0x7FC00000, Class(kind=F32, ulp=4),        False),
    (0xABCD3C01, 0xABCD3C00, Class(kind=F16, ulp=1),        True),
    (0xABCE3C00, 0xABCD3C00, Class(kind=F16, ulp=1),        False),
    (0x7E013C00, 0xFE003C00, Class(kind=F16),               True),
    (0x00007C00, 0x00007E00, Class(kind=F16),               False),
    (0x00007FC1, 0x0000FFC0, Class(kind=BF16),              True),
    (0x00003F82, 0x00003F80, Class(kind=BF16, ulp=1),       False),
)
DOUBLES = (
    (0x3FF0000000000001, 0x3FF0000000000000, 1, True),
    (0x3FF0000000000000, 0x3FEFFFFFFFFFFFFF, 1, True),
    (0x3FF0000000000002, 0x3FF0000000000000, 1, False),
    (0x3FF0000100000000, 0x3FF0000000000000, 9, False),
    (0x8000000000000001, 0x0000000000000001, 2, True),
    (0x7FF8000000000001, 0xFFF8000000000000, 0, True),
    (0x7FF0000000000000, 0x7FF8000000000000, 0, False),
)


def canary(arch: str, wave: int, model: Model) -> tuple[Laid, list[tuple[int, int, int]]]:
    """The case, and what assay_check must report of it: (index, expected, got)."""
    wide = [got for got, _, _, _ in DOUBLES]
    plan = resolve({
        "assay": 1, "name": f"canary.w{wave}", "arch": arch, "wave": wave, "code": NOP,
        "state": {"v1": [got for got, _, _, _ in ROWS], "v2": [one & 0xFFFFFFFF for one in wide],
                  "v3": [one >> 32 for one in wide]},
        "observe": {"registers": ["v1", "v2", "v3"], "memory": []},
    })
    laid = lay(plan, model)
    places = {one.name: one for one in laid.checks}
    turned = {f"v1[{n}]": (expected, rule) for n, (_, expected, rule, _) in enumerate(ROWS)}
    pairs = {f"v{r}[{n}]" for r in (2, 3) for n in range(len(DOUBLES))}
    laid.checks = [_turned(one, turned) for one in laid.checks if one.name not in pairs]
    laid.doubles = [Double(places[f"v2[{n}]"].at, places[f"v3[{n}]"].at, expected, ulp, f"v[2:3][{n}]")
                    for n, (_, expected, ulp, _) in enumerate(DOUBLES)]
    return laid, _wrong(laid)


def _turned(one: Check, turned: dict) -> Check:
    if one.name not in turned:
        return one
    expected, rule = turned[one.name]
    return replace(one, expected=expected, rule=rule)


def _wrong(laid: Laid) -> list[tuple[int, int, int]]:
    index = {one.name: n for n, one in enumerate(laid.checks)}
    found = [(index[f"v1[{n}]"], expected, got) for n, (got, expected, _, right) in enumerate(ROWS) if not right]
    for n, (got, expected, _, right) in enumerate(DOUBLES):
        if not right:
            high = got >> 32 != expected >> 32
            shift = 32 * high
            found.append((len(laid.checks) + 2 * n + high, expected >> shift & 0xFFFFFFFF, got >> shift & 0xFFFFFFFF))
    return found
