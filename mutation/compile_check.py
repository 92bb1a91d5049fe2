"""Which candidates are mutants: those that compile, and not to the very code of the original."""
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ..harness.faults import mutant_library
from ..harness.faults.c_functions import functions
from ..harness.faults.mutant_library import FLAGS, PRELUDE, compiler, find_failing, insert_pieces, line_break
from ..harness.faults.source_mutant import Mutant
from ..model import build as model_build
from ..model.build import ROOT, BuildError

FACES = ("model.h", "machine.h", "float.h", "transcend.h", "decode.h", "waits.h", "memory.h", "pipeline.h")
ALONE = "-O2 -fno-pic -ffunction-sections -fno-jump-tables".split()
OPEN = "#define static\n#define inline\n"              # makes every function visible, called or not
HEADER = re.compile(r'^#include [<"].*\.h[>"].*\n', re.M)
# compilers that decide what is the same code, with their flags
COMPARERS = {"gcc": ["-fno-ipa-icf"], "clang-22": ["-Wno-implicit-function-declaration"]}


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
    """Pieces as insert_pieces() takes them: what no `changed` function comes to is declared and no more, which spares a
    compiler most of its work."""
    of = {f.name: f for f in functions(mutant_library.model_files()[unit], text)}
    reached, left = set(), [f.name for f in changed]
    while left:
        if (name := left.pop()) in of and name not in reached:
            reached.add(name)
            left += re.findall(r"\w+", of[name].body)
    return [(f.start, f.end, ";") for f in of.values() if f.name not in reached and line_break(f) == "\n"
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
            pieces.append((f.end, f.end, line_break(f) + copy))
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
    text, (_, *lines) = insert_pieces(text, [(opens, opens, before + OPEN), *(piece for piece, _ in owned)])
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
    found = found or set(find_failing(mutants, lambda some: not compile_alone(cc, flags, some, folder)[0]))
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


def same_code_in_unit(mutants, folder, comparer, flags):
    """Mutants of one unit whose function a compiler makes into the very code of the original."""
    if compile_alone(comparer, flags, mutants, folder, object_by(comparer, mutants, folder))[0]:
        mutants = accepted(mutants, comparer, flags, folder)
        if not mutants or compile_alone(comparer, flags, mutants, folder, object_by(comparer, mutants, folder))[0]:
            return set()
    found, copies = sections(object_by(comparer, mutants, folder)), {}
    for section in found:
        if match := re.fullmatch(r"\.text\.m(\d+)_(\w+)", section):
            copies.setdefault(int(match[1]), []).append((section, f".text.{match[2]}"))
    return {
        mutants[n]
        for n, pairs in copies.items()
        if all(found[copy] == found.get(original) for copy, original in pairs)
    }


def object_by(comparer, mutants, folder):
    return folder / f"{unit_of(mutants[0]).replace('.', '_')}-{comparer}.o"


def by_unit(mutants):
    """The mutants of each unit of compilation."""
    units = {}
    for one in mutants:
        units.setdefault(unit_of(one), []).append(one)
    return units


def prepare(folder):
    """Makes the folder that units are compiled in."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "prelude.h").write_text(PRELUDE)


def compiling(candidates, folder, jobs):
    """(candidates that compile, in their order; candidates that the compiler refuses).  Faults of operations always
    compile."""
    prepare(folder)
    own = compiler()
    flags = ["-fmax-errors=0"] if "gcc" in own else ["-ferror-limit=0"]
    sources = [one for one in candidates if isinstance(one, Mutant)]
    with ThreadPoolExecutor(jobs) as pool:
        found = list(pool.map(lambda unit: accepted(unit, own, flags, folder), by_unit(sources).values()))
    refused = set(sources).difference(*found)
    return [one for one in candidates if one not in refused], refused


def same_code(mutants, folder, jobs):
    """The mutants of the source that one of the compilers makes into the very code of the original."""
    prepare(folder)
    comparers = [(name, flags) for name, flags in COMPARERS.items() if shutil.which(name)]
    tasks = [(unit, folder, *one) for unit in by_unit(one for one in mutants if isinstance(one, Mutant)).values()
             for one in comparers]
    with ThreadPoolExecutor(jobs) as pool:
        return set().union(*pool.map(lambda task: same_code_in_unit(*task), tasks))
