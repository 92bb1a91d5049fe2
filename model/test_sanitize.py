"""Invariant 11 under ASan, UBSan and MSan: random programs of every operation, on random state, under every policy and
schedule do nothing wrong. ASSAY_RUNS=1000000 for a long run."""
import os
import random
import subprocess

import pytest

from .. import spec
from ..generators.instructions.encodings import random_encoding
from . import Machine
from .build import MODEL, ROOT, SANITIZE, build, includes

RUNS = int(os.environ.get("ASSAY_RUNS", 20000))
COMPILER = "clang-22"


def pool(seed, each=2):
    """Records of legal encodings of every form the model has a meaning for: {architecture, size, machine code}."""
    rng, machine, out, tables = (
        random.Random(seed),
        Machine(waves=1, findings=1, code_bytes=64),
        bytearray(),
        spec.load(),
    )
    for number, arch in enumerate(("gfx906", "gfx1100")):
        for form in tables.forms(arch):
            for wave in (64, 32)[:each if number else 1]:
                code = random_encoding(form, rng, wave)
                if code and len(code) <= 24 and machine.run(arch=arch, wave=wave, code=code).status != "unsupported":
                    out += bytes([number, len(code)]) + code
    return bytes(out)


@pytest.fixture(scope="module")
def words(tmp_path_factory):
    path = tmp_path_factory.mktemp("fuzz") / "pool"
    path.write_bytes(pool(1))
    return path


def program(kind, source):
    """A C program linked with the library, both under the sanitizer `kind`."""
    target = ROOT / "build" / f"{source.stem}_{kind}"
    library = build(cc=COMPILER, variant=kind)
    flags = ["-std=c11", "-g", "-O1", *SANITIZE[kind].split(), *includes(ROOT / "build")]
    subprocess.run([COMPILER, *flags, str(source), str(library), "-lm", "-o", str(target)], check=True)
    return target


@pytest.mark.parametrize("kind", SANITIZE)
def test_random_programs(kind, words):
    run = program(kind, MODEL / "tests" / "fuzz_run.c")
    done = subprocess.run([str(run), str(RUNS), "1", str(words)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    counts = dict(zip(done.stdout.split()[::2], map(int, done.stdout.split()[1::2])))
    assert sum(counts.values()) == RUNS, counts
    assert counts["ok"] > RUNS // 100 and counts["invalid"] < RUNS // 2 and counts["fault"] > 0, counts


def test_what_nothing_wrote_is_noticed(tmp_path):
    """The memory sanitizer is at work: a program that decides by a byte it never wrote ends with its report."""
    source = tmp_path / "unwritten.c"
    source.write_text("#include <stdlib.h>\nint main(void) { char *p = malloc(8); return p[3] ? 3 : 0; }\n")
    done = subprocess.run([str(program("memory", source))], capture_output=True, text=True)
    assert done.returncode and "use-of-uninitialized-value" in done.stderr
