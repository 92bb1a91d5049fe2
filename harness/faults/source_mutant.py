"""A source mutant: one function of the model with a few tokens changed."""
from dataclasses import dataclass
from functools import cache

from .c_functions import Function


@cache
def split_lines(text: str) -> list[str]:
    """The lines of a file; cached, because a file has thousands of mutants."""
    return text.splitlines()


@dataclass(frozen=True, slots=True)
class Mutant:
    """`edits`: (from, to, new text) within the body. `shadow`: (parameter, type to convert it to). `nth`: its index
    among equal changes of the function. `key` is permanent: file, function, change and `nth`."""
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
        """The permanent name."""
        kind = self.kind.replace(" ", "-")
        return f"{self.function.file} {self.function.name} {kind} {self.old} -> {self.new} #{self.nth}"

    @property
    def source(self):
        """The line that it changes, unchanged."""
        return split_lines(self.function.text)[self.line - 1].rstrip(" \\").strip()

    def body(self):
        """The body with the change."""
        text = self.function.body
        for start, end, new in sorted(self.edits, reverse=True):
            text = text[:start] + new + text[end:]
        if self.shadow:
            name, type_name = self.shadow
            converted = f"{type_name} {name} = ({type_name})whole_{name};"
            text = f"{{ __auto_type whole_{name} = {name}; {{ {converted} {text} }} }}"
        return text
