"""The runners of a kit, on a stand-in runtime with the model in the place of a GPU: what they print, and what they do
when a case is not to be survived."""
import os
import subprocess

import pytest

from ...cli import main
from ...harness.targets import hsa
from ...model.build import ROOT, includes
from ..certification import suite_tasks
from . import kit_builder
from .kit_format import runner_files

COMPILERS = {"run_hsa": "gcc", "run_hip": "clang++-22"}


@pytest.fixture(scope="module", autouse=True)
def headers():
    if not hsa.available():
        pytest.skip("not exercised: runners of a kit: Debian's libhsa-runtime-dev (or ROCm) is not installed")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A small kit for gfx906."""
    folder, every = tmp_path_factory.mktemp("kit") / "gfx906", suite_tasks.suite_cases
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suite_tasks, "suite_cases", lambda arch, rules: every(arch, rules)[::29])
        return folder, kit_builder.make("gfx906", folder)


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == "", done.stderr


@pytest.fixture(scope="module", params=COMPILERS)
def runner(request, made, tmp_path_factory):
    """One runner of the kit, built as its first lines say but for where the runtime is."""
    folder, sources = tmp_path_factory.mktemp("built"), made[0] / "runner"
    place = hsa.header_root()
    run("gcc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", f"-I{place}/include",
        *includes(ROOT / "build"), hsa.HERE / "standin.c", ROOT / "build" / "libassay.a", "-lm",
        f"-Wl,-soname,{hsa.SONAME}", "-o", folder / hsa.SONAME)
    run("gcc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", f"-I{place}/include", "-c", sources / "dispatch.c",
        "-o", folder / "dispatch.o")
    first = sources / ("run_hsa.c" if request.param == "run_hsa" else "run_hip.cpp")
    standard = "gnu11" if first.suffix == ".c" else "c++17"
    run(COMPILERS[request.param], f"-std={standard}", "-O2", "-Wall", "-Wextra", "-Werror", f"-I{place}/include",
        f"-I{ROOT}/reports/self_check_kit/testing", f"-I{sources}", first, folder / "dispatch.o", folder / hsa.SONAME,
        f"-Wl,-rpath,{folder}", "-o", folder / request.param)

    def start(*words, agent="gfx906"):
        return subprocess.run([str(folder / request.param), *map(str, words)], capture_output=True, text=True,
                              env={**os.environ, "STANDIN_AGENT": agent}, timeout=300)
    return start


def test_what_a_runner_prints_passes(made, runner, tmp_path, capsys):
    folder, manifest = made
    done = runner(folder)
    assert (done.returncode, done.stderr) == (0, "")
    (tmp_path / "out").write_text(done.stdout)
    assert main(["verify", str(folder), str(tmp_path / "out")]) == 0
    assert "gfx906: pass" in capsys.readouterr().out
    assert done.stdout.startswith(f"kit 1 {manifest.identity} 0\ncase 0 ok ")


def test_a_runner_goes_on_where_it_is_told(made, runner):
    folder, manifest = made
    lines = runner(folder, 5).stdout.splitlines()
    assert lines[0].endswith(" 5") and lines[1].startswith("case 5 ")


def test_a_case_that_is_not_survived_is_told_and_the_next_one_runs(made, runner, tmp_path, capsys):
    """The list is made to name a kernel that is not there and a file that is cut short: refused; the others run."""
    folder, manifest = made
    copy = tmp_path / "kit"
    copy.mkdir()
    for path in folder.glob("*.co"):
        (copy / path.name).write_bytes(path.read_bytes())
    (copy / "short.co").write_bytes(b"\x7fELF")
    lines = (folder / "kit.txt").read_text().splitlines()
    lines[2] = lines[2].replace("case_00001", "case_99999")
    lines[4] = lines[4].replace(manifest.cases[3].file, "short.co")
    (copy / "kit.txt").write_text("\n".join(lines) + "\n")
    (tmp_path / "out").write_text(runner(copy).stdout)
    assert main(["verify", str(folder), str(tmp_path / "out")]) == 1
    shown = capsys.readouterr().out
    assert shown.count("FAIL ") == 2 and "gfx906: fail" in shown
    assert all(f"FAIL {n} {manifest.cases[n].name}: " in shown for n in (1, 3))


def test_where_there_is_no_agent_or_no_kit_a_runner_says_so(made, runner, tmp_path):
    done = runner(made[0], agent="none")
    assert done.returncode == 2 and "no agent" in done.stderr and "case " not in done.stdout
    done = runner(tmp_path)
    assert (done.returncode, done.stdout) == (2, "") and "not the list of a kit" in done.stderr
    assert runner().returncode == 2


def test_every_source_of_a_runner_is_in_the_kit(made):
    folder, manifest = made
    names = {path.name for path in runner_files()}
    assert names == {"run_hsa.c", "run_hip.cpp", "kit.h", "dispatch.c", "dispatch.h"}
    assert {path.name for path in (folder / "runner").iterdir()} == names
