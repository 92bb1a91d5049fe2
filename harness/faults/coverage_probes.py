"""Where a function notes that it came to what a mutant changes: before the statement in which it stands, under every
`if` and behind every return.  A case that comes to none of them does there what it does without the mutant."""
from __future__ import annotations

from functools import cache

from .c_functions import NAME, WORDS, Function, Tokens

HEADED = "if", "for", "while", "switch"
OPEN, CLOSE = "([{", ")]}"


class Statements:
    """The statements of a body.  `found`: (first token, last token, is it the whole branch of an `if` or a loop) of
    each, the outer ones first; tokens are those of source.Tokens."""

    def __init__(self, t: Tokens):
        self.t, self.found = t, []
        self.block(0)

    def behind(self, n: int) -> int:
        """The token behind the bracket that opens at n."""
        depth = 0
        while True:
            depth += (self.t.all[n][0] in OPEN) - (self.t.all[n][0] in CLOSE)
            n += 1
            if not depth:
                return n

    def until(self, n: int, sign: str) -> int:
        """The first token from n on that is this one, outside of brackets."""
        while self.t.all[n][0] != sign:
            n = self.behind(n) if self.t.all[n][0] in OPEN else n + 1
        return n

    def block(self, n: int) -> int:
        """From the `{` at n to the token behind its end."""
        n += 1
        while self.t.text(n) != "}":
            n = self.statement(self.unlabelled(n))
        return n + 1

    def unlabelled(self, n: int) -> int:
        """Where the statement begins whose labels, if any, begin at n: what they say is the `switch`'s."""
        while self.t.text(n) in ("case", "default") or NAME.match(self.t.text(n)) and self.t.text(n + 1) == ":":
            n = self.until(n, ":") + 1
        return n

    def statement(self, n: int, branch: bool = False) -> int:
        """The statement at n; -> the token behind it."""
        if self.t.text(n) == "}":                      # a label may be the last thing of a block
            return n
        if self.t.text(n) == "{":
            return self.block(n)
        place = len(self.found)
        self.found.append((n, n, branch))
        end = self.inside(n)
        self.found[place] = (n, end - 1, branch)
        return end

    def inside(self, n: int) -> int:
        """As statement(), of what is no block."""
        word = self.t.text(n)
        if word == "do":
            return self.until(self.statement(n + 1, True), ";") + 1
        if word in HEADED or self.is_loop(n):
            end = self.statement(self.body(n), True)
            return self.statement(end + 1, True) if word == "if" and self.t.text(end) == "else" else end
        return self.until(n, ";") + 1

    def body(self, n: int) -> int:
        """What the word at n is the head of: behind its parentheses, where it has any."""
        return self.behind(n + 1) if self.t.text(n + 1) == "(" else n + 1

    def is_loop(self, n: int) -> bool:
        """Does a macro stand at n that says how often what follows is done?"""
        word = self.t.text(n)
        if not NAME.match(word) or word in WORDS or not (word.isupper() or self.t.text(n + 1) == "("):
            return False
        after = self.t.text(self.body(n))
        return after == "{" or bool(NAME.match(after))


@cache
def statements_of(f: Function) -> list[tuple[int, int, bool]]:
    """(where it begins, where it ends, is it a whole branch) of each statement of a body, the outer ones first; none
    where the preprocessor has a say in them."""
    t = Tokens(f)
    if "#" in (text for text, *_ in t.all):
        return []
    return [(t.all[a][1], t.all[b][2], branch) for a, b, branch in Statements(t).found]


def probe_place(mutant) -> int:
    """Where in its body the statement begins that a mutant changes; 0, where the body does: all of it, or several.
    What makes more than one statement of a whole branch has the others behind the `if` or loop."""
    found, more = 0, any(sign in new for *_, new in mutant.edits for sign in ";{}")
    for first, last, branch in statements_of(mutant.function) if mutant.edits else ():
        if all(first <= start and end <= last for start, end, _ in mutant.edits) and not (more and branch):
            found = first
    return found


def probe_pieces(f: Function, noted: dict[int, str]) -> list[tuple[int, int, str]]:
    """What is put into a body, as mutant_library.insert_pieces() takes it: at each place of probe_place() its probe."""
    found = [(1, 1, noted[0])] if 0 in noted else []
    for first, last, branch in statements_of(f):
        if first in noted:
            found.append((first, first, ("{ " if branch else "") + noted[first]))
            found += [(last, last, " }")] if branch else []
    return sorted(found, key=lambda one: one[0])
