"""Build the model: spec -> build/*.{h,c,inc}, then build/libassay.a and the Python extension model/_assay*.so.
`python -m assay.model.build [--variant KIND] [--cc CC]` rebuilds only what is out of date."""
import argparse
import contextlib
import fcntl
import hashlib
import os
import shlex
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ..spec import SpecError

MODEL = Path(__file__).resolve().parent
ROOT = MODEL.parent
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
FLAGS = ("-std=c11 -O3 -g1 -fPIC -fvisibility=hidden -ffp-contract=off -Wall -Wextra -Wconversion -Wshadow "
         "-Wmissing-prototypes -Werror -Wno-sign-conversion").split()
SOON = "-O1 -mllvm -fast-isel -fno-omit-frame-pointer -DASSAY_SANITIZE -DASSAY_CALLS"  # instruction selection as at -O0
SANITIZE = {                                     # clang only; the first has the counters that libFuzzer reads
    "address": f"{SOON} -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=undefined",
    "memory": f"{SOON} -fsanitize=memory",
}
BODIES = dict.fromkeys(SANITIZE, ["-O0"])        # for ops/, which compiles slowly and takes little run time
VARIANTS = SANITIZE | {"unchecked": "-DASSAY_UNCHECKED"}         # to measure the cost of checks: tools/bench_checks.py
CLANG = ["-Wno-bitwise-instead-of-logical"]  # `|` of two compares is intended: it avoids branches in rows
MODULES = (
    "state", "float", "decode", "waits", "memory", "pipeline", "ops", "run",
)  # layers from the bottom: a module may use those before it (test_modules.py)
SOURCES_OF_TABLES = ("*.txt", "ops/*.txt", "*.toml", "*.py")


class BuildError(Exception):
    """A compiler or the generator failed; the text is its message."""


def sources():
    """Return every C file of the model."""
    return sorted(MODEL.glob("*.c")) + [path for module in MODULES for path in sorted((MODEL / module).glob("*.c"))]


def headers():
    """Return every C header of the model."""
    return sorted(MODEL.glob("*.h")) + [path for module in MODULES for path in sorted((MODEL / module).glob("*.h"))]


def includes(out):
    """Return the compiler options for the folders of the model's headers and of the generated ones in `out`."""
    return [f"-I{MODEL}", *(f"-I{MODEL / module}" for module in MODULES), f"-I{out}"]


def newest_time(paths):
    """Return the latest change time of the files."""
    return max((p.stat().st_mtime_ns for p in paths), default=0)


def run(command, out):
    """Run `command`, which writes `out`, by way of a temporary file, so that a failure leaves no partial output."""
    part = out.with_name(out.name + ".part")
    process = subprocess.run([*command, "-o", str(part)], capture_output=True, text=True)
    if process.returncode:
        raise BuildError(f"{shlex.join(map(str, command))}\n{process.stderr or process.stdout}")
    part.replace(out)


def emit(out):
    """Write the generated sources if a table, the generator or a body is newer. Unchanged files keep their time."""
    stamp, spec = out / "emit.stamp", ROOT / "spec"
    inputs = [p for pattern in SOURCES_OF_TABLES for p in spec.glob(pattern)] + sources()
    if stamp.exists() and stamp.stat().st_mtime_ns > newest_time(inputs) and stamp.read_text() == path_list(inputs):
        return
    import importlib
    importlib.import_module("assay.spec.emit").main(out, MODEL)
    stamp.write_text(path_list(inputs))


def path_list(paths):
    """Return the relative paths, one in each line."""
    return "\n".join(sorted(str(p.relative_to(ROOT)) for p in paths))


def dependencies(depends):
    """Return the files in a dependency list of the compiler."""
    return depends.read_text().replace("\\\n", " ").partition(":")[2].split()


def is_up_to_date(target, depends):
    """Return whether `target` is newer than every file in its dependency list `depends`."""
    if not target.exists() or not depends.exists():
        return False
    target_time = target.stat().st_mtime_ns
    return all(os.path.exists(f) and os.stat(f).st_mtime_ns < target_time for f in dependencies(depends))


def compile_one(cc, flags, source, out, objects):
    """Compiles one object if it is out of date.  Returns its path."""
    target = objects / f"{source.parent.name}_{source.stem}.o"
    if not is_up_to_date(target, target.with_suffix(".d")):
        run([cc, *flags, *includes(out), "-MMD", "-MF", str(target.with_suffix(".d")), "-c", str(source)], target)
    return target


def compile_all(cc, flags, out, jobs, bodies=()):
    """Compiles all C files of model/ and the generated ones.  Each compiler and set of flags has its own folder of
    objects.  `bodies`: additional flags for files in ops/.  Returns the objects and their folder."""
    key = hashlib.sha256(shlex.join([cc, *flags, *bodies]).encode()).hexdigest()[:8]
    objects = out / f"objects-{key}"
    objects.mkdir(parents=True, exist_ok=True)
    units = sources() + sorted(p for p in out.glob("*.c"))
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(
            lambda s: compile_one(cc, [*flags, *(bodies if s.parent.name == "ops" else ())], s, out, objects), units
        )), objects


def header_text(header):
    """Return a header without preprocessor lines, for cffi."""
    return "\n".join(line for line in header.read_text().splitlines() if not line.startswith("#"))


def declarations():
    """assay.h for cffi, with callbacks as Python functions."""
    return header_text(MODEL / "assay.h") + (
        '\nextern "Python" void assay_python_trace(void *, const struct assay_trace *);\n'
        'extern "Python" uint32_t assay_python_pick(void *, const struct assay_point *);\n')


def binding_source(name, text, header, folder):
    """Writes the C source of the Python extension `name` to `folder`, by cffi in API mode, if the declarations changed.
    `text`: declarations for cffi; `header`: the C header that has them.  Returns the path."""
    from cffi import FFI
    folder.mkdir(parents=True, exist_ok=True)
    source, declarations_file = folder / f"{name.rpartition('.')[2]}.c", folder / "declarations.txt"
    if not source.exists() or not declarations_file.exists() or declarations_file.read_text() != text:
        ffi = FFI()
        ffi.cdef(text)
        ffi.set_source(name, f'#include "{header}"')
        ffi.emit_c_code(str(source))
        declarations_file.write_text(text)
    return source


def compile_binding(cc, flags, source, where, target):
    """Compiles the source of binding_source().  `where`: the folder of its header."""
    run([cc, "-O2", "-fPIC", "-w", *flags, f"-I{where}", f"-I{sysconfig.get_paths()['include']}", "-c", str(source)],
        target)


def link_shared(cc, flags, objects, target):
    """Links a Python extension.  Python's own symbols may stay unresolved."""
    shared = ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]
    run([cc, *flags, *shared, *map(str, objects), "-lm"], target)


def link_extension(cc, objects, folder, out, flags, target):
    binding = folder / "binding.o"
    code = binding_source("assay.model._assay", declarations(), "assay.h", out / "binding")
    if not binding.exists() or binding.stat().st_mtime_ns < newest_time([code, MODEL / "assay.h"]):
        compile_binding(cc, flags, code, MODEL, binding)
    if not target.exists() or target.stat().st_mtime_ns < newest_time([*objects, binding]):
        if sys.platform != "darwin":                 # the model has no unresolved symbols
            run([cc, *flags, "-shared", "-Wl,--no-undefined", *map(str, objects), "-lm"], folder / "whole.so")
        link_shared(cc, flags, [binding, *objects], target)


def archive(objects, target):
    if target.exists() and target.stat().st_mtime_ns >= newest_time(objects):
        return
    part = target.with_suffix(".part")
    part.unlink(missing_ok=True)
    process = subprocess.run(["ar", "rcs", str(part), *map(str, objects)], capture_output=True, text=True)
    if process.returncode:
        raise BuildError(process.stderr)
    part.replace(target)


@contextlib.contextmanager
def build_lock(folder):
    """Creates the folder and locks it against concurrent builds."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def has_sources():
    """Return whether the model's sources are present; a wheel does not contain them."""
    return (MODEL / "ops").exists()


def build(out=None, cc=None, variant="", extension=None, jobs=2):
    """Brings the library and the extension up to date.  `out`: folder of generated files and objects (default build/);
    `extension`: path of the extension (default model/_assay…); with `variant` (address, memory, unchecked) only the
    library libassay-VARIANT.a is made.
    Returns the path of the library; raises BuildError."""
    out = Path(out or ROOT / "build")
    cc = cc or os.environ.get("CC") or "gcc"
    with build_lock(out):
        emit(out)
        objects, folder = compile_all(
            cc, FLAGS + CLANG * ("clang" in cc) + VARIANTS.get(variant, "").split(), out, jobs, BODIES.get(variant, ())
        )
        library = out / (f"libassay-{variant}.a" if variant else "libassay.a")
        archive(objects, library)
        if not variant:
            link_extension(cc, objects, folder, out, [], Path(extension or MODEL / f"_assay{SUFFIX}"))
    return library


def main(arguments=None):
    parser = argparse.ArgumentParser(
        prog="python -m assay.model.build", description="Builds the golden model and its Python binding."
    )
    parser.add_argument(
        "--variant", choices=VARIANTS, default="", help="only the library, under ASan and UBSan, MSan, or unchecked"
    )
    parser.add_argument("--cc", help="compiler (default: CC or gcc)")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    try:
        print(os.path.relpath(build(cc=options.cc, variant=options.variant, jobs=options.jobs)))
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    except SpecError as error:
        print(f"spec/{error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
