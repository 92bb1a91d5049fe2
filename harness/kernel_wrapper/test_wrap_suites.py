"""The wrapper's self-check: the model runs the suites' cases wrapped and unwrapped, and the results are equal."""
from collections import Counter

import pytest

from ..case import suite_files
from ..comparison.differential import pair_up
from ..execution.outcome import Outcome
from ..targets.registry import open_target

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")


def broken_rules(outcome):
    return [finding["rule"] for finding in outcome.findings if finding["kind"] in ("error", "race")]


def test_wrapped_suite_cases_equal_direct_ones():
    verdicts, failures = Counter(), []
    with open_target("model:wrapped") as wrapped:
        for pair in pair_up(wrapped, suite_files.read_suite_cases()):
            if isinstance(pair, Outcome):
                verdicts[pair.status] += 1
                continue
            verdicts[pair.comparison.verdict] += 1
            if not broken_rules(pair.model) and (rules := broken_rules(pair.target)):
                failures.append(f"{pair.plan.case.name}: {rules[0]} with the wrapper's code alone")
            if pair.comparison.verdict == "fail":
                failures.append(f"{pair.plan.case.name}: {pair.comparison.text}")
    assert failures == []
    assert verdicts["pass"] >= 40, verdicts
