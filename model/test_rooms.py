"""The rooms of model/ stand on each other in the order of build.ROOMS: no include and no call goes up, and a room is
known by its face.  Calls are what the linker sees: symbols an object uses and another room's object defines.  Tables of
operations, which are generated and hold pointers to what runs them, are data and belong to no room."""
import re
import subprocess
from pathlib import Path

import pytest

from . import build

# Where it is not ROOM/ROOM.h alone.  types.h: words and the float mode, for whoever knows no machine; float_engine.h:
# numbers of any format, for bodies written once for several; atomics.h, texel.h: what memory/ needs of numbers, without
# the names of float.h, which rows of atomics share.
FACES = {
    "state": {"model.h", "types.h"},
    "float": {"float.h", "float_engine.h", "atomics.h", "halves.h", "texel.h"},
    "ops": set(),
}
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)


def up(room, other):
    return build.ROOMS.index(other) > build.ROOMS.index(room)


def includes(model):
    """[(file, included file, what is wrong)] over the rooms of `model`."""
    files = [path for room in build.ROOMS for path in sorted((model / room).glob("*.[ch]"))]
    home = {path.name: path.parent.name for path in files if path.suffix == ".h"}
    wrong = []
    for path in files:
        room = path.parent.name
        for name in INCLUDE.findall(path.read_text()):
            other = home.get(name, room)
            if up(room, other):
                wrong.append((path.name, name, f"{room} stands below {other}"))
            elif other != room and name not in FACES.get(other, {f"{other}.h"}):
                wrong.append((path.name, name, f"not a face of {other}"))
    return wrong


def symbols(path):
    """-> (functions and data an object defines for others, what it uses)."""
    lines = subprocess.run(["nm", "-g", str(path)], capture_output=True, text=True, check=True).stdout.splitlines()
    found = [line.split()[-2:] for line in lines]
    return {name for kind, name in found if kind != "U"}, {name for kind, name in found if kind == "U"}


def calls(objects):
    """[(object, symbol, what is wrong)]; `objects`: {path: room}."""
    seen = {path: symbols(path) for path in objects}
    home = {name: objects[path] for path, (defined, _) in seen.items() for name in defined}
    return [
        (path.stem, name, f"{room} stands below {home[name]}")
        for path, room in objects.items()
        for name in sorted(seen[path][1])
        if name in home and up(room, home[name])
    ]


@pytest.fixture(scope="module")
def compiled():
    """{object: room, or the folder it comes from} of the library as it is."""
    build.build()
    objects, _ = build.compile_all("gcc", build.FLAGS, build.ROOT / "build", 2)
    return {path: path.stem.split("_")[0] for path in objects}


def test_no_include_goes_up():
    assert includes(build.MODEL) == []


def test_no_call_goes_up(compiled):
    rooms = {path: room for path, room in compiled.items() if room in build.ROOMS}
    assert set(rooms.values()) == set(build.ROOMS) and calls(rooms) == []


def test_tables_do_nothing(compiled):
    """What is generated beside the bodies holds data only, so that no call hides in it."""
    for path in (path for path, room in compiled.items() if room == "build"):
        text = subprocess.run(["nm", str(path)], capture_output=True, text=True, check=True).stdout
        assert not re.search(r" [tT] ", text), path


def test_files_have_names_of_their_own():
    """Generated rows and the library of mutants go by names without folders."""
    assert {path.parent.name for path in build.sources()} == set(build.ROOMS)
    names = [path.stem for path in build.sources()]
    assert sorted(set(names)) == sorted(names)
    headers = [path.name for path in build.headers()]
    assert sorted(set(headers)) == sorted(headers)


@pytest.fixture
def planted(tmp_path):
    """Three files in rooms of their own: a register file that steps, a step that counts waits, and what it counts."""
    for room, name, text in (
        ("state", "low.c", '#include "run.h"\nvoid low(void) { high(); }\n'),
        ("run", "run.h", "#pragma once\nvoid high(void), low(void), record(void);\n"),
        ("run", "high.c", '#include "run.h"\n#include "private.h"\nvoid high(void) { record(); }\n'),
        ("waits", "private.h", "#pragma once\n"),
        ("waits", "record.c", "void low(void), record(void);\nvoid record(void) { low(); }\n"),
    ):
        (tmp_path / room).mkdir(exist_ok=True)
        (tmp_path / room / name).write_text(text)
    return tmp_path


def test_a_planted_include_is_found(planted):
    assert includes(planted) == [
        ("low.c", "run.h", "state stands below run"),
        ("high.c", "private.h", "not a face of waits"),
    ]


def test_a_planted_call_is_found(planted):
    objects = {}
    for source in sorted(planted.glob("*/*.c")):
        target = planted / f"{source.stem}.o"
        flags = [f"-I{planted / room}" for room in ("run", "waits")]
        subprocess.run(["gcc", *flags, "-c", str(source), "-o", str(target)], check=True)
        objects[Path(target)] = source.parent.name
    assert calls(objects) == [("low", "high", "state stands below run")]
