"""The encodings of every form held against llvm-mc, both ways: what the target `llvm` is certified by."""
from __future__ import annotations

import random

from ...generators.instructions import case_sampler
from ...generators.instructions.encodings import random_encoding
from ...model import decode_text
from .form_results import FormResult, result_of
from .task_types import CertifyOptions, TaskResult

ENCODINGS = {False: 24, True: 4}                     # a form: in full, and quick


def certify_encoding_task(target, arch: str, numbers: tuple, share: TaskResult, asked: CertifyOptions) -> None:
    """Checks the encodings of the forms with these numbers, with an entry in `share.failures` for each that fails."""
    share.forms = certify_encodings(target, arch, numbers, asked.seed, asked.quick)
    share.failures = [failure(form, *form.failures[0]) for form in share.forms if form.failures]


def certify_encodings(target, arch: str, numbers, seed: int, quick: bool) -> list[FormResult]:
    """Random legal encodings of these forms: Assay's text against llvm-mc's, and the bytes llvm-mc makes of it."""
    forms = [case_sampler.forms_of(arch)[n] for n in numbers]
    results = {form: result_of(form) for form in forms}
    jobs: dict[int, list] = {}
    for form in forms:
        rng = random.Random(f"{seed} {arch} {form.mnemonic} {case_sampler.name_of(form)} encodings")
        for number in range(ENCODINGS[quick]):
            wave = case_sampler.wave_of(form, number)
            jobs.setdefault(wave, []).append((form, random_encoding(form, rng, wave)))
    for wave, pairs in jobs.items():
        codes = [code for _, code in pairs]
        texts = decode_text(arch, wave, b"".join(code.hex().encode() + b"\n" for code in codes)).decode().splitlines()
        for (form, _), found in zip(pairs, target.check(arch, wave, codes, texts)):
            count(results[form], arch, wave, found)
    return list(results.values())


def count(result: FormResult, arch: str, wave: int, found) -> None:
    """Adds one verdict; other bytes for the same text, and differences that are explained, are let
    through by name."""
    result.cases += 1
    result.compared_bits += 8 * len(found.code)
    if found.verdict == "pass":
        result.passed += 1
        result.leniencies["encoding.alternative"] += found.alternative
        result.leniencies["encoding.explained"] += bool(found.known)         # by suites/decode_exceptions.txt
        return
    result.failed += 1
    result.causes[found.cause] += 1
    if not result.failures:
        case = {
            "assay": 1, "name": f"{result.mnemonic} {result.form}", "arch": arch, "wave": wave,
            "code": found.code.hex(),
        }
        result.failures.append((
            case,
            found.cause,
            f"expected {found.expected}, got {found.got}",
            [f"expected {found.expected}", f"got {found.got}"],
        ))


def failure(form, case, cause, text, differences) -> dict:
    """A wrong encoding as an entry like those of diagnosis."""
    return {
        "operation": form.operation, "form": form.form, "case": case, "cause": cause, "text": text,
        "differences": differences, "faults": [], "axes": None, "wrong": cause, "rules": [], "features": frozenset(),
        "way": cause,
    }
