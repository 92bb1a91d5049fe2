"""Every field of a COMPUTE_* register that results hang on has a case that fails where the field is ignored, which
is to say that it counts for what it is where nobody gives it."""
from functools import cache

import msgspec
import pytest

from ..harness.case.case_types import unsigned_integer
from ..harness.case.suite_files import read_suite_cases
from ..harness.comparison.case_run import run_outcome
from ..harness.execution.model_run import Model
from ..spec import ARCHS, CERTIFIED, load

USER_DATA = "COMPUTE_USER_DATA"
MOST = {"COMPUTE_PGM_RSRC1": {"vgprs": 0x3F, "sgprs": 0xF}}          # who ignores these has every register
# Fields that only have to agree with something else: who ignores them gives the same results where they do, and where
# they do not the case is refused (model/run/test_compute.py).
AGREE = {
    "COMPUTE_DISPATCH_INITIATOR.cs_w32_en": "with the wave size of the case",
    "COMPUTE_TMPRING_SIZE.waves": "with the waves of a group",
}


def registers_of(arch):
    """{name: Register} of the compute pipe; USER_DATA is one."""
    return {name: one for name, one in load().registers.items() if ARCHS[arch] in one.places}


def stem(name):
    """COMPUTE_USER_DATA_3 is of COMPUTE_USER_DATA."""
    return USER_DATA if name.startswith(USER_DATA) else name


@cache
def started():
    """{(architecture, register): cases that give it}"""
    found = {}
    for case in read_suite_cases():
        for name in case.registers or ():
            found.setdefault((case.arch, stem(name)), []).append(case)
    return found


def used_fields():
    return [(arch, name, field) for arch in CERTIFIED for name, register in registers_of(arch).items()
            for field, at in register.fields[ARCHS[arch]].items() if at.access == "used"]


def absent(case, name, field):
    """What a field is where it is not looked at."""
    if field == "full":
        return case.wave if name.endswith("_X") else 1
    return MOST.get(name, {}).get(field, 0)


def without(case, name, field):
    """The case with the field ignored, or None where that changes nothing: a register without another field is not
    there at all, nor TMPRING_SIZE without WAVESIZE, which is found from what a work item needs."""
    registers = dict(case.registers)
    register = registers_of(case.arch)[stem(name)]
    fields, word = register.fields[ARCHS[case.arch]], unsigned_integer(registers[name], 32, name)
    at, value = fields[field], absent(case, name, field)
    if (word & at.mask) >> at.low == value:
        return None
    if len(fields) == 1 or field == "wavesize":
        del registers[name]
    else:
        registers[name] = word & ~at.mask | value << at.low
    return msgspec.structs.replace(case, registers=registers)


def notices(case, name, field, model):
    """Does the case fail where the field is ignored?  A case that is refused then says nothing, but of an address,
    without which nothing is where it must be."""
    other = without(case, name, field)
    if other is None:
        return False
    outcome = run_outcome(other, model)
    return not outcome.met and (outcome.status != "invalid" or field.startswith("address"))


@pytest.mark.parametrize("arch, name, field", used_fields())
def test_a_case_fails_where_a_field_is_ignored(arch, name, field):
    model = Model()
    found = [case.name for case in started().get((arch, name), ()) for given in case.registers
             if stem(given) == name and notices(case, given, field, model)]
    assert bool(found) != (f"{name}.{field}" in AGREE), found


@pytest.mark.parametrize("arch", CERTIFIED)
def test_each_register_of_user_data_has_a_case(arch):
    model = Model()
    for number in range(16):
        name = f"{USER_DATA}_{number}"
        assert any(notices(case, name, "data", model) for case in started()[arch, USER_DATA]
                   if name in case.registers), name
