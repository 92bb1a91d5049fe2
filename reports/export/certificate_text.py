"""A certificate in sentences for readers who do not know instruction sets, and definitions of the words it uses."""
from __future__ import annotations

from . import certificate_summary
from .certificate_records import PROMISED_STATES, Certificate, tests_encodings_only

VERDICT_MEANINGS = {
    "pass": "no case differs from the golden model, except in bits that the manual leaves undefined",
    "fail": "at least one case differs, crashes, hangs or is not answered completely",
    "unsupported": "the target says that it does not have it; this does not count as a failure",
    "not claimed": "does not count in the verdict: the target does not claim it, or the profile excludes it",
    "not exercised": "no case decides it: there is no case, or too little of the result can be compared",
}
TOLERANCE_MEANINGS = {
    "nan.generated": "a NaN from operands without NaN: any NaN is accepted, because the target declares no payload",
    "nan.propagated": "a NaN from an operand: any NaN is accepted, because the target declares no order of operands",
    "ulp": "an approximation (reciprocal, root, sine, …) within the manual’s error limit in units in the last place",
    "open": "bits that the manual leaves undefined, or that depend on an order it does not specify",
    "outcome": "one of several allowed outcomes, all of which the model has computed",
    "relative": "addresses, compared as offsets from the start of their memory region",
}
MAX_CAUSES = 3                                       # named in the sentence on defects


def thousands(number: int) -> str:
    """A number with thousands separators: "12,345"."""
    return f"{number:,}"


def quantity(number: int, noun: str) -> str:
    """A number and its noun: "1 form", "12 forms"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def percent(count: int, total: int) -> str:
    """A share in percent, rounded down, so that 100 means all."""
    return f"{100 * count // total if total else 100} %"


def target_title(certificate: Certificate) -> str:
    """The name that the target reports, or else the name it was opened by."""
    return certificate.target.says or certificate.target.name


def summary_lines(certificate: Certificate) -> list[tuple[str, str]]:
    """Five (heading, sentences) that summarise a certificate."""
    forms = certificate_summary.encoding_summaries(certificate)[-1]
    rules = [rule.verdict for rule in certificate.rules.values()]
    return [
        ("Result", result_sentence(certificate, forms, rules)),
        ("Defects", defects_sentence(certificate)),
        ("Passed", passed_sentence(certificate, forms, rules)),
        ("Undecided", undecided_sentence(forms, rules)),
        ("Scope", scope_sentence(certificate)),
    ]


def result_sentence(certificate: Certificate, forms, rules: list[str]) -> str:
    """The verdict, with the number of failing forms, failing rules and failing dispatch fields."""
    verdicts = forms.verdicts
    failing_forms = f"{thousands(verdicts['fail'])} of {quantity(verdicts.total(), 'instruction form')}"
    rule_text = f" and {thousands(rules.count('fail'))} of {quantity(len(rules), 'rule')}" if rules else ""
    if failing_fields := sum(field.verdict == "fail" for field in certificate.dispatch.values()):
        rule_text += f" and {thousands(failing_fields)} of {quantity(len(certificate.dispatch), 'field')} of dispatches"
    waived = ""
    if certificate.waivers:
        waived = f" {quantity(len(certificate.waivers), 'waiver')} not counted in the verdict."
    wrong = "gives other results"
    if tests_encodings_only(certificate.target.name):
        wrong = "reads or writes other machine words"
    if certificate.verdict == "fail":
        return (f"{target_title(certificate)} {wrong} than AMD’s manuals say for {certificate.arch}: "
                f"{failing_forms}{rule_text} fail.{waived}")
    if certificate.verdict == "pass":
        return f"Every decided form and rule agrees with AMD’s manuals for {certificate.arch}.{waived}"
    return f"Nothing was decided: no form passed and none failed.{waived}"


def defects_sentence(certificate: Certificate) -> str:
    """The number of defects and the most important ones."""
    if not certificate.defects:
        return "No defect was found."
    causes = [f"{defect.cause} ({quantity(len(defect.operations), 'operation')})"
              for defect in certificate.defects[:MAX_CAUSES]]
    count = len(certificate.defects)
    if count == 1:
        return f"One defect causes the failures: {causes[0]}."
    order = "the first, by the kernels that use them" if certificate.defects[0].weight else "the first"
    return f"{thousands(count)} defects cause the failures; {order}: {'; '.join(causes)}."


def passed_sentence(certificate: Certificate, forms, rules: list[str]) -> str:
    """The forms and rules that passed, and the number of compared bits."""
    passed = forms.verdicts["pass"]
    rule_text = f" and {quantity(rules.count('pass'), 'rule')}" if rules else ""
    compared = f", {thousands(certificate.compared_bits)} bits of results compared" if certificate.compared_bits else ""
    share = percent(passed, forms.verdicts.total())
    return f"{quantity(passed, 'form')} ({share}){rule_text} agree in every case{compared}."


def undecided_sentence(forms, rules: list[str]) -> str:
    """The forms and rules that have no pass or fail verdict."""
    verb_phrases = {
        "unsupported": "are refused by the target",
        "not claimed": "are not claimed",
        "not exercised": "have no case that decides",
    }
    parts = [f"{quantity(forms.verdicts[name], 'form')} {text}"
             for name, text in verb_phrases.items() if forms.verdicts[name]]
    undecided = sum(verdict not in ("pass", "fail") for verdict in rules)
    parts += [f"{quantity(undecided, 'rule')} {'are' if undecided != 1 else 'is'} undecided"] if undecided else []
    return f"{', '.join(parts)}." if parts else "Nothing is undecided."


def scope_sentence(certificate: Certificate) -> str:
    """The number of states and operations that this run tested."""
    states = f"{PROMISED_STATES[False]:,}"
    run = (
        f"A quick run with a few cases per form; a full run compares {states} active lanes of every vector form."
        if certificate.quick else f"A full run: at least {states} active lanes of every vector form."
    )
    if tests_encodings_only(certificate.target.name):
        run = ("A quick run: a sample of words of each form." if certificate.quick
               else "A full run: words are decoded and texts are encoded.")
    selection = f" Only the operations {certificate.only} were tested." if certificate.only else ""
    score = certificate.mutation_score
    score_text = f" The cases detect {score} of the faults inserted into the model." if score else ""
    return run + selection + score_text


def claim_lines(certificate: Certificate) -> list[str]:
    """The limits of the target's claims, one line each."""
    claims, mode = certificate.claims, certificate.claims.mode
    fixed = [f"{n} = {v}" for n in mode.__struct_fields__ if (v := getattr(mode, n)) is not None] if mode else []
    lines = [f"MODE: {', '.join(fixed)}"] if fixed else []
    for name in ("modifiers", "registers", "operations"):
        missing = getattr(claims.missing, name)
        lines += [f"without {name}: {', '.join(missing)}"] if missing else []
    lines += [f"{arch}: waves of {' and '.join(map(str, sizes))}" for arch, sizes in claims.waves.items()]
    lines += [] if claims.findings else ["does not report broken rules"]
    return lines + ([] if claims.dispatch else ["starts no kernels from descriptors"])


def feature_text(features: str, max_names: int = 3) -> str:
    """Refused features as text. If any one of several features may be to blame, only the first `max_names` are
    named."""
    names = features.split(" or ")
    remaining = len(names) - max_names
    return features if remaining < 2 else " or ".join([*names[:max_names], f"{remaining} others"])
