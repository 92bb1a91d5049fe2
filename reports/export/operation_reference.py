"""References for the operations of an architecture: table row, manual sections, rules and errata."""
from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ...spec import TARGETS, load

from . import cross_references

ERRATA = cross_references.ROOT / "docs" / "errata.md"


@dataclass(frozen=True, slots=True)
class OperationReference:
    """One operation: its table row, results and sources, [(form, layout, opcode)], the manual sections that list it,
    and the ids of rules and errata that name it."""
    row: str
    signature: str
    forms: list[tuple[str, str, int]]
    sections: list[str]
    rules: list[str]
    errata: list[str]


@cache
def operation_references(arch: str) -> dict[str, OperationReference]:
    """{operation as the architecture spells it: its references}"""
    tables, target = load(), TARGETS[arch]
    forms = tables.forms_by_operation(arch)
    ops = {op_forms[0].op.name: cross_references.operation_names(op_forms[0].op) for op_forms in forms.values()}
    rules = ids_by_operation({name: rule["text"] for name, rule in rules_of_architecture(arch).items()}, ops)
    errata = ids_by_operation(errata_texts(ERRATA), ops)
    return {
        spelling: OperationReference(
            row=f"spec/{op_forms[0].op.where}", signature=signature(op_forms[0].op),
            forms=list(dict.fromkeys((form.mnemonic, form.layout, form.opcode) for form in op_forms)),
            sections=cross_references.listing_sections(tables, target.family, (form.encoding for form in op_forms)),
            rules=rules.get(op_forms[0].op.name, []), errata=errata.get(op_forms[0].op.name, []),
        )
        for spelling, op_forms in forms.items()
    }


def signature(op) -> str:
    """Results and sources as the table row writes them."""
    results, sources = (" ".join(value.word for value in values) for values in (op.results, op.sources))
    return f"{results or 'no result'} = {sources or 'no source'}"


def rules_of_architecture(arch: str) -> dict[str, dict]:
    """{id: rule} of the rules in the architecture's manual."""
    manual = TARGETS[arch].manual
    return {name: rule for name, rule in load().rules.items() if manual in rule["document"]}


def rule_section(rule: dict, arch: str) -> str:
    """Document and section of a rule. If several documents have the rule, the document of the architecture is used."""
    sections = dict(zip(rule["document"].split(", "), rule["section"].split("; ")))
    document = next((name for name in sections if TARGETS[arch].manual in name), next(iter(sections)))
    return f"{document}, {sections[document]}"


@cache
def errata_texts(path: Path) -> dict[str, str]:
    """{id: row} of docs/errata.md; empty if the installation has no docs."""
    if not path.exists():
        return {}
    lines = (line for line in path.read_text().splitlines() if re.match(r"\| E-\d+ ", line))
    rows = [line.strip().strip("|").split(" | ") for line in lines]
    return {row[0].strip(): " | ".join(cell.strip() for cell in row[1:]) for row in rows}


def ids_by_operation(texts: dict[str, str], ops: dict[str, set[str]]) -> dict[str, list[str]]:
    """{operation: ids of the texts that name it}. `ops`: {operation: its names}. Each distinct name in the texts is
    looked up only once."""
    words: dict[str, list[str]] = {}
    for key, text in texts.items():
        for word in set(cross_references.OPERATION_NAME.findall(text)):
            words.setdefault(word, []).append(key)
    owners: dict[str, list[str]] = {}
    for op, names in ops.items():
        for name in names:
            owners.setdefault(name, []).append(op)
    known, ids = sorted(owners), {}
    for word, keys in words.items():
        for op in {op for name in cross_references.matching_names(word, known) for op in owners[name]}:
            ids.setdefault(op, []).extend(keys)
    return {name: sorted(set(keys), key=list(texts).index) for name, keys in ids.items()}
