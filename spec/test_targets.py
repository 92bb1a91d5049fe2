"""targets.txt: architectures have what LLVM says they have, the library numbers them so, nothing else names them."""
import ast
import random
import re
from functools import cache

import pytest

from ..generators.instructions.encodings import random_encoding
from ..harness.targets import llvm_mc
from ..model import decode_text
from ..model.machine import archs, extension
from . import CERTIFIED, FAMILIES, FOLDER, TARGETS, load

ROOT = FOLDER.parent
NAME = re.compile(r"gfx(9[0-9a-f]{2}|1[0-9]{3})\b", re.IGNORECASE)
# Where they may stand, beside tests and what they share (testing.py): AMD's text, simulators of one chip, compiled
# kernels of suites/, adapters that are toys or misbehave.
MAY = (
    *("spec/", "suites/", "build/", ".venv/"),
    *("harness/targets/manual", "harness/targets/tinygrad/", "harness/targets/template/"),
    *("harness/code_objects/kernel_", "harness/code_objects/suite_kernels.py", "harness/code_objects/llvm_passes.py"),
    *("harness/targets/hsa/standin.c", "harness/adapter_check/bad_adapter.py"),
)
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def written(path):
    """[(line, text)] of what a Python or C file says to the machine: no comments, no docstrings."""
    text = path.read_text()
    if path.suffix != ".py":
        return [(1, COMMENT.sub("", text))]
    tree = ast.parse(text)
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            found.append((node.lineno, node.value))
        elif isinstance(node, ast.Name):
            found.append((node.lineno, node.id))
    return found


def naming(root):
    """file:line of each architecture's name in Python or C outside spec/, tests (the toy adapter is one) and manual."""
    found = []
    for path in sorted(p for kind in ("*.py", "*.c", "*.h") for p in root.rglob(kind)):
        place = str(path.relative_to(root))
        if not place.startswith(MAY) and not path.name.startswith(("test_", "testing.")) and "/tests/" not in place:
            found += [f"{place}:{line}: {NAME.search(text)[0]}" for line, text in written(path) if NAME.search(text)]
    return found


def test_nothing_else_names_an_architecture(tmp_path):
    assert not naming(ROOT)
    (tmp_path / "one.py").write_text('"""gfx900 may stand here."""\nif arch == "gfx90c":\n    pass\n')
    (tmp_path / "two.c").write_text("/* gfx906 */ enum { ASSAY_GFX1103 };\n")
    assert naming(tmp_path) == ["one.py:2: gfx90c", "two.c:1: GFX1103"]


def test_the_library_numbers_them_as_the_table_does():
    ffi, lib = extension()
    assert archs(ffi, lib) == {name: number for number, name in enumerate(TARGETS)}
    assert [lib.assay_arch(name.encode()) for name in TARGETS] == list(range(len(TARGETS)))
    assert lib.assay_arch(b"gfx803") == -1 and lib.assay_arch_name(len(TARGETS)) == ffi.NULL


def test_two_are_certified_when_nobody_says():
    assert {TARGETS[name].family for name in CERTIFIED} == set(FAMILIES) and len(CERTIFIED) == len(FAMILIES)


@cache
def encodings_of(family):
    """[(operation, code, wave)]: an encoding of each row in each layout that llvm-mc knows where the form is."""
    rng, found = random.Random(1), {}
    for arch, target in TARGETS.items():
        wave = target.waves[0]
        forms = {(form.op.name, form.layout): form for form in load().forms(arch) if form.layout != "vopd"}
        new = [key for key in forms if target.family == family and key not in found]
        drawn = [(key, random_encoding(forms[key], rng, wave), wave) for key in new for _ in range(6)]
        for one, text in zip(drawn, llvm_mc.disassemble(arch, [code for _, code, _ in drawn], wave)):
            if text:
                found.setdefault(one[0], one)
    return [(name, code, wave) for (name, _), code, wave in found.values()]


@pytest.mark.parametrize("arch", TARGETS)
def test_an_architecture_has_what_llvm_says_it_has(arch):
    """An encoding of every row that any of its family has: the same are instructions here and there, by one name."""
    names, codes, waves = zip(*encodings_of(TARGETS[arch].family))
    lines = b"".join(code.hex().encode() + b"\n" for code in codes)
    ours = decode_text(arch, waves[0], lines).decode().splitlines()
    theirs = llvm_mc.disassemble(arch, codes, waves[0])
    found = list(zip(names, ours, (text or "<illegal>" for text in theirs)))
    assert len(found) > 800 and not [one for one in found if one[1].split()[0] != one[2].split()[0]]
