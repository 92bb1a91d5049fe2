"""Which lanes of an operation move by DPP, which are masked off, read beyond a row, or read a lane that is off: what
matters of EXEC and the masks to a failing lane."""
from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache, partial, reduce
from operator import or_

from ...generators.form_coverage import instruction_features as dissect
from ...generators.instructions import modifiers
from ...spec import ARCHS, codes, families, load
from ...spec.encode import Operand
from ...spec.slots import slots

MASKED, ASLEEP = "a lane that masks switch off", "an inactive source lane"
BEYOND, ZERO = "a source lane beyond the row without BOUND_CTRL", "a source lane beyond the row with BOUND_CTRL"
WORDS = frozenset((MASKED, BEYOND, ZERO, ASLEEP))
MASKS = ("mask", "cmpx", "co")                       # kinds of results that have a bit a lane


@cache
def moves_by(within: str, lanes: str):
    """A row of moves.txt as a function of its code and the lanes, which gives a pair of each."""
    told = "True" if within == "-" else within
    return eval(f"lambda k, lanes: [({told}, {lanes}) for n in lanes]")    # noqa: S307  the table's own words


@cache
def move_of(arch: str, field: str, code: int):
    """[(whether a lane has a source, that lane)] as a function of lanes: the row of moves.txt."""
    for row in load().moves:
        if row["field"] == field and ARCHS[arch] in families(row["family"]) and (
            field == "lanes" or code in codes(row["code"])
        ):
            k = code if row["control"] in ("quad_perm", "dpp8") else code & 15
            return partial(moves_by(row["within"], row["lanes"]), k)
    return lambda lanes: [(True, n) for n in lanes]


@lru_cache(maxsize=1 << 12)
def moves(arch: str, wave: int, field: str, code: int) -> tuple[int, tuple]:
    """(lanes that read beyond the row, (how far away, the lanes that read another one so far away))."""
    beyond, reads = 0, Counter()
    for lane, (within, source) in enumerate(move_of(arch, field, code)(range(wave))):
        if not within or not 0 <= source < wave:
            beyond |= 1 << lane
        elif source != lane:
            reads[source - lane] |= 1 << lane
    return beyond, tuple(reads.items())


def sources(arch: str, wave: int, field: str, code: int, enabled: int, fetch: bool) -> tuple[int, int, tuple]:
    """(lanes that are masked off, lanes that read beyond the row, (how far away, the lanes that read one so far away
    and need it to be on))."""
    beyond, reads = moves(arch, wave, field, code)
    asking = () if fetch else tuple([(far, some & enabled) for far, some in reads if some & enabled])
    return ~enabled & (1 << wave) - 1, beyond & enabled, asking


def asleep(reads: tuple, mask: int) -> int:
    """The lanes that read one which is off under this EXEC; `reads`: as sources() has them."""
    found = 0
    for far, some in reads:
        found |= some & ~(mask >> far if far > 0 else mask << -far)
    return found


def control_of(form, fields: dict) -> tuple[str, int] | None:
    """(what moves.txt calls the field, its code) by which lanes move; None where nothing does."""
    if form.extension == "dpp" and "dpp_ctrl" in fields:
        return "dpp_ctrl", fields["dpp_ctrl"]
    if form.extension == "dpp8":
        return "lanes", sum(fields.get(f"lane{n}", 0) << 3 * n for n in range(8))
    return None


def moved(form, fields: dict, wave: int) -> tuple[int, int, tuple] | None:
    """sources() of an encoding; None where nothing moves."""
    control = control_of(form, fields)
    return control and sources(form.arch, wave, *control, modifiers.dpp_lanes(fields, wave), bool(fields.get("fi")))


def source_of(form, fields: dict, lane: int) -> int | None:
    """The lane that one reads, which may be none of the wave; None where nothing moves."""
    control = control_of(form, fields)
    return control and move_of(form.arch, *control)((lane,))[0][1]


def of_lanes(form, fields: dict, wave: int, mask: int) -> dict[str, int]:
    """{word: the active lanes it is true of} under this EXEC."""
    found = moved(form, fields, wave)
    if found is None:
        return {}
    masked, beyond, reads = found
    told = {MASKED: masked, ZERO if fields.get("bound_ctrl") else BEYOND: beyond, ASLEEP: asleep(reads, mask)}
    return {word: some & mask for word, some in told.items() if some & mask}


def of_waves(one) -> frozenset[str]:
    """The words that are true of some lane of generated waves."""
    form, encoding = one.form, one.encoding
    if form.extension not in ("dpp", "dpp8") or not encoding.fields:
        return frozenset()
    if encoding.moved is None:
        encoding.moved = moved(form, encoding.fields, encoding.wave) or ()
    if not encoding.moved:
        return frozenset()
    masked, beyond, reads = encoding.moved
    some = reduce(or_, one.masks)
    told = {MASKED: masked & some, ZERO if encoding.fields.get("bound_ctrl") else BEYOND: beyond & some,
            ASLEEP: any(asleep(reads, mask) & mask for mask in one.masks)}
    return frozenset(word for word, is_so in told.items() if is_so)


def wrong(form, fields: dict, name: str, lane: int, flipped: int) -> int:
    """The lanes that a wrong word is of, a bit each: a VGPR's lane, the bits of a mask; 0 where it is of none."""
    if name[0] == "v" and name[1:].isdigit():
        return 1 << lane
    if not re.fullmatch(r"(vcc|exec)_(lo|hi)|s\d+", name) or not any(v.kind in MASKS for v in form.op.results):
        return 0
    written = {v.code for slot in slots(form) if slot.write and isinstance(v := fields.get(slot.field), Operand)}
    high = name.endswith("_hi") or name[0] == "s" and int(name[1:]) not in written
    return flipped << 32 if high else flipped


def of_case(form, case: dict, differences) -> frozenset[str]:
    """What DPP does to the lanes that differ in a case of this form alone, "" where that is nothing."""
    fields, mask = dissect.decode_fields(form, bytes.fromhex(case["code"])), (case.get("state") or {}).get("exec")
    said = of_lanes(form, fields, case["wave"], mask if isinstance(mask, int) else (1 << case["wave"]) - 1)
    found = set()
    for one in differences:
        flipped = int(one.expected, 16) ^ int(one.got, 16) if one.expected.startswith("0x") else 0
        mine = 1 << one.lane if one.lane >= 0 else wrong(form, fields, one.where, 0, flipped)
        words = {word for word, some in said.items() if some & mine}
        found |= words or {""}
    return frozenset(found)
