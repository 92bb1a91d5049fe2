"""tools/measurements.py renders the page from the data file and reads the reports of the commands."""
import importlib.util
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOOL = ROOT / "tools/measurements.py"
pytestmark = pytest.mark.skipif(not TOOL.exists(), reason="a wheel has no tools")


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("measurements", TOOL)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_page_is_rendered_from_the_data(tool):
    assert tool.PAGE.read_text() == tool.page_text(tool.load_measurements())


def test_data_file_round_trips(tool):
    assert tool.DATA.read_text() == tool.toml_text(tool.load_measurements())


def test_ids_are_unique_and_updates_exist(tool):
    ids = [measurement["id"] for measurement in tool.load_measurements()]
    assert len(ids) == len(set(ids)) and set(tool.UPDATES) <= set(ids)


def test_report_of_the_benchmark_updates_three_tables(tool, tmp_path, monkeypatch):
    speed = {"value": 97_123_456.7, "unit": "instructions/s", "ratio": 0.5, "aim": 80e6}
    report = {
        "valu.v_add_u32": speed, "decode": speed | {"aim": None}, "ops.wave64.v_add_u32": {"value": 1.0, "ratio": 2.0},
        "checks.sha256": {"value": 5e6, "ratio": 0.4},
        **{f"growth.waves.{n}": {"value": n * 1e-4} for n in (1, 10, 100, 1000)},
    }
    monkeypatch.setattr(tool, "BENCH", tmp_path / "bench.json")
    monkeypatch.setattr(tool, "PLOT", tmp_path / "copied.svg")
    tool.BENCH.write_text(json.dumps(report))
    (tmp_path / "growth.svg").write_text("<svg/>")
    measurements = tool.load_measurements()
    tool.update(measurements, "checks", read=True)
    rows = {measurement["id"]: measurement["rows"] for measurement in measurements}
    assert rows["speed"] == [["valu.v_add_u32", "97,100,000", "instructions/s", "80,000,000", "1.21"],
                             ["decode", "97,100,000", "instructions/s", "", ""]]
    assert rows["checks"] == [["sha256", "2.50"]]
    assert rows["growth"] == [["waves", "100", "1,000", "10,000", "100,000", "1.00"]]
    assert "97,100,000" in tool.page_text(measurements) and tool.PLOT.read_text() == "<svg/>"


def test_report_of_the_mutants_updates_the_score(tool, tmp_path, monkeypatch):
    monkeypatch.setattr(tool, "MUTATION", tmp_path / "mutation.json")
    kind = {"killed": 80, "crashed": 5, "survived": 15}
    tool.MUTATION.write_text(json.dumps({"kinds": {"operator": kind, "unused": dict.fromkeys(kind, 0)}, "killed": 85,
                                         "crashed": 5, "survived": 15}))
    measurements = tool.load_measurements()
    tool.update(measurements, "mutation", read=True)
    rows = next(measurement["rows"] for measurement in measurements if measurement["id"] == "mutation")
    assert rows == [["operator", "80", "5", "15", "85.0 %"], ["all", "80", "5", "15", "85.0 %"]]


def test_measurement_without_a_reader_names_its_command(tool):
    with pytest.raises(SystemExit, match="by hand: assay launch"):
        tool.update(tool.load_measurements(), "launch", read=True)
    with pytest.raises(SystemExit, match="no measurement launches; the measurements are speed,"):
        tool.update(tool.load_measurements(), "launches", read=True)
