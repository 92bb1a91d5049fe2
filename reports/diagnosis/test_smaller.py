"""The smallest case of a defect in a certificate: it fails as the case met did, without what plays no part."""
import pytest

from ...generators.form_coverage import wave_batch
from ...generators.instructions import form_selection
from ...harness.case.case_types import case_to_dict
from ...harness.comparison.differential import compare_findings, pair_up
from ...harness.execution.outcome import Outcome
from ...harness.faults import fault_dictionary
from ...harness.targets.registry import open_target
from ..certification import failing_cases, form_runner, suite_tasks
from . import diagnose
from .listing import KEPT, instructions


def failing(target, only, arch="gfx1100"):
    """A failing case of some form, of as many waves as the grid gave it, with its cause."""
    for form in form_runner.certify_forms(target, arch, form_selection.select_forms(only, [arch])[arch], 1, True):
        for seen in form.failing:
            return wave_batch.to_case(seen.one, "x"), seen.comparison.cause
    raise AssertionError("nothing fails")


@pytest.mark.parametrize("fault, only, most", [
    ("clamp-dropped", "vop3:v_add_f32", 3), ("exec-ignored", "vop1:v_not_b32", 2), ("borrow-inverted", "s_sub_u32", 3),
])
def test_a_generated_case_is_one_wave_with_what_its_instruction_names(fault, only, most):
    with open_target(f"mutant:{fault}") as target:
        case, cause = failing(target, only)
        made = failing_cases.shrink_failure(target, case, cause)
    small = made["case"]
    assert "waves" in case and "waves" not in small and made["differences"] and made["text"]
    assert len(instructions(small)) == 1 and len(small["state"].keys() - set(KEPT)) <= most
    if fault == "clamp-dropped":
        assert "clamp" in instructions(small)[0][2] and small["state"]["exec"].bit_count() == 1


@pytest.mark.parametrize("fault", ["reserved-accepted", "group-id-swapped", "smem-offset-ignored", "branch-off-by-one",
                                   "lds-unchecked", "barrier-ignored"])
def test_a_case_by_hand_fails_as_it_did(fault):
    """Kernels with descriptors, words that are no instruction, several groups: what cannot be made smaller stays."""
    with open_target(f"mutant:{fault}") as target:
        cases = [case for arch in ("gfx906", "gfx1100") for case in suite_tasks.suite_cases(arch, "manual")]
        failed = [one for one in pair_up(target, cases) if not isinstance(one, Outcome)]
        for pair in failed:
            compare_findings(target, pair)
        failed = [one for one in failed if one.comparison.verdict == "fail"]
        for pair in failed[:6]:
            case, cause = case_to_dict(pair.plan.case), pair.comparison.cause
            made = failing_cases.shrink_failure(target, case, cause)
            again = failing_cases.run_pair(target, made["case"]).comparison
            assert again.verdict == "fail" and again.cause == cause and made["text"] == again.text
            assert len(made["case"]["code"]) <= len(case["code"])
            before, after = ({t.split()[0] for *_, t in instructions(one)} for one in (case, made["case"]))
            assert after <= before
    assert failed


def test_what_does_not_fail_has_no_smallest_case():
    with open_target("mutant:clamp-dropped") as target:
        case, cause = failing(target, "vop3:v_add_f32")
    with open_target("model") as target:
        assert failing_cases.shrink_failure(target, case, cause) == {}


def test_what_must_hold_of_the_smallest_case_holds():
    """Asked of every step where the smallest one found without does not hold."""
    def wide(case, _pair):
        return any(one["exec"].bit_count() > 1 for one in case.get("waves") or [case["state"]])
    with open_target("mutant:clamp-dropped") as target:
        case, cause = failing(target, "vop3:v_add_f32")
        made = failing_cases.shrink_failure(target, case, cause, wide)["case"]
    assert made["state"]["exec"].bit_count() > 1 and "waves" in case and "waves" not in made


@pytest.mark.parametrize("fault, part", [("clamp-dropped", 2), ("omod-dropped", 0)])
def test_a_fault_explains_a_case_of_its_own(fault, part):
    made = fault_dictionary.load_dictionary()
    [entry] = [one for one in made.entries.values() if one.key == fault]
    with open_target("mutant:clamp-dropped") as target:
        pair = failing_cases.run_pair(target, failing(target, "vop3:v_add_f32")[0])
        assert diagnose.part_explained(target, pair, entry, made.library) == part
