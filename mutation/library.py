"""The library of mutants: a sample of all mutants of the model, in one build of it.  Mutants of the text become second bodies of their
functions; those that do not compile, or that compile to the same code, are none."""
import fcntl
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..spec import load
from ..spec.emit_ops import changed

from ..model import build as model_build
from . import faults as of_operations
from . import substitute as mutate
from ..model.build import MODEL, ROOT, BuildError
from .reach import Reach

HERE = Path(__file__).resolve().parent
FIRST = 1000                                           # enum DERIVED of mutants.h
SPARE = 1.3  # mutants looked at for each one wanted: some compile to the same code
PRELUDE = """extern unsigned active_mutant;
#define every_lane(w) ((w)->wave_mask)
#define default_mode(fp) (&(struct fp){ .denorm = { 3, 3 }, .ieee = true, .dx10_clamp = true, .fma = (fp)->fma, .fast = (fp)->fast })
"""
FLAGS = (
    "-std=gnu11 -w -fPIC -fwrapv -ffp-contract=off -DASSAY_SANITIZE".split()
)  # ASSAY_SANITIZE: one version of each row
ALONE = "-O2 -fno-pic -ffunction-sections -fno-jump-tables -Dstatic= -Dinline=".split()
JUDGES = {"gcc": ["-fno-ipa-icf"], "clang-22": []}          # these say whether two bodies are the same code


@dataclass(frozen=True, slots=True)
class Derived:
    """One mutant of the sample.  `number`: struct assay_run.mutant; `what`: a mutate.Mutant or a faults.Fault; `same`: how many of the
    candidates before it compile to the code of the model."""
    number: int
    what: object

    @property
    def kind(self):
        return self.what.kind

    @property
    def key(self):
        return self.what.key

    @property
    def where(self):
        """file:line"""
        return f"model/{self.what.function.file}:{self.what.line}" if self.is_text else f"spec/{self.what.where}"

    @property
    def is_text(self):
        return isinstance(self.what, mutate.Mutant)


@dataclass(frozen=True, slots=True)
class Library:
    """The built library: `binding` is (ffi, lib) for model.Machine; `sample`: [Derived]; `reach`: which operations a function serves; `folder`: where it was built; `all`: how many
    mutants there are in all; `same`, `refused`: how many candidates compiled to the same code, or not at all."""
    binding: tuple
    sample: list
    reach: Reach
    folder: Path
    all: int
    same: int
    refused: int


# ---- which mutants ----

def bound_names(out):
    """Names of the rows that have a body, from the generated join."""
    return {
        name
        for path in out.glob("rows_*.inc")
        for name in re.findall(r"^const struct op bound_(\w+) ", path.read_text(), re.M)
    }


def body_files(out):
    """Stems of the files that hold bodies of ALU operations."""
    spec = load()
    found = {
        path.stem.removeprefix("rows_"): re.findall(r"^const struct op bound_(\w+) ", path.read_text(), re.M)
        for path in out.glob("rows_*.inc")
    }
    return {
        stem
        for stem, names in found.items()
        if any(name in spec.ops and of_operations.is_alu(spec.ops[name]) for name in names)
    }


def every_mutant(out):
    """-> (Reach, [Mutant and Fault]): all there are in what operations of the ALU reach."""
    functions, texts = mutate.derive(MODEL, body_files(out), load().ops.keys())
    reach = Reach(functions, bound_names(out))
    return reach, [one for one in texts if reach.operations(one.function)] + of_operations.faults(reach)


def shuffled(mutants, seed):
    """The kinds in turn, each in an order of its own by `seed`: any beginning of it is a fair sample, and a new mutant moves no other."""
    kinds = {}
    for one in sorted(mutants, key=lambda one: hashlib.sha256(f"{seed} {one.key}".encode()).digest()):
        kinds.setdefault(one.kind, []).append(one)
    order = []
    for n in range(max(map(len, kinds.values()), default=0)):
        order += [kinds[kind][n] for kind in sorted(kinds) if n < len(kinds[kind])]
    return order


# ---- text ----

def inserted(text, pieces):
    """`text` with each (position, end, new) put in, and the line of each in the result: [(first, last)] in order of `pieces`."""
    out, at, lines = [], 0, []
    count = 1
    for start, end, new in pieces:
        out.append(text[at:start])
        count += text.count("\n", at, start)
        first = count
        out.append(new)
        count += new.count("\n")
        lines.append((first, count))
        at = end
    return "".join([*out, text[at:]]), lines


def by_function(mutants):
    found = {}
    for one in mutants:
        found.setdefault((one.function.file, one.function.start), []).append(one)
    return [found[key] for key in sorted(found)]


def newline(function):
    """A new line where the function stands: inside a macro it is continued."""
    at = function.text.find("\n", function.start)
    line = function.text[function.text.rfind("\n", 0, function.start) + 1:function.start]
    return " \\\n" if function.text[at - 1:at] == "\\" or line.lstrip().startswith("#define") else "\n"


def alone(mutants):
    """The file with a copy of its function for each mutant, mN_name, after the original; -> (text, {line: mutant})."""
    pieces, owners = [], []
    for group in by_function(mutants):
        f = group[0].function
        for one in group:
            head = f.text[f.head:f.start]
            name = re.compile(rf"\b{re.escape(f.name)}(?=\s*\()")
            copy = name.sub(f"m{mutants.index(one)}_{f.name}", head, count=1) + one.body()
            pieces.append((f.end, f.end, newline(f) + copy))
            owners.append(one)
    text, lines = inserted(mutants[0].function.text, pieces)
    return text, {line: one for one, (first, last) in zip(owners, lines) for line in range(first + 1, last + 1)}


def chosen(function, numbered):
    """The body that asks which mutant is on."""
    br = newline(function)
    parts = [
        f"{br}if (active_mutant == {number}) {{ {one.body()}{' return;' if function.nothing else ''} }}"
        for number, one in numbered
    ]
    return "{" + "".join(parts) + br + function.body + (br if br != "\n" else "\n") + "}"


def mutated_file(text, numbered):
    """The text of a file with its sampled mutants in it."""
    groups = {}
    for number, one in numbered:
        groups.setdefault(one.function.start, []).append((number, one))
    pieces = [
        (members[0][1].function.start, members[0][1].function.end, chosen(members[0][1].function, members))
        for _, members in sorted(groups.items())
    ]
    return inserted(text, pieces)[0]


# ---- which of them are mutants at all ----

def compiler():
    return os.environ.get("CC") or "gcc"


def refused(text, lines, folder, name):
    """Mutants the compiler refuses."""
    path = folder / f"{name}.c"
    path.write_text(text)
    done = subprocess.run(
        [
            compiler(),
            *FLAGS,
            *ALONE,
            "-fsyntax-only",
            "-fmax-errors=0",
            "-Werror=implicit-function-declaration",
            *model_build.includes(ROOT / "build"),
            "-include",
            str(folder / "prelude.h"),
            str(path),
        ],
        capture_output=True,
        text=True,
    )
    found = {
        lines.get(int(m[1])) for m in re.finditer(rf"{re.escape(str(path))}:(\d+):\d+: (?:fatal )?error", done.stderr)
    }
    if done.returncode and not found - {None}:
        raise BuildError(f"{name}: the file does not compile even without mutants\n{done.stderr[:2000]}")
    return found - {None}


def sections(path):
    """{section name: (bytes, relocations)} of an object."""
    from elftools.elf.elffile import ELFFile
    from elftools.elf.relocation import RelocationSection
    with open(path, "rb") as file:
        elf = ELFFile(file)
        symbols = elf.get_section_by_name(".symtab")
        named = {s.name: s.data() for s in elf.iter_sections() if s.name.startswith(".text.")}
        moved = {}
        for s in elf.iter_sections():
            if isinstance(s, RelocationSection) and s.name.startswith(".rela.text."):
                moved[s.name.removeprefix(".rela")] = [
                    (r["r_offset"], r["r_info_type"], symbol_name(elf, symbols, r), r["r_addend"])
                    for r in s.iter_relocations()
                ]
        return {name: (data, moved.get(name, [])) for name, data in named.items()}


def symbol_name(elf, symbols, relocation):
    symbol = symbols.get_symbol(relocation["r_info_sym"])
    return symbol.name or f"section {symbol['st_shndx']}"


def same_code(mutants, folder, name):
    """Mutants whose function a compiler makes into the very code of the original: it has proved them equivalent."""
    proved = set()
    for judge, flags in JUDGES.items():
        if not shutil.which(judge):
            continue
        target = folder / f"{name}-{judge}.o"
        model_build.run(
            [
                judge,
                *FLAGS,
                *ALONE,
                *flags,
                *model_build.includes(ROOT / "build"),
                "-include",
                str(folder / "prelude.h"),
                "-c",
                str(folder / f"{name}.c"),
            ],
            target,
        )
        found, copies = sections(target), {}
        for section in found:
            if match := re.fullmatch(r"\.text\.m(\d+)_(\w+)", section):
                copies.setdefault(int(match[1]), []).append((section, f".text.{match[2]}"))
        proved |= {
            mutants[n]
            for n, pairs in copies.items()
            if all(found[copy] == found.get(original) for copy, original in pairs)
        }
    return proved


def sifted(mutants, folder):
    """-> (refused, same): what of `mutants`, all of one file, is no mutant."""
    name = mutants[0].function.file
    bad, left = set(), list(mutants)
    for _ in range(6):
        text, lines = alone(left)
        text = re.sub(r'#include "rows_\w+\.inc"', "", text)
        more = refused(text, lines, folder, name.replace(".", "_"))
        bad |= more
        left = [one for one in left if one not in more]
        if not more or not left:
            break
    return bad, same_code(left, folder, name.replace(".", "_")) if left else set()


# ---- the library ----

def write_sources(numbered, source):
    """build/mutation/source: the model's files, those with mutants changed, and the faults of operations."""
    source.mkdir(parents=True, exist_ok=True)
    texts = {}
    for number, one in numbered:
        if isinstance(one, mutate.Mutant):
            texts.setdefault(one.function.file, []).append((number, one))
    keep = {"faults.inc", "prelude.h"}
    for path in [*model_build.sources(), *model_build.headers(), HERE / "derived" / "derived.c"]:
        if path.name == "derived.c" and path.parent != HERE / "derived":
            continue
        text = (
            mutated_file(texts[path.name][0][1].function.text, texts[path.name])
            if path.name in texts
            else path.read_text()
        )
        changed(source / path.name, text)
        keep.add(path.name)
    changed(source / "prelude.h", PRELUDE)
    changed(source / "faults.inc", entries(numbered))
    for path in source.iterdir():
        if path.name not in keep:
            path.unlink()


def entries(numbered):
    """faults.inc: what derived.c has to know of each number."""
    ops = sorted({one.op for _, one in numbered if isinstance(one, of_operations.Fault)})
    rows = [
        f"{{ &bound_{one.op}, {one.name}, {one.parameter} }},"
        if isinstance(one, of_operations.Fault)
        else "{ 0, NO_FAULT, 255 },"
        for _, one in numbered
    ]
    return (
        of_operations.enum()
        + "".join(f"extern const struct op bound_{name};\n" for name in ops)
        + "struct entry { const struct op *of; enum fault fault; u32 parameter; };\n"
        + f"enum {{ entry_count = {len(rows)} }};\nstatic const struct entry entries[] = {{\n"
        + "\n".join(rows)
        + "\n};\n"
    )


def compiled(out, folder, jobs):
    """Objects of the library."""
    source, objects = folder / "source", folder / "objects"
    objects.mkdir(exist_ok=True)
    flags = [*FLAGS, "-O1", f"-I{source}", "-include", str(source / "prelude.h")]
    files = [*sorted(source.glob("*.c")), *sorted(out.glob("*.c"))]

    def one(path):
        target = objects / f"{path.parent.name}_{path.stem}.o"
        if not model_build.fresh(target, target.with_suffix(".d")):
            model_build.run(
                [compiler(), *flags, f"-I{out}", "-MMD", "-MF", str(target.with_suffix(".d")), "-c", str(path)], target
            )
        return target
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(one, files)), objects


@cache
def loaded(path, stamp):
    """(ffi, lib) of a built extension."""
    spec = importlib.util.spec_from_file_location("_assay", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.ffi, module.lib


def sample_of(order, count, folder, jobs):
    """The first `count` true mutants of `order`; -> (mutants, same, refused)."""
    look = order[:int(count * SPARE) + 20]
    files = {}
    for one in look:
        if isinstance(one, mutate.Mutant):
            files.setdefault(one.function.file, []).append(one)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "prelude.h").write_text(PRELUDE)
    with ThreadPoolExecutor(jobs) as pool:
        found = list(pool.map(lambda members: sifted(members, folder), files.values()))
    bad, same = set().union(*(b for b, _ in found)), set().union(*(s for _, s in found))
    kept = [one for one in look if one not in bad and one not in same][:count]
    return kept, len(same), len(bad)


def build(count=1000, seed=1, jobs=2, order=shuffled):
    """Builds the library of `count` mutants drawn by `seed` -> Library.  `order`: (mutants, seed) -> mutants, the first of which are taken.
    Raises BuildError."""
    if not (MODEL / "ops").exists():
        raise BuildError("the model's sources are not here: `assay mutate` needs a checkout")
    out = ROOT / "build"
    model_build.build()
    folder = out / "mutation" / f"{count}-{seed}"
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return built(count, seed, out, folder, jobs, order)


def built(count, seed, out, folder, jobs, order):
    """The library, once the folder is ours."""
    reach, mutants = every_mutant(out)
    kept, same, bad = sample_of(order(mutants, seed), count, folder / "alone", jobs)
    numbered = list(enumerate(kept, FIRST))
    write_sources(numbered, folder / "source")
    objects, place = compiled(out, folder, jobs)
    stamp = hashlib.sha256(repr([one.key for one in kept]).encode()).hexdigest()[:8]
    target = folder / f"mutants-{stamp}{model_build.SUFFIX}"
    model_build.link_extension(compiler(), objects, place, out, [], target)
    for old in folder.glob(f"mutants-*{model_build.SUFFIX}"):
        if old != target:
            old.unlink()
    return Library(
        loaded(str(target), target.stat().st_mtime_ns),
        [Derived(n, one) for n, one in numbered],
        reach,
        folder,
        len(mutants),
        same,
        bad,
    )
