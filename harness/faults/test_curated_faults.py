"""The table of curated faults: it fits the model, a fault has its described effect, and errors in the table name their
line."""
import re

import pytest

from ..case import assembler
from ..case.plan import resolve
from ..execution.model_run import Model
from . import curated_faults, mutant_library
from .curated_faults import TableError


def outcome_with_fault(fault, code, **keys):
    plan = resolve({"assay": 1, "arch": "gfx906", "code": code, **keys})
    return (curated_faults.faulty_model(fault) if fault else Model()).run(plan)


@pytest.fixture(scope="module")
def functions():
    return mutant_library.all_functions()


def test_every_fault_fits_the_model(functions):
    faults = curated_faults.read_table()
    assert len(faults) > 70 and [fault.number for fault in faults.values()] == list(range(1, len(faults) + 1))
    assert [fault.id for fault in faults.values() if not curated_faults.fault_mutants(fault, functions)] == []


def test_model_sources_do_not_mention_mutants():
    files = mutant_library.model_files().items()
    assert [name for name, path in files if re.search(r"mutant", path.read_text(), re.I)] == []


def test_branch_fault_moves_backward_targets_by_one_dword():
    """s0 = 5; do s1 += s0 while --s0: 15; with the addition skipped: 5."""
    loop = "loop: s_add_u32 s1, s1, s0\ns_sub_u32 s0, s0, 1\ns_cmp_lg_u32 s0, 0\ns_cbranch_scc1 loop"
    code = assembler.assemble("gfx906", f"s_mov_b32 s0, 5\ns_mov_b32 s1, 0\n{loop}").hex()
    sums = [
        outcome_with_fault(fault, code, observe={"registers": ["s1"]}).waves[0].scalars["s1"]
        for fault in (None, "branch-off-by-one")
    ]
    assert sums == [15, 5]


def written_table(tmp_path, text):
    path = tmp_path / "faults.txt"
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    "text, message",
    [
        ("Neg does things\n", "faults.txt:1: expected an ID"),
        ("a  one\n    salu.c s_not_b32: ~a => a\na  two\n", "faults.txt:3: expected an ID"),
        ("a  one\n    salu.c s_not_b32 ~a => a\n", "faults.txt:2: expected FILE FUNCTION: OLD => NEW"),
        ("a  one\nb  two\n    salu.c s_not_b32: ~a => a\n", "faults.txt: a changes nothing"),
    ],
)
def test_malformed_table_is_rejected_with_its_line(tmp_path, text, message):
    with pytest.raises(TableError, match=re.escape(message)):
        curated_faults.read_table(written_table(tmp_path, text))


@pytest.mark.parametrize(
    "change, message",
    [
        ("salu.c s_not_b32: !a => a", "faults.txt:2: '!a' occurs 0 times in s_not_b32; it must occur once"),
        ("salu.c s_call_b64: pc => a", "faults.txt:2: 'pc' occurs 3 times"),
        ("salu.c v_not_b32: ~a => a", "faults.txt:2: salu.c has no function v_not_b32; valu_int.c has one"),
        ("nosuch.c nosuch: ~a => a", "faults.txt:2: nosuch.c has no function nosuch"),
    ],
)
def test_change_that_does_not_fit_the_model_is_rejected_with_its_line(tmp_path, functions, change, message):
    path = written_table(tmp_path, f"a  one\n    {change}\n")
    with pytest.raises(TableError, match=re.escape(message)):
        curated_faults.fault_mutants(curated_faults.read_table(path)["a"], functions, path)
