"""Invariant 10 over generated programs: a legal program has equal results under every policy and schedule. A missing
wait is reported or has no effect."""
import random

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings, strategies as st

from ...harness.comparison.case_run import run_outcome
from ..values.value_sources import RandomRows
from . import hypothesis_strategies as strategies, program_edits, straight_line

ARCHS = ("gfx906", "gfx1100")
EXAMPLES = settings(
    max_examples=40, phases=[Phase.generate], deadline=None, derandomize=True, database=None,
    suppress_health_check=list(HealthCheck),
)
POLICIES = (
    {"policy": "late"},
    {"policy": "random", "seed": 1},
    {"policy": "random", "seed": 77},
    {"policy": "adversarial"},
)


def error_rules(outcome):
    """Return the rules of the errors and races in an outcome, sorted."""
    return sorted(f["rule"] for f in outcome.findings if f["kind"] in ("error", "race"))


def ended_at_undefined_value(outcome):
    """True if the comparison ended because control flow or an address depended on an undefined value."""
    return any(f["rule"] == "open.end" for f in outcome.findings)


def defined_values(outcome):
    """Return {location: value} of registers, memory and LDS without undefined bits; bytes of memory are masked."""
    values = {}
    for number, wave in enumerate(outcome.waves):
        for name, value in wave.scalars.items():
            if not wave.undefined_scalars.get(name):
                values[number, name] = value
        for n, row in wave.vectors.items():
            undefined = wave.undefined_vectors.get(n, 0)
            values |= {(number, f"v{n}", lane): v for lane, v in enumerate(row.tolist()) if not undefined >> lane & 1}
    for region in outcome.memory:
        mask = region.undefined or bytes(len(region.data))
        values[region.name] = bytes(b & ~m & 255 for b, m in zip(region.data, mask))
    return values


def differing_values(first, second):
    """Return the locations that are defined in both outcomes and differ."""
    a, b = defined_values(first), defined_values(second)
    return [key for key in a.keys() & b.keys() if a[key] != b[key]]


@pytest.mark.parametrize("arch", ARCHS)
def test_legal_programs_do_not_depend_on_the_policy(arch):
    seen = {"compared": 0, "steps": 0, "accesses": 0}

    @EXAMPLES
    @given(strategies.straight_line_programs(arch=arch))
    def check(program):
        if not program.steps:
            return
        early = run_outcome(program.case(policy="early"))
        assert early.status == "ok" and not error_rules(early), (error_rules(early), early.text)
        if ended_at_undefined_value(early):
            return
        for keys in POLICIES:
            other = run_outcome(program.case(**keys))
            assert (other.status, error_rules(other), differing_values(early, other)[:4]) == ("ok", [], []), (
                keys,
                repr(program),
                program.code().hex(),
            )
        seen["compared"] += early.compared()[0]
        seen["steps"] += len(program.steps)
        seen["accesses"] += sum(step.instruction.form.op.memory is not None for step in program.steps)
    check()
    assert seen["compared"] > 1_000_000 and seen["steps"] > 200 and seen["accesses"] > 25, seen


def test_programs_of_direct_loads_are_legal(monkeypatch):
    """Direct loads are rare and have special rules: for M0, for EXPcnt and for earlier uses of the register (RDNA3 ISA,
    12.2)."""
    plain, memory = straight_line.usable_forms("gfx1100")
    direct = tuple(form for form in plain if form.layout == "ldsdir")
    chosen = direct * 20 + tuple(form for form in plain if form.layout in ("vop1", "vop2", "sop2"))[::4]
    monkeypatch.setattr(straight_line, "usable_forms", lambda arch: (chosen, memory))
    seen = set()
    for seed in range(150):
        rng = random.Random(seed)
        program = straight_line.draw_program(rng, "gfx1100", rng.choice((32, 64)), RandomRows(rng), 20)
        early = run_outcome(program.case(policy="early"))
        assert early.status == "ok" and not error_rules(early), (seed, early.findings[0]["text"], repr(program))
        late = run_outcome(program.case(policy="late"))
        assert ended_at_undefined_value(early) or (error_rules(late), differing_values(early, late)) == ([], []), (
            seed,
            repr(program),
        )
        seen |= {step.instruction.form.op.name for step in program.steps}
    assert {form.op.name for form in direct} <= seen and len(direct) == 2


@pytest.mark.parametrize("arch", ARCHS)
def test_waves_do_not_depend_on_the_schedule(arch):
    @EXAMPLES
    @given(strategies.straight_line_programs(arch=arch, loads_only=True), st.integers(0, 1 << 20))
    def check(program, seed):
        if not program.steps:
            return
        waves = {"group": [2 * program.wave, 1, 1], "waves": [{}, {"s0": 5}]}
        program.state.pop("s0", None)
        first = run_outcome(program.case(**waves))
        other = run_outcome(program.case(**waves, schedule="seeded", seed=seed, policy="random"))
        assert first.status == other.status == "ok" and error_rules(first) == error_rules(other) == []
        assert ended_at_undefined_value(first) or differing_values(first, other) == []
    check()


@pytest.mark.parametrize("arch", ARCHS)
def test_missing_waits_are_reported_or_have_no_effect(arch):
    """Without one of its waits a program is either reported, the same under every policy, or still waited for by a
    later wait."""
    reported = []
    for seed in range(100):
        rng = random.Random(seed)
        program = straight_line.draw_program(rng, arch, 64, RandomRows(rng), 20)
        waits = program_edits.count_waits(program)
        if not waits:
            continue
        mutant = program_edits.without_wait(program, rng.randrange(waits))
        outcomes = [run_outcome(mutant.case(**keys)) for keys in ({"policy": "early"}, *POLICIES)]
        reported.append(bool(error_rules(outcomes[0])))
        if not any(map(ended_at_undefined_value, outcomes)):
            assert len({tuple(error_rules(o)) for o in outcomes}) == 1, seed
        if not error_rules(outcomes[0]) and not ended_at_undefined_value(outcomes[0]):
            assert all(differing_values(outcomes[0], other) == [] for other in outcomes[1:]), seed
    assert sum(reported) >= 5, "dropping waits must lead to findings"


def test_failing_programs_shrink(monkeypatch):
    """A failing program with a missing wait shrinks to two loads into the first register. Three forms suffice to find a
    failing program soon."""
    few = ("s_mov_b32", "v_mov_b32_e32", "s_load_b32")
    pools = [tuple(form for form in pool if form.mnemonic in few) for pool in straight_line.usable_forms("gfx1100")]
    monkeypatch.setattr(straight_line, "usable_forms", lambda arch: pools)

    def interesting(program):
        waits = program_edits.count_waits(program)
        return any(error_rules(run_outcome(program_edits.without_wait(program, n).case())) for n in range(waits))
    small = find(
        strategies.straight_line_programs(arch="gfx1100", max_length=4),
        interesting,
        settings=settings(
            max_examples=500, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
        ),
    )
    assert [(step.wait, step.instruction.text) for step in small.steps] == [
        (False, "s_load_b32 s0, s[36:37], null"), (True, "s_load_b32 s0, s[40:41], null")]


@pytest.mark.parametrize("strategy", [strategies.instructions, strategies.straight_line_programs])
def test_failing_example_is_printed_as_a_listing(strategy):
    """Hypothesis prints the repr(), not every field of the dataclasses."""
    @settings(max_examples=1, database=None, derandomize=True, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))
    @given(strategy(arch="gfx906"))
    def fails(example):
        raise AssertionError(repr(example))
    with pytest.raises(AssertionError) as error:
        fails()
    notes = "\n".join(error.value.__notes__)
    assert str(error.value).startswith("<gfx906 wave64: ") and str(error.value) in notes and "Form(" not in notes


@pytest.mark.parametrize("arch", ARCHS)
def test_removing_a_step_leaves_a_program(arch):
    rng = random.Random(8)
    program = straight_line.draw_program(rng, arch, 64, RandomRows(rng), 30)
    shorter_program = program_edits.without_step(program, len(program.steps) // 2)
    assert len(shorter_program.steps) == len(program.steps) - 1 and len(program.code()) > len(shorter_program.code())
    bare = program_edits.without_nops(program)
    assert all(step.nops == 0 for step in bare.steps) and (arch == "gfx1100" or len(bare.code()) < len(program.code()))
