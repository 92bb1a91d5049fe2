"""The `; assay:` lines of the assembly form: each sets a key of the case. docs/cases.md has them all."""
from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from ...spec import CERTIFIED
from .case_types import ARCHS, MOST_WAVES, Case, CaseError, parse, refuse_repeats
from .directive_values import LANE, NUMBER, Wrong, dwords_of, expected, is_vector, number, pairs, whole, width
from .register_names import WAVES

_LINE = re.compile(r"^\s*(?:;|//)\s*assay(?:\[([^\]]*)\])?:\s*(.*)$")
# What is meant for one: behind code, with blanks within, without its colon.
_NEARLY = re.compile(r"^(?:(?!;|//|/\*).)*(?:;|//)\s*(?:(?i:assay)\s*(?:\[[^\]]*\]\s*)?:"
                     r"|assay(?:\[[^\]]*\])?\s+(?:arch|wave|state|memory|observe|expect)\b)")
_LAYER = re.compile(rf"waves\[({NUMBER})\]")
_CHOOSING = ("arch", "wave")
_TEXTS = ("name", "about", "descriptor", "kernarg", "lds_bytes", "packets")     # also where they look like numbers
_ELSEWHERE = {
    "assay": "the version is for cases in JSON; leave it out",
    "code": "it is what stands below the directives",
    "waves": "write waves[0] NAME = VALUE, a line a register",
}


@dataclass(slots=True)
class _Building:
    """The case while its lines are read. `given`: (which record, what of it) -> the line that gave it."""
    lanes: int
    keys: dict = field(default_factory=dict)
    given: dict[tuple, int] = field(default_factory=dict)
    line: int = 0

    def claim(self, into: dict, what, shown: str) -> None:
        """Nothing of a record is given twice: the later one would hide the earlier."""
        if (id(into), what) in self.given:
            raise Wrong(f"{shown} is given already, in line {self.given[id(into), what]}")
        self.given[id(into), what] = self.line

    def put(self, into: dict, key: str, value) -> None:
        self.claim(into, key, key)
        into[key] = value

    def under(self, key: str) -> dict:
        return self.keys.setdefault(key, {})


def read_directives(text: str, path: str, only: str | None = None) -> list[Case]:
    """Text of a .s file -> its cases, or of `only` that architecture. Raises CaseError with file and line."""
    text = text.removeprefix("\ufeff")
    if "\0" in text:
        raise CaseError("assembly", f"{path}: holds NUL characters, as UTF-16 does; save it as UTF-8 text")
    found = list(_lines(text, path))
    chosen = _chosen(found, path)
    archs, waves = chosen.get("arch", []), [int(one) for one in chosen.get("wave", [])]
    if not archs:
        raise CaseError("arch", f"{path}: required; add `; assay: arch {' '.join(CERTIFIED)}` (or one of them)")
    sizes = [(arch, wave) for arch in archs for wave in (waves or WAVES[arch][:1]) if wave in WAVES[arch]]
    if not sizes:
        raise CaseError("wave", f"{path}: {' and '.join(archs)} run no wave of {', '.join(map(str, waves))}")
    return [_build(text, path, found, arch, wave, len(sizes) > 1) for arch, wave in sizes if only in (None, arch)]


def _lines(text: str, path: str):
    """(number, what it is limited to, what it says) of each directive; lines are those that llvm-mc counts."""
    for count, line in enumerate(text.split("\n"), 1):
        if match := _LINE.match(line):
            yield count, match[1], match[2].strip()
        elif "assay" in line.lower() and _NEARLY.match(line):
            raise CaseError("assembly", f"{path}:{count}: '{line.strip()}': a directive is a line of its own, written "
                            "`; assay: …` or `; assay[ARCH,WAVE]: …`")


def _chosen(found: list, path: str) -> dict[str, list[str]]:
    """The architectures and wave sizes that a file names, each in one line."""
    chosen, lines = {}, {}
    for line, only, body in found:
        key, rest = _split(body)
        if key not in _CHOOSING:
            continue
        words, there = rest.replace(",", " ").split(), ARCHS if key == "arch" else ("32", "64")
        unknown = [word for word in words if word not in there]
        wrong = ("it chooses the cases of the file, so it stands without [ ]" if only is not None
                 else f"{key} is given already, in line {lines[key]}" if key in lines
                 else f"{unknown[0]} is unknown; there are {', '.join(there)}" if unknown
                 else f"write each once, of {', '.join(there)}" if not words or len({*words}) < len(words) else None)
        if wrong:
            raise CaseError(key, f"{path}:{line}: {key} {rest}: {wrong}")
        chosen[key], lines[key] = words, line
    return chosen


def _split(body: str) -> tuple[str, str]:
    """`key = rest` or `key rest` -> both."""
    key = body.replace("=", " = ", 1).partition(" ")[0]
    return key, body[len(key):].strip().removeprefix("=").strip()


def _meant(only: str | None, arch: str, wave: int) -> bool:
    """Whether a line with [only] is for the case."""
    if only is None:
        return True
    words = {*only.replace(",", " ").split()}
    if not words or words - {*ARCHS, "32", "64"}:
        raise Wrong(f"[{only}]: only {', '.join(ARCHS)}, 32 and 64 select lines")
    return (not words & {*ARCHS} or arch in words) and (not words & {"32", "64"} or str(wave) in words)


def _build(text: str, path: str, found: list, arch: str, wave: int, several: bool) -> Case:
    from .assembler import assemble
    building = _Building(wave)
    keys = building.keys
    for building.line, only, body in found:
        try:
            if _meant(only, arch, wave):
                _directive(building, body)
        except Wrong as wrong:
            raise CaseError("assembly", f"{path}:{building.line}: {wrong}") from None
    stem = (path.rpartition("suites/")[2] if "suites/" in path else path.rpartition("/")[2]).removesuffix(".s")
    keys["name"] = keys.get("name", stem) + (f".{arch}.w{wave}" if several else "")
    keys |= {"assay": 1, "arch": arch, "wave": wave, "code": assemble(arch, text, wave, path).hex()}
    if "trap_handler" in keys:
        keys["trap_handler"]["code"] = assemble(arch, text, wave, path, section=".trap").hex()
    try:
        return parse(keys)
    except CaseError as error:
        raise CaseError(error.field, f"{path}{_line_of(building, error.field)}: {error.message}") from None


def _line_of(building: _Building, field: str) -> str:
    """`:3`, the line that gave the field, where one did."""
    line, record = None, building.keys
    for part in re.split(r"[.\[]", field):
        line = building.given.get((id(record), part), line)
        record = record.get(part) if isinstance(record, dict) else None
    return f":{line}" if line else ""


def _directive(building: _Building, body: str) -> None:
    key, rest = _split(body)
    layer = _LAYER.fullmatch(key)
    if layer:
        _assign(building, _wave(building.keys, layer[1]), rest)
    elif key in _ELSEWHERE:
        raise Wrong(f"{key}: {_ELSEWHERE[key]}")
    elif key in _READERS:
        _READERS[key](building, rest)
    elif key not in _CHOOSING:
        value = _json(rest)
        building.put(building.keys, key, rest if key in _TEXTS and not isinstance(value, str) else value)


def _json(text: str):
    try:
        value = msgspec.json.decode(text.encode())
        refuse_repeats(text.encode())
        return value
    except msgspec.DecodeError:
        return text
    except CaseError as error:
        raise Wrong(str(error)) from None
    except RecursionError:
        raise Wrong("is nested too deep") from None


def _wave(under: dict, number: str) -> dict:
    """What is said of one wave."""
    if int(number) >= MOST_WAVES:
        raise Wrong(f"waves[{number}]: there are at most {MOST_WAVES}")
    waves = under.setdefault("waves", [])
    waves.extend({} for _ in range(int(number) + 1 - len(waves)))
    return waves[int(number)]


def _assign(building: _Building, into: dict, text: str) -> None:
    name, equals, value = text.partition("=")
    name = name.strip()
    if not equals or not value.strip():
        raise Wrong(f"'{text}': write NAME = VALUE")
    building.claim(into, name, name)
    parts, dwords = value.split(","), width(name)
    if LANE.search(value) and len(parts) == 1:
        into[name] = [number(value, dwords, lane) for lane in range(building.lanes)]
    elif len(parts) > 1:
        into[name] = [number(part, dwords if dwords <= 2 and is_vector(name) else 1) for part in parts]
    else:
        into[name] = number(value, dwords)


def _state(building: _Building, text: str) -> None:
    _assign(building, building.under("state"), text)


def _names(key: str) -> Callable:
    def read(building: _Building, text: str) -> None:
        names = [name for name in re.split(r"[,\s]+", text) if name]
        if not names:
            raise Wrong(f"{key} names nothing")
        building.keys.setdefault(key, []).extend(names)
    return read


def _extent(key: str) -> Callable:
    def read(building: _Building, text: str) -> None:
        building.put(building.keys, key, [whole(part) for part in re.split(r"[,\s]+", text)])
    return read


def _trap_handler(building: _Building, text: str) -> None:
    form = "tba=0x8000000 tma=buf, or neither"
    given = pairs("trap_handler", text, form)
    if not given.keys() <= {"tba", "tma"}:
        raise Wrong(f"trap_handler {text}: write trap_handler {form}")
    building.put(building.keys, "trap_handler", {name: number(value, 2) for name, value in given.items()})


def _limits(building: _Building, text: str) -> None:
    given = pairs("limits", text, "instructions=1000 seconds=5")
    building.put(building.keys, "limits", {name: whole(value) for name, value in given.items()})


def _region(building: _Building, text: str) -> None:
    name, _, rest = text.partition(" ")
    form = "size= address= bytes= u32= f32= or space="
    region: dict = {"name": name}
    given = pairs(f"memory {name}", rest, form)
    contents = [key for key in given if key in ("bytes", "u32", "f32")]
    if len(contents) > 1:
        raise Wrong(f"memory {name}: {' and '.join(contents)} say its bytes; keep one")
    for key, value in given.items():
        if key in ("u32", "f32"):
            region["bytes"] = dwords_of(key, value).hex()
        elif key in ("size", "address"):
            region[key] = whole(value)
        elif key in ("bytes", "space"):
            region[key] = value
        else:
            raise Wrong(f"memory: '{key}={value}'; write {form}")
    building.keys.setdefault("memory", []).append(region)


def _observe(building: _Building, text: str) -> None:
    observe = building.under("observe")
    for word in re.split(r"[,\s]+", text):
        if word == "lds":
            observe["lds"] = True
        elif word.startswith("memory:"):
            name, _, relative = word.removeprefix("memory:").partition("/")
            observe.setdefault("memory", []).append({"name": name, "relative": relative} if relative else name)
        elif word:
            observe.setdefault("registers", []).append(word)


def _expectation(building: _Building, text: str) -> None:
    _expect(building, building.under("expect"), text)


_READERS: dict[str, Callable[[_Building, str], None]] = {
    "state": _state, "memory": _region, "observe": _observe, "expect": _expectation, "limits": _limits,
    "trap_handler": _trap_handler, **{key: _names(key) for key in ("rules", "kills", "reserve")},
    **{key: _extent(key) for key in ("grid", "group")},
}


# What must come out

_LISTED = {
    "finding": ("findings", str),
    "note": ("notes", str),
    "export": ("exports", lambda text: _expected_export(text)),
    "message": ("messages", lambda text: {name: whole(value) for name, value in pairs(
        "expect message", text, "code=1 payload=7").items()}),
    "memory": ("memory", lambda text: _expected_bytes(text)),
}


def _expect(building: _Building, expect: dict, text: str) -> None:
    key, rest = _split(text)
    layer = _LAYER.fullmatch(key)
    if key in ("any", "outcome", "never"):
        one: dict = {}
        expect.setdefault("outcomes" if key == "outcome" else key, []).append(one)
        for part in rest.split(";"):
            _expect(building, one, part.strip())
    elif key == "status":
        building.put(expect, key, rest)
    elif key == "instructions":
        building.put(expect, key, whole(rest))
    elif key in _LISTED:
        plural, read = _LISTED[key]
        expect.setdefault(plural, []).append(read(rest))
    elif key == "lds" or key.startswith("lds+"):
        expect.setdefault("lds", []).append(_expected_bytes(text))
    elif layer:
        _expect_register(building, _wave(expect, layer[1]), rest)
    else:
        _expect_register(building, expect.setdefault("registers", {}), text)


def _expected_export(text: str) -> dict:
    """`target=0 lanes=0x3 done 0=1,2 1=3.0,4.0`: flags by their names, sources by their numbers."""
    made: dict = {"values": {}}
    for word in text.split():
        name, equals, value = word.partition("=")
        if name in made or name in made["values"]:
            raise Wrong(f"expect export: {name} is given twice")
        if not equals:
            made[name] = True
        elif name in ("0", "1", "2", "3"):
            made["values"][name] = [number(one) for one in value.split(",")]
        else:
            made[name] = whole(value)
    return made


def _expected_bytes(text: str) -> dict:
    found = re.fullmatch(r"([\w.]+)(?:\+(\w+))?\s*=\s*(.*)", text)
    if not found:
        raise Wrong(f"'{text}': write expect memory NAME+OFFSET = HEX or u32:1,2")
    data = found[3].replace(" ", "")
    if data.startswith(("u32:", "f32:")):
        data = dwords_of(data[:3], data[4:]).hex()
    return {"name": found[1], "offset": whole(found[2] or "0"), "bytes": data}


def _expect_register(building: _Building, into: dict, text: str) -> None:
    found = re.fullmatch(rf"(\w+?(?:\[{NUMBER}:{NUMBER}\])?)(?:\[(\*|{NUMBER}|{NUMBER}:{NUMBER})\])?\s*=\s*(.*)", text)
    ranged = re.fullmatch(rf"(v{NUMBER})\[({NUMBER}:{NUMBER})\]\s*=\s*(.*)", text)  # v0[0:3]: lanes; v[0:3]: the tuple
    found = ranged or found
    if not found:
        raise Wrong(f"'{text}': write v0[*] = VALUE, v0[3] = VALUE, v0[0:2] = A, B, C or s0 = VALUE")
    name, lanes, value = found[1], found[2], found[3]
    low, row = _row(building, name, lanes, value) if lanes not in (None, "*") else (0, _all(building, name, value))
    if not isinstance(row, list):
        for lane in range(building.lanes) if is_vector(name) else (0,):
            building.claim(into, (name, lane), name)
        into[name] = row
        return
    for lane in range(low, low + len(row)):
        building.claim(into, (name, lane), f"{name}[{lane}]")
    held = into.setdefault(name, [])
    held.extend([None] * (low + len(row) - len(held)))
    held[low:low + len(row)] = row


def _all(building: _Building, name: str, text: str):
    """What is expected of all lanes: one value, or one each, those that are listed."""
    if LANE.search(text):
        return [expected(text, width(name), lane) for lane in range(building.lanes)]
    if "," in text and is_vector(name):
        return [expected(part, width(name), None) for part in text.split(",")]
    return expected(text, width(name), None)


def _row(building: _Building, name: str, lanes: str, text: str) -> tuple[int, list]:
    """(the first lane, what is expected of it and those behind it)"""
    first, _, last = lanes.partition(":")
    low, high = int(first), int(last or first)
    if high >= building.lanes or high < low:
        raise Wrong(f"{name}[{lanes}]: the lanes of a wave are 0 to {building.lanes - 1}, the lower first")
    parts = text.split(",") if "," in text else [text] * (high - low + 1)
    if len(parts) != high - low + 1:
        raise Wrong(f"{name}[{lanes}]: {len(parts)} values for lanes {low} to {high}")
    return low, [expected(part, width(name), lane) for lane, part in zip(range(low, high + 1), parts, strict=True)]
