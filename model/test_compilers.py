"""The model's sources are clean under both compilers with every warning an error."""
import subprocess

import pytest

from .build import FLAGS, ROOT, includes, sources


def check(source, *flags):
    return subprocess.run(
        ["clang-22", *FLAGS, "-fsyntax-only", *includes(ROOT / "build"), *flags, str(source)],
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("source", sources(), ids=lambda p: p.name)
def test_clang_finds_nothing(source):
    done = check(source)
    assert done.returncode == 0, done.stderr


def test_a_warning_fails(tmp_path):
    (tmp_path / "narrow.c").write_text("unsigned char f(int);\nunsigned char f(int x) { return x; }\n")
    assert check(tmp_path / "narrow.c").returncode != 0
