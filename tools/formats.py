"""The page of the reference that has every JSON format field by field, written from the schemas that `assay schema`
prints."""
import json

from assay.reports.export.json_schemas import SCHEMAS, schema_of

WHERE = {
    "case": "What `assay run` and its like read; [cases](../cases.md) says what it means.",
    "result": "A line of `assay run`; what `assay launch` and `assay check` print.",
    "hello": "The greeting of an [adapter](../../harness/PROTOCOL.md).",
    "choices": "What a target [declares](../howto/declare.md).",
    "trace": "A line an instruction of `assay run --trace`.",
    "diff": "`assay diff --json`.",
    "outcomes": "A line a case of `assay outcomes --json`.",
    "certificate": "`DIR/*.certificate.json` of `assay certify --out DIR`.",
    "failure": "`DIR/failures/*/*.failure.json` of `assay certify`, which `assay replay` runs.",
    "comparison": "`assay compare --format json`.",
    "coverage": "`assay coverage --json FILE`.",
    "kit": "`manifest.json` of `assay kit`.",
    "mutation": "`assay mutate --out FILE`.",
    "program-mutants": "`assay mutate --program FILE --json`.",
    "targets": "`assay targets --json`.",
}


def page():
    """The parts of the page."""
    out = ["`assay schema` lists the formats, `assay schema FORMAT` prints the JSON Schema of one, `assay schema --out "
           "DIR` writes all; these tables say the same. A key with a default may be left out."]
    for name in SCHEMAS:
        schema = schema_of(name)
        kinds = schema.get("$defs", {})
        root = schema.get("$ref", "").rpartition("/")[2]
        out += [f"## {name}", WHERE[name] + ("" if root else f" It is a {typed(schema, name)}.")]
        for kind in sorted(kinds, key=lambda kind: kind != root):
            out += record(name, kind, kinds[kind])
    return out


def record(name, kind, held):
    """The section of a type."""
    said = " ".join(held.get("description", "").split())
    head = [f"(format-{name}-{kind.lower()})=", f"### {kind} of {name}", *([escape(said)] if said else [])]
    if "properties" not in held:
        return [*head, f"It is {typed(held, name)}."]
    required = set(held.get("required", ()))
    rows = [f"| `{field}` | {typed(one, name)} | {default(one, field in required)} |"
            for field, one in held["properties"].items()]
    return [*head, "\n".join(["| field | type | default |", "|---|---|---|", *rows])]


def default(one, required):
    """What stands where the key does not."""
    if required:
        return ""
    return f"`{json.dumps(one.get('default'))}`"


def typed(one, name):
    """A type in words."""
    if "$ref" in one:
        kind = one["$ref"].rpartition("/")[2]
        return f"[{kind}](#format-{name}-{kind.lower()})"
    if "anyOf" in one:
        return " or ".join(typed(other, name) for other in one["anyOf"])
    if "enum" in one:
        return ", ".join(f"`{value}`" for value in one["enum"])
    if "const" in one:
        return f"`{one['const']}`"
    kind = one.get("type", "any value")
    if kind == "array":
        inner = [typed(other, name) for other in one.get("prefixItems", ())] or [typed(one.get("items") or {}, name)]
        return f"list of {', '.join(inner)}"
    if kind == "object":
        values = one.get("additionalProperties")
        return f"object of {typed(values, name)}" if isinstance(values, dict) and values else "object"
    return f"{kind} `{one['pattern']}`".replace("|", "\\|") if "pattern" in one else kind


def escape(said):
    """Prose of a docstring in Markdown: braces, angles and stars as they are."""
    parts = said.split("`")
    parts[::2] = [part.replace("*", "\\*").replace("<", "&lt;").replace("_", "\\_") for part in parts[::2]]
    return "`".join(parts)
