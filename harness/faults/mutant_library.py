"""Mutant libraries: builds of the model whose functions have several bodies. `choose_mutant` selects the bodies that
run. Mutants that do not compile or link are left out and reported."""
import contextlib
import ctypes
import hashlib
import importlib.util
import json
import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from ...model import build as model_build
from ...model.build import MODEL, ROOT, SUFFIX, BuildError
from ...spec.emit_ops import write_if_changed
from ..execution.model_run import Model
from . import coverage_probes, operation_faults
from .c_functions import parse_functions

FAULTS_FOLDER = Path(__file__).resolve().parent
FOLDER = ROOT / "build" / "mutants"
PRELUDE = """extern unsigned active_mutant;
extern unsigned char mutant_reached[];
struct assay;
struct inst;
void fault_decoded(const struct assay *, struct inst *);
void fault_fast_path(struct inst *);
#define every_lane(w) ((w)->wave_mask)
#define default_mode(fp) \\
    (&(struct fp){ .denorm = { 3, 3 }, .ieee = true, .dx10_clamp = true, .fma = (fp)->fma, .fast = (fp)->fast })
"""
COMPILER_FLAGS = (
    "-std=gnu11 -w -fPIC -fwrapv -ffp-contract=off -Werror=implicit-function-declaration -DASSAY_SANITIZE".split()
)  # ASSAY_SANITIZE: one version of each row
OPTIMISATION_LEVEL = "-O1"
# Where the model calls the library: (function, old text, new text).  A fault of one operation changes the decoded
# instruction before its fast path is chosen.
SEAMS = (("decode_now", "choose_fast_path(m, i);", "fault_decoded(m, i); choose_fast_path(m, i); fault_fast_path(i);"),)
# Files and functions that duplicate the general path.  Mutants in them run with fast paths enabled, all others without.
FAST_PATHS = frozenset((
    "fast_paths.c", "fast_path_choice.c", "line.c", "ranges.h", "place_line_in_lds", "place_line_in_memory",
    "set_line_at", "place_private_line", "is_private_line", "is_partly_private", "private_at", "satisfies_advice",
    "is_advised", "set_valid_advice", "is_unobserved", "run_unobserved", "next_decoded", "note_line", "unsplit_line",
    "split_line", "merge_line", "unsplit_group_line", "split_group_line", "expand_line", "holds_dword",
    "counters_have_room", "record_free", "close_gap", "is_scalar_access", "is_next_to_arrive", "has_arrived",
    "retire_only", "registers_ready", "vectors_ready", "is_awaited", "waits_at_all", "are_dwords_in_a_row",
    "note_rows", "lies_in_private", "may_line", "lanes_in_one", "shares_all", "proves_any", "direct_sources",
    "widen_all", "same_sources", "lanes_alike", "breaks_any_rule", "close_v",
))
ALL_FAST_PATHS = 2**32 - 1                             # no mutant: the model with fast paths enabled
RANGE_CHECK_ABOVE = 4                                  # mutants of a function; above, it checks their range first
NO_INLINE_ABOVE = 5000                                 # mutants of a library; inlined, they multiply in each caller
NO_INLINE_FLAGS = ["-fno-inline", "-Dalways_inline=noinline"]
TABLE_INCLUDE = re.compile(r'#include "(moves\.inc|swizzles\.inc)"\n')   # inside of functions


# ---- the model's text ----

def model_files():
    """{name: path} of the model's sources and headers."""
    files = {path.name: path for path in [*model_build.sources(), *model_build.headers()]}
    if len(files) != len(model_build.sources()) + len(model_build.headers()):
        raise BuildError("two files of the model have the same name")
    return files


def sources_with_seams():
    """Return {file: its text with all SEAMS inserted}. Raises BuildError if a seam does not fit."""
    texts = {}
    for name, old, new in SEAMS:
        file, text = find_seam(name, old)
        texts[file] = texts.get(file, text).replace(old, new)
    return texts


def find_seam(name, old):
    """(the file whose function `name` contains `old`, its text). Raises BuildError unless there is exactly one."""
    matches = [(file, path) for file, path in model_files().items() if old in path.read_text()
             for f in parse_functions(path) if f.name == name and old in f.body]
    if len(matches) != 1 or matches[0][1].read_text().count(old) != 1:
        raise BuildError(f"{len(matches)} functions {name} of the model contain `{old}`; exactly one must, once")
    return matches[0][0], matches[0][1].read_text()


def in_fast_path(mutant):
    """Return whether the mutant changes a fast path or the function that chooses it."""
    return mutant.function.file in FAST_PATHS or mutant.function.name in FAST_PATHS


def source_with_tables(path):
    """The text of a model file with the included tables of moves.txt expanded, so that they have mutants too."""
    return TABLE_INCLUDE.sub(lambda m: (ROOT / "build" / m[1]).read_text(), path.read_text())


def all_functions():
    """{file: [Function]} of the whole model, with the seams."""
    texts, files = sources_with_seams(), model_files()
    return {file: parse_functions(path, texts.get(file) or source_with_tables(path)) for file, path in files.items()}


def line_break(function):
    """Return a line break for the function's text. Inside a macro, including its last line, a backslash precedes the
    line break."""
    text, start = function.text, function.text.rfind("\n", 0, function.start)
    preceding_chars = [text[position - 1:position] for position in (start, text.find("\n", function.start))]
    return " \\\n" if "\\" in preceding_chars or text[start + 1:function.start].lstrip().startswith("#define") else "\n"


def body_with_mutants(function, numbered, places):
    """Return a body that tests which mutant is active. If it is not one of this function's mutants, the original runs,
    with probes."""
    newline, numbers = line_break(function), [number for number, _ in numbered]
    parts = [
        f"{newline}if (active_mutant == {number}) {{ {mutant.body()}{' return;' if function.returns_void else ''} }}"
        for number, mutant in numbered
    ]
    if len(parts) > RANGE_CHECK_ABOVE:                              # one test if none is active
        first, last = min(numbers), max(numbers)
        parts = [f"{newline}if (active_mutant - {first}u <= {last - first}u) {{", *parts, f"{newline}}}"]
    probes = {coverage_probes.probe_place(mutant): f"mutant_reached[{places[mutant_place(mutant)]}] = 1;"
              for _, mutant in numbered}
    original, _ = insert_pieces(function.body, coverage_probes.probe_pieces(function, probes))
    return "{" + "".join(parts) + newline + original + (newline if newline != "\n" else "\n") + "}"


def mutant_place(mutant):
    """Return (file, position of the probe for the mutant's change)."""
    return mutant.function.file, mutant.function.start + coverage_probes.probe_place(mutant)


def insert_pieces(text, pieces):
    """Return `text` with text[start:end] replaced by `new` for each (start, end, new) in `pieces`, and the (first line,
    last line) of each replacement in the result."""
    parts, position, lines, count = [], 0, [], 1
    for start, end, new in pieces:
        parts += [text[position:start], new]
        first = count = count + text.count("\n", position, start)
        count += new.count("\n")
        lines.append((first, count))
        position = end
    return "".join([*parts, text[position:]]), lines


def noinline_head(function):
    """Return an insertion for insert_pieces() that makes the function noinline. If it were inlined into every
    operation, its mutants would multiply with those of its callees. The 158 mutants of valu_sad.c then took more than
    five minutes to compile."""
    head = re.compile(r"[\s\\]*(INLINE\b)?").match(function.text, function.head)
    start, end = (head.end(), head.end()) if not head[1] else head.span(1)
    return start, end, "static " * (end > start) + "__attribute__((noinline)) "


def mutated_sources(numbered, excluded=()):
    """Return {mutant_place(): its index in mutant_reached}, and {file: its text with all mutants except `excluded`}.
    `numbered`: {number: mutants}. The text of a file does not depend on mutants of other files, so those need no
    recompilation."""
    groups = {}
    for number, mutants in sorted(numbered.items()):
        for mutant in mutants if isinstance(mutants, list) else ():
            groups.setdefault((mutant.function.file, mutant.function.start), []).append((number, mutant))
    places = {key: n for n, key in enumerate(sorted(mutant_places(numbered)))}
    pieces = {}
    for group in groups.values():
        function, included = group[0][1].function, [mutant for mutant in group if mutant[0] not in excluded]
        if not included:
            continue
        file_pieces = pieces.setdefault(function.file, [])
        if len(included) > RANGE_CHECK_ABOVE:
            file_pieces.append(noinline_head(function))
        file_pieces.append((function.start, function.end, body_with_mutants(function, included, places)))
    texts = {file: included[0][1].function.text for (file, _), included in groups.items()}
    sources = {file: insert_pieces(texts[file], sorted(file_pieces))[0] for file, file_pieces in pieces.items()}
    return places, sources


def operation_fault_table(numbered, places):
    """Return the text of faults.inc, which lists the operation faults by number."""
    faults = {n: entry for n, entry in sorted(numbered.items()) if isinstance(entry, operation_faults.Fault)}
    fast_path_numbers = [n for n, entry in sorted(numbered.items())
                         if isinstance(entry, list) and any(map(in_fast_path, entry))]
    operations = sorted({fault.op for fault in faults.values()})
    return (operation_faults.fault_enum()
            + "".join(f"extern const struct op bound_{name};\n" for name in operations)
            + "struct operation_fault { u32 number; const struct op *op; enum fault fault; u32 parameter; };\n"
            + f"enum {{ PLACES = {max(1, len(places))}, FAULTS = {len(faults)} }};\n"
            + f"#define ALL_FAST_PATHS {ALL_FAST_PATHS}u\n"
            + f"static const u32 fast_path_mutants[] = {{ {''.join(f'{n}, ' for n in fast_path_numbers)}0 }};\n"
            + "static const struct operation_fault operation_faults[] = {\n"
            + "".join(f"{{ {n}, &bound_{fault.op}, {fault.name}, {fault.parameter} }},\n"
                      for n, fault in faults.items())
            + "{ 0, 0, NO_FAULT, 255 } };\n")


# ---- files ----

class SourceTree:
    """The model's files with the mutants, in the model's folders, and the objects of the changed ones."""

    def __init__(self, folder):
        self.out, self.source, self.objects = ROOT / "build", folder / "source", folder / "objects"
        self.texts, self.flags, self.files = {}, [], model_files()

    def write(self, numbered, excluded=()):
        """Write the files; return the places. The arguments are those of mutated_sources()."""
        places, self.texts = mutated_sources(numbered, excluded)
        self.texts = sources_with_seams() | self.texts
        self.flags = NO_INLINE_FLAGS if len(numbered) > NO_INLINE_ABOVE else []
        for name, path in self.files.items():
            self.write_file(path.relative_to(MODEL), self.texts.get(name) or path.read_text())
        self.write_file(Path("operation_faults.c"), (FAULTS_FOLDER / "operation_faults.c").read_text())
        self.write_file(Path("prelude.h"), PRELUDE)
        included = {n: entry for n, entry in numbered.items() if n not in excluded}
        self.write_file(Path("faults.inc"), operation_fault_table(included, places))
        return places

    def write_file(self, name, text):
        """Write a file if its text changes."""
        path = self.source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_if_changed(path, text)

    def command(self, path):
        """The compiler command for a file of this tree, without the output."""
        folders = [self.source, *(self.source / module for module in model_build.MODULES), self.out]
        includes = [f"-I{folder}" for folder in folders]
        prelude = str(self.source / "prelude.h")
        options = [*COMPILER_FLAGS, OPTIMISATION_LEVEL, *self.flags, *includes]
        return [compiler(), *options, "-include", prelude, "-c", str(path)]

    def changed_units(self):
        """The files to compile here: those that change or include a changed header."""
        sources = [self.source / path.relative_to(MODEL) for name, path in self.files.items() if name.endswith(".c")]
        dependent = self.includers({name for name in self.texts if name.endswith(".h")})
        return [path for path in (*sources, *sorted(self.out.glob("*.c")))
                if path.name in self.texts or self.object_path(path).name in dependent
                ] + [self.source / "operation_faults.c"]

    def includers(self, headers):
        """The names of the model's objects that depend on one of these headers."""
        return {path.name for path in (self.model_objects() if headers else ())
                if not headers.isdisjoint(Path(name).name for name in model_build.dependencies(path.with_suffix(".d")))}

    def model_objects(self):
        """The model's own objects."""
        cc = compiler()
        return model_build.compile_all(cc, model_build.FLAGS + model_build.CLANG * ("clang" in cc), self.out, 1)[0]

    def object_path(self, path):
        """The object of a file."""
        return self.objects / f"{path.parent.name}_{path.stem}.o"

    def compile(self, path):
        """Compile a file if it is out of date; return the error, or None."""
        target, depends = self.object_path(path), self.object_path(path).with_suffix(".d")
        if model_build.is_up_to_date(target, depends):
            return None
        try:
            model_build.run([*self.command(path), "-MMD", "-MF", str(depends)], target)
        except BuildError as error:
            return str(error)
        return None

    def link(self, target):
        """Link the library from the objects of this tree and the model's own objects for the rest."""
        own_objects = {self.object_path(path).name: self.object_path(path) for path in self.changed_units()}
        objects = [*own_objects.values(), *(path for path in self.model_objects() if path.name not in own_objects)]
        model_build.link_extension(compiler(), objects, self.objects, self.out, [], target)


def compiler():
    """The C compiler command."""
    return os.environ.get("CC") or "gcc"


def find_failing(items, works):
    """Return the items that fail, found by bisection. `works` takes a list of items and returns whether they all work
    together."""
    if not items or works(items):
        return []
    half = len(items) // 2
    return list(items) if not half else find_failing(items[:half], works) + find_failing(items[half:], works)


def changes_header(entry):
    """Return whether the entry changes a header, which other files may include."""
    return isinstance(entry, list) and any(mutant.function.file.endswith(".h") for mutant in entry)


def mutants_in_unit(numbered, path):
    """The numbers of mutants whose text is in this file, or in a header that it may include."""
    return [n for n, entry in sorted(numbered.items()) if isinstance(entry, list)
            and (changes_header(entry) or any(mutant.function.file == path.name for mutant in entry))]


def compiles(tree, path, numbered, numbers, syntax_only=False):
    """Return whether this file compiles with only these mutants. `syntax_only`: only parse it, which is faster."""
    scratch = SourceTree(tree.source.parent / "scratch")
    scratch.write({n: numbered[n] for n in numbers})
    source = scratch.source / path.relative_to(tree.source) if tree.source in path.parents else path
    if syntax_only:
        return not subprocess.run([*scratch.command(source), "-fsyntax-only"], capture_output=True).returncode
    scratch.objects.mkdir(parents=True, exist_ok=True)
    scratch.object_path(source).unlink(missing_ok=True)
    return scratch.compile(source) is None


def unlinkable_mutants(error, numbered):
    """The numbers of mutants that name a symbol that the linker does not find."""
    symbols = set(re.findall(r"undefined reference to [`'](\w+)'", error))
    return [n for n, entry in sorted(numbered.items()) if isinstance(entry, list)
            and any(symbols & set(re.findall(r"\w+", new)) for mutant in entry for *_, new in mutant.edits)]


def compile_and_link(tree, numbered, target, jobs):
    """Compile and link all mutants that can be. Return (places, {number: why it is left out}). Raises BuildError."""
    remaining, refused = dict(numbered), {}
    tree.objects.mkdir(parents=True, exist_ok=True)
    while True:
        places, failing = tree.write(numbered, refused), {}
        units = tree.changed_units()
        with ThreadPoolExecutor(jobs) as pool:
            errors = list(pool.map(tree.compile, units))
        for path, error in zip(units, errors):
            # a header's mutant was found in the first file that includes it
            if error and not any(changes_header(remaining[n]) for n in failing):
                candidates = mutants_in_unit(remaining, path)
                # most errors are syntax errors
                syntax_fails = not compiles(tree, path, remaining, candidates, syntax_only=True)
                culprits = find_failing(
                    candidates, lambda numbers: compiles(tree, path, remaining, numbers, syntax_fails))
                failing |= {n: first_error(error) for n in culprits}
                if not culprits:
                    raise BuildError(error)
        if not failing:
            try:
                tree.link(target)
                remaining_places = mutant_places(remaining)
                return {key: n for key, n in places.items() if key in remaining_places}, refused
            except BuildError as error:
                failing = {n: first_error(str(error)) for n in unlinkable_mutants(str(error), remaining)}
                if not failing:
                    raise
        refused |= failing
        remaining = {n: entry for n, entry in remaining.items() if n not in failing}


def mutant_places(numbered):
    """The places where a mutant may be reached."""
    return {mutant_place(mutant) for entry in numbered.values() if isinstance(entry, list) for mutant in entry}


def first_error(error):
    """The first error in the output of a compiler or linker."""
    match = re.search(r"(?:error: |undefined reference).*", error)
    return match[0] if match else error.splitlines()[-1]


# ---- what is built ----

@dataclass(frozen=True)
class Library:
    """A built library. `path`: the extension's file. `refused`: {number: why it is left out}. `probe_numbers`:
    {mutant_place(): its index in `reached`}."""
    path: Path
    refused: dict = field(default_factory=dict)
    probe_numbers: dict = field(default_factory=dict)

    @cached_property
    def binding(self):
        """The pair (ffi, lib) that model.Machine takes."""
        spec = importlib.util.spec_from_file_location("_assay", self.path)
        assert spec is not None and spec.loader is not None          # the suffix is that of an extension
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.ffi, module.lib

    @cached_property
    def symbols(self):
        """The loaded library."""
        _ = self.binding                               # loads it once, so that CDLL has the same variables
        return ctypes.CDLL(str(self.path))

    def select_mutant(self, number):
        """Activate this mutant for the whole process, or none if `number` is 0."""
        self.symbols.choose_mutant(ctypes.c_uint(number))

    @cached_property
    def reached(self):
        """One byte per entry of `probe_numbers`; nonzero if the place was reached since the last clear."""
        count = 1 + max(self.probe_numbers.values(), default=0)
        return (ctypes.c_ubyte * count).in_dll(self.symbols, "mutant_reached")


class FaultyModel(Model):
    """The model of a library with one mutant active, in place of the golden model. Only one runs at a time in a
    process."""

    def __init__(self, library, number, choices=None):
        super().__init__(choices, library.binding)
        self.mutants, self.number = library, number

    def call(self, run, *arguments, **options):
        self.mutants.select_mutant(self.number)
        try:
            return run(*arguments, **options)
        finally:
            self.mutants.select_mutant(0)


def inputs_digest():
    """A digest of all inputs of a mutant library."""
    spec = ROOT / "spec"
    tables = [path for pattern in model_build.SOURCES_OF_TABLES for path in spec.glob(pattern)]
    inputs = [*model_files().values(), *tables,
              *FAULTS_FOLDER.glob("*.py"), *FAULTS_FOLDER.glob("*.txt"), *FAULTS_FOLDER.glob("*.c"), MODEL / "build.py"]
    digest = hashlib.sha256(compiler().encode())
    for path in sorted(inputs):
        digest.update(f"{path.relative_to(ROOT)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def build(folder, choose_mutants, jobs=2, name="", tree=None):
    """The Library in `folder`, built unless it exists for the same sources. `choose_mutants`: takes {file: [Function]}
    and returns {number: list of Mutant, or Fault}. `name`: identifies the mutants in the file name. `tree`: the folder
    of another library with the same source mutants, whose objects are reused. Raises BuildError."""
    with model_build.build_lock(folder):
        target = library_path(folder, name)
        metadata_path = target.with_suffix(".json")
        if not metadata_path.exists():
            with model_build.build_lock(tree) if tree else contextlib.nullcontext():
                build_library(folder, choose_mutants, jobs, target, metadata_path, SourceTree(tree or folder))
        return read_library(target, metadata_path)


def library_path(folder, name=""):
    """The file of the library in `folder`. A .json file next to it has its metadata, once it is complete."""
    return folder / f"mutants-{inputs_digest()}{name}{SUFFIX}"


def build_library(folder, choose_mutants, jobs, target, metadata_path, tree):
    """Build `target` and write its metadata."""
    model_build.build()
    for outdated in folder.glob("mutants-*"):
        outdated.unlink()
    places, refused = compile_and_link(tree, choose_mutants(all_functions()), target, jobs)
    metadata_path.write_text(json.dumps({"refused": refused, "places": [[*key, n] for key, n in places.items()]}))


def read_library(target, metadata_path):
    """The Library at `target`, with its metadata."""
    metadata = json.loads(metadata_path.read_text())
    return Library(target, {int(n): why for n, why in metadata["refused"].items()},
                   {(file, at): n for file, at, n in metadata["places"]})
