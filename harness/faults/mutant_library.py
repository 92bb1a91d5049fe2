"""Mutant libraries: another build of the model whose functions have several bodies.  `choose_mutant` selects the bodies
that run.  Mutants that do not compile or link are left out and reported."""
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
from ...spec.emit_ops import changed
from ..execution.model_run import Model
from . import coverage_probes, operation_faults
from .c_functions import functions

HERE = Path(__file__).resolve().parent
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
FLAGS = (
    "-std=gnu11 -w -fPIC -fwrapv -ffp-contract=off -Werror=implicit-function-declaration -DASSAY_SANITIZE".split()
)  # ASSAY_SANITIZE: one version of each row
LEVEL = "-O1"
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
RANGE_CHECK_ABOVE = 4                                  # mutants of a function, which then checks their range first
NO_INLINE_ABOVE = 5000                                 # mutants of a library, which would multiply in each caller
COMPILED_ONCE = ["-fno-inline", "-Dalways_inline=noinline"]
TABLES = re.compile(r'#include "(moves\.inc|swizzles\.inc)"\n')   # that stand inside of functions


# ---- the model's text ----

def model_files():
    """{name: path} of the model's sources and headers."""
    found = {path.name: path for path in [*model_build.sources(), *model_build.headers()]}
    if len(found) != len(model_build.sources()) + len(model_build.headers()):
        raise BuildError("two files of the model have one name")
    return found


def sources_with_seams():
    """{file: its text with all its sources_with_seams in it}.  Raises BuildError where one does not fit."""
    changed = {}
    for name, old, new in SEAMS:
        file, text = find_seam(name, old)
        changed[file] = changed.get(file, text).replace(old, new)
    return changed


def find_seam(name, old):
    """The file whose function `name` holds `old`, and its text."""
    found = [(file, path) for file, path in model_files().items() if old in path.read_text()
             for f in functions(path) if f.name == name and old in f.body]
    if len(found) != 1 or found[0][1].read_text().count(old) != 1:
        raise BuildError(f"{len(found)} functions {name} of the model hold `{old}`, and one must, once")
    return found[0][0], found[0][1].read_text()


def in_fast_path(mutant):
    """Does it change a fast path, or the function that decides whether one is taken?"""
    return mutant.function.file in FAST_PATHS or mutant.function.name in FAST_PATHS


def source_with_tables(path):
    """The text of a file of the model with what moves.txt says of its functions in its place, to have mutants too."""
    return TABLES.sub(lambda m: (ROOT / "build" / m[1]).read_text(), path.read_text())


def all_functions():
    """{file: [Function]} of the whole model, with the seam in its place."""
    changed, paths = sources_with_seams(), model_files()
    return {file: functions(path, changed.get(file) or source_with_tables(path)) for file, path in paths.items()}


def line_break(function):
    """A new line where the function stands: inside a macro, also in its last line, it is continued."""
    text, start = function.text, function.text.rfind("\n", 0, function.start)
    ends = [text[at - 1:at] for at in (start, text.find("\n", function.start))]
    return " \\\n" if "\\" in ends or text[start + 1:function.start].lstrip().startswith("#define") else "\n"


def body_with_mutants(function, numbered, places):
    """The body that asks which mutant is on; where none of its own is, it notes each place that it comes to."""
    br, numbers = line_break(function), [number for number, _ in numbered]
    parts = [
        f"{br}if (active_mutant == {number}) {{ {one.body()}{' return;' if function.nothing else ''} }}"
        for number, one in numbered
    ]
    if len(parts) > RANGE_CHECK_ABOVE:                              # asked once where it is none of them
        parts = [f"{br}if (active_mutant - {min(numbers)}u <= {max(numbers) - min(numbers)}u) {{", *parts, f"{br}}}"]
    probes = {coverage_probes.probe_place(mutant): f"mutant_reached[{places[mutant_place(mutant)]}] = 1;"
              for _, mutant in numbered}
    own, _ = insert_pieces(function.body, coverage_probes.probe_pieces(function, probes))
    return "{" + "".join(parts) + br + own + (br if br != "\n" else "\n") + "}"


def mutant_place(mutant):
    """(file, where it notes that it comes to what this mutant changes)."""
    return mutant.function.file, mutant.function.start + coverage_probes.probe_place(mutant)


def insert_pieces(text, pieces):
    """`text` with each (position, end, new) put in, in this order, and the line of each in the result: [(first,
    last)]."""
    out, at, lines, count = [], 0, [], 1
    for start, end, new in pieces:
        out += [text[at:start], new]
        first = count = count + text.count("\n", at, start)
        count += new.count("\n")
        lines.append((first, count))
        at = end
    return "".join([*out, text[at:]]), lines


def noinline_head(function):
    """A piece, as insert_pieces() takes it, that has the function compiled once.  Inlined into every row, its mutants
    would multiply with those of its callees: the 158 of valu_sad.c took more than five minutes."""
    word = re.compile(r"[\s\\]*(INLINE\b)?").match(function.text, function.head)
    begin, end = (word.end(), word.end()) if not word[1] else word.span(1)
    return begin, end, "static " * (end > begin) + "__attribute__((noinline)) "


def mutated_sources(numbered, out=()):
    """{number: mutants} -> ({mutant_place(): entry of mutant_reached}, {file: its text with the mutants but those in
    `out`}).  The text of one file does not depend on mutants of others, so those need not be compiled again."""
    groups = {}
    for number, what in sorted(numbered.items()):
        for one in what if isinstance(what, list) else ():
            groups.setdefault((one.function.file, one.function.start), []).append((number, one))
    places = {key: n for n, key in enumerate(sorted(mutant_places(numbered)))}
    pieces = {}
    for every in groups.values():
        f, members = every[0][1].function, [one for one in every if one[0] not in out]
        if not members:
            continue
        some = pieces.setdefault(f.file, [])
        if len(members) > RANGE_CHECK_ABOVE:
            some.append(noinline_head(f))
        some.append((f.start, f.end, body_with_mutants(f, members, places)))
    texts = {file: members[0][1].function.text for (file, _), members in groups.items()}
    found = {file: insert_pieces(texts[file], sorted(some))[0] for file, some in pieces.items()}
    return places, found


def operation_fault_table(numbered, places):
    """faults.inc: the faults of operations by number."""
    of = {n: what for n, what in sorted(numbered.items()) if isinstance(what, operation_faults.Fault)}
    fast = [n for n, what in sorted(numbered.items()) if isinstance(what, list) and any(map(in_fast_path, what))]
    return (operation_faults.fault_enum()
            + "".join(f"extern const struct op bound_{name};\n" for name in sorted({one.op for one in of.values()}))
            + "struct entry { u32 number; const struct op *of; enum fault fault; u32 parameter; };\n"
            + f"enum {{ REACHED = {max(1, len(places))}, ENTRIES = {len(of)} }};\n"
            + f"#define ALL_FAST_PATHS {ALL_FAST_PATHS}u\n"
            + f"static const u32 in_fast_paths[] = {{ {''.join(f'{n}, ' for n in fast)}0 }};\n"
            + "static const struct entry entries[] = {\n"
            + "".join(f"{{ {n}, &bound_{one.op}, {one.name}, {one.parameter} }},\n" for n, one in of.items())
            + "{ 0, 0, NO_FAULT, 255 } };\n")


# ---- files ----

class SourceTree:
    """The model's files, some of them changed, in the model's folders, and the objects of what is changed."""

    def __init__(self, folder):
        self.out, self.source, self.objects = ROOT / "build", folder / "source", folder / "objects"
        self.texts, self.flags, self.files = {}, [], model_files()

    def write(self, numbered, out=()):
        """-> places; the arguments are those of mutated_sources."""
        places, self.texts = mutated_sources(numbered, out)
        self.texts = sources_with_seams() | self.texts
        self.flags = COMPILED_ONCE if len(numbered) > NO_INLINE_ABOVE else []
        for name, path in self.files.items():
            self.put(path.relative_to(MODEL), self.texts.get(name) or path.read_text())
        self.put(Path("operation_faults.c"), (HERE / "operation_faults.c").read_text())
        self.put(Path("prelude.h"), PRELUDE)
        left = {n: one for n, one in numbered.items() if n not in out}
        self.put(Path("faults.inc"), operation_fault_table(left, places))
        return places

    def put(self, name, text):
        path = self.source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        changed(path, text)

    def command(self, path):
        """How a file of this tree is compiled; what is left to say is -c or -o."""
        folders = [self.source, *(self.source / module for module in model_build.MODULES), self.out]
        includes = [f"-I{folder}" for folder in folders]
        prelude = str(self.source / "prelude.h")
        return [compiler(), *FLAGS, LEVEL, *self.flags, *includes, "-include", prelude, "-c", str(path)]

    def units(self):
        """What must be compiled here: what is changed, or includes a header that is."""
        own = [self.source / path.relative_to(MODEL) for name, path in self.files.items() if name.endswith(".c")]
        after = self.includers({name for name in self.texts if name.endswith(".h")})
        return [path for path in (*own, *sorted(self.out.glob("*.c")))
                if path.name in self.texts or self.object_of(path).name in after] + [self.source / "operation_faults.c"]

    def includers(self, headers):
        """The model's objects that depend on one of these headers."""
        return {path.name for path in (self.theirs() if headers else ())
                if not headers.isdisjoint(Path(name).name for name in model_build.named(path.with_suffix(".d")))}

    def theirs(self):
        """The model's own objects."""
        cc = compiler()
        return model_build.compile_all(cc, model_build.FLAGS + model_build.CLANG * ("clang" in cc), self.out, 1)[0]

    def object_of(self, path):
        return self.objects / f"{path.parent.name}_{path.stem}.o"

    def compile(self, path):
        """The error, or None."""
        target, depends = self.object_of(path), self.object_of(path).with_suffix(".d")
        if model_build.fresh(target, depends):
            return None
        try:
            model_build.run([*self.command(path), "-MMD", "-MF", str(depends)], target)
        except BuildError as error:
            return str(error)
        return None

    def link(self, target):
        """The library, of what was compiled here and, for the rest, of the model's own objects."""
        own = {self.object_of(path).name: self.object_of(path) for path in self.units()}
        objects = [*own.values(), *(path for path in self.theirs() if path.name not in own)]
        model_build.link_extension(compiler(), objects, self.objects, self.out, [], target)


def compiler():
    return os.environ.get("CC") or "gcc"


def find_failing(items, works):
    """Those of `items` that do not work, found by halves.  `works`: a list of items -> whether they do, all
    together."""
    if not items or works(items):
        return []
    half = len(items) // 2
    return list(items) if not half else find_failing(items[:half], works) + find_failing(items[half:], works)


def changes_header(what):
    """Is text of a header changed, which other files may include?"""
    return isinstance(what, list) and any(one.function.file.endswith(".h") for one in what)


def mutants_in_unit(numbered, path):
    """Numbers of mutants whose text is in this file, or in a header it may include."""
    return [n for n, what in sorted(numbered.items()) if isinstance(what, list)
            and (changes_header(what) or any(one.function.file == path.name for one in what))]


def compiles(tree, path, numbered, some, read=False):
    """Does this file compile with the mutants `some` of `numbered` alone?  `read`: is it read at all, which is soon
    told."""
    scratch = SourceTree(tree.source.parent / "scratch")
    scratch.write({n: numbered[n] for n in some})
    at = scratch.source / path.relative_to(tree.source) if tree.source in path.parents else path
    if read:
        return not subprocess.run([*scratch.command(at), "-fsyntax-only"], capture_output=True).returncode
    scratch.objects.mkdir(parents=True, exist_ok=True)
    scratch.object_of(at).unlink(missing_ok=True)
    return scratch.compile(at) is None


def unlinkable_mutants(error, numbered):
    """Numbers of mutants that name a symbol the linker does not find."""
    symbols = set(re.findall(r"undefined reference to [`'](\w+)'", error))
    return [n for n, what in sorted(numbered.items()) if isinstance(what, list)
            and any(symbols & set(re.findall(r"\w+", new)) for one in what for *_, new in one.edits)]


def compile_and_link(tree, numbered, target, jobs):
    """Compiles and links, without those that do not.  -> (places, {number: why it is left out}); raises BuildError."""
    left, refused = dict(numbered), {}
    tree.objects.mkdir(parents=True, exist_ok=True)
    while True:
        places, bad = tree.write(numbered, refused), {}
        units = tree.units()
        with ThreadPoolExecutor(jobs) as pool:
            errors = list(pool.map(tree.compile, units))
        for path, error in zip(units, errors):
            if error and not any(changes_header(left[n]) for n in bad):       # which would be found in every file again
                look = mutants_in_unit(left, path)
                read = not compiles(tree, path, left, look, read=True)       # most that is refused cannot be read
                found = find_failing(look, lambda some: compiles(tree, path, left, some, read))
                bad |= {n: first_error(error) for n in found}
                if not found:
                    raise BuildError(error)
        if not bad:
            try:
                tree.link(target)
                there = mutant_places(left)
                return {key: n for key, n in places.items() if key in there}, refused
            except BuildError as error:
                bad = {n: first_error(str(error)) for n in unlinkable_mutants(str(error), left)}
                if not bad:
                    raise
        refused |= bad
        left = {n: what for n, what in left.items() if n not in bad}


def mutant_places(numbered):
    """The places where a mutant may be reached."""
    return {mutant_place(one) for what in numbered.values() if isinstance(what, list) for one in what}


def first_error(error):
    """What a compiler or linker says first."""
    found = re.search(r"(?:error: |undefined reference).*", error)
    return found[0] if found else error.splitlines()[-1]


# ---- what is built ----

@dataclass(frozen=True)
class Library:
    """A built library of mutants: `path` of the extension; `refused`: {number: why it is not in it}; `places`:
    {mutant_place(): which entry of `reached` says that something came there}."""
    path: Path
    refused: dict = field(default_factory=dict)
    places: dict = field(default_factory=dict)

    @cached_property
    def binding(self):
        """(ffi, lib), as model.Machine takes it."""
        spec = importlib.util.spec_from_file_location("_assay", self.path)
        assert spec is not None and spec.loader is not None          # the suffix is an extension's
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.ffi, module.lib

    @cached_property
    def symbols(self):
        _ = self.binding                               # loaded once: what follows are its own variables
        return ctypes.CDLL(str(self.path))

    def choose(self, number):
        """From now on this mutant runs, in all of this process; 0: none."""
        self.symbols.choose_mutant(ctypes.c_uint(number))

    @cached_property
    def reached(self):
        """A byte for each entry of `places`: not 0 when something has come there since somebody cleared it."""
        return (ctypes.c_ubyte * (1 + max(self.places.values(), default=0))).in_dll(self.symbols, "mutant_reached")


class FaultyModel(Model):
    """The model of a library with one of its mutants on, where the golden model has none.  One at a time in a
    process."""

    def __init__(self, library, number, choices=None):
        super().__init__(choices, library.binding)
        self.mutants, self.number = library, number

    def call(self, run, *given, **options):
        self.mutants.choose(self.number)
        try:
            return run(*given, **options)
        finally:
            self.mutants.choose(0)


def inputs_digest():
    """Of everything a library of mutants is made of."""
    spec = ROOT / "spec"
    inputs = [*model_files().values(), *(p for pattern in model_build.SOURCES_OF_TABLES for p in spec.glob(pattern)),
              *HERE.glob("*.py"), *HERE.glob("*.txt"), *HERE.glob("*.c"), MODEL / "build.py"]
    total = hashlib.sha256(compiler().encode())
    for path in sorted(inputs):
        total.update(f"{path.relative_to(ROOT)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()[:16]


def build(folder, choose, jobs=2, name="", tree=None):
    """The Library in `folder`, built unless it is there for these very sources.  `choose`: {file: [Function]} ->
    {number: list of Mutant, or faults.Fault}; `name`: what they are is part of it; `tree`: the folder of another
    library with the same mutants of the text, whose objects serve here too.  Raises BuildError."""
    with model_build.locked(folder):
        target = library_path(folder, name)
        told = target.with_suffix(".json")
        if not told.exists():
            with model_build.locked(tree) if tree else contextlib.nullcontext():
                build_library(folder, choose, jobs, target, told, SourceTree(tree or folder))
        return read_library(target, told)


def library_path(folder, name=""):
    """The file of the library in `folder`; beside it, as .json, stands what it is, once it is whole."""
    return folder / f"mutants-{inputs_digest()}{name}{SUFFIX}"


def build_library(folder, choose, jobs, target, told, tree):
    """Builds `target`, and says in `told` what it is."""
    model_build.build()
    for old in folder.glob("mutants-*"):
        old.unlink()
    places, refused = compile_and_link(tree, choose(all_functions()), target, jobs)
    told.write_text(json.dumps({"refused": refused, "places": [[*key, n] for key, n in places.items()]}))


def read_library(target, told):
    held = json.loads(told.read_text())
    return Library(target, {int(n): why for n, why in held["refused"].items()},
                   {(file, at): n for file, at, n in held["places"]})
