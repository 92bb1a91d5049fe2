"""How wrong values depart from right ones, in words: what all wrong words of a defect have in common."""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from ...generators.form_coverage import wave_batch
from ...generators.instructions import modifiers
from ...generators.instructions.instruction_case import SCALARS
from ...generators.values import value_classes
from ...harness.case.float_bits import is_nan, ulp_distance
from ...harness.comparison import differential as pairs
from ...spec.encode import Operand
from ...spec.slots import slots

NEARLY = 0.95                                        # of the wrong values
LAST = 4                                             # steps of a number that are its last bits
MANY = 3                                             # different values that stand elsewhere too are no chance
KEPT = 64                                            # wrong values of a wave that are looked at
# What may be true of a wrong value, the most telling first: as the predicate of a sentence.
SAID = {
    "old":         "keeps its old value",
    "zero sign":   "is 0 of the wrong sign",
    "quiet":       "is a signalling NaN instead of a quiet one",
    "which nan":   "is another NaN",
    "to nan":      "is NaN instead of a number",
    "from nan":    "is a number instead of NaN",
    "flushed":     "is 0 instead of a subnormal",
    "kept":        "is a subnormal instead of 0",
    "to finite":   "is a number instead of infinity",
    "to infinite": "is infinity instead of a number",
    "sign":        "has the wrong sign",
    "source 0":    "is source 0",
    "source 1":    "is source 1",
    "source 2":    "is source 2",
    "zero":        "is 0",
    "one":         "is 1",
    "inverted":    "is inverted",
    "last":        "differs in its last bits",
    "from most":   "does not saturate",
    "to most":     "saturates",
    "lane":        "is another lane's",
    "cleared":     "lacks bits",
    "set":         "has bits too many",
    "low":         "differs in its low half",
    "high":        "differs in its high half",
}
# Of two words that explain only together, these say enough.
PAIRED = ("old", "zero sign", "quiet", "which nan", "to nan", "from nan", "flushed", "kept", "to finite", "to infinite",
          "sign", "zero", "one", "last", "from most")


@dataclass(frozen=True, slots=True)
class Value:
    """One wrong value.  `kind`: f16, bf16, f32, f64 or "" for bits; `old`: what stood there before, None where that is
    not known; `sources`: what the operands held; `others`: what is right in other lanes."""
    right: int
    got: int
    width: int
    kind: str = ""
    old: int | None = None
    sources: tuple = ()
    others: frozenset = field(default=frozenset(), compare=False)


def words_of(one: Value) -> Iterator[str]:
    """Everything of SAID that is true of a wrong value."""
    full = (1 << one.width) - 1
    right, got = one.right & full, one.got & full
    if one.old is not None and got == one.old & full:
        yield "old"
    if one.kind:
        yield from of_floats(right, got, one.kind)
    yield from of_bits(right, got, one.width)
    for number, source in enumerate(one.sources):
        if source is not None and got == source & full:
            yield f"source {number}"
    if got in one.others:
        yield "lane"


def of_floats(right: int, got: int, kind: str) -> Iterator[str]:
    """What is true of floats."""
    classes = class_of(right, kind), class_of(got, kind)
    numbers = {"zero", "subnormal", "a number"}
    told = {
        ("zero", "zero"): "zero sign", ("subnormal", "zero"): "flushed", ("zero", "subnormal"): "kept",
        ("quiet NaN", "signalling NaN"): "quiet", ("quiet NaN", "quiet NaN"): "which nan",
    }
    if classes in told:
        yield told[classes]
    nans = [name.endswith("NaN") for name in classes]
    if nans[1] > nans[0]:
        yield "to nan"
    if nans[0] > nans[1]:
        yield "from nan"
    if classes[0] == "infinite" and classes[1] in numbers:
        yield "to finite"
    if classes[1] == "infinite" and classes[0] in numbers:
        yield "to infinite"
    if not any(nans) and 0 < (ulp_distance(right, got, kind) or 0) <= LAST:
        yield "last"


def of_bits(right: int, got: int, width: int) -> Iterator[str]:
    """What is true of any bits."""
    full, top = (1 << width) - 1, 1 << width - 1
    flipped, half = right ^ got, width // 2
    most = (full, top, top - 1)
    if flipped == full:
        yield "inverted"
    if not got:
        yield "zero"
    if width == 1:
        if got:
            yield "one"
        return
    if flipped == top:
        yield "sign"
    if min(right - got & full, got - right & full) < LAST:
        yield "last"
    if right in most and got not in most:
        yield "from most"
    if got in most and right not in most:
        yield "to most"
    if not got & flipped:
        yield "cleared"
    if not right & flipped:
        yield "set"
    if not flipped >> half:
        yield "low"
    if not flipped & (1 << half) - 1:
        yield "high"


def class_of(bits: int, kind: str) -> str:
    """zero, subnormal, a number, infinite, quiet NaN or signalling NaN."""
    exponent, fraction = value_classes.FLOAT_FORMATS[kind]
    magnitude = bits & (1 << exponent + fraction) - 1
    if is_nan(magnitude, kind):
        return "quiet NaN" if magnitude >> fraction - 1 & 1 else "signalling NaN"
    if magnitude >> fraction == (1 << exponent) - 1:
        return "infinite"
    return "zero" if not magnitude else "a number" if magnitude >> fraction else "subnormal"


def common(some: Iterable[Value]) -> str:
    """The word that is true of nearly all, else two that are together; "" where there are none."""
    every = list(some)
    few = len({one.got for one in every}) < MANY
    told = [{word for word in words_of(one) if not (few and word.startswith(("lane", "source")))} for one in every]
    enough, count = NEARLY * len(every), Counter(word for words in told for word in words)
    order = [word for word in SAID if count[word]]
    pairs = ((one, other) for n, one in enumerate(order) if one in PAIRED for other in order[n + 1:] if other in PAIRED)
    both = (f"{one}/{other}" for one, other in pairs if sum(bool({one, other} & words) for words in told) >= enough)
    return next((word for word in order if count[word] >= enough), "") or next(both, "")


def said(word: str) -> str:
    """The predicate of a sentence: of one word, or two; "is wrong" of none."""
    return " or ".join(SAID[one] for one in word.split("/")) if word else "is wrong"


# ---- the wrong values of cases ----

def of_units(held, units: dict[int, int]) -> dict[str, str]:
    """{place: what is true of its wrong values} of these wrong words of units."""
    found: dict[str, list[Value]] = {}
    for unit, bits in units.items():
        for place, value in of_unit(held, unit, bits):
            found.setdefault(place, []).append(value)
    return {place: common(some) for place, some in sorted(found.items())}


def of_unit(held, unit: int, bits: int) -> Iterator[tuple[str, Value]]:
    """(place, value) of the first wrong words of a unit."""
    case, wave = held.units[unit]
    seen, words = held.seen[case], held.words[case]
    starts = np.cumsum([0, *(lanes for _, _, lanes in words.names)])
    rows = {(number, name): int(start) for (number, name, _), start in zip(words.names, starts)}
    state = seen.plan.wave_states[wave] if seen.plan.wave_states else seen.plan.state
    registers = sources_of(seen.one)
    for at in [at for n, at in enumerate(held.places[unit].tolist()) if bits >> n & 1][:KEPT]:
        row = int(np.searchsorted(starts, at, "right")) - 1
        _, name, lanes = words.names[row]
        first, lane = int(starts[row]), at - int(starts[row])
        double = next((n for n in doubles(name) if seen.kinds.get(n) == "f64" and (wave, f"v{n + 1}") in rows), None)
        if double is not None:
            yield "VGPR", of_double(words, [rows[wave, f"v{n}"] + lane for n in (double, double + 1)],
                                    [held_in(state, f"v{n}", lane) for n in (double, double + 1)])
            continue
        vector = is_vector(name)
        kind = seen.kinds.get(int(name[1:]), "") if vector else ""
        apart = place_of(name) in ("memory", "lds")    # no lane's: what its dwords are numbered by is an address
        sources = () if apart else tuple(held_in(state, register, lane) for register in registers)
        others = frozenset(words.golden[first:first + lanes].tolist()) if vector else frozenset()
        right, got = int(words.golden[at]), int(words.got[at])
        old = None if apart else held_in(state, name, lane)
        yield from of_word(name, Value(right, got, 32, kind, old, sources, others))


def is_vector(name: str) -> bool:
    """Is this the name of a VGPR?"""
    return name[0] == "v" and name[1:].isdigit()


def doubles(name: str) -> tuple[int, ...]:
    """The VGPRs at which a number of two may begin that has this one."""
    return (int(name[1:]), int(name[1:]) - 1) if is_vector(name) else ()


def of_double(words, places: list[int], olds: list[int | None]) -> Value:
    """The number of two VGPRs, low one first."""
    right, got = (int(some[places[1]]) << 32 | int(some[places[0]]) for some in (words.golden, words.got))
    old = None if olds[0] is None or olds[1] is None else olds[1] << 32 | olds[0]
    return Value(right, got, 64, "f64", old)


def of_word(name: str, one: Value) -> Iterator[tuple[str, Value]]:
    """A wrong dword, or the halves of it that are wrong and hold numbers of their own."""
    place = place_of(name)
    if place == "scc":
        yield place, replace(one, width=1)
    elif one.kind not in ("f16", "bf16"):
        yield place, replace(one, kind=one.kind if one.kind == "f32" else "")
    else:
        for shift in (0, 16):
            if (one.right ^ one.got) >> shift & 0xFFFF:
                old = one.old if one.old is None else one.old >> shift & 0xFFFF
                yield place, Value(one.right >> shift & 0xFFFF, one.got >> shift & 0xFFFF, 16, one.kind, old)


def place_of(name: str) -> str:
    """What a place is: VGPR, SGPR, vcc, exec, another register by its name, or memory."""
    if re.fullmatch(r"[vs](\d+|\[\d+:\d+\])", name):
        return f"{name[0].upper()}GPR"
    return name.partition("_")[0] if re.fullmatch(r"scc|m0|mode|trapsts|lds|(vcc|exec)_(lo|hi)", name) else "memory"


def held_in(state, name: str, lane: int) -> int | None:
    """What a dword held at first; None where that is not known."""
    if is_vector(name):
        row = state.vectors.get(int(name[1:]))
        return None if row is None or lane >= len(row) else int(row[lane])
    return state.scalars.get(name)


def sources_of(one) -> list[str]:
    """The registers of a generated case's sources."""
    if isinstance(one, dict):
        return []
    fields = (one.encoding if isinstance(one, wave_batch.Waves) else one).fields or {}
    found = []
    for slot in slots(one.form):
        operand = fields.get(slot.field)
        if slot.write or not isinstance(operand, Operand) or slot.role not in ("src", "ssrc", "vgpr"):
            continue
        name = SCALARS[one.form.arch].get(operand.code)
        found.append(f"v{operand.code % 256}" if modifiers.is_in_vgprs(one.form, slot, operand) else name or "-")
    return found


def of_differences(pair) -> dict[str, str]:
    """{place: what is true of its wrong values} of the registers of a case by hand."""
    found: dict[str, list[Value]] = {}
    kinds = pairs.float_kinds(pair.plan)
    for one in pair.comparison.differences if pair.comparison.cause == "mismatch" else ():
        place, first = place_of(one.where), re.match(r"v\[?(\d+)", one.where)
        if place == "memory" or not one.expected.startswith("0x"):
            continue
        wide = ":" in one.where
        kind = kinds.get(int(first[1]), "") if first else ""
        state = pair.plan.wave_states[one.wave] if one.wave < len(pair.plan.wave_states) else pair.plan.state
        old = None if wide else held_in(state, one.where, max(0, one.lane))
        kind = "" if wide and kind != "f64" else kind
        value = Value(int(one.expected, 16), int(one.got, 16), 64 if wide else 32, kind, old)
        for name, part in [(place, value)] if wide else of_word(one.where, value):
            found.setdefault(name, []).append(part)
    return {place: common(some) for place, some in sorted(found.items())}
