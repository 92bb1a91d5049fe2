"""The JSON output of commands matches its schema: no unknown key, no missing key."""
import json

import msgspec
import pytest

from ...cli import main
from ...harness.case import suite_files
from . import output_schemas
from .json_schemas import SCHEMAS, json_schema

CASE = """; assay: arch gfx906
; assay: memory buf size=64
; assay: lds 256
; assay: state s[2:3] = buf
; assay: state v1 = 0
; assay: state m0 = 0x100
global_load_dword v2, v1, s[2:3]
s_waitcnt vmcnt(0)
v_or_b32 v3, 1, v2
ds_write_b32 v1, v3
s_waitcnt lgkmcnt(0)
"""


MASKED = """; assay: arch gfx906
; assay: state exec = 1
; assay: state v0 = 1
; assay: observe v0
v_mov_b32 v0, 2
"""


@pytest.fixture
def case(tmp_path):
    path = tmp_path / "case.s"
    path.write_text(CASE)
    return str(path)


def json_output(arguments, capsys, statuses=(0, 1)):
    """The JSON output of a command, one value per line."""
    assert main(arguments) in statuses
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_trace_lines_match_the_schema(case, capsys):
    *lines, _ = json_output(["run", "--trace", case], capsys)
    steps = msgspec.convert(lines, list[output_schemas.TraceLine])
    assert {access.place for step in steps for access in step.accesses} == {"memory", "lds"}


@pytest.mark.parametrize("target, verdict", [("model", "pass"), ("mutant:exec-ignored", "fail")])
def test_diff_output_matches_the_schema(tmp_path, target, verdict, capsys):
    (tmp_path / "masked.s").write_text(MASKED)
    [line] = json_output(["diff", str(tmp_path / "masked.s"), "--target", target, "--json"], capsys)
    assert msgspec.convert(line, output_schemas.DiffOutput).verdict == verdict


def test_outcomes_match_the_schema(capsys):
    lines = json_output(["outcomes", str(suite_files.SUITES_FOLDER / "outcomes/groups.s"), "--json"], capsys)
    assert all(outcome_set.results[0].order for outcome_set in msgspec.convert(lines, list[output_schemas.OutcomeSet]))


def test_program_mutants_match_the_schema(case, capsys):
    [line] = json_output(["mutate", "--program", case, "--json"], capsys)
    assert msgspec.convert(line, output_schemas.ProgramMutants).mutants


@pytest.mark.parametrize("options", [[], ["--mutants"]])
def test_targets_match_the_schema(options, capsys):
    [line] = json_output(["targets", "--json", *options], capsys)
    assert msgspec.convert(line, output_schemas.Targets)


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_type_of_a_schema_has_a_description(name):
    """Every type of a schema has a description, which the page of formats prints."""
    assert [type_name for type_name, definition in json_schema(name)["$defs"].items()
            if "enum" not in definition and not definition.get("description")] == []
