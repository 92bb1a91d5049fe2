"""What commands print as JSON is what its schema says: every key is known, and none is missing."""
import json

import msgspec
import pytest

from ...cli import main
from ...harness.case import suite_files
from . import output_schemas
from .json_schemas import SCHEMAS, schema_of

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


def said(words, capsys, statuses=(0, 1)):
    """The JSON of a command, a value a line."""
    assert main(words) in statuses
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_traces(case, capsys):
    *lines, _ = said(["run", "--trace", case], capsys)
    steps = msgspec.convert(lines, list[output_schemas.Traced])
    assert {access.place for step in steps for access in step.accesses} == {"memory", "lds"}


@pytest.mark.parametrize("target, verdict", [("model", "pass"), ("mutant:exec-ignored", "fail")])
def test_where_a_target_parts(tmp_path, target, verdict, capsys):
    (tmp_path / "masked.s").write_text(MASKED)
    [line] = said(["diff", str(tmp_path / "masked.s"), "--target", target, "--json"], capsys)
    assert msgspec.convert(line, output_schemas.Parting).verdict == verdict


def test_sets_of_results(capsys):
    every = said(["outcomes", str(suite_files.SUITES_FOLDER / "outcomes/groups.s"), "--json"], capsys)
    assert all(one.results[0].order for one in msgspec.convert(every, list[output_schemas.OutcomeSet]))


def test_mutants_of_a_program(case, capsys):
    [line] = said(["mutate", "--program", case, "--json"], capsys)
    assert msgspec.convert(line, output_schemas.ProgramMutants).mutants


@pytest.mark.parametrize("options", [[], ["--mutants"]])
def test_targets(options, capsys):
    [line] = said(["targets", "--json", *options], capsys)
    assert msgspec.convert(line, output_schemas.Targets)


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_type_of_a_schema_says_what_it_is(name):
    """For the page of formats."""
    assert [kind for kind, one in schema_of(name)["$defs"].items() if "enum" not in one and not one.get("description")
            ] == []
