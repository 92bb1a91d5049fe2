"""Sample certificates for tests, with every form of an architecture and verdicts by turns; and Ctrl-C for test
processes."""
from __future__ import annotations

import signal

import msgspec

from ...generators.instructions import case_sampler
from ...harness.case.choices import Claims
from ...spec import load
from .certificate_records import (
    Certificate, Coverage, Defect, Failure, FormVerdict, Identity, OperationVerdict, RuleVerdict, Verdict,
    record_digest,
)
from .certificate_summary import VERDICTS
from .operation_reference import rules_of_architecture

PROGRAM = ["s_mov_b32 s1, 0x3f800000", "v_add_f32_e64 v17, -|v4|, s1 clamp"]
TEXT = "v17[3]: expected 0x3f800000, got 0x80000000"


def form_verdict(encoding: str, verdict: Verdict) -> FormVerdict:
    """A form with three cases of a verdict."""
    count = dict.fromkeys(VERDICTS, 0) | {verdict: 3}
    return FormVerdict(
        verdict=verdict, encoding=encoding, cases=3, passed=count["pass"], fail=count["fail"],
        unsupported=count["unsupported"], not_exercised=count["not exercised"], not_claimed=count["not claimed"],
        states=64, compared_bits=4096, cells=60, cells_of=80, combinations=20, combinations_of=100,
        mode_cells=9, mode_cells_of=9, modes=1, refused={"clamp": 1} if verdict == "unsupported" else {},
        causes={} if verdict == "pass" else {f"why this form is {verdict}": 3},
    )


VERDICT_TURNS: tuple[Verdict, ...] = ("pass", "fail", "pass", "unsupported")


def sample_certificate(arch: str, name: str = "specimen", turns=VERDICT_TURNS, defects: int = 3, **fields
                       ) -> Certificate:
    """A certificate of all forms. `turns`: the verdicts, assigned to operations in turn. `defects`: number of defects
    that share the failing forms. `fields`: other values of its fields."""
    operations: dict[str, OperationVerdict] = {}
    for number, (spelling, forms) in enumerate(load().forms_by_operation(arch).items()):
        verdict = turns[number % len(turns)]
        form_verdicts = {case_sampler.variant_name(form): form_verdict(form.encoding, verdict) for form in forms}
        operations[spelling] = OperationVerdict(verdict=verdict, forms=form_verdicts)
    failing = [f"{name} {form}" for name, operation in operations.items() if operation.verdict == "fail"
               for form in operation.forms]
    shares = [failing[n::defects] for n in range(defects)] if failing else []
    certificate = Certificate(
        certificate=1, arch=arch, claims=Claims(), verdict="fail" if failing else "pass", quick=True, only=None,
        target=Identity(name=name, says=name, version="1.0", architectures=[arch], features=["state"], choices={}),
        profile="manual", seeds=[1], versions={}, model="0" * 64, suites="1" * 64, operations=operations,
        rules=rule_verdicts(arch, turns), leniencies={"ulp": 12, "open": 3}, compared_bits=1_000_000,
        refused={"clamp": 4},
        coverage=Coverage(
            forms=1, forms_run=1, states=1, promised_states=0, cells=1, cells_of=1, combinations=1, combinations_of=1,
            mode_cells=1, mode_cells_of=1, modes=[], short=[], missing={}, missing_forms=0,
        ),
        mutation_score=None, catalogue=None, waivers=[],
        defects=[sample_defect(arch, number, share) for number, share in enumerate(shares)],
        failures=[sample_failure(name, arch, form, number) for number, form in enumerate(failing)], unexplained=[],
        digest="",
    )
    return with_digest(certificate, **fields)


def with_digest(certificate: Certificate, **fields) -> Certificate:
    """The certificate with other fields and a new digest."""
    certificate = msgspec.structs.replace(certificate, **fields)
    return msgspec.structs.replace(certificate, digest=record_digest(certificate))


def rule_verdicts(arch: str, turns) -> dict[str, RuleVerdict]:
    """The verdicts of the architecture's rules, by turns."""
    return {rule: rule_verdict(turns[n % len(turns)]) for n, rule in enumerate(rules_of_architecture(arch))}


def rule_verdict(verdict: Verdict) -> RuleVerdict:
    """A rule with two cases of a verdict."""
    count = dict.fromkeys(VERDICTS, 0) | {verdict: 2}
    return RuleVerdict(
        verdict=verdict, cases=2, passed=count["pass"], fail=count["fail"], unsupported=count["unsupported"],
        not_exercised=count["not exercised"], not_claimed=count["not claimed"],
    )


def sample_defect(arch: str, number: int, forms: list[str]) -> Defect:
    """A defect of these forms."""
    return Defect(
        cause=f"cause {number}: the sign of a source is dropped", fault="neg-dropped", forms=forms,
        operations=sorted({form.partition(" ")[0] for form in forms}), assembly=PROGRAM, text=TEXT, axes=["neg"],
        case={"assay": 1, "arch": arch, "code": "00", "state": {"v4": list(range(64)), "s1": 0x3F800000, "exec": 8}},
        rule="valu.neg", section="a manual, 7.2", weight=max(0, 9 - number),
    )


def sample_failure(name: str, arch: str, form: str, number: int) -> Failure:
    """The failing case of a form."""
    operation, _, form_name = form.partition(" ")
    file = f"failures/{name}-{arch}/{operation}-{form_name}-{number}.failure.json"
    return Failure(
        operation=operation, form=form_name, cause="mismatch", assembly=PROGRAM, state={"v4": [1, 2]},
        expected=["v17[3] = 0x3f800000"], got=["v17[3] = 0x80000000"], text=TEXT, file=file,
        replay=f"assay replay out/{file} --target {name}",
    )


def restore_ctrl_c() -> None:
    """Make Ctrl-C raise KeyboardInterrupt in a test process. nohup and shells disable it for background processes."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
