"""Failing forms by cause: one defect of a target is one entry, with its fault, operations, and smallest case."""
from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from ..spec import TARGETS, load

from . import mentions

# What a fault of every operation breaks: the rule that says how it must be.
RULES = {
    "NEG_IGNORED": "valu.neg", "NEG_HI_IGNORED": "valu.neg", "neg-dropped": "valu.neg", "ABS_IGNORED": "valu.abs",
    "abs-dropped": "valu.abs", "CLAMP_IGNORED": "valu.clamp.float", "clamp-dropped": "valu.clamp.float",
    "OMOD_IGNORED": "valu.omod", "omod-dropped": "valu.omod", "HALF_INVERTED": "valu.half.high",
    "DST_HALF_INVERTED": "valu.half.high", "half-ignored": "valu.half.high", "HALF_WRITE_INVERTED": "valu.half.keep",
    "SEXT_IGNORED": "valu.sdwa.select", "SEL_IGNORED": "valu.sdwa.select", "DST_SEL_IGNORED": "valu.sdwa.dst",
    "PRESERVE_IGNORED": "valu.sdwa.dst", "DST_SEXT_IGNORED": "valu.sdwa.dst", "MOVE_IGNORED": "valu.dpp.move",
    "row-shift-off": "valu.dpp.move", "ROW_MASK_ALL": "valu.dpp.masks", "BANK_MASK_ALL": "valu.dpp.masks",
    "BOUND_CTRL_INVERTED": "valu.dpp.bounds", "FETCH_INVERTED": "valu.dpp.fi", "OLD_VALUE_LATE": "valu.sources_first",
    "ROUNDING_IGNORED": "float.round", "DENORMALS_ALWAYS": "float.denorm.in", "DENORMALS_NEVER": "float.denorm.in",
    "FLUSH_INVERTED": "float.denorm.in", "SUBNORMAL_ZERO": "float.denorm.out", "IEEE_ALWAYS": "float.nan",
    "IEEE_NEVER": "float.nan", "ieee-ignored": "float.nan", "OVERFLOW_ALWAYS": "float.ovfl",
    "NAN_SIGNALLING": "float.nan", "NAN_PAYLOAD": "float.nan", "NAN_SIGN": "float.nan", "NAN_ZERO": "float.nan",
    "MINUS_ZERO": "float.signed_zero",
    "reserved": "decode.illegal",
}
# Which rule an axis belongs to, where no fault tells.
AXES = {
    "MODE.round": "float.round", "MODE.denorm": "float.denorm.in", "MODE.ieee": "float.nan", "neg": "valu.neg",
    "abs": "valu.abs", "omod": "valu.omod", "clamp": "valu.clamp.float", "op_sel": "valu.half.high",
    "high half": "valu.half.high", "MODE.fp16_ovfl": "float.ovfl", "bound_ctrl": "valu.dpp.bounds",
    "fi": "valu.dpp.fi", "row_mask": "valu.dpp.masks", "bank_mask": "valu.dpp.masks", "dst_sel": "valu.sdwa.dst",
    "dst_unused": "valu.sdwa.dst", "src0_sel": "valu.sdwa.select", "src1_sel": "valu.sdwa.select",
    "result over a source": "valu.sources_first",
}


@dataclass(slots=True)
class Group:
    """One defect: what it is called, the fault it equals ("" for none), and its entries, the smallest case first."""
    cause: str
    fault: str
    entries: list = field(default_factory=list)

    @property
    def operations(self) -> list[str]:
        return sorted({one["operation"] for one in self.entries if one["operation"]})


def grouped(entries: list[dict], refuted=lambda keys: ()) -> list[Group]:
    """All entries of a target by defect.  `refuted(keys)`: which of these faults passing forms contradict."""
    left, found = [one for one in entries if one["faults"]], []
    against = set(refuted(sorted({key for one in left for _, key, _ in one["faults"] if " " not in key})))
    while left:
        group = the_most(left, against)
        if group is None:
            break
        mine = [one for one in left if any(g == group and key not in against for g, key, _ in one["faults"])]
        left = [one for one in left if not any(one is other for other in mine)]
        fault = next((g, key, cause) for g, key, cause in mine[0]["faults"] if g == group)
        name = fault[1] if len(names_of(mine)) == 1 else group.lower().removesuffix(" 255")
        found.append(Group(fault[2], name, mine))
    rest = [one for one in entries if not one["faults"]] + left
    by_key: dict[tuple, list[dict]] = {}
    for one in rest:
        by_key.setdefault(key_of(one), []).append(one)
    found += [Group(words_of(some), "", some) for some in by_key.values()]
    for one in found:
        one.entries.sort(key=size_of)
    return found


def names_of(entries) -> set[str]:
    """The operations of entries; suite cases have none."""
    return {one["operation"] for one in entries if one["operation"]}


def the_most(left: list[dict], against: set[str]) -> str | None:
    """The group of faults that explains most of what is left; of equals a fault of all operations where it is several
    that fail (no passing form contradicts it), else the one that stands first, which explains most of each form."""
    count, rank, names = Counter(), Counter(), {}
    for one in left:
        for place, group in enumerate(dict.fromkeys(g for g, key, _ in one["faults"] if key not in against)):
            count[group] += 1
            rank[group] += place
            names.setdefault(group, set()).add(one["operation"])
    return max(count, key=lambda g: (count[g], " " not in g and len(names[g]) > 1, -rank[g])) if count else None


def size_of(one: dict) -> tuple:
    """Smaller cases are shown first: generated ones, with less code and state."""
    state = one["case"].get("state") or {}
    many = sum(len(v) if isinstance(v, list) else 1 for v in state.values())
    return bool(not one["operation"]), "waves" in one["case"], len(one["case"]["code"]), many, one["operation"]


def general(axis: str) -> str:
    """An axis without which of the sources it is of."""
    return re.sub(r"^v?(?:src|data|addr|sdata|ssrc)\d?(?=[ =])", "a source", axis)


def key_of(one: dict) -> tuple:
    """What entries that no fault explains have in common where they are one defect."""
    if one["cause"] != "mismatch":
        return "how", one["wrong"] or one["cause"]
    axes = tuple(sorted({general(axis) for axis in one["axes"] or ()}))
    telling = [axis for axis in axes if not axis.endswith((" a number", " value"))]
    if telling:
        return "axes", tuple(telling), one["wrong"]
    return "operation", one["operation"] or one["form"], one["wrong"]


def words_of(entries: list[dict]) -> str:
    """The cause of a group that no fault explains."""
    one = entries[0]
    kind, what, *_ = key_of(one)
    if kind == "how":
        return what if one["cause"] != "reserved" else "a reserved encoding is run instead of refused"
    if kind == "operation":
        return f"{one['operation'] or 'suite ' + one['form']}: wrong in {one['wrong'] or 'its result'}"
    conditions = [axis if axis[:4] != "MODE" else f"{axis} is not its default" for axis in what]
    said = " and ".join(conditions).replace("a source ", "a source is ").replace("a source=", "a source is of kind ")
    return f"{one['wrong']} wrong where it takes {said}"


def rule_of(group: Group, arch: str) -> tuple[str, str]:
    """(rule, section of the architecture's manual) of a defect; empty where none is known."""
    tables = load()
    names = [rule for one in group.entries for rule in one["rules"]]
    stem = group.fault.partition(" ")[0]
    keys = [group.fault, stem, stem.upper(), *(group.fault.split()[-1:] if " " in group.fault else [])]
    keys += [key.upper().replace("-", "_") for key in keys] + [group.entries[0]["cause"]]
    found = next((RULES[key] for key in keys if key in RULES), "")
    found = found or next((AXES[a] for one in group.entries for a in one["axes"] or () if a in AXES), "")
    if not found and group.operations:
        ops = {form.spelling: form.op for form in tables.forms(arch)}
        op = ops.get(group.operations[0])
        found = next(iter(mentions.rules(tables, op)), "") if op else ""
    found = found or next(iter(Counter(names)), "")
    rule = tables.rules.get(found)
    if rule is None:
        return found, ""
    sections = dict(zip(rule["document"].split(", "), rule["section"].split("; ")))
    manual = TARGETS[arch].manual
    document = next((name for name in sections if manual in name), next(iter(sections)))
    return found, f"{document}, {sections[document]}"
