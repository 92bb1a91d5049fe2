"""The build rebuilds only what is out of date, and reports the compiler's own message."""
import os
import time

import pytest

from ..spec import SpecError
from . import build as builder


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """Return a folder with two small sources and a header."""
    (tmp_path / "a.c").write_text('#include "h.h"\nint a(void); int a(void) { return H; }\n')
    (tmp_path / "b.c").write_text("int b(void); int b(void) { return 2; }\n")
    (tmp_path / "h.h").write_text("#define H 1\n")
    monkeypatch.setattr(builder, "MODEL", tmp_path)
    (tmp_path / "out").mkdir()
    return tmp_path


def build_objects(tree, flags=()):
    """Build the tree and return {object: its time}."""
    objects, _ = builder.compile_all("gcc", ["-std=c11", "-Wall", "-Werror", *flags], tree / "out", 1)
    return {p.name: p.stat().st_mtime_ns for p in objects}


def touch_later(path):
    """Move the file's time five seconds into the future."""
    future = time.time() + 5
    os.utime(path, (future, future))


def test_only_changed_sources_are_compiled(tree):
    first = build_objects(tree)
    assert sorted(first) == [f"{tree.name}_a.o", f"{tree.name}_b.o"] and build_objects(tree) == first
    touch_later(tree / "h.h")
    second = build_objects(tree)
    assert [name for name in first if first[name] != second[name]] == [f"{tree.name}_a.o"]


def test_other_flags_use_other_objects(tree):
    first = build_objects(tree)
    build_objects(tree, ["-O1"])
    assert build_objects(tree) == first and len(list((tree / "out").glob("objects-*"))) == 2


def test_an_error_has_the_compilers_message_and_no_object(tree):
    (tree / "b.c").write_text("int b(void) { return missing; }\n")
    with pytest.raises(builder.BuildError, match="missing"):
        build_objects(tree)
    assert not list(tree.glob("out/objects-*/*_b.o"))


def test_declarations_have_no_preprocessor_lines():
    text = builder.declarations()
    assert "struct assay_run" in text and "\n#" not in text and "assay_python_trace" in text


def test_an_invalid_table_is_a_one_line_error(monkeypatch, capsys):
    def refuse(**_):
        raise SpecError("ops/valu_int.txt:7: v_x has no line in assembly.txt")
    monkeypatch.setattr(builder, "build", refuse)
    assert builder.main([]) == 2
    assert capsys.readouterr().err == "spec/ops/valu_int.txt:7: v_x has no line in assembly.txt\n"
