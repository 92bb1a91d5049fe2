"""The model's text taken apart: the functions of a file, and the tokens of a body."""
import re
from dataclasses import dataclass, field

TOKEN = re.compile(
    r"\s+|\\\n|[A-Za-z_]\w*(?:##\w+)*|0x[0-9a-fA-F]+[uUlL]*|\d[\w.]*|\"[^\"]*\"|<<=|>>=|->|\+\+|--"
    r"|<<|>>|[<>=!&|+*/^-]=|&&|\|\||##|.",
    re.S,
)
COMMENT = re.compile(r"/\*.*?\*/", re.S)
NAME = re.compile(r"[A-Za-z_]\w*(?:##\w+)?$")
WORDS = {
    "if", "for", "while", "switch", "return", "sizeof", "do", "else", "case", "const", "struct", "static", "inline",
}
TYPES = (
    "u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "b8", "b16", "b32", "b64", "bool", "int", "f16", "bf16",
    "f32", "f64", "u128", "T", "word", "format",
)

# Nothing a case shows depends on these: doubts of host shortcuts, which processor this is, how much is copied, what may
# be taken for vouched.
NEVER_MUTATED = re.compile(
    r"\b(odd|doubt|RARE|restrict|host_fma|host_halves|watch_flags|made|fp_mode|EACH_LANE|memcpy|memmove|memset|va_\w+"
    r"|vsnprintf|snprintf|sizeof|assay_free|fault_\w+)\b"
)


@dataclass(frozen=True, slots=True)
class Function:
    """A definition in `file`: `text` is the whole file without comments, the head stands from text[head], the body at
    text[start:end], braces included; `parameters`: text between the parentheses; `nothing`: it returns void."""
    file: str
    name: str
    head: int
    start: int
    end: int
    parameters: str
    nothing: bool
    text: str = field(repr=False)

    @property
    def body(self):
        return self.text[self.start:self.end]


def blank_comment(match):
    """Spaces of the same shape."""
    return re.sub(r"[^\n\\]", " ", match[0])


def matching_bracket(text, at):
    """Where the bracket at `at` closes; -1: nowhere."""
    pairs, depth = {"(": ")", "{": "}", "[": "]"}, 0
    close = pairs[text[at]]
    for n in range(at, len(text)):
        depth += (text[n] == text[at]) - (text[n] == close)
        if depth == 0:
            return n
    return -1


HEAD = re.compile(r"([A-Za-z_]\w*(?:##\w+)?)\s*\(")


def head_start(text, name):
    """Where the definition starts whose name stands at `name`: on its line, after what else is on it."""
    line = text.rfind("\n", 0, name) + 1
    define = re.compile(r"[ \t]*#define\s+\w+\([^)]*\)").match(text, line)
    return max(define.end() if define else line, text.rfind("}", line, name) + 1, text.rfind(";", line, name) + 1)


def functions(path, text=None):
    """Every function a file defines, those inside macros too.  `text`: of the file, when it is not the one that stands
    there."""
    text = COMMENT.sub(blank_comment, path.read_text() if text is None else text)
    found, at = [], 0
    while match := HEAD.search(text, at):
        at = match.end()
        close = matching_bracket(text, match.end() - 1)
        after = re.compile(r"[\s\\]*\{").match(text, close + 1) if close > 0 else None
        before = text[max(
            text.rfind(";", 0, match.start()), text.rfind("}", 0, match.start()),
            text.rfind("*/", 0, match.start()), text.rfind("#", 0, match.start()), 0,
        ) : match.start()]
        if (not after or match[1] in WORDS or not re.search(r"[A-Za-z_]\w*(##\w+)?[\s*\\]+$", before)
                or match[1].isupper()):
            continue
        end = matching_bracket(text, after.end() - 1) + 1
        if end <= 0:
            continue
        nothing = bool(re.search(r"\bvoid\s+$", before))
        found.append(Function(
            path.name, match[1], head_start(text, match.start()), after.end() - 1, end, text[match.end() : close],
            nothing, text,
        ))
        at = end
    return found


def parameter_types(f):
    """{name: type} of the parameters that have a plain type."""
    found = {}
    for part in f.parameters.split(","):
        match = re.fullmatch(r"\s*(?:const\s+)?(\w+)\s+(\w+)\s*", part)
        if match and match[1] in TYPES:
            found[match[2]] = match[1]
    return found


class Tokens:
    """The tokens of one body: (text, start, end) without white space; `asides`: stretches no mutant touches."""

    def __init__(self, f):
        self.f, self.body, self.immediates = f, f.body, set()
        self.silent = re.sub(r'"[^"]*"', lambda m: "_" * len(m[0]), self.body)  # a text may hold any sign
        self.all = [
            (m[0], m.start(), m.end())
            for m in TOKEN.finditer(self.body)
            if m[0].strip() and m[0] != "\\" and not m[0].startswith("\\\n")
        ]
        self.closed = [self.statement(m.start()) for m in NEVER_MUTATED.finditer(self.body)] + [
            self.header(m) for m in re.finditer(r"\b(for|while)\s*\(", self.body)
        ]
        self.closed += [stretch for name, stretch in self.declared() if self.aside(name, stretch)]

    def statement(self, at):
        """From the end of the statement before `at` to the end of its own."""
        start = max(self.silent.rfind(c, 0, at) for c in ";{}")
        ends = [e for c in ";{}" if (e := self.silent.find(c, at)) >= 0]
        return start + 1, min(ends) + 1

    def declared(self):
        """(name, its declarator) of every local that has a value from the start."""
        for m in re.finditer(r"[\w\]][\s*]+(\w+)\s*=(?!=)|,[\s\\]*(\w+)\s*=(?!=)", self.body):
            depth, end = 0, m.end()
            while end < len(self.body) and not (depth == 0 and self.body[end] in ",;"):
                depth += (self.body[end] in "([{") - (self.body[end] in ")]}")
                end += 1
            yield m[1] or m[2], (m.start(1 if m[1] else 2), end)

    def aside(self, name, stretch):
        """Is a local used only where no mutant goes?"""
        uses = [m.start() for m in re.finditer(rf"\b{name}\b", self.body) if not stretch[0] <= m.start() < stretch[1]]
        return bool(uses) and all(any(a <= at < b for a, b in self.closed) for at in uses)

    def header(self, match):
        return match.start(), matching_bracket(self.body, match.end() - 1) + 1

    def free(self, n):
        start = self.all[n][1]
        return not any(a <= start < b for a, b in self.closed)

    def text(self, n):
        return self.all[n][0] if 0 <= n < len(self.all) else ""

    def binary(self, n):
        """Does an operand stand right before the operator?  Not a cast's parenthesis."""
        before = self.text(n - 1)
        if before == ")":
            depth = 0
            for k in range(n - 1, -1, -1):
                depth += (self.text(k) == ")") - (self.text(k) == "(")
                if depth == 0:
                    inside = [self.text(j) for j in range(k + 1, n - 1)]
                    return not all(word in TYPES or word in ("struct", "const", "*") for word in inside)
        return before == "]" or (before not in WORDS and bool(re.match(r"\w", before)))

    def arguments(self, n):
        """Of a call whose name is token n: [(first token, last token)] of each argument; [] when it is no call."""
        if self.text(n + 1) != "(":
            return []
        depth, found, first = 0, [], n + 2
        for k in range(n + 1, len(self.all)):
            t = self.text(k)
            depth += (t in "([{") - (t in ")]}")
            if depth == 0 or (depth == 1 and t == ","):
                if k > first:
                    found.append((first, k - 1))
                first = k + 1
            if depth == 0:
                return found
        return []
