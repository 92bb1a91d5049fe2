"""Failing forms by cause: one defect of a target is one entry, with its fault, operations, and smallest case."""
from __future__ import annotations

import re
from collections import Counter

from . import broken, features, lanes, subnormals
from .groups import SOURCE, Group, form_of, key_of, key_of_kind, of_fault, of_group, size_of, the_most, without
from .joining import FAMILY, MOSTLY, Evidence, Joined, Predicate
from .keys import of_any
from .kinds import UNWRITTEN, besides, kinds_of, name_kinds
from .shown import of_suites
from .titles import CLASSES, classes_of, ended, general, how_of, said, under, whose, words_of

FEW = 0.1                                            # of the forms that a fault explains
SIGNS = frozenset(features.BITS.values())
NOT_ALL = ", but not in a few forms that pass"


def grouped(entries: list[dict], refuted=lambda keys: {}, tallies=(), shown=lambda keys: set()) -> list[Group]:
    """All entries of a target by defect: generated ones first, by fault or by what nearly always fails, and then by
    axes; cases by hand go to the defect that they show.  `refuted(keys)`: {fault: in how many passing forms it would
    have shown} of these faults; `tallies`: {(features, outcome): cases} of each form; `shown(keys)`: those that would
    have shown in a case by hand that passes."""
    name_kinds(entries)
    forms = [one for one in entries if one["operation"] and not one.get("beside")]
    doubts = refuted(sorted({key for one in entries for _, key, _ in one["faults"] if of_any(key)}))
    explained = explained_by(entries)
    against = refuted_by(doubts, explained)
    joined = Joined(forms, Evidence(tallies))
    found, left = by_cause(forms, against, joined, by_hand(entries))
    found = folded(found + by_axes(left, joined))
    found += beside([one for one in entries if one.get("beside")], found)
    found += of_suites([one for one in entries if not one["operation"]], found, against, shown)
    found = of_one_name(found, against)
    for one in found:
        one.entries.sort(key=lambda entry: (not is_shown_by(one, entry), *size_of(entry)))
        if is_doubted(one, doubts, against):
            one.cause += NOT_ALL
    return found


def of_one_name(groups: list[Group], against: set[str]) -> list[Group]:
    """The same; what no fault explains, for other operations speak against it, is told by it all the same, or put to
    the defect that it explains elsewhere.  A fault of some operations alone is told with their names."""
    homes, kept, of_few = {one.cause: one for one in groups if one.fault}, [], []
    for one in groups:
        way = subnormals.of_cause(one.cause)
        what = "" if one.fault else subnormals.SAID[way] if way else in_these_alone(one, against)
        if what and (home := homes.setdefault(what, one)) is not one:
            home.entries += one.entries
            continue
        kept.append(one)
        one.cause = what or one.cause
        if what or one.fault and not of_any(one.fault):
            of_few.append(one)
    for one in of_few:
        one.cause = whose(one.entries) + one.cause
    return kept


def in_these_alone(group: Group, against: set[str]) -> str:
    """What the one chosen fault does that explains all of this, though more forms of other operations speak against
    it; "" where none does, or several, or the operations are many, and where it takes NEG, ABS or SEXT, which may be
    all that is wrong."""
    mine = [set() if one["features"] & SIGNS else
            {cause for _, key, cause in one["faults"] if key in against}
            for one in group.entries if one["operation"]]
    found = set.intersection(*mine) if mine and whose(group.entries) else set()
    return found.pop() if len(found) == 1 else ""


def explained_by(entries: list[dict]) -> dict[str, set]:
    """{fault: the forms that it explains something of}"""
    explained: dict[str, set] = {}
    for one in entries:
        for _, key, _ in one["faults"]:
            explained.setdefault(key, set()).add(form_of(one))
    return explained


def refuted_by(doubts: dict[str, int], explained: dict[str, set]) -> set[str]:
    """The faults that more passing forms speak against than FEW of those that it explains: a target may have a way of
    its own for a few."""
    return {key for key, count in doubts.items() if count > FEW * len(explained[key])}


def is_shown_by(group: Group, one: dict) -> bool:
    """Is this entry the group's defect, not one that is taken for it or has others too: explained by its fault?"""
    return not group.group or bool(of_group([one], group.group, set()))


def is_doubted(group: Group, doubts: dict[str, int], against: set[str]) -> bool:
    """Do only faults explain one of its entries that some passing form speaks against?"""
    mine = ({key for g, key, _ in one["faults"] if g == group.group and key not in against} for one in group.entries)
    return any(keys and keys <= doubts.keys() for keys in mine)


def beside(entries: list[dict], found: list[Group]) -> list[Group]:
    """Puts lanes that DPP does something to, of forms in which others are wrong too, to the defect of such lanes, or
    else to a defect of the form; -> those that have neither."""
    left = []
    for one in entries:
        same = (group for group in found if form_of(one) in map(form_of, group.entries))
        home = of_lanes(one, found) or next(same, None)
        if home is None:
            left.append(Group(words_of(key_of(one), [one]), "", [one]))
        else:
            home.entries.append(one)
    return left


def of_lanes(one: dict, found: list[Group]) -> Group | None:
    """The first defect of lanes that DPP does something to, where these defects are about every lane that is wrong of
    this entry."""
    told = {word: group for group in found for word in group.words if word in lanes.WORDS}
    mine = one.get("lanes") or ()
    return told[min(mine)] if mine and one["cause"] == "mismatch" and told.keys() >= set(mine) else None


def by_hand(entries: list[dict]) -> Counter[str]:
    """{group of faults: how many cases by hand it explains}"""
    return Counter(g for one in entries if not one["operation"] for g in {g for g, _, _ in one["faults"]})


def by_cause(
    forms: list[dict], against: set[str], joined: Joined, cases: Counter[str]
) -> tuple[list[Group], list[dict]]:
    """(defects that a fault or a predicate explains, what is left): first predicates that say what is done to the very
    lanes that are wrong, then what explains most, of equals the fault.  `cases`: as of by_hand()."""
    found, left = by_lanes(forms, against, joined)
    joined.leave({word for one in found for word in one.words})
    predicates = dict(sorted(joined.predicates().items()))
    while left:
        mask = joined.mask(left)
        group, best = the_most(left, against, cases), first_of(predicates, mask)
        mine = of_group(left, group, against) if group else []
        if best and joined.wide(held := predicates[best] & mask) and held.bit_count() > len(mine):
            mine = joined.chosen(held)
            found.append(of_predicate(best, mine, against))
        elif group and mine:
            found.append(of_fault(group, mine))
        else:
            break
        if found[-1].fault:
            found[-1].entries = mine = mine + joined.rest(predicates, mine, unexplained(left, against))
        left = without(left, mine)
    return of_one_fault(found), without(left, as_explained(left, found))


def as_explained(left: list[dict], found: list[Group]) -> list[dict]:
    """Puts what is wrong of an operation, whatever the modifiers and in any way, to the fault that explains what is
    wrong of it with no feature that is not here too, and what needs the very thing that a fault is about, as a source,
    to that: a second defect shows when this one is mended; -> these."""
    taken = []
    for group in (one for one in found if one.fault and of_any(one.fault) and not broken.rule_of(one)):
        shown = [one for one in group.entries if one["faults"]]
        for one in left:
            anyhow = key_of(one)[0] == "operation"
            if needs_these(one, shown) or anyhow and (shows_so(one, shown) or any(goes_with(one, e) for e in shown)):
                group.entries.append(one)
                taken.append(one)
        left = without(left, taken)
    return taken


def goes_with(one: dict, other: dict) -> bool:
    """Is the same operation wrong in a case that has no feature that this one lacks?"""
    return one["operation"] == other["operation"] and not features.own(other["features"] - one["features"])


def needs_these(one: dict, shown: list[dict]) -> bool:
    """Does this fail with nothing but what is in all that a fault explains of a family?  `axes`: what was found to
    matter, registers by name."""
    alike = features.own(frozenset.intersection(*(other["features"] for other in shown)))
    mine = {re.sub(r"_(?:lo|hi)$", "", general(axis).replace("=", " ")) for axis in one["axes"] or ()}
    return len({other["operation"] for other in shown}) >= FAMILY and bool(alike) and alike <= mine


def shows_so(one: dict, shown: list[dict]) -> bool:
    """Is this wrong in the one way that all that a fault explains is wrong in, with every modifier they all have?"""
    alike = frozenset.intersection(*(other["features"] for other in shown))
    mine = bool(features.own(alike))
    return mine and alike <= one["features"] and told(one) and all(other.get("how") == one["how"] for other in shown)


def unexplained(entries: list[dict], against: set[str]) -> list[dict]:
    """Those that no fault explains which may show in any operation."""
    return [one for one in entries if not any(of_any(key) and key not in against for _, key, _ in one["faults"])]


def of_one_fault(groups: list[Group]) -> list[Group]:
    """The same, what a fault explains put to the larger predicate of whose entries with faults it explains most."""
    kept = []
    for one in groups:
        wide = (other for other in groups if one.group and other.words and other.group in ("", one.group)
                and len(other.entries) > len(one.entries))
        told = ((other, [entry for entry in other.entries if entry["faults"]]) for other in wide)
        homes = (other for other, some in told if some and len(of_group(some, one.group, set())) > MOSTLY * len(some))
        if (home := next(homes, None)) is not None:
            home.entries += one.entries
        else:
            kept.append(one)
    return kept


def by_lanes(forms: list[dict], against: set[str], joined: Joined) -> tuple[list[Group], list[dict]]:
    """(defects of what DPP does to a lane, what is left): where nearly all cases with such lanes fail, and where none
    but these are wrong of several operations that are right in plain encodings, and in encodings that are right at
    all, however many pass."""
    exact, found, left = dict(sorted(joined.predicates(lanes.WORDS).items())), [], list(forms)
    while (best := first_of(exact, mask := joined.mask(left))) and joined.wide(held := exact[best] & mask):
        mine = joined.chosen(held)
        found.append(of_predicate(best, mine, against))
        left = without(left, mine)
    for word in sorted(lanes.WORDS - {word for group in found for word in group.words}):
        mine = [one for one in left if one["cause"] == "mismatch" and one.get("lanes") == {word}]
        if joined.wide(joined.without(joined.mask(mine) & ~joined.undecoded(), 0, "mismatch")):
            found.append(of_predicate(Predicate((word,), "mismatch", 0), mine, against))
            left = without(left, mine)
    for one in left:
        if (home := of_lanes(one, found)) is not None:
            home.entries.append(one)
    return found, without(left, [one for group in found for one in group.entries])


def first_of(predicates: dict[Predicate, int], mask: int) -> Predicate | None:
    """The predicate that explains most of these entries, with the fewest features."""
    return max(predicates, key=lambda p: ((predicates[p] & mask).bit_count(), -len(p.words), p.cases), default=None)


def of_predicate(predicate: Predicate, mine: list[dict], against: set[str]) -> Group:
    """The defect of entries that a predicate explains; it has the name of a fault that does so of half of the forms.
    Of lanes those that write a mask say nothing: all bits are one word, which another defect has wrong as well."""
    group = the_most(mine, against)
    explained = of_group(mine, group, against) if group else []
    masks = features.WRITES_MASK if lanes.WORDS & {*predicate.words} else frozenset()
    telling = [one for one in mine if not masks & one["features"]] or mine
    shown = of_group(telling, group, against) if group else []
    if group and 2 * len(set(map(form_of, shown))) >= len(set(map(form_of, telling))):
        named = of_fault(group, explained)
        return Group(named.cause, named.fault, mine, group, predicate.words)
    values = predicate.way == "mismatch"
    how = how_of(mine, "wrong results") + under(classes_of(mine)) if values else ended(predicate.way)
    return Group(f"{said(predicate.words)}: {how}", "", mine, "", predicate.words)


def by_axes(left: list[dict], joined: Joined) -> list[Group]:
    """Defects that no fault explains: by how it fails, by the axes that matter, by words of the operations' names, else
    by operation.  What needs more than another defect does is part of that one."""
    tiny = subnormals.apart(one for one in left if one["operation"] and subnormals.way_of(one) is not None)
    found = [Group(subnormals.SAID[way], "", tiny.pop(way)) for way in subnormals.SAID if way in tiny]
    left = without(left, [one for group in found for one in group.entries])
    anyhow = as_anyhow(left)
    by_key: dict[tuple, list[dict]] = {}
    for one in sorted(left, key=lambda one: len(key_of(one)[1]) if key_of(one)[0] == "axes" else 0):
        kind, what = key_of_kind(one["kind"]) if id(one) in anyhow else key_of(one)
        if kind == "axes":
            inside = (key for key in by_key if key[0] == "axes" and set(key[1]) <= set(what))
            kind, what = next(inside, (kind, what))
        by_key.setdefault((kind, what), []).append(one)
    alone = [one for (kind, _), some in by_key.items() if kind == "operation" for one in some]
    found += by_family(alone, [one for one in left if one["cause"] == "mismatch"], joined)
    taken = {id(one) for group in found for one in group.entries}
    return found + [
        Group(words_of(key, kept), "", kept)
        for key, some in by_key.items() if (kept := [one for one in some if id(one) not in taken])
    ]


def as_anyhow(entries: list[dict]) -> set[int]:
    """Of entries with axes the ids of those whose operation is wrong in the same way without these, or for values that
    these need as well."""
    ways: dict[str, list[dict]] = {}
    for one in entries:
        if key_of(one)[0] == "operation":
            ways.setdefault(one["operation"], []).append(one)
    return {id(one) for one in entries if key_of(one)[0] == "axes" and any(
        of_same(one, other) for other in ways.get(one["operation"], ()))}


def told(one: dict) -> bool:
    """Is all that is wrong of an entry wrong in a way that words tell?"""
    return all((one.get("how") or {"": ""}).values())


def of_same(one: dict, other: dict) -> bool:
    """Does what makes another case of an operation fail make this one, which needs more?"""
    alike = told(one) and one["how"] == other.get("how")
    return alike or of_values(other) and {*other["axes"]} <= {*(one["axes"] or ())}


def of_values(one: dict) -> bool:
    """Does an entry need a value of a class: a NaN, an infinity?"""
    return any(axis.endswith(CLASSES) and axis != "EXEC" for axis in one["axes"] or ())


def folded(groups: list[Group]) -> list[Group]:
    """Defects that break one rule in several ways, and those of one kind of operations that are wrong anyhow, put
    together: the one that explains most has the word."""
    anyhow = {key: group.entries for group in groups
              if not group.fault and (key := home_of(group)) and key[0] == "operation"}
    kept: list[Group] = []
    homes: dict[tuple, Group] = {}
    for group in sorted(groups, key=lambda one: (-len(one.entries), not one.fault)):
        key, kinds = home_of(group), kinds_of(group.entries)
        if goes_on(group, anyhow.get(("operation", *kinds), [])):
            key = ("operation", *kinds)
        if key and key[0] in broken.WHOLE and key not in homes:
            key = next((other for other in homes if is_same(key, kinds, other, kinds_of(homes[other].entries))), key)
        if (wide := of_family(group, kept)) is not None:
            wide.entries += group.entries
        elif key in homes:
            homes[key].entries += group.entries
            if key[0] == "features":
                homes[key].of_these(tuple(key[1]))
            if key[0] == "operation" and not homes[key].fault:
                homes[key].cause = words_of(key_of_kind(*kinds), homes[key].entries)
        else:
            kept.append(group)
            if key:
                homes[key] = group
    return kept


def is_same(key: tuple, kinds: set[str], other: tuple, others: set[str]) -> bool:
    """Do two defects break one rule, of which one, in several operations, has all of the other's?"""
    return key[0] == other[0] and (not other[1] and kinds <= others or not key[1] and others <= kinds)


def goes_on(group: Group, anyhow: list[dict]) -> bool:
    """Are the operations wrong anyhow, so that no fault of one alone and no axes tell why they are here?"""
    return (not group.fault or of_one(group)) and all(
        one["cause"] == "mismatch" and any(not other["axes"] or of_same(one, other) for other in anyhow)
        for one in group.entries)


def of_one(group: Group) -> bool:
    """Is this a fault of one operation alone, whose name it begins with?"""
    return " " in group.fault and not group.group.lower().startswith(group.fault)


def of_family(group: Group, kept: list[Group]) -> Group | None:
    """The defect of operations by words of their names in whose forms a fault of one operation alone explains a few
    cases more."""
    forms = set(map(form_of, group.entries))
    wide = (one for one in kept if one.words and features.of_operations(one.words))
    return next((one for one in wide if forms <= set(map(form_of, one.entries))), None) if of_one(group) else None


def home_of(group: Group) -> tuple | None:
    """What a group is put together by: a rule, in one operation or in several; a group of faults; features beside those
    of operations; an operation, where no axes tell of values."""
    rule, kinds = broken.rule_of(group), kinds_of(group.entries)
    one = next(iter(kinds)) if len(kinds) == 1 else ""
    way = subnormals.of_cause(group.cause) or subnormals.of_fault(group.fault)
    if way or rule.startswith("float.denorm"):
        return "float.denorm", way or one
    if rule in broken.WHOLE:
        return rule, one
    if group.group:
        return "fault", group.group
    own = tuple(word for word in group.words if not features.of_operations((word,)))
    if kind := source_of(group, own):
        return "source", kind
    if own:
        return "features", own, group.entries[0]["cause"]
    plain = all(key_of(entry)[0] == "operation" for entry in group.entries if not entry["faults"])
    return ("operation", one) if one and plain and all(e["cause"] == "mismatch" for e in group.entries) else None


def source_of(group: Group, own: tuple) -> str:
    """The kind of source without which nothing of a group is wrong, by its features or by what all of its entries
    need; "" where that is not all."""
    said = set(own) if group.words else set.intersection(*(set(key_of(entry)[1]) for entry in group.entries))
    found = {match[1] if (match := SOURCE.fullmatch(word)) else "" for word in said}
    return found.pop() if len(found) == 1 else ""


def by_family(alone: list[dict], wrong: list[dict], joined: Joined) -> list[Group]:
    """Entries of one operation each whose names have two words in common, as those of most that fail alike do, in
    whichever of the float types, and what is wrong of such operations for axes; what else their names tell, as
    v_cvt_pk_norm's do, are other defects."""
    mask, parts, others = joined.mask(alone), {}, without(wrong, alone)
    while families := joined.families(mask):
        best = max(sorted(families), key=lambda p: (families[p].bit_count(), -len(p.words), p.cases))
        mask &= ~families[best]
        those = [one for one in others if set(best.words) <= one["features"]]
        others = without(others, those)
        for one in (*joined.chosen(families[best]), *those):
            more = tuple(f"operations …_{word}" for word in besides(one["operation"], best.words))
            key = features.untyped(best.words), best.way, more, one["kind"].endswith(UNWRITTEN)
            words, mine = parts.setdefault(key, ({}, []))
            words.update(dict.fromkeys((*best.words, *more)))
            mine.append(one)
    causes = (Predicate(tuple(words), way, 0) for (_, way, *_), (words, _) in parts.items())
    found = [of_predicate(one, mine, set()) for one, (_, mine) in zip(causes, parts.values())]
    for group in (one for one in found if one.group):
        left = without(alone, [one for other in found for one in other.entries])
        group.entries += [one for one in of_group(left, group.group, set()) if one["operation"] in group.operations]
    return found
