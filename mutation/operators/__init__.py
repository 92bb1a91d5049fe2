"""Mutation operators: each module makes one kind of change to the tokens of a function."""
import re

from ...harness.faults.c_functions import NEVER_MUTATED, Tokens, parameter_types
from ...harness.faults.source_mutant import Mutant
from . import constants, names, operand_order, operator_symbols, statements, value_types

EXCLUDED_FUNCTIONS = re.compile(
    r"two_step_fma_f32|fast_fma_f32|gather_bits|raise_if|differ_\w+|run_traced|host_has_fma|allocate|assay_free|aligned"
    r"|pending_size|zeroed_memory|mix|turned|fill_upper|clear_results"
)
OPERATORS = (operator_symbols, constants, value_types, operand_order, names, statements)
OPERATORS_WITHOUT_TYPES = tuple(operator for operator in OPERATORS if operator is not value_types)


def change_summary(tokens, edits):
    """(old, new) text of a change, from its first token to its last, at most 60 characters each."""
    first, last = min(a for a, *_ in edits), max(b for _, b, _ in edits)
    old = " ".join(tokens.text(k) for k in range(first, last + 1))
    changed, k = [], first
    while k <= last:
        edit = next((e for e in edits if e[0] == k), None)
        changed.append(edit[2].strip() if edit else tokens.text(k))
        k = edit[1] + 1 if edit else k + 1
    return old[:60], " ".join(filter(None, changed))[:60] or "(nothing)"


def function_mutants(function, operations=(), numbers=True, immediates=None):
    """Every Mutant of one function, in the order of its text. `operations`: names of functions whose parameters are
    operands; their signs and widths are mutated too. `immediates`: {operation: indices of its sources that are 16-bit
    immediates}; these get no 16-bit mutants. `numbers`: whether the function computes program values. Without it, width
    and sign are not mutated."""
    if EXCLUDED_FUNCTIONS.fullmatch(function.name):
        return []
    tokens, types, counts, mutants = Tokens(function), parameter_types(function), {}, []
    parameters = [name for name in types if not NEVER_MUTATED.fullmatch(name)]
    tokens.immediates = {name for n, name in enumerate(parameters) if n in (immediates or {}).get(function.name, ())}

    def add(kind, old, new, line, **change):
        counts[kind, old, new] = counts.get((kind, old, new), 0) + 1
        mutants.append(Mutant(kind, function, old, new, counts[kind, old, new], line, **change))
    first = function.text.count("\n", 0, function.start) + 1
    for name, kind in types.items() if function.name in operations else ():
        for label, table in (("sign", value_types.OTHER_SIGN), ("width", value_types.HALF_WIDTH)):
            if kind in table and name in parameters and not (name in tokens.immediates and table[kind].endswith("16")):
                add(label, f"{kind} {name}", f"{table[kind]} {name}", first, shadow=(name, table[kind]))
    for n in range(1, len(tokens.tokens) - 1):
        for operator in (OPERATORS if numbers else OPERATORS_WITHOUT_TYPES) if tokens.is_mutable(n) else ():
            for kind, edits in operator.mutate(tokens, n, types):
                line = first + tokens.body.count("\n", 0, tokens.tokens[n][1])
                positions = tuple((tokens.tokens[a][1], tokens.tokens[b][2], new) for a, b, new in edits)
                add(kind, *change_summary(tokens, edits), line, edits=positions)
    return mutants
