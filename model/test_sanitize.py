"""Law 11 under ASan and UBSan: random programs of every operation, on random state, under every policy and schedule do nothing wrong.
ASSAY_RUNS=1000000 for a long run."""
import os
import random
import subprocess

import pytest

from .. import spec
from . import Machine
from .build import MODEL, ROOT, build, includes
from ..generators.encodings import random_encoding

RUNS = int(os.environ.get("ASSAY_RUNS", 20000))
FLAGS = ["-std=c11", "-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]


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
def program():
    library, target = build(sanitize=True), ROOT / "build" / "fuzz_run"
    subprocess.run(
        [
            "gcc",
            *FLAGS,
            *includes(ROOT / "build"),
            str(MODEL / "tests" / "fuzz_run.c"),
            str(library),
            "-lm",
            "-o",
            str(target),
        ],
        check=True,
    )
    return target


def test_random_programs(program, tmp_path):
    words = tmp_path / "pool"
    words.write_bytes(pool(1))
    done = subprocess.run([str(program), str(RUNS), "1", str(words)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    counts = dict(zip(done.stdout.split()[::2], map(int, done.stdout.split()[1::2])))
    assert sum(counts.values()) == RUNS and counts["ok"] > RUNS // 100 and counts["invalid"] < RUNS // 2 and counts["fault"] > 0, counts
