"""Parse C functions of the model: the definitions in a file and the tokens of a body."""
import re
from dataclasses import dataclass, field

TOKEN = re.compile(
    r"\s+|\\\n|[A-Za-z_]\w*(?:##\w+)*|0x[0-9a-fA-F]+[uUlL]*|\d[\w.]*|\"[^\"]*\"|<<=|>>=|->|\+\+|--"
    r"|<<|>>|[<>=!&|+*/^-]=|&&|\|\||##|.",
    re.S,
)
COMMENT = re.compile(r"/\*.*?\*/", re.S)
IDENTIFIER = re.compile(r"[A-Za-z_]\w*(?:##\w+)?$")
KEYWORDS = {
    "if", "for", "while", "switch", "return", "sizeof", "do", "else", "case", "const", "struct", "static", "inline",
}
VALUE_TYPES = (
    "u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "b8", "b16", "b32", "b64", "bool", "int", "f16", "bf16",
    "f32", "f64", "u128", "T", "word", "format",
)

# No result depends on these: precision checks of host arithmetic, CPU dispatch, copy sizes, fault hooks.
NEVER_MUTATED = re.compile(
    r"\b(odd|doubt|RARE|restrict|host_fma|host_halves|watch_flags|made|fp_mode|EACH_LANE|memcpy|memmove|memset|va_\w+"
    r"|vsnprintf|snprintf|sizeof|assay_free|fault_\w+)\b"
)


@dataclass(frozen=True, slots=True)
class Function:
    """A function definition in `file`. `text`: the whole file without comments; the definition starts at text[head],
    and the body with its braces is text[start:end]. `parameters`: the text between the parentheses."""
    file: str
    name: str
    head: int
    start: int
    end: int
    parameters: str
    returns_void: bool
    text: str = field(repr=False)

    @property
    def body(self):
        """The text of the body, with its braces."""
        return self.text[self.start:self.end]


def blank_comment(match):
    """Replace a comment by spaces; line breaks and backslashes stay."""
    return re.sub(r"[^\n\\]", " ", match[0])


def matching_bracket(text, position):
    """Return the position of the bracket that closes the one at `position`, or -1 if there is none."""
    pairs, depth = {"(": ")", "{": "}", "[": "]"}, 0
    close = pairs[text[position]]
    for n in range(position, len(text)):
        depth += (text[n] == text[position]) - (text[n] == close)
        if depth == 0:
            return n
    return -1


FUNCTION_HEAD = re.compile(r"([A-Za-z_]\w*(?:##\w+)?)\s*\(")


def head_start(text, name):
    """Return the position where a definition starts, given the position `name` of its name. It is on the same line as
    the name, after any other code there."""
    line = text.rfind("\n", 0, name) + 1
    define = re.compile(r"[ \t]*#define\s+\w+\([^)]*\)").match(text, line)
    return max(define.end() if define else line, text.rfind("}", line, name) + 1, text.rfind(";", line, name) + 1)


def parse_functions(path, text=None):
    """Every function defined in a file, also inside macros. `text`: used in place of the file's contents."""
    text = COMMENT.sub(blank_comment, path.read_text() if text is None else text)
    definitions, position = [], 0
    while head := FUNCTION_HEAD.search(text, position):
        position = head.end()
        close = matching_bracket(text, head.end() - 1)
        opening = re.compile(r"[\s\\]*\{").match(text, close + 1) if close > 0 else None
        preceding = text[max(
            text.rfind(";", 0, head.start()), text.rfind("}", 0, head.start()),
            text.rfind("*/", 0, head.start()), text.rfind("#", 0, head.start()), 0,
        ) : head.start()]
        if (not opening or head[1] in KEYWORDS or not re.search(r"[A-Za-z_]\w*(##\w+)?[\s*\\]+$", preceding)
                or head[1].isupper()):
            continue
        end = matching_bracket(text, opening.end() - 1) + 1
        if end <= 0:
            continue
        returns_void = bool(re.search(r"\bvoid\s+$", preceding))
        definitions.append(Function(
            path.name, head[1], head_start(text, head.start()), opening.end() - 1, end, text[head.end() : close],
            returns_void, text,
        ))
        position = end
    return definitions


def parameter_types(function):
    """Return {name: type} for the parameters with a plain type."""
    types = {}
    for parameter in function.parameters.split(","):
        match = re.fullmatch(r"\s*(?:const\s+)?(\w+)\s+(\w+)\s*", parameter)
        if match and match[1] in VALUE_TYPES:
            types[match[2]] = match[1]
    return types


class Tokens:
    """The tokens of a body as (text, start, end), without white space. `excluded`: spans that no mutant changes."""

    def __init__(self, function):
        self.function, self.body, self.immediates = function, function.body, set()
        # strings may contain any character
        self.without_strings = re.sub(r'"[^"]*"', lambda match: "_" * len(match[0]), self.body)
        self.tokens = [
            (m[0], m.start(), m.end())
            for m in TOKEN.finditer(self.body)
            if m[0].strip() and m[0] != "\\" and not m[0].startswith("\\\n")
        ]
        self.excluded = [self.statement_span(m.start()) for m in NEVER_MUTATED.finditer(self.body)] + [
            self.header_span(m) for m in re.finditer(r"\b(for|while)\s*\(", self.body)
        ]
        self.excluded += [span for name, span in self.initialised_locals()
                          if self.is_used_only_where_excluded(name, span)]

    def statement_span(self, position):
        """Return the span from the end of the previous statement to the end of the one at `position`."""
        start = max(self.without_strings.rfind(char, 0, position) for char in ";{}")
        ends = [end for char in ";{}" if (end := self.without_strings.find(char, position)) >= 0]
        return start + 1, min(ends) + 1

    def initialised_locals(self):
        """Yield (name, span of the declarator) of every local with an initialiser."""
        for match in re.finditer(r"[\w\]][\s*]+(\w+)\s*=(?!=)|,[\s\\]*(\w+)\s*=(?!=)", self.body):
            depth, end = 0, match.end()
            while end < len(self.body) and not (depth == 0 and self.body[end] in ",;"):
                depth += (self.body[end] in "([{") - (self.body[end] in ")]}")
                end += 1
            yield match[1] or match[2], (match.start(1 if match[1] else 2), end)

    def is_used_only_where_excluded(self, name, span):
        """Return whether all uses of a local are in excluded spans."""
        uses = [m.start() for m in re.finditer(rf"\b{name}\b", self.body) if not span[0] <= m.start() < span[1]]
        return bool(uses) and all(any(start <= position < end for start, end in self.excluded) for position in uses)

    def header_span(self, match):
        """The span of the header of a loop."""
        return match.start(), matching_bracket(self.body, match.end() - 1) + 1

    def is_mutable(self, n):
        """Return whether token n is outside the excluded spans."""
        position = self.tokens[n][1]
        return not any(start <= position < end for start, end in self.excluded)

    def text(self, n):
        """Return the text of token n, or '' if n is outside the body."""
        return self.tokens[n][0] if 0 <= n < len(self.tokens) else ""

    def is_binary(self, n):
        """Return whether an operand precedes operator n. The closing parenthesis of a cast is not an operand."""
        before = self.text(n - 1)
        if before == ")":
            depth = 0
            for k in range(n - 1, -1, -1):
                depth += (self.text(k) == ")") - (self.text(k) == "(")
                if depth == 0:
                    enclosed = [self.text(j) for j in range(k + 1, n - 1)]
                    return not all(word in VALUE_TYPES or word in ("struct", "const", "*") for word in enclosed)
        return before == "]" or (before not in KEYWORDS and bool(re.match(r"\w", before)))

    def argument_spans(self, n):
        """Return [(first token, last token)] for the arguments of the call whose name is token n, or [] if it is not a
        call."""
        if self.text(n + 1) != "(":
            return []
        depth, spans, first = 0, [], n + 2
        for k in range(n + 1, len(self.tokens)):
            token = self.text(k)
            depth += (token in "([{") - (token in ")]}")
            if depth == 0 or (depth == 1 and token == ","):
                if k > first:
                    spans.append((first, k - 1))
                first = k + 1
            if depth == 0:
                return spans
        return []
