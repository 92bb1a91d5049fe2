"""Holds an outcome against what a case expects: registers by lane, ULP, NaN and masks, memory, findings,
alternatives."""
from __future__ import annotations

from collections import Counter

from ..case import register_names
from ..case.case_types import CaseError, Expect, Expected, integer
from ..case.float_bits import KINDS, distance, is_nan
from ..case.memory_layout import from_hex
from ..case.plan import Plan
from ..execution.outcome import NOT_TOLD, Outcome, Wave, by_piece

SHOWN = 12                                           # unmet expectations worth reading


def evaluate(expect: Expect, plan: Plan, outcome: Outcome) -> list[str]:
    """What is not met, one sentence each; empty when all is. Raises CaseError for expectations that name nothing."""
    unmet: list[str] = []
    if outcome.status != expect.status:
        why = f" ({outcome.text})" if outcome.text else ""
        unmet.append(f"status: expected {expect.status}, got {outcome.status}{why}")
    if expect.instructions is not None and outcome.instructions not in (NOT_TOLD, expect.instructions):
        unmet.append(f"instructions: expected {expect.instructions}, got {outcome.instructions}")
    given = [expect.registers] * len(outcome.waves) if expect.registers else []
    for number, wanted in [*enumerate(given), *enumerate(expect.waves)]:
        if number >= len(outcome.waves):
            unmet.append(f"wave {number}: expected, but there are {len(outcome.waves)}")
            continue
        _registers(wanted, plan, outcome.waves[number], f"wave {number} " if len(outcome.waves) > 1 else "", unmet)
    if expect.registers and not outcome.waves:
        unmet.append("registers: expected, but the result has no wave")
    for wanted in expect.memory:
        _memory(wanted, plan, outcome, unmet)
    _lds(expect, outcome, unmet)
    _exports(expect, outcome, unmet)
    _messages(expect, outcome, unmet)
    _findings(expect, outcome, unmet)
    if expect.any is not None and not any(not evaluate(one, plan, outcome) for one in expect.any):
        unmet.append(f"any: none of {len(expect.any)} alternatives holds")
    if expect.outcomes or expect.never:
        _outcomes(expect, plan, outcome, unmet)
    return unmet[:SHOWN] + ([f"and {len(unmet) - SHOWN} more"] if len(unmet) > SHOWN else [])


def _outcomes(expect: Expect, plan: Plan, outcome: Outcome, unmet: list[str]) -> None:
    """Every result is one of those listed and none of those that never come out; of the model's own set, each that is
    listed comes out too."""
    found = outcome.allowed
    if found is not None and not found.whole:
        unmet.append(f"outcomes: the search was cut: {found.cut}")
    results = [outcome] if found is None else [one.outcome for one in found.results]
    met = {
        number for one in results for number, wanted in enumerate(expect.outcomes) if not evaluate(wanted, plan, one)
    }
    for number, one in enumerate(results, 1):
        if expect.outcomes and all(evaluate(wanted, plan, one) for wanted in expect.outcomes):
            first = evaluate(expect.outcomes[0], plan, one)[0]
            unmet.append(f"outcome {number} of {len(results)} is not listed: {first}")
        unmet.extend(f"outcome {number} of {len(results)} is the one that never comes out ({place})"
                     for place, wanted in enumerate(expect.never, 1) if not evaluate(wanted, plan, one))
    if found is not None:
        unmet.extend(f"outcome {number + 1} of those listed does not come out"
                     for number in range(len(expect.outcomes)) if number not in met)


def _exports(expect: Expect, outcome: Outcome, unmet: list[str]) -> None:
    """All exports of all waves, in order."""
    if expect.exports is None:
        return
    if len(expect.exports) != len(outcome.exports):
        unmet.append(f"exports: expected {len(expect.exports)}, got {len(outcome.exports)}")
    for number, (wanted, got) in enumerate(zip(expect.exports, outcome.exports)):
        for key in ("target", "wave", "done", "vm", "compressed", "row"):
            if getattr(wanted, key) != got[key]:
                unmet.append(f"export {number}: {key}: expected {getattr(wanted, key)}, got {got[key]}")
        if wanted.lanes is not None and integer(wanted.lanes, 64, "expect.exports.lanes") != int(got["lanes"], 16):
            unmet.append(f"export {number}: lanes: expected {wanted.lanes}, got {got['lanes']}")
        if wanted.values and set(wanted.values) != set(got["values"]):
            there = ", ".join(got["values"])
            unmet.append(f"export {number}: sources {', '.join(wanted.values)} expected, got {there}")
        for source, row in wanted.values.items():
            for lane, one in enumerate(row):
                right = None if one is None else hex(integer(one, 32, "expect.exports.values"))
                if right is not None and got["values"].get(source, {}).get(str(lane)) != right:
                    found = got["values"].get(source, {}).get(str(lane), "nothing")
                    unmet.append(f"export {number}: source {source}[{lane}]: expected {right}, got {found}")


def _messages(expect: Expect, outcome: Outcome, unmet: list[str]) -> None:
    """All messages of all waves, in order."""
    if expect.messages is None:
        return
    got = [(one["wave"], one["code"], one.get("payload")) for one in outcome.messages]
    wanted = [(one.wave, one.code, None if one.payload is None else hex(integer(one.payload, 32, "expect.messages")))
              for one in expect.messages]
    if wanted != got:
        unmet.append(f"messages: expected {wanted}, got {got}")


def _findings(expect: Expect, outcome: Outcome, unmet: list[str]) -> None:
    wanted = Counter(expect.findings or [])
    got = Counter(outcome.broken)
    for rule in (wanted - got) + (got - wanted):
        unmet.append(f"finding {rule}: expected {wanted[rule]}, got {got[rule]}")
    unmet.extend(f"note {rule}: expected, but there is none" for rule in expect.notes
                 if not any(one["rule"] == rule and one["kind"] in ("note", "stall") for one in outcome.findings))


def _read(register, wave: Wave, lane: int) -> tuple[int, int] | None:
    """(value, open bits) of a register or tuple in one lane, None when the result does not hold it."""
    value = opened = 0
    for n, dword in enumerate(register.dwords):
        if register.file == "v":
            row = wave.vectors.get(register.first + n)
            if row is None:
                return None
            part, mask = int(row[lane]), 0xFFFFFFFF * (wave.open_vectors.get(register.first + n, 0) >> lane & 1)
        else:
            if dword not in wave.scalars:
                return None
            part, mask = wave.scalars[dword], wave.open_scalars.get(dword, 0)
        value, opened = value | part << 32 * n, opened | mask << 32 * n
    return value, opened


def _registers(wanted: dict, plan: Plan, wave: Wave, prefix: str, unmet: list[str]) -> None:
    for name, values in wanted.items():
        try:
            register = register_names.parse(
                f"{name}_lo" if plan.wave == 32 and name in ("vcc", "exec") else name, plan.arch
            )  # masks of 32 lanes
        except register_names.NameProblem as problem:
            raise CaseError(f"expect.registers.{name}", str(problem)) from None
        vector = register.file == "v"
        if isinstance(values, list) and (not vector or len(values) > plan.wave):
            raise CaseError(f"expect.registers.{name}", f"a list by lane is for vN, of at most {plan.wave} lanes")
        lanes = values if isinstance(values, list) else [values] * (plan.wave if vector else 1)
        for lane, one in enumerate(lanes):
            if one is None:
                continue
            held = _read(register, wave, lane)
            if held is None:
                missing = [one for one in register.dwords if one not in (plan.observed or ())]
                remedy = "add it to observe.registers" if missing else "it was asked for, and the answer leaves it out"
                unmet.append(f"{prefix}{name}: expected, but not in the result; {remedy}")
                break
            problem = _value(one, held, 32 * len(register.dwords), f"expect.registers.{name}")
            if problem:
                unmet.append(f"{prefix}{name}{f'[{lane}]' if vector else ''}: {problem}")


def _value(wanted, held: tuple[int, int], bits: int, where: str) -> str | None:
    """What is wrong with a value. Bits clear in the mask are looked at by nothing, whatever else is asked."""
    if not isinstance(wanted, Expected):
        wanted = Expected(value=wanted)
    _check(wanted, bits, where)
    mask = (1 << bits) - 1 if wanted.mask is None else integer(wanted.mask, bits, where)
    value, opened = held[0] & mask, held[1] & mask
    if opened:
        return f"the ISA leaves it open here, so nothing can be expected (got {held[0]:#x})"
    if wanted.nan is not None:
        return None if is_nan(value, wanted.nan) else f"expected a NaN of {wanted.nan}, got {value:#x}"
    if wanted.any is not None:
        options = [integer(one, bits, where) & mask for one in wanted.any]
        return None if value in options else f"expected one of {', '.join(map(hex, options))}, got {value:#x}"
    right = integer(wanted.value, bits, where) & mask
    if not wanted.ulp:
        return None if value == right else f"expected {right:#x}, got {value:#x}"
    kind = wanted.as_ or "f32"
    apart, rest = distance(value, right, kind), (value ^ right) >> KINDS[kind][0]
    near = apart is not None and apart <= wanted.ulp and not rest
    return None if near else f"expected {right:#x} within {wanted.ulp} ulp, got {value:#x}"


def _check(wanted: Expected, bits: int, where: str) -> None:
    """An expected value asks one thing, of a float no wider than what holds it. Raises CaseError."""
    asked = [key for key in ("value", "nan", "any") if getattr(wanted, key) is not None]
    if len(asked) != 1:
        raise CaseError(where, f'gives {" and ".join(asked) or "none of them"}; needs one of "value", "nan" and "any"')
    if wanted.value is None and (wanted.ulp or wanted.as_):
        raise CaseError(where, f'"ulp" and "as" are for "value", not for "{asked[0]}"')
    if wanted.any == []:
        raise CaseError(where, '"any" names no value')
    kind = wanted.nan or (wanted.as_ or "f32" if wanted.ulp else None)
    if kind and KINDS[kind][0] > bits:
        raise CaseError(where, f"an {kind} has {KINDS[kind][0]} bits; there are {bits}")


def _memory(wanted, plan: Plan, outcome: Outcome, unmet: list[str]) -> None:
    """Bytes of a region, in whatever observed piece holds them; a target may have moved the piece."""
    size, held = len(from_hex(wanted.bytes, "expect.memory")), by_piece(outcome.memory)
    start = next((one.address for one in (*plan.regions, *plan.looks) if one.name == wanted.name), None)
    for piece, look in by_piece(plan.looks).items():
        if start is not None and piece in held:
            at = start + wanted.offset - look.address
            if 0 <= at and at + size <= look.size:
                _bytes(wanted, held[piece].data[at:], held[piece].open[at:], "memory", wanted.name, unmet)
                return
    unmet.append(f"memory {wanted.name}: {size} bytes at offset {wanted.offset} expected, but not in the result")


def _lds(expect: Expect, outcome: Outcome, unmet: list[str]) -> None:
    """Bytes of the LDS of the last group, which is what a result holds."""
    if expect.lds and not outcome.lds:
        unmet.append('lds: expected, but not observed; add "lds": true to "observe"')
        return
    for wanted in expect.lds or []:
        data = outcome.lds[-1]
        if wanted.offset + len(from_hex(wanted.bytes, "expect.lds")) > len(data):
            unmet.append(f"lds+{wanted.offset}: expected, but there are {len(data)} bytes")
        else:
            _bytes(wanted, data[wanted.offset:], b"", "lds", "lds", unmet)


def _bytes(wanted, data: bytes, opened: bytes, key: str, name: str, unmet: list[str]) -> None:
    """Holds bytes that are there, from where they are wanted on, to those expected. Raises CaseError."""
    where = f"expect.{key}"
    right = from_hex(wanted.bytes, where)
    mask = b"\xff" * len(right) if wanted.mask is None else from_hex(wanted.mask, where)
    if not right or len(mask) != len(right):
        raise CaseError(where, f"a mask of {len(mask)} bytes for {len(right)}; give a byte of it for each"
                        if right else "expects no bytes; write at least one")
    hidden = opened[:len(right)].ljust(len(right), b"\0")
    for at, (a, b, m, o) in enumerate(zip(right, data[:len(right)], mask, hidden, strict=True)):
        if o & m or (a ^ b) & m:
            word = at // 4 * 4
            unmet.append(
                f"{name}+{wanted.offset + word}: expected {right[word:word + 4].hex()}, got {data[word:word + 4].hex()}"
                + (" (open)" if o & m else "")
            )
            return
