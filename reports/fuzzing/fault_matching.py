"""Find the known faults that reproduce a target's results in a shrunk program and in programs near it.

Programs near it are the same program with other initial states, and short programs made of its operations.  A fault is
ruled out if it would change the result of a program that passes."""
from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from ...generators.instructions.case_sampler import all_forms
from ...generators.programs import instruction_templates as templates, program_coverage
from ...generators.programs.program_settings import Options
from ...generators.programs.random_programs import ProgramBatch
from ...harness.comparison import differential
from ...harness.comparison.program_differential import TrialRunner
from ...harness.execution.outcome import HARNESS_FAILURES, Outcome
from ...harness.execution.program_plans import program_case
from ..diagnosis import diagnose, faults
from ..diagnosis.faults import Held, Match
from ..diagnosis.listing import wave_of
from ..diagnosis.reduce import listing

STATE_COUNT = 32                                     # other states of the program
PROGRAM_LENGTH = 1, 4                                # instructions of a short program
SCALAR_VALUES = 0, 1, 2, 5, 0x80000000, 0xFFFFFFFF, 0x3F800000, 0xC0490FDB


def matching_faults(target, options: Options, case: dict, pair, dictionary) -> list[Match]:
    """The faults that reproduce the target's results in a failing case and contradict no program near it.

    Of these, only the faults that explain most failures near the case, and then in other programs, are returned.  The
    list is empty if several faults explain the case and there is no program near it.  `pair`: results of the case on
    model and target."""
    keys = {match.key for match in diagnose.explain_suite(target, pair, dictionary)}
    entries = [entry for entry in dictionary.entries.values() if entry.key in keys]
    near, far = [], []
    if len(entries) > 1 and pair.target.status not in HARNESS_FAILURES:          # more programs may each time out
        near = run_cases(target, [*state_variants(case), *short_programs(target, options, operation_names(case))])
        far = run_cases(target, short_programs(target, options))
    passing = [other for other in far if other.comparison.verdict == "pass"]
    evidence = Held([diagnose.seen_of(target, other) for other in [pair, *near, *passing]], target.choices)
    matches = [match for match in faults.matches(entries, dictionary.library, evidence)
               if all(match.covers.get(unit) == evidence.every(unit) for unit in evidence.of_case.get(0, ()))]
    matches = best_matches(matches, {match.key: explained_waves(match, evidence) for match in matches})
    failing = [diagnose.seen_of(target, other) for other in far if other.comparison.verdict == "fail"]
    if len(matches) > 1 and failing:
        evidence = Held(failing, target.choices)
        matched_keys = {match.key for match in matches}
        matched_entries = [entry for entry in entries if entry.key in matched_keys]
        matches = best_matches(matches, {match.key: explained_waves(match, evidence) for match in
                                         faults.matches(matched_entries, dictionary.library, evidence)})
    return matches if near or len({match.cause for match in matches}) == 1 else []


def explained_waves(match: Match, evidence: Held) -> int:
    """The number of failing waves that a fault explains completely."""
    return sum(bits == evidence.every(unit) for unit, bits in match.covers.items())


def best_matches(matches: list[Match], explained: dict[str, int]) -> list[Match]:
    """The matches that explain most.  `explained`: {key of the fault: number of explained waves}."""
    best = max(explained.values(), default=0)
    return [match for match in matches if explained.get(match.key, 0) == best]


def run_cases(target, cases) -> list[differential.Pair]:
    """Run the cases on model and target. Return the pairs of results with verdict pass or fail."""
    return [pair for pair in differential.pair_up(target, list(cases))
            if not isinstance(pair, Outcome) and pair.comparison.verdict in ("pass", "fail")]


def operation_names(case: dict) -> set[str]:
    """The mnemonics of the case as its disassembly has them."""
    return {half.split()[0] for _, text in listing(case) for half in text.split(" :: ")}


def state_variants(case: dict) -> Iterator[dict]:
    """Variants of the case with other values in its initial state."""
    random_source = random.Random(1)
    state = case.get("state") or {}
    for _ in range(STATE_COUNT if state else 0):
        yield case | {"state": state | {name: random_value(random_source, case, name, value)
                                        for name, value in state.items()
                                        if name != "mode" and random_source.random() < 0.7}}


def random_value(random_source: random.Random, case: dict, name: str, value):
    """Another value for a register of the initial state.  `value`: its current value, which determines the type."""
    lanes = wave_of(case)
    if name == "scc":
        return random_source.getrandbits(1)
    if name in ("exec", "vcc"):
        return random_source.getrandbits(lanes) | 1 << random_source.randrange(lanes)
    if isinstance(value, list) or name[0] == "v" and name[1:].isdigit():
        return [random_value(random_source, case, "s0", 0) for _ in range(lanes)]
    return random_source.choice([random_source.choice(SCALAR_VALUES), random_source.getrandbits(32)])


def short_programs(target, options: Options, mnemonics: set[str] | None = None) -> Iterator[dict]:
    """Short random programs made of these operations (None: of any operations), as cases."""
    allowed, forms = options.forms, all_forms(options.arch)
    selected = tuple(n for n in (range(len(forms)) if allowed is None else allowed)
                     if (mnemonics is None or forms[n].mnemonic in mnemonics)
                     and templates.exclusion_reason(forms[n]) is None)
    if not selected:
        return
    batch = ProgramBatch(replace(options, forms=selected, length=PROGRAM_LENGTH, careless=False), 0,
                  program_coverage.empty_coverage(options.arch))
    for trial in TrialRunner(target).run_reference_batch(batch):
        if not trial.verdict:
            yield program_case(trial.stream, trial.full_plan)
