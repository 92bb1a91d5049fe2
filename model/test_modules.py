"""The modules of model/ are layered in the order of build.MODULES.
No include and no call goes to a higher layer, and other modules include a module's public headers only. Calls are found
by the symbols that an object defines and uses. Tables of operations are generated data with pointers to functions; they
belong to no module."""
import re
import subprocess
from pathlib import Path

import pytest

from . import build

# Public headers of modules that have others than MODULE/MODULE.h. types.h: words and the float mode, without a machine.
# float_engine.h: numbers of any format, for bodies of several formats. atomics.h, texel.h: numbers for memory/ without
# the names of float.h, which rows of atomics also define.
PUBLIC_HEADERS = {
    "state": {"model.h", "types.h"},
    "float": {"float.h", "float_engine.h", "atomics.h", "halves.h", "texel.h"},
    "ops": set(),
}
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)


def is_higher(module, other):
    """Return whether `other` is a higher layer than `module`."""
    return build.MODULES.index(other) > build.MODULES.index(module)


def include_violations(model):
    """Return [(file, included file, problem)] over the modules of `model`."""
    files = [path for module in build.MODULES for path in sorted((model / module).glob("*.[ch]"))]
    home = {path.name: path.parent.name for path in files if path.suffix == ".h"}
    violations = []
    for path in files:
        module = path.parent.name
        for name in INCLUDE.findall(path.read_text()):
            other = home.get(name, module)
            if is_higher(module, other):
                violations.append((path.name, name, f"{module} is below {other}"))
            elif other != module and name not in PUBLIC_HEADERS.get(other, {f"{other}.h"}):
                violations.append((path.name, name, f"not a public header of {other}"))
    return violations


def symbols(path):
    """Return (symbols that an object defines, symbols that it uses)."""
    lines = subprocess.run(["nm", "-g", str(path)], capture_output=True, text=True, check=True).stdout.splitlines()
    entries = [line.split()[-2:] for line in lines]
    return {name for kind, name in entries if kind != "U"}, {name for kind, name in entries if kind == "U"}


def call_violations(objects):
    """Return [(object, symbol, problem)].
    `objects`: {path: module}."""
    symbols_by_object = {path: symbols(path) for path in objects}
    defining_module = {name: objects[path] for path, (defined, _) in symbols_by_object.items() for name in defined}
    return [
        (path.stem, name, f"{module} is below {defining_module[name]}")
        for path, module in objects.items()
        for name in sorted(symbols_by_object[path][1])
        if name in defining_module and is_higher(module, defining_module[name])
    ]


@pytest.fixture(scope="module")
def modules_of_objects():
    """Return {object: module, or the folder of its source} of the library."""
    build.build()
    objects, _ = build.compile_all("gcc", build.FLAGS, build.ROOT / "build", 2)
    return {path: path.stem.split("_")[0] for path in objects}


def test_no_include_of_a_higher_layer():
    assert include_violations(build.MODEL) == []


def test_no_call_of_a_higher_layer(modules_of_objects):
    modules = {path: module for path, module in modules_of_objects.items() if module in build.MODULES}
    assert set(modules.values()) == set(build.MODULES) and call_violations(modules) == []


def test_generated_tables_have_no_functions(modules_of_objects):
    """Generated files next to the bodies have only data, so that no call is hidden in them."""
    for path in (path for path, module in modules_of_objects.items() if module == "build"):
        text = subprocess.run(["nm", str(path)], capture_output=True, text=True, check=True).stdout
        assert not re.search(r" [tT] ", text), path


def test_file_names_are_unique():
    """Generated rows and the library of mutants use file names without folders."""
    assert {path.parent.name for path in build.sources()} == set(build.MODULES)
    names = [path.stem for path in build.sources()]
    assert sorted(set(names)) == sorted(names)
    headers = [path.name for path in build.headers()]
    assert sorted(set(headers)) == sorted(headers)


@pytest.fixture
def folder_with_violations(tmp_path):
    """Return a folder with violations: a register file that includes and calls a step, and a private header of another
    module."""
    for module, name, text in (
        ("state", "low.c", '#include "run.h"\nvoid low(void) { high(); }\n'),
        ("run", "run.h", "#pragma once\nvoid high(void), low(void), record(void);\n"),
        ("run", "high.c", '#include "run.h"\n#include "private.h"\nvoid high(void) { record(); }\n'),
        ("waits", "private.h", "#pragma once\n"),
        ("waits", "record.c", "void low(void), record(void);\nvoid record(void) { low(); }\n"),
    ):
        (tmp_path / module).mkdir(exist_ok=True)
        (tmp_path / module / name).write_text(text)
    return tmp_path


def test_a_planted_include_is_found(folder_with_violations):
    assert include_violations(folder_with_violations) == [
        ("low.c", "run.h", "state is below run"),
        ("high.c", "private.h", "not a public header of waits"),
    ]


def test_a_planted_call_is_found(folder_with_violations):
    objects = {}
    for source in sorted(folder_with_violations.glob("*/*.c")):
        target = folder_with_violations / f"{source.stem}.o"
        flags = [f"-I{folder_with_violations / module}" for module in ("run", "waits")]
        subprocess.run(["gcc", *flags, "-c", str(source), "-o", str(target)], check=True)
        objects[Path(target)] = source.parent.name
    assert call_violations(objects) == [("low", "high", "state is below run")]
