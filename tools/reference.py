"""The pages of the reference, written from spec/, model/, suites/, harness/faults/ and the parsers of the command line:
what `assay spec show` prints, with the text of the bodies and the rules beside it."""
import argparse
import re
from functools import cache

import formats

from assay import spec
from assay.cli.parser import build_parser
from assay.cli.show import columns
from assay.harness.faults import mutant_library, operation_faults
from assay.harness.faults.call_graph import CallGraph, bound_names
from assay.model.build import ROOT as BUILT
from assay.reports.export import cross_references as mentions
from assay.reports.export.operation_info import about

MOST = 12                                            # cases told of an operation or rule
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
    """Writes every page -> {section of the index: [(title, page)]}."""
    tables = spec.load()
    folder.mkdir(parents=True, exist_ok=True)
    pages, known = {}, {}
    mechanical = faults_of_operations()
    for op in tables.ops.values():
        known[op.name] = about(tables, op)
        pages.setdefault(op.where.partition(".")[0].rpartition("/")[2], []).append(op)
    made = [(GROUPS.get(stem, stem), stem) for stem in sorted(pages, key=[*GROUPS, *pages].index)]
    for title, stem in made:
        body = [operation(known[op.name], mechanical.get(op.name, ())) for op in pages[stem]]
        head = f"The rows of `spec/ops/{stem}.txt`; [how to read them](operations.md)."
        put(folder / f"{stem}.md", title, [head, *body])
    put(folder / "operations.md", "Operations", contents(made, pages, known))
    put(folder / "rules.md", "Rules", rules(tables, known))
    put(folder / "encodings.md", "Encodings", encodings(tables))
    put(folder / "commands.md", "Commands", commands(build_parser()))
    put(folder / "formats.md", "Formats", formats.page())
    return {"Reference": [(title, f"reference/{page}") for title, page in (
        ("Commands and their options", "commands"), ("Formats field by field", "formats"),
        ("Operations", "operations"), ("Rules", "rules"), ("Encodings", "encodings"))]}


def put(path, title, parts):
    """A page."""
    path.write_text("\n\n".join([f"# {title}", *parts]) + "\n")


def faults_of_operations():
    """{operation: [key of each mechanical fault]}."""
    reach = CallGraph(mutant_library.all_functions(), bound_names(BUILT / "build"))
    found = {}
    for one in operation_faults.all_faults(reach):
        found.setdefault(one.op, []).append(one.key.partition(" ")[2])
    return found


# ---- operations ----

LEGEND = """Every operation that the tables know, on both families. Each has its row's results and sources ([the
words](../../spec/README.md)), its forms as an assembler writes them, with opcode and size, and the C function that
is its meaning, if the model has one: over the values of one lane, without modifiers, EXEC and write-back, which are
the pipeline's. Below stand the sections of the manuals that list it; rules, suite cases and errata that name it; the
hand-chosen faults (`assay targets --mutants`) that change it, and by name the mechanical ones that `assay mutate`
can give it. `assay spec show NAME` tells the same."""


def contents(made, pages, known):
    """The page of all operations: how many there are, and each name as a link."""
    carried = sum(bool(one.bodies) for one in known.values())
    out = [LEGEND, f"{len(known):,} operations, of which the model carries out {carried:,}; the others it decodes and "
           "answers `unsupported`."]
    for title, stem in made:
        out += [f"## {title}", " ".join(f"[{op.name}](#op-{op.name})" for op in pages[stem])]
    return [*out, block("{toctree}", [":hidden:", "", *(stem for _, stem in made)])]


def operation(one, mechanical):
    """The section of an operation."""
    headings = {name: slug(head) for name, head, _ in mentions.rows_of_errata(mentions.ROOT / "docs/errata.md")}
    said = [f"{one.acts[:1].upper()}{one.acts[1:]}. Results: {code(one.results)}; sources: {code(one.sources)}"]
    said += [f"memory: {code(one.memory)}"] if one.memory else []
    said += [f"notes: {code(', '.join(one.notes))}"] if one.notes else []
    lines = [line for member in one.families for line in forms(member)]
    parts = [f"(op-{one.name})=", f"## {one.name}", "; ".join(said) + f". Row: `{one.row}`.", block("text", lines)]
    parts += meaning(one)
    parts.append("\n".join(f"- {what}: {text}" for what, text in (
        ("manual", "; ".join(one.manual)), ("rules", ", ".join(f"[{name}](#rule-{name})" for name in one.rules)),
        ("cases", listed([f"suites/{name}" for name in one.cases])),
        ("errata", ", ".join(f"[{name}](../errata.md#{headings[name]})" for name in one.errata)),
        ("faults by hand", "; ".join(f"`{name}`: {escape(text)}" for name, text in one.faults or ())),
        ("mechanical faults", listed(mechanical, len(mechanical))),
    ) if text))
    return "\n\n".join(parts)


@cache
def slug(heading):
    """A heading as a link has it."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def forms(member):
    """A family's forms."""
    if not member.spelling:
        return [f"{member.arch}: none"]
    also = f", also {', '.join(member.aliases)}" if member.aliases else ""
    only = f", only {', '.join(member.only)} (needs {', '.join(member.needs)})" if member.needs else ""
    return [f"{member.arch}: {member.spelling}{also}{only}", *(f"    {line}" for line in columns(member.forms))]


def meaning(one):
    """The C of the bodies; of what memory rows share only the name."""
    if not one.bodies:
        return ["The model does not carry it out: its status is `unsupported`."]
    shared = [body for body in one.bodies if one.memory and body.function.startswith("run_")]
    own = [body for body in one.bodies if body not in shared]
    out = [f"Memory rows share `{body.function}`, `{body.file}` line {body.line}." for body in shared]
    for body in own:
        out += [block("c", body.text.splitlines()), f"`{body.file}` line {body.line}"]
    return out


def block(language, lines):
    """A listing."""
    return "\n".join([f"```{language}", *lines, "```"])


def code(text):
    """In backquotes."""
    return f"`{text}`"


def escape(text):
    """Running text of a table, for Markdown."""
    return re.sub(r"([*_<\[])", r"\\\1", text)


def listed(names, most=MOST):
    """Names in backquotes, the first `most`."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(code(name) for name in names[:most]) + more


# ---- rules ----

def rules(tables, known):
    """The page of rules, by their first word."""
    suites, named = mentions.ROOT / "suites", {}
    cases, broken, kills = (of(suites) for of in (mentions.cases_of_rules, mentions.breaking, mentions.killed))
    for one in known.values():
        for name in one.rules:
            named.setdefault(name, []).append(one.name)
    groups = {}
    for name, rule in tables.rules.items():
        groups.setdefault(name.partition(".")[0], []).append(
            one_rule(name, rule, cases.get(name, []), broken.get(name, []), kills, named.get(name, [])))
    out = [f"The {len(tables.rules)} rules of `spec/rules.toml`. A finding names its rule; a certificate says of each "
           "whether its cases passed. `error` and `race` fail a program; `stall` and `note` are only told. Cases that "
           "break a rule expect its finding; each case notices a fault of the model, `assay targets --mutants`."]
    for group, sections in groups.items():
        out += [f"## {group}", *sections]
    return out


def one_rule(name, rule, cases, broken, kills, operations):
    """The section of a rule.  `broken`: of its cases, those that break it; `kills`: {case: fault}."""
    headings = {one: slug(head) for one, head, _ in mentions.rows_of_errata(mentions.ROOT / "docs/errata.md")}
    errata = mentions.errata_of_rule(name, cases, mentions.ROOT / "docs/errata.md")
    kept = [case for case in cases if case not in broken]
    noticed = list(dict.fromkeys(kills[case] for case in [*broken, *kept] if case in kills))
    documents, sections = rule["document"].split(", "), rule["section"].split("; ")
    sources = "; ".join(f"{document}, {section}" for document, section in zip(documents, sections))
    facts = [("kind", rule["kind"]), ("source", escape(sources)),
             ("cases that break it", listed([f"suites/{case}" for case in broken])),
             ("cases that keep it" if broken else "cases", listed([f"suites/{case}" for case in kept])),
             ("faults they notice", listed(noticed)),
             ("errata", ", ".join(f"[{one}](../errata.md#{headings[one]})" for one in errata)),
             ("operations", ", ".join(f"[{op}](#op-{op})" for op in operations[:MOST])
              + (f" and {len(operations) - MOST} more" if len(operations) > MOST else ""))]
    return "\n\n".join([f"(rule-{name})=", f"### {name}", escape(rule["text"]),
                        "\n".join(f"- {what}: {text}" for what, text in facts if text)])


# ---- encodings ----

def encodings(tables):
    """The page of encodings."""
    out = ["How each encoding lies in its dwords, most significant bit first: 0 and 1 are fixed, `-` is ignored, "
           "`name:width` is a field, `|` starts the next dword, `+` names the source codes after which an extension "
           "follows. From `spec/encodings.txt`."]
    text = (spec.FOLDER / "encodings.txt").read_text()
    lines = [line.split(None, 3) for line in text.splitlines() if line[:1] not in ("#", "")]
    for family in tables.families:
        out.append(f"## {family}")
        for of, name, kind, bits in lines:
            if of in (family, "all"):
                where = tables.sections.get((family, name))
                listed_in = f"; its instructions: section {where}" if where else ""
                drawn = block("text", [re.sub(r"\s*\|\s*", "\n| ", bits)])
                out += [f"### {family} {name}", f"{kind}{listed_in}", drawn]
    return out


# ---- commands ----

def commands(parser, words=("assay",)):
    """The page of commands, from what they take."""
    out = [escape(parser.description or ""), escape(parser.epilog or "")] if len(words) == 1 else []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                out += command(inner, (*words, name)) + commands(inner, (*words, name))
    return out


def command(parser, words):
    """The section of a command."""
    usage = parser.format_usage().removeprefix("usage: ").rstrip()
    actions = [one for one in parser._actions if one.dest != "help" and not isinstance(one, argparse._SubParsersAction)]
    formatter = parser._get_formatter()
    rows = "\n".join(f"- `{spelling(formatter, one)}`: {escape(said(formatter, one))}" for one in actions)
    head = [f"## {' '.join(words)}", escape(parser.description or ""), block("text", usage.splitlines())]
    return head + [rows] * bool(rows)


def spelling(formatter, action):
    """'--target T'"""
    return formatter._format_action_invocation(action)


def said(formatter, action):
    """An option's help; choices where it says nothing."""
    if action.help:
        return formatter._expand_help(action)
    return ("one of " + ", ".join(map(str, action.choices))) if action.choices else "(no more to say)"
