"""assay mutate --program: output and exit status."""
import json

import pytest

from . import main

LOAD = """; assay: arch gfx906
; assay: memory buf size=64
; assay: state s[2:3] = buf
; assay: state v1 = 0
global_load_dword v2, v1, s[2:3]
{}v_mov_b32 v3, v2
s_endpgm
"""


def test_report_lists_the_mutants_and_their_verdicts(tmp_path, capsys):
    case = tmp_path / "load.s"
    case.write_text(LOAD.format("s_waitcnt vmcnt(0)\n"))
    assert main(["mutate", "--program", str(case), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["table"] == {"s_waitcnt": {"found": 2, "harmless": 0, "missed": 0, "alarm": 0, "idle": 0},
                             "all": {"found": 2, "harmless": 0, "missed": 0, "alarm": 0, "idle": 0}}
    assert [mutant["verdict"] for mutant in report["mutants"]] == ["found", "found"]
    assert report["mutants"][0]["rules"] == ["counter.vm.unwaited"]


def test_a_program_that_is_not_clean_is_refused(tmp_path, capsys):
    case = tmp_path / "load.s"
    case.write_text(LOAD.format(""))
    assert main(["mutate", "--program", str(case)]) == 1
    assert "the program itself is not clean: counter.vm.unwaited" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words, message",
    [
        (["nosuch.s"], "nosuch.s: No such file"),
        (["nosuch.co"], "nosuch.co: No such file"),
        ([__file__], "--grid is required"),
        (["nosuch.co", "--grid", "64", "--group", "64"], "nosuch.co"),
    ],
)
def test_bad_arguments_are_refused(words, message, capsys):
    assert main(["mutate", "--program", *words]) == 2
    assert message in capsys.readouterr().err
