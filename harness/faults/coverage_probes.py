"""Coverage probes, which record that a function reached the code that a mutant changes. A probe directly precedes the
statement that contains the change. If a case does not reach the probe of a mutant, the mutant does not change its
result."""
from __future__ import annotations

from functools import cache

from .c_functions import IDENTIFIER, KEYWORDS, Function, Tokens

HEADED_KEYWORDS = "if", "for", "while", "switch"
OPENING, CLOSING = "([{", ")]}"


class Statements:
    """The statements of a body. `spans`: (first token, last token, whether it is the whole branch of an `if` or loop)
    for each statement, outer ones first. Tokens are given by their index in Tokens."""

    def __init__(self, tokens: Tokens):
        self.tokens, self.spans = tokens, []
        self.parse_block(0)

    def after_bracket(self, n: int) -> int:
        """The token after the bracket that opens at n."""
        depth = 0
        while True:
            depth += (self.tokens.tokens[n][0] in OPENING) - (self.tokens.tokens[n][0] in CLOSING)
            n += 1
            if not depth:
                return n

    def find_token(self, n: int, text: str) -> int:
        """The first token from n on with this text, outside of brackets."""
        while self.tokens.tokens[n][0] != text:
            n = self.after_bracket(n) if self.tokens.tokens[n][0] in OPENING else n + 1
        return n

    def parse_block(self, n: int) -> int:
        """Parse the block at n; return the token after it."""
        n += 1
        while self.tokens.text(n) != "}":
            n = self.parse_statement(self.skip_labels(n))
        return n + 1

    def skip_labels(self, n: int) -> int:
        """The token after any labels at n."""
        text = self.tokens.text
        while text(n) in ("case", "default") or IDENTIFIER.match(text(n)) and text(n + 1) == ":":
            n = self.find_token(n, ":") + 1
        return n

    def parse_statement(self, n: int, branch: bool = False) -> int:
        """Parse the statement at n; return the token after it."""
        if self.tokens.text(n) == "}":                      # a label may end a block
            return n
        if self.tokens.text(n) == "{":
            return self.parse_block(n)
        number = len(self.spans)
        self.spans.append((n, n, branch))
        end = self.parse_simple_statement(n)
        self.spans[number] = (n, end - 1, branch)
        return end

    def parse_simple_statement(self, n: int) -> int:
        """Parse a statement that is not a block; return the token after it."""
        word = self.tokens.text(n)
        if word == "do":
            return self.find_token(self.parse_statement(n + 1, True), ";") + 1
        if word in HEADED_KEYWORDS or self.is_loop_macro(n):
            end = self.parse_statement(self.skip_parentheses(n), True)
            return self.parse_statement(end + 1, True) if word == "if" and self.tokens.text(end) == "else" else end
        return self.find_token(n, ";") + 1

    def skip_parentheses(self, n: int) -> int:
        """The token after the word at n and its parentheses, if it has any."""
        return self.after_bracket(n + 1) if self.tokens.text(n + 1) == "(" else n + 1

    def is_loop_macro(self, n: int) -> bool:
        """Return whether the word at n is a macro that repeats the statement after it."""
        word = self.tokens.text(n)
        if not IDENTIFIER.match(word) or word in KEYWORDS or not (word.isupper() or self.tokens.text(n + 1) == "("):
            return False
        after = self.tokens.text(self.skip_parentheses(n))
        return after == "{" or bool(IDENTIFIER.match(after))


@cache
def statement_spans(function: Function) -> list[tuple[int, int, bool]]:
    """Return (start, end, whether it is a whole branch) for each statement of a body, outer ones first. The list is
    empty if the body has preprocessor directives."""
    tokens = Tokens(function)
    if "#" in (token for token, *_ in tokens.tokens):
        return []
    positions = tokens.tokens
    return [(positions[first][1], positions[last][2], branch) for first, last, branch in Statements(tokens).spans]


def probe_place(mutant) -> int:
    """Return the start, within the body, of the statement that a mutant changes. It is 0 if the change affects the
    whole body or several statements. If the change adds a statement to a whole branch, the enclosing `if` or loop
    counts as the changed statement."""
    place, adds_statement = 0, any(char in new for *_, new in mutant.edits for char in ";{}")
    for first, last, branch in statement_spans(mutant.function) if mutant.edits else ():
        if all(first <= start and end <= last for start, end, _ in mutant.edits) and not (adds_statement and branch):
            place = first
    return place


def probe_pieces(function: Function, probes: dict[int, str]) -> list[tuple[int, int, str]]:
    """Return the probes of a body as insertions for mutant_library.insert_pieces(). `probes`: {probe_place(): text}."""
    pieces = [(1, 1, probes[0])] if 0 in probes else []
    for first, last, branch in statement_spans(function):
        if first in probes:
            pieces.append((first, first, ("{ " if branch else "") + probes[first]))
            pieces += [(last, last, " }")] if branch else []
    return sorted(pieces, key=lambda piece: piece[0])
