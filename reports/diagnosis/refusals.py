"""What a target refuses or has wrong, by axis: the modifier, operand kind, wave size or MODE without which its cases
run, or pass."""
from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain

from ...generators.form_coverage import wave_batch

OTHER = "a combination"
SPARED = 0.2                                         # as many cases for each that fails may pass with what is to blame


def tags_of(one) -> frozenset[str]:
    """What stands in a generated case that a target may not have."""
    return tags_in(*told(one))


def told(one) -> tuple:
    """The same as tags_in() takes it: the encoding or its tags, the wave size, the settings of MODE."""
    many = isinstance(one, wave_batch.Waves)
    return (one.encoding, one.encoding.wave, one.modes) if many else (one.tags, one.wave, (one.mode,))


def tags_in(of, wave: int, modes) -> frozenset[str]:
    """An encoding's tags, or these, with wave size and MODE."""
    tags = of.tags if isinstance(of, wave_batch.Encoding) else of
    return frozenset({*tags, f"wave{wave}", *map(mode_tag, set(modes))})


def mode_tag(mode: str) -> str:
    """A setting of MODE as a tag."""
    return f"MODE {mode}"


def axis_of(tag: str) -> str:
    """A tag without which operand it is of, or which value it has: omod, neg, literal, MODE, wave64."""
    if tag.startswith("MODE"):
        return "MODE"
    if re.fullmatch(r"wave\d+", tag):
        return tag
    stem, _, kind = tag.partition("=")
    return kind if kind and not kind.isdigit() else stem.rstrip("0123456789")


@dataclass(slots=True)
class Refusals:
    """Of one form: tags of cases that ran, of each that was refused and is unsettled (`left`: for good), and the axes
    that are to blame; `later`: told() of cases that ran, whose tags nobody has asked for yet; `right`, `wrong`: told()
    of those that passed and failed; `any_ran`: of all that was refused before anything ran nothing can be told from
    the form itself."""
    had: set[str] = field(default_factory=lambda: {mode_tag("default")})
    later: list[tuple] = field(default_factory=list)
    right: list[tuple] = field(default_factory=list)
    wrong: list[tuple] = field(default_factory=list)
    open: list[frozenset[str]] = field(default_factory=list)
    axes: dict[str, int] = field(default_factory=dict)
    left: list[frozenset[str]] = field(default_factory=list)
    any_ran: bool = False

    @property
    def accepted(self) -> set[str]:
        """The tags of cases that ran."""
        for one in self.later:
            self.had |= tags_in(*one)
        self.later.clear()
        return self.had

    def ran(self, one, passed: bool = True) -> list[str]:
        """A case ran -> tags that are to blame for what was refused before."""
        self.later.append(told(one))
        if not passed:
            self.wrong.append(self.later[-1])
        elif not one.hits or one.hits.states:            # else no lane is live, and nothing can be wrong
            self.right.append(self.later[-1])
        self.any_ran = True
        return self.settle() if self.open else []

    def refused(self, one) -> list[str]:
        """A case was refused -> tags that are to blame, no case of which need be tried."""
        self.open.append(tags_of(one))
        return self.settle()

    def settle(self) -> list[str]:
        """Refused cases with one axis left that no case that ran has: it is to blame."""
        if not self.any_ran:
            return []
        found, left, accepted = [], [], self.accepted
        for tags in self.open:
            suspects = tags - accepted
            axes = {axis_of(tag) for tag in suspects}
            known = axes & self.axes.keys()
            if known or len(axes) == 1:
                axis = min(known or axes)
                self.axes[axis] = self.axes.get(axis, 0) + 1
                found += [tag for tag in suspects if axis_of(tag) == axis]
            else:
                left.append(tags)
        self.open = left
        return found

    def leave(self) -> None:
        """What could not be settled is let be."""
        self.left, self.open = self.left + self.open, []

    def told(self) -> dict[str, int]:
        """Refused cases by axis; those that several axes may explain under all of these, if none is known to be to
        blame by now."""
        self.open, self.left = self.left + self.open, []
        while self.settle():
            pass
        found = dict(self.axes)
        for tags in self.open:
            name = " or ".join(sorted({axis_of(tag) for tag in tags - self.accepted})) or OTHER
            found[name] = found.get(name, 0) + 1
        return found


def told_apart(form, right: list[tuple], wrong: list[tuple], least: int) -> dict[str, int]:
    """Cases that failed by axis, as what is refused is told, where `least` of those that passed have none of these;
    else nothing.  `right`, `wrong`: told() of each.  A tag with which few passed is suspected, too: their values do not
    show it.  The kind of register that a form's values mostly stand in is no axis, since what fails there fails for
    the values; nor is MODE, which a program's other instructions share."""
    if not right or not wrong:
        return {}
    passing, failing = [tags_in(*one) for one in right], [tags_in(*one) for one in wrong]
    passes, fails = Counter(chain.from_iterable(passing)), Counter(chain.from_iterable(failing))
    held = Refusals({tag for tag, count in passes.items() if count > SPARED * fails[tag]}, open=failing, any_ran=True)
    found = held.told()
    found.pop(OTHER, None)
    for tags in held.open:                               # of each that has passed one that failed elsewhere is to blame
        if tags <= held.accepted:
            name = min({*map(axis_of, tags)} & {*names_of(found)}, default=OTHER)
            found[name] = found.get(name, 0) + 1
    names = {*names_of(found)}
    if OTHER in found or names & {"MODE", "sgpr" if form.layout[0] == "s" else "vgpr"}:
        return {}
    without = sum(names.isdisjoint(map(axis_of, tags)) for tags in passing)
    return found if without >= least else {}


def names_of(axes) -> tuple[str, ...]:
    """Each axis by itself, where one of several is to blame; what is told of no one thing has none."""
    return tuple(sorted({one for axis in axes for one in axis.split(" or ")} - {OTHER}))
