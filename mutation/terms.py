"""LLVM's intermediate code as terms of Bitwuzla: is a function of integers, without loops and memory, always true?"""
from __future__ import annotations

import re
import sys
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import bitwuzla as bw
from bitwuzla import Kind

NAME = r'[%@](?:[-\w.$]+|"[^"]+")'
INSTRUCTION = re.compile(rf"(?:({NAME}) = )?(?:tail |notail )?(\w+) ?(.*)")
# what they promise is asked of the source itself, which traps where it is broken
PROMISES = re.compile(r"\b(nuw|nsw|exact|disjoint|samesign|nneg|inbounds|nusw|noundef|inrange\([^)]*\)"
                      r"|range\([^()]*(?:\([^()]*\))?[^()]*\)|zeroext|signext|fastcc) ?")
BINARY = {"add": Kind.BV_ADD, "sub": Kind.BV_SUB, "mul": Kind.BV_MUL, "and": Kind.BV_AND, "or": Kind.BV_OR,
          "xor": Kind.BV_XOR}
SHIFTS = {"shl": Kind.BV_SHL, "lshr": Kind.BV_SHR, "ashr": Kind.BV_ASHR}
DIVISIONS = {"udiv": Kind.BV_UDIV, "urem": Kind.BV_UREM, "sdiv": Kind.BV_SDIV, "srem": Kind.BV_SREM}
ORDERS = {"eq": Kind.EQUAL, "ne": Kind.DISTINCT, "ult": Kind.BV_ULT, "ule": Kind.BV_ULE, "ugt": Kind.BV_UGT,
          "uge": Kind.BV_UGE, "slt": Kind.BV_SLT, "sle": Kind.BV_SLE, "sgt": Kind.BV_SGT, "sge": Kind.BV_SGE}
CHOICES = {"umin": Kind.BV_ULT, "umax": Kind.BV_UGT, "smin": Kind.BV_SLT, "smax": Kind.BV_SGT}
BELOW = {"ucmp": Kind.BV_ULT, "scmp": Kind.BV_SLT}
SECONDS = 10                                           # of one answer
LONGEST = 512                                          # elements of a table


class Unknown(Exception):
    """Code that has no term here."""


@dataclass(frozen=True, slots=True)
class Place:
    """A pointer into a table of constants: `table` [(value, …), bits of one], `at` in bytes, a term."""
    table: tuple
    at: bw.Term


def blocks_of(text: str, name: str) -> tuple[list[tuple[int, str]], dict[str, list]]:
    """-> ([(bits, name) of each parameter], {label: [(result or None, opcode, the rest) of each line]}, the first one
    first).  Raises Unknown."""
    found = re.search(rf"^define [^@]*@{name}\(([^)]*)\)[^\n]*\{{\n(.*?)^\}}", text, re.M | re.S)
    if not found:
        raise Unknown(name)
    given = re.findall(rf"i(\d+) (?:\w+ )*({NAME})", found[1])
    blocks: dict[str, list] = {}
    at = f"%{len(given)}"
    body = re.sub(r"\[\n(.*?)\n\s*\]", lambda m: "[" + " ".join(m[1].split()) + "]", found[2], flags=re.S)
    for line in body.splitlines():
        line = line.partition(" ;")[0].rstrip() if not line.startswith(";") else ""
        if label := re.fullmatch(r'([-\w.$]+|"[^"]+"):', line):
            at = f"%{label[1]}"
        elif line.strip():
            match = INSTRUCTION.match(re.sub(r",? ![\w.]+(?:\([^)]*\))?(?: !\d+)?", "", line.strip()))
            if not match:
                raise Unknown(line)
            blocks.setdefault(at, []).append((match[1], match[2], PROMISES.sub("", match[3])))
    return [(int(bits), name) for bits, name in given], blocks


@cache
def tables_of(text: str) -> dict[str, tuple]:
    """{name: as Place.table} of the arrays of constant integers."""
    found = {}
    for name, count, bits, given in re.findall(
            rf"^({NAME}) = [^\n]*?constant \[(\d+) x i(\d+)\] (zeroinitializer|c\"[^\n]*?\"|\[[^\]\n]*\])", text, re.M):
        if given.startswith("c"):
            values = [int(m[1], 16) if m[1] else ord(m[2]) for m in re.finditer(r"\\([0-9A-F]{2})|(.)", given[2:-1])]
        else:
            values = [int(one) for one in re.findall(r"i\d+ (-?\d+)", given)] or [0] * int(count)
        if len(values) == int(count) <= LONGEST:
            found[name] = tuple(values), int(bits)
    return found


class Terms:
    """The terms of one function."""

    def __init__(self, text: str, name: str):
        self.tm, self.fresh = bw.TermManager(), 0
        given, self.blocks = blocks_of(text, name)
        self.tables = tables_of(text)
        self.known: dict = {name: self.variable(bits) for bits, name in given}
        self.edges: dict[str, list] = {label: [] for label in self.blocks}     # (from, when) into each block
        self.good: list[bw.Term] = []

    # ---- terms ----

    def variable(self, bits: int) -> bw.Term:
        self.fresh += 1
        return self.tm.mk_const(self.tm.mk_bv_sort(bits), f"x{self.fresh}")

    def number(self, bits: int, value: int) -> bw.Term:
        return self.tm.mk_bv_value(self.tm.mk_bv_sort(bits), value & ((1 << bits) - 1))

    def make(self, kind, *terms, numbers=()) -> bw.Term:
        return self.tm.mk_term(kind, list(terms), list(numbers))

    def bit(self, truth: bw.Term) -> bw.Term:
        return self.make(Kind.ITE, truth, self.number(1, 1), self.number(1, 0))

    def truth(self, bit: bw.Term) -> bw.Term:
        return self.make(Kind.EQUAL, bit, self.number(1, 1))

    def unless(self, broken: bw.Term, term: bw.Term, bits: int) -> bw.Term:
        """Anything at all where it has no meaning."""
        return self.make(Kind.ITE, broken, self.variable(bits), term)

    def value(self, kind: str, text: str):
        text = text.strip()
        if kind == "ptr":
            return self.place(text)
        if not re.fullmatch(r"i\d+", kind):
            raise Unknown(kind)
        bits = int(kind[1:])
        if text in ("true", "false"):
            return self.number(1, text == "true")
        if text in ("undef", "poison"):
            return self.variable(bits)
        if re.fullmatch(r"-?\d+", text):
            return self.number(bits, int(text))
        if text not in self.known:
            raise Unknown(text)
        return self.known[text]

    def place(self, text: str):
        if text in self.tables:
            return Place(self.tables[text], self.number(64, 0))
        if not isinstance(self.known.get(text), Place):
            raise Unknown(text)
        return self.known[text]

    def typed(self, text: str):
        """A type and its value"""
        kind, _, value = text.strip().partition(" ")
        return self.value(kind, value)

    # ---- instructions: each takes what stands behind its name ----

    def term(self, name: str, rest: str):
        if name in BINARY:
            return self.make(BINARY[name], *self.pair(rest)[1:])
        if name in SHIFTS:
            bits, a, by = self.pair(rest)
            broken = self.make(Kind.BV_UGE, by, self.number(bits, bits))
            return self.unless(broken, self.make(SHIFTS[name], a, by), bits)
        if name in DIVISIONS:
            return self.division(DIVISIONS[name], *self.pair(rest))
        if name == "icmp":
            order, _, rest = rest.partition(" ")
            return self.bit(self.make(ORDERS[order], *self.pair(rest)[1:]))
        try:
            return getattr(self, f"of_{name}")(rest)
        except (AttributeError, ValueError):
            raise Unknown(f"{name} {rest}") from None

    def pair(self, rest: str):
        kind, _, values = rest.partition(" ")
        a, b = values.split(",")
        if kind == "ptr":
            raise Unknown(rest)
        return int(kind[1:]), self.value(kind, a), self.value(kind, b)

    def division(self, kind, bits: int, a, b):
        broken = self.make(Kind.EQUAL, b, self.number(bits, 0))
        if kind in (Kind.BV_SDIV, Kind.BV_SREM):
            least, ones = self.number(bits, 1 << (bits - 1)), self.number(bits, -1)
            broken = self.make(Kind.OR, broken, self.make(
                Kind.AND, self.make(Kind.EQUAL, a, least), self.make(Kind.EQUAL, b, ones)))
        return self.unless(broken, self.make(kind, a, b), bits)

    def of_select(self, rest: str):
        when, a, b = rest.split(",")
        yes, no = self.typed(a), self.typed(b)
        return self.either(self.truth(self.typed(when)), yes, no)

    def either(self, when: bw.Term, yes, no):
        if isinstance(yes, Place):
            if yes.table is not no.table:
                raise Unknown("a pointer into one of two tables")
            return Place(yes.table, self.make(Kind.ITE, when, yes.at, no.at))
        return self.make(Kind.ITE, when, yes, no)

    def of_zext(self, rest: str):
        return self.extended(Kind.BV_ZERO_EXTEND, rest)

    def of_sext(self, rest: str):
        return self.extended(Kind.BV_SIGN_EXTEND, rest)

    def extended(self, kind, rest: str) -> bw.Term:
        given, to = rest.split(" to i")
        bits, _, value = given[1:].partition(" ")
        return self.make(kind, self.value(f"i{bits}", value), numbers=(int(to) - int(bits),))

    def of_trunc(self, rest: str):
        a, to = rest.split(" to i")
        return self.part(self.typed(a), int(to) - 1, 0)

    def of_freeze(self, rest: str):
        return self.typed(rest)

    def of_getelementptr(self, rest: str):
        match = re.fullmatch(rf"(?:\[\d+ x i(\d+)\]|i(\d+)), ptr ({NAME})(, i64 0)?, i64 ([^,]+)", rest)
        if not match or bool(match[1]) != bool(match[4]):
            raise Unknown(rest)
        base, size = self.place(match[3]), int(match[1] or match[2]) // 8
        index = self.make(Kind.BV_MUL, self.value("i64", match[5]), self.number(64, size))
        return Place(base.table, self.make(Kind.BV_ADD, base.at, index))

    def of_load(self, rest: str):
        match = re.fullmatch(rf"i(\d+), ptr ({NAME})(?:, align \d+)?", rest)
        if not match:
            raise Unknown(rest)
        place = self.place(match[2])
        values, bits = place.table
        if int(match[1]) != bits:
            raise Unknown(rest)
        term = self.variable(bits)
        for n, one in enumerate(values):
            there = self.make(Kind.EQUAL, place.at, self.number(64, n * bits // 8))
            term = self.make(Kind.ITE, there, self.number(bits, one), term)
        return term

    def of_call(self, rest: str):
        match = re.match(r"(.+?) @llvm\.([\w.]+)\((.*)\)", rest)
        if not match:
            raise Unknown(rest)
        kind, name, given = match.groups()
        name = name.partition(".i")[0]
        if name in ("ubsantrap", "assume", "lifetime.start", "lifetime.end", "experimental.noalias.scope.decl"):
            return None
        arguments = [self.typed(one) for one in given.split(",")]
        return self.intrinsic(name, int(kind[1:]) if kind.startswith("i") else 0, arguments)

    def intrinsic(self, name: str, bits: int, given: list):
        a = given[0]
        if name in CHOICES:
            return self.make(Kind.ITE, self.make(CHOICES[name], a, given[1]), a, given[1])
        if name == "abs":
            return self.make(Kind.ITE, self.make(Kind.BV_SLT, a, self.number(bits, 0)), self.make(Kind.BV_NEG, a), a)
        if name in ("ucmp", "scmp"):
            return self.compared(BELOW[name], bits, a, given[1])
        if name in ("ctlz", "cttz"):
            return self.zeros(name, bits, a, self.truth(given[1]))
        if name == "usub.sat":
            less = self.make(Kind.BV_ULT, a, given[1])
            return self.make(Kind.ITE, less, self.number(bits, 0), self.make(Kind.BV_SUB, a, given[1]))
        raise Unknown(name)

    def compared(self, below, bits: int, a, b) -> bw.Term:
        above = self.make(Kind.ITE, self.make(Kind.EQUAL, a, b), self.number(bits, 0), self.number(bits, 1))
        return self.make(Kind.ITE, self.make(below, a, b), self.number(bits, -1), above)

    def part(self, a, high: int, low: int) -> bw.Term:
        return self.make(Kind.BV_EXTRACT, a, numbers=(high, low))

    def zeros(self, name: str, bits: int, a, broken_at_zero) -> bw.Term:
        zero = self.make(Kind.EQUAL, a, self.number(bits, 0))
        count = self.make(Kind.ITE, self.make(Kind.AND, zero, broken_at_zero), self.variable(bits),
                          self.number(bits, bits))
        order = range(bits) if name == "ctlz" else reversed(range(bits))
        for n in order:                                # the last that holds stands outermost
            distance = bits - 1 - n if name == "ctlz" else n
            count = self.make(Kind.ITE, self.truth(self.part(a, n, n)), self.number(bits, distance), count)
        return count

    # ---- blocks ----

    def order(self) -> list[str]:
        """Labels, each after all that lead to it.  Raises Unknown for a loop."""
        done, open_, order = set(), set(), []
        stack = [(next(iter(self.blocks)), False)]
        while stack:
            label, left = stack.pop()
            if left:
                open_.discard(label)
                done.add(label)
                order.append(label)
                continue
            if label in done:
                continue
            if label in open_:
                raise Unknown("a loop")
            open_.add(label)
            stack.append((label, True))
            _, opcode, rest = self.blocks[label][-1]
            for to in re.findall(rf"label ({NAME})", rest) if opcode in ("br", "switch") else ():
                if to in open_:
                    raise Unknown("a loop")
                if to not in done:
                    stack.append((to, False))
        return order[::-1]

    def goes(self, label: str, to: str, when: bw.Term) -> None:
        self.edges[to].append((label, when))

    def leave(self, label: str, here: bw.Term, opcode: str, rest: str) -> None:
        if opcode == "ret":
            self.good.append(self.make(Kind.AND, here, self.truth(self.typed(rest))))
        elif opcode == "br" and not rest.startswith("i1"):
            self.goes(label, rest.split()[1], here)
        elif opcode == "br":
            match = re.fullmatch(rf"i1 ([^,]+), label ({NAME}), label ({NAME})", rest)
            if not match:
                raise Unknown(rest)
            when = self.truth(self.value("i1", match[1]))
            self.goes(label, match[2], self.make(Kind.AND, here, when))
            self.goes(label, match[3], self.make(Kind.AND, here, self.make(Kind.NOT, when)))
        elif opcode == "switch":
            self.switch(label, here, rest)
        elif opcode != "unreachable":                  # nothing good comes of that
            raise Unknown(opcode)

    def switch(self, label: str, here: bw.Term, rest: str) -> None:
        kind, value, other, cases = re.fullmatch(rf"(i\d+) ([^,]+), label ({NAME}) \[(.*)\]", rest).groups()
        a, left = self.value(kind, value), here
        for _, number, to in re.findall(rf"(i\d+) (-?\d+), label ({NAME})", cases):
            same = self.make(Kind.EQUAL, a, self.value(kind, number))
            self.goes(label, to, self.make(Kind.AND, here, same))
            left = self.make(Kind.AND, left, self.make(Kind.NOT, same))
        self.goes(label, other, left)

    def phi(self, label: str, rest: str):
        kind, _, given = rest.partition(" ")
        values = {at: value for value, at in re.findall(rf"\[ ([^,]+), ({NAME}) \]", given)}
        result = None
        for at, when in self.edges[label]:
            term = self.value(kind, values[at])
            result = term if result is None else self.either(when, term, result)
        return result

    def always_true(self) -> bw.Term:
        """What must hold for the function to be true, and to keep every promise of C."""
        for label in self.order():
            here = [when for _, when in self.edges[label]] or [self.tm.mk_true()]
            here = here[0] if len(here) == 1 else self.make(Kind.OR, *here)
            *lines, (_, opcode, rest) = self.blocks[label]
            for result, name, operands in lines:
                term = self.phi(label, operands) if name == "phi" else self.term(name, operands)
                if result:
                    self.known[result] = term
            self.leave(label, here, opcode, rest)
        if not self.good:
            return self.tm.mk_false()
        return self.good[0] if len(self.good) == 1 else self.make(Kind.OR, *self.good)


def holds(text: str, name: str, seconds: float) -> bool:
    """Does the function `name`, of integers to i1, give true for all arguments?  False where that is not known either.
    `text`: a module, optimised."""
    if seconds <= 0:
        return False
    try:
        terms = Terms(text, name)
        wanted = terms.always_true()
    except Unknown:
        return False
    options = bw.Options()
    options.set(bw.Option.TIME_LIMIT_PER, int(1000 * min(seconds, SECONDS)))
    solver = bw.Bitwuzla(terms.tm, options)
    solver.assert_formula(terms.make(Kind.NOT, wanted))
    return solver.check_sat() == bw.Result.UNSAT


def main(arguments: list[str]) -> int:
    """SECONDS COUNT MODULE: 0 when `same_0` to `same_COUNT-1` of that file are always true, within that time."""
    until = time.monotonic() + float(arguments[0])
    text = Path(arguments[2]).read_text()
    return not all(holds(text, f"same_{n}", until - time.monotonic()) for n in range(int(arguments[1])))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
