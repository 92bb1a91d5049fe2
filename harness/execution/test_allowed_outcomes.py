"""Allowed outcomes: which results the search finds, which orders give them, and the verdicts on targets
(docs/outcomes.md)."""
import copy

import msgspec
import pytest

from ..case.case_types import CaseError, parse_case
from ..case.choices import Choices
from ..case.directives import parse_assembly
from ..case.plan import resolve
from ..comparison import differential
from ..comparison.case_run import run_outcome
from ..protocol.messages import run_message
from ..targets.registry import open_target
from . import allowed_outcomes
from .model_run import Model
from .outcome import Outcome

SB = """; assay: arch {arch}
; assay: wave 64
; assay: group 128 1 1
; assay: grid 128 1 1
; assay: memory buf size=1024
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state v2 = 1
; assay: state v3 = 0
; assay: waves[0] v0 = 0
; assay: waves[0] v1 = 256
; assay: waves[1] v0 = 256
; assay: waves[1] v1 = 0
; assay: observe v3
; assay: outcomes 1000
global_store_dword v0, v2, s[2:3]
{wait}
global_load_dword v3, v1, s[2:3]
s_waitcnt vmcnt(0)
"""
WAITED = SB.replace("{wait}", "s_waitcnt vmcnt(0)").replace("{arch}", "gfx906")
LOOSE = SB.replace("{wait}", "").replace("{arch}", "gfx1100")


def case_from_text(text):
    return parse_assembly(text, "case.s")[0]


def loaded_pairs(outcomes):
    return {tuple(int(wave.vectors[3][0]) for wave in allowed.outcome.waves) for allowed in outcomes.results}


def find_outcomes(text, most=0):
    return allowed_outcomes.find_allowed_outcomes(resolve(case_from_text(text)), Model(), most)


class CannedTarget:
    """A target that returns the model's result, but with the given values in v3[0] of its two waves."""
    choices, unexplained = Choices(), []

    def __init__(self, values, status="ok"):
        self.values, self.status = values, status
        features = ("state", "registers", "memory", "waves", "addresses")
        self.hello = type("Hello", (), {"features": features, "name": "standing"})

    def run(self, plans):
        for plan in plans:
            found = copy.deepcopy(Model().run(plan))
            found.allowed, found.status, found.findings = None, self.status, []
            for wave, value in zip(found.waves, self.values):
                wave.vectors[3] = wave.vectors[3].copy()
                wave.vectors[3][0] = value
            yield found


def compare_with_values(text, values):
    pair = next(differential.pair_up(CannedTarget(values), [case_from_text(text)]))
    assert not isinstance(pair, Outcome)
    return pair.comparison


# ---- the set

def test_a_wait_removes_the_forbidden_outcome():
    """Store buffering has four results. With a wait, the result in which both loads return the old value is not
    allowed."""
    assert loaded_pairs(find_outcomes(LOOSE)) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert loaded_pairs(find_outcomes(WAITED)) == {(0, 1), (1, 0), (1, 1)}


def test_the_order_of_each_outcome_reproduces_it():
    plan, model = resolve(case_from_text(LOOSE)), Model()
    for allowed in allowed_outcomes.find_allowed_outcomes(plan, model).results:
        again = allowed_outcomes.run_order(plan, model, allowed.order)
        assert allowed_outcomes.outcome_key(again) == allowed_outcomes.outcome_key(allowed.outcome)


def test_orders_are_shown_as_steps():
    plan = resolve(case_from_text(LOOSE))
    both_old = next(allowed for allowed in allowed_outcomes.find_allowed_outcomes(plan, Model()).results
                    if [int(wave.vectors[3][0]) for wave in allowed.outcome.waves] == [0, 0])
    lines = allowed_outcomes.order_lines(both_old.order, plan)
    assert [line.split(":")[0].split()[1] for line in lines] and all("touches memory" in line for line in lines)
    at = {line: n for n, line in enumerate(lines)}
    loads = [n for line, n in at.items() if "global_load_b32" in line]
    stores = [n for line, n in at.items() if "global_store_b32" in line]
    assert len(loads) == len(stores) == 2
    # a wave's load comes before the other wave's store to its place
    for load in loads:
        wave = lines[load].split()[1]
        assert any(load < store and lines[store].split()[1] != wave for store in stores)


def test_a_cut_search_gives_its_reason():
    outcomes = find_outcomes(LOOSE, 3)
    assert outcomes.runs == 3 and not outcomes.complete and outcomes.cut.startswith("3 runs") and loaded_pairs(outcomes)


def test_accesses_without_conflict_are_not_reordered():
    """If each wave accesses its own dword, there is one order, however many accesses there are."""
    text = WAITED.replace("waves[0] v1 = 256", "waves[0] v1 = 0").replace("waves[1] v1 = 0", "waves[1] v1 = 256")
    outcomes = find_outcomes(text)
    assert loaded_pairs(outcomes) == {(1, 1)} and outcomes.runs == 1 and outcomes.complete


def test_the_outcomes_do_not_depend_on_the_first_order():
    """If the two waves are swapped, the outcomes are the same with swapped values."""
    turned = LOOSE.replace("waves[0]", "waves[2]").replace("waves[1]", "waves[0]").replace("waves[2]", "waves[1]")
    assert loaded_pairs(find_outcomes(turned)) == {(b, a) for a, b in loaded_pairs(find_outcomes(LOOSE))}


def test_every_policy_and_schedule_gives_an_allowed_outcome():
    """A result of the model under a seeded schedule is among the allowed outcomes."""
    for text in (LOOSE, WAITED):
        allowed = loaded_pairs(find_outcomes(text))
        for policy in ("early", "late", "random"):
            for seed in range(20):
                case = msgspec.structs.replace(
                    case_from_text(text), policy=policy, schedule="seeded", seed=seed, outcomes=0)
                got = run_outcome(case)
                assert tuple(int(wave.vectors[3][0]) for wave in got.waves) in allowed


def test_a_trap_handler_is_refused():
    case = parse_case({"assay": 1, "arch": "gfx906", "code": "00000080", "trap_handler": {"code": "00000080"}})
    with pytest.raises(CaseError, match="trap_handler"):
        allowed_outcomes.find_allowed_outcomes(resolve(case), Model())


def test_packets_are_refused():
    case = parse_case({"assay": 1, "arch": "gfx906", "code": "00000080", "outcomes": 1, "packets": "00"})
    with pytest.raises(CaseError, match="packets"):
        allowed_outcomes.find_allowed_outcomes(resolve(case), Model())


def test_too_many_groups_are_refused():
    case = parse_case({"assay": 1, "arch": "gfx906", "code": "000081bf", "grid": [576, 1, 1], "group": [64, 1, 1]})
    with pytest.raises(CaseError, match="9 groups"):
        allowed_outcomes.find_allowed_outcomes(resolve(case), Model())


# ---- expectations

def run_with_expectations(text, *lines):
    case = case_from_text("".join(f"; assay: expect {line}\n" for line in lines) + text)
    return run_outcome(case)


RACES = ("finding race.global", "finding race.global")


def test_expected_outcomes_must_be_complete_and_exact():
    listed = [f"outcome waves[0] v3[0] = {a} ; waves[1] v3[0] = {b}" for a, b in ((0, 1), (1, 0), (1, 1))]
    assert run_with_expectations(WAITED, *RACES, *listed).met
    assert "not listed" in str(run_with_expectations(WAITED, *RACES, *listed[1:]).unmet)
    more = "outcome waves[0] v3[0] = 0 ; waves[1] v3[0] = 0"
    assert "does not come out" in str(run_with_expectations(WAITED, *RACES, *listed, more).unmet)


def test_outcomes_listed_as_never_must_be_absent():
    never = "never waves[0] v3[0] = 0 ; waves[1] v3[0] = 0"
    assert run_with_expectations(WAITED, *RACES, never).met
    assert "never" in str(run_with_expectations(LOOSE, *RACES, never).unmet)


# ---- targets

def test_an_allowed_outcome_passes_despite_a_race():
    for values in ((0, 1), (1, 0), (1, 1)):
        assert compare_with_values(WAITED, values).verdict == "pass"
        assert compare_with_values(WAITED.replace("; assay: outcomes 1000\n", ""), values).verdict == "not exercised"


def test_an_outcome_that_is_not_allowed_fails():
    compared = compare_with_values(WAITED, (0, 0))
    assert (compared.verdict, compared.cause) == ("fail", "outcome") and "3 results" in compared.text
    assert compare_with_values(LOOSE, (0, 0)).verdict == "pass" and compare_with_values(LOOSE, (0, 2)).verdict == "fail"


def test_after_a_cut_search_results_pass_or_do_not_count():
    cut = WAITED.replace("outcomes 1000", "outcomes 2")
    inside = next(iter(loaded_pairs(allowed_outcomes.find_allowed_outcomes(resolve(case_from_text(cut)), Model()))))
    assert compare_with_values(cut, inside).verdict == "pass"
    comparison = compare_with_values(cut, (0, 0))
    assert (comparison.verdict, comparison.cause) == ("not exercised", "outcomes")


def test_one_of_several_outcomes_is_a_tolerated_difference():
    assert compare_with_values(WAITED, (1, 1)).leniencies["outcome"] == 1


def test_another_status_fails():
    pair = next(differential.pair_up(CannedTarget((1, 1), "fault"), [case_from_text(WAITED)]))
    assert not isinstance(pair, Outcome) and pair.comparison.verdict == "fail"


def test_programs_that_break_other_rules_are_not_compared():
    lane_select = "v_readfirstlane_b32 s9, v3\nv_readlane_b32 s5, v3, s9\n"
    text = WAITED.replace("s_waitcnt vmcnt(0)\n", f"s_waitcnt vmcnt(0)\n{lane_select}")
    assert compare_with_values(text, (1, 1)).verdict == "not exercised"


def test_the_message_to_a_target_asks_for_outcomes():
    message = run_message(1, resolve(case_from_text(WAITED)), 20.0)["case"]
    assert message["outcomes"] is True
    silent = case_from_text(WAITED.replace("; assay: outcomes 1000\n", ""))
    assert run_message(1, resolve(silent), 20.0)["case"]["outcomes"] is False


def test_the_model_passes_through_the_pipe():
    with open_target("model") as target:
        pair = next(differential.pair_up(target, [case_from_text(WAITED)]))
    assert not isinstance(pair, Outcome) and pair.comparison.verdict == "pass"
