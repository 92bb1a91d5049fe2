"""Grammar (lark) and parser of the pseudocode language of AMD's ISA manuals.

A node of the tree is a tuple. Its first member is its kind: the alias after the grammar rule."""
from lark import Lark, Transformer

GRAMMAR = r"""
start: body
body: _sep? (stmt _sep?)*
_sep: ";"+

?stmt: "declare" NAME ":" WIDTH ("[" expr "]")?                         -> declare
     | "if" expr "then" body elsif* ("else" body)? "endif"              -> if_
     | "for" NAME "in" logic ":" expr "do" body "endfor"                -> for_
     | "break"                                                          -> break_
     | "return" expr                                                    -> return_
     | postfix "=" "lambda" "(" NAME ("," NAME)* ")" "(" body ")"       -> lambda_
     | postfix "=" _rhs                                                 -> assign
     | postfix AUGMENT expr                                             -> augment
     | expr                                                             -> value
_rhs: expr | chain
chain: postfix "=" _rhs                                                 -> chain
elsif: "elsif" expr "then" body

?expr: logic | logic "?" expr ":" expr                                  -> choose
?logic: conj | logic "||" conj                                          -> binary_or
?conj: bitor | conj "&&" bitor                                          -> binary_and
?bitor: bitxor | bitor BITOR bitxor                                     -> binary
?bitxor: bitand | bitxor BITXOR bitand                                  -> binary
?bitand: equal | bitand BITAND equal                                    -> binary
?equal: order | equal EQUAL order                                       -> binary
?order: shift | order ORDER shift                                       -> binary
?shift: sum | shift SHIFT sum                                           -> binary
?sum: term | sum SUM term                                               -> binary
?term: power | term TERM power                                          -> binary
?power: unary | unary POWER power                                       -> binary
?unary: postfix | (SUM | NOT) unary                                     -> unary
?postfix: atom
     | postfix "." NAME                                                 -> member
     | postfix "[" expr "]"                                             -> index
     | postfix "[" logic ":" logic "]"                                  -> slice
     | postfix "[" logic "+:" logic "]"                                 -> span
     | NAME "(" [expr ("," expr)*] ")"                                  -> call
     | WIDTH "(" expr ")"                                               -> cast
?atom: NAME -> name
     | TYPED -> typed
     | NUMBER -> number
     | "(" expr ")"
     | "{" expr ("," expr)* "}"                                         -> concat

WIDTH.5: /\d+'[UIFB](?!\w)/
TYPED.4: /\d+'(0x[0-9a-fA-F]+|\d+\.\d+|\d+)(ULL|LL|U|F)?/
NUMBER: /0x[0-9a-fA-F]+(ULL|LL|U)?|\d+\.\d+F?|\d+(ULL|LL|U|F)?/
AUGMENT.3: "+=" | "-="
POWER.3: "**"
TERM: "*" | "/" | "%"
SUM: "+" | "-"
SHIFT.3: "<<" | ">>"
ORDER: "<=" | ">=" | "<" | ">"
EQUAL.3: "==" | "!=" | "<>"
BITAND: "&"
BITXOR: "^"
BITOR: "|"
NOT: "~" | "!"
NAME: /[A-Za-z_]\w*/
COMMENT: /\/\/[^\n]*/
%ignore COMMENT
%ignore /\s+/
"""


def _args(children):
    return tuple(c for c in children if c is not None)


class _Tree(Transformer):
    """Turns lark's tree into plain tuples: ("binary", op, a, b), ("slice", x, hi, lo), ..."""

    def body(self, c): return ("body",) + tuple(c)
    def start(self, c): return c[0]
    def declare(self, c): return ("declare", str(c[0]), str(c[1]), c[2] if len(c) > 2 else None)
    def elsif(self, c): return ("elsif", c[0], c[1])

    def if_(self, c):
        arms = [(c[0], c[1])]
        other = None
        for x in c[2:]:
            if x[0] == "elsif":
                arms.append((x[1], x[2]))
            else:
                other = x
        return ("if", tuple(arms), other)

    def for_(self, c): return ("for", str(c[0]), c[1], c[2], c[3])
    def break_(self, c): return ("break",)
    def return_(self, c): return ("return", c[0])
    def lambda_(self, c): return ("lambda", c[0][1], tuple(str(x) for x in c[1:-1]), c[-1])

    def chain(self, c):
        return ("chain", c[0], c[1])

    def assign(self, c):
        targets, value = [c[0]], c[1]
        while value[0] == "chain":
            targets.append(value[1])
            value = value[2]
        return ("assign", tuple(targets), value)

    def augment(self, c): return ("assign", (c[0],), ("binary", str(c[1])[0], c[0], c[2]))
    def value(self, c): return ("value", c[0])
    def choose(self, c): return ("choose", c[0], c[1], c[2])
    def binary_or(self, c): return ("logic", "||", c[0], c[1])
    def binary_and(self, c): return ("logic", "&&", c[0], c[1])
    def binary(self, c): return ("binary", "!=" if str(c[1]) == "<>" else str(c[1]), c[0], c[2])
    def unary(self, c): return ("unary", str(c[0]), c[1])
    def member(self, c): return ("member", c[0], str(c[1]))
    def index(self, c): return ("index", c[0], c[1])
    def slice(self, c): return ("slice", c[0], c[1], c[2])
    def span(self, c): return ("span", c[0], c[1], c[2])
    def call(self, c): return ("call", str(c[0]), _args(c[1:]))
    def cast(self, c): return ("cast", str(c[0]), c[1])
    def name(self, c): return ("name", str(c[0]))
    def typed(self, c): return ("typed", str(c[0]))
    def number(self, c): return ("number", str(c[0]))
    def concat(self, c): return ("concat", tuple(c))


_PARSER = None


def parse(text):
    """Parse one operation's pseudocode and return its tree. Raises lark.UnexpectedInput if the text is prose."""
    global _PARSER
    if _PARSER is None:
        _PARSER = Lark(GRAMMAR, parser="lalr", transformer=_Tree())
    return _PARSER.parse(text)
