"""What is near a failing case: the same with one thing changed at a time, run on the target, says what matters."""
from __future__ import annotations

import contextlib
import copy
import itertools
from dataclasses import dataclass

import numpy as np

from ...generators.form_coverage import wave_batch
from ...generators.instructions import modifiers
from ...generators.instructions.instruction_case import SCALARS, drawn_kind_and_width
from ...harness.comparison import differential
from ...harness.execution.model_run import DEFAULT_OBSERVED
from ...harness.execution.outcome import Outcome
from ...spec import TARGETS, SpecError
from ...spec.encode import Operand, encode
from ...spec.operands import constants
from ...spec.slots import slots

from . import departures, lanes

MODE = {                                             # a part of MODE: its bits, and what they are by default
    "MODE.round": (0xF, 0x0),
    "MODE.denorm": (0xF0, 0xF0),
    "MODE.dx10_clamp": (0x100, 0x100),
    "MODE.ieee": (0x200, 0x200),
    "MODE.fp16_ovfl": (0x800000, 0),
}
DEFAULT = 0x3F0
ONE = {("f", 16): 0x3C003C00, ("f", 32): 0x3F800000, ("f", 64): 0x3FF0000000000000, ("bf", 16): 0x3F803F80}


@dataclass(slots=True)
class Small:
    """A failing case of one wave, small enough to be kept: `case` as a dict, with what it gives."""
    case: dict
    pair: differential.Pair

    @property
    def differences(self) -> list[str]:
        return [str(one) for one in self.pair.comparison.differences[:8]]


def judged(target, cases: list[dict]) -> list:
    """The pair of each case; None for one that cannot be resolved."""
    found = []
    for pair in differential.pair_up(target, cases):
        found.append(None if isinstance(pair, Outcome) else pair)
    return found


def fails(pair, cause: str = "") -> bool:
    """Does a case fail, and for that cause?"""
    return pair is not None and pair.comparison.verdict == "fail" and cause in ("", pair.comparison.cause)


def as_met(seen) -> Small:
    """A failing case as the target has run it."""
    return Small(case_of(seen, seen.one), differential.Pair(seen.plan, seen.golden, seen.got, seen.comparison))


def case_of(seen, one) -> dict:
    """A failing case, or a wave of it, as a dict.  Where what is wrong may be no register that it writes, it says what
    is looked at."""
    case = one if isinstance(one, dict) else wave_batch.to_case(one, seen.plan.case.name)
    stray = any(d.where in DEFAULT_OBSERVED for d in seen.comparison.differences)
    looks = stray and seen.plan.observed and "observe" not in case
    return case | {"observe": {"registers": list(seen.plan.observed)}} if looks else case


def small_case(target, seen, wave: int, lane: int | None) -> Small:
    """The failing wave alone, and if that still fails there, one lane, where some is to blame, with these values in all
    lanes, or with the lane that it reads by DPP."""
    cause = seen.comparison.cause
    if cause == "timeout":                           # every try may cost the limit
        return as_met(seen)
    one = seen.one
    if isinstance(one, wave_batch.Waves) and len(one.masks) > 1:
        one = one.single_wave(wave)
    case = case_of(seen, one)
    found = Small(case, judged(target, [case])[0])
    if not fails(found.pair, cause):
        return as_met(seen)
    if isinstance(one, dict) or lane is None:
        return found
    fields = (one.encoding if isinstance(one, wave_batch.Waves) else one).fields or {}
    source = lanes.source_of(one.form, fields, lane)
    tries = [lane_only(case, lane), collapsed(case, lane)] if source is None else [lane_only(case, lane, source)]
    for smaller, pair in zip(tries, judged(target, tries)):
        if fails(pair, cause) and any(d.where not in ("scc", "m0", "mode") for d in pair.comparison.differences):
            found = Small(smaller, pair)
    return found


def lane_only(case: dict, lane: int, source: int | None = None) -> dict:
    """The same with this lane alone, and with the one that it reads where that is on: it is another case where not."""
    state = case.get("state") or {}
    held, read = state.get("exec"), 1 << source if source is not None and 0 <= source < case["wave"] else 0
    mask = 1 << lane | (read & held if isinstance(held, int) else read)
    return case | {"state": state | {"exec": mask}}


def collapsed(case: dict, lane: int) -> dict:
    """The same with lane 0 alone, and what this lane holds in every lane."""
    state = {
        name: value[lane] if isinstance(value, list) and lane < len(value) else value
        for name, value in case.get("state", {}).items()
    }
    return case | {"state": state | {"exec": 1}}


# ---- what is near ----

def near(case: dict, one) -> list[tuple[str, dict]]:
    """(what is changed, the case with it changed)."""
    state = case.get("state") or {}
    found = []
    mode = state.get("mode", DEFAULT)
    for name, (bits, plain) in MODE.items():
        if mode & bits != plain:
            found.append((name, case | {"state": state | {"mode": mode & ~bits | plain}}))
    if mode & MODE["MODE.denorm"][0]:                # where flushing hides it, it is of a source or of a result
        found.append(("a result subnormal", case | {"state": state | {"mode": mode & ~MODE["MODE.denorm"][0]}}))
    full = (1 << case["wave"]) - 1
    if state.get("exec", full) != full:
        found.append(("EXEC", case | {"state": state | {"exec": full}}))
    sizes = TARGETS[case["arch"]].waves
    if len(sizes) > 1 and getattr(one.form, "layout", "") != "vopd":
        other = next(size for size in sizes if size != case["wave"])
        found.append((f"wave{case['wave']}", resized(case, other)))
    fields = one.encoding.fields if isinstance(one, wave_batch.Waves) else one.fields
    return found + (of_fields(case, one.form, fields) if fields else of_registers(case, state))


def of_registers(case: dict, state: dict) -> list[tuple[str, dict]]:
    """What registers hold, where nothing else is known of the operands, as of VOPD: all are of 32 bits there."""
    found = []
    for name, held in state.items():
        if name[0] in "vs" and name[1:].isdigit() and isinstance(first := live(held, state), int):
            found.append((f"src0 {class_of(first, 'f', 32)}", case | {"state": state | {name: ONE["f", 32]}}))
    return found


def live(held, state: dict) -> int:
    """What the first live lane holds."""
    mask = state.get("exec", 1)
    lane = (mask & -mask).bit_length() - 1 if isinstance(mask, int) and mask else 0
    return held if not isinstance(held, list) else held[lane] if lane < len(held) else 0


def resized(case: dict, wave: int) -> dict:
    """The same in waves of another size: lanes beyond 31 are left out, or are off."""
    state = {name: v[:wave] if isinstance(v, list) else v for name, v in (case.get("state") or {}).items()}
    exec_ = state.get("exec")
    if isinstance(exec_, int):
        state["exec"] = exec_ & (1 << min(wave, 32)) - 1
    return case | {"wave": wave, "state": state}


def of_fields(case: dict, form, fields: dict) -> list[tuple[str, dict]]:
    """Modifiers, operand kinds and values, as far as they can be encoded."""
    found = []
    for label, new, state in itertools.chain(
        without_modifiers(form, fields), with_plain_sources(case, form, fields), with_result_apart(form, fields)
    ):
        with contextlib.suppress(SpecError):
            code = encode(form, fields | new)
            found.append((label, case | {"code": code.hex(), "state": (case.get("state") or {}) | state}))
    return found


def without_modifiers(form, fields: dict):
    """Each modifier taken away -> (its name, fields that change, state that changes)."""
    for name, plain in modifiers.NEUTRAL_VALUES.items():
        if fields.get(name, plain) != plain:
            yield modifiers.dpp_control(form.arch, fields[name]) if name == "dpp_ctrl" else name, {name: plain}, {}
    if modifiers.unused_sdst(fields) not in (None, 126):
        yield "sdst", {"sdst": 126}, {}
    for name, value in fields.items():
        if isinstance(value, Operand) and value.high:
            yield "high half", {name: Operand(value.code)}, {}


def with_plain_sources(case: dict, form, fields: dict):
    """A free register for each source, which holds what the source gives, then 1 -> as without_modifiers()."""
    free, vector = free_register(fields), form.layout[0] == "v"
    register = Operand((256 if vector else 0) + free)
    for slot in slots(form):
        operand = fields.get(slot.field)
        if not isinstance(operand, Operand) or slot.write or slot.role not in ("src", "ssrc", "vgpr"):
            continue
        kind, held = modifiers.source_kind(form.arch, operand), value_of(case, form, operand, slot)
        names = wave_batch.tuple_dwords(f"{'v' if vector else 's'}{free}", max(1, slot.regs))
        if slot.role != "vgpr" and kind != "vgpr" and held is not None and (vector or kind != "sgpr"):
            name = SCALARS[form.arch].get(operand.code) if kind in ("vcc", "exec", "m0") else None
            yield f"{slot.field}={name or kind}", {slot.field: register}, dict(zip(names, dwords(held, names)))
        if kind in ("vgpr", "sgpr") or slot.role == "vgpr":
            shape = drawn_kind_and_width(slot.value)
            label = f"{slot.field} {class_of(held, *shape)}" if held is not None else f"{slot.field} value"
            yield label, {slot.field: register}, dict(zip(names, dwords(ONE.get(shape, 1), names)))


def with_result_apart(form, fields: dict):
    """A free register for each result that lies over a source -> as without_modifiers()."""
    free = free_register(fields)
    used = [(slot, operand.code) for slot in slots(form) if isinstance(operand := fields.get(slot.field), Operand)]
    sources = {code for slot, code in used if not slot.write}
    for slot, code in used:
        if slot.write and code in sources and code not in (106, 126):
            yield "result over a source", {slot.field: Operand((256 if code >= 256 else 0) + free + 8)}, {}


def free_register(fields: dict) -> int:
    """The first of a row of registers that no operand is near."""
    taken = {v.code % 256 for v in fields.values() if isinstance(v, Operand)}
    return next(n for n in range(0, 80, 8) if not any(n - 16 <= t < n + 24 for t in taken) or n == 72)


def dwords(value: int, names: tuple[str, ...]) -> list[int]:
    return [value >> 32 * n & 0xFFFFFFFF for n in range(len(names))]


def value_of(case: dict, form, operand: Operand, slot) -> int | None:
    """What an operand holds in the first live lane; None where that is not known."""
    state, code = case.get("state") or {}, operand.code
    if operand.literal is not None:
        return operand.literal
    if modifiers.source_kind(form.arch, operand) == "null":
        return 0
    for (_, number), known in constants().items():
        if known == code:
            return constant_bits(number, slot)
    vector = modifiers.is_in_vgprs(form, slot, operand)
    first = f"v{code % 256}" if vector else SCALARS[form.arch].get(code)
    if first is None:
        return None
    total = 0
    for n, name in enumerate(wave_batch.tuple_dwords(first, max(1, min(2, slot.regs)))):
        held = state.get(name)
        if held is None:
            return None
        held = live(held, state)
        total |= int(held if not isinstance(held, str) else 0) << 32 * n
    return total


def constant_bits(number, slot) -> int | None:
    """An inline constant as the bits of the slot's type."""
    kind, width = drawn_kind_and_width(slot.value)
    if isinstance(number, int):
        return number & (1 << max(32, width)) - 1
    if not isinstance(number, float):
        return None
    kinds = {16: np.float16, 64: np.float64}
    return int.from_bytes(kinds.get(width if kind in ("f", "b") else 32, np.float32)(number).tobytes(), "little")


def class_of(value: int, kind: str, width: int) -> str:
    """What a value is, in a word."""
    bits = value & (1 << width) - 1
    if kind in ("f", "bf"):
        return departures.class_of(bits, f"{kind}{width}")
    if not bits:
        return "zero"
    return "with its top bit set" if bits >> width - 1 else "a number"


def axes(target, small: Small, one) -> list[str] | None:
    """What must be as it is for the case to fail: changed alone, each of these makes it pass.  None: nothing near
    could be made."""
    tries = near(copy.deepcopy(small.case), one)
    found, known = [], 0
    for (label, _), pair in zip(tries, judged(target, [case for _, case in tries])):
        if pair is None or pair.comparison.verdict not in ("pass", "fail"):
            continue
        known += 1
        if pair.comparison.verdict == "pass":
            found.append(label)
    return found if known else None
