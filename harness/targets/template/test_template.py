"""The adapter templates: written, built if their compiler is installed, checked, and compared with the model."""
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ...adapter_check.adapter_check import check
from ...case.assembler import assemble
from ...comparison.differential import pair_up
from ..mgpusim import go
from ..process_target import ProcessTarget
from . import LANGUAGES, FileAlreadyExists, copy_template

MOVES = "s_mov_b32 s6, 3\ns_nop 1\nv_mov_b32 v3, 64\ns_mov_b32 s7, 0"
TOOLS = {"c": ("make", "make"), "go": (go() or "", "go"), "python": (sys.executable, "python"),
         "rust": (shutil.which("cargo") or "", "cargo")}


def build_template(language: str, folder: Path) -> list[str]:
    """Build a template in a new folder and return its command."""
    tool, name = TOOLS[language]
    if not tool:
        pytest.skip(f"not exercised: adapter in {language}: {name} is not installed")
    copy_template(language, folder)
    _, _, build, run = LANGUAGES[language]
    if build:
        first, *rest = build.split()
        done = subprocess.run([tool, *rest], cwd=folder, capture_output=True, text=True,
                              env={**os.environ, "CARGO_NET_OFFLINE": "true"})
        assert done.returncode == 0 and "warning" not in done.stderr, done.stderr
    words = run.split()
    return [sys.executable, str(folder / words[1])] if words[0] == "python" else [str(folder / words[0])]


@pytest.fixture(scope="module", params=LANGUAGES)
def adapter(request, tmp_path_factory):
    return build_template(request.param, tmp_path_factory.mktemp(request.param))


def test_nothing_is_wrong_with_it(adapter):
    found = list(check(adapter))
    assert [(one.step, one.text, one.remedy) for one in found if one.verdict == "wrong"] == []
    assert [one.step for one in found if one.verdict == "ok"] == [
        "hello", "an empty case", "one instruction", "one instruction", "frames in flight", "unknown keys",
        "cases it cannot run", "cases it cannot run", "the same again", "the end"]


@pytest.mark.parametrize("arch, wave", [("gfx906", 64), ("gfx1100", 32), ("gfx1100", 64)])
def test_it_agrees_with_the_model(adapter, arch, wave):
    state = {"s4": 0x80000001, "v1": list(range(wave)), "v3": 7, "exec": 0x5A5A5A5A5A5A5A5A >> (64 - wave)}
    keys = {"assay": 1, "arch": arch, "wave": wave, "state": state}

    def case(text, *registers, **more):
        return {**keys, "code": assemble(arch, text, wave).hex(), "observe": {"registers": registers}, **more}
    with ProcessTarget("toy", adapter) as target:
        pairs = list(pair_up(target, [
            case(MOVES, "s4", "s6", "s7", "v1", "v3"),
            case(f"{MOVES}\ns_endpgm", "v3"),
            case("s_mov_b32 s6, -1", "s6"),
            case("s_nop 0\ns_mov_b32 s6, 3", "s6", entry=4),
            case("s_mov_b32 exec_lo, 3\nv_mov_b32 v3, 5", "v3"),          # a register that it has not
        ]))
    assert [(pairs[n].comparison.verdict, pairs[n].comparison.text) for n in (0, 1, 3)] == [("pass", "")] * 3
    assert [pairs[n].comparison.verdict for n in (2, 4)] == ["unsupported"] * 2
    assert pairs[0].target.waves[0].vectors[3].tolist()[:4] == [7, 64, 7, 64]


def test_templates_are_short():
    here = Path(__file__).parent
    for language in LANGUAGES:
        for path in (here / language).rglob("*.*"):
            if path.is_file() and "__pycache__" not in path.parts:
                assert len(path.read_text().splitlines()) < 150, path


def test_nothing_is_written_over(tmp_path):
    own = tmp_path / "main.c"
    own.write_text("mine")
    with pytest.raises(FileAlreadyExists, match="main.c exists already; name an empty folder"):
        copy_template("c", tmp_path)
    assert own.read_text() == "mine" and [path.name for path in tmp_path.iterdir()] == ["main.c"]
