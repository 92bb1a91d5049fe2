"""The encoding task, for targets that run no code: compare Assay's text and bytes for every form with llvm-mc's."""
from __future__ import annotations

import random

from ...generators.instructions import case_sampler
from ...generators.instructions.encodings import random_encoding
from ...model import decode_text
from .form_results import FormResult, empty_result
from .task_types import CertifyOptions, TaskResult

ENCODINGS_PER_FORM = {False: 24, True: 4}            # in full, and quick


def certify_encoding_task(target, arch: str, numbers: tuple, result: TaskResult, options: CertifyOptions) -> None:
    """Check the encodings of the forms with these numbers; `result.failures` gets an entry for each form that fails."""
    result.forms = certify_encodings(target, arch, numbers, options.seed, options.quick)
    result.failures = [encoding_entry(form, *form.failures[0]) for form in result.forms if form.failures]


def certify_encodings(target, arch: str, numbers, seed: int, quick: bool) -> list[FormResult]:
    """Check random legal encodings of these forms: Assay's text against llvm-mc's, and llvm-mc's bytes for it."""
    forms = [case_sampler.all_forms(arch)[n] for n in numbers]
    results = {form: empty_result(form) for form in forms}
    encodings: dict[int, list] = {}                      # {wave size: [(form, code)]}
    for form in forms:
        rng = random.Random(f"{seed} {arch} {form.mnemonic} {case_sampler.variant_name(form)} encodings")
        for number in range(ENCODINGS_PER_FORM[quick]):
            wave = case_sampler.wave_size(form, number)
            encodings.setdefault(wave, []).append((form, random_encoding(form, rng, wave)))
    for wave, pairs in encodings.items():
        codes = [code for _, code in pairs]
        texts = decode_text(arch, wave, b"".join(code.hex().encode() + b"\n" for code in codes)).decode().splitlines()
        for (form, _), verdict in zip(pairs, target.check(arch, wave, codes, texts)):
            count_verdict(results[form], arch, wave, verdict)
    return list(results.values())


def count_verdict(result: FormResult, arch: str, wave: int, verdict) -> None:
    """Add a verdict on one encoding. Different bytes for the same text, and differences with a listed reason, count as
    tolerated."""
    result.cases += 1
    result.compared_bits += 8 * len(verdict.code)
    if verdict.verdict == "pass":
        result.passed += 1
        result.leniencies["encoding.alternative"] += verdict.alternative
        result.leniencies["encoding.explained"] += bool(verdict.known)       # by suites/decode_exceptions.txt
        return
    result.failed += 1
    result.causes[verdict.cause] += 1
    if not result.failures:
        case = {
            "assay": 1, "name": f"{result.mnemonic} {result.form}", "arch": arch, "wave": wave,
            "code": verdict.code.hex(),
        }
        result.failures.append((
            case,
            verdict.cause,
            f"expected {verdict.expected}, got {verdict.got}",
            [f"expected {verdict.expected}", f"got {verdict.got}"],
        ))


def encoding_entry(form: FormResult, case, cause, text, differences) -> dict:
    """A wrong encoding as an entry with the keys of diagnosis."""
    return {
        "operation": form.operation, "form": form.form, "case": case, "cause": cause, "text": text,
        "differences": differences, "faults": [], "axes": None, "wrong": cause, "rules": [], "features": frozenset(),
        "way": cause,
    }
