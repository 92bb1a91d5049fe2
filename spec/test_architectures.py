"""The lines in docs/architectures.md add an architecture whose decoding, limits and execution work."""
import re
import shutil

import pytest
from cffi import FFI

from ..model import EVERY_WAVE, V0, Machine, build
from . import FOLDER, emit, load
from .layout import Form

PAGE = (FOLDER.parent / "docs" / "architectures.md").read_text()
BLOCK = re.compile(r"`spec/([\w/]+\.txt)`[^`\n]*(?:`as`[^\n]*)?\n\n((?:    .*\n)+)")
NEW, TWIN = "gfx9ff", "gfx906"


def additions():
    """Return {file: text} of the page's section "Add one"."""
    blocks = BLOCK.findall(PAGE.partition("## Add one")[2])
    return {file: "".join(line[4:] + "\n" for line in lines.splitlines()) for file, lines in blocks}


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """Return a copy of the tables with the lines of the page."""
    folder = tmp_path_factory.mktemp("added") / "spec"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__", "*.py", "testdata"))
    for file, text in additions().items():
        with open(folder / file, "a") as table:
            table.write(text)
    return folder


@pytest.fixture(scope="module")
def library(tables, tmp_path_factory):
    """Return (ffi, lib) of the model built from those tables."""
    out = tmp_path_factory.mktemp("model")
    emit.main(out, build.MODEL, tables)
    flags = ["-std=c11", "-O0", "-fPIC", "-w", "-DASSAY_SANITIZE", "-DASSAY_CALLS"]                  # shortest build
    objects, _ = build.compile_all("clang-22", flags, out, 2)
    build.run(["clang-22", "-shared", *map(str, objects), "-lm"], out / "model.so")
    ffi = FFI()
    ffi.cdef(build.declarations().partition('extern "Python"')[0])
    return ffi, ffi.dlopen(str(out / "model.so"))


def test_page_adds_fewer_than_twenty_lines():
    assert set(additions()) == {"targets.txt", "ops/valu_int.txt", "assembly.txt"}
    assert sum(text.count("\n") for text in additions().values()) < 20


def test_features_select_the_operations(tables):
    def names(arch) -> set[str]:
        forms: list[Form] = load(tables).forms(arch)
        return {form.op.name for form in forms}
    assert names(NEW) - names(TWIN) == {"v_not_again_b32"}
    assert {name[:5] for name in names(TWIN) - names(NEW)} == {"v_dot"}


def test_new_architecture_differs_from_its_twin_in_two_limits(tables):
    twin, new = load(tables).architecture_traits(TWIN), load(tables).architecture_traits(NEW)
    changed = {name: value for name, value in new.items() if value != twin[name]}
    assert changed == {"vgpr_blocks_w64": 8, "max_lds": 32768}


@pytest.mark.long
def test_model_disassembles_the_new_operation(library):
    ffi, lib = library
    # v_not_again_b32, v_fma_mix_f32, v_dot2_f32_f16
    words = b"02b5027e\n0300a0d302071204\n0000a3d302071204\n"
    texts = {}
    for arch in (NEW, TWIN):
        buffer = ffi.new("char[]", 400)
        size = lib.assay_disassemble_lines(lib.assay_arch(arch.encode()), 64, words, len(words), buffer, 400)
        texts[arch] = [line.split()[0] for line in ffi.buffer(buffer, size)[:].decode().splitlines()]
    assert texts[NEW] == ["v_not_again_b32_e32", "v_fma_mix_f32", "<illegal>"]
    assert texts[TWIN] == ["<illegal>", "v_fma_mix_f32", "v_dot2_f32_f16"]


def test_model_runs_the_new_operation(library):
    machine = Machine(library=library)
    code = bytes.fromhex("02b5027e")                                       # v_not_again_b32 v1, v2
    sets = [(EVERY_WAVE, V0 + 2, 0x0F0F0000)]
    assert machine.run(arch=NEW, wave=64, code=code, sets=sets).status == "ok"
    assert set(machine.wave(0).v[1].tolist()) == {0xF0F0FFFF}
    assert machine.run(arch=TWIN, wave=64, code=code, sets=sets).status == "illegal"
    texts = {arch: machine.run(arch=arch, wave=64, code=code, lds_bytes=40000).text for arch in (NEW, TWIN)}
    assert texts[NEW] == "lds_bytes: 40000, and 32768 are possible" and "lds" not in texts[TWIN]
