"""Parse cases in assembly form: code below `; assay:` lines. Each such line sets a key of the case. docs/cases.md lists
them."""
from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from ...spec import CERTIFIED
from .assembler import assemble
from .case_types import ARCHS, MAX_WAVES_RECORDED, Case, CaseError, parse_case, reject_duplicate_keys
from .directive_values import (
    LANE_WORD, DIGITS, DirectiveError, encode_dwords, parse_expected, is_vector_register, parse_value,
    parse_pairs, parse_whole, dword_count,
)
from .register_names import WAVE_SIZES

_DIRECTIVE = re.compile(r"^\s*(?:;|//)\s*assay(?:\[([^\]]*)\])?:\s*(.*)$")
# A directive after code, with spaces inside, or without its colon.
_MALFORMED_DIRECTIVE = re.compile(r"^(?:(?!;|//|/\*).)*(?:;|//)\s*(?:(?i:assay)\s*(?:\[[^\]]*\]\s*)?:"
                                  r"|assay(?:\[[^\]]*\])?\s+(?:arch|wave|state|memory|observe|expect)\b)")
_WAVE_KEY = re.compile(rf"waves\[({DIGITS})\]")
_SELECTION_KEYS = ("arch", "wave")
_TEXT_KEYS = ("name", "about", "descriptor", "kernarg", "lds_bytes", "packets")  # text even if it is a number
_REFUSED_KEYS = {
    "assay": "the version is for cases in JSON; leave it out",
    "code": "write the instructions below the directives",
    "waves": "write waves[0] NAME = VALUE, a line a register",
}


@dataclass(slots=True)
class _CaseBuilder:
    """The case while its lines are read. `source_lines` maps (id of the record, key) to the line that set the key."""
    lanes: int
    keys: dict = field(default_factory=dict)
    source_lines: dict[tuple, int] = field(default_factory=dict)
    line: int = 0

    def record_line(self, record: dict, key, label: str) -> None:
        """Record the line that sets a key. Raises DirectiveError if an earlier line has set it, since one value would
        hide the other."""
        if (id(record), key) in self.source_lines:
            raise DirectiveError(f"{label} is given already, in line {self.source_lines[id(record), key]}")
        self.source_lines[id(record), key] = self.line

    def set_key(self, record: dict, key: str, value) -> None:
        """Set a key of a record once."""
        self.record_line(record, key, key)
        record[key] = value

    def subrecord(self, key: str) -> dict:
        """The record under a key, created if absent."""
        return self.keys.setdefault(key, {})


def parse_assembly(text: str, path: str = "case.s", only_arch: str | None = None) -> list[Case]:
    """Parse the assembly form into a case for each architecture and wave size that it names.

    `only_arch`: return the cases of that architecture only. Raises CaseError with file and line."""
    text = text.removeprefix("\ufeff")
    if "\0" in text:
        raise CaseError("assembly", f"{path}: holds NUL characters, as UTF-16 does; save it as UTF-8 text")
    directives = list(_find_directives(text, path))
    selected = _selected_targets(directives, path)
    archs, waves = selected.get("arch", []), [int(size) for size in selected.get("wave", [])]
    if not archs:
        raise CaseError("arch", f"{path}: required; add `; assay: arch {' '.join(CERTIFIED)}` (or one of them)")
    targets = [(arch, wave) for arch in archs for wave in (waves or WAVE_SIZES[arch][:1]) if wave in WAVE_SIZES[arch]]
    if not targets:
        raise CaseError("wave", f"{path}: {' and '.join(archs)} run no wave of {', '.join(map(str, waves))}")
    return [_build_case(text, path, directives, arch, wave, len(targets) > 1) for arch,
            wave in targets if only_arch in (None, arch)]


def _find_directives(text: str, path: str):
    """Yield (line number, text in [ ] or None, body) of each directive. Lines are counted as llvm-mc counts them."""
    for count, line in enumerate(text.split("\n"), 1):
        if match := _DIRECTIVE.match(line):
            yield count, match[1], match[2].strip()
        elif "assay" in line.lower() and _MALFORMED_DIRECTIVE.match(line):
            raise CaseError("assembly", f"{path}:{count}: '{line.strip()}': a directive is a line of its own, written "
                            "`; assay: …` or `; assay[ARCH,WAVE]: …`")


def _selected_targets(directives: list, path: str) -> dict[str, list[str]]:
    """Return the architectures and wave sizes that a file names. At most one line lists the architectures, and one the
    wave sizes."""
    selected, lines = {}, {}
    for line, only, body in directives:
        key, value = _split_directive(body)
        if key not in _SELECTION_KEYS:
            continue
        words, allowed = value.replace(",", " ").split(), ARCHS if key == "arch" else ("32", "64")
        unknown = [word for word in words if word not in allowed]
        problem = ("it chooses the cases of the file, so it stands without [ ]" if only is not None
                   else f"{key} is given already, in line {lines[key]}" if key in lines
                   else f"{unknown[0]} is unknown; there are {', '.join(allowed)}" if unknown
                 else f"write each once, of {', '.join(allowed)}" if not words or len({*words}) < len(words) else None)
        if problem:
            raise CaseError(key, f"{path}:{line}: {key} {value}: {problem}")
        selected[key], lines[key] = words, line
    return selected


def _split_directive(body: str) -> tuple[str, str]:
    """Split `key = rest` or `key rest` into key and rest."""
    key = body.replace("=", " = ", 1).partition(" ")[0]
    return key, body[len(key):].strip().removeprefix("=").strip()


def _applies_to(only: str | None, arch: str, wave: int) -> bool:
    """True if a line with [only] is meant for this architecture and wave size."""
    if only is None:
        return True
    words = {*only.replace(",", " ").split()}
    if not words or words - {*ARCHS, "32", "64"}:
        raise DirectiveError(f"[{only}]: only {', '.join(ARCHS)}, 32 and 64 select lines")
    return (not words & {*ARCHS} or arch in words) and (not words & {"32", "64"} or str(wave) in words)


def _build_case(text: str, path: str, directives: list, arch: str, wave: int, add_suffix: bool) -> Case:
    """Build the case for one architecture and wave size. `add_suffix`: append both to the case's name."""
    building = _CaseBuilder(wave)
    keys = building.keys
    for building.line, only, body in directives:
        try:
            if _applies_to(only, arch, wave):
                _apply_directive(building, body)
        except DirectiveError as wrong:
            raise CaseError("assembly", f"{path}:{building.line}: {wrong}") from None
    stem = (path.rpartition("suites/")[2] if "suites/" in path else path.rpartition("/")[2]).removesuffix(".s")
    keys["name"] = keys.get("name", stem) + (f".{arch}.w{wave}" if add_suffix else "")
    keys |= {"assay": 1, "arch": arch, "wave": wave, "code": assemble(arch, text, wave, path).hex()}
    if "trap_handler" in keys:
        keys["trap_handler"]["code"] = assemble(arch, text, wave, path, section=".trap").hex()
    try:
        return parse_case(keys)
    except CaseError as error:
        raise CaseError(error.field, f"{path}{_line_suffix(building, error.field)}: {error.message}") from None


def _line_suffix(building: _CaseBuilder, field: str) -> str:
    """Return a suffix such as `:3` with the line that set the field, or ""."""
    line, record = None, building.keys
    for part in re.split(r"[.\[]", field):
        line = building.source_lines.get((id(record), part), line)
        record = record.get(part) if isinstance(record, dict) else None
    return f":{line}" if line else ""


def _apply_directive(building: _CaseBuilder, body: str) -> None:
    """Apply one directive to the case."""
    key, value_text = _split_directive(body)
    wave_match = _WAVE_KEY.fullmatch(key)
    if wave_match:
        _read_assignment(building, _wave_record(building.keys, wave_match[1]), value_text)
    elif key in _REFUSED_KEYS:
        raise DirectiveError(f"{key}: {_REFUSED_KEYS[key]}")
    elif key in _READERS:
        _READERS[key](building, value_text)
    elif key not in _SELECTION_KEYS:
        value = _decode_json(value_text)
        building.set_key(building.keys, key, value_text if key in _TEXT_KEYS and not isinstance(value, str) else value)


def _decode_json(text: str):
    """Decode JSON. Return the text unchanged if it is not JSON."""
    try:
        value = msgspec.json.decode(text.encode())
        reject_duplicate_keys(text.encode())
        return value
    except msgspec.DecodeError:
        return text
    except CaseError as error:
        raise DirectiveError(str(error)) from None
    except RecursionError:
        raise DirectiveError("is nested too deep") from None


def _wave_record(record: dict, number: str) -> dict:
    """The record of one wave, created if absent."""
    if int(number) >= MAX_WAVES_RECORDED:
        raise DirectiveError(f"waves[{number}]: there are at most {MAX_WAVES_RECORDED}")
    waves = record.setdefault("waves", [])
    waves.extend({} for _ in range(int(number) + 1 - len(waves)))
    return waves[int(number)]


def _read_assignment(building: _CaseBuilder, record: dict, text: str) -> None:
    """Read NAME = VALUE into a record of registers."""
    name, equals, value = text.partition("=")
    name = name.strip()
    if not equals or not value.strip():
        raise DirectiveError(f"'{text}': write NAME = VALUE")
    building.record_line(record, name, name)
    parts, dwords = value.split(","), dword_count(name)
    if LANE_WORD.search(value) and len(parts) == 1:
        record[name] = [parse_value(value, dwords, lane) for lane in range(building.lanes)]
    elif len(parts) > 1:
        record[name] = [parse_value(part, dwords if dwords <= 2 and is_vector_register(name) else 1) for part in parts]
    else:
        record[name] = parse_value(value, dwords)


def _read_state(building: _CaseBuilder, text: str) -> None:
    _read_assignment(building, building.subrecord("state"), text)


def _names_reader(key: str) -> Callable:
    """A reader that appends names to the list `key`."""
    def read(building: _CaseBuilder, text: str) -> None:
        names = [name for name in re.split(r"[,\s]+", text) if name]
        if not names:
            raise DirectiveError(f"{key} names nothing")
        building.keys.setdefault(key, []).extend(names)
    return read


def _extent_reader(key: str) -> Callable:
    """A reader that sets `key` to a list of integers."""
    def read(building: _CaseBuilder, text: str) -> None:
        building.set_key(building.keys, key, [parse_whole(part) for part in re.split(r"[,\s]+", text)])
    return read


def _read_trap_handler(building: _CaseBuilder, text: str) -> None:
    form = "tba=0x8000000 tma=buf, or neither"
    values = parse_pairs("trap_handler", text, form)
    if not values.keys() <= {"tba", "tma"}:
        raise DirectiveError(f"trap_handler {text}: write trap_handler {form}")
    building.set_key(building.keys, "trap_handler", {name: parse_value(value, 2) for name, value in values.items()})


def _read_limits(building: _CaseBuilder, text: str) -> None:
    values = parse_pairs("limits", text, "instructions=1000 seconds=5")
    building.set_key(building.keys, "limits", {name: parse_whole(value) for name, value in values.items()})


def _read_region(building: _CaseBuilder, text: str) -> None:
    name, _, options = text.partition(" ")
    form = "size= address= bytes= u32= f32= or space="
    region: dict = {"name": name}
    values = parse_pairs(f"memory {name}", options, form)
    contents = [key for key in values if key in ("bytes", "u32", "f32")]
    if len(contents) > 1:
        raise DirectiveError(f"memory {name}: {' and '.join(contents)} say its bytes; keep one")
    for key, value in values.items():
        if key in ("u32", "f32"):
            region["bytes"] = encode_dwords(key, value).hex()
        elif key in ("size", "address"):
            region[key] = parse_whole(value)
        elif key in ("bytes", "space"):
            region[key] = value
        else:
            raise DirectiveError(f"memory: '{key}={value}'; write {form}")
    building.keys.setdefault("memory", []).append(region)


def _read_observe(building: _CaseBuilder, text: str) -> None:
    observe = building.subrecord("observe")
    for word in re.split(r"[,\s]+", text):
        if word == "lds":
            observe["lds"] = True
        elif word.startswith("memory:"):
            name, _, relative = word.removeprefix("memory:").partition("/")
            observe.setdefault("memory", []).append({"name": name, "relative": relative} if relative else name)
        elif word:
            observe.setdefault("registers", []).append(word)


def _read_expect(building: _CaseBuilder, text: str) -> None:
    _read_expectation(building, building.subrecord("expect"), text)


_READERS: dict[str, Callable[[_CaseBuilder, str], None]] = {
    "state": _read_state, "memory": _read_region, "observe": _read_observe, "expect": _read_expect,
    "limits": _read_limits,
    "trap_handler": _read_trap_handler, **{key: _names_reader(key) for key in ("rules", "kills", "reserve")},
    **{key: _extent_reader(key) for key in ("grid", "group")},
}


# The expected result

_EXPECTED_LISTS = {
    "finding": ("findings", str),
    "note": ("notes", str),
    "export": ("exports", lambda text: _parse_export(text)),
    "message": ("messages", lambda text: {name: parse_whole(value) for name, value in parse_pairs(
        "expect message", text, "code=1 payload=7").items()}),
    "memory": ("memory", lambda text: _parse_expected_bytes(text)),
}


def _read_expectation(building: _CaseBuilder, expect: dict, text: str) -> None:
    """Read one `expect` line into `expect`."""
    key, value = _split_directive(text)
    wave_match = _WAVE_KEY.fullmatch(key)
    if key in ("any", "outcome", "never"):
        alternative: dict = {}
        expect.setdefault("outcomes" if key == "outcome" else key, []).append(alternative)
        for part in value.split(";"):
            _read_expectation(building, alternative, part.strip())
    elif key == "status":
        building.set_key(expect, key, value)
    elif key == "instructions":
        building.set_key(expect, key, parse_whole(value))
    elif key in _EXPECTED_LISTS:
        plural, read = _EXPECTED_LISTS[key]
        expect.setdefault(plural, []).append(read(value))
    elif key == "lds" or key.startswith("lds+"):
        expect.setdefault("lds", []).append(_parse_expected_bytes(text))
    elif wave_match:
        _read_expected_register(building, _wave_record(expect, wave_match[1]), value)
    else:
        _read_expected_register(building, expect.setdefault("registers", {}), text)


def _parse_export(text: str) -> dict:
    """Parse an expected export such as `target=0 lanes=0x3 done 0=1,2 1=3.0,4.0`: flags by name, values by source
    index."""
    export: dict = {"values": {}}
    for word in text.split():
        name, equals, value = word.partition("=")
        if name in export or name in export["values"]:
            raise DirectiveError(f"expect export: {name} is given twice")
        if not equals:
            export[name] = True
        elif name in ("0", "1", "2", "3"):
            export["values"][name] = [parse_value(number) for number in value.split(",")]
        else:
            export[name] = parse_whole(value)
    return export


def _parse_expected_bytes(text: str) -> dict:
    """Parse `NAME+OFFSET = HEX` or `u32:1,2`."""
    match = re.fullmatch(r"([\w.]+)(?:\+(\w+))?\s*=\s*(.*)", text)
    if not match:
        raise DirectiveError(f"'{text}': write expect memory NAME+OFFSET = HEX or u32:1,2")
    data = match[3].replace(" ", "")
    if data.startswith(("u32:", "f32:")):
        data = encode_dwords(data[:3], data[4:]).hex()
    return {"name": match[1], "offset": parse_whole(match[2] or "0"), "bytes": data}


def _read_expected_register(building: _CaseBuilder, record: dict, text: str) -> None:
    """Read the expected value of a register, of all lanes, one lane or a range of lanes."""
    match = re.fullmatch(rf"(\w+?(?:\[{DIGITS}:{DIGITS}\])?)(?:\[(\*|{DIGITS}|{DIGITS}:{DIGITS})\])?\s*=\s*(.*)", text)
    # v0[0:3] are lanes, v[0:3] are registers
    ranged = re.fullmatch(rf"(v{DIGITS})\[({DIGITS}:{DIGITS})\]\s*=\s*(.*)", text)
    match = ranged or match
    if not match:
        raise DirectiveError(f"'{text}': write v0[*] = VALUE, v0[3] = VALUE, v0[0:2] = A, B, C or s0 = VALUE")
    name, lanes, value = match[1], match[2], match[3]
    low, row = (_expect_lane_range(building, name, lanes, value) if lanes not in (None, "*")
                else (0, _expect_all_lanes(building, name, value)))
    if not isinstance(row, list):
        for lane in range(building.lanes) if is_vector_register(name) else (0,):
            building.record_line(record, (name, lane), name)
        record[name] = row
        return
    for lane in range(low, low + len(row)):
        building.record_line(record, (name, lane), f"{name}[{lane}]")
    lane_values = record.setdefault(name, [])
    lane_values.extend([None] * (low + len(row) - len(lane_values)))
    lane_values[low:low + len(row)] = row


def _expect_all_lanes(building: _CaseBuilder, name: str, text: str):
    """The expected value of all lanes: one value, or a list of values by lane."""
    if LANE_WORD.search(text):
        return [parse_expected(text, dword_count(name), lane) for lane in range(building.lanes)]
    if "," in text and is_vector_register(name):
        return [parse_expected(part, dword_count(name), None) for part in text.split(",")]
    return parse_expected(text, dword_count(name), None)


def _expect_lane_range(building: _CaseBuilder, name: str, lanes: str, text: str) -> tuple[int, list]:
    """The first lane of a range, and the expected values of its lanes."""
    first, _, last = lanes.partition(":")
    low, high = int(first), int(last or first)
    if high >= building.lanes or high < low:
        raise DirectiveError(f"{name}[{lanes}]: the lanes of a wave are 0 to {building.lanes - 1}, the lower first")
    parts = text.split(",") if "," in text else [text] * (high - low + 1)
    if len(parts) != high - low + 1:
        raise DirectiveError(f"{name}[{lanes}]: {len(parts)} values for lanes {low} to {high}")
    return low, [parse_expected(part, dword_count(name), lane) for lane,
                 part in zip(range(low, high + 1), parts, strict=True)]
