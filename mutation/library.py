"""Which mutants there are and which of them a run takes: a seeded sample without those that do not compile and those
that compile to the very code of the model, which are none."""
import hashlib
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..model import build as model_build
from ..model.build import MODEL, ROOT, BuildError
from ..spec import load
from . import assemble, score
from . import faults as of_operations
from . import substitute as mutate
from .assemble import FLAGS, PRELUDE, compiler, culprits, inserted, newline
from .reach import Reach
from .source import functions

# mutants looked at for each one wanted: some compile to the same code
SPARE = 1.1
NUMBERS = ("ops", "float", "pipeline")                 # rooms that compute what programs compute
FACES = ("model.h", "machine.h", "float.h", "transcend.h", "decode.h", "waits.h", "memory.h", "pipeline.h")
ALONE = "-O2 -fno-pic -ffunction-sections -fno-jump-tables".split()
OPEN = "#define static\n#define inline\n"              # what follows is there though nobody calls it
HEADER = re.compile(r'^#include [<"].*\.h[>"].*\n', re.M)
# these say whether two bodies are the same code
JUDGES = {"gcc": ["-fno-ipa-icf"], "clang-22": ["-Wno-implicit-function-declaration"]}


@dataclass(frozen=True, slots=True)
class Derived:
    """One mutant of a sample.  `number`: in its library; `what`: a substitute.Mutant or a faults.Fault."""
    number: int
    what: mutate.Mutant | of_operations.Fault

    @property
    def kind(self):
        return self.what.kind

    @property
    def key(self):
        return self.what.key

    @property
    def where(self):
        """file:line"""
        if isinstance(self.what, mutate.Mutant):
            return f"model/{self.what.function.file}:{self.what.line}"
        return f"spec/{self.what.where}"

    @property
    def room(self):
        return room_of(self.what)

    @property
    def is_text(self):
        return isinstance(self.what, mutate.Mutant)


@dataclass(frozen=True, slots=True)
class Sample:
    """`library`: built, assemble.Library; `mutants`: [Derived] in it; `reach`: which operations a function serves;
    `folder`: where it was built; `all`: how many mutants there are in all; `same`, `refused`: candidates that compiled
    to the same code, or not at all."""
    library: assemble.Library
    mutants: list
    reach: Reach
    folder: object
    all: int
    same: set
    refused: set


# ---- which mutants ----

@cache
def rooms():
    """{file of the model: the folder it is in}"""
    return {file: path.parent.name for file, path in assemble.files().items()}


def room_of(one):
    """The room of the model a mutant is in; faults of operations are a room of their own."""
    return rooms()[one.function.file] if isinstance(one, mutate.Mutant) else "faults"


def names_of(one):
    """What a mutant is chosen by: its room, its file, its function or operation, its kind; what equivalent.txt has is
    excused."""
    more = (one.kind.replace(" ", "-"), *([score.EXCUSED] if one.key in written() else ()))
    if isinstance(one, mutate.Mutant):
        return room_of(one), one.function.file, one.function.name, *more
    return room_of(one), Path(one.where.rpartition(":")[0]).name, one.op, *more


@cache
def written():
    return score.reasons()


def chosen(mutants, words):
    """Those of `mutants` that `words` name; all when there are none.  Raises ValueError for a word that names none."""
    known = {name for one in mutants for name in names_of(one)}
    if unknown := [word for word in words if word not in known]:
        raise ValueError(f"--only {','.join(unknown)}: no such room, file, function, operation or kind; rooms are "
                         + ", ".join(sorted({room_of(one) for one in mutants})) + "; kinds are "
                         + ", ".join(sorted({one.kind.replace(" ", "-") for one in mutants})))
    return [one for one in mutants if not words or not set(words).isdisjoint(names_of(one))]


def bound_names(out):
    """Names of the rows that have a body, from the generated join."""
    return {
        name
        for path in out.glob("rows_*.inc")
        for name in re.findall(r"^const struct op bound_(\w+) ", path.read_text(), re.M)
    }


def every_mutant(functions):
    """-> (Reach, [Mutant and Fault]): all there are.  `functions`: assemble.all_functions()."""
    reach = Reach(functions, bound_names(ROOT / "build"))
    return reach, of_text(functions) + of_operations.faults(reach)


def of_text(functions, files=()):
    """Every Mutant of the text of the model, or of some of its files."""
    named = load().ops.keys()
    immediates = {op.name: {n for n, source in enumerate(op.sources) if source.kind in ("imm", "offset")}
                  for op in load().ops.values()}
    numbers = {file for file, path in assemble.files().items() if path.parent.name in NUMBERS}
    return [one for file in sorted(files or functions) for f in functions[file]
            for one in mutate.mutants_of(f, named, file in numbers, immediates)]


def shuffled(mutants, seed):
    """The kinds in turn, each in an order of its own by `seed`: any beginning of it is a fair sample, and a new mutant
    moves no other."""
    kinds = {}
    for one in sorted(mutants, key=lambda one: hashlib.sha256(f"{seed} {one.key}".encode()).digest()):
        kinds.setdefault(one.kind, []).append(one)
    order = []
    for n in range(max(map(len, kinds.values()), default=0)):
        order += [kinds[kind][n] for kind in sorted(kinds) if n < len(kinds[kind])]
    return order


def by_function(mutants):
    found = {}
    for one in mutants:
        found.setdefault((one.function.file, one.function.start), []).append(one)
    return [found[key] for key in sorted(found)]


def unit_of(one):
    """What a mutant of the text is compiled with: its file, or all headers, which cost the same whether one has mutants
    or all have.  Functions that macros paste together cannot stand outside of theirs: their header is a unit."""
    f = one.function
    return "headers" if f.file.endswith(".h") and "##" not in f.name else f.file


def aside(unit, text, changed):
    """Pieces as inserted() takes them: what no `changed` function comes to is declared and no more, which spares a
    compiler most of its work."""
    of = {f.name: f for f in functions(assemble.files()[unit], text)}
    reached, left = set(), [f.name for f in changed]
    while left:
        if (name := left.pop()) in of and name not in reached:
            reached.add(name)
            left += re.findall(r"\w+", of[name].body)
    return [(f.start, f.end, ";") for f in of.values() if f.name not in reached and newline(f) == "\n"
            and "INLINE" not in f.text[f.head:f.start]]


def alone(mutants):
    """The text of a unit with a copy of its function for each mutant, mN_name, after the original; -> (text, {line:
    mutant}).  A header cannot be compiled as it stands, for others include it: its copies stand behind all headers, but
    those that stand in a macro with the original."""
    pieces, owners = [], []
    for group in by_function(mutants):
        f = group[0].function
        for one in group:
            head = f.text[f.head:f.start]
            name = re.compile(rf"\b{re.escape(f.name)}(?=\s*\()")
            paste = "##" if "##" in f.name else ""     # its name may begin with what the macro is given
            copy = name.sub(f"m{mutants.index(one)}_{paste}{f.name}", head, count=1) + one.body()
            pieces.append((f.end, f.end, newline(f) + copy))
            owners.append(one)
    text, opens, before, unit = mutants[0].function.text, 0, "", unit_of(mutants[0])
    if unit == "headers":
        text = including(sorted({one.function.file for one in mutants} - set(FACES)))
        pieces = [(len(text), len(text), copy + "\n") for _, _, copy in pieces]
    elif unit.endswith(".c"):                          # functions of headers are the same for all
        first = min(one.function.head for one in mutants)
        opens = max((m.end() for m in HEADER.finditer(text, 0, first)), default=0)
        before = sooner(text, opens)
        pieces += aside(unit, text, [one.function for one in mutants])
    owned = sorted([*zip(pieces, owners), *((piece, None) for piece in pieces[len(owners):])], key=lambda one: one[0])
    text, (_, *lines) = inserted(text, [(opens, opens, before + OPEN), *(piece for piece, _ in owned)])
    return text, {line: one for (_, one), (first, last) in zip(owned, lines) if one
                  for line in range(first + 1, last + 1)}


def sooner(text, opens):
    """Includes headers that a unit has further down: what OPEN says is not for them."""
    later = [m.group().split(None, 1)[1].strip() for m in HEADER.finditer(text, opens)]
    return "".join(f"#if __has_include({name})\n#include {name}\n#endif\n" for name in later)


def including(others=()):
    """What includes every face of the model, and these headers."""
    return "".join(f'#include "{name}"\n' for name in (*FACES, *others))


# ---- which of them are mutants at all ----

def compile_alone(cc, flags, mutants, folder, target=None):
    """The copies of `mutants`, all of one unit, compiled by `cc`: into `target`, or just read.  -> (error or "", {line:
    mutant})."""
    text, lines = alone(mutants)
    unit = unit_of(mutants[0])
    path = folder / f"{unit.replace('.', '_')}-{Path(cc).name}.c"
    command = [cc, *FLAGS, *ALONE, *flags]
    if unit.endswith(".h"):
        command += [f"-I{headers_with(unit, text, path.with_suffix('.headers'))}"]
        text = including()
    path.write_text(re.sub(r'#include "rows_\w+\.inc"', "", text))
    command += [*model_build.includes(ROOT / "build"), "-include", str(folder / "prelude.h"), str(path)]
    done = subprocess.run(
        [*command, *(["-c", "-o", str(target)] if target else ["-fsyntax-only"])], capture_output=True, text=True
    )
    return done.stderr * bool(done.returncode), lines


def headers_with(name, text, folder):
    """A folder with all headers of the model, that one with this text."""
    folder.mkdir(exist_ok=True)
    for path in model_build.headers():
        (folder / path.name).write_text(text if path.name == name else path.read_text())
    return folder


def refused(mutants, cc, flags, folder):
    """Mutants a compiler refuses: by the lines it names, or else, where macros hide them, by halves.  Raises BuildError
    when it refuses the file without any."""
    error, lines = compile_alone(cc, flags, mutants, folder)
    if not error:
        return set()
    unit = unit_of(mutants[0])
    copies = re.escape(unit if unit.endswith(".h") else ".c")
    found = {lines.get(int(n)) for n in re.findall(rf"{copies}:(\d+):\d+: (?:fatal )?error", error)} - {None}
    found = found or set(culprits(mutants, lambda some: not compile_alone(cc, flags, some, folder)[0]))
    if not found:
        raise BuildError(f"{unit}: no copies of its functions compile\n{error[:2000]}")
    return found


def accepted(mutants, cc, flags, folder):
    """What of `mutants` the compiler takes, all together."""
    left = list(mutants)
    while left and (bad := refused(left, cc, flags, folder)):
        left = [one for one in left if one not in bad]
    return left


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


def same_code(mutants, folder, judge, flags):
    """Mutants whose function a compiler makes into the very code of the original: it has proved them equivalent."""
    if compile_alone(judge, flags, mutants, folder, object_by(judge, mutants, folder))[0]:
        mutants = accepted(mutants, judge, flags, folder)
        if not mutants or compile_alone(judge, flags, mutants, folder, object_by(judge, mutants, folder))[0]:
            return set()                               # what it cannot make code of it has not proved
    found, copies = sections(object_by(judge, mutants, folder)), {}
    for section in found:
        if match := re.fullmatch(r"\.text\.m(\d+)_(\w+)", section):
            copies.setdefault(int(match[1]), []).append((section, f".text.{match[2]}"))
    return {
        mutants[n]
        for n, pairs in copies.items()
        if all(found[copy] == found.get(original) for copy, original in pairs)
    }


def object_by(judge, mutants, folder):
    return folder / f"{unit_of(mutants[0]).replace('.', '_')}-{judge}.o"


def sifted(mutants, folder, noticed):
    """-> (refused, same): what of `mutants`, all of one unit, is no mutant.  What has been `noticed`, by their keys, is
    not asked for: its code was another; if that is so no more, nothing notices it, and it counts against the score."""
    own = compiler()
    left = accepted(mutants, own, ["-fmax-errors=0"] if "gcc" in own else ["-ferror-limit=0"], folder)
    doubtful = [one for one in left if one.key not in noticed]
    proved = [same_code(doubtful, folder, judge, flags) for judge, flags in JUDGES.items()
              if doubtful and shutil.which(judge)]
    return set(mutants) - set(left), set().union(*proved)


# ---- a sample ----

def true_mutants(look, folder, jobs, noticed=frozenset()):
    """Those of `look` that are mutants; -> (mutants, same, refused).  `noticed`: as sifted()."""
    units = {}
    for one in look:
        if isinstance(one, mutate.Mutant):
            units.setdefault(unit_of(one), []).append(one)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "prelude.h").write_text(PRELUDE)
    with ThreadPoolExecutor(jobs) as pool:
        found = list(pool.map(lambda members: sifted(members, folder, noticed), units.values()))
    bad, same = set().union(*(b for b, _ in found)), set().union(*(s for _, s in found))
    return [one for one in look if one not in bad and one not in same], same, bad


def population():
    """-> (Reach, [Mutant and Fault]) of the model as it stands, which is built.  Raises BuildError."""
    if not (MODEL / "ops").exists():
        raise BuildError("the model's sources are not here: `assay mutate` needs a checkout")
    model_build.build()
    return every_mutant(assemble.all_functions())


def assembled(look, count, folder, known, jobs, noticed=frozenset()):
    """The Sample of the first `count` true mutants of `look`, built in `folder`; with `same` and `refused` as sets.
    `known`: population(); `noticed`: as sifted()."""
    reach, every = known
    kept, same, bad = true_mutants(look, folder / "alone", jobs, noticed)
    kept = kept[:count]
    numbered = {n: [one] if isinstance(one, mutate.Mutant) else one for n, one in enumerate(kept, 1)}
    digest = hashlib.sha256("\n".join(one.key for one in kept).encode()).hexdigest()
    library = assemble.build(folder, lambda _: numbered, jobs, digest[:8])
    derived = [Derived(n, one) for n, one in enumerate(kept, 1)]
    bad |= {one.what for one in derived if one.number in library.refused}
    sound = [one for one in derived if one.number not in library.refused]
    return Sample(library, sound, reach, folder, len(every), same, bad)


def drawn(count=1000, seed=1, only=()):
    """What assembled() makes a library of `count` mutants of, drawn by `seed` from those `only` names: (mutants to look
    at, count, folder, population).  Raises BuildError, and ValueError as chosen()."""
    known = population()
    look = chosen(shuffled(known[1], seed), only)[:int(count * SPARE) + 20]
    return look, count, assemble.FOLDER / "-".join([str(count), str(seed), *only]), known
