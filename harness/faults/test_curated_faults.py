"""The table of curated faults fits the model, each does what it says, and a table that does not fit is refused with its
line."""
import re

import pytest

from ..case import assembler
from ..case.plan import resolve
from ..execution.model_run import Model
from . import curated_faults, mutant_library
from .curated_faults import TableError


def outcome(mutant, code, **keys):
    plan = resolve({"assay": 1, "arch": "gfx906", "code": code, **keys})
    return (curated_faults.faulty_model(mutant) if mutant else Model()).run(plan)


@pytest.fixture(scope="module")
def functions():
    return mutant_library.all_functions()


def test_every_fault_fits_the_model(functions):
    table = curated_faults.read_table()
    assert len(table) > 70 and [one.number for one in table.values()] == list(range(1, len(table) + 1))
    assert [one.id for one in table.values() if not curated_faults.fault_mutants(one, functions)] == []


def test_no_fault_is_in_the_model_itself():
    files = mutant_library.model_files().items()
    assert [name for name, path in files if re.search(r"mutant", path.read_text(), re.I)] == []


def test_backward_branches_land_one_dword_further():
    """s0 = 5; do s1 += s0 while --s0: 15; with the addition jumped over 5."""
    loop = "loop: s_add_u32 s1, s1, s0\ns_sub_u32 s0, s0, 1\ns_cmp_lg_u32 s0, 0\ns_cbranch_scc1 loop"
    code = assembler.assemble("gfx906", f"s_mov_b32 s0, 5\ns_mov_b32 s1, 0\n{loop}").hex()
    found = [
        outcome(mutant, code, observe={"registers": ["s1"]}).waves[0].scalars["s1"]
        for mutant in (None, "branch-off-by-one")
    ]
    assert found == [15, 5]


def table(tmp_path, text):
    path = tmp_path / "faults.txt"
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    "text, message",
    [
        ("Neg does things\n", "faults.txt:1: write ID"),
        ("a  one\n    salu.c s_not_b32: ~a => a\na  two\n", "faults.txt:3: write ID"),
        ("a  one\n    salu.c s_not_b32 ~a => a\n", "faults.txt:2: write FILE FUNCTION: OLD => NEW"),
        ("a  one\nb  two\n    salu.c s_not_b32: ~a => a\n", "faults.txt: a changes nothing"),
    ],
)
def test_a_table_that_is_none(tmp_path, text, message):
    with pytest.raises(TableError, match=re.escape(message)):
        curated_faults.read_table(table(tmp_path, text))


@pytest.mark.parametrize(
    "change, message",
    [
        ("salu.c s_not_b32: !a => a", "faults.txt:2: '!a' stands 0 times in s_not_b32, and must stand once"),
        ("salu.c s_call_b64: pc => a", "faults.txt:2: 'pc' stands 3 times"),
        ("salu.c v_not_b32: ~a => a", "faults.txt:2: salu.c has no function v_not_b32; valu_int.c has one"),
        ("nosuch.c nosuch: ~a => a", "faults.txt:2: nosuch.c has no function nosuch"),
    ],
)
def test_a_table_that_does_not_fit(tmp_path, functions, change, message):
    path = table(tmp_path, f"a  one\n    {change}\n")
    with pytest.raises(TableError, match=re.escape(message)):
        curated_faults.fault_mutants(curated_faults.read_table(path)["a"], functions, path)
