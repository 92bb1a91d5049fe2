"""Options without effect and unusable output files are refused before any work starts."""
import json
from types import SimpleNamespace

import pytest

from ..generators.programs.program_settings import Options
from ..harness.comparison.case_run import run_outcome
from ..model import build
from ..reports.fuzzing.run_database import FILE, RunSettings, FuzzRun
from ..reports.self_check_kit import kit_builder as kits
from . import kernels, main

CASE = {"assay": 1, "arch": "gfx906", "code": "830080be", "name": "move"}
STREAM = "0xc0001000 0"                                # a NOP of PM4: type 3, one dword


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "case.json").write_text(json.dumps(CASE))
    (tmp_path / "x.pm4").write_text(STREAM)
    (tmp_path / "ring").symlink_to("ring")
    (tmp_path / "link").symlink_to("case.json")
    (tmp_path / "dir").mkdir()
    return tmp_path


def error_line(line, capsys):
    """The error line of a command line that must be refused."""
    try:
        status = main(line.split())
    except SystemExit as end:
        status = end.code
    out, error = capsys.readouterr()
    assert (status, out, error.count("\n")) == (2, "", 1), line
    return error


@pytest.mark.parametrize("line, words", [
    ("schema case --out dir",                                     "give either FORMAT or --out"),
    ("kit --arch gfx906 --out kit --seed 2",                      "--seed only affects the cases of --full"),
    ("fuzz --target model --arch gfx906 --count 1 --cases dir",   "--cases needs --report"),
    ("fuzz --report dir --count 5",                               "--count configures a new run"),
    ("fuzz --target model --arch gfx906 --count 1 --dask x --jobs 2", "--jobs only applies to this machine"),
    ("certify --dask x --jobs 2",                                 "--jobs only applies to this machine"),
    ("certify --only v_not_b32 --rules silicon",                  "--rules selects handwritten cases"),
    ("launch case.json --pm4 x.pm4 --grid 64",                    "--grid applies to compiled kernels"),
    ("launch case.json --pm4 x.pm4 --dump 0=x",                   "--dump applies to compiled kernels"),
    ("launch case.json --pm4 x.pm4 --jobs 2",                     "--jobs applies to compiled kernels"),
    ("mutate --program case.json --grid 64",                      "--grid applies to compiled kernels"),
    ("mutate --program case.json --sample 5",                     "--sample applies to mutants of the model"),
    ("mutate --all --sample 5",                                   "--sample sets the size of a sample"),
    ("mutate --rules manual",                                     "--rules applies to mutants of a program"),
    ("coverage --lcov x --arch gfx906",                           "--lcov covers the model and takes no other option"),
])
def test_an_option_without_effect_is_refused(line, words, folder, capsys):
    assert words in error_line(line, capsys)


@pytest.mark.parametrize("line, words", [
    ("coverage case.json --json case.json",       "--json case.json: is an input"),
    ("coverage case.json --ucis link",            "--ucis link: is an input"),
    ("coverage case.json --json x --ucis ./x",    "--ucis ./x: is also the file of --json x"),
    ("coverage case.json --json ring",            "--json ring: Too many levels of symbolic links"),
    ("coverage case.json --json dir",             "--json dir: is a folder; name a file"),
    ("coverage case.json --json no/x",            "--json no/x: there is no folder no"),
    ("coverage --lcov no/x",                      "--lcov no/x: there is no folder no"),
    ("coverage case.json --json /dev/full",       "/dev/full: No space left on device"),
    ("coverage case.json --ucis /dev/full",       "/dev/full: No space left on device"),
    ("report case.json --page case.json",         "--page case.json: is an input"),
    ("compare case.json case.json --page link",   "--page link: is an input"),
    ("certify --out dir --junit dir/x --sarif dir/x", "--sarif dir/x: is also the file of --junit dir/x"),
    ("certify --out dir --junit ring",            "--junit ring: Too many levels"),
    ("certify --out dir --junit dir/model-gfx1100.certificate.json", "is the name of a certificate or of its page"),
    ("certify --out dir --sarif dir/index.html",  "is the name of a certificate or of its page"),
    ("certify --out dir --waivers case.json --junit case.json", "--junit case.json: is an input"),
])
def test_an_output_must_be_writable_and_no_other_file_of_the_command(line, words, folder, capsys):
    assert words in error_line(line, capsys)
    assert json.loads((folder / "case.json").read_text()) == CASE


@pytest.mark.parametrize("keys, words", [
    ({"state": {"s0": "nowhere"}},             'state.s0: "nowhere" is neither'),
    ({"wave": 32},                             "wave: gfx906 runs waves of 64"),
    ({"observe": {"registers": ["zz"]}},       "observe.registers: 'zz' is not a register"),
])
def test_coverage_reports_an_invalid_case(keys, words, folder, capsys):
    (folder / "bad.json").write_text(json.dumps(CASE | keys))
    assert f"bad.json: {words}" in error_line("coverage bad.json", capsys)


@pytest.mark.parametrize("line", [
    "certify --minutes {}", "certify --case-seconds {}", "fuzz --minutes {}", "fuzz --shrink-seconds {}",
    "adapter check x --seconds {}", "certify --jobs {}", "fuzz --count {}", "outcomes case.json --limit {}",
    "launch x --jobs {}", "mutate --sample {}", "run case.json --seed {}",
])
@pytest.mark.parametrize("value", ["-1", "nan", "inf", "99999999999999999999"])
def test_numbers_out_of_range_are_refused(line, value, folder, capsys):
    error = error_line(line.format(value), capsys)
    assert f"{value} is not in " in error or f"invalid number value: '{value}'" in error


@pytest.mark.parametrize("line", ["certify --minutes 0", "certify --case-seconds 0.0", "fuzz --minutes 0",
                                  "fuzz --case-seconds 0", "adapter check x --seconds 0"])
def test_a_duration_of_zero_is_refused(line, folder, capsys):
    assert "more than 0" in error_line(line, capsys)


@pytest.mark.parametrize("line", ["coverage --lcov x", "mutate", "mutate --all"])
def test_commands_that_need_the_models_sources_name_a_checkout(line, folder, monkeypatch, capsys):
    monkeypatch.setattr(build, "MODEL", folder)
    assert "needs a checkout of Assay" in error_line(line, capsys)


@pytest.mark.parametrize("command", ["fuzz --report", "coverage"])
@pytest.mark.parametrize("path, words", [("dir", "dir: it contains no campaign.sqlite"), ("nowhere", "nowhere: "),
                                         ("ring", "ring: ")])
def test_a_fuzz_run_is_named_by_its_file_or_folder(command, path, words, folder, capsys):
    assert words in error_line(f"{command} {path}", capsys)
    (folder / "campaign").mkdir()
    about = RunSettings("model", Options("gfx906", 1, (1, 2), None))
    FuzzRun(folder / "campaign" / FILE, about).close()
    for path_argument in ("campaign", f"campaign/{FILE}"):
        assert main([*command.split(), path_argument]) == 0 and "gfx906" in capsys.readouterr().out


def test_the_next_command_after_kit_quotes_its_folder(monkeypatch, capsys):
    kit = SimpleNamespace(arch="gfx906", files={}, cases=[], left_out=[], left_out_counts={})
    monkeypatch.setattr(kits, "build_kit", lambda *_: kit)
    assert main(["kit", "--arch", "gfx906", "--out", "a b"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert f"of 'a b/{kits.RUNNER_FOLDER}' (" in last and last.endswith("assay verify 'a b' OUTPUT")


def test_options_of_order_override_the_case_of_a_command_stream(folder, monkeypatch, capsys):
    """--policy, --schedule and --seed replace the keys of the case, as in assay run."""
    cases = []
    monkeypatch.setattr(kernels, "_run_long_case", lambda case: cases.append(case) or run_outcome(case))
    assert main("launch case.json --pm4 x.pm4 --policy adversarial --schedule seeded --seed 3".split()) == 0
    assert [cases[0][key] for key in ("policy", "schedule", "seed")] == ["adversarial", "seeded", 3]
