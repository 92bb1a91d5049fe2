"""The build makes only what is out of date, and a compiler's complaint is its own text."""
import os
import time

import pytest

from ..spec import SpecError
from . import build as builder


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """Two small sources and a header in a folder of their own."""
    (tmp_path / "a.c").write_text('#include "h.h"\nint a(void); int a(void) { return H; }\n')
    (tmp_path / "b.c").write_text("int b(void); int b(void) { return 2; }\n")
    (tmp_path / "h.h").write_text("#define H 1\n")
    monkeypatch.setattr(builder, "MODEL", tmp_path)
    (tmp_path / "out").mkdir()
    return tmp_path


def made(tree, flags=()):
    """{object: time} after a build of the tree."""
    objects, _ = builder.compile_all("gcc", ["-std=c11", "-Wall", "-Werror", *flags], tree / "out", 1)
    return {p.name: p.stat().st_mtime_ns for p in objects}


def later(path):
    future = time.time() + 5
    os.utime(path, (future, future))


def test_only_what_changed_is_compiled(tree):
    first = made(tree)
    assert sorted(first) == [f"{tree.name}_a.o", f"{tree.name}_b.o"] and made(tree) == first
    later(tree / "h.h")
    second = made(tree)
    assert [name for name in first if first[name] != second[name]] == [f"{tree.name}_a.o"]


def test_other_flags_have_objects_of_their_own(tree):
    first = made(tree)
    made(tree, ["-O1"])
    assert made(tree) == first and len(list((tree / "out").glob("objects-*"))) == 2


def test_an_error_is_the_compiler_s_and_leaves_no_object(tree):
    (tree / "b.c").write_text("int b(void) { return missing; }\n")
    with pytest.raises(builder.BuildError, match="missing"):
        made(tree)
    assert not list(tree.glob("out/objects-*/*_b.o"))


def test_declarations_are_c_without_preprocessor():
    text = builder.declarations()
    assert "struct assay_run" in text and "\n#" not in text and "assay_python_trace" in text


def test_a_table_that_is_not_explained_is_one_line(monkeypatch, capsys):
    def refuse(**_):
        raise SpecError("ops/valu_int.txt:7: v_x has no line in assembly.txt")
    monkeypatch.setattr(builder, "build", refuse)
    assert builder.main([]) == 2
    assert capsys.readouterr().err == "spec/ops/valu_int.txt:7: v_x has no line in assembly.txt\n"
