"""A certificate in sentences: what its verdict means to someone who does not read instruction sets, and what its words
mean."""
from __future__ import annotations

from . import certificate_summary
from .certificate_records import PROMISED, Certificate, only_encodings

MEANINGS = {
    "pass": "no case differs from the golden model beyond what the manual leaves open",
    "fail": "one case or more differs, crashes, hangs or is not answered in full",
    "unsupported": "the target says that it does not have it; not held against it",
    "not claimed": "left out of the verdict: the target does not claim it, or the profile does not ask for it",
    "not exercised": "no case decides it: there is none, or too little of its result could be compared",
}
LENIENCIES = {
    "nan.generated": "a NaN made from operands that hold none: any NaN does, since no payload is declared",
    "nan.propagated": "a NaN that comes from an operand: any NaN does, since no order of operands is declared",
    "ulp": "an approximation (reciprocal, root, sine, …) within the units in the last place that the manual allows",
    "open": "bits that the manual leaves undefined, or that depend on an order it does not give",
    "outcome": "one of several results that the rules allow, all of which the model has gone through",
    "relative": "addresses, compared as distances from the region they point into",
}
CAUSES = 3                                           # defects that are named


def thousands(number: int) -> str:
    """12,345"""
    return f"{number:,}"


def many(number: int, word: str) -> str:
    """'1 form', '12 forms'"""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def percent(got: int, of: int) -> str:
    """A share in per cent, rounded down, so that 100 means all."""
    return f"{100 * got // of if of else 100} %"


def title(one: Certificate) -> str:
    """The target as it calls itself."""
    return one.target.says or one.target.name


def five_lines(one: Certificate) -> list[tuple[str, str]]:
    """(what it is about, a sentence or two), for a manager."""
    forms = certificate_summary.families(one)[-1]
    rules = [rule.verdict for rule in one.rules.values()]
    return [
        ("Result", verdict(one, forms, rules)),
        ("Why", why(one)),
        ("What holds", holds(one, forms, rules)),
        ("What is not known", unknown(forms, rules)),
        ("How far it goes", reach(one)),
    ]


def verdict(one: Certificate, forms, rules: list[str]) -> str:
    """What was decided."""
    count = forms.verdicts
    held = f"{thousands(count['fail'])} of {many(count.total(), 'instruction form')}"
    ruled = f" and {thousands(rules.count('fail'))} of {many(len(rules), 'rule')}" if rules else ""
    if wrong := sum(field.verdict == "fail" for field in one.dispatch.values()):
        ruled += f" and {thousands(wrong)} of {many(len(one.dispatch), 'field')} of dispatches"
    waived = f" {many(len(one.waivers), 'waiver')} left out of the verdict." if one.waivers else ""
    wrong = "reads or writes other machine words" if only_encodings(one.target.name) else "gives other results"
    if one.verdict == "fail":
        return f"{title(one)} {wrong} than AMD’s manuals say for {one.arch}: {held}{ruled} fail.{waived}"
    if one.verdict == "pass":
        return f"Nothing that was decided differs from what AMD’s manuals say for {one.arch}.{waived}"
    return f"Nothing was decided: no form passed and none failed.{waived}"


def why(one: Certificate) -> str:
    """The defects that matter most."""
    if not one.defects:
        return "No defect was found."
    first = [f"{item.cause} ({many(len(item.operations), 'operation')})" for item in one.defects[:CAUSES]]
    order = "the first, by the kernels they touch" if one.defects[0].weight else "the first"
    stand = "One defect stands" if len(one.defects) == 1 else f"{thousands(len(one.defects))} defects stand"
    return f"{stand} behind it{'' if len(one.defects) == 1 else '; ' + order}: {'; '.join(first)}."


def holds(one: Certificate, forms, rules: list[str]) -> str:
    """What passed, on how much evidence."""
    passed = forms.verdicts["pass"]
    ruled = f" and {many(rules.count('pass'), 'rule')}" if rules else ""
    compared = f", {thousands(one.compared_bits)} bits of results compared" if one.compared_bits else ""
    return f"{many(passed, 'form')} ({percent(passed, forms.verdicts.total())}){ruled} agree in every case{compared}."


def unknown(forms, rules: list[str]) -> str:
    """What this certificate says nothing about."""
    said = {
        "unsupported": "the target refuses",
        "not claimed": "it does not claim",
        "not exercised": "have no case that decides",
    }
    parts = [f"{many(forms.verdicts[name], 'form')} {text}" for name, text in said.items() if forms.verdicts[name]]
    undecided = sum(verdict not in ("pass", "fail") for verdict in rules)
    parts += [f"{many(undecided, 'rule')} {'are' if undecided != 1 else 'is'} undecided"] if undecided else []
    return f"{', '.join(parts)}: about these nothing is said." if parts else "Nothing was left out."


def reach(one: Certificate) -> str:
    """How much a verdict of this run can say."""
    states = f"{PROMISED[False]:,}"
    run = (
        f"A quick run, a few cases a form; a full one compares {states} live lanes of every vector form."
        if one.quick else f"A full run: at least {states} live lanes of every vector form."
    )
    if only_encodings(one.target.name):
        run = "A quick run: a sample of words a form." if one.quick else "A full run of words and texts, both ways."
    chosen = f" Only the operations {one.only} were asked for." if one.only else ""
    score = one.mutation_score
    noticed = f" Of the faults put into the model on purpose the cases notice {score}." if score else ""
    return run + chosen + noticed


def claims(one: Certificate) -> list[str]:
    """What the target claims less than everything, a line each."""
    held, mode = one.claims, one.claims.mode
    fixed = [f"{n} = {v}" for n in mode.__struct_fields__ if (v := getattr(mode, n)) is not None] if mode else []
    lines = [f"MODE: {', '.join(fixed)}"] if fixed else []
    for name in ("modifiers", "registers", "operations"):
        missing = getattr(held.missing, name)
        lines += [f"without {name}: {', '.join(missing)}"] if missing else []
    lines += [f"{arch}: waves of {' and '.join(map(str, sizes))}" for arch, sizes in held.waves.items()]
    lines += [] if held.findings else ["does not report broken rules"]
    return lines + ([] if held.dispatch else ["starts no kernels from descriptors"])


def suspects(axis: str, shown: int = 3) -> str:
    """What a target refuses; of several of which one is to blame a few, and how many more there are."""
    names = axis.split(" or ")
    left = len(names) - shown
    return axis if left < 2 else " or ".join([*names[:shown], f"{left} others"])
