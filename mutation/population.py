"""The population of mutants, those of a run, and the order in which samples are drawn."""
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..harness.faults import mutant_library
from ..harness.faults.call_graph import Reach, bound_names
from ..harness.faults.operation_faults import Fault, all_faults
from ..harness.faults.source_mutant import Mutant
from ..model import build as model_build
from ..model.build import MODEL, ROOT, BuildError
from ..spec import load
from .operators import mutants_of

COMPUTING = ("ops", "float", "pipeline")               # folders of the model whose values are a program's numbers
# Files that change nothing a target can show: text of the disassembler, notes and stalls, traces, digests, argument
# checks of the C interface, schedules that a caller controls.
INVISIBLE_FILES = re.compile(r"disasm\w*\.[ch]|(unused|delay|trace|digest|api|controlled_schedule)\.c")
# Functions that decide whether a fast path is taken.  Either answer gives the same result, since a fast path gives what
# the general path gives: harness/faults/test_fast_paths.py compares the two on every form.
FAST_PATH_CHOICES = frozenset((
    "is_private_line", "is_partly_private", "satisfies_advice", "is_advised", "is_unobserved", "counters_have_room",
    "is_scalar_access", "is_next_to_arrive", "has_arrived", "registers_ready", "vectors_ready", "is_awaited",
    "waits_at_all", "are_dwords_in_a_row", "lies_in_private", "may_line", "lanes_in_one", "shares_all", "proves_any",
    "same_sources", "lanes_alike", "breaks_any_rule",
))
FAST_PATH_FILES = frozenset(("fast_path_choice.c",))


@dataclass(frozen=True, slots=True)
class Numbered:
    """A mutant of a library.  `number`: in the library; `what`: a source_mutant.Mutant or an operation_faults.Fault."""
    number: int
    what: Mutant | Fault

    @property
    def kind(self):
        return self.what.kind

    @property
    def key(self):
        return self.what.key

    @property
    def file(self):
        """The file that it changes."""
        if isinstance(self.what, Mutant):
            return f"model/{folders()[self.what.function.file]}/{self.what.function.file}"
        return f"spec/{self.what.where.rpartition(':')[0]}"

    @property
    def line(self):
        """The number of the line that it changes."""
        return self.what.line if isinstance(self.what, Mutant) else int(self.what.where.rpartition(":")[2])

    @property
    def module(self):
        return module_of(self.what)

    @property
    def is_source(self):
        """Does it change the source, not one operation?"""
        return isinstance(self.what, Mutant)


@cache
def folders():
    """{file of the model: the folder it is in}"""
    return {file: path.parent.name for file, path in mutant_library.model_files().items()}


def module_of(one):
    """The module of the model that a mutant changes; faults of operations are a module of their own."""
    return folders()[one.function.file] if isinstance(one, Mutant) else "operations"


def names_of(one):
    """What selects a mutant: its module, its file, its function or operation, its kind."""
    kind = one.kind.replace(" ", "-")
    if isinstance(one, Mutant):
        return module_of(one), one.function.file, one.function.name, kind
    return module_of(one), Path(one.where.rpartition(":")[0]).name, one.op, kind


def selected(mutants, words):
    """The mutants that `words` name, all where there are none.  Raises ValueError for a word that names none."""
    known = {name for one in mutants for name in names_of(one)}
    if unknown := [word for word in words if word not in known]:
        raise ValueError(f"--only {','.join(unknown)}: no such module, file, function, operation or kind; modules are "
                         + ", ".join(sorted({module_of(one) for one in mutants})) + "; kinds are "
                         + ", ".join(sorted({one.kind.replace(" ", "-") for one in mutants})))
    return [one for one in mutants if not words or not set(words).isdisjoint(names_of(one))]


def visible(mutant):
    """Can a target show this change of the source?"""
    f = mutant.function
    if INVISIBLE_FILES.fullmatch(f.file) or f.file in FAST_PATH_FILES or f.name in FAST_PATH_CHOICES:
        return False
    return FAST_PATH_CHOICES.isdisjoint(re.findall(r"\w+", mutant.source))


def source_mutants(functions, files=()):
    """Every visible mutant of the model's source, or of some of its files."""
    named = load().ops.keys()
    immediates = {op.name: {n for n, source in enumerate(op.sources) if source.kind in ("imm", "offset")}
                  for op in load().ops.values()}
    return [one for file in sorted(files or functions) for f in functions[file]
            for one in mutants_of(f, named, folders()[file] in COMPUTING, immediates) if visible(one)]


def population():
    """(Reach, every mutant and fault) of the model as it stands, which is built.  Raises BuildError."""
    if not (MODEL / "ops").exists():
        raise BuildError("the model's sources are not here: `assay mutate` needs a checkout")
    model_build.build()
    functions = mutant_library.all_functions()
    reach = Reach(functions, bound_names(ROOT / "build"))
    return reach, source_mutants(functions) + all_faults(reach)


def shuffled(mutants, seed):
    """The kinds in turn, each in an order of its own by `seed`.  Any beginning is a fair sample, and a new mutant moves
    no other."""
    kinds = {}
    for one in sorted(mutants, key=lambda one: hashlib.sha256(f"{seed} {one.key}".encode()).digest()):
        kinds.setdefault(one.kind, []).append(one)
    order = []
    for n in range(max(map(len, kinds.values()), default=0)):
        order += [kinds[kind][n] for kind in sorted(kinds) if n < len(kinds[kind])]
    return order


def operations_of(mutant, reach):
    """The operations that a mutant or fault can change."""
    return reach.operations(mutant.function) if isinstance(mutant, Mutant) else [mutant.op]
