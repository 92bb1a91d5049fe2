"""Every field of a COMPUTE_* register that affects results has a case that fails if the field is ignored.
Ignored means that the target uses its default value."""
from functools import cache

import msgspec
import pytest

from ..harness.case.case_types import unsigned_integer
from ..harness.case.suite_files import read_suite_cases
from ..harness.comparison.case_run import run_outcome
from ..harness.execution.model_run import Model
from ..spec import ARCHS, CERTIFIED, load

USER_DATA = "COMPUTE_USER_DATA"
MAX_VALUES = {"COMPUTE_PGM_RSRC1": {"vgprs": 0x3F, "sgprs": 0xF}}  # a target that ignores these has all registers
# Fields that must agree with another setting. A case is refused if they do not (model/run/test_compute.py), so that
# ignoring them never changes a result.
DEPENDENT_FIELDS = {
    "COMPUTE_DISPATCH_INITIATOR.cs_w32_en": "with the wave size of the case",
    "COMPUTE_TMPRING_SIZE.waves": "with the waves of a group",
}


def compute_registers(arch):
    """Return {name: Register} of the compute pipe; the USER_DATA registers are one entry."""
    return {name: register for name, register in load().registers.items() if ARCHS[arch] in register.places}


def table_register(name):
    """Return the register of the tables: COMPUTE_USER_DATA for COMPUTE_USER_DATA_3."""
    return USER_DATA if name.startswith(USER_DATA) else name


@cache
def cases_by_field():
    """Return {(architecture, register): cases that set it}."""
    cases_by_register = {}
    for case in read_suite_cases():
        for name in case.registers or ():
            cases_by_register.setdefault((case.arch, table_register(name)), []).append(case)
    return cases_by_register


def used_fields():
    """Return [(architecture, register, field)] of the fields that the hardware uses."""
    return [(arch, name, field) for arch in CERTIFIED for name, register in compute_registers(arch).items()
            for field, at in register.fields[ARCHS[arch]].items() if at.access == "used"]


def default_value(case, name, field):
    """Return the default value of a field."""
    if field == "full":
        return case.wave if name.endswith("_X") else 1
    return MAX_VALUES.get(name, {}).get(field, 0)


def without_field(case, name, field):
    """Return the case with the field ignored, or None if that changes nothing.
    A register without other fields is removed. So is TMPRING_SIZE without WAVESIZE, whose value follows from the
    scratch of a work-item."""
    registers = dict(case.registers)
    register = compute_registers(case.arch)[table_register(name)]
    fields, word = register.fields[ARCHS[case.arch]], unsigned_integer(registers[name], 32, name)
    position, value = fields[field], default_value(case, name, field)
    if (word & position.mask) >> position.low == value:
        return None
    if len(fields) == 1 or field == "wavesize":
        del registers[name]
    else:
        registers[name] = word & ~position.mask | value << position.low
    return msgspec.structs.replace(case, registers=registers)


def detects_ignored_field(case, name, field, model):
    """Return whether the case fails if the field is ignored.
    A refusal by the changed case counts only for a field with an address."""
    changed = without_field(case, name, field)
    if changed is None:
        return False
    outcome = run_outcome(changed, model)
    return not outcome.met and (outcome.status != "invalid" or field.startswith("address"))


@pytest.mark.parametrize("arch, name, field", used_fields())
def test_a_case_fails_if_a_field_is_ignored(arch, name, field):
    model = Model()
    failing = [case.name for case in cases_by_field().get((arch, name), ()) for register in case.registers
             if table_register(register) == name and detects_ignored_field(case, register, field, model)]
    assert bool(failing) != (f"{name}.{field}" in DEPENDENT_FIELDS), failing


@pytest.mark.parametrize("arch", CERTIFIED)
def test_each_register_of_user_data_has_a_case(arch):
    model = Model()
    for number in range(16):
        name = f"{USER_DATA}_{number}"
        assert any(detects_ignored_field(case, name, "data", model) for case in cases_by_field()[arch, USER_DATA]
                   if name in case.registers), name
