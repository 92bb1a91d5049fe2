"""JSON Schemas of the formats, generated from the types that read them."""
from __future__ import annotations

import importlib
import json
from pathlib import Path

import msgspec

# format -> (module, type, version)
SCHEMAS = {
    "case": ("assay.harness.case.case_types", "Case", 1),
    "result": ("assay.harness.case.case_types", "Result", 1),
    "hello": ("assay.harness.protocol.messages", "Hello", 1),
    "choices": ("assay.harness.case.choices", "Choices", 1),
    "trace": ("assay.reports.export.output_schemas", "TraceLine", 1),
    "diff": ("assay.reports.export.output_schemas", "DiffOutput", 1),
    "outcomes": ("assay.reports.export.output_schemas", "OutcomeSet", 1),
    "certificate": ("assay.reports.export.certificate_records", "Certificate", 1),
    "failure": ("assay.reports.export.certificate_records", "Bundle", 1),
    "comparison": ("assay.reports.export.certificate_changes", "Comparisons", 1),
    "coverage": ("assay.reports.coverage.program_reach", "Reach", 1),
    "kit": ("assay.reports.self_check_kit.kit_builder", "Manifest", 1),
    "mutation": ("assay.reports.export.output_schemas", "Mutation", 2),
    "program-mutants": ("assay.reports.export.output_schemas", "ProgramMutants", 1),
    "targets": ("assay.reports.export.output_schemas", "Targets", 1),
}


def json_schema(name: str) -> dict:
    """The JSON Schema of one format. Raises KeyError for an unknown name."""
    module, type_name, version = SCHEMAS[name]
    schema = msgspec.json.schema(getattr(importlib.import_module(module), type_name))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"assay:{name}:{version}",
        "title": f"Assay {name}, version {version}",
        **schema,
    }


def write_schemas(folder: Path) -> list[Path]:
    """Write every schema of this installation to `folder`. Return the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in SCHEMAS:
        try:
            schema = json_schema(name)
        except ModuleNotFoundError as error:
            if error.name != SCHEMAS[name][0]:
                raise
            continue
        path = folder / f"{name}.schema.json"
        path.write_text(json.dumps(schema, indent=1) + "\n")
        written.append(path)
    return written
