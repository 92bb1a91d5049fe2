"""Build generators/native/_plan*.so, the planner's loops over small arrays (plan.h), when it is out of date.
`python -m assay.generators.native.build_plan`"""
import sys
from pathlib import Path

from ...model.build import (
    FLAGS, ROOT, SUFFIX, BuildError, binding_source, compile_binding, link_shared, header_text, run,
)

HERE = Path(__file__).resolve().parent


def build(out=None, extension=None, cc="gcc"):
    """Bring the extension up to date. `out`: folder for intermediate files (default build/); `extension`: its path
    (default generators/native/_plan…). Raises BuildError."""
    target = Path(extension or HERE / f"_plan{SUFFIX}")
    sources = [HERE / "plan.c", HERE / "fill.c", HERE / "words.c", HERE / "bits.c"]
    inputs = [*sources, HERE / "plan.h", HERE / "draws.h", HERE / "build_plan.py",
              HERE.parents[1] / "model" / "assay.h"]
    if target.exists() and target.stat().st_mtime_ns > max(path.stat().st_mtime_ns for path in inputs):
        return target
    folder = Path(out or ROOT / "build") / "plan"
    folder.mkdir(parents=True, exist_ok=True)
    for path in sources:
        run([cc, *FLAGS, f"-I{HERE}", "-c", str(path)], folder / f"{path.stem}.o")
    source = binding_source("assay.generators.native._plan", header_text(HERE / "plan.h"), "plan.h", folder)
    compile_binding(cc, [], source, HERE, folder / "binding.o")
    link_shared(cc, [], [*(folder / f"{path.stem}.o" for path in sources), folder / "binding.o"], target)
    return target


def main():
    try:
        build()
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
