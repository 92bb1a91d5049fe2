"""clang-format as a gate on C: every line is as .clang-format has it, but for rows, which it would take apart.  A row
is a line that says several things, statements, cases, members, or whose cells stand in columns.
`python tools/c_layout.py [--write] [FILE…]` prints what differs, or mends it; without files those of the repository."""
import argparse
import difflib
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOL = Path(sys.executable).with_name("clang-format")
ASIDE = re.compile(r"""/\*.*?\*/ | //[^\n]* | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' """, re.S | re.X)
FOR = re.compile(r"\bfor \([^()]*(?:\([^()]*\)[^()]*)*\)")
ROW = re.compile(
    r"\S {2,}\S"                        # columns
    r"|;.*;|\}.*[^\s\\};,)].*;"         # several statements, or members
    r"|\bfor <>.*\b(if|for)\b.*[^{]$"   # a loop over one question
    r"|\bcase \w+: +case\b"
    r"|\bEACH_LANE\b"                   # a loop, which clang-format takes for a type
)


def rows(text):
    """[is it a row?] of the lines of a C file, whatever its comments and strings say."""
    code = ASIDE.sub(lambda m: "#" + "\n#" * m[0].count("\n"), text)
    return [bool(ROW.search(FOR.sub("for <>", line.strip()))) for line in code.split("\n")]


def wanted(path, text):
    """The text as clang-format has it, rows left alone."""
    lines = [f"--lines={n}:{n}" for n, row in enumerate(rows(text), 1) if not row]
    command = [TOOL, f"--style=file:{ROOT / '.clang-format'}", f"--assume-filename={path}", *lines]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{path}: clang-format: {done.stderr.strip()}")
    return done.stdout


def listed():
    """Every C file of the repository."""
    names = subprocess.run(["git", "ls-files", "*.c", "*.h"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in names.stdout.splitlines()]


def main():
    parser = argparse.ArgumentParser(description="C as .clang-format has it, but for rows.")
    parser.add_argument("--write", action="store_true", help="mend the files")
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    wrong = 0
    for path in options.files or listed():
        text = path.read_text()
        good = wanted(path, text)
        wrong += good != text
        if options.write and good != text:
            path.write_text(good)
        elif good != text:
            old, new, name = text.splitlines(), good.splitlines(), str(path)
            print(*difflib.unified_diff(old, new, name, name, n=0, lineterm=""), sep="\n")
    return int(wrong > 0 and not options.write)


if __name__ == "__main__":
    sys.exit(main())
