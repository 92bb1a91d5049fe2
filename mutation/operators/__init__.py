"""Mutation operators: each module makes one kind of change to the tokens of a function."""
import re

from ...harness.faults.c_functions import NEVER_MUTATED, Tokens, parameter_types
from ...harness.faults.source_mutant import Mutant
from . import constants, expressions, names, operands, statements, value_types

ELSEWHERE = re.compile(
    r"two_step_fma_f32|fast_fma_f32|gather_bits|raise_if|differ_\w+|run_traced|host_has_fma|allocate|assay_free|aligned"
    r"|pending_size|untouched|mix|turned|fill_upper|clear_results"
)
RULES = (expressions, constants, value_types, operands, names, statements)
WITHOUT_TYPES = tuple(rule for rule in RULES if rule is not value_types)


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
    parameters = [name for name in types if not NEVER_MUTATED.fullmatch(name)]
    t.immediates = {name for n, name in enumerate(parameters) if n in (immediates or {}).get(f.name, ())}

    def add(kind, old, new, line, **change):
        seen[kind, old, new] = seen.get((kind, old, new), 0) + 1
        found.append(Mutant(kind, f, old, new, seen[kind, old, new], line, **change))
    first = f.text.count("\n", 0, f.start) + 1
    for name, kind in types.items() if f.name in named else ():
        for label, table in (("sign", value_types.SIGNS), ("width", value_types.WIDTHS)):
            if kind in table and name in parameters and not (name in t.immediates and table[kind].endswith("16")):
                add(label, f"{kind} {name}", f"{table[kind]} {name}", first, shadow=(name, table[kind]))
    for n in range(1, len(t.all) - 1):
        for rule in (RULES if numbers else WITHOUT_TYPES) if t.free(n) else ():
            for kind, edits in rule.mutate(t, n, types):
                line = first + t.body.count("\n", 0, t.all[n][1])
                add(kind, *shown(t, edits), line, edits=tuple((t.all[a][1], t.all[b][2], new) for a, b, new in edits))
    return found
