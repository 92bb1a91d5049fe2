"""Format text files in place: no trailing white space, one newline at the end, aligned columns in spec/ops/.
The exit status is 1 if a file changed."""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEXT = {".py", ".c", ".h", ".txt", ".md", ".toml", ".s", ".cl", ".sh", ".cfg", ""}


def aligned_columns(lines) -> list[str]:
    """Return a table's lines with each column as wide as its widest cell.
    Comments and the last column are unchanged."""
    rows = [re.split(r"\s{2,}", line.strip()) for line in lines]
    table = [cells for cells, line in zip(rows, lines) if line.strip() and not line.startswith("#")]
    count = max((len(cells) for cells in table), default=0)
    widths = [max((len(cells[n]) for cells in table if n < len(cells) - 1), default=0) for n in range(count)]
    return [
        line
        if not line.strip() or line.startswith("#")
        else "  ".join([cell.ljust(widths[n]) for n, cell in enumerate(cells[:-1])] + cells[-1:])
        for cells, line in zip(rows, lines)
    ]


def formatted_text(path, text) -> str:
    """Return a file's text in the format of the project."""
    lines = [line.rstrip() for line in text.splitlines()]
    if path.parent == ROOT / "spec" / "ops":
        lines = aligned_columns(lines)
    while lines and not lines[-1]:
        lines.pop()
    return "\n".join(lines) + "\n" if lines else ""


def main():
    changed = 0
    for name in subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines():
        path = ROOT / name
        if path.suffix not in TEXT or "testdata" in path.parts or not path.is_file():
            continue
        text = path.read_text()
        if (new := formatted_text(path, text)) != text:
            path.write_text(new)
            print("formatted", name)
            changed = 1
    return changed


if __name__ == "__main__":
    sys.exit(main())
