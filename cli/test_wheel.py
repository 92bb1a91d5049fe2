"""A wheel built from the project installs into an environment of its own and certifies outside the checkout."""
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from ..model import build

ROOT = Path(__file__).resolve().parent.parent


def run(*command, **kept):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **kept)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def lend(clone):
    """What `make setup` compiled from the very files that the clone has is not compiled again: the generated files and
    such objects, where setuptools builds."""
    library = build.build()
    made, out = library.parent, clone / f"build/temp.{sysconfig.get_platform()}-{sys.implementation.cache_tag}"
    _, objects = build.compile_all(os.environ.get("CC") or "gcc", build.FLAGS, made, 1)
    (out / objects.name).mkdir(parents=True)
    for path in (*made.glob("*.c"), *made.glob("*.h"), *made.glob("*.inc")):
        shutil.copy(path, out)
    for path in objects.glob("*.d"):
        names = [(ROOT / name).relative_to(ROOT) for name in build.named(path)]
        theirs = [out / name.name if name.parts[0] == "build" else clone / name for name in names]
        if all(there.is_file() and there.read_bytes() == (ROOT / name).read_bytes()
               for there, name in zip(theirs, names)):
            (out / objects.name / path.name).write_text(f"{path.stem}.o: {' '.join(map(str, theirs))}\n")
            shutil.copy(path.with_suffix(".o"), out / objects.name)


def everything_else_runs(assay, python, away, env):
    """What a newcomer types next, in an empty folder and without a checkout."""
    def said(*words):
        return run(assay, *words, cwd=away, env=env)
    assert "certify" in said("--help") and "RDNA3 ISA, 16.12" in said("spec", "show", "v_mad_u64_u32")
    said("adapter", "new", "python", "sim")
    assert "nothing is wrong" in said("adapter", "check", f"{python} sim/adapter.py")
    counted = said("fuzz", "--target", "model", "--arch", "gfx906", "--count", "64", "--out", away / "fuzz")
    assert "64 programs" in counted
    for words in (["coverage", "--lcov", "x"], ["mutate"]):
        done = subprocess.run([assay, *words], cwd=away, env=env, capture_output=True, text=True)
        assert done.returncode == 2 and "needs a checkout" in done.stderr


@pytest.mark.long
@pytest.mark.skipif(
    not (ROOT / "setup.py").exists(), reason="these tests run from a wheel themselves; there is no project to build"
)
def test_wheel_certifies_outside_the_checkout(tmp_path):
    clone = tmp_path / "source"
    run("git", "clone", "-q", ROOT, clone)
    lend(clone)
    run(
        sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, clone,
        cwd=tmp_path,
    )                                                    # with no more than [build-system] of pyproject.toml asks for
    wheel, = tmp_path.glob("*.whl")
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "env")
    python = tmp_path / "env/bin/python"
    run(                                                 # only what runs is compiled, when it runs
        sys.executable, "-m", "pip", "--python", python, "install", "-q", "--disable-pip-version-check", "--no-compile",
        "-c", ROOT / "requirements.lock", wheel, cwd=tmp_path,
    )
    assay, away = tmp_path / "env/bin/assay", tmp_path / "away"
    away.mkdir()
    clean = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    where = run(python, "-c", "import assay.model; print(assay.model.__file__)", cwd=away, env=clean)
    assert str(ROOT) not in where, "the installed package must not be the checkout"
    for words in (
        ["--target", "manual", "--target", "llvm", "--only", "vop2:*,vop3:v_a*,sop2:*,s_load*,ds_*"],
        ["--target", "model", "--arch", "gfx906", "--only", "sop1:*"],
    ):
        run(assay, "certify", "--quick", *words, "--out", away / "out", cwd=away, env=clean)
    listing = "from assay.harness.case.suite_files import suite_files; print(*suite_files(), sep='\\n')"
    cases = run(python, "-c", listing, cwd=away, env=clean)
    run(assay, "run", *cases.splitlines(), cwd=away, env=clean)
    made = {p.name for p in (away / "out").iterdir()}
    assert {f"{t}-{a}.certificate.json" for t in ("manual", "llvm") for a in ("gfx906", "gfx1100")} | {
        "model-gfx906.certificate.json", "index.html"
    } <= made
    everything_else_runs(assay, python, away, clean)
    for certificate in sorted((away / "out").glob("*.certificate.json")):
        run(assay, "verify", certificate, cwd=away, env=clean)
