"""Check the layout of C files with clang-format, except for lines that are rows of a table.

    python tools/c_layout.py [--write] [FILE…]

A row is a line with several statements, cases or members, or with cells in columns; clang-format would split it. Print
the differences, or fix them with --write. Without FILE all C files of the repository are checked."""
import argparse
import difflib
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CLANG_FORMAT = Path(sys.executable).with_name("clang-format")
COMMENT_OR_STRING = re.compile(r"""/\*.*?\*/ | //[^\n]* | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' """, re.S | re.X)
FOR_HEADER = re.compile(r"\bfor \([^()]*(?:\([^()]*\)[^()]*)*\)")
ROW = re.compile(
    r"\S {2,}\S"                        # columns
    r"|;.*;|\}.*[^\s\\};,)].*;"         # several statements or members
    r"|\bfor <>.*\b(if|for)\b.*[^{]$"   # a loop with one condition
    r"|\bcase \w+: +case\b"
    r"|\bEACH_LANE\b"                   # a loop, which clang-format parses as a type
)


def row_lines(text):
    """Return for each line of a C file whether it is a row; comments and strings are ignored."""
    code = COMMENT_OR_STRING.sub(lambda m: "#" + "\n#" * m[0].count("\n"), text)
    return [bool(ROW.search(FOR_HEADER.sub("for <>", line.strip()))) for line in code.split("\n")]


def formatted_text(path, text):
    """Return the text as clang-format lays it out, with rows unchanged."""
    lines = [f"--lines={n}:{n}" for n, row in enumerate(row_lines(text), 1) if not row]
    command = [CLANG_FORMAT, f"--style=file:{ROOT / '.clang-format'}", f"--assume-filename={path}", *lines]
    process = subprocess.run(command, input=text, capture_output=True, text=True)
    if process.returncode:
        sys.exit(f"{path}: clang-format: {process.stderr.strip()}")
    return process.stdout


def all_c_files():
    """Return every C file of the repository."""
    names = subprocess.run(["git", "ls-files", "*.c", "*.h"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in names.stdout.splitlines()]


def main():
    parser = argparse.ArgumentParser(description="Check the layout of C files, except for rows of tables.")
    parser.add_argument("--write", action="store_true", help="rewrite the files")
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    differing = 0
    for path in options.files or all_c_files():
        text = path.read_text()
        expected = formatted_text(path, text)
        differing += expected != text
        if options.write and expected != text:
            path.write_text(expected)
        elif expected != text:
            old, new, name = text.splitlines(), expected.splitlines(), str(path)
            print(*difflib.unified_diff(old, new, name, name, n=0, lineterm=""), sep="\n")
    return int(differing > 0 and not options.write)


if __name__ == "__main__":
    sys.exit(main())
