"""targets.txt: each architecture has LLVM's operations and its number in the library, and other code does not name
architectures."""
import ast
import random
import re
from functools import cache

import pytest

from ..generators.instructions.encodings import random_encoding
from ..harness.targets import llvm_mc
from ..model import decode_text
from ..model.machine import architecture_numbers, extension
from . import CERTIFIED, FAMILIES, FOLDER, TARGETS, load

ROOT = FOLDER.parent
NAME = re.compile(r"gfx(9[0-9a-f]{2}|1[0-9]{3})\b", re.IGNORECASE)
# Files that may name architectures, besides tests and testing.py: references of tests, readers of AMD's text,
# simulators of one chip, compiled kernels of suites/, and example adapters.
EXCEPTIONS = (
    *("spec/", "suites/", "build/", ".venv/"),
    *("harness/targets/manual", "harness/targets/tinygrad/", "harness/targets/template/"),
    *("harness/code_objects/kernel_", "harness/code_objects/suite_kernels.py", "harness/code_objects/llvm_passes.py"),
    *("model/memory/image_reference.py", "harness/targets/hsa/standin.c", "harness/adapter_check/bad_adapter.py"),
)
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def names_and_strings(path):
    """Return [(line, text)] of the names and strings of a Python or C file, without comments and docstrings."""
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
    texts = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            texts.append((node.lineno, node.value))
        elif isinstance(node, ast.Name):
            texts.append((node.lineno, node.id))
    return texts


def architecture_mentions(root):
    """Return file:line of each architecture's name in Python or C outside the exceptions."""
    mentions = []
    for path in sorted(p for kind in ("*.py", "*.c", "*.h") for p in root.rglob(kind)):
        relative = str(path.relative_to(root))
        if (
            not relative.startswith(EXCEPTIONS)
            and not path.name.startswith(("test_", "testing."))
            and "/tests/" not in relative
        ):
            mentions += [
                f"{relative}:{line}: {NAME.search(text)[0]}"
                for line, text in names_and_strings(path)
                if NAME.search(text)
            ]
    return mentions


def test_other_code_does_not_name_architectures(tmp_path):
    assert not architecture_mentions(ROOT)
    (tmp_path / "one.py").write_text('"""gfx900 may stand here."""\nif arch == "gfx90c":\n    pass\n')
    (tmp_path / "two.c").write_text("/* gfx906 */ enum { ASSAY_GFX1103 };\n")
    assert architecture_mentions(tmp_path) == ["one.py:2: gfx90c", "two.c:1: GFX1103"]


def test_library_numbers_architectures_as_the_table():
    ffi, lib = extension()
    assert architecture_numbers(ffi, lib) == {name: number for number, name in enumerate(TARGETS)}
    assert [lib.assay_arch(name.encode()) for name in TARGETS] == list(range(len(TARGETS)))
    assert lib.assay_arch(b"gfx803") == -1 and lib.assay_arch_name(len(TARGETS)) == ffi.NULL


def test_one_architecture_of_each_family_is_certified_by_default():
    assert {TARGETS[name].family for name in CERTIFIED} == set(FAMILIES) and len(CERTIFIED) == len(FAMILIES)


@cache
def family_encodings(family):
    """Return [(operation, code, wave)]: an encoding of each row in each layout that llvm-mc supports."""
    rng, encodings = random.Random(1), {}
    for arch, target in TARGETS.items():
        wave = target.waves[0]
        forms = {(form.op.name, form.layout): form for form in load().forms(arch) if form.layout != "vopd"}
        new = [key for key in forms if target.family == family and key not in encodings]
        candidates = [(key, random_encoding(forms[key], rng, wave), wave) for key in new for _ in range(6)]
        for candidate, text in zip(candidates, llvm_mc.disassemble(arch, [code for _, code, _ in candidates], wave)):
            if text:
                encodings.setdefault(candidate[0], candidate)
    return [(name, code, wave) for (name, _), code, wave in encodings.values()]


@pytest.mark.parametrize("arch", TARGETS)
def test_operations_of_an_architecture_match_llvm(arch):
    """Model and LLVM agree for every row of the family whether an encoding is legal, and on its name."""
    names, codes, waves = zip(*family_encodings(TARGETS[arch].family))
    lines = b"".join(code.hex().encode() + b"\n" for code in codes)
    ours = decode_text(arch, waves[0], lines).decode().splitlines()
    theirs = llvm_mc.disassemble(arch, codes, waves[0])
    decoded = list(zip(names, ours, (text or "<illegal>" for text in theirs)))
    assert len(decoded) > 800 and not [entry for entry in decoded if entry[1].split()[0] != entry[2].split()[0]]
