"""tools/growth.py and tools/bench_peers.py count the executed work; a peer with a different result has no rate."""
import importlib.util
import math
import sys
from functools import cache

import pytest

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")

from ..harness.case.assembler import assemble
from ..harness.comparison.case_run import run_outcome
from ..harness.execution.model_run import Model
from ..harness.execution.outcome import Outcome, WaveRegisters
from ..model.build import ROOT

pytestmark = pytest.mark.skipif(not (ROOT / "tools/growth.py").exists(), reason="a wheel has no tools")


@cache
def tool(name):
    """Load a tool as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# Units of each cause: (instructions of a wave without the loop's three, waves, findings).
GROWN = {"instructions": (1000, 0, 0), "waves": (0, 1, 0), "groups": (0, 1, 0), "memory": (0, 0, 0),
         "findings": (0, 0, 10)}


@pytest.mark.parametrize("cause", GROWN)
def test_times_ten_of_a_cause_is_ten_times_its_units(cause):
    growth = tool("growth")
    assert set(growth.CAUSES) == set(GROWN)
    cases = [growth.growth_case(cause, n) for n in (1, 10)]
    single, tenfold = (run_outcome(case, Model(recorded_waves=1)) for case in cases)
    assert (single.status, tenfold.status) == ("ok", "ok")
    instructions, waves, findings = GROWN[cause]
    if instructions:
        assert (single.instructions, tenfold.instructions) == (instructions, 10 * instructions)
    assert (tenfold.wave_count == 10 * single.wave_count) == bool(waves)
    for outcome, n in ((single, 1), (tenfold, 10)):
        errors = sum(f["kind"] == "error" for f in outcome.findings) + outcome.findings_dropped
        assert errors == findings * n
    if cause == "memory":                                # every store writes its own line
        for outcome, n in ((single, 1), (tenfold, 10)):
            words = memoryview(outcome.memory[0].data).cast("I")
            assert len(words) == 640 * n and all(word == 7 for word in words)
    if cause == "groups":
        assert [case["group"] for case in cases] == [[64, 1, 1]] * 2


def test_table_marks_superlinear_growth():
    growth = tool("growth")
    seconds = {cause: [1e-5, 1e-4, 1e-3, 1e-2] for cause in growth.CAUSES}
    assert "faster" not in growth.table(seconds)
    seconds["waves"] = [1e-5, 1e-4, 1e-3, 1.4e-2]
    lines = [line for line in growth.table(seconds).splitlines() if "grows faster than its cause" in line]
    assert len(lines) == 1 and lines[0].startswith("| waves |") and "1.40" in lines[0]


def test_plot_has_a_line_for_each_cause():
    from xml.etree import ElementTree
    growth = tool("growth")
    seconds = {cause: [10.0 ** (n - 6) for n in range(4)] for cause in growth.CAUSES}
    picture = ElementTree.fromstring(growth.plot(seconds))
    lines = [element.get("points").split() for element in picture.iter() if element.get("stroke-width") == "2"]
    assert len(lines) == len(growth.CAUSES) and all(len(points) == len(growth.TIMES) for points in lines)
    points = [tuple(map(float, point.split(","))) for point in lines[0]]
    steps = {(round(x - a), round(y - b)) for (a, b), (x, y) in zip(points, points[1:])}
    assert len(steps) == 1 and all(x > 0 > y for x, y in steps)         # cost is proportional to the cause


class FixedTarget:
    """A target that returns the given outcomes and takes no time."""
    child = None

    def __init__(self, *outcomes):
        self.outcomes = outcomes

    def run(self, plans):
        yield from self.outcomes


@pytest.mark.parametrize("outcome, message", [
    (Outcome(status="unsupported", operation="v_fma_f32"), "unsupported v_fma_f32"),
    (Outcome(status="crash", text="killed by signal 11"), "crash killed by signal 11"),
    (Outcome(status="ok", waves=[WaveRegisters({"s4": 8})]), "another result"),
])
def test_a_peer_with_a_different_result_has_no_rate(outcome, message):
    peers = tool("bench_peers")
    with pytest.raises(peers.PeerDiffers, match=message):
        peers.Peer(FixedTarget(outcome)).seconds([None], [({"s4": 7}, {})])


@pytest.mark.parametrize("index", [0, 1])
def test_peer_programs_run_the_counted_instructions(index):
    """A loop has BODY instructions and three more a turn; a case has ten instructions."""
    peers = tool("bench_peers")
    arch, model = (peers.OLDER, peers.NEWER)[index], Model()
    for name, texts in peers.LOOPS.items():
        outcomes = [model.run(peers.loop_plan(arch, peers.looped(arch, texts[index]), loops)) for loops in (2, 5)]
        assert [outcome.status for outcome in outcomes] == ["ok", "ok"] and not any(
            f["kind"] in ("error", "race") for f in outcomes[0].findings), (name, outcomes[0].findings)
        assert outcomes[1].instructions - outcomes[0].instructions == 3 * (peers.BODY + 3), name
        assert outcomes[0].waves[0].scalars["s20"] == 0
    ten = model.run(peers.loop_plan(arch, assemble(arch, peers.TEN[arch], peers.WAVES[arch]), 0))
    assert (ten.status, ten.instructions) == ("ok", 10)


def test_a_column_without_a_checkout_is_labelled(monkeypatch):
    peers = tool("bench_peers")
    monkeypatch.setattr(peers, "rates", lambda arch, spec: {"v_add_u32": 200.0 if spec == "model" else 5.0})
    monkeypatch.setattr(peers, "disassembly_rates", lambda arch: (10.0, 5.0))
    lines = peers.table(peers.OLDER, {"peer": "peer,checkout=x", "other": None}).splitlines()
    assert lines[2] == "| v_add_u32 | 200 | 5 (0.025 of the model) | no checkout | |"
    assert lines[3].endswith("| 5 (0.5 of the model) |") and len({line.count("|") for line in lines}) == 1


def test_processor_time_of_children_counts():
    """The time of a peer includes its process and the child processes."""
    import os
    import subprocess
    before = tool("bench_peers").process_seconds(os.getpid())
    subprocess.run([sys.executable, "-c", "x = sum(range(3_000_000))"], check=True)
    assert math.isfinite(before) and tool("bench_peers").process_seconds(os.getpid()) > before
