"""The `; assay:` lines of the assembly form: each sets a key of the case.

    ; assay: arch gfx906 gfx1100            ; assay: wave 32 64              one case for each that exists
    ; assay: state v1 = 0x3f800000          ; assay: state v[4:5] = buf      ; assay: state v2 = lane * 4 + 16
    ; assay: state v3 = 1.5, -0.0, inf      values by lane; floats are f32, in pairs f64
    ; assay: waves[1] v0 = lane + 64        laid over the state of wave 1
    ; assay: memory buf size=256 u32=1,2,3  also address=, bytes=HEX, f32=, space=gds
    ; assay: trap_handler tba=0x8000000 tma=buf          whose code stands below .section .trap,"ax"
    ; assay: observe v0 s[2:3] memory:out memory:ptrs/buf lds        (ptrs/buf: words relative to buf)
    ; assay: expect v0[*] = 2.0 ulp 1       v0[3] = 7   v0[0:2] = 1, 2, 3   scc = 1   v1 = nan   v2 = any 1 2
    ; assay: expect v3 = 5 mask 0xff        expect waves[1] v0[*] = 3
    ; assay: expect memory out+16 = 01000000          (or u32:1,2)      lds+4 = u32:7, a line a group
    ; assay: expect export target=0 lanes=0x3 done 0=1.0,2.0    (source=lanes)   expect message code=1 payload=7
    ; assay: expect status fault            expect finding counter.vm.unwaited   expect note open.exec
    ; assay: expect any v0[*] = 1 ; v1[*] = 2                      one of several such lines must hold
    ; assay: expect outcome waves[0] v3[0] = 0 ; waves[1] v3[0] = 1    a line an outcome: these are all that are allowed
    ; assay: expect never v0[0] = 1 ; v1[0] = 0                  no outcome holds all of it
    ; assay: rules valu.neg, valu.abs       any other key: its value as in JSON (text may go without quotes)
    ; assay[gfx1100]: … or ; assay[gfx1100,32]: …                  only there
"""
from __future__ import annotations

import ast
import operator
import re
import struct
from dataclasses import dataclass, field

import msgspec

from .case import ARCHS, Case, CaseError, parse
from ..spec import CERTIFIED
from .register_names import WAVES

_LINE = re.compile(r"^\s*(?:;|//)\s*assay(?:\[([^\]]*)\])?:\s*(.*)$")
_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv,
}
_FLOAT = re.compile(r"[-+]?(?:\d+\.\d*(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+|inf)")
_SHAPES = {"f16": "<e", "f32": "<f", "f64": "<d"}


@dataclass(slots=True)
class _Building:
    """The case while its lines are read; `lists` are keys that may be given line by line."""
    path: str
    lanes: int
    keys: dict = field(default_factory=dict)
    line: int = 0

    def fail(self, message: str):
        raise CaseError("assembly", f"{self.path}:{self.line}: {message}")

    def under(self, key: str) -> dict:
        return self.keys.setdefault(key, {})


def read_directives(text: str, path: str) -> list[Case]:
    """Text of a .s file -> its cases. Raises CaseError with file and line."""
    found = [
        (number, match[1], match[2].strip())
        for number, line in enumerate(text.splitlines(), 1)
        if (match := _LINE.match(line))
    ]
    start = _Building(path, 0)
    archs, waves = [], []
    for number, only, body in found:
        start.line = number
        key, _, rest = body.partition(" ")
        if key == "arch" and not only:
            archs = rest.replace("=", " ").replace(",", " ").split()
        if key == "wave" and not only:
            waves = [
                int(w) if w.isdigit() else start.fail(f"wave {w}: 32 or 64")
                for w in rest.replace("=", " ").replace(",", " ").split()
            ]
    if not archs:
        raise CaseError("arch", f"{path}: required; add `; assay: arch {' '.join(CERTIFIED)}` (or one of them)")
    wrong = [arch for arch in archs if arch not in ARCHS]
    if wrong:
        raise CaseError("arch", f"{path}: {wrong[0]} is unknown; there are {', '.join(ARCHS)}")
    sizes = [(arch, wave) for arch in archs for wave in (waves or WAVES[arch][:1]) if wave in WAVES[arch]]
    if not sizes:
        raise CaseError("wave", f"{path}: {' and '.join(archs)} run no wave of {', '.join(map(str, waves))}")
    return [_build(text, path, found, arch, wave, len(sizes) > 1) for arch, wave in sizes]


def _build(text: str, path: str, found: list, arch: str, wave: int, several: bool) -> Case:
    from .assembly import assemble
    building = _Building(path, wave)
    for number, only, body in found:
        building.line = number
        words = set((only or "").replace(",", " ").split())
        if words - {*ARCHS, "32", "64"}:
            building.fail(f"[{only}]: only {', '.join(ARCHS)}, 32 and 64 select lines")
        if words and not (
            (not words & set(ARCHS) or arch in words) and (not words & {"32", "64"} or str(wave) in words)
        ):
            continue
        _directive(building, body)
    stem = (path.rpartition("suites/")[2] if "suites/" in path else path.rpartition("/")[2]).removesuffix(".s")
    keys = building.keys
    keys["name"] = keys.get("name", stem) + (f".{arch}.w{wave}" if several else "")
    keys |= {"assay": 1, "arch": arch, "wave": wave, "code": assemble(arch, text, wave, path).hex()}
    if "trap_handler" in keys:
        keys["trap_handler"]["code"] = assemble(arch, text, wave, path, section=".trap").hex()
    try:
        return parse(keys)
    except CaseError as error:
        raise CaseError(error.field, f"{path}: {error.message}") from None


def _directive(building: _Building, body: str) -> None:
    key, _, rest = body.replace("=", " = ", 1).partition(" ")
    rest = body[len(key):].strip()
    rest = rest[1:].strip() if rest.startswith("=") else rest
    if key in ("arch", "wave"):
        return
    layer = re.fullmatch(r"waves\[(\d+)\]", key)
    if key == "state":
        _assign(building, building.under("state"), rest)
    elif layer:
        waves = building.keys.setdefault("waves", [])
        waves.extend({} for _ in range(int(layer[1]) + 1 - len(waves)))
        _assign(building, waves[int(layer[1])], rest)
    elif key == "memory":
        building.keys.setdefault("memory", []).append(_region(building, rest))
    elif key == "observe":
        _observe(building, rest)
    elif key == "expect":
        _expect(building, building.under("expect"), rest)
    elif key in ("rules", "kills", "reserve"):
        building.keys.setdefault(key, []).extend(re.split(r"[,\s]+", rest))
    elif key in ("grid", "group"):
        building.keys[key] = [_whole(building, part) for part in re.split(r"[,\s]+", rest)]
    elif key == "trap_handler":
        pairs = [part.partition("=") for part in rest.split()]
        if not all(name in ("tba", "tma") and equals for name, equals, _ in pairs):
            building.fail(f"trap_handler {rest}: write trap_handler tba=0x8000000 tma=buf, or neither")
        building.keys[key] = {name: number(building, value, 2) for name, _, value in pairs}
    elif key == "limits":
        pairs = [part.partition("=") for part in rest.split()]
        if not all(equals for _, equals, _ in pairs):
            building.fail(f"limits {rest}: write limits instructions=1000 seconds=5")
        building.keys[key] = {name: _whole(building, value) for name, _, value in pairs}
    else:
        building.keys[key] = _json(rest)


def _json(text: str):
    try:
        return msgspec.json.decode(text.encode())
    except msgspec.DecodeError:
        return text


def _whole(building: _Building, text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        building.fail(f"'{text}' is not a whole number")


def _width(name: str) -> int:
    """Dwords of a register name."""
    pair = re.search(r"\[(\d+):(\d+)\]", name)
    return (
        int(pair[2]) - int(pair[1]) + 1 if pair else 2 if name in ("vcc", "exec", "flat_scratch", "xnack_mask") else 1
    )


def number(building: _Building, text: str, dwords: int = 1, lane: int | None = None):
    """A value as written: number, 0x, float (f32, in pairs f64, or with :f16), expression of lane, or an address left
    as text."""
    text = text.strip()
    plain, _, shape = text.partition(":")
    if _FLOAT.fullmatch(plain):
        try:
            kind = shape or ("f64" if dwords == 2 else "f32")
            return int.from_bytes(struct.pack(_SHAPES[kind], float(plain)), "little")
        except (KeyError, OverflowError, struct.error):
            building.fail(f"'{text}' is no {shape or 'f32'}; write the bits in 0x form")
    try:
        return int(text, 0)
    except ValueError:
        pass
    if "lane" in text:
        return _evaluate(building, text, lane or 0) & (1 << 32 * dwords) - 1
    if re.fullmatch(r"[A-Za-z_][\w.]*(\s*\+\s*\w+)?", text):
        return text.replace(" ", "")
    building.fail(f"'{text}' is no value; write 7, 0x7, 1.5, buf+16 or an expression of lane")


def _evaluate(building: _Building, text: str, lane: int) -> int:
    def value(node):
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            return _OPERATORS[type(node.op)](value(node.left), value(node.right))
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return node.value
        if isinstance(node, ast.Name) and node.id == "lane":
            return lane
        building.fail(f"'{text}': an expression holds numbers, lane and + - * << >> & | ^ % //")
    try:
        return value(ast.parse(text, mode="eval").body)
    except (SyntaxError, ZeroDivisionError, ValueError):
        building.fail(f"'{text}' is no expression")


def _assign(building: _Building, into: dict, text: str) -> None:
    name, equals, value = text.partition("=")
    name = name.strip()
    if not equals or not value.strip():
        building.fail(f"'{text}': write NAME = VALUE")
    if name in into:
        building.fail(f"{name} is given twice")
    parts, dwords = value.split(","), _width(name)
    if "lane" in value and len(parts) == 1:
        into[name] = [number(building, value, dwords, lane) for lane in range(building.lanes)]
    elif len(parts) > 1:
        into[name] = [number(building, part, dwords if dwords <= 2 and name[0] == "v" else 1) for part in parts]
    else:
        into[name] = number(building, value, dwords)


def _region(building: _Building, text: str) -> dict:
    name, _, rest = text.partition(" ")
    region: dict = {"name": name}
    for part in rest.split():
        key, _, value = part.partition("=")
        if key in ("u32", "f32"):
            words = [number(building, word, 1) for word in value.split(",")]
            for word in words:
                if isinstance(word, str):
                    building.fail(f"memory: '{word}' is no number")
            region["bytes"] = b"".join((int(word) & 0xFFFFFFFF).to_bytes(4, "little") for word in words).hex()
        elif key in ("size", "address"):
            region[key] = _whole(building, value)
        elif key in ("bytes", "space"):
            region[key] = value
        else:
            building.fail(f"memory: '{part}'; write size= address= bytes= u32= f32= or space=")
    return region


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


def _expect(building: _Building, expect: dict, text: str) -> None:
    key, _, rest = text.partition(" ")
    layer = re.fullmatch(r"waves\[(\d+)\]", key)
    if key in ("any", "outcome", "never"):
        one: dict = {}
        for part in rest.split(";"):
            _expect(building, one, part.strip())
        expect.setdefault("outcomes" if key == "outcome" else key, []).append(one)
    elif key == "status":
        expect["status"] = rest.lstrip("= ").strip()
    elif key == "finding":
        expect.setdefault("findings", []).append(rest.strip())
    elif key == "note":
        expect.setdefault("notes", []).append(rest.strip())
    elif key == "export":
        expect.setdefault("exports", []).append(_expected_export(building, rest))
    elif key == "message":
        expect.setdefault("messages", []).append(
            {name: _whole(building, value) for name, _, value in (one.partition("=") for one in rest.split())})
    elif key == "instructions":
        expect["instructions"] = _whole(building, rest.lstrip("= "))
    elif key == "memory":
        expect.setdefault("memory", []).append(_expected_bytes(building, rest))
    elif key == "lds" or key.startswith("lds+"):
        expect.setdefault("lds", []).append(_expected_bytes(building, text))
    elif layer:
        waves = expect.setdefault("waves", [])
        waves.extend({} for _ in range(int(layer[1]) + 1 - len(waves)))
        _expect_register(building, waves[int(layer[1])], rest)
    else:
        _expect_register(building, expect.setdefault("registers", {}), text)


def _expected_export(building: _Building, text: str) -> dict:
    """`target=0 lanes=0x3 done 0=1,2 1=3.0,4.0`: flags by their names, sources by their numbers."""
    made: dict = {"values": {}}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals:
            made[name] = True
        elif name.isdigit():
            made["values"][name] = [number(building, one) for one in value.split(",")]
        else:
            made[name] = _whole(building, value)
    return made


def _expected_bytes(building: _Building, text: str) -> dict:
    found = re.fullmatch(r"([\w.]+)(?:\+(\w+))?\s*=\s*(.*)", text)
    if not found:
        building.fail(f"'{text}': write expect memory NAME+OFFSET = HEX or u32:1,2")
    data = found[3].replace(" ", "")
    if data.startswith(("u32:", "f32:")):
        data = b"".join(
            int(number(building, word, 1) & 0xFFFFFFFF).to_bytes(4, "little") for word in data[4:].split(",")
        ).hex()
    return {"name": found[1], "offset": _whole(building, found[2] or "0"), "bytes": data}


def _expect_register(building: _Building, into: dict, text: str) -> None:
    found = re.fullmatch(r"(\w+?(?:\[\d+:\d+\])?)(?:\[(\*|\d+|\d+:\d+)\])?\s*=\s*(.*)", text)
    ranged = re.fullmatch(r"(v\d+)\[(\d+:\d+)\]\s*=\s*(.*)", text)      # v0[0:3]: lanes of v0, for v[0:3] is the tuple
    found = ranged or found
    if not found:
        building.fail(f"'{text}': write v0[*] = VALUE, v0[3] = VALUE, v0[0:2] = A, B, C or s0 = VALUE")
    name, lanes, value = found[1], found[2], found[3]
    dwords = _width(name)
    if lanes is None or lanes == "*":
        if "lane" in value:
            into[name] = [_expected(building, value, dwords, lane) for lane in range(building.lanes)]
        elif "," in value and name[0] == "v":
            into[name] = [_expected(building, part, dwords, None) for part in value.split(",")]
        else:
            into[name] = _expected(building, value, dwords, None)
        return
    first, _, last = lanes.partition(":")
    low, high = int(first), int(last or first)
    parts = value.split(",") if "," in value else [value] * (high - low + 1)
    if len(parts) != high - low + 1 or high >= building.lanes:
        building.fail(f"{name}[{lanes}]: {len(parts)} values for lanes {low} to {high} of {building.lanes}")
    row = into.setdefault(name, [])
    if not isinstance(row, list):
        building.fail(f"{name} is given for all lanes already")
    row.extend([None] * (high + 1 - len(row)))
    for lane, part in zip(range(low, high + 1), parts):
        row[lane] = _expected(building, part, dwords, lane)


def _expected(building: _Building, text: str, dwords: int, lane: int | None):
    text = text.strip()
    kind = "f64" if dwords == 2 else "f32"
    nan = re.fullmatch(r"nan(?::(f16|bf16|f32|f64))?", text)
    if nan:
        return {"nan": nan[1] or kind}
    if text.startswith("any "):
        return {"any": [number(building, one, dwords, lane) for one in text.split()[1:]]}
    found = re.fullmatch(r"(.*?)(?:\s+ulp\s+(\d+)(?:\s+(f16|bf16|f32|f64))?)?(?:\s+mask\s+(\w+))?", text)
    value = number(building, found[1], dwords, lane)
    if not found[2] and not found[4]:
        return value
    wanted = {"value": value}
    if found[2]:
        wanted |= {"ulp": int(found[2]), "as": found[3] or kind}
    if found[4]:
        wanted["mask"] = _whole(building, found[4])
    return wanted
