"""Law 10 (docs/architecture.md) over streams: loads, stores, LDS, scalar memory, FLAT, buffers, branches, loops,
barriers, several waves and groups.  What breaks no rule leaves the same closed bits under every policy and schedule.

The everyday run holds 200 programs to it; ASSAY_PROGRAMS=20000 says how many else:

    ASSAY_PROGRAMS=20000 .venv/bin/python -m pytest harness/test_law_ten.py -s"""
import dataclasses
import os
from collections import Counter

import msgspec
import numpy as np
from hypothesis import HealthCheck, Phase, given, settings, strategies as st

from ..generators.streams import coverage
from ..generators.streams.settings import KINDS, Options
from ..generators.streams.streams import SHEET, Sheet
from ..spec import CERTIFIED
from .run import Model
from .streams import plan_of
from .trials import broken

PROGRAMS = int(os.environ.get("ASSAY_PROGRAMS", "200"))
EACH = 4                                             # programs of a sheet, so that many settings come
MODEL = Model()
EARLY = {"policy": "early"}
OTHERS = (
    {"policy": "late"},
    {"policy": "adversarial"},
    {"policy": "random", "seed": 5},
    {"policy": "random", "seed": 6, "schedule": "seeded"},
    {"policy": "late", "seed": 7, "schedule": "seeded"},
)
# What the programs hold, by the word of a mnemonic.
MARKS = {"gfx906": {"barrier": 0xbf8a0000, "branch": 0xbf840000, "loop": 0xbf850000},
         "gfx1100": {"barrier": 0xbfbd0000, "branch": 0xbfa10000, "loop": 0xbfa20000}}


def run(plan, keys):
    """The plan under another policy, seed or schedule."""
    return MODEL.run(dataclasses.replace(plan, case=msgspec.structs.replace(plan.case, **keys)))


def ended(outcome):
    """Comparison ended where an open value decided something."""
    return any(one["rule"] == "open.end" for one in outcome.findings)


def apart(first, second):
    """Where two outcomes differ although neither is open there."""
    found = []
    for number, (a, b) in enumerate(zip(first.waves, second.waves, strict=True)):
        found += [(number, name) for name in a.scalars.keys() & b.scalars.keys() if (a.scalars[name] ^ b.scalars[name])
                  and not (a.open_scalars.get(name) or b.open_scalars.get(name))]
        for n in a.vectors.keys() & b.vectors.keys():
            lanes = np.flatnonzero(np.asarray(a.vectors[n]) != np.asarray(b.vectors[n]))
            hidden = a.open_vectors.get(n, 0) | b.open_vectors.get(n, 0)
            found += [(number, f"v{n}", int(lane)) for lane in lanes if not hidden >> int(lane) & 1]
    for a, b in zip(first.memory, second.memory, strict=True):
        hidden = [np.frombuffer(one.open or bytes(len(one.data)), np.uint8) for one in (a, b)]
        changed = np.frombuffer(a.data, np.uint8) ^ np.frombuffer(b.data, np.uint8)
        found += [(a.name, int(at)) for at in np.flatnonzero(changed & ~(hidden[0] | hidden[1]))]
    return found


def marks(arch, code):
    """Which of MARKS stand in the code."""
    words = np.frombuffer(code[:len(code) & ~3], np.uint32) & 0xffff0000
    return {what for what, word in MARKS[arch].items() if (words == word).any()}


def check(stream, seen):
    """One program under every policy and schedule."""
    plan = plan_of(stream)
    first = run(plan, EARLY)
    seen["programs"] += 1
    if first.status != "ok" or broken(first.findings):
        seen["illegal"] += 1
        return
    if ended(first):
        seen["ended"] += 1
        return
    for keys in OTHERS:
        other = run(plan, keys)
        assert (other.status, broken(other.findings), apart(first, other)[:4]) == ("ok", [], []), (
            keys, stream.sheet.options, stream.number, stream.code.hex())
    compared, _ = first.compared()
    seen["bits"] += compared
    seen["held"] += 1
    seen.update([stream.sheet.setting.kind, *marks(stream.sheet.options.arch, stream.code)])


def test_what_breaks_no_rule_is_the_same_under_every_policy_and_schedule():
    seen = Counter()

    @settings(max_examples=-(-PROGRAMS // EACH), phases=[Phase.generate], deadline=None, derandomize=True,
              database=None, suppress_health_check=list(HealthCheck))
    @given(st.sampled_from(sorted(CERTIFIED)), st.integers(1, 1 << 20), st.integers(0, 255), st.integers(0, SHEET - 1))
    def law_ten(arch, seed, number, at):
        sheet = Sheet(Options(arch, seed=seed, length=(1, 60)), number, coverage.nothing(arch))
        for n in range(EACH):
            check(sheet.streams[(at + n * (SHEET // EACH)) % SHEET], seen)
    law_ten()
    print(dict(seen))
    assert seen["held"] > 0.75 * PROGRAMS and seen["bits"] > 1000 * seen["held"], seen
    if PROGRAMS >= 200:
        assert all(seen[what] for what in (*KINDS, "barrier", "branch", "loop")), seen


def test_a_difference_is_seen():
    """Bits that are not open, in a register and in memory."""
    sheet = Sheet(Options("gfx1100", seed=2, length=(4, 9)), 3, coverage.nothing("gfx1100"))
    first, other = (run(plan_of(one), EARLY) for one in sheet.streams[:2])
    assert apart(first, first) == [] and apart(first, other)
