"""Builds generators/_plan*.so, the planner's loops over small arrays (plan.h), when it is out of date.
`python -m assay.generators.build`"""
import sys
import sysconfig
from pathlib import Path

from cffi import FFI

from ..model.build import FLAGS, ROOT, BuildError, run

HERE = Path(__file__).resolve().parent
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")


def declarations():
    """plan.h as cffi reads it: no preprocessor."""
    return "\n".join(line for line in (HERE / "plan.h").read_text().splitlines() if not line.startswith("#"))


def build(out=None, extension=None, cc="gcc"):
    """Brings the extension up to date.  `out`: folder of what is made on the way (default build/); `extension`: its
    path (default generators/_plan…).  Raises BuildError."""
    target = Path(extension or HERE / f"_plan{SUFFIX}")
    inputs = [HERE / "plan.c", HERE / "plan.h", HERE / "build.py"]
    if target.exists() and target.stat().st_mtime_ns > max(one.stat().st_mtime_ns for one in inputs):
        return target
    folder = Path(out or ROOT / "build") / "plan"
    folder.mkdir(parents=True, exist_ok=True)
    ffi, binding = FFI(), folder / "_plan.c"
    ffi.cdef(declarations())
    ffi.set_source("assay.generators._plan", '#include "plan.h"')
    ffi.emit_c_code(str(binding))
    run([cc, *FLAGS, f"-I{HERE}", "-c", str(HERE / "plan.c")], folder / "plan.o")
    run([cc, "-O2", "-fPIC", "-w", f"-I{HERE}", f"-I{sysconfig.get_paths()['include']}", "-c", str(binding)],
        folder / "binding.o")
    shared = ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]
    run([cc, *shared, str(folder / "plan.o"), str(folder / "binding.o")], target)
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
