"""Reads the published pseudocode, applies corrections, and compiles its operations."""
import ast
import hashlib
import importlib.util
import os
import pickle
import re
from collections.abc import Callable
from pathlib import Path

from . import (
    atomics, compiler, grammar, lane_runtime as lanes, row_runtime, saturating, text_corrections as corrections,
)
from .compiler_values import Unsupported

PACKAGE = {"gfx1100": "rdna3", "gfx906": "cdna"}


def read_published_text(arch):
    """Read {mnemonic: pseudocode} from the package tinygrad. Its code is parsed, not run.

    Raises RuntimeError if the package or its file is missing."""
    found = importlib.util.find_spec("tinygrad")
    path = found and Path(found.submodule_search_locations[0]) / "runtime/autogen/amd" / PACKAGE[arch] / "str_pcode.py"
    if not path or not path.exists():
        raise RuntimeError(
            "the package tinygrad with runtime/autogen/amd is not installed: pip install tinygrad==0.14.0"
        )
    texts = {}
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "PCODE":
            assert isinstance(node.value, ast.Dict)
            for key, value in zip(node.value.keys, node.value.values):
                assert isinstance(key, ast.Attribute) and isinstance(value, ast.Constant)
                texts.setdefault(_mnemonic(key.attr), value.value)
    return texts


def _mnemonic(name):
    return re.sub(r"_E(32|64)$", "", name).lower()


class Operation:
    """One operation: its text, tree and compiled functions. If it is not executed, it has the reason."""

    def __init__(self, name, text, notes=()):
        self.name, self.text, self.notes = name, text, notes
        self.reason: str | None = None
        self.lane: Callable | None = None
        self.row = self.saturating = None
        self.reads, self.writes = {}, {}
        self.result = None


def _functions(source, namespace, name, callees):
    scope = dict(vars(namespace))
    scope.update({f"f_{n}": f for n, f in callees.items()})
    exec(compile(source, f"<pseudocode of {name}>", "exec"), scope)
    return scope["op"]


class Text:
    """All operations of an architecture, compiled on first use and cached in a folder between runs."""

    def __init__(self, arch, cache=True):
        self.arch = arch
        self.raw = read_published_text(arch)
        self.defined = set(self.raw)
        self.texts = {n: corrections.apply_corrections(arch, n, t) for n, t in self.raw.items()}
        self.texts.update({n: (t, (note,)) for n, (t, note) in corrections.own_texts(arch).items()})
        self.texts.update(corrections.lds_source_texts(arch, self.texts))
        self.operations, self.sources = {}, {}
        self.path = _cache_path(arch, self.texts) if cache else None
        if self.path and self.path.exists():
            try:
                self.sources = pickle.loads(self.path.read_bytes())
            except Exception:                        # a damaged file may raise any exception
                self.sources = {}
        self.has_new_sources = False

    def save(self):
        """Write compiled operations to the cache. A folder that cannot be written is not an error."""
        if not self.path or not self.has_new_sources:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            partial = self.path.with_suffix(f".{os.getpid()}")
            partial.write_bytes(pickle.dumps(self.sources))
            partial.replace(self.path)
        except OSError:
            pass

    def operation(self, name):
        """Return the Operation for a mnemonic without encoding suffix, or None if no text defines it."""
        if name not in self.operations:
            self.operations[name] = self._compile(name)
        return self.operations[name]

    def _compile(self, name):
        if name not in self.texts:
            return None
        text, notes = self.texts[name]
        exact = atomics.float_atomic(name)
        operation = Operation(name, text, (*notes, atomics.NOTE) if exact else notes)
        operation.reason = corrections.skip_reason(self.arch, name)
        if operation.reason:
            return operation
        if exact:
            operation.lane, operation.reads, operation.writes = exact
            return operation
        source = self.sources.get(name)
        if source is None:
            source = self.sources[name] = self._translate(name, text)
            self.has_new_sources = True
        if "reason" in source:
            operation.reason = source["reason"]
            return operation
        operation.reads, operation.writes, operation.result = source["reads"], source["writes"], source["result"]
        callees = {n: self.operation(n) for n in source["calls"]}
        operation.lane = _functions(source["lane"], lanes, name, {n: o.lane for n, o in callees.items()})
        if source["saturating"]:
            lane_callees = {n: callee.lane for n, callee in callees.items()}
            operation.saturating = _functions(source["saturating"], lanes, name, lane_callees)
        if source["row"] and all(o.row for o in callees.values()):
            operation.row = _functions(source["row"], row_runtime, name, {n: o.row for n, o in callees.items()})
        return operation

    def _translate(self, name, text):
        try:
            tree = grammar.parse(text)
        except Exception as error:                     # any lark error means that the text is prose
            return {"reason": "the text is prose, not pseudocode: " + str(error).split("\n")[0][:80]}
        width = 32 if name.startswith("ds_") else 64
        try:
            lane = compiler.Compiler(tree, False, self._result, width)
        except Unsupported as error:
            return {"reason": f"the text uses {error}"}
        source = {"lane": lane.source("op"), "reads": lane.reads, "writes": lane.writes, "calls": list(lane.calls),
                  "result": corrections.RESULTS.get(name) or _result_type(lane.writes), "row": None, "saturating": None}
        if name.startswith("v_"):
            try:
                source["saturating"] = self._saturating(name, text, tree, width)
            except Unsupported:
                pass
        if name.startswith("v_"):
            try:
                source["row"] = compiler.Compiler(tree, True, self._result, width).source("op")
            except Unsupported:
                pass
        return source

    def _saturating(self, name, text, tree, width):
        clamped = corrections.clamp_text(name, text)
        if clamped != text:
            return compiler.Compiler(grammar.parse(clamped), False, self._result, width).source("op")
        return saturating.Saturating(tree, False, self._result, width).source("op")

    def _result(self, name, row):
        operation = self.operation(name)
        return operation.result if operation and operation.lane else None


def _result_type(writes):
    types = [t for t in writes.get("D0", ()) if t[0] != "b"] or list(writes.get("D0", ()))
    return max(types, key=lambda t: t[1]) if types else None


def _cache_path(arch, texts):
    """Return the path of the cache of compiled operations, or None if the user has no home folder."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    folder = os.environ.get("ASSAY_CACHE") or (os.path.join(base, "assay") if os.path.isabs(base) else None)
    if folder is None:
        return None
    digest = hashlib.sha256(repr(sorted(texts.items())).encode())
    for module in ("compiler", "expressions", "saturating", "compiler_values", "grammar", "builtins",
                   "text_corrections"):
        digest.update((Path(__file__).parent / f"{module}.py").read_bytes())
    return Path(folder) / f"manual-{arch}-{digest.hexdigest()[:20]}"
