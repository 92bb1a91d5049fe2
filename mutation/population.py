"""The population of mutants, the selection for a run, and the order in which samples are drawn."""
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..harness.faults import mutant_library
from ..harness.faults.call_graph import CallGraph, bound_names
from ..harness.faults.operation_faults import Fault, all_faults
from ..harness.faults.source_mutant import Mutant
from ..model import build as model_build
from ..model.build import MODEL, ROOT, BuildError
from ..spec import load
from .operators import function_mutants

VALUE_FOLDERS = ("ops", "float", "pipeline")               # folders of the model that compute values of programs
# Files that change nothing a target can show: text of the disassembler, notes and stalls, traces, digests, undefined
# bits, argument checks of the C interface, schedules that a caller controls.
INVISIBLE_FILES = re.compile(r"disasm\w*\.[ch]|(unused|delay|trace|digest|api|controlled_schedule|undefined)\.c")
# Functions that decide whether a fast path is taken.  Either answer gives the same result, since a fast path gives what
# the general path gives: harness/faults/test_fast_path_equality.py compares the two on every form.
FAST_PATH_CHOICES = frozenset((
    "is_private_line", "is_partly_private", "satisfies_advice", "is_advised", "is_unobserved", "counters_have_room",
    "is_scalar_access", "is_next_to_arrive", "has_arrived", "registers_ready", "vectors_ready", "is_awaited",
    "waits_at_all", "are_dwords_in_a_row", "lies_in_private", "may_line", "lanes_in_one", "shares_all", "proves_any",
    "same_sources", "lanes_alike", "breaks_any_rule",
))
FAST_PATH_FILES = frozenset(("fast_path_choice.c",))


@dataclass(frozen=True, slots=True)
class NumberedMutant:
    """A mutant in a library. `number`: its index in the library; `definition`: a source mutant or an operation
    fault."""
    number: int
    definition: Mutant | Fault

    @property
    def kind(self):
        """The kind of change."""
        return self.definition.kind

    @property
    def key(self):
        """The name, which stays the same across runs."""
        return self.definition.key

    @property
    def file(self):
        """The file that it changes."""
        if isinstance(self.definition, Mutant):
            return f"model/{model_folders()[self.definition.function.file]}/{self.definition.function.file}"
        return f"spec/{self.definition.where.rpartition(':')[0]}"

    @property
    def line(self):
        """The number of the line that it changes."""
        return (
            self.definition.line
            if isinstance(self.definition, Mutant)
            else int(self.definition.where.rpartition(":")[2])
        )

    @property
    def module(self):
        """The module that it changes."""
        return module_name(self.definition)


@cache
def model_folders():
    """{file of the model: its folder}"""
    return {file: path.parent.name for file, path in mutant_library.model_files().items()}


def module_name(mutant):
    """The module of the model that a mutant changes; operation faults form the module 'operations'."""
    return model_folders()[mutant.function.file] if isinstance(mutant, Mutant) else "operations"


def selection_names(mutant):
    """The names that select a mutant: its module, file, function or operation, and kind."""
    kind = mutant.kind.replace(" ", "-")
    if isinstance(mutant, Mutant):
        return module_name(mutant), mutant.function.file, mutant.function.name, kind
    return module_name(mutant), Path(mutant.where.rpartition(":")[0]).name, mutant.op, kind


def select_mutants(mutants, words):
    """The mutants that `words` name, or all mutants if there are no words. Raises ValueError for a word that names no
    mutant."""
    known = {name for mutant in mutants for name in selection_names(mutant)}
    if unknown := [word for word in words if word not in known]:
        raise ValueError(f"--only {','.join(unknown)}: no such module, file, function, operation or kind; modules are "
                         + ", ".join(sorted({module_name(mutant) for mutant in mutants})) + "; kinds are "
                         + ", ".join(sorted({mutant.kind.replace(" ", "-") for mutant in mutants})))
    return [mutant for mutant in mutants if not words or not set(words).isdisjoint(selection_names(mutant))]


def is_visible(mutant):
    """Return whether the results of a case can depend on this change of the source."""
    function = mutant.function
    if INVISIBLE_FILES.fullmatch(function.file) or function.file in FAST_PATH_FILES:
        return False
    if function.name in FAST_PATH_CHOICES:
        return False
    return FAST_PATH_CHOICES.isdisjoint(re.findall(r"\w+", mutant.source))


def source_mutants(functions, files=()):
    """Every visible mutant of the model's source, or of some of its files."""
    operations = load().ops.keys()
    immediates = {op.name: {n for n, source in enumerate(op.sources) if source.kind in ("imm", "offset")}
                  for op in load().ops.values()}
    return [mutant for file in sorted(files or functions) for function in functions[file]
            for mutant in function_mutants(function, operations, model_folders()[file] in VALUE_FOLDERS, immediates)
            if is_visible(mutant)]


def population():
    """Build the current model and return (CallGraph, all its mutants and faults). Raises BuildError."""
    if not (MODEL / "ops").exists():
        raise BuildError("the model's sources are missing: `assay mutate` needs a checkout")
    model_build.build()
    functions = mutant_library.all_functions()
    call_graph = CallGraph(functions, bound_names(ROOT / "build"))
    return call_graph, source_mutants(functions) + all_faults(call_graph)


def sample_order(mutants, seed):
    """Order the mutants: one of each kind in turn, and shuffled by `seed` within a kind. Every prefix is a fair sample.
    A new mutant does not change the order of the others."""
    kinds = {}
    for mutant in sorted(mutants, key=lambda mutant: hashlib.sha256(f"{seed} {mutant.key}".encode()).digest()):
        kinds.setdefault(mutant.kind, []).append(mutant)
    order = []
    for n in range(max(map(len, kinds.values()), default=0)):
        order += [kinds[kind][n] for kind in sorted(kinds) if n < len(kinds[kind])]
    return order


def affected_operations(mutant, call_graph):
    """The operations that a mutant or fault can change."""
    return call_graph.operations_reaching(mutant.function) if isinstance(mutant, Mutant) else [mutant.op]
