"""Invariant 10 (docs/architecture.md) over random programs: a program that breaks no rule leaves the same defined bits
under every policy and schedule. A quarter of the programs lack a quarter of their waits. Programs of several waves run
again as several groups, each with its own memory; those that lack waits share memory.

By default 200 programs are tested; ASSAY_PROGRAMS sets another number:

    ASSAY_PROGRAMS=20000 .venv/bin/python -m pytest harness/comparison/test_law_ten.py -s"""
import os
from collections import Counter

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings, strategies as st

from ...generators.programs import program_coverage
from ...generators.programs.program_settings import KINDS, Options
from ...generators.programs.random_programs import PROGRAMS_PER_BATCH, ProgramBatch
from ...spec import CERTIFIED
from ..execution.model_run import Model
from ..execution.program_plans import program_plan
from ..faults import curated_faults
from ..kernel_wrapper.wrap import CannotWrap, wrap
from .program_differential import broken_rules

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
# Parts of a program's skeleton by the instruction word that marks them, and the kinds of accesses that must occur.
MARKS = {"gfx906": {"barrier": 0xbf8a0000, "branch": 0xbf840000, "loop": 0xbf850000},
         "gfx1100": {"barrier": 0xbfbd0000, "branch": 0xbfa10000, "loop": 0xbfa20000}}
ACCESSES = ("load", "store", "atomic", "ds", "smem", "flat", "global", "mubuf", "mtbuf", "scratch")


def run(plan, keys, model=MODEL):
    """Run the plan under another policy, seed or schedule."""
    return model.run(msgspec.structs.replace(plan, case=msgspec.structs.replace(plan.case, **keys)))


def comparison_ended(outcome):
    """Did comparison end because an undefined value decided the path?"""
    return any(one["rule"] == "open.end" for one in outcome.findings)


def differing_places(first, second):
    """Return the registers and bytes in which two outcomes differ although both are defined."""
    found = []
    for number, (a, b) in enumerate(zip(first.waves, second.waves, strict=True)):
        found += [(number, name) for name in a.scalars.keys() & b.scalars.keys() if (a.scalars[name] ^ b.scalars[name])
                  and not (a.undefined_scalars.get(name) or b.undefined_scalars.get(name))]
        for n in a.vectors.keys() & b.vectors.keys():
            lanes = np.flatnonzero(np.asarray(a.vectors[n]) != np.asarray(b.vectors[n]))
            hidden = a.undefined_vectors.get(n, 0) | b.undefined_vectors.get(n, 0)
            found += [(number, f"v{n}", int(lane)) for lane in lanes if not hidden >> int(lane) & 1]
    for a, b in zip(first.memory, second.memory, strict=True):
        hidden = [np.frombuffer(one.undefined or bytes(len(one.data)), np.uint8) for one in (a, b)]
        changed = np.frombuffer(a.data, np.uint8) ^ np.frombuffer(b.data, np.uint8)
        found += [(a.name, int(at)) for at in np.flatnonzero(changed & ~(hidden[0] | hidden[1]))]
    return found


def program_parts(stream):
    """Return the parts of MARKS in a program, layouts and verbs of its accesses, and its kind."""
    sheet, code = stream.batch, stream.code
    words = np.frombuffer(code[:len(code) & ~3], np.uint32) & 0xffff0000
    held = [sheet.bank.templates[sheet.rows[at]] for at in stream.included]
    return {sheet.setting.kind, *(what for what, word in MARKS[sheet.options.arch].items() if (words == word).any()),
            *(word for made in held if made.verb for word in (made.kind, made.verb))}


def as_groups(stream):
    """The plan of a stream of several waves as a kernel of several groups, each of one wave or two that have the state
    and the memory which they have within one group; of a careless one two groups like the one, so that they meet in
    memory.  None of other streams, and where no kernel can be made."""
    setting, plan = stream.batch.setting, program_plan(stream)
    if setting.waves == 1 or setting.scratch:
        return None
    if stream.batch.options.careless:
        keys = {"grid": (2 * plan.grid[0], 1, 1), "wave_states": [*plan.wave_states, *plan.wave_states]}
    else:
        keys = {"group": (setting.wave * (2 if setting.waves == 4 else 1), 1, 1)}
    try:
        return wrap(msgspec.structs.replace(plan, lds_bytes=b"", **keys)).plan
    except CannotWrap:                               # it uses the registers that the wrapper needs
        return None


def check(stream, seen, model=MODEL):
    """Check one program under every policy and schedule, and as several groups; count what occurred in `seen`."""
    careless = "careless " if stream.batch.options.careless else ""
    became = check_invariant(program_plan(stream), seen, model)
    seen.update(["programs", careless + became])
    if became == "held":
        seen.update(program_parts(stream))
    if (plan := as_groups(stream)) is not None:
        became = check_invariant(plan, seen, model)
        seen.update([f"as groups, {careless}{became}"])
        if became == "held":
            seen.update({f"as groups, {what}" for what in program_parts(stream) & {"store", "barrier"}})


def check_invariant(plan, seen, model):
    """Check that a legal program leaves the same bits in all runs. Return held, illegal or ended; `seen` counts the
    compared bits."""
    first = run(plan, EARLY, model)
    if first.status != "ok" or broken_rules(first.findings):
        return "illegal"
    if comparison_ended(first):
        return "ended"
    for keys in OTHERS:
        other = run(plan, keys, model)
        assert (other.status, broken_rules(other.findings), differing_places(first, other)[:4]) == ("ok", [], []), (
            keys, plan.case.name, plan.arch, plan.code.hex())
    compared, _ = first.compared()
    seen["bits"] += compared
    return "held"


def test_legal_programs_have_one_result_under_every_policy_and_schedule():
    seen = Counter()

    @settings(max_examples=-(-PROGRAMS // EACH), phases=[Phase.generate], deadline=None, derandomize=True,
              database=None, suppress_health_check=list(HealthCheck))
    @given(
        st.sampled_from(sorted(CERTIFIED)),
        st.integers(1, 1 << 20),
        st.integers(0, 255),
        st.integers(0, PROGRAMS_PER_BATCH - 1),
        st.sampled_from((False, False, False, True)),
    )
    def check_programs(arch, seed, number, at, careless):
        options = Options(arch, seed=seed, length=(1, 60), careless=careless)
        sheet = ProgramBatch(options, number, program_coverage.empty_coverage(arch))
        for n in range(EACH):
            check(sheet.programs[(at + n * (PROGRAMS_PER_BATCH // EACH)) % PROGRAMS_PER_BATCH], seen)
    check_programs()
    print(dict(seen))
    kept = seen["held"] + seen["careless held"]
    assert kept > 0.75 * PROGRAMS and seen["bits"] > 1000 * kept, seen
    if PROGRAMS >= 200:
        wanted = (*KINDS, *ACCESSES, "barrier", "branch", "loop", "careless held", "as groups, store")
        assert [what for what in wanted if not seen[what] and what != "groups"] == [], seen


def test_differences_in_defined_bits_are_found():
    """Defined bits differ in a register and in memory."""
    sheet = ProgramBatch(Options("gfx1100", seed=2, length=(4, 9)), 3, program_coverage.empty_coverage("gfx1100"))
    first, other = (run(program_plan(one), EARLY) for one in sheet.programs[:2])
    assert differing_places(first, first) == [] and differing_places(first, other)


def test_a_model_without_races_between_groups_violates_the_invariant():
    blind, seen = curated_faults.faulty_model("groups-unwatched"), Counter()
    options = Options("gfx906", seed=11, length=(1, 60), careless=True)
    sheets = (ProgramBatch(options, number, program_coverage.empty_coverage("gfx906")) for number in range(1, 80))
    with pytest.raises(AssertionError):
        for sheet in sheets:
            for stream in sheet.programs[::16] if sheet.setting.kind == "waves" else ():
                check(stream, seen, blind)
