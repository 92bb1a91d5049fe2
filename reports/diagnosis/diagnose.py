"""The worker's side of diagnosis: of a failing form, which faults explain what was seen, and of what none explains,
which axes matter."""
from __future__ import annotations

from functools import reduce
from operator import or_

from ...generators.form_coverage import instruction_features, wave_batch
from ...harness.case.case_types import CaseError, case_to_dict
from ...harness.case.disassembly import instruction_texts
from ...harness.comparison import differential
from ...harness.execution.outcome import NO_ANSWER_STATUSES
from . import departures, faults, features, lanes, near
from .evidence import Seen
from .faults import Held, Match

PICKS, RESTS = 3, 3                                  # defects of one form that are told apart, by faults and by axes
ALIKE = 400                                          # faults kept that explain the same


def operations_in(arch: str, wave: int, code: bytes) -> list[str]:
    """The rows of the operations in some code, each once."""
    known, found = differential.operations_by_mnemonic(arch), []
    for half in instruction_texts(arch, wave, code):
        op = known.get(half.partition(" ")[0])
        if op is not None and op.name not in found:
            found.append(op.name)
    return found


def entry(where: tuple[str, str], small: near.Small, **more) -> dict:
    """A defect of one form as it goes into the certificate.  `where`: operation and form."""
    compared = small.pair.comparison
    return {
        "operation": where[0], "form": where[1], "case": small.case, "cause": compared.cause, "text": compared.text,
        "differences": small.differences, "faults": [], "axes": None, "wrong": "", "rules": [], "features": frozenset(),
        "way": features.outcome(compared), "how": {}, "lanes": frozenset(), **more,
    }


def diagnose(target, where: tuple[str, str], failing: list[Seen], passing: list[Seen]) -> list[dict]:
    """The defects of one form: what faults explain, then what is left, a few of each."""
    held = Held(failing + passing, target.choices)
    if not held.units:                               # what differs is no word: the number of instructions, findings
        case = near.small_case(target, failing[0], 0, None)
        return [entry(where, case, wrong=failing[0].comparison.cause, features=common(failing))]
    plan, held.anyhow = failing[0].plan, wrong_anyhow(held)
    matches = faults.explaining(operations_in(plan.arch, plan.wave, plan.code), held)
    left = held.whole()
    found = []
    while matches and len(found) < PICKS:
        best = max(matches, key=lambda one: weight(one, left))
        if not weight(best, left):
            break
        found.append(explained(target, where, held, best, matches, left))
        for unit, bits in best.covers.items():
            left[unit] &= ~bits
    return found + rest(target, where, held, {unit: bits for unit, bits in left.items() if bits})


def common(seen) -> frozenset[str]:
    """The features that all of these cases have; none where a case was written by hand."""
    ones = (frozenset() if isinstance(one.one, dict) else features.of(one.one) for one in seen)
    return frozenset.intersection(*ones)


def shared(held: Held, left: dict[int, int]) -> frozenset[str]:
    """The features that all cases of these units have; of those of lanes, what is true of every wrong word."""
    words = {word for unit, bits in left.items() for word in by_lanes(held, unit, bits)}
    found = common(held.seen[held.units[unit][0]] for unit in left) - lanes.WORDS
    return found | lanes.WORDS & words if len(words) == 1 else found


def by_lanes(held: Held, unit: int, bits: int) -> dict[str, int]:
    """{what DPP does to the lane of a wrong word, "" where that is nothing, or explains nothing: these words}"""
    return {"": bits} if held.anyhow else parts(held, unit, bits)


def parts(held: Held, unit: int, bits: int) -> dict[str, int]:
    """{what DPP does to the lane of a wrong word, "" where that is nothing: these words of a unit}"""
    case, wave = held.units[unit]
    said = said_of_lanes(held.seen[case].one, wave)
    if not said:
        return {"": bits}
    found, numbers = {}, [n for n in range(bits.bit_length()) if bits >> n & 1]
    for n, mine in zip(numbers, wrong_lanes(held, unit, bits)):
        word = next((word for word, some in said.items() if some & mine & -mine), "")
        found[word] = found.get(word, 0) | 1 << n
    return found


def done_to(held: Held, left: dict[int, int]) -> frozenset[str]:
    """What DPP does to every lane that is wrong of these words, "" where that is nothing."""
    found = set()
    for unit, bits in left.items():
        case, wave = held.units[unit]
        said = said_of_lanes(held.seen[case].one, wave)
        for mine in wrong_lanes(held, unit, bits) if said else (0,):
            found |= {word for word, some in said.items() if some & mine}
            if not mine or mine & ~reduce(or_, said.values()):
                found.add("")
    return frozenset(found)


def said_of_lanes(one, wave: int) -> dict[str, int]:
    """lanes.of_lanes() of one wave of a case; nothing of a case of another kind."""
    fields = one.encoding.fields if isinstance(one, wave_batch.Waves) else None
    return lanes.of_lanes(one.form, fields, one.encoding.wave, one.masks[wave]) if fields else {}


def wrong_anyhow(held: Held) -> bool:
    """Are most lanes wrong to which DPP does no more than to move?  Then what it does to others explains nothing."""
    units, wrong, total = {place: unit for unit, place in enumerate(held.units)}, 0, 0
    for case, seen in enumerate(held.seen):
        for wave, mask in enumerate(seen.one.masks if isinstance(seen.one, wave_batch.Waves) else ()):
            plain = mask & ~reduce(or_, said_of_lanes(seen.one, wave).values(), 0)
            total += plain.bit_count()
            if (unit := units.get((case, wave))) is not None:
                bad = reduce(or_, wrong_lanes(held, unit, held.every(unit)), 0)
                wrong += (bad & plain).bit_count()
    return 2 * wrong > total


def wrong_lanes(held: Held, unit: int, bits: int) -> list[int]:
    """The lanes that each of these words of a unit is of, a bit each; 0 where it is of none."""
    one = held.seen[held.units[unit][0]].one
    if isinstance(one, dict):
        return []
    fields = (one.encoding if isinstance(one, wave_batch.Waves) else one).fields or {}
    return [lanes.wrong(one.form, fields, *changed) for changed in held.lanes(unit, bits)]


def weight(match: Match, left: dict[int, int]) -> int:
    """How much a fault explains: whole units before parts of them."""
    gained = {unit: bits & left[unit] for unit, bits in match.covers.items() if bits & left[unit]}
    whole = sum(bits == left[unit] for unit, bits in gained.items())
    return 100_000 * whole + sum(bits.bit_count() for bits in gained.values())


def explained(target, where, held: Held, best: Match, matches: list[Match], left: dict[int, int]) -> dict:
    """The entry of what a fault explains, with those that explain all of that too."""
    gained = {unit: bits & left[unit] for unit, bits in best.covers.items() if bits & left[unit]}
    alike = [one for one in matches if all(bits & ~one.covers.get(unit, 0) == 0 for unit, bits in gained.items())]
    unit = min(gained, key=lambda n: (gained[n] != held.every(n), held.seen[held.units[n][0]].one is None, n))
    what = shared(held, gained)
    wrong = signature(held, unit, gained[unit])
    made = entry(where, small(target, held, unit, gained[unit]), wrong=wrong, features=what,
                 how=departures.of_units(held, gained), lanes=done_to(held, gained))
    alike.sort(key=lambda one: one is not best)
    return made | {"faults": [[one.group, one.key, one.cause] for one in alike[:ALIKE]]}


def small(target, held: Held, unit: int, bits: int) -> near.Small:
    """The unit's case made small."""
    case, wave = held.units[unit]
    bad = next(iter(wrong_lanes(held, unit, bits)), 0)
    return near.small_case(target, held.seen[case], wave, (bad & -bad).bit_length() - 1 if bad else None)


def rest(target, where, held: Held, left: dict[int, int]) -> list[dict]:
    """What no fault explains, by what DPP does to the lane, else by the bits that are wrong.  Where it explains nothing
    the lanes that it does something to are `beside` the others."""
    groups: dict[str, dict[int, int]] = {}
    for unit, bits in left.items():
        for word, some in parts(held, unit, bits).items():
            groups.setdefault(word or signature(held, unit, some), {})[unit] = some
    found = []
    for key, units in sorted(groups.items(), key=lambda item: -len(item[1]))[:RESTS]:
        unit = min(units, key=lambda n: units[n].bit_count())
        one = held.seen[held.units[unit][0]].one
        case = small(target, held, unit, units[unit])
        beside = held.anyhow and key in lanes.WORDS
        plain = beside or isinstance(one, dict) or case.pair.comparison.cause in NO_ANSWER_STATUSES
        axes = None if plain else near.axes(target, case, one)
        wrong = signature(held, unit, units[unit]) if key in lanes.WORDS else key
        found.append(entry(where, case, wrong=wrong, axes=axes, features=shared(held, units), beside=beside,
                           how=departures.of_units(held, units), lanes=done_to(held, units)))
    seen: list[dict] = []
    for made in found:                               # the same axes are one defect, whatever bits it spoils
        if not any(made["axes"] and made["axes"] == other["axes"] and made["features"] & lanes.WORDS
                   == other["features"] & lanes.WORDS for other in seen):
            seen.append(made)
    return seen


def signature(held: Held, unit: int, bits: int) -> str:
    """Where and how the words are wrong, so that the same defect says the same of every operation."""
    case, _ = held.units[unit]
    compared = held.seen[case].comparison
    if held.words[case].wrong[0]:
        return features.way(compared)
    found = set()
    for name, flipped in held.changed(unit, bits):
        kind = departures.place_of(name)
        found.add((kind, bits_of(kind, flipped)))
    kinds = sorted({kind for kind, _ in found})
    return "; ".join(f"{kind}: {'/'.join(sorted({b for k, b in found if k == kind})[:2])}" for kind in kinds)


def bits_of(kind: str, flipped: int) -> str:
    """Which bits of a word are wrong, in a word or two."""
    if kind in ("scc", "vcc", "exec"):
        return "bits"
    if flipped == 0x80000000 or flipped == 0x8000:
        return "the sign"
    if flipped < 1 << 16:
        return "the low half" if flipped > 3 else "the last bits"
    return "the high half" if not flipped & 0xFFFF else "all"


def of_case(pair, rules, at: instruction_features.DecodedInstruction | None = None) -> dict:
    """A failing case of no form, as an entry; which faults explain it is asked once there are some.  `at`: the
    instruction at which target and model part."""
    case, compared = case_to_dict(pair.plan.case), pair.comparison
    places = sorted({departures.place_of(one.where) for one in compared.differences})
    wrong = "; ".join(places) if compared.cause == "mismatch" else features.way(compared)
    return entry(("", pair.plan.case.name), near.Small(case, pair), rules=list(rules), wrong=wrong,
                 at=at.operation if at else "", form_at=at.name if at else "",
                 features=features.of_encoding(at.form, at.kinds | at.modifiers) if at else frozenset(),
                 how=departures.of_differences(pair))


def parted_at(target, plan) -> instruction_features.DecodedInstruction | None:
    """The instruction at which model and target part; None where that is not known."""
    try:
        found = differential.first_difference(plan.case, target)
    except CaseError:
        return None
    code = plan.code[int(found["pc"], 16) - plan.base:] if "pc" in found else b""
    return next(iter(instruction_features.decode_instruction(plan.arch, plan.wave, code)), None)


def explain_suite(target, pair, dictionary) -> list[Match]:
    """The faults of a dictionary that explain all of a failing case by hand."""
    names, held = operations_in(pair.plan.arch, pair.plan.wave, pair.plan.code), alone(target, pair)
    found = faults.candidates(dictionary, held, names) if held else []
    return [one for one in found if one.covers == held.whole()]


def seen_of(target, pair) -> Seen:
    """A pair of a case by hand, or of a program, as faults are held against it."""
    return Seen(pair.plan, pair.model, pair.target, case_to_dict(pair.plan.case), pair.comparison,
                differential.float_kinds(pair.plan), differential.checked_features(target))


def alone(target, pair) -> Held | None:
    """A failing pair by itself, as words; None where nothing that differs is one."""
    seen = seen_of(target, pair)
    try:
        held = Held([seen], target.choices)
    except (CaseError, ValueError):
        return None
    return held if held.units else None


def part_explained(target, pair, fault, library) -> int:
    """How much of a failing pair one fault of a dictionary explains: 2, all; 1, something; 0, nothing."""
    held = alone(target, pair)
    found = faults.matches([fault], library, held) if held else []
    return 1 + (found[0].covers == held.whole()) if held and found else 0
