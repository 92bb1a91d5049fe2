"""The model's sources compile with clang with every warning an error."""
import subprocess

import pytest

from .build import FLAGS, ROOT, includes, sources


def compile_with_clang(source, *flags):
    return subprocess.run(
        ["clang-22", *FLAGS, "-fsyntax-only", *includes(ROOT / "build"), *flags, str(source)],
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("source", sources(), ids=lambda p: p.name)
def test_source_has_no_warning(source):
    process = compile_with_clang(source)
    assert process.returncode == 0, process.stderr


def test_a_warning_fails(tmp_path):
    (tmp_path / "narrow.c").write_text("unsigned char f(int);\nunsigned char f(int x) { return x; }\n")
    assert compile_with_clang(tmp_path / "narrow.c").returncode != 0
