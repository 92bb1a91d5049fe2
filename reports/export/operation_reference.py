"""What tables, manuals and errata say of the operations of an architecture, for whoever reads a verdict about one."""
from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ...spec import TARGETS, load

from . import cross_references

ERRATA = cross_references.ROOT / "docs" / "errata.md"


@dataclass(frozen=True, slots=True)
class About:
    """One operation: its row, results and sources, [(form, layout, opcode)], the sections of the manual that list it,
    and the ids of rules and errata that name it."""
    row: str
    signature: str
    forms: list[tuple[str, str, int]]
    sections: list[str]
    rules: list[str]
    errata: list[str]


@cache
def of_arch(arch: str) -> dict[str, About]:
    """{operation, as the architecture spells it: what is known}."""
    tables, target = load(), TARGETS[arch]
    forms = tables.forms_by_operation(arch)
    ops = {held[0].op.name: cross_references.names_of(held[0].op) for held in forms.values()}
    rules = named({name: rule["text"] for name, rule in rules_of(arch).items()}, ops)
    errata = named(errata_rows(ERRATA), ops)
    return {
        spelling: About(
            row=f"spec/{held[0].op.where}", signature=signature(held[0].op),
            forms=list(dict.fromkeys((form.mnemonic, form.layout, form.opcode) for form in held)),
            sections=cross_references.listed(tables, target.family, (form.encoding for form in held)),
            rules=rules.get(held[0].op.name, []), errata=errata.get(held[0].op.name, []),
        )
        for spelling, held in forms.items()
    }


def signature(op) -> str:
    """Results and sources as the row writes them."""
    results, sources = (" ".join(value.word for value in values) for values in (op.results, op.sources))
    return f"{results or 'no result'} = {sources or 'no source'}"


def rules_of(arch: str) -> dict[str, dict]:
    """The rules of the architecture's manual."""
    manual = TARGETS[arch].manual
    return {name: rule for name, rule in load().rules.items() if manual in rule["document"]}


def section_of(rule: dict, arch: str) -> str:
    """Document and section of a rule, the architecture's own where it stands in several."""
    places = dict(zip(rule["document"].split(", "), rule["section"].split("; ")))
    document = next((name for name in places if TARGETS[arch].manual in name), next(iter(places)))
    return f"{document}, {places[document]}"


@cache
def errata_rows(path: Path) -> dict[str, str]:
    """{id: the row} of docs/errata.md; nothing where an installation has no docs."""
    if not path.exists():
        return {}
    lines = (line for line in path.read_text().splitlines() if re.match(r"\| E-\d+ ", line))
    rows = [line.strip().strip("|").split(" | ") for line in lines]
    return {row[0].strip(): " | ".join(cell.strip() for cell in row[1:]) for row in rows}


def named(texts: dict[str, str], ops: dict[str, set[str]]) -> dict[str, list[str]]:
    """{operation: ids of the texts that name it}; each name in the texts is looked up once."""
    words: dict[str, list[str]] = {}
    for key, text in texts.items():
        for word in set(cross_references.NAME.findall(text)):
            words.setdefault(word, []).append(key)
    owners: dict[str, list[str]] = {}
    for op, names in ops.items():
        for name in names:
            owners.setdefault(name, []).append(op)
    known, found = sorted(owners), {}
    for word, keys in words.items():
        for op in {op for name in cross_references.meant(word, known) for op in owners[name]}:
            found.setdefault(op, []).extend(keys)
    return {name: sorted(set(keys), key=list(texts).index) for name, keys in found.items()}
