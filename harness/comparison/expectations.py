"""Checks an outcome against the expectations of a case: registers by lane, ULP, NaN, masks, memory, findings."""
from __future__ import annotations

from collections import Counter

from ..case import register_names
from ..case.case_types import CaseError, Expect, Expected, unsigned_integer
from ..case.float_bits import FLOAT_FORMATS, ulp_distance, is_nan
from ..case.memory_layout import parse_hex
from ..case.plan import Plan
from ..execution.outcome import UNKNOWN_INSTRUCTION_COUNT, Outcome, WaveRegisters, memory_by_piece

MAX_UNMET_LISTED = 12


def unmet_expectations(expect: Expect, plan: Plan, outcome: Outcome) -> list[str]:
    """Return a sentence for each unmet expectation. Raises CaseError for malformed expectations."""
    unmet: list[str] = []
    if outcome.status != expect.status:
        why = f" ({outcome.text})" if outcome.text else ""
        unmet.append(f"status: expected {expect.status}, got {outcome.status}{why}")
    if expect.instructions is not None and outcome.instructions not in (UNKNOWN_INSTRUCTION_COUNT, expect.instructions):
        unmet.append(f"instructions: expected {expect.instructions}, got {outcome.instructions}")
    expected_waves = [expect.registers] * len(outcome.waves) if expect.registers else []
    for number, wanted in [*enumerate(expected_waves), *enumerate(expect.waves)]:
        if number >= len(outcome.waves):
            unmet.append(f"wave {number}: expected, but there are {len(outcome.waves)}")
            continue
        prefix = f"wave {number} " if len(outcome.waves) > 1 else ""
        _check_registers(wanted, plan, outcome.waves[number], prefix, unmet)
    if expect.registers and not outcome.waves:
        unmet.append("registers: expected, but the result has no wave")
    for wanted in expect.memory:
        _check_memory(wanted, plan, outcome, unmet)
    _check_lds(expect, outcome, unmet)
    _check_exports(expect, outcome, unmet)
    _check_messages(expect, outcome, unmet)
    _check_findings(expect, outcome, unmet)
    if expect.any is not None and all(unmet_expectations(alternative, plan, outcome) for alternative in expect.any):
        unmet.append(f"any: none of {len(expect.any)} alternatives holds")
    if expect.outcomes or expect.never:
        _check_outcomes(expect, plan, outcome, unmet)
    more = [f"and {len(unmet) - MAX_UNMET_LISTED} more"] if len(unmet) > MAX_UNMET_LISTED else []
    return unmet[:MAX_UNMET_LISTED] + more


def _check_outcomes(expect: Expect, plan: Plan, outcome: Outcome, unmet: list[str]) -> None:
    """Check that every result is listed in `outcomes` and none in `never`. If the model has found all allowed outcomes,
    also check that each listed one occurs."""
    allowed = outcome.allowed
    if allowed is not None and not allowed.complete:
        unmet.append(f"outcomes: the search was cut: {allowed.cut}")
    results = [outcome] if allowed is None else [entry.outcome for entry in allowed.results]
    matched: set[int] = set()
    for number, result in enumerate(results, 1):
        differences = [unmet_expectations(wanted, plan, result) for wanted in expect.outcomes]
        matched |= {position for position, listed in enumerate(differences) if not listed}
        if differences and all(differences):
            unmet.append(f"outcome {number} of {len(results)} is not listed: {differences[0][0]}")
        unmet.extend(f"outcome {number} of {len(results)} is the one that never comes out ({position})"
                     for position, wanted in enumerate(expect.never, 1) if not unmet_expectations(wanted, plan, result))
    if allowed is not None:
        unmet.extend(f"outcome {number + 1} of those listed does not come out"
                     for number in range(len(expect.outcomes)) if number not in matched)


def _check_exports(expect: Expect, outcome: Outcome, unmet: list[str]) -> None:
    """Compare the exports of all waves, in order."""
    if expect.exports is None:
        return
    if len(expect.exports) != len(outcome.exports):
        unmet.append(f"exports: expected {len(expect.exports)}, got {len(outcome.exports)}")
    for number, (wanted, got) in enumerate(zip(expect.exports, outcome.exports)):
        for key in ("target", "wave", "done", "vm", "compressed", "row"):
            if getattr(wanted, key) != got[key]:
                unmet.append(f"export {number}: {key}: expected {getattr(wanted, key)}, got {got[key]}")
        lanes = None if wanted.lanes is None else unsigned_integer(wanted.lanes, 64, "expect.exports.lanes")
        if lanes is not None and lanes != int(got["lanes"], 16):
            unmet.append(f"export {number}: lanes: expected {wanted.lanes}, got {got['lanes']}")
        if wanted.values and set(wanted.values) != set(got["values"]):
            sources = ", ".join(got["values"])
            unmet.append(f"export {number}: sources {', '.join(wanted.values)} expected, got {sources}")
        for source, lane_values in wanted.values.items():
            for lane, value in enumerate(lane_values):
                expected = None if value is None else hex(unsigned_integer(value, 32, "expect.exports.values"))
                if expected is not None and got["values"].get(source, {}).get(str(lane)) != expected:
                    got_value = got["values"].get(source, {}).get(str(lane), "nothing")
                    unmet.append(f"export {number}: source {source}[{lane}]: expected {expected}, got {got_value}")


def _check_messages(expect: Expect, outcome: Outcome, unmet: list[str]) -> None:
    """Compare the messages of all waves, in order."""
    if expect.messages is None:
        return
    got = [(message["wave"], message["code"], message.get("payload")) for message in outcome.messages]
    wanted = [
        (message.wave, message.code,
         None if message.payload is None else hex(unsigned_integer(message.payload, 32, "expect.messages")))
        for message in expect.messages
    ]
    if wanted != got:
        unmet.append(f"messages: expected {wanted}, got {got}")


def _check_findings(expect: Expect, outcome: Outcome, unmet: list[str]) -> None:
    wanted = Counter(expect.findings or [])
    got = Counter(outcome.broken_rules)
    for rule in (wanted - got) + (got - wanted):
        unmet.append(f"finding {rule}: expected {wanted[rule]}, got {got[rule]}")
    unmet.extend(f"note {rule}: expected, but there is none" for rule in expect.notes
                 if not any(finding["rule"] == rule and finding["kind"] in ("note", "stall")
                            for finding in outcome.findings))


def _read_register(register, wave: WaveRegisters, lane: int) -> tuple[int, int] | None:
    """Return (value, undefined bits) of a register or tuple in one lane, or None if the result does not contain it."""
    value = undefined = 0
    for index, dword in enumerate(register.dwords):
        if register.file == "v":
            lanes = wave.vectors.get(register.first + index)
            if lanes is None:
                return None
            part, mask = int(lanes[lane]), int(wave.undefined_row(register.first + index, len(lanes))[lane])
        else:
            if dword not in wave.scalars:
                return None
            part, mask = wave.scalars[dword], wave.undefined_scalars.get(dword, 0)
        value, undefined = value | part << 32 * index, undefined | mask << 32 * index
    return value, undefined


def _check_registers(wanted: dict, plan: Plan, wave: WaveRegisters, prefix: str, unmet: list[str]) -> None:
    for name, values in wanted.items():
        try:
            register = register_names.parse_register(
                f"{name}_lo" if plan.wave == 32 and name in ("vcc", "exec") else name, plan.arch
            )  # masks of 32 lanes
        except register_names.RegisterNameError as problem:
            raise CaseError(f"expect.registers.{name}", str(problem)) from None
        vector = register.file == "v"
        if isinstance(values, list) and (not vector or len(values) > plan.wave):
            raise CaseError(f"expect.registers.{name}", f"a list by lane is for vN, of at most {plan.wave} lanes")
        lanes = values if isinstance(values, list) else [values] * (plan.wave if vector else 1)
        for lane, value in enumerate(lanes):
            if value is None:
                continue
            read = _read_register(register, wave, lane)
            if read is None:
                missing = [dword for dword in register.dwords if dword not in (plan.observed or ())]
                remedy = "add it to observe.registers" if missing else "the target does not report it"
                unmet.append(f"{prefix}{name}: expected, but not in the result; {remedy}")
                break
            problem = _value_problem(value, read, 32 * len(register.dwords), f"expect.registers.{name}")
            if problem:
                unmet.append(f"{prefix}{name}{f'[{lane}]' if vector else ''}: {problem}")


def _value_problem(wanted, read: tuple[int, int], bits: int, where: str) -> str | None:
    """Return how a value with undefined bits differs from the expected one, or None if it does not. Only bits set in
    the mask are compared."""
    if not isinstance(wanted, Expected):
        wanted = Expected(value=wanted)
    _check_expected_value(wanted, bits, where)
    mask = (1 << bits) - 1 if wanted.mask is None else unsigned_integer(wanted.mask, bits, where)
    value, undefined = read[0] & mask, read[1] & mask
    if undefined:
        return f"the ISA leaves it undefined here, so nothing can be expected (got {read[0]:#x})"
    if wanted.nan is not None:
        return None if is_nan(value, wanted.nan) else f"expected a NaN of {wanted.nan}, got {value:#x}"
    if wanted.any is not None:
        options = [unsigned_integer(one, bits, where) & mask for one in wanted.any]
        return None if value in options else f"expected one of {', '.join(map(hex, options))}, got {value:#x}"
    expected = unsigned_integer(wanted.value, bits, where) & mask
    if not wanted.ulp:
        return None if value == expected else f"expected {expected:#x}, got {value:#x}"
    kind = wanted.as_ or "f32"
    ulps, upper_bits_differ = ulp_distance(value, expected, kind), (value ^ expected) >> FLOAT_FORMATS[kind][0]
    near = ulps is not None and ulps <= wanted.ulp and not upper_bits_differ
    return None if near else f"expected {expected:#x} within {wanted.ulp} ulp, got {value:#x}"


def _check_expected_value(wanted: Expected, bits: int, where: str) -> None:
    """Raise CaseError unless an expected value has one criterion and a float kind that fits the register."""
    keys = [key for key in ("value", "nan", "any") if getattr(wanted, key) is not None]
    if len(keys) != 1:
        raise CaseError(where, f'gives {" and ".join(keys) or "none of them"}; needs one of "value", "nan" and "any"')
    if wanted.value is None and (wanted.ulp or wanted.as_):
        raise CaseError(where, f'"ulp" and "as" are for "value", not for "{keys[0]}"')
    if wanted.any == []:
        raise CaseError(where, '"any" names no value')
    kind = wanted.nan or (wanted.as_ or "f32" if wanted.ulp else None)
    if kind and FLOAT_FORMATS[kind][0] > bits:
        raise CaseError(where, f"an {kind} has {FLOAT_FORMATS[kind][0]} bits; there are {bits}")


def _check_memory(wanted, plan: Plan, outcome: Outcome, unmet: list[str]) -> None:
    """Compare bytes of a region with the observed block that contains them. A target may have moved the block."""
    size, blocks = len(parse_hex(wanted.bytes, "expect.memory")), memory_by_piece(outcome.memory)
    start = next((block.address for block in (*plan.regions, *plan.observed_ranges) if block.name == wanted.name), None)
    for piece, look in memory_by_piece(plan.observed_ranges).items():
        if start is not None and piece in blocks:
            offset = start + wanted.offset - look.address
            if 0 <= offset and offset + size <= look.size:
                block = blocks[piece]
                _check_bytes(wanted, block.data[offset:], block.undefined[offset:], "memory", wanted.name, unmet)
                return
    unmet.append(f"memory {wanted.name}: {size} bytes at offset {wanted.offset} expected, but not in the result")


def _check_lds(expect: Expect, outcome: Outcome, unmet: list[str]) -> None:
    """Compare bytes of the LDS of the last group; results contain no other LDS."""
    if expect.lds and not outcome.lds:
        unmet.append('lds: expected, but not observed; add "lds": true to "observe"')
        return
    for wanted in expect.lds or []:
        data = outcome.lds[-1]
        if wanted.offset + len(parse_hex(wanted.bytes, "expect.lds")) > len(data):
            unmet.append(f"lds+{wanted.offset}: expected, but there are {len(data)} bytes")
        else:
            _check_bytes(wanted, data[wanted.offset:], b"", "lds", "lds", unmet)


def _check_bytes(wanted, data: bytes, undefined: bytes, key: str, name: str, unmet: list[str]) -> None:
    """Compare the bytes from the expected offset on with those expected. Raises CaseError for a wrong mask."""
    where = f"expect.{key}"
    expected = parse_hex(wanted.bytes, where)
    mask = b"\xff" * len(expected) if wanted.mask is None else parse_hex(wanted.mask, where)
    if not expected or len(mask) != len(expected):
        raise CaseError(where, f"a mask of {len(mask)} bytes for {len(expected)}; give a byte of it for each"
                        if expected else "expects no bytes; write at least one")
    undefined_bytes = undefined[:len(expected)].ljust(len(expected), b"\0")
    for offset, (a, b, m, o) in enumerate(zip(expected, data[:len(expected)], mask, undefined_bytes, strict=True)):
        if o & m or (a ^ b) & m:
            dword = offset // 4 * 4
            want, got = (content[dword:dword + 4].hex() for content in (expected, data))
            unmet.append(
                f"{name}+{wanted.offset + dword}: expected {want}, got {got}" + (" (undefined)" if o & m else "")
            )
            return
