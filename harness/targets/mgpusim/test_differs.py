"""Words of gfx906 that mean something else to MGPUSim's units: differs.go against llvm-mc, which knows all chips."""
import random
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from ....generators.instructions import instruction_case, case_sampler
from ....spec import TARGETS
from .. import llvm_mc
from . import go

HERE = Path(__file__).parent
LISTER = """package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var word [2]uint32
		fmt.Sscanf(in.Text(), "%x %x", &word[0], &word[1])
		fmt.Printf("%t %t\\n", differsCDNA3(word) != "", differsGCN3(word) != "")
	}
}
"""
SAME = {  # names that have changed: what they compute has not
    "v_add_co_u32": "v_add_u32", "v_sub_co_u32": "v_sub_u32", "v_subrev_co_u32": "v_subrev_u32",
    "v_addc_co_u32": "v_addc_u32", "v_subb_co_u32": "v_subb_u32", "v_subbrev_co_u32": "v_subbrev_u32",
    "v_mad_legacy_f16": "v_mad_f16", "v_mad_legacy_u16": "v_mad_u16", "v_mad_legacy_i16": "v_mad_i16",
    "v_fma_legacy_f16": "v_fma_f16", "v_div_fixup_legacy_f16": "v_div_fixup_f16",
    "v_interp_p2_legacy_f16": "v_interp_p2_f16",
}
FORMATS = ("sop1", "sop2", "sopk", "sopc", "sopp", "smem", "vop1", "vop2", "vop3", "vop3sd", "vopc", "flat", "ds")


def stem(text):
    """The operation a listing names, without what it says of the encoding."""
    name = text.split()[0]
    for end in ("_e32", "_e64", "_sdwa", "_dpp"):
        name = name.removesuffix(end)
    return SAME.get(name, name)


@pytest.fixture(scope="module")
def words():
    """Encodings of every form of gfx906 in the units' formats."""
    found, rng = [], random.Random(7)
    for form in case_sampler.all_forms("gfx906"):
        if form.encoding not in FORMATS:
            continue
        for _ in range(4):
            try:
                one = instruction_case.try_draw_instruction(form, rng, 64)
            except case_sampler.NoCase:
                continue
            if one is not None:
                found.append(one.code)
    return found


@pytest.fixture(scope="module")
def unit_differences(words, tmp_path_factory):
    """[(differs from CDNA3, differs from GCN3)]"""
    if go() is None:
        pytest.skip("not exercised: go of the mgpusim adapter: go is not installed")
    folder = tmp_path_factory.mktemp("differs")
    shutil.copy(HERE / "differs.go", folder)
    (folder / "main.go").write_text(LISTER)
    (folder / "go.mod").write_text("module differs\n\ngo 1.21\n")
    subprocess.run([go(), "build", "-o", "differs", "."], cwd=folder, check=True)
    lines = "".join(f"{code[:4][::-1].hex()} {code[4:8].ljust(4, bytes(1))[::-1].hex()}\n" for code in words)
    done = subprocess.run([folder / "differs"], input=lines, capture_output=True, text=True, check=True)
    return [tuple(word == "true" for word in line.split()) for line in done.stdout.splitlines()]


def readings(monkeypatch, chip, words):
    """What llvm-mc reads in the words for a chip, None where it is nothing."""
    monkeypatch.setitem(TARGETS, "gfx906", replace(TARGETS["gfx906"], llvm=chip))
    return llvm_mc.disassemble("gfx906", words, 64)


@pytest.mark.parametrize("unit, chip", [(0, "gfx942"), (1, "gfx803")])
def test_what_means_something_else_is_known(words, unit_differences, monkeypatch, unit, chip):
    """A word that both chips read, each as another operation, is one that differs.go names."""
    ours = readings(monkeypatch, "gfx906", words)
    theirs = readings(monkeypatch, chip, words)
    missed = [f"{code.hex()}: {a}; {chip}: {b}" for code, a, b, known in zip(words, ours, theirs, unit_differences)
              if a and b and stem(a) != stem(b) and not known[unit]]
    assert missed == []
    assert sum(known[unit] for known in unit_differences) >= 4


def test_cdna3_differs_in_three_operations_only(words, unit_differences, monkeypatch):
    """What it refuses is what the list says: nothing is kept from the unit for convenience."""
    ours = readings(monkeypatch, "gfx906", words)
    refused = {stem(text) for text, known in zip(ours, unit_differences) if text and known[0]}
    assert refused == {"v_mul_legacy_f32", "v_madmk_f32", "v_madak_f32"}
