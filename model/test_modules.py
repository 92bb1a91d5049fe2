"""The modules of model/ are layered in the order of build.MODULES.  No include and no call goes to a higher layer, and
a module is included through its public header.  Calls are found by symbols: one object uses what another defines.
Tables of operations are generated data with pointers to functions; they belong to no module."""
import re
import subprocess
from pathlib import Path

import pytest

from . import build

# Public headers where MODULE/MODULE.h is not the only one.  types.h: words and the float mode, without a machine.
# float_engine.h: numbers of any format, for bodies that serve several formats.  atomics.h, texel.h: the numbers that
# memory/ needs, without the names of float.h, which rows of atomics also define.
PUBLIC_HEADERS = {
    "state": {"model.h", "types.h"},
    "float": {"float.h", "float_engine.h", "atomics.h", "halves.h", "texel.h"},
    "ops": set(),
}
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)


def up(module, other):
    return build.MODULES.index(other) > build.MODULES.index(module)


def includes(model):
    """[(file, included file, what is wrong)] over the modules of `model`."""
    files = [path for module in build.MODULES for path in sorted((model / module).glob("*.[ch]"))]
    home = {path.name: path.parent.name for path in files if path.suffix == ".h"}
    wrong = []
    for path in files:
        module = path.parent.name
        for name in INCLUDE.findall(path.read_text()):
            other = home.get(name, module)
            if up(module, other):
                wrong.append((path.name, name, f"{module} is below {other}"))
            elif other != module and name not in PUBLIC_HEADERS.get(other, {f"{other}.h"}):
                wrong.append((path.name, name, f"not a public header of {other}"))
    return wrong


def symbols(path):
    """-> (functions and data an object defines for others, what it uses)."""
    lines = subprocess.run(["nm", "-g", str(path)], capture_output=True, text=True, check=True).stdout.splitlines()
    found = [line.split()[-2:] for line in lines]
    return {name for kind, name in found if kind != "U"}, {name for kind, name in found if kind == "U"}


def calls(objects):
    """[(object, symbol, what is wrong)]; `objects`: {path: module}."""
    seen = {path: symbols(path) for path in objects}
    home = {name: objects[path] for path, (defined, _) in seen.items() for name in defined}
    return [
        (path.stem, name, f"{module} is below {home[name]}")
        for path, module in objects.items()
        for name in sorted(seen[path][1])
        if name in home and up(module, home[name])
    ]


@pytest.fixture(scope="module")
def compiled():
    """{object: module, or the folder it comes from} of the library as it is."""
    build.build()
    objects, _ = build.compile_all("gcc", build.FLAGS, build.ROOT / "build", 2)
    return {path: path.stem.split("_")[0] for path in objects}


def test_no_include_goes_up():
    assert includes(build.MODEL) == []


def test_no_call_goes_up(compiled):
    modules = {path: module for path, module in compiled.items() if module in build.MODULES}
    assert set(modules.values()) == set(build.MODULES) and calls(modules) == []


def test_tables_do_nothing(compiled):
    """What is generated beside the bodies holds data only, so that no call hides in it."""
    for path in (path for path, module in compiled.items() if module == "build"):
        text = subprocess.run(["nm", str(path)], capture_output=True, text=True, check=True).stdout
        assert not re.search(r" [tT] ", text), path


def test_files_have_names_of_their_own():
    """Generated rows and the library of mutants go by names without folders."""
    assert {path.parent.name for path in build.sources()} == set(build.MODULES)
    names = [path.stem for path in build.sources()]
    assert sorted(set(names)) == sorted(names)
    headers = [path.name for path in build.headers()]
    assert sorted(set(headers)) == sorted(headers)


@pytest.fixture
def planted(tmp_path):
    """Three files in modules of their own: a register file that steps, a step that counts waits, and what it counts."""
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


def test_a_planted_include_is_found(planted):
    assert includes(planted) == [
        ("low.c", "run.h", "state is below run"),
        ("high.c", "private.h", "not a public header of waits"),
    ]


def test_a_planted_call_is_found(planted):
    objects = {}
    for source in sorted(planted.glob("*/*.c")):
        target = planted / f"{source.stem}.o"
        flags = [f"-I{planted / module}" for module in ("run", "waits")]
        subprocess.run(["gcc", *flags, "-c", str(source), "-o", str(target)], check=True)
        objects[Path(target)] = source.parent.name
    assert calls(objects) == [("low", "high", "state is below run")]
