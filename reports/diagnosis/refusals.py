"""What a target refuses, by axis: the modifier, operand kind, wave size or MODE without which its cases run."""
from __future__ import annotations

import re
from dataclasses import dataclass, field

from ...generators.grid import waves

OTHER = "a combination"


def tags_of(one) -> frozenset[str]:
    """What stands in a generated case that a target may not have."""
    if isinstance(one, waves.Waves):
        kinds = {kind for kind in one.encoding.kinds if not kind.endswith("=vgpr")}
        return frozenset({*one.encoding.modifiers, *kinds, f"wave{one.encoding.wave}", *map(mode_tag, one.modes)})
    return frozenset({*one.tags, f"wave{one.wave}", mode_tag(one.mode)})


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
    that are to blame."""
    accepted: set[str] = field(default_factory=lambda: {mode_tag("default")})
    open: list[frozenset[str]] = field(default_factory=list)
    axes: dict[str, int] = field(default_factory=dict)
    left: list[frozenset[str]] = field(default_factory=list)

    def ran(self, one) -> list[str]:
        """A case ran -> tags that are to blame for what was refused before."""
        self.accepted |= tags_of(one)
        return self.settle()

    def refused(self, one) -> list[str]:
        """A case was refused -> tags that are to blame, no case of which need be tried."""
        self.open.append(tags_of(one))
        return self.settle()

    def settle(self) -> list[str]:
        """Refused cases with one axis left that no case that ran has: it is to blame."""
        found, left = [], []
        for tags in self.open:
            suspects = tags - self.accepted
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
        """Refused cases by axis; those that several axes may explain under all of these."""
        found = dict(self.axes)
        for tags in self.left + self.open:
            name = " or ".join(sorted({axis_of(tag) for tag in tags - self.accepted})[:3]) or OTHER
            found[name] = found.get(name, 0) + 1
        return found
