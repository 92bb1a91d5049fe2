"""The journal of a run of all mutants: one line per verdict, so that an interrupted run resumes."""
from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from .score import Result


class Journal:
    """Verdicts by mutant key. `subject`: identifies model and corpus; a journal with another subject is replaced. An
    incomplete last line is dropped."""

    def __init__(self, path: Path, subject: str):
        self.path, self.results = path, {}
        lines = path.read_text().splitlines() if path.exists() else []
        records = [json.loads(line) for line in lines if line.endswith("}")]
        if records[:1] == [{"subject": subject}]:
            for line in records[1:]:
                key = line.pop("key")
                self.results[key] = Result(**line)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(line) + "\n" for line in (
            {"subject": subject}, *({"key": key} | asdict(result) for key, result in self.results.items()))))

    def write(self, key: str, result: Result) -> None:
        """Append one verdict."""
        self.results[key] = result
        with open(self.path, "a") as file:
            file.write(json.dumps({"key": key} | asdict(result)) + "\n")
