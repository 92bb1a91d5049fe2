"""Write docs/measurements.md from docs/measurements.toml, or measure again and write both.

    python tools/measurements.py                       # write the page
    python tools/measurements.py --update ID [--read]  # run the command of a measurement, then write both files

`--read`: read the report of an earlier run of the command from build/. An update covers every measurement
with the same command. If this tool cannot read the output of the command, it prints the command: run it, and edit the
data file by hand."""
import argparse
import datetime
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

from assay.spec import CERTIFIED

ROOT = Path(__file__).resolve().parent.parent
DATA, PAGE = ROOT / "docs/measurements.toml", ROOT / "docs/measurements.md"
BENCH, MUTATION = ROOT / "build/bench.json", ROOT / "build/mutation.json"
PLOT = ROOT / "docs/images/growth.svg"
KEYS = ("id", "heading", "text", "command", "date", "machine", "columns", "rows")
NUMBER = re.compile(r"[-–]?\d[\d,.:]*( million| %| s)?")
DATA_HEAD = "# The measurements of docs/measurements.md. After an edit run `python tools/measurements.py`.\n"
PAGE_HEAD = """# Measurements

`tools/measurements.py` writes this page from `docs/measurements.toml`.
`tools/measurements.py --update ID` measures again where it can read the command's output.
Each section has the command, the date and the machine.
"""


def load_measurements(path=DATA):
    return tomllib.loads(path.read_text())["measurement"]


def toml_text(measurements):
    """Return the text of the data file; strings of JSON are strings of TOML."""
    def value(key, content):
        parts = [f"    {json.dumps(part, ensure_ascii=False)},\n" for part in content]
        return f"[\n{''.join(parts)}]" if key in ("text", "rows") else json.dumps(content, ensure_ascii=False)
    tables = ["\n[[measurement]]\n" + "".join(f"{key} = {value(key, measurement[key])}\n" for key in KEYS)
              for measurement in measurements]
    return DATA_HEAD + "".join(tables)


def table_lines(columns, rows):
    """Return a Markdown table; columns of numbers are right-aligned."""
    rules = ["--:" if all(NUMBER.fullmatch(cell) for cell in cells if cell) else "---" for cells in zip(*rows)]
    return [f"| {' | '.join(columns)} |", f"|{'|'.join(rules)}|", *(f"| {' | '.join(row)} |" for row in rows)]


def section(measurement):
    if not {len(row) for row in measurement["rows"]} <= {len(measurement["columns"])}:
        raise SystemExit(f"{DATA}: {measurement['id']}: each row needs {len(measurement['columns'])} cells")
    day = datetime.date.fromisoformat(measurement["date"])
    command = f"`{measurement['command']}`" if measurement["command"] else ""
    origin = ", ".join(filter(None, (command, f"{day.day} {day:%B %Y}", measurement["machine"]))) + "."
    table = (
        [origin, "", *table_lines(measurement["columns"], measurement["rows"])]
        if measurement["rows"]
        else [f"{command}: no figures yet."]
    )
    return "\n".join([f"## {measurement['heading']}", "", *measurement["text"], "", *table]) + "\n"


def page_text(measurements):
    return "\n".join([PAGE_HEAD, *map(section, measurements)])


def rounded(value):
    """Round to three significant digits."""
    return f"{float(f'{value:.3g}'):,.0f}"


def bench_rows(read):
    """Return the rows of `make bench`: speed, cost of the checks, growth."""
    if not read:
        subprocess.run(["make", "bench"], cwd=ROOT, check=True)
    results = json.loads(BENCH.read_text())
    speed = [[name, rounded(r["value"]), r["unit"], *([rounded(r["aim"]), f"{r['value'] / r['aim']:.2f}"]
             if r["aim"] else ["", ""])] for name, r in results.items() if "aim" in r]
    checks = [[name.removeprefix("checks."), f"{1 / r['ratio']:.2f}"] for name, r in results.items()
              if name.startswith("checks.")]
    spent = {}
    for name, r in results.items():
        if name.startswith("growth."):
            spent.setdefault(name.split(".")[1], []).append(r["value"])
    growth = [[cause, *(f"{1e6 * seconds:,.0f}" for seconds in times), f"{times[-1] / times[-2] / 10:.2f}"]
              for cause, times in spent.items()]
    shutil.copyfile(BENCH.with_name("growth.svg"), PLOT)
    return {"speed": speed, "checks": checks, "growth": growth}


def mutation_rows(read):
    """Return the rows of `make mutate`: the score by kind and in total."""
    if not read:
        subprocess.run(["make", "mutate"], cwd=ROOT, check=False)        # fails below the floor, with a report
    report = json.loads(MUTATION.read_text())
    kinds = {**report["kinds"], "all": {key: report[key] for key in ("killed", "crashed", "survived")}}
    kinds["all"]["killed"] -= report["crashed"]                          # in the report it includes crashes
    return {"mutation": [[kind, *(f"{c[key]:,}" for key in ("killed", "crashed", "survived")),
                          f"{100 * (c['killed'] + c['crashed']) / sum(c.values()):.1f} %"]
                         for kind, c in kinds.items() if sum(c.values())]}


def certify_rows(_):
    """Return the seconds of `assay certify` from the shell to the report."""
    rows = []
    for arch in CERTIFIED:
        start = time.monotonic()
        words = f"-m assay.cli certify --target model --arch {arch} --jobs 2 --out build/timed"
        subprocess.run([sys.executable, *words.split()], cwd=ROOT, check=True)
        rows.append([arch, f"{time.monotonic() - start:.1f}"])
    return {"certify": rows}


UPDATES = {"speed": bench_rows, "checks": bench_rows, "growth": bench_rows, "mutation": mutation_rows,
           "certify": certify_rows}


def update(measurements, name, read):
    measurements_by_id = {measurement["id"]: measurement for measurement in measurements}
    if name not in measurements_by_id:
        raise SystemExit(f"no measurement {name}; the measurements are {', '.join(measurements_by_id)}")
    if name not in UPDATES:
        raise SystemExit(f"run this, and edit {DATA} by hand: {measurements_by_id[name]['command']}")
    processor = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text()) or [platform.machine()]
    machine = f"{processor[0]}, load {os.getloadavg()[0]:.1f} at the start"
    for measurement_id, rows in UPDATES[name](read).items():
        measurements_by_id[measurement_id] |= {
            "rows": rows,
            "date": datetime.date.today().isoformat(),
            "machine": machine,
        }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", metavar="ID")
    parser.add_argument("--read", action="store_true")
    arguments, measurements = parser.parse_args(), load_measurements()
    if arguments.update:
        update(measurements, arguments.update, arguments.read)
        DATA.write_text(toml_text(measurements))
    PAGE.write_text(page_text(measurements))


if __name__ == "__main__":
    main()
