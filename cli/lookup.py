"""assay decode, spec, targets, schema and --version."""
from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

from .common import BadUse

HEX_PREFIX = re.compile(rb"\b0[xX]")
SEPARATORS = b" \t\r,"
HEX_DIGITS = b"0123456789abcdefABCDEF"


class Version(argparse.Action):
    """--version: print versions and digests, then exit."""

    def __init__(self, option_strings, dest, help=None):
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        from ..harness.protocol.format_versions import versions
        print("\n".join(f"{name} {value}" for name, value in versions().items()))
        parser.exit(0)


def _input_lines(hex_words: list[str]) -> bytes:
    if hex_words in ([], ["-"]):
        return sys.stdin.buffer.read()
    return "\n".join(hex_words).encode() + b"\n"


def decode(arguments) -> int:
    """Run `assay decode`: print a line of text per line of hex, <illegal> for bytes that are not an instruction.

    Raises BadUse after the output if a line is not hex."""
    from .. import model
    from ..spec import TARGETS
    waves = TARGETS[arguments.arch].waves
    wave = arguments.wave or waves[0]
    if wave not in waves:
        raise BadUse(f"{arguments.arch} runs waves of {waves[0]}; leave --wave out")
    lines = _input_lines(arguments.hex)
    sys.stdout.buffer.write(model.decode_text(arguments.arch, wave, lines))
    sys.stdout.buffer.flush()
    if not is_hex(lines):
        number, line = next((n, line) for n, line in enumerate(lines.split(b"\n"), 1) if not is_hex(line))
        raise BadUse(f"line {number}: {line[:40].decode(errors='replace')!r} is not hex with two digits per byte")
    return 0


def is_hex(lines: bytes) -> bool:
    """Return whether every line consists of whole bytes of two hex digits."""
    words = HEX_PREFIX.sub(b"", lines) if b"x" in lines or b"X" in lines else lines
    digits = words.translate(None, SEPARATORS)
    return not digits.translate(None, HEX_DIGITS + b"\n") and not any(len(line) % 2 for line in digits.split(b"\n"))


def show(arguments) -> int:
    """Run `assay spec show`."""
    from .show import describe
    text = describe(arguments.name)
    print(text)
    return 0


def names(arguments) -> int:
    """Run `assay spec list`."""
    from .show import operations, rules
    if arguments.arch and arguments.what == "rules":
        raise BadUse("rules are listed for all architectures; leave --arch out")
    print("\n".join(rules() if arguments.what == "rules" else operations(arguments.arch)))
    return 0


def targets(arguments) -> int:
    """Run `assay targets`."""
    from ..harness.targets import registry
    rows = registry.mutant_catalogue() if arguments.mutants else registry.catalogue()
    if arguments.json:
        print(json.dumps(rows))
        return 0
    width = max(len(row["name"]) for row in rows)
    for row in rows:
        state = "can run here" if row["available"] else f"needs {row['needs']}"
        print(f"{row['name']:{width}}  {row['what']}\n{'':{width}}  {state}")
    if not arguments.mutants:
        print("T,claims=FILE (or T,choices=FILE) declares the implementation-defined choices of target T")
    return 0


def schema(arguments) -> int:
    """Run `assay schema`."""
    from ..reports.export.json_schemas import SCHEMAS, json_schema, write_schemas
    if arguments.out and arguments.format:
        raise BadUse("--out writes every schema; give either FORMAT or --out")
    if arguments.out:
        for path in write_schemas(Path(arguments.out)):
            print(path)
    elif not arguments.format:
        print("\n".join(SCHEMAS))
    elif arguments.format not in SCHEMAS:
        raise BadUse(f"no format is called '{arguments.format}'; the formats are {', '.join(SCHEMAS)}")
    else:
        print(json.dumps(json_schema(arguments.format), indent=1))
    return 0
