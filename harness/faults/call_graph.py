"""The call graph of the model's functions, and where each operation enters it."""
import re

from ...spec import load
from ...spec.emit_ops import Bound

from .operation_faults import is_alu

DECODE_FUNCTION = "decode_now"                         # decodes another instruction, so its callees do not count
FLOAT_FORMATS = ("f16", "f32", "f64", "bf16")
LOCAL_DECLARATION = re.compile(
    r"\b(?:[uifb]\d+|bool|int|struct \w+)[\s*]+(?:const\s+)?(\w+)\s*[=;,\[]|,\s*(\w+)\s*=(?!=)")
WORD = re.compile(r"(?<![\w.])(?<!->)[A-Za-z_]\w*(?:##\w+)?")        # no members


def format_instances(name):
    """The names that a macro's function has, one per float format."""
    return [re.sub(r"##\w+", float_format, name) for float_format in FLOAT_FORMATS] if "##" in name else [name]


def local_names(function):
    """Return names of parameters and locals that the function does not call. They are not references to functions of
    the same name."""
    parameters = (parameter.strip() for parameter in function.parameters.split(","))
    names = {match[1] for parameter in parameters if (match := re.search(r"(\w+)\s*(\[.*)?$", parameter))}
    names |= {match[1] or match[2] for match in LOCAL_DECLARATION.finditer(function.body)}
    return {name for name in names if not re.search(rf"\b{name}\s*\(", function.body)}


class CallGraph:
    """`functions`: {file: [c_functions.Function]}; `names`: the operations that have a body. `operation_words`: {ALU
    operation: names that its body uses, at any depth}."""

    def __init__(self, functions, names):
        self.nodes = {}                                   # {name: {file: words}}; files may share names
        self.callees_of, self.closures = {}, {}           # caches of callees() and closure()
        for file, file_functions in functions.items():
            for function in file_functions:
                mentioned = set(WORD.findall(function.body)) - local_names(function)
                words = {instance for word in mentioned for instance in format_instances(word)}
                for name in format_instances(function.name):
                    self.nodes.setdefault(name, {}).setdefault(file, set()).update(words)
        self.spec = load()
        self.operation_words, self.reaching_operations = {}, ({}, {})
        for op in (op for op in self.spec.ops.values() if op.name in names):
            words = self.record_operation(op, self.entry_words(op), self.reaching_operations[0])
            if is_alu(op):
                self.operation_words[op.name] = words
            run = Bound(op, self.spec.ops).run().removeprefix(".run = ")
            self.record_operation(op, {run}, self.reaching_operations[1])

    def record_operation(self, op, entry_words, operations_by_function) -> set[str]:
        """Add the operation to each function that its entry words reach; return all words of these functions."""
        words, nodes = self.closure(frozenset(entry_words))
        for node in nodes:
            operations_by_function.setdefault(node, []).append(op.name)
        return words

    def closure(self, start):
        """Return (all words in the functions reached from the names `start`, those functions)."""
        if start not in self.closures:
            visited, waiting = set(), {node for word in start for node in self.resolve(word, "")}
            while waiting:
                visited.add(node := waiting.pop())
                waiting |= self.callees(node) - visited
            self.closures[start] = start.union(*(self.nodes[name][file] for file, name in visited)), visited
        return self.closures[start]

    def callees(self, node):
        """The functions that the words of a function can refer to. The decoder of another instruction refers to none.
        """
        if node not in self.callees_of:
            file, name = node
            words = () if name == DECODE_FUNCTION else self.nodes[name][file]
            self.callees_of[node] = {called for word in words for called in self.resolve(word, file)}
        return self.callees_of[node]

    def resolve(self, word, file):
        """Yield the functions that a word of `file` can refer to: those in `file` if there are any, else those in other
        files. Functions with a host fast path are pasted together by macros and end in exact_NAME."""
        for name in (word, f"exact_{word}"):
            files = self.nodes.get(name, {})
            yield from [(file, name)] if file in files else [(other_file, name) for other_file in files]

    def mentioned_words(self, name):
        """The words in the functions of that name."""
        return set().union(*self.nodes.get(name, {}).values())

    def entry_words(self, op):
        """The names that the generated binding of an operation mentions."""
        return {op.body} | set(WORD.findall(Bound(op, self.spec.ops).functions().replace("SAT_", "saturate SAT_")))

    def operations_reaching(self, function):
        """Return the operations that reach a function through their bodies. If there are none, return those that reach
        it through the pipeline."""
        for operations_by_function in self.reaching_operations:
            keys = [(function.file, name) for name in format_instances(function.name)]
            operations = sorted({operation for key in keys for operation in operations_by_function.get(key, ())})
            if operations:
                return operations
        return []


def bound_names(out):
    """Return the names of the operations that have a body, from the generated bindings in the folder `out`."""
    return {
        name
        for path in out.glob("rows_*.inc")
        for name in re.findall(r"^const struct op bound_(\w+) ", path.read_text(), re.M)
    }
