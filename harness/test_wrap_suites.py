"""The wrapper's self-check: the model runs the suites' cases wrapped and as stated, and the results are equal."""
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from .assembly import parse_assembly
from .outcome import Outcome
from .targets import open_target
from .pairs import pair_up

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")
SUITES = Path(next(iter(import_module("assay.suites").__path__)))


def test_wrapped_equals_stated_over_the_suites():
    cases = [
        case
        for path in sorted(SUITES.rglob("*.s"))
        if "kernels" not in path.relative_to(SUITES).parts
        for case in parse_assembly(path.read_text(), str(path))
    ]
    verdicts, failures = Counter(), []
    with open_target("model:wrapped") as wrapped:
        for pair in pair_up(wrapped, cases):
            if isinstance(pair, Outcome):
                verdicts[pair.status] += 1
                continue
            verdicts[pair.comparison.verdict] += 1
            if pair.comparison.verdict == "fail":
                failures.append(f"{pair.plan.case.name}: {pair.comparison.text}")
    assert failures == []
    assert verdicts["pass"] >= 40, verdicts
