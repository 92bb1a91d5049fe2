"""Which operations are of one kind: those that differ by a condition, a width, a way to round."""
from __future__ import annotations

import re

# What operations of one kind differ by: condition, width, whether they return or work on pairs, the logic before
# saveexec, how a conversion rounds.
VARIANTS = re.compile(r"(n?[lg][te]|eq|neq?|n?lg|tr?u?|[fou]|rtn|lo|hi|dual|pk|and|x?n?or|nand|not[01]|(and|or)n[12]|"
                      r"(iu|[fiub]f?)\d+(x\d)?)$")
ALIKE = {"cmpx": "cmp", "permlanex16": "permlane16", "cos": "sin", "p10": "p2",          # one word for both
         "sub": "add", "subrev": "add", "subb": "addc", "subbrev": "addc"}
ROUNDED = ("floor", "nearest")                         # words of conversions
UNWRITTEN = ", unwritten"                              # behind a kind


def kind_of(operation: str) -> str:
    """What an operation and those that differ from it by a variant have in common, floats apart from integers, and what
    a conversion gives from what it takes."""
    unit, *words = operation.split("_")
    types = {"f" if word[0] in "fb" and word[:2] != "b1" else "i": 0 for word in words if re.match(r"[fiub]f?\d", word)}
    rounded = ROUNDED if "cvt" in words else ()
    names = (ALIKE.get(w, w) for w in words if not VARIANTS.match(w) and w not in rounded)
    return " ".join([unit, *names, *(types if "cvt" in words else sorted(types))])


def besides(operation: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a conversion's name that tell it from others, beside these."""
    names = operation.split("_")[1:]
    told = {word.partition("…_")[2] for word in words}
    return tuple(w for w in names if w not in (*told, *ROUNDED) and not VARIANTS.match(w)) if "cvt" in told else ()


def name_kinds(entries: list[dict]) -> None:
    """Says of each entry of what kind its operation is: where most that is wrong of it was not written at all, another
    than where it was written wrongly."""
    kept: dict[str, list[bool]] = {}
    for one in entries:
        if one["operation"] and one["cause"] == "mismatch" and (ways := (one.get("how") or {}).values()):
            kept.setdefault(one["operation"], []).append(all("old" in way.split("/") for way in ways))
    for one in entries:
        ways = kept.get(one["operation"], [])
        one["kind"] = kind_of(one["operation"] or one.get("at") or "") + UNWRITTEN * (2 * sum(ways) > len(ways))


def kinds_of(entries: list[dict]) -> set[str]:
    """The kinds of these entries' operations."""
    return {one["kind"] for one in entries if one["operation"]}
