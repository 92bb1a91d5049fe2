"""What a target refuses, by axis: the modifier, operand kind, wave size or MODE without which its cases run."""
from __future__ import annotations

import re
from dataclasses import dataclass, field

from ...generators.grid import waves

OTHER = "a combination"


def tags_of(one) -> frozenset[str]:
    """What stands in a generated case that a target may not have."""
    return tags_in(*told(one))


def told(one) -> tuple:
    """The same as tags_in() takes it: the encoding or its tags, the wave size, the settings of MODE."""
    many = isinstance(one, waves.Waves)
    return (one.encoding, one.encoding.wave, one.modes) if many else (one.tags, one.wave, (one.mode,))


def tags_in(of, wave: int, modes) -> frozenset[str]:
    """An encoding's tags, or these, with wave size and MODE."""
    tags = of.tags if isinstance(of, waves.Encoding) else of
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
    that are to blame; `later`: told() of cases that ran, whose tags nobody has asked for yet; `any_ran`: of all that
    was refused before anything ran nothing can be told from the form itself."""
    had: set[str] = field(default_factory=lambda: {mode_tag("default")})
    later: list[tuple] = field(default_factory=list)
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

    def ran(self, one) -> list[str]:
        """A case ran -> tags that are to blame for what was refused before."""
        self.later.append(told(one))
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
