"""The calls between the functions of the model's files, and where each operation enters them."""
import re

from ...spec import load
from ...spec.emit_ops import Bound

from .operation_faults import is_alu

DECODER = "decode_now"                                 # what decodes another instruction is not a body's own
TYPES = ("f16", "f32", "f64", "bf16")
LOCAL = re.compile(r"\b(?:[uifb]\d+|bool|int|struct \w+)[\s*]+(?:const\s+)?(\w+)\s*[=;,\[]|,\s*(\w+)\s*=(?!=)")
WORD = re.compile(r"(?<![\w.])(?<!->)[A-Za-z_]\w*(?:##\w+)?")        # no members


def instances(name):
    """The function of a macro stands for one a float format."""
    return [re.sub(r"##\w+", kind, name) for kind in TYPES] if "##" in name else [name]


def own_names(f):
    """Names of its parameters and locals that it does not call: a local may have a function's name."""
    found = {m[1] for part in f.parameters.split(",") if (m := re.search(r"(\w+)\s*(\[.*)?$", part.strip()))}
    found |= {m[1] or m[2] for m in LOCAL.finditer(f.body)}
    return {name for name in found if not re.search(rf"\b{name}\s*\(", f.body)}


class Reach:
    """`functions`: {file: [source.Function]}; `names`: the operations that have a body.
    `body`: {operation of the ALU: names its body uses, at any depth}."""

    def __init__(self, functions, names):
        self.nodes = {}                                        # {name: {file: words}}: files have functions of one name
        self.next, self.found = {}, {}                         # what calls() and closure() have found before
        for file, found in functions.items():
            for f in found:
                words = {one for word in set(WORD.findall(f.body)) - own_names(f) for one in instances(word)}
                for name in instances(f.name):
                    self.nodes.setdefault(name, {}).setdefault(file, set()).update(words)
        self.spec = load()
        self.body, self.reached = {}, ({}, {})
        for op in (op for op in self.spec.ops.values() if op.name in names):
            words = self.note(op, self.entries(op), self.reached[0])
            if is_alu(op):
                self.body[op.name] = words
            self.note(op, {Bound(op, self.spec.ops).run().removeprefix(".run = ")}, self.reached[1])

    def note(self, op, start, reached):
        """Every word of the functions reached from `start`; the functions have the operation to their account."""
        words, nodes = self.closure(frozenset(start))
        for node in nodes:
            reached.setdefault(node, []).append(op.name)
        return words

    def closure(self, start):
        """(every word of the functions reached from the names `start`, those functions)"""
        if start not in self.found:
            seen, waiting = set(), {node for word in start for node in self.resolved(word, "")}
            while waiting:
                seen.add(node := waiting.pop())
                waiting |= self.calls(node) - seen
            self.found[start] = start.union(*(self.nodes[name][file] for file, name in seen)), seen
        return self.found[start]

    def calls(self, node):
        """The functions that the words of a function may mean; what decodes another instruction ends the way."""
        if node not in self.next:
            file, name = node
            words = () if name == DECODER else self.nodes[name][file]
            self.next[node] = {called for word in words for called in self.resolved(word, file)}
        return self.next[node]

    def resolved(self, word, file):
        """The functions a word of `file` may mean: its own, else those of other files; what has a host shortcut is
        pasted together by macros and ends in exact_NAME."""
        for name in (word, f"exact_{word}"):
            known = self.nodes.get(name, {})
            yield from [(file, name)] if file in known else [(other, name) for other in known]

    def words(self, name):
        """What the functions of that name mention."""
        return set().union(*self.nodes.get(name, {}).values())

    def entries(self, op):
        """Names the generated join of an operation mentions."""
        return {op.body} | set(WORD.findall(Bound(op, self.spec.ops).functions().replace("SAT_", "saturate SAT_")))

    def operations(self, function):
        """Operations that reach a source.Function: through their bodies, or else through the pipeline."""
        for reached in self.reached:
            found = sorted({op for name in instances(function.name) for op in reached.get((function.file, name), ())})
            if found:
                return found
        return []


def bound_names(out):
    """Names of the rows that have a body, from the generated join in the folder `out`."""
    return {
        name
        for path in out.glob("rows_*.inc")
        for name in re.findall(r"^const struct op bound_(\w+) ", path.read_text(), re.M)
    }
