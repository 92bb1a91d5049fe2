"""The calls between the functions of the model's files, and where each operation enters them."""
import re

from assay.spec import load
from assay.spec.emit_ops import Bound

from .faults import is_alu

TYPES = ("f16", "f32", "f64", "bf16")
LOCAL = re.compile(r"\b(?:[uifb]\d+|bool|int|struct \w+)[\s*]+(?:const\s+)?(\w+)\s*[=;,\[]|,\s*(\w+)\s*=(?!=)")
WORD = re.compile(r"[A-Za-z_]\w*(?:##\w+)?")


def concrete(name):
    """The function of a macro stands for one a float format."""
    return [re.sub(r"##\w+", kind, name) for kind in TYPES] if "##" in name else [name]


def own_names(f):
    """Names of its parameters and locals that it does not call: a local may have a function's name."""
    found = {m[1] for part in f.parameters.split(",") if (m := re.search(r"(\w+)\s*(\[.*)?$", part.strip()))}
    found |= {m[1] or m[2] for m in LOCAL.finditer(f.body)}
    return {name for name in found if not re.search(rf"\b{name}\s*\(", f.body)}


class Reach:
    """`functions`: {file: [mutate.Function]}; `names`: the operations that have a body, of which only those of the ALU count.
    `body`: {operation: names its body uses, at any depth}; `whole`: those its pipeline uses."""

    def __init__(self, functions, names):
        self.nodes = {"saturate": set()}
        for found in functions.values():
            for f in found:
                words = {one for word in set(WORD.findall(f.body)) - own_names(f) for one in concrete(word)}
                for name in concrete(f.name):
                    self.nodes.setdefault(name, set()).update(words)
        self.spec = load()
        ops = [op for op in self.spec.ops.values() if op.name in names and is_alu(op)]
        self.body = {op.name: self.closure(self.entries(op)) for op in ops}
        self.whole = {op.name: self.closure([Bound(op, self.spec.ops).run().removeprefix(".run = ")]) for op in ops}
        self.reached = {}
        for ways in (self.body, self.whole):
            for op, used in ways.items():
                for name in used & self.nodes.keys():
                    self.reached.setdefault(name, {}).setdefault(id(ways), []).append(op)

    def entries(self, op):
        """Names the generated join of an operation mentions."""
        return {op.body} | set(WORD.findall(Bound(op, self.spec.ops).functions().replace("SAT_", "saturate SAT_")))

    def closure(self, start):
        """Every word of the functions reached from `start`.  What has a host shortcut is pasted together by macros: it ends in exact_NAME."""
        words, waiting = set(), set(start)
        while waiting:
            words |= waiting
            waiting = {exact for name in waiting if (exact := f"exact_{name}") in self.nodes}.union(*(self.nodes.get(name, ()) for name in waiting)) - words
        return frozenset(words)

    def operations(self, function):
        """Operations that reach a function: through their bodies, or else through the pipeline."""
        for ways in (self.body, self.whole):
            found = sorted({op for name in concrete(function) for op in self.reached.get(name, {}).get(id(ways), ())})
            if found:
                return found
        return []
