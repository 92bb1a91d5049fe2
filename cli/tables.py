"""assay decode, spec show, targets, schema, --version."""
from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

from .common import BadUse

PREFIX, BETWEEN = re.compile(rb"\b0[xX]"), b" \t\r,"    # of words, and what may stand between them
DIGITS = b"0123456789abcdefABCDEF"


class Version(argparse.Action):
    """--version: prints versions and digests, then ends."""

    def __init__(self, option_strings, dest, help=None):
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        from ..harness.protocol.format_versions import versions
        print("\n".join(f"{name} {value}" for name, value in versions().items()))
        parser.exit(0)


def _words(hex_words: list[str]) -> bytes:
    if hex_words in ([], ["-"]):
        return sys.stdin.buffer.read()
    return "\n".join(hex_words).encode() + b"\n"


def decode(arguments) -> int:
    """assay decode: a line of text for each line of hex; what is no instruction gives <illegal>, what is no hex is
    bad use besides."""
    from .. import model
    from ..spec import TARGETS
    waves = TARGETS[arguments.arch].waves
    wave = arguments.wave or waves[0]
    if wave not in waves:
        raise BadUse(f"{arguments.arch} runs waves of {waves[0]}; leave --wave out")
    lines = _words(arguments.hex)
    sys.stdout.buffer.write(model.decode_text(arguments.arch, wave, lines))
    sys.stdout.buffer.flush()
    if not is_hex(lines):
        number, line = next((n, line) for n, line in enumerate(lines.split(b"\n"), 1) if not is_hex(line))
        raise BadUse(f"line {number}: {line[:40].decode(errors='replace')!r} is no hex, two digits a byte")
    return 0


def is_hex(lines: bytes) -> bool:
    """Are they bytes, each of two digits on one line?"""
    words = PREFIX.sub(b"", lines) if b"x" in lines or b"X" in lines else lines
    digits = words.translate(None, BETWEEN)
    return not digits.translate(None, DIGITS + b"\n") and not any(len(line) % 2 for line in digits.split(b"\n"))


def show(arguments) -> int:
    """assay spec show."""
    from .show import describe
    text = describe(arguments.name)
    print(text)
    return 0


def names(arguments) -> int:
    """assay spec list."""
    from .show import operations, rules
    if arguments.arch and arguments.what == "rules":
        raise BadUse("rules are listed for all architectures; leave --arch out")
    print("\n".join(rules() if arguments.what == "rules" else operations(arguments.arch)))
    return 0


def targets(arguments) -> int:
    """assay targets."""
    from ..harness.targets import registry as known
    rows = known.faulty() if arguments.mutants else known.catalogue()
    if arguments.json:
        print(json.dumps(rows))
        return 0
    width = max(len(row["name"]) for row in rows)
    for row in rows:
        state = "can run here" if row["available"] else f"needs {row['needs']}"
        print(f"{row['name']:{width}}  {row['what']}\n{'':{width}}  {state}")
    return 0


def schema(arguments) -> int:
    """assay schema."""
    from ..reports.export.json_schemas import SCHEMAS, schema_of, write_all
    if arguments.out and arguments.format:
        raise BadUse("--out writes every schema; leave FORMAT or --out out")
    if arguments.out:
        for path in write_all(Path(arguments.out)):
            print(path)
    elif not arguments.format:
        print("\n".join(SCHEMAS))
    elif arguments.format not in SCHEMAS:
        raise BadUse(f"no format is called '{arguments.format}'; there are {', '.join(SCHEMAS)}")
    else:
        print(json.dumps(schema_of(arguments.format), indent=1))
    return 0
