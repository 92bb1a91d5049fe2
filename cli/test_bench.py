"""tools/growth.py and tools/bench_peers.py: what they count is what runs; a peer that does something else is told by
its words, not by a rate."""
import importlib.util
import math
import sys
from functools import cache

import pytest

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")

from ..harness.case.assembler import assemble
from ..harness.execution.model_run import Model, run_outcome
from ..harness.execution.outcome import Outcome, Wave
from ..model.build import ROOT

pytestmark = pytest.mark.skipif(not (ROOT / "tools/growth.py").exists(), reason="a wheel has no tools")


@cache
def tool(name):
    """A tool as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# What times 10 is ten times: (instructions of a wave beside the loop's three, waves, findings) a time.
GROWN = {"instructions": (1000, 0, 0), "waves": (0, 1, 0), "groups": (0, 1, 0), "memory": (0, 0, 0),
         "findings": (0, 0, 10)}


@pytest.mark.parametrize("cause", GROWN)
def test_a_cause_grows_as_it_says(cause):
    growth = tool("growth")
    assert set(growth.CAUSES) == set(GROWN)
    cases = [growth.case_of(cause, n) for n in (1, 10)]
    few, many = (run_outcome(case, Model(kept=1)) for case in cases)
    assert (few.status, many.status) == ("ok", "ok")
    instructions, waves, findings = GROWN[cause]
    if instructions:
        assert (few.instructions, many.instructions) == (instructions, 10 * instructions)
    assert (many.wave_count == 10 * few.wave_count) == bool(waves)
    for one, n in ((few, 1), (many, 10)):
        found = sum(f["kind"] == "error" for f in one.findings) + one.findings_dropped
        assert found == findings * n
    if cause == "memory":                                # each store is a line of its own, and all of them are there
        for one, n in ((few, 1), (many, 10)):
            words = memoryview(one.memory[0].data).cast("I")
            assert len(words) == 640 * n and all(word == 7 for word in words)
    if cause == "groups":
        assert [case["group"] for case in cases] == [[64, 1, 1]] * 2


def test_the_table_marks_what_grows_faster_than_its_cause():
    growth = tool("growth")
    found = {cause: [1e-5, 1e-4, 1e-3, 1e-2] for cause in growth.CAUSES}
    assert "faster" not in growth.table(found)
    found["waves"] = [1e-5, 1e-4, 1e-3, 1.4e-2]
    lines = [line for line in growth.table(found).splitlines() if "grows faster than its cause" in line]
    assert len(lines) == 1 and lines[0].startswith("| waves |") and "1.40" in lines[0]


def test_the_plot_has_a_line_of_each_cause():
    from xml.etree import ElementTree
    growth = tool("growth")
    found = {cause: [10.0 ** (n - 6) for n in range(4)] for cause in growth.CAUSES}
    picture = ElementTree.fromstring(growth.plot(found))
    lines = [one.get("points").split() for one in picture.iter() if one.get("stroke-width") == "2"]
    assert len(lines) == len(growth.CAUSES) and all(len(points) == len(growth.TIMES) for points in lines)
    points = [tuple(map(float, point.split(","))) for point in lines[0]]
    steps = {(round(x - a), round(y - b)) for (a, b), (x, y) in zip(points, points[1:])}
    assert len(steps) == 1 and all(x > 0 > y for x, y in steps)         # ten times the cost, ten times the cause


class Told:
    """A target that gives these outcomes and costs nothing."""
    child = None

    def __init__(self, *outcomes):
        self.outcomes = outcomes

    def run(self, plans):
        yield from self.outcomes


@pytest.mark.parametrize("outcome, said", [
    (Outcome(status="unsupported", operation="v_fma_f32"), "unsupported v_fma_f32"),
    (Outcome(status="crash", text="killed by signal 11"), "crash killed by signal 11"),
    (Outcome(status="ok", waves=[Wave({"s4": 8})]), "another result"),
])
def test_a_peer_that_does_something_else_has_no_rate(outcome, said):
    peers = tool("bench_peers")
    with pytest.raises(peers.Otherwise, match=said):
        peers.Peer(Told(outcome)).seconds([None], [({"s4": 7}, {})])


@pytest.mark.parametrize("which", [0, 1])
def test_the_programs_of_peers_run_as_long_as_they_are_counted(which):
    """A loop is BODY instructions and three, so many times, and the end; ten instructions are ten."""
    peers = tool("bench_peers")
    arch, model = (peers.OLDER, peers.NEWER)[which], Model()
    for name, texts in peers.LOOPS.items():
        done = [model.run(peers.case_of(arch, peers.looped(arch, texts[which]), loops)) for loops in (2, 5)]
        assert [one.status for one in done] == ["ok", "ok"] and not any(
            f["kind"] in ("error", "race") for f in done[0].findings), (name, done[0].findings)
        assert done[1].instructions - done[0].instructions == 3 * (peers.BODY + 3), name
        assert done[0].waves[0].scalars["s20"] == 0
    ten = model.run(peers.case_of(arch, assemble(arch, peers.TEN[arch], peers.WAVES[arch]), 0))
    assert (ten.status, ten.instructions) == ("ok", 10)


def test_a_column_without_a_checkout_says_so(monkeypatch):
    peers = tool("bench_peers")
    monkeypatch.setattr(peers, "rates", lambda arch, spec: {"v_add_u32": 200.0 if spec == "model" else 5.0})
    monkeypatch.setattr(peers, "texts", lambda arch: (10.0, 5.0))
    lines = peers.table(peers.OLDER, {"one": "one,checkout=x", "other": None}).splitlines()
    assert lines[2] == "| v_add_u32 | 200 | 5 (0.025 of the model) | no checkout named | |"
    assert lines[3].endswith("| 5 (0.5 of the model) |") and len({line.count("|") for line in lines}) == 1


def test_processor_time_of_children_counts():
    """A peer's time is that of its process and of those it starts."""
    import os
    import subprocess
    before = tool("bench_peers").spent(os.getpid())
    subprocess.run([sys.executable, "-c", "x = sum(range(3_000_000))"], check=True)
    assert math.isfinite(before) and tool("bench_peers").spent(os.getpid()) > before
