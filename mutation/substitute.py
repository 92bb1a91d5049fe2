"""Mutants of the model's text: every function of the files that carry out ALU operations, one token changed at a time.
A mutant is a second body of its function, chosen by number when the library of mutants runs; see assemble.py."""
import re
from dataclasses import dataclass
from functools import cache

from .source import ASIDE, NAME, TYPES, WORDS, Function, Tokens, matching, parameter_types

# What a token becomes, by kind.  The binary operators first: those between two operands.
OPERATORS = {
    "+": ("-",),
    "-": ("+",),
    "*": ("+",),
    "/": ("*",),
    "%": ("/",),
    "&": ("|",),
    "|": ("&",),
    "^": ("|", "&"),
    "<<": (">>",),
    ">>": ("<<",),
}
UPDATES = {
    "|=": ("=", "&="),
    "&=": ("|=",),
    "+=": ("-=", "="),
    "-=": ("+=",),
    "^=": ("|=",),
    "<<=": (">>=",),
    ">>=": ("<<=",),
}
CONDITIONS = {
    "<": ("<=", ">"),
    ">": (">=", "<"),
    "<=": ("<", ">="),
    ">=": (">", "<="),
    "==": ("!=",),
    "!=": ("==",),
    "&&": ("||",),
    "||": ("&&",),
}
SIGNS = {
    "i8": "u8",
    "i16": "u16",
    "i32": "u32",
    "i64": "u64",
    "u8": "i8",
    "u16": "i16",
    "u32": "i32",
    "u64": "i64",
    "b16": "i16",
    "b32": "i32",
    "b64": "i64",
}
WIDTHS = {
    "u64": "u32",
    "i64": "i32",
    "u32": "u16",
    "i32": "i16",
    "u16": "u8",
    "i16": "i8",
    "b64": "b32",
    "b32": "b16",
    "b16": "b8",
}
NAMES = (
    ("min_", "max_"),
    ("max_", "min_"),
    ("less_", "equal_"),
    ("equal_", "less_"),
    ("at_most_", "less_"),
    ("floor_", "ceil_"),
    ("ceil_", "floor_"),
    ("trunc_", "floor_"),
    ("rndne_", "trunc_"),
    ("add_", "sub_"),
    ("sub_", "add_"),
    ("fma_", "mad_"),
    ("sin_", "cos_"),
    ("cos_", "sin_"),
    ("rcp_", "rsq_"),
    ("sqrt_", "rsq_"),
    ("__builtin_ctz", "__builtin_clz"),
    ("__builtin_clz", "__builtin_ctz"),
    ("u24", "i24"),
    ("i24", "u24"),
    ("SAT_I", "SAT_U"),
    ("SAT_U", "SAT_I"),
)
NAN_NAMES = (
    ("is_snan_", "is_nan_"),
    ("is_nan_", "is_snan_"),
    ("is_infinite", "is_nan"),
    ("is_nan", "is_infinite"),
    ("is_inf_", "is_nan_"),
    ("quiet_bit_", "one_"),
    ("total_", "ordered_"),
    ("ordered_", "total_"),
)
MODE_NAMES = {
    "NEAREST": "TO_ZERO",
    "TO_ZERO": "NEAREST",
    "UP": "DOWN",
    "DOWN": "UP",
    "KEEP_IN": "KEEP_OUT",
    "KEEP_OUT": "KEEP_IN",
}
MODE_FIELDS = {"ieee": "NaN rule", "dx10_clamp": "NaN rule", "fp16_ovfl": "MODE ignored"}
EXEC_NAMES = {"live_lanes": "every_lane", "live": "~0ull"}

ELSEWHERE = re.compile(
    r"two_step_fma_f32|fast_fma_f32|gather_bits|raise_if|differ_\w+|run_traced|host_has_fma|allocate|assay_free|aligned"
    r"|pending_size|untouched|mix|turned|fill_upper|clear_results"
)
LENGTH = re.compile(r"\s*(?:static |const |struct )*\w+ (?:\w+(?:\[\w*\])*, )*\*?(?:const )?\w+(?:\[\w*\])*\[")
COMMUTE = re.compile(r"(equal_|unordered_|either|distance|v_(min|max)_[iu]\d)")


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


def replaced(kind, n, new):
    return kind, ((n, n, new),), ()


def operators(t, n, types):
    """+ - * / & | ^ << >> and their assignments, comparisons, ~ and ! and unary minus."""
    x = t.text(n)
    if x in OPERATORS and t.binary(n):
        yield from (replaced("operator", n, new) for new in OPERATORS[x])
    elif x in ("~", "!", "-") and not t.binary(n) and t.text(n + 1) not in ("=",):
        yield replaced("condition" if x == "!" else "operator", n, " ")
    if x in UPDATES:
        yield from (replaced("operator", n, new) for new in UPDATES[x])
    if x in CONDITIONS:
        yield from (replaced("condition", n, new) for new in CONDITIONS[x])
    if x == "?":
        yield replaced("condition", n, "== 0 ?")


def constants(t, n, types):
    """Masks narrower and wider, other numbers one more and one less."""
    x = t.text(n)
    if not re.fullmatch(r"(0x[0-9a-fA-F]+|\d+)[uUlL]*", x):
        return
    if t.text(n - 1) == "[" and LENGTH.fullmatch(t.body[t.statement(t.all[n][1])[0]:t.all[n][1]]):
        return                                         # how long a table is
    suffix = x[len(x.rstrip("uUlL")):]
    value = int(x.rstrip("uUlL"), 0)
    if t.text(n - 1) == "&" and value & (value + 1) == 0 and value:
        yield replaced("mask", n, f"{value >> 1:#x}{suffix}")
        if (value << 1 | 1) * counts_shift(t, n) < 63:
            yield replaced("mask", n, f"{value << 1 | 1:#x}{suffix}")
    elif t.text(n - 1) in ("&", "|", "^"):
        yield replaced("mask", n, f"{value ^ (value & -value):#x}{suffix}")
        yield replaced("mask", n, f"{value << 1:#x}{suffix}")
    else:
        yield replaced("constant", n, f"{value + 1}{suffix}")
        if value:
            yield replaced("constant", n, f"{value - 1}{suffix}")


def counts_shift(t, n):
    """How far something is shifted by each unit of what token n is the mask of; 0: it counts no shift.  C leaves open
    what more than the width is, and processors look at no more bits than the mask had."""
    if t.text(n + 1) != ")" or t.text(n - 3) != "(":
        return 0
    if t.text(n - 4) == "*" and t.text(n - 6) in ("<<", ">>") and t.text(n - 5).isdigit():
        return int(t.text(n - 5))
    return int(t.text(n - 4) in ("<<", ">>"))


def short(t, n):
    """Is token n a parameter that holds the 16 bits of an immediate, with their sign or without?"""
    return t.text(n) in t.immediates


def trait(t, n):
    """Does a trait stand at token n, w->t->m0 or t->m0: the number of a register?"""
    return any(t.text(k) == "t" and t.text(k + 1) == "->" for k in (n, n + 2))


def casts(t, n, types):
    """A cast to the other sign, to half the width, or none; the type of a local likewise."""
    x = t.text(n)
    if t.text(n - 1) == "(" and t.text(n + 1) == ")" and x in SIGNS and t.text(n - 2) not in WORDS:
        if trait(t, n + 2):
            return
        yield replaced("sign", n, SIGNS[x])
        if x in WIDTHS and not (short(t, n + 2) and WIDTHS[x].endswith("16")):
            yield replaced("width", n, WIDTHS[x])
        yield "width", ((n - 1, n + 1, " "),), ()
    elif x in SIGNS and NAME.match(t.text(n + 1)) and t.text(n + 2) == "=" and not trait(t, n + 6):
        yield replaced("sign", n, SIGNS[x])
        if x in WIDTHS:
            yield replaced("width", n, WIDTHS[x])


def orders(t, n, types):
    """Two arguments change places; two operands of an operator that minds; a parameter is another of its type."""
    simple = (
        []
        if COMMUTE.match(t.text(n))
        else [a for a in t.arguments(n) if a[0] == a[1] and NAME.match(t.text(a[0])) and types.get(t.text(a[0]))]
    )
    for (a, _), (b, _) in zip(simple, simple[1:]):
        if t.text(a) != t.text(b) and types[t.text(a)] == types[t.text(b)]:
            yield "operand order", ((a, a, t.text(b)), (b, b, t.text(a))), ()
    x = t.text(n)
    if (x in ("-", "/", "<<", ">>") and t.binary(n) and types.get(t.text(n - 1)) and types.get(t.text(n + 1))
            and t.text(n - 1) != t.text(n + 1)):
        yield "operand order", ((n - 1, n - 1, t.text(n + 1)), (n + 1, n + 1, t.text(n - 1))), ()
    if x in types and t.text(n - 1) not in ("->", "."):
        for other, kind in types.items():
            if other != x and kind == types[x]:
                yield replaced("operand order", n, other)


def names(t, n, types):
    """Functions and settings of which there is an opposite."""
    x = t.text(n)
    for table, kind in ((NAMES, "operator"), (NAN_NAMES, "NaN rule")) if t.text(n + 1) == "(" else ():
        for old, new in table:
            if old in x and re.search(rf"(?<![a-z]){old}", x):
                yield replaced(kind, n, re.sub(rf"(?<![a-z]){old}", new, x, count=1))
                break
    if x in MODE_NAMES:
        yield replaced("MODE ignored", n, MODE_NAMES[x])
    if t.text(n - 1) == "->" and x in MODE_FIELDS:
        yield MODE_FIELDS[x], ((n - 2, n, "true"),), ()
        yield MODE_FIELDS[x], ((n - 2, n, "false"),), ()
    if x == "fp" and t.text(n - 1) == "(" and t.text(n + 1) == "," and "MODE" in t.f.parameters:
        yield replaced("MODE ignored", n, "default_mode(fp)")
    if (x in EXEC_NAMES and t.text(n + 1) in ("(", ")", ";", "&", "|", ">>", ",")
            and (x == "live_lanes") == (t.text(n + 1) == "(")):
        start = n - 2 if t.text(n - 1) == "->" else n
        yield "EXEC ignored", ((start, n, EXEC_NAMES[x]),), ()


def begins(t, n):
    """Does a statement begin at token n: after another one, or after the parenthesis of an `if` or a loop?"""
    before = t.text(n - 1)
    if before == ")":
        depth = 0
        for k in range(n - 1, -1, -1):
            depth += (t.text(k) == ")") - (t.text(k) == "(")
            if depth == 0:
                return t.text(k - 1) in ("if", "for", "while")
    return before in (";", "{", "}", "else")


def statements(t, n, types):
    """A statement that is an assignment or a call is left out; an `if` is turned round."""
    x = t.text(n)
    if x == "if" and t.text(n + 1) == "(":
        close = next(k for k in range(n + 1, len(t.all)) if t.all[k][1] == matching(t.body, t.all[n + 1][1]))
        yield "condition", ((n + 1, n + 1, "(!("), (close, close, "))")), ()
    if NAME.match(x) and x not in WORDS and x not in TYPES and not x.startswith("derived_") and begins(t, n):
        last = next((k for k in range(n, len(t.all)) if t.text(k) in (";", "{", "}")), None)
        inside = [t.text(k) for k in range(n, last or n)]
        if not last or t.text(last) != ";" or t.text(n + 1) == "*" or NAME.match(t.text(n + 1)):
            return
        if any(u in ("=", *UPDATES, "++", "--") for u in inside) or t.text(n + 1) == "(":
            yield "statement", ((n, last - 1, " "),), ()


RULES = (operators, constants, casts, orders, names, statements)
PLACES = tuple(rule for rule in RULES if rule is not casts)


def shown(t, edits):
    """(old, new) of a change in a few words: from the first token to the last."""
    first, last = min(a for a, *_ in edits), max(b for _, b, _ in edits)
    old = " ".join(t.text(k) for k in range(first, last + 1))
    changed, k = [], first
    while k <= last:
        edit = next((e for e in edits if e[0] == k), None)
        changed.append(edit[2].strip() if edit else t.text(k))
        k = edit[1] + 1 if edit else k + 1
    return old[:60], " ".join(filter(None, changed))[:60] or "(nothing)"


def mutants_of(f, named=(), numbers=True, immediates=None):
    """Every Mutant of one function, in the order of its text.  `named`: operations, whose parameters are operands:
    these are also seen with the other sign and half the width.  `immediates`: {operation: numbers of the sources that
    are immediates of 16 bits}, which only what is narrower than that changes.  `numbers`: it computes what programs
    compute, so that width and sign of a value matter; where values are register numbers, lanes and counts they do
    not."""
    if ELSEWHERE.fullmatch(f.name):
        return []
    t, types, seen, found = Tokens(f), parameter_types(f), {}, []
    operands = [name for name in types if not ASIDE.fullmatch(name)]
    t.immediates = {name for n, name in enumerate(operands) if n in (immediates or {}).get(f.name, ())}

    def add(kind, old, new, line, **change):
        seen[kind, old, new] = seen.get((kind, old, new), 0) + 1
        found.append(Mutant(kind, f, old, new, seen[kind, old, new], line, **change))
    first = f.text.count("\n", 0, f.start) + 1
    for name, kind in types.items() if f.name in named else ():
        for label, table in (("sign", SIGNS), ("width", WIDTHS)):
            if kind in table and name in operands and not (name in t.immediates and table[kind].endswith("16")):
                add(label, f"{kind} {name}", f"{table[kind]} {name}", first, shadow=(name, table[kind]))
    for n in range(1, len(t.all) - 1):
        for rule in (RULES if numbers else PLACES) if t.free(n) else ():
            for kind, edits, _ in rule(t, n, types):
                line = first + t.body.count("\n", 0, t.all[n][1])
                add(kind, *shown(t, edits), line, edits=tuple((t.all[a][1], t.all[b][2], new) for a, b, new in edits))
    return found
