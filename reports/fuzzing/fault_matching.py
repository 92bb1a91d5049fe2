"""Which deliberate faults explain a program that was made small, and the programs near it: itself from other states,
and those of its operations; and contradict none that passes of whatever operations."""
from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from ...generators.instructions.case_sampler import forms_of
from ...generators.programs import program_coverage as coverage, instruction_templates as templates
from ...generators.programs.program_settings import Options
from ...generators.programs.random_programs import Sheet
from ...harness.comparison import differential
from ...harness.comparison.program_differential import TrialRunner
from ...harness.execution.outcome import HARNESS_FAILURES, Outcome
from ...harness.execution.program_plans import case_of
from ..diagnosis import diagnose, faults
from ..diagnosis.faults import Held, Match
from ..diagnosis.listing import wave_of
from ..diagnosis.reduce import listing

STATES = 32                                          # other states of the program
LENGTH = 1, 4                                        # of programs of its operations
VALUES = 0, 1, 2, 5, 0x80000000, 0xFFFFFFFF, 0x3F800000, 0xC0490FDB


def explaining(target, options: Options, case: dict, pair, dictionary) -> list[Match]:
    """The faults that explain all of what the program gives, and depart from the model in none of those near it where
    the target does not; of these the ones that explain most of what fails near it, and then elsewhere.  None where
    several explain the program and nothing is near."""
    alone = {one.key for one in diagnose.explain_suite(target, pair, dictionary)}
    entries = [one for one in dictionary.entries.values() if one.key in alone]
    near, far = [], []
    if len(entries) > 1 and pair.target.status not in HARNESS_FAILURES:          # those near may cost the limit each
        near = ran(target, [*states(case), *programs(target, options, mnemonics(case))])
        far = ran(target, programs(target, options))
    passed = [one for one in far if one.comparison.verdict == "pass"]
    held = Held([diagnose.seen_of(target, one) for one in [pair, *near, *passed]], target.choices)
    found = [one for one in faults.matches(entries, dictionary.library, held)
             if all(one.covers.get(unit) == held.every(unit) for unit in held.of_case.get(0, ()))]
    found = most(found, {one.key: wholly(one, held) for one in found})
    failed = [diagnose.seen_of(target, one) for one in far if one.comparison.verdict == "fail"]
    if len(found) > 1 and failed:
        held = Held(failed, target.choices)
        left = [one for one in entries if one.key in {match.key for match in found}]
        found = most(found, {one.key: wholly(one, held) for one in faults.matches(left, dictionary.library, held)})
    return found if near or len({one.cause for one in found}) == 1 else []


def wholly(match: Match, held: Held) -> int:
    """How many failing waves a fault explains all of."""
    return sum(bits == held.every(unit) for unit, bits in match.covers.items())


def most(found: list[Match], explained: dict[str, int]) -> list[Match]:
    """Those that explain most."""
    best = max(explained.values(), default=0)
    return [one for one in found if explained.get(one.key, 0) == best]


def ran(target, cases) -> list[differential.Pair]:
    """The pairs of those cases that have a verdict."""
    return [one for one in differential.pair_up(target, list(cases))
            if not isinstance(one, Outcome) and one.comparison.verdict in ("pass", "fail")]


def mnemonics(case: dict) -> set[str]:
    """Its operations, as a listing has them."""
    return {half.split()[0] for _, text in listing(case) for half in text.split(" :: ")}


def states(case: dict) -> Iterator[dict]:
    """The program from other states."""
    draw = random.Random(1)
    held = case.get("state") or {}
    for _ in range(STATES if held else 0):
        yield case | {"state": held | {name: other(draw, case, name, value) for name, value in held.items()
                                       if name != "mode" and draw.random() < 0.7}}


def other(draw: random.Random, case: dict, name: str, value):
    """Another value of a register."""
    lanes = wave_of(case)
    if name == "scc":
        return draw.getrandbits(1)
    if name in ("exec", "vcc"):
        return draw.getrandbits(lanes) | 1 << draw.randrange(lanes)
    if isinstance(value, list) or name[0] == "v" and name[1:].isdigit():
        return [other(draw, case, "s0", 0) for _ in range(lanes)]
    return draw.choice([draw.choice(VALUES), draw.getrandbits(32)])


def programs(target, options: Options, mine: set[str] | None = None) -> Iterator[dict]:
    """Short programs of these operations, None for any, with whatever operands and modifiers."""
    allowed, forms = options.forms, forms_of(options.arch)
    chosen = tuple(n for n in (range(len(forms)) if allowed is None else allowed)
                   if (mine is None or forms[n].mnemonic in mine) and templates.reason_out(forms[n]) is None)
    if not chosen:
        return
    sheet = Sheet(replace(options, forms=chosen, length=LENGTH, careless=False), 0, coverage.nothing(options.arch))
    for trial in TrialRunner(target).prepare_batch(sheet):
        if not trial.verdict:
            yield case_of(trial.stream, trial.full_plan)
