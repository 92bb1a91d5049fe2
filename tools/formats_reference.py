"""Write the reference page of the JSON formats, field by field, from the schemas that `assay schema` prints."""
import json

from assay.reports.export.json_schemas import SCHEMAS, json_schema

DESCRIPTIONS = {
    "case": "The input of `assay run` and similar commands; [cases](../cases.md) explains it.",
    "result": "A line of `assay run`; the output of `assay launch` and `assay check`.",
    "hello": "The greeting of an [adapter](../../harness/PROTOCOL.md).",
    "choices": "The [declaration](../howto/declare.md) of a target.",
    "trace": "A line of `assay run --trace`: one instruction.",
    "diff": "`assay diff --json`.",
    "outcomes": "A line of `assay outcomes --json`: one case.",
    "certificate": "`DIR/*.certificate.json` of `assay certify --out DIR`.",
    "failure": "`DIR/failures/*/*.failure.json` of `assay certify`, the input of `assay replay`.",
    "comparison": "`assay compare --format json`.",
    "coverage": "`assay coverage --json FILE`.",
    "kit": "`manifest.json` of `assay kit`.",
    "mutation": "`assay mutate --out FILE`.",
    "program-mutants": "`assay mutate --program FILE --json`.",
    "targets": "`assay targets --json`.",
}


def page():
    """Return the parts of the page."""
    out = ["`assay schema` lists the formats. `assay schema FORMAT` prints the JSON Schema of one format. "
           "`assay schema --out DIR` writes all. These tables have the same content. A key with a default is optional."]
    for name in SCHEMAS:
        schema = json_schema(name)
        kinds = schema.get("$defs", {})
        root = schema.get("$ref", "").rpartition("/")[2]
        out += [f"## {name}", DESCRIPTIONS[name] + ("" if root else f" It is a {type_text(schema, name)}.")]
        for kind in sorted(kinds, key=lambda kind: kind != root):
            out += type_section(name, kind, kinds[kind])
    return out


def type_section(name, kind, type_schema):
    """Return the section of a type."""
    description = " ".join(type_schema.get("description", "").split())
    head = [f"(format-{name}-{kind.lower()})=", f"### {kind} of {name}"]
    head += [escape_prose(description)] * bool(description)
    if "properties" not in type_schema:
        return [*head, f"It is {type_text(type_schema, name)}."]
    required = set(type_schema.get("required", ()))
    rows = [f"| `{field}` | {type_text(field_schema, name)} | {default_text(field_schema, field in required)} |"
            for field, field_schema in type_schema["properties"].items()]
    return [*head, "\n".join(["| field | type | default |", "|---|---|---|", *rows])]


def default_text(field_schema, required):
    """Return the default of an optional key."""
    if required:
        return ""
    return f"`{json.dumps(field_schema.get('default'))}`"


def type_text(type_schema, name):
    """Return a type in words."""
    if "$ref" in type_schema:
        kind = type_schema["$ref"].rpartition("/")[2]
        return f"[{kind}](#format-{name}-{kind.lower()})"
    if "anyOf" in type_schema:
        return " or ".join(type_text(member, name) for member in type_schema["anyOf"])
    if "enum" in type_schema:
        return ", ".join(f"`{value}`" for value in type_schema["enum"])
    if "const" in type_schema:
        return f"`{type_schema['const']}`"
    kind = type_schema.get("type", "any value")
    if kind == "array":
        members = type_schema.get("prefixItems", ()) or [type_schema.get("items") or {}]
        inner = [type_text(member, name) for member in members]
        return f"list of {', '.join(inner)}"
    if kind == "object":
        values = type_schema.get("additionalProperties")
        return f"object of {type_text(values, name)}" if isinstance(values, dict) and values else "object"
    return f"{kind} `{type_schema['pattern']}`".replace("|", "\\|") if "pattern" in type_schema else kind


def escape_prose(prose):
    """Escape the prose of a docstring for Markdown."""
    parts = prose.split("`")
    parts[::2] = [part.replace("*", "\\*").replace("<", "&lt;").replace("_", "\\_") for part in parts[::2]]
    return "`".join(parts)
