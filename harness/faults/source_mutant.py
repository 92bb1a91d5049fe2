"""A mutant of the model's text: one function with a few tokens changed."""
from dataclasses import dataclass
from functools import cache

from .c_functions import Function


@cache
def lines(text: str) -> list[str]:
    """Of a file, which has thousands of mutants."""
    return text.splitlines()


@dataclass(frozen=True, slots=True)
class Mutant:
    """`edits`: (from, to, new text) within the body; `shadow`: (parameter, type) it is seen as.  `key` names it for
    good: file, function, which of the same change there."""
    kind: str
    function: Function
    old: str
    new: str
    nth: int
    line: int
    edits: tuple = ()
    shadow: tuple = ()

    @property
    def key(self):
        kind = self.kind.replace(" ", "-")
        return f"{self.function.file} {self.function.name} {kind} {self.old} -> {self.new} #{self.nth}"

    @property
    def source(self):
        """The line it changes, as it stands."""
        return lines(self.function.text)[self.line - 1].rstrip(" \\").strip()

    def body(self):
        text = self.function.body
        for start, end, new in sorted(self.edits, reverse=True):
            text = text[:start] + new + text[end:]
        if self.shadow:
            name, kind = self.shadow
            text = f"{{ __auto_type whole_{name} = {name}; {{ {kind} {name} = ({kind})whole_{name}; {text} }} }}"
        return text


