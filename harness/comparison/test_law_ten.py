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
EACH = 4                                             # of each batch, so that many settings occur
MODEL = Model()
EARLY = {"policy": "early"}
OTHERS = (
    {"policy": "late"},
    {"policy": "adversarial"},
    {"policy": "random", "seed": 5},
    {"policy": "random", "seed": 6, "schedule": "seeded"},
    {"policy": "late", "seed": 7, "schedule": "seeded"},
)
# Features of a program's skeleton by the instruction word that marks them, and the kinds of accesses that must occur.
MARKS = {"gfx906": {"barrier": 0xbf8a0000, "branch": 0xbf840000, "loop": 0xbf850000},
         "gfx1100": {"barrier": 0xbfbd0000, "branch": 0xbfa10000, "loop": 0xbfa20000}}
ACCESSES = ("load", "store", "atomic", "ds", "smem", "flat", "global", "mubuf", "mtbuf", "scratch")


def run_with_changes(plan, case_changes, model=MODEL):
    """Run the plan with other fields of its case: policy, seed or schedule."""
    return model.run(msgspec.structs.replace(plan, case=msgspec.structs.replace(plan.case, **case_changes)))


def comparison_ended(outcome):
    """Return whether comparison ended because an undefined value decided the path."""
    return any(finding["rule"] == "open.end" for finding in outcome.findings)


def differing_places(first, second):
    """Return the registers and bytes in which two outcomes differ although both are defined."""
    differences = []
    for number, (a, b) in enumerate(zip(first.waves, second.waves, strict=True)):
        differences += [(number, name) for name in a.scalars.keys() & b.scalars.keys()
                        if (a.scalars[name] ^ b.scalars[name])
                        and not (a.undefined_scalars.get(name) or b.undefined_scalars.get(name))]
        for n in a.vectors.keys() & b.vectors.keys():
            lanes = np.flatnonzero(np.asarray(a.vectors[n]) != np.asarray(b.vectors[n]))
            hidden = a.undefined_vectors.get(n, 0) | b.undefined_vectors.get(n, 0)
            differences += [(number, f"v{n}", int(lane)) for lane in lanes if not hidden >> int(lane) & 1]
    for a, b in zip(first.memory, second.memory, strict=True):
        hidden = [np.frombuffer(block.undefined or bytes(len(block.data)), np.uint8) for block in (a, b)]
        changed = np.frombuffer(a.data, np.uint8) ^ np.frombuffer(b.data, np.uint8)
        differences += [(a.name, int(offset)) for offset in np.flatnonzero(changed & ~(hidden[0] | hidden[1]))]
    return differences


def features_in_program(program) -> set[str]:
    """Return the skeleton features of MARKS in a program, layouts and verbs of its accesses, and its kind."""
    batch, code = program.batch, program.code
    words = np.frombuffer(code[:len(code) & ~3], np.uint32) & 0xffff0000
    templates = [batch.bank.templates[batch.rows[n]] for n in program.included]
    marked = [feature for feature, word in MARKS[batch.options.arch].items() if (words == word).any()]
    return {batch.setting.kind, *marked,
            *(word for template in templates if template.verb for word in (template.kind, template.verb))}


def plan_of_several_groups(program):
    """Return the plan of a program of several waves as a kernel of several groups.

    A group has one or two of the waves, with their state and memory. A careless program becomes two equal groups, so
    that they conflict in memory. Return None if the program has one wave or uses scratch, or if the wrapper lacks
    registers."""
    setting, plan = program.batch.setting, program_plan(program)
    if setting.waves == 1 or setting.scratch:
        return None
    if program.batch.options.careless:
        changes = {"grid": (2 * plan.grid[0], 1, 1), "wave_states": [*plan.wave_states, *plan.wave_states]}
    else:
        changes = {"group": (setting.wave * (2 if setting.waves == 4 else 1), 1, 1)}
    try:
        return wrap(msgspec.structs.replace(plan, lds_bytes=b"", **changes)).plan
    except CannotWrap:                               # it uses the registers that the wrapper needs
        return None


def check(program, counts, model=MODEL):
    """Check one program under every policy and schedule, and as several groups; add its features to `counts`."""
    careless = "careless " if program.batch.options.careless else ""
    result = check_invariant(program_plan(program), counts, model)
    counts.update(["programs", careless + result])
    if result == "held":
        counts.update(features_in_program(program))
    if (plan := plan_of_several_groups(program)) is not None:
        result = check_invariant(plan, counts, model)
        counts.update([f"as groups, {careless}{result}"])
        if result == "held":
            counts.update({f"as groups, {feature}" for feature in features_in_program(program) & {"store", "barrier"}})


def check_invariant(plan, counts, model):
    """Check that a legal program leaves the same bits in all runs. Return held, illegal or ended; `counts` gets
    the number of compared bits."""
    first = run_with_changes(plan, EARLY, model)
    if first.status != "ok" or broken_rules(first.findings):
        return "illegal"
    if comparison_ended(first):
        return "ended"
    for changes in OTHERS:
        other = run_with_changes(plan, changes, model)
        assert (other.status, broken_rules(other.findings), differing_places(first, other)[:4]) == ("ok", [], []), (
            changes, plan.case.name, plan.arch, plan.code.hex())
    compared, _ = first.compared()
    counts["bits"] += compared
    return "held"


def test_legal_programs_have_one_result_under_every_policy_and_schedule():
    seen = Counter()

    # Hypothesis seeds the draws with the text of this function.
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
    compared = seen["held"] + seen["careless held"]
    assert compared > 0.75 * PROGRAMS and seen["bits"] > 1000 * compared, seen
    if PROGRAMS >= 200:
        required = (*KINDS, *ACCESSES, "barrier", "branch", "loop", "careless held", "as groups, store")
        assert [feature for feature in required if not seen[feature] and feature != "groups"] == [], seen


def test_differences_in_defined_bits_are_found():
    """Defined bits differ in a register and in memory."""
    batch = ProgramBatch(Options("gfx1100", seed=2, length=(4, 9)), 3, program_coverage.empty_coverage("gfx1100"))
    first, other = (run_with_changes(program_plan(program), EARLY) for program in batch.programs[:2])
    assert differing_places(first, first) == [] and differing_places(first, other)


def test_a_model_without_races_between_groups_violates_the_invariant():
    blind, counts = curated_faults.faulty_model("groups-unwatched"), Counter()
    options = Options("gfx906", seed=11, length=(1, 60), careless=True)
    batches = (ProgramBatch(options, number, program_coverage.empty_coverage("gfx906")) for number in range(1, 80))
    with pytest.raises(AssertionError):
        for batch in batches:
            for program in batch.programs[::16] if batch.setting.kind == "waves" else ():
                check(program, counts, blind)
