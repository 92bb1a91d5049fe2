"""The result of a run depends only on its case: on one machine, a case gives the same result after any other case.
ASSAY_ORDERS=20 tests more orders."""
import os
import random

import pytest

from ..case import suite_files
from ..case.case_types import CaseError, parse_case
from ..case.directives import parse_assembly
from ..comparison.case_run import run_case, run_outcome
from .model_run import Model

NOP = "000080bf"
SEEDS = range(1, int(os.environ.get("ASSAY_ORDERS", 1)) + 1)
DISPATCHES = [
    {"registers": {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_DIM_X": 6}, "observe": {"registers": ["exec"]}},
    {"registers": {"COMPUTE_NUM_THREAD_X": 32}, "grid": [6400, 1, 1]},
    {"registers": {"COMPUTE_NUM_THREAD_X": 1000, "COMPUTE_DIM_X": 2, "COMPUTE_START_X": 1, "COMPUTE_PGM_RSRC2": 0x90}},
    {"registers": {"COMPUTE_NUM_THREAD_X": 1025}},
    {"registers": {"COMPUTE_NUM_THREAD_X": 3000 << 16 | 64, "COMPUTE_DISPATCH_INITIATOR": 3}},
    {"registers": {"COMPUTE_NUM_THREAD_X": 1, "COMPUTE_DIM_X": 600}},
    {"registers": {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_NUM_THREAD_Y": 0, "COMPUTE_DIM_Y": 2}},
    {"registers": {"COMPUTE_NUM_THREAD_X": 64, "COMPUTE_DIM_X": 0}},
    {"grid": [640, 1, 1], "observe": {"registers": ["exec", "v0"]}},
    {"grid": [64 * 700, 1, 1], "group": [64, 1, 1]},
    {"group": [1024, 1, 1], "lds": 65536},
    {"code": NOP * 20000},
]


def all_cases():
    """Return every case of the suites, and dispatches of many sizes."""
    folder = suite_files.SUITES_FOLDER
    cases = [parse_case({"assay": 1, "name": f"dispatch {n}", "arch": arch, "code": NOP, **keys})
             for n, keys in enumerate(DISPATCHES) for arch in ("gfx906", "gfx1100")]
    for path in sorted(folder.rglob("*.s")):
        try:
            cases += parse_assembly(path.read_text(), str(path.relative_to(folder)))
        except CaseError:
            continue                                 # kernels are not cases
    return cases


def test_the_dispatch_sets_the_number_of_recorded_waves():
    """D-21: six groups of one wave, with and without a larger case before them."""
    model, larger = Model(), DISPATCHES[8]
    for before in ([], [larger], [{"code": NOP * 20000}]):
        for one in before:
            run_outcome({"assay": 1, "arch": "gfx906", "code": NOP, **one}, model)
        result = run_outcome({"assay": 1, "arch": "gfx906", "code": NOP, **DISPATCHES[0]}, model).to_dict()
        assert result["wave_count"] == len(result["waves"]) == 6


def test_errors_name_the_register_field():
    result = run_case({"assay": 1, "arch": "gfx906", "code": NOP, **DISPATCHES[4]})
    assert (result["status"], result["field"]) == ("invalid", "registers.COMPUTE_NUM_THREAD_X")


@pytest.mark.parametrize("seed", SEEDS)
def test_cases_are_independent_of_earlier_cases(seed):
    cases, together = all_cases(), Model()
    order = list(range(len(cases))) * 2
    random.Random(seed).shuffle(order)
    results, last = {}, None
    for number in order:
        got = run_outcome(cases[number], together).to_json()
        assert results.setdefault(number, got) == got, f"{cases[number].name} after {last and last.name}"
        last = cases[number]
    for number in random.Random(seed).sample(range(len(cases)), 60) + list(range(2 * len(DISPATCHES))):
        assert run_outcome(cases[number], Model()).to_json() == results[number], f"{cases[number].name} alone"


def test_lds_of_a_result_is_that_of_the_last_group():
    """A result does not contain LDS bytes that an earlier, larger case has left."""
    code = "000081bf"
    large = {"assay": 1, "arch": "gfx906", "code": code, "lds": 64, "lds_bytes": "ff" * 64, "observe": {"lds": True}}
    small = large | {"lds": 16, "lds_bytes": "01" * 16}
    model = Model()
    results = [run_outcome(case, model) for case in (large, small)]
    assert [one.lds for one in results] == [[b"\xff" * 64], [b"\x01" * 16]]
