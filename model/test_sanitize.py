"""Invariant 11 under ASan, UBSan and MSan: random programs on random state, under every policy and schedule, have no
error.
ASSAY_RUNS=1000000 for a long run."""
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


def encoding_records(seed, each=2):
    """Return records {architecture, size, machine code} of legal encodings of every form that the model supports."""
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
def records_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("fuzz") / "pool"
    path.write_bytes(encoding_records(1))
    return path


def build_program(kind, source):
    """Build a C program with the library, both under the sanitizer `kind`."""
    target = ROOT / "build" / f"{source.stem}_{kind}"
    library = build(cc=COMPILER, variant=kind)
    flags = ["-std=c11", "-g", "-O1", *SANITIZE[kind].split(), *includes(ROOT / "build")]
    subprocess.run([COMPILER, *flags, str(source), str(library), "-lm", "-o", str(target)], check=True)
    return target


@pytest.mark.parametrize("kind", SANITIZE)
def test_random_programs_have_no_sanitizer_error(kind, records_file):
    run = build_program(kind, MODEL / "tests" / "fuzz_run.c")
    process = subprocess.run([str(run), str(RUNS), "1", str(records_file)], capture_output=True, text=True)
    assert process.returncode == 0, process.stderr[-3000:]
    counts = dict(zip(process.stdout.split()[::2], map(int, process.stdout.split()[1::2])))
    assert sum(counts.values()) == RUNS, counts
    assert counts["ok"] > RUNS // 100 and counts["invalid"] < RUNS // 2 and counts["fault"] > 0, counts


def test_an_uninitialized_read_is_reported(tmp_path):
    """The memory sanitizer works: a program that reads an uninitialized byte ends with a report."""
    source = tmp_path / "unwritten.c"
    source.write_text("#include <stdlib.h>\nint main(void) { char *p = malloc(8); return p[3] ? 3 : 0; }\n")
    process = subprocess.run([str(build_program("memory", source))], capture_output=True, text=True)
    assert process.returncode and "use-of-uninitialized-value" in process.stderr
