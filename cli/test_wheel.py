"""A wheel built from the project installs into its own environment and certifies outside the checkout."""
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from ..model import build

ROOT = Path(__file__).resolve().parent.parent


def run(*command, **options):
    """Run a command that must succeed and return its output."""
    process = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
    assert process.returncode == 0, f"{' '.join(map(str, command))}\n{process.stdout[-3000:]}\n{process.stderr[-3000:]}"
    return process.stdout


def copy_compiled_objects(clone):
    """Copy the generated files and the objects of `make setup` to where setuptools builds.
    An object is copied only if the clone has the same sources, so that those are not compiled again."""
    library = build.build()
    build_folder, out = library.parent, clone / f"build/temp.{sysconfig.get_platform()}-{sys.implementation.cache_tag}"
    _, objects = build.compile_all(os.environ.get("CC") or "gcc", build.FLAGS, build_folder, 1)
    (out / objects.name).mkdir(parents=True)
    for path in (*build_folder.glob("*.c"), *build_folder.glob("*.h"), *build_folder.glob("*.inc")):
        shutil.copy(path, out)
    for path in objects.glob("*.d"):
        names = [(ROOT / name).relative_to(ROOT) for name in build.dependencies(path)]
        clone_paths = [out / name.name if name.parts[0] == "build" else clone / name for name in names]
        if all(clone_path.is_file() and clone_path.read_bytes() == (ROOT / name).read_bytes()
               for clone_path, name in zip(clone_paths, names)):
            (out / objects.name / path.name).write_text(f"{path.stem}.o: {' '.join(map(str, clone_paths))}\n")
            shutil.copy(path.with_suffix(".o"), out / objects.name)


def check_other_commands(assay, python, outside, env):
    """Run further commands in an empty folder, without a checkout."""
    def output_of(*words):
        return run(assay, *words, cwd=outside, env=env)
    assert "certify" in output_of("--help") and "RDNA3 ISA, 16.12" in output_of("spec", "show", "v_mad_u64_u32")
    output_of("adapter", "new", "python", "sim")
    assert "nothing is wrong" in output_of("adapter", "check", f"{python} sim/adapter.py")
    fuzz_output = output_of("fuzz", "--target", "model", "--arch", "gfx906", "--count", "64", "--out", outside / "fuzz")
    assert "64 programs" in fuzz_output
    for words in (["coverage", "--lcov", "x"], ["mutate"]):
        process = subprocess.run([assay, *words], cwd=outside, env=env, capture_output=True, text=True)
        assert process.returncode == 2 and "needs a checkout" in process.stderr


@pytest.mark.long
@pytest.mark.skipif(
    not (ROOT / "setup.py").exists(), reason="these tests run from a wheel themselves; there is no project to build"
)
def test_wheel_certifies_outside_the_checkout(tmp_path):
    clone = tmp_path / "source"
    run("git", "clone", "-q", ROOT, clone)
    copy_compiled_objects(clone)
    run(
        sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, clone,
        cwd=tmp_path,
    )                                                    # with the requirements of [build-system] alone
    wheel, = tmp_path.glob("*.whl")
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "env")
    python = tmp_path / "env/bin/python"
    run(                                                 # compiled on first use
        sys.executable, "-m", "pip", "--python", python, "install", "-q", "--disable-pip-version-check", "--no-compile",
        "-c", ROOT / "requirements.lock", wheel, cwd=tmp_path,
    )
    assay, outside = tmp_path / "env/bin/assay", tmp_path / "away"
    outside.mkdir()
    clean = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    module_file = run(python, "-c", "import assay.model; print(assay.model.__file__)", cwd=outside, env=clean)
    assert str(ROOT) not in module_file, "the installed package must not be the checkout"
    for words in (
        ["--target", "manual", "--target", "llvm", "--only", "vop2:*,vop3:v_a*,sop2:*,s_load*,ds_*"],
        ["--target", "model", "--arch", "gfx906", "--only", "sop1:*"],
    ):
        run(assay, "certify", "--quick", *words, "--out", outside / "out", cwd=outside, env=clean)
    listing = "from assay.harness.case.suite_files import suite_files; print(*suite_files(), sep='\\n')"
    cases = run(python, "-c", listing, cwd=outside, env=clean)
    run(assay, "run", *cases.splitlines(), cwd=outside, env=clean)
    written = {p.name for p in (outside / "out").iterdir()}
    assert {f"{t}-{a}.certificate.json" for t in ("manual", "llvm") for a in ("gfx906", "gfx1100")} | {
        "model-gfx906.certificate.json", "index.html"
    } <= written
    check_other_commands(assay, python, outside, clean)
    for certificate in sorted((outside / "out").glob("*.certificate.json")):
        run(assay, "verify", certificate, cwd=outside, env=clean)
