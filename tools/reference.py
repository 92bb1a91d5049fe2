"""Write the reference pages from spec/, model/, suites/, harness/faults/ and the command-line parsers.
An operation's section has the content of `assay spec show`, with the C bodies and the rules."""
import argparse
import re
from functools import cache

import formats_reference

from assay import spec
from assay.cli.parser import build_parser
from assay.cli.show import columns
from assay.harness.faults import mutant_library, operation_faults
from assay.harness.faults.call_graph import CallGraph, bound_names
from assay.model.build import ROOT as BUILT
from assay.reports.export import cross_references
from assay.reports.export.operation_info import operation_info

MAX_LISTED = 12                                            # cases or operations listed in a section
GROUPS = {
    "salu": "Scalar operations",
    "control": "Branches and control",
    "valu_int": "Vector integers",
    "valu_float": "Vector floats",
    "convert": "Conversions",
    "compare": "Vector compares",
    "packed": "Packed and matrix operations",
    "special": "Interpolation and parameters",
    "smem": "Scalar memory",
    "lds": "LDS",
    "flat": "Flat, global and scratch memory",
    "buffer": "Buffers",
    "image": "Images and exports",
}


def write(folder):
    """Write every page and return {section of the index: [(title, page)]}."""
    tables = spec.load()
    folder.mkdir(parents=True, exist_ok=True)
    pages, infos = {}, {}
    faults_by_operation = derived_faults_by_operation()
    for op in tables.ops.values():
        infos[op.name] = operation_info(tables, op)
        pages.setdefault(op.where.partition(".")[0].rpartition("/")[2], []).append(op)
    groups = [(GROUPS.get(stem, stem), stem) for stem in sorted(pages, key=[*GROUPS, *pages].index)]
    for title, stem in groups:
        body = [operation_section(infos[op.name], faults_by_operation.get(op.name, ())) for op in pages[stem]]
        head = f"The rows of `spec/ops/{stem}.txt`; [how to read them](operations.md)."
        write_page(folder / f"{stem}.md", title, [head, *body])
    write_page(folder / "operations.md", "Operations", operations_page(groups, pages, infos))
    write_page(folder / "rules.md", "Rules", rules_page(tables, infos))
    write_page(folder / "encodings.md", "Encodings", encodings_page(tables))
    write_page(folder / "commands.md", "Commands", commands_page(build_parser()))
    write_page(folder / "formats.md", "Formats", formats_reference.page())
    return {"Reference": [(title, f"reference/{page}") for title, page in (
        ("Commands and their options", "commands"), ("Formats field by field", "formats"),
        ("Operations", "operations"), ("Rules", "rules"), ("Encodings", "encodings"))]}


def write_page(path, title, parts):
    """Write a page."""
    path.write_text("\n\n".join([f"# {title}", *parts]) + "\n")


def derived_faults_by_operation():
    """Return {operation: [key of each derived fault]}."""
    reach = CallGraph(mutant_library.all_functions(), bound_names(BUILT / "build"))
    faults = {}
    for fault in operation_faults.all_faults(reach):
        faults.setdefault(fault.op, []).append(fault.key.partition(" ")[2])
    return faults


# ---- operations ----

LEGEND = """Every operation of the tables, in both architecture families. Each section has the results and sources of
its row ([column values](../../spec/README.md)) and its instruction forms as an assembler writes them, with opcode and
size. If the model has a body for it, the C function follows. It computes the value of one lane; the pipeline adds
modifiers, EXEC and write-back. The list below it names the sections of the manuals, the rules, the suite cases and
the errata of the operation. It also names the curated faults (`assay targets --mutants`) and the derived faults
(`assay mutate`) that change it. `assay spec show NAME` prints the same."""


def operations_page(groups, pages, infos):
    """Return the parts of the index of operations: their number, and each name as a link."""
    supported = sum(bool(info.bodies) for info in infos.values())
    out = [
        LEGEND,
        f"{len(infos):,} operations. The model executes {supported:,}; it decodes the others and "
        "answers `unsupported`.",
    ]
    for title, stem in groups:
        out += [f"## {title}", " ".join(f"[{op.name}](#op-{op.name})" for op in pages[stem])]
    return [*out, code_block("{toctree}", [":hidden:", "", *(stem for _, stem in groups)])]


def operation_section(info, derived_faults):
    """Return the section of an operation."""
    headings = {name: slug(head)
                for name, head, _ in cross_references.errata_rows(cross_references.ROOT / "docs/errata.md")}
    summary = [
        f"{info.acts[:1].upper()}{info.acts[1:]}. Results: {backquoted(info.results)}; "
        f"sources: {backquoted(info.sources)}"
    ]
    summary += [f"memory: {backquoted(info.memory)}"] if info.memory else []
    summary += [f"notes: {backquoted(', '.join(info.notes))}"] if info.notes else []
    lines = [line for member in info.families for line in form_lines(member)]
    parts = [
        f"(op-{info.name})=",
        f"## {info.name}",
        "; ".join(summary) + f". Row: `{info.row}`.",
        code_block("text", lines),
    ]
    parts += body_text(info)
    parts.append("\n".join(f"- {label}: {text}" for label, text in (
        ("manual", "; ".join(info.manual)), ("rules", ", ".join(f"[{name}](#rule-{name})" for name in info.rules)),
        ("cases", limited_list([f"suites/{name}" for name in info.cases])),
        ("errata", ", ".join(f"[{name}](../errata.md#{headings[name]})" for name in info.errata)),
        ("curated faults", "; ".join(f"`{name}`: {escape(text)}" for name, text in info.faults or ())),
        ("derived faults", limited_list(derived_faults, len(derived_faults))),
    ) if text))
    return "\n\n".join(parts)


@cache
def slug(heading):
    """Return the anchor of a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def form_lines(member):
    """Return the lines of an operation's forms in one architecture family."""
    if not member.spelling:
        return [f"{member.arch}: none"]
    aliases = f", also {', '.join(member.aliases)}" if member.aliases else ""
    restriction = f", only {', '.join(member.only)} (needs {', '.join(member.needs)})" if member.needs else ""
    return [
        f"{member.arch}: {member.spelling}{aliases}{restriction}",
        *(f"    {line}" for line in columns(member.forms)),
    ]


def body_text(info):
    """Return the C text of the bodies; name a body that memory rows share without its text."""
    if not info.bodies:
        return ["The model does not execute it: its status is `unsupported`."]
    shared = [body for body in info.bodies if info.memory and body.function.startswith("run_")]
    own_bodies = [body for body in info.bodies if body not in shared]
    out = [f"Memory rows share `{body.function}`, `{body.file}` line {body.line}." for body in shared]
    for body in own_bodies:
        out += [code_block("c", body.text.splitlines()), f"`{body.file}` line {body.line}"]
    return out


def code_block(language, lines):
    """Return a fenced code block."""
    return "\n".join([f"```{language}", *lines, "```"])


def backquoted(text):
    """Return the text in backquotes."""
    return f"`{text}`"


def escape(text):
    """Escape running text for Markdown."""
    return re.sub(r"([*_<\[])", r"\\\1", text)


def limited_list(names, limit=MAX_LISTED):
    """Return the first `limit` names in backquotes, and how many more there are."""
    rest = f" and {len(names) - limit} more" if len(names) > limit else ""
    return ", ".join(backquoted(name) for name in names[:limit]) + rest


# ---- rules ----

def rules_page(tables, infos):
    """Return the page of rules, grouped by the first word of their names."""
    suites, operations_by_rule = cross_references.ROOT / "suites", {}
    cases = cross_references.suite_files_by_rule(suites)
    breaking = cross_references.suite_files_by_broken_rule(suites)
    noticed = cross_references.fault_by_suite_file(suites)
    for info in infos.values():
        for name in info.rules:
            operations_by_rule.setdefault(name, []).append(info.name)
    groups = {}
    for name, rule in tables.rules.items():
        groups.setdefault(name.partition(".")[0], []).append(
            rule_section(
                name, rule, cases.get(name, []), breaking.get(name, []), noticed, operations_by_rule.get(name, [])
            )
        )
    out = [f"The {len(tables.rules)} rules of `spec/rules.toml`. A finding names its rule. A certificate states for "
           "each rule whether its cases passed. `error` and `race` fail a program; `stall` and `note` are only "
           "reported. A case that breaks a rule expects its finding. Each case detects a fault of the model "
           "(`assay targets --mutants`)."]
    for group, sections in groups.items():
        out += [f"## {group}", *sections]
    return out


def rule_section(name, rule, cases, broken, kills, operations):
    """Return the section of a rule.
    `broken`: the cases that violate the rule; `kills`: {case: fault}."""
    headings = {entry: slug(head)
                for entry, head, _ in cross_references.errata_rows(cross_references.ROOT / "docs/errata.md")}
    errata = cross_references.errata_naming_rule(name, cases, cross_references.ROOT / "docs/errata.md")
    keeping = [case for case in cases if case not in broken]
    faults = list(dict.fromkeys(kills[case] for case in [*broken, *keeping] if case in kills))
    documents, sections = rule["document"].split(", "), rule["section"].split("; ")
    sources = "; ".join(f"{document}, {section}" for document, section in zip(documents, sections))
    facts = [("kind", rule["kind"]), ("source", escape(sources)),
             ("cases that break it", limited_list([f"suites/{case}" for case in broken])),
             ("cases that keep it" if broken else "cases", limited_list([f"suites/{case}" for case in keeping])),
             ("faults that they detect", limited_list(faults)),
             ("errata", ", ".join(f"[{entry}](../errata.md#{headings[entry]})" for entry in errata)),
             ("operations", ", ".join(f"[{op}](#op-{op})" for op in operations[:MAX_LISTED])
              + (f" and {len(operations) - MAX_LISTED} more" if len(operations) > MAX_LISTED else ""))]
    return "\n\n".join([f"(rule-{name})=", f"### {name}", escape(rule["text"]),
                        "\n".join(f"- {label}: {text}" for label, text in facts if text)])


# ---- encodings ----

def encodings_page(tables):
    """Return the page of encodings."""
    out = ["The layout of each encoding, most significant bit first. 0 and 1 are fixed bits, `-` is ignored, "
           "`name:width` is a field, and `|` starts the next dword. `+` names the source codes after which an "
           "extension follows. The source is `spec/encodings.txt`."]
    text = (spec.FOLDER / "encodings.txt").read_text()
    lines = [line.split(None, 3) for line in text.splitlines() if line[:1] not in ("#", "")]
    for family in tables.families:
        out.append(f"## {family}")
        for line_family, name, kind, bits in lines:
            if line_family in (family, "all"):
                section = tables.sections.get((family, name))
                listed_in = f"; its instructions: section {section}" if section else ""
                diagram = code_block("text", [re.sub(r"\s*\|\s*", "\n| ", bits)])
                out += [f"### {family} {name}", f"{kind}{listed_in}", diagram]
    return out


# ---- commands ----

def commands_page(parser, words=("assay",)):
    """Return the page of commands and their options, from the parsers."""
    out = [escape(parser.description or ""), escape(parser.epilog or "")] if len(words) == 1 else []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                out += command_section(inner, (*words, name)) + commands_page(inner, (*words, name))
    return out


def command_section(parser, words):
    """Return the section of a command."""
    usage = parser.format_usage().removeprefix("usage: ").rstrip()
    actions = [
        action
        for action in parser._actions
        if action.dest != "help" and not isinstance(action, argparse._SubParsersAction)
    ]
    formatter = parser._get_formatter()
    rows = "\n".join(
        f"- `{action_spelling(formatter, action)}`: {escape(action_help(formatter, action))}" for action in actions
    )
    head = [f"## {' '.join(words)}", escape(parser.description or ""), code_block("text", usage.splitlines())]
    return head + [rows] * bool(rows)


def action_spelling(formatter, action):
    """Return an action as help writes it, such as '--target T'."""
    return formatter._format_action_invocation(action)


def action_help(formatter, action):
    """Return an option's help, or its choices if it has none."""
    if action.help:
        return formatter._expand_help(action)
    return ("one of " + ", ".join(map(str, action.choices))) if action.choices else "(no description)"
