"""The runners of a kit, built against a substitute for the HSA runtime that runs the model instead of a GPU."""
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
def require_headers():
    if not hsa.available():
        pytest.skip("not exercised: runners of a kit: Debian's libhsa-runtime-dev (or ROCm) is not installed")


@pytest.fixture(scope="module")
def kit(tmp_path_factory):
    """A small kit for gfx906."""
    folder, all_suite_cases = tmp_path_factory.mktemp("kit") / "gfx906", suite_tasks.suite_cases
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suite_tasks, "suite_cases", lambda arch, rules: all_suite_cases(arch, rules)[::29])
        return folder, kit_builder.build_kit("gfx906", folder)


def run_command(*words):
    result = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    assert result.returncode == 0 and result.stderr == "", result.stderr


@pytest.fixture(scope="module", params=COMPILERS)
def run_kit(request, kit, tmp_path_factory):
    """Function that starts a runner of the kit, built by the command in its first lines against the substitute."""
    folder, sources = tmp_path_factory.mktemp("built"), kit[0] / "runner"
    include_root = hsa.header_root()
    options = ["-Wall", "-Wextra", "-Werror", f"-I{include_root}/include"]
    run_command("gcc", "-std=gnu11", "-O1", *options, "-fPIC", "-shared",
                *includes(ROOT / "build"), hsa.HERE / "standin.c", ROOT / "build" / "libassay.a", "-lm",
                f"-Wl,-soname,{hsa.SONAME}", "-o", folder / hsa.SONAME)
    run_command("gcc", "-std=gnu11", "-O2", *options, "-c", sources / "dispatch.c", "-o", folder / "dispatch.o")
    source = sources / ("run_hsa.c" if request.param == "run_hsa" else "run_hip.cpp")
    standard = "gnu11" if source.suffix == ".c" else "c++17"
    run_command(COMPILERS[request.param], f"-std={standard}", "-O2", *options,
                f"-I{ROOT}/reports/self_check_kit/testing", f"-I{sources}", source,
                folder / "dispatch.o", folder / hsa.SONAME,
                f"-Wl,-rpath,{folder}", "-o", folder / request.param)

    def start(*words, agent="gfx906"):
        return subprocess.run([str(folder / request.param), *map(str, words)], capture_output=True, text=True,
                              env={**os.environ, "STANDIN_AGENT": agent}, timeout=300)
    return start


def test_the_output_of_a_runner_passes(kit, run_kit, tmp_path, capsys):
    folder, manifest = kit
    result = run_kit(folder)
    assert (result.returncode, result.stderr) == (0, "")
    (tmp_path / "out").write_text(result.stdout)
    assert main(["verify", str(folder), str(tmp_path / "out")]) == 0
    assert "gfx906: pass" in capsys.readouterr().out
    assert result.stdout.startswith(f"kit 1 {manifest.identity} 0\ncase 0 ok ")


def test_a_runner_continues_with_the_given_case(kit, run_kit):
    folder, manifest = kit
    lines = run_kit(folder, 5).stdout.splitlines()
    assert lines[0].endswith(" 5") and lines[1].startswith("case 5 ")


def test_after_a_refused_case_the_next_one_runs(kit, run_kit, tmp_path, capsys):
    """A missing kernel and a truncated file are refused, and the other cases run."""
    folder, manifest = kit
    copy = tmp_path / "kit"
    copy.mkdir()
    for path in folder.glob("*.co"):
        (copy / path.name).write_bytes(path.read_bytes())
    (copy / "short.co").write_bytes(b"\x7fELF")
    lines = (folder / "kit.txt").read_text().splitlines()
    lines[2] = lines[2].replace("case_00001", "case_99999")
    lines[4] = lines[4].replace(manifest.cases[3].file, "short.co")
    (copy / "kit.txt").write_text("\n".join(lines) + "\n")
    (tmp_path / "out").write_text(run_kit(copy).stdout)
    assert main(["verify", str(folder), str(tmp_path / "out")]) == 1
    printed = capsys.readouterr().out
    assert printed.count("FAIL ") == 2 and "gfx906: fail" in printed
    assert all(f"FAIL {number} {manifest.cases[number].name}: " in printed for number in (1, 3))


def test_a_runner_reports_a_missing_agent_or_kit(kit, run_kit, tmp_path):
    result = run_kit(kit[0], agent="none")
    assert result.returncode == 2 and "no agent" in result.stderr and "case " not in result.stdout
    result = run_kit(tmp_path)
    assert (result.returncode, result.stdout) == (2, "") and "not the list of a kit" in result.stderr
    assert run_kit().returncode == 2


def test_a_kit_contains_all_sources_of_its_runners(kit):
    folder, manifest = kit
    names = {path.name for path in runner_files()}
    assert names == {"run_hsa.c", "run_hip.cpp", "kit.h", "dispatch.c", "dispatch.h"}
    assert {path.name for path in (folder / "runner").iterdir()} == names
