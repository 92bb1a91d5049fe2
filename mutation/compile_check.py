"""Compile checks: a candidate is a mutant if it compiles and its machine code differs from the original's."""
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ..harness.faults import mutant_library
from ..harness.faults.c_functions import parse_functions
from ..harness.faults.mutant_library import COMPILER_FLAGS, PRELUDE, compiler, find_failing, insert_pieces, line_break
from ..harness.faults.source_mutant import Mutant
from ..model import build as model_build
from ..model.build import ROOT, BuildError

PUBLIC_HEADERS = ("model.h", "machine.h", "float.h", "transcend.h", "decode.h", "waits.h", "memory.h", "pipeline.h")
UNIT_FLAGS = "-O2 -fno-pic -ffunction-sections -fno-jump-tables".split()
STATIC_OFF = "#define static\n#define inline\n"        # makes every function visible, even if it is not called
INCLUDE_LINE = re.compile(r'^#include [<"].*\.h[>"].*\n', re.M)
# {compiler that compares code: its flags}
COMPARERS = {"gcc": ["-fno-ipa-icf"], "clang-22": ["-Wno-implicit-function-declaration"]}


def group_by_function(mutants):
    """The mutants of each function, in the order of the text."""
    groups = {}
    for mutant in mutants:
        groups.setdefault((mutant.function.file, mutant.function.start), []).append(mutant)
    return [groups[key] for key in sorted(groups)]


def compilation_unit(mutant):
    """The unit that a source mutant is compiled in: its file, or 'headers' for all headers together. A header whose
    functions are pasted together by macros is a unit of its own, because they compile nowhere else."""
    function = mutant.function
    return "headers" if function.file.endswith(".h") and "##" not in function.name else function.file


def unneeded_bodies(unit, text, mutated):
    """The edits for insert_pieces() that reduce functions to declarations if no mutated function calls them. They save
    most of the compile time."""
    by_name = {function.name: function for function in parse_functions(mutant_library.model_files()[unit], text)}
    reached, waiting = set(), [function.name for function in mutated]
    while waiting:
        if (name := waiting.pop()) in by_name and name not in reached:
            reached.add(name)
            waiting += re.findall(r"\w+", by_name[name].body)
    unneeded = [function for function in by_name.values() if function.name not in reached]
    return [(function.start, function.end, ";") for function in unneeded
            if line_break(function) == "\n" and "INLINE" not in function.text[function.head:function.start]]


def unit_with_copies(mutants):
    """(text of a unit, {line: mutant}). Each mutated function is followed by one copy per mutant, named mN_NAME. Copies
    of header functions follow all headers, because other files include the header. Copies inside a macro stay with the
    original."""
    pieces, owners = [], []
    for group in group_by_function(mutants):
        function = group[0].function
        for mutant in group:
            head = function.text[function.head:function.start]
            name = re.compile(rf"\b{re.escape(function.name)}(?=\s*\()")
            separator = "##" if "##" in function.name else ""     # its name may begin with a macro parameter
            copy = name.sub(f"m{mutants.index(mutant)}_{separator}{function.name}", head, count=1) + mutant.body()
            pieces.append((function.end, function.end, line_break(function) + copy))
            owners.append(mutant)
    text, start, prefix, unit = mutants[0].function.text, 0, "", compilation_unit(mutants[0])
    if unit == "headers":
        text = include_headers(sorted({mutant.function.file for mutant in mutants} - set(PUBLIC_HEADERS)))
        pieces = [(len(text), len(text), copy + "\n") for _, _, copy in pieces]
    elif unit.endswith(".c"):                          # header functions are the same in every unit
        first = min(mutant.function.head for mutant in mutants)
        start = max((match.end() for match in INCLUDE_LINE.finditer(text, 0, first)), default=0)
        prefix = hoisted_includes(text, start)
        pieces += unneeded_bodies(unit, text, [mutant.function for mutant in mutants])
    unowned = ((piece, None) for piece in pieces[len(owners):])
    ordered = sorted([*zip(pieces, owners), *unowned], key=lambda pair: pair[0])
    text, (_, *lines) = insert_pieces(text, [(start, start, prefix + STATIC_OFF), *(piece for piece, _ in ordered)])
    return text, {line: mutant for (_, mutant), (first, last) in zip(ordered, lines) if mutant
                  for line in range(first + 1, last + 1)}


def hoisted_includes(text, start):
    """#include lines for the headers that the unit includes after `start`. Placed first, they are outside
    STATIC_OFF."""
    names = [match.group().split(None, 1)[1].strip() for match in INCLUDE_LINE.finditer(text, start)]
    return "".join(f"#if __has_include({name})\n#include {name}\n#endif\n" for name in names)


def include_headers(more=()):
    """Includes of every public header of the model and of these headers."""
    return "".join(f'#include "{name}"\n' for name in (*PUBLIC_HEADERS, *more))


# ---- compilation ----

def compile_alone(cc, flags, mutants, folder, target=None):
    """Compile the copies of `mutants`, which belong to one unit. Write `target`, or check only the syntax if there is
    none. Return (error or '', {line: mutant})."""
    text, lines = unit_with_copies(mutants)
    unit = compilation_unit(mutants[0])
    path = folder / f"{unit.replace('.', '_')}-{Path(cc).name}.c"
    command = [cc, *COMPILER_FLAGS, *UNIT_FLAGS, *flags]
    if unit.endswith(".h"):
        command += [f"-I{write_headers(unit, text, path.with_suffix('.headers'))}"]
        text = include_headers()
    path.write_text(re.sub(r'#include "rows_\w+\.inc"', "", text))
    command += [*model_build.includes(ROOT / "build"), "-include", str(folder / "prelude.h"), str(path)]
    result = subprocess.run(
        [*command, *(["-c", "-o", str(target)] if target else ["-fsyntax-only"])], capture_output=True, text=True
    )
    return result.stderr * bool(result.returncode), lines


def write_headers(name, text, folder):
    """Write all headers of the model to a folder, with `text` as the contents of the header `name`. Return the
    folder."""
    folder.mkdir(exist_ok=True)
    for path in model_build.headers():
        (folder / path.name).write_text(text if path.name == name else path.read_text())
    return folder


def refused_mutants(mutants, cc, flags, folder):
    """The mutants that a compiler refuses, found by the lines in its errors, or by bisection if macros hide the lines.
    Raises BuildError if the compiler also refuses the file with no mutant in it."""
    error, lines = compile_alone(cc, flags, mutants, folder)
    if not error:
        return set()
    unit = compilation_unit(mutants[0])
    copies_file = re.escape(unit if unit.endswith(".h") else ".c")
    failing = {lines.get(int(n)) for n in re.findall(rf"{copies_file}:(\d+):\d+: (?:fatal )?error", error)} - {None}
    failing = failing or set(find_failing(mutants, lambda subset: not compile_alone(cc, flags, subset, folder)[0]))
    if not failing:
        raise BuildError(f"{unit}: could not compile any of its reduced copies\n{error[:2000]}")
    return failing


def accepted_mutants(mutants, cc, flags, folder):
    """The mutants that the compiler accepts together."""
    remaining = list(mutants)
    while remaining and (failing := refused_mutants(remaining, cc, flags, folder)):
        remaining = [mutant for mutant in remaining if mutant not in failing]
    return remaining


def read_sections(path):
    """{name: (bytes, relocations)} for each section of an object file."""
    from elftools.elf.elffile import ELFFile
    from elftools.elf.relocation import RelocationSection
    with open(path, "rb") as file:
        elf = ELFFile(file)
        symbols = elf.get_section_by_name(".symtab")
        contents = {section.name: section.data() for section in elf.iter_sections()
                    if section.name.startswith(".text.")}
        relocations = {}
        for section in elf.iter_sections():
            if isinstance(section, RelocationSection) and section.name.startswith(".rela.text."):
                relocations[section.name.removeprefix(".rela")] = [
                    (relocation["r_offset"], relocation["r_info_type"], symbol_name(elf, symbols, relocation),
                     relocation["r_addend"])
                    for relocation in section.iter_relocations()
                ]
        return {name: (data, relocations.get(name, [])) for name, data in contents.items()}


def symbol_name(elf, symbols, relocation):
    """The name of a relocation's symbol, or of its section."""
    symbol = symbols.get_symbol(relocation["r_info_sym"])
    return symbol.name or f"section {symbol['st_shndx']}"


def same_code_in_unit(mutants, folder, comparer, flags):
    """The mutants in one unit whose mutated function a compiler translates to the same code as the original."""
    if compile_alone(comparer, flags, mutants, folder, object_path(comparer, mutants, folder))[0]:
        mutants = accepted_mutants(mutants, comparer, flags, folder)
        if not mutants or compile_alone(comparer, flags, mutants, folder, object_path(comparer, mutants, folder))[0]:
            return set()
    object_sections, copies = read_sections(object_path(comparer, mutants, folder)), {}
    for section in object_sections:
        if match := re.fullmatch(r"\.text\.m(\d+)_(\w+)", section):
            copies.setdefault(int(match[1]), []).append((section, f".text.{match[2]}"))
    return {
        mutants[n]
        for n, pairs in copies.items()
        if all(object_sections[copy] == object_sections.get(original) for copy, original in pairs)
    }


def object_path(comparer, mutants, folder):
    """The path of the object file that `comparer` writes for the mutants' unit."""
    return folder / f"{compilation_unit(mutants[0]).replace('.', '_')}-{comparer}.o"


def group_by_unit(mutants):
    """The mutants of each compilation unit."""
    units = {}
    for mutant in mutants:
        units.setdefault(compilation_unit(mutant), []).append(mutant)
    return units


def prepare_folder(folder):
    """Create the folder that units are compiled in."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "prelude.h").write_text(PRELUDE)


def split_by_compilation(candidates, folder, jobs):
    """(candidates that compile, in their order; candidates that the compiler refuses). Operation faults always
    compile."""
    prepare_folder(folder)
    cc = compiler()
    flags = ["-fmax-errors=0"] if "gcc" in cc else ["-ferror-limit=0"]
    sources = [candidate for candidate in candidates if isinstance(candidate, Mutant)]
    with ThreadPoolExecutor(jobs) as pool:
        accepted_by_unit = list(pool.map(
            lambda unit: accepted_mutants(unit, cc, flags, folder), group_by_unit(sources).values()))
    rejected = set(sources).difference(*accepted_by_unit)
    return [candidate for candidate in candidates if candidate not in rejected], rejected


def same_code_mutants(mutants, folder, jobs):
    """The source mutants that at least one compiler translates to the same code as the original."""
    prepare_folder(folder)
    comparers = [(name, flags) for name, flags in COMPARERS.items() if shutil.which(name)]
    sources = [mutant for mutant in mutants if isinstance(mutant, Mutant)]
    tasks = [(unit, folder, *comparer) for unit in group_by_unit(sources).values()
             for comparer in comparers]
    with ThreadPoolExecutor(jobs) as pool:
        return set().union(*pool.map(lambda task: same_code_in_unit(*task), tasks))
