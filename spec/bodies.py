"""Find the body of a row in model/: the C function that computes its values.
For a memory row it is the function that moves the data."""
import re
from dataclasses import dataclass
from functools import cache

SUPPORTED_ENCODINGS = {"smem", "ds", "global", "flat", "scratch", "mubuf", "mtbuf", "mimg", "ldsdir"}
SUPPORTED_WORDS = {"buffer", "scratch", "param", "direct", "addtid", "src2", "m0", "d16", "hi", "lds",
                 "mip", "pck", "sgn", "resinfo", "msaa"}
# {word of a row with a sampler: flags in C}
SAMPLE_FLAGS = {
    "o": "WITH_OFFSET", "b": "WITH_BIAS", "c": "WITH_COMPARE", "d": "WITH_GRADIENTS", "cd": "WITH_GRADIENTS",
    "g16": "HALF_GRADIENTS", "l": "WITH_LOD", "lz": "AT_LEVEL_0", "cl": "WITH_CLAMP", "gather4": "GATHERS",
    "gather4h": "GATHERS | IN_A_ROW", "lod": "ASKS_LOD",
}
DEFINITION = re.compile(r"^static\s[^=;(]*?\b(\w+)\(", re.M)
HEAD = re.compile(r"^(?:[a-z][^=;(\n]*\s\*?)?(\w+)\(", re.M)      # of a definition; REST follows
REST = re.compile(r"[^;{]*\)\s*\{")


@dataclass(frozen=True, slots=True)
class Body:
    """A C function: its name, its file relative to the project, and the line of its definition.
    `text`: the definition with the comment above it."""
    function: str
    file: str
    line: int
    text: str


def sources(model):
    """Return the C files of the modules of model/, in order."""
    return [path for path in sorted(model.glob("**/*.c")) if path.parent.name != "tests"]


def defined_names(model):
    """Return {file stem: names that the file defines} over the modules of model/."""
    return {path.stem: set(DEFINITION.findall(path.read_text())) for path in sources(model)}


def is_representable(op):
    """Return whether the model represents the operation's values: their sizes and registers."""
    if op.shape in ("branch", "control"):
        return True                                                   # their bodies access the wave
    if any(v.kind == "hwreg" for v in op.values):
        return False
    wide = any(v.width > 64 or v.regs not in (1, 4) and op.shape != "matrix" for v in op.values)
    return not wide


def body_file(op, defined):
    """Return the stem of the file with a row's body, or None if the model does not execute the operation.
    `defined`: the result of defined_names()."""
    if op.shape == "sample":
        return "sample" if set(op.memory.words) <= set(SAMPLE_FLAGS) else None
    if not is_representable(op):
        return None
    if not op.memory:
        return next((stem for stem, names in defined.items() if op.body in names), None)
    if op.memory.rays:
        return "bvh"
    encodings = {e for c in op.cells.values() for e, _ in c.places}
    if not encodings <= SUPPORTED_ENCODINGS or set(op.memory.words) - SUPPORTED_WORDS:
        return None
    if op.memory.size.startswith("none"):
        return None
    if op.memory.verb != "atomic":
        return "issue"
    return "combine" if combine_function(op.memory) in defined["combine"] else None


def combine_function(memory):
    """Return the name of the C function that combines the old and new value of an atomic."""
    return f"{memory.combine}_{memory.size}"


def memory_function(memory):
    """Return the name of the function that runs a memory row."""
    if memory.rays:
        return "run_intersection"
    lds_sources = [word for word in ("param", "direct") if word in memory.words]
    if not lds_sources:
        return f"run_{memory.verb}"
    return f"run_{'parameter' if lds_sources == ['param'] else lds_sources[0]}_load"


@cache
def texts(model):
    """Return {C file: its text}."""
    return {path: path.read_text() for path in sources(model)}


@cache
def cached_names(model):
    """Return defined_names(model), read once."""
    return defined_names(model)


def row_bodies(op, model):
    """Return the bodies of a row as [Body]; [] if the model does not execute it.
    A memory row has the function that moves the data; an atomic also has the function that combines values."""
    if not body_file(op, cached_names(model)):
        return []
    names = [op.body] if not op.memory else [memory_function(op.memory)]
    names += [combine_function(op.memory)] if op.memory and op.memory.verb == "atomic" else []
    return [body for name in names for body in definitions(name, model)]


@cache
def possible_definitions(model):
    """Return {name: [(C file, start of its line, end of `name(`)]} of possible definitions."""
    candidates = {}
    for path, text in texts(model).items():
        for m in HEAD.finditer(text):
            candidates.setdefault(m[1], []).append((path, m.start(), m.end()))
    return candidates


def definitions(name, model):
    """Return [Body] of every definition of the C function `name`."""
    definitions_by_file = {}
    for path, start, end in possible_definitions(model).get(name, ()):
        text = texts(model)[path]
        if path not in definitions_by_file and REST.match(text, end):
            file, line = f"model/{path.relative_to(model).as_posix()}", text.count("\n", 0, start) + 1
            definitions_by_file[path] = Body(name, file, line, function_text(text, start))
    return list(definitions_by_file.values())


def function_text(text, start):
    """Return the text of the function that begins at `start`, with the comment on the lines above it."""
    depth, end = 0, start
    for end in range(text.index("{", start), len(text)):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if not depth:
            break
    above = re.search(r"(?:^|\n)(/\*(?:(?!\*/)[\s\S])*\*/\n)$", text[:start])
    return (above[1] if above else "") + text[start:end + 1]
