# Where the pseudocode comes from, what is corrected in it and why, and its compiled form.
import ast
import hashlib
import importlib.util
import os
import pickle
import re
from collections.abc import Callable
from pathlib import Path

from . import atomics, compiler, grammar, lane_runtime as lanes, text_corrections as own, row_runtime, saturating
from .compiler_values import Unsupported

PACKAGE = {"gfx1100": "rdna3", "gfx906": "cdna"}


def published(arch):
    """The text of the package tinygrad, {mnemonic: pseudocode}, read as data: its code is not run.

    Raises RuntimeError when the package or its file is missing."""
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
    """One operation: its text, tree, compiled functions, and why it is not executed, if so."""

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
    """All operations of an architecture, compiled when first asked for and kept in a cache directory between runs."""

    def __init__(self, arch, cache=True):
        self.arch = arch
        self.raw = published(arch)
        self.defined = set(self.raw)
        self.texts = {n: own.correct(arch, n, t) for n, t in self.raw.items()}
        self.texts.update({n: (t, (note,)) for n, (t, note) in own.texts(arch).items()})
        self.texts.update(own.src2(arch, self.texts))
        self.made, self.sources = {}, {}
        self.path = _cache_path(arch, self.texts) if cache else None
        if self.path and self.path.exists():
            try:
                self.sources = pickle.loads(self.path.read_bytes())
            except Exception:                        # what a damaged one raises depends on where it is damaged
                self.sources = {}
        self.fresh = False

    def save(self):
        """Keeps what was compiled; a directory that cannot be written is no error, only slower next time."""
        if not self.path or not self.fresh:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            partial = self.path.with_suffix(f".{os.getpid()}")
            partial.write_bytes(pickle.dumps(self.sources))
            partial.replace(self.path)
        except OSError:
            pass

    def operation(self, name):
        """The Operation of a mnemonic without encoding suffix, or None when no text has it."""
        if name not in self.made:
            self.made[name] = self._make(name)
        return self.made[name]

    def _make(self, name):
        if name not in self.texts:
            return None
        text, notes = self.texts[name]
        exact = atomics.lane(name)
        made = Operation(name, text, (*notes, atomics.NOTE) if exact else notes)
        made.reason = own.skipped(self.arch, name)
        if made.reason:
            return made
        if exact:
            made.lane, made.reads, made.writes = exact
            return made
        stored = self.sources.get(name)
        if stored is None:
            stored = self.sources[name] = self._translate(name, text)
            self.fresh = True
        if "reason" in stored:
            made.reason = stored["reason"]
            return made
        made.reads, made.writes, made.result = stored["reads"], stored["writes"], stored["result"]
        callees = {n: self.operation(n) for n in stored["calls"]}
        made.lane = _functions(stored["lane"], lanes, name, {n: o.lane for n, o in callees.items()})
        if stored["saturating"]:
            made.saturating = _functions(stored["saturating"], lanes, name, {n: o.lane for n, o in callees.items()})
        if stored["row"] and all(o.row for o in callees.values()):
            made.row = _functions(stored["row"], row_runtime, name, {n: o.row for n, o in callees.items()})
        return made

    def _translate(self, name, text):
        try:
            tree = grammar.parse(text)
        except Exception as error:                     # every lark error means: this text is prose
            return {"reason": "the text is prose, not pseudocode: " + str(error).split("\n")[0][:80]}
        width = 32 if name.startswith("ds_") else 64
        try:
            lane = compiler.Compiler(tree, False, self._result, width)
        except Unsupported as error:
            return {"reason": f"the text uses {error}"}
        stored = {"lane": lane.source("op"), "reads": lane.reads, "writes": lane.writes, "calls": list(lane.calls),
                  "result": own.RESULTS.get(name) or _result_type(lane.writes), "row": None, "saturating": None}
        if name.startswith("v_"):
            try:
                stored["saturating"] = self._saturating(name, text, tree, width)
            except Unsupported:
                pass
        if name.startswith("v_"):
            try:
                stored["row"] = compiler.Compiler(tree, True, self._result, width).source("op")
            except Unsupported:
                pass
        return stored

    def _saturating(self, name, text, tree, width):
        clamped = own.clamped(name, text)
        if clamped != text:
            return compiler.Compiler(grammar.parse(clamped), False, self._result, width).source("op")
        return saturating.Saturating(tree, False, self._result, width).source("op")

    def _result(self, name, row):
        made = self.operation(name)
        return made.result if made and made.lane else None


def _result_type(writes):
    types = [t for t in writes.get("D0", ()) if t[0] != "b"] or list(writes.get("D0", ()))
    return max(types, key=lambda t: t[1]) if types else None


def _cache_path(arch, texts):
    """Where what was compiled is kept; None: nowhere, for a user without a home."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    folder = os.environ.get("ASSAY_CACHE") or (os.path.join(base, "assay") if os.path.isabs(base) else None)
    if folder is None:
        return None
    digest = hashlib.sha256(repr(sorted(texts.items())).encode())
    for module in ("compiler", "expressions", "saturating", "compiler_values", "grammar", "builtins",
                   "text_corrections"):
        digest.update((Path(__file__).parent / f"{module}.py").read_bytes())
    return Path(folder) / f"manual-{arch}-{digest.hexdigest()[:20]}"
