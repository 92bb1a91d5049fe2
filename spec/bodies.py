"""Where the body of a row stands in model/: the C function that says what the operation does to its values, or, for
memory rows, what moves the data."""
import re
from dataclasses import dataclass
from functools import cache

PLAIN_MEMORY = {"smem", "ds", "global", "flat", "scratch", "mubuf", "mtbuf", "mimg", "ldsdir"}
CARRIED_WORDS = {"buffer", "scratch", "param", "direct", "addtid", "src2", "m0", "d16", "hi", "lds",
                 "mip", "pck", "sgn", "resinfo", "msaa"}
# words of rows with a sampler, and what C calls them
SAMPLED = {"o": "WITH_OFFSET", "b": "WITH_BIAS", "c": "WITH_COMPARE", "d": "WITH_GRADIENTS", "cd": "WITH_GRADIENTS",
           "g16": "HALF_GRADIENTS", "l": "WITH_LOD", "lz": "AT_LEVEL_0", "cl": "WITH_CLAMP", "gather4": "GATHERS",
           "gather4h": "GATHERS | IN_A_ROW", "lod": "ASKS_LOD"}
DEFINITION = re.compile(r"^static\s[^=;(]*?\b(\w+)\(", re.M)
HEAD = re.compile(r"^(?:[a-z][^=;(\n]*\s\*?)?(\w+)\(", re.M)      # of a definition, which goes on like REST
REST = re.compile(r"[^;{]*\)\s*\{")


@dataclass(frozen=True, slots=True)
class Body:
    """A C function: its name, its file below the project's folder, the line that begins its definition; `text`: what
    stands there, with the comment above it."""
    function: str
    file: str
    line: int
    text: str


def sources(model):
    """The body files of the rooms of model/, in order."""
    return [path for path in sorted(model.glob("**/*.c")) if path.parent.name != "tests"]


def bodies(model):
    """{body file stem: names it defines} over the rooms of model/."""
    return {path.stem: set(DEFINITION.findall(path.read_text())) for path in sources(model)}


def carried(op):
    """Has the model room for the operation's values: sizes, registers, no image?"""
    if op.shape in ("branch", "control"):
        return True                                                   # their bodies see the wave
    if any(v.kind == "hwreg" for v in op.values):
        return False
    wide = any(v.width > 64 or v.regs not in (1, 4) and op.shape != "matrix" for v in op.values)
    return not wide


def place(op, defined):
    """The stem of the body file of a row, or None: the model does not carry the operation out.  `defined`: as of
    bodies()."""
    if op.shape == "sample":
        return "sample" if set(op.memory.words) <= set(SAMPLED) else None
    if not carried(op):
        return None
    if not op.memory:
        return next((stem for stem, names in defined.items() if op.body in names), None)
    if op.memory.rays:
        return "bvh"
    places = {e for c in op.cells.values() for e, _ in c.places}
    if not places <= PLAIN_MEMORY or set(op.memory.words) - CARRIED_WORDS:
        return None
    if op.memory.size.startswith("none"):
        return None
    if op.memory.verb != "atomic":
        return "issue"
    return "combine" if combining(op.memory) in defined["combine"] else None


def combining(memory):
    """The function by which an atomic combines."""
    return f"{memory.combine}_{memory.size}"


def memory_function(memory):
    """The function that runs a memory row."""
    if memory.rays:
        return "run_intersection"
    lent = [word for word in ("param", "direct") if word in memory.words]
    return f"run_{'parameter' if lent == ['param'] else lent[0]}_load" if lent else f"run_{memory.verb}"


@cache
def texts(model):
    """{body file: its text}."""
    return {path: path.read_text() for path in sources(model)}


@cache
def names_of(model):
    """bodies(), read once."""
    return bodies(model)


def body_of(op, model):
    """[Body] of a row: its own; of a memory row the function all such rows share, and an atomic's way to combine; []:
    unsupported."""
    if not place(op, names_of(model)):
        return []
    names = [op.body] if not op.memory else [memory_function(op.memory)]
    names += [combining(op.memory)] if op.memory and op.memory.verb == "atomic" else []
    return [found for name in names for found in definitions(name, model)]


@cache
def heads(model):
    """{name: [(body file, where its line begins, where `name(` ends)]} of what may be definitions."""
    found = {}
    for path, text in texts(model).items():
        for m in HEAD.finditer(text):
            found.setdefault(m[1], []).append((path, m.start(), m.end()))
    return found


def definitions(name, model):
    """[Body] of every definition of the C function `name`: one."""
    found = {}
    for path, start, end in heads(model).get(name, ()):
        text = texts(model)[path]
        if path not in found and REST.match(text, end):
            found[path] = Body(name, f"model/{path.relative_to(model).as_posix()}", text.count("\n", 0, start) + 1,
                               listing(text, start))
    return list(found.values())


def listing(text, start):
    """The function that begins at `start`, and the comment on the lines above it."""
    depth, end = 0, start
    for end in range(text.index("{", start), len(text)):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if not depth:
            break
    above = re.search(r"(?:^|\n)(/\*(?:(?!\*/)[\s\S])*\*/\n)$", text[:start])
    return (above[1] if above else "") + text[start:end + 1]
