"""The wire between harness and targets (PROTOCOL.md): the messages as types, plans and outcomes to and from them.
Frames are in frames.py."""
from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict
from typing import Any, Union

import msgspec
import numpy as np
from msgspec import Struct

from ..case.case_types import Case, Limits, Observe
from ..case.command_processor import parse_stream
from ..case.memory_layout import Look, Region, from_hex
from ..case.plan import Handler, Plan, State
from ..case.register_names import WAVES
from ..execution.outcome import NOT_TOLD, Memory, Outcome, Wave, by_piece
from .frames import FRAME_LIMIT, VERSION, ProtocolError

FEATURES = (
    "state", "registers", "memory", "lds", "waves", "dispatch", "addresses", "count", "trace", "findings", "counters",
    "deterministic", "gds", "exports", "traps", "packets",
)
KINDS = ("error", "race", "stall", "note")           # of findings
NO_LIMIT = 2**63 - 1
STATUSES = ("ok", "fault", "illegal", "limit", "unsupported", "invalid")
Bytes = bytes                                        # a field is called bytes, which would hide the type


class HelloLimits(Struct):
    """Bytes: of a frame, of all memory of a case, of its code."""
    frame: int = FRAME_LIMIT
    memory: int = 1 << 30
    code: int = 1 << 24


class Hello(Struct, kw_only=True):
    """A target's answer to `hello`; keys beyond these are skipped."""
    protocol: list[int]
    name: str
    version: str = ""
    architectures: list[str]
    waves: dict[str, list[int]] = {}
    features: list[str]
    registers: list[str] = []
    limits: HelloLimits = msgspec.field(default_factory=HelloLimits)
    choices: dict[str, Any] = {}
    claims: dict[str, Any] = {}


class WireWave(Struct, kw_only=True):
    """Registers by canonical dword: an integer, or a row of lanes as little-endian words."""
    registers: dict[str, Union[int, bytes]] = {}
    open: dict[str, int] = {}


class WireMemory(Struct, kw_only=True):
    """An observed stretch after the run."""
    name: str
    address: int
    bytes: Bytes
    open: Bytes = b""


class WireResult(Struct, kw_only=True):
    """A target's answer to `run`; keys beyond these are skipped."""
    type: str
    id: int
    status: str = ""
    instructions: Union[int, None] = None
    wave_count: int = 0
    waves: list[WireWave] = []
    memory: list[WireMemory] = []
    lds: list[bytes] = []
    findings: list[dict[str, Any]] = []
    exports: list[dict[str, Any]] = []
    messages: list[dict[str, Any]] = []
    operation: Union[str, None] = None
    text: Union[str, None] = None
    pc: Union[int, None] = None


_hello = msgspec.msgpack.Decoder(Hello).decode
_result = msgspec.msgpack.Decoder(WireResult).decode


class _Unread(WireResult):
    """The same, its waves as they arrived."""
    waves: msgspec.Raw = msgspec.Raw(b"\x90")  # pyright: ignore[reportIncompatibleVariableOverride]


_unread = msgspec.msgpack.Decoder(_Unread).decode
_waves = msgspec.msgpack.Decoder(list[WireWave]).decode


def _read(decode, data: bytes, what: str):
    """A message of a target, whose every word is data. Raises ProtocolError."""
    try:
        return decode(data)
    except RecursionError:
        raise ProtocolError(f"{what}: nested too deep") from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise ProtocolError(f"{what}: {error}") from None


def plain(text: str, most: int = 1000) -> str:
    """What a target says, as one printable line of at most that length."""
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[:most])
    return shown + "…" * (len(text) > most)


def read_hello(data: bytes) -> Hello:
    """A frame's bytes -> Hello. Raises ProtocolError for other versions, unknown features, and what cannot be."""
    hello = _read(_hello, data, "hello")
    hello.name, hello.version = plain(hello.name, 200), plain(hello.version, 200)
    for arch, sizes in hello.waves.items():
        there = WAVES.get(arch, sizes)
        if not sizes or set(sizes) - set(there):
            raise ProtocolError(
                f"hello: waves of {' and '.join(map(str, sizes)) or 'no size'} on {arch}; "
                f"there are {' and '.join(map(str, there))}"
            )
    least = min(hello.limits.frame, hello.limits.memory, hello.limits.code)
    if least <= 0:
        raise ProtocolError(f"hello: a limit of {least} bytes; leave a limit out that there is not")
    if VERSION not in hello.protocol:
        raise ProtocolError(f"hello: protocol {hello.protocol}; this harness speaks {VERSION}")
    unknown = [feature for feature in hello.features if feature not in FEATURES]
    if unknown:
        raise ProtocolError(f"hello: unknown feature '{unknown[0]}'; there are {', '.join(FEATURES)}")
    return hello


def read_result(data: bytes, plan: Plan | None = None) -> WireResult:
    """A frame's bytes -> WireResult, the answer to that plan. Raises ProtocolError."""
    expected = plan.expected[0] if plan is not None and plan.expected else None
    if isinstance(expected, bytes):                  # not taken apart where they are, byte for byte, what is right
        result = _read(_unread, data, "result")
        if bytes(result.waves) != expected:
            result = _read(_result, data, "result")
    else:
        result = _read(_result, data, "result")
    if result.type != "result":
        raise ProtocolError(f"result: a message of type '{plain(result.type, 60)}'")
    for one in result.findings:
        _check_finding(one)
    result.text = None if result.text is None else plain(result.text)
    result.operation = None if result.operation is None else plain(result.operation, 200)
    return result


def _check_finding(one: dict) -> None:
    """A broken rule a target reports has a rule's name and a kind. Raises ProtocolError."""
    for key in ("rule", "kind"):
        if key not in one:
            raise ProtocolError(f"result: a finding without {key}")
        if not isinstance(one[key], str):
            raise ProtocolError(f"result: the {key} of a finding is {plain(repr(one[key]), 60)}; it is text")
    if one["kind"] not in KINDS:
        raise ProtocolError(f"result: a finding of kind '{plain(one['kind'], 60)}'; there are {', '.join(KINDS)}")


def run_message(number: int, plan: Plan, seconds: float) -> dict:
    """A plan -> the `run` message. plan.observed must be set."""
    return {"type": "run", "id": number, "limit": seconds, "case": {
        **_program(plan), **_start(plan), **_way(plan),
        "observe": {
            "registers": plan.observed or [],
            "memory": [_look(plan, one) for one in plan.looks],
            "lds": bool(plan.case.observe and plan.case.observe.lds),
        },
    }}


def _program(plan: Plan) -> dict:
    """What runs, and of what size."""
    return {
        "name": plan.case.name,
        "arch": plan.arch,
        "wave": plan.wave,
        "code": plan.code,
        "base": plan.base,
        "entry": plan.entry,
        "grid": list(plan.grid),
        "group": list(plan.group),
        "lds": plan.case.lds,
        "scratch": plan.case.scratch,
        "sgprs": plan.sgprs,
        "vgprs": plan.case.vgprs,
    }


def _start(plan: Plan) -> dict:
    """What it starts with. All that a lone wave does stands in `state`."""
    state, waves = plan.wire or (_wire_state(plan.state), [_wire_state(one) for one in plan.overlays])
    if isinstance(waves, list) and len(waves) == 1 and plan.groups * plan.waves_per_group == 1:
        state, waves = state | waves[0], []
    return {
        "state": state,
        "waves": waves,
        "memory": [_region(one) for one in plan.regions],
        "pointers": [list(one) for one in plan.pointers],
        "descriptor": plan.descriptor,
        "registers": plan.hardware,
        "lds_bytes": plan.lds_bytes,
        **({"trap_handler": asdict(plan.handler)} if plan.handler else {}),
        **({"packets": from_hex(plan.case.packets, "packets")} if plan.case.packets else {}),
    }


def _way(plan: Plan) -> dict:
    """How it runs, and how long."""
    case = plan.case
    return {
        "policy": case.policy,
        "schedule": case.schedule,
        "seed": case.seed,
        "outcomes": bool(case.outcomes or case.expect and (case.expect.outcomes or case.expect.never)),
        "profile": case.profile,
        "instructions": case.limits.instructions or NO_LIMIT,
    }


def _region(region: Region) -> dict:
    known = {"name": region.name, "address": region.address, "size": region.size, "bytes": region.data,
             "fixed": not region.placed}
    return known if region.space == "global" else known | {"space": region.space}


def _look(plan: Plan, look: Look) -> dict:
    return {"name": look.name, "address": look.address, "size": look.size, **_inside(plan, look)}


def _inside(plan: Plan, look: Look) -> dict:
    """Where a look lies within its region: what a target with addresses of its own goes by."""
    region = next(r for r in plan.regions if r.address <= look.address < r.address + r.size)
    return {"region": region.name, "offset": look.address - region.address}


def _wire_state(state: State) -> dict:
    return {**state.scalars, **{f"v{number}": row.tobytes() for number, row in state.vectors.items()}}


def _state(wire: dict) -> State:
    vectors = {int(name[1:]): np.frombuffer(value, "<u4") for name, value in wire.items() if isinstance(value, bytes)}
    return State({name: value for name, value in wire.items() if not isinstance(value, bytes)}, vectors)


def plan_of(wire: dict) -> Plan:
    """The case of a `run` message -> a plan, for targets that are written in terms of plans."""
    observe = wire["observe"]
    case = Case(
        assay=1, arch=wire["arch"], code="", name=wire["name"], wave=wire["wave"], lds=wire["lds"],
        scratch=wire["scratch"], vgprs=wire["vgprs"], sgprs=wire["sgprs"], policy=wire["policy"],
        schedule=wire["schedule"], seed=wire["seed"], profile=wire.get("profile", "manual"),
        packets=wire["packets"].hex() if "packets" in wire else None, limits=Limits(instructions=wire["instructions"]),
        observe=Observe(registers=observe["registers"], lds=observe["lds"]),
    )
    return Plan(
        case=case, arch=wire["arch"], wave=wire["wave"], code=wire["code"], base=wire["base"], entry=wire["entry"],
        grid=tuple(wire["grid"]), group=tuple(wire["group"]),
        regions=[Region(r["name"], r["address"], r["size"], r["bytes"], not r["fixed"], r.get("space", "global"))
                 for r in wire["memory"]],
        pointers=[tuple(one) for one in wire["pointers"]], state=_state(wire["state"]),
        overlays=[_state(one) for one in wire["waves"]], state_pointers=False, observed=observe["registers"],
        looks=[Look(k["name"], k["address"], k["size"]) for k in observe["memory"]], lds_bytes=wire["lds_bytes"],
        descriptor=wire["descriptor"], hardware=wire["registers"], sgprs=wire["sgprs"],
        packets=parse_stream(wire["packets"]) if "packets" in wire else [],
        handler=Handler(**wire["trap_handler"]) if "trap_handler" in wire else None,
    )


def case_of(wire: dict, arrays: bool = False) -> dict:
    """The case of a `run` message -> the same as a case dict of JSON values, for targets that read those; `arrays`:
    rows of lanes stay numpy arrays of 32-bit words."""
    def state(values):
        return {name: row(value) if isinstance(value, bytes) else value for name, value in values.items()}

    def row(value):
        words = np.frombuffer(value, "<u4")
        return words if arrays else words.tolist()
    copied = "name arch wave base entry grid group lds scratch sgprs vgprs".split()
    case = {
        "assay": 1,
        **{key: wire[key] for key in copied},
        "code": wire["code"].hex(),
        "limits": {"instructions": wire["instructions"]},
        "memory": [
            {"name": r["name"], "address": r["address"], "size": r["size"], "bytes": r["bytes"].hex(),
             **({"space": r["space"]} if "space" in r else {})}
            for r in wire["memory"]
        ],
        "observe": {
            "registers": wire["observe"]["registers"],
            "lds": wire["observe"]["lds"],
            "memory": [[k["address"], k["size"]] for k in wire["observe"]["memory"]],
        },
    }
    if wire["descriptor"] or wire["registers"] or "packets" in wire:
        case |= {"packets": wire["packets"].hex()} if "packets" in wire else {}
        case |= {"descriptor": wire["descriptor"].hex()} if wire["descriptor"] else {}
        case |= {"registers": wire["registers"]} if wire["registers"] else {}
    else:
        case |= {"state": state(wire["state"]), "waves": [state(one) for one in wire["waves"]]}
    if "trap_handler" in wire:
        case["trap_handler"] = wire["trap_handler"] | {"code": wire["trap_handler"]["code"].hex()}
    return case | ({"lds_bytes": wire["lds_bytes"].hex()} if wire["lds_bytes"] else {})


def result_of(outcome: Outcome) -> dict:
    """An outcome -> the body of a `result` message."""
    body = {
        "status": outcome.status,
        "instructions": outcome.instructions,
        "wave_count": outcome.wave_count,
        "waves": [
            {"registers": {**wave.scalars, **{f"v{n}": row.tobytes() for n, row in wave.vectors.items()}}}
            for wave in outcome.waves
        ],
        "memory": [{"name": one.name, "address": one.address, "bytes": one.data} for one in outcome.memory],
        "lds": outcome.lds,
        "findings": outcome.findings,
    } | {key: getattr(outcome, key) for key in ("exports", "messages") if getattr(outcome, key)}
    return body | {
        key: getattr(outcome, key) for key in ("operation", "text", "pc") if getattr(outcome, key) is not None
    }


def result_of_dict(result: dict, wire: dict) -> dict:
    """A result dict of JSON values (cases.md), rows of lanes as lists or as numpy arrays -> the body of a `result`
    message."""
    def number(value):
        return int(value, 16) if isinstance(value, str) else int(value)

    def registers(given):
        found = {}
        for name, value in given.items():
            if isinstance(value, np.ndarray):
                found[name] = value.astype("<u4", copy=False).tobytes()
            elif isinstance(value, list):
                found[name] = np.array([number(one) for one in value], "<u4").tobytes()
            elif name in ("vcc", "exec", "flat_scratch", "xnack_mask"):
                found |= {f"{name}_lo": number(value) & 0xFFFFFFFF, f"{name}_hi": number(value) >> 32}
            else:
                found[name] = number(value)
        return found
    body = {"status": result.get("status", ""), "wave_count": result.get("wave_count", len(result.get("waves", []))),
            "waves": [{"registers": registers(wave["registers"])} for wave in result.get("waves", [])],
            "memory": [{"name": look["name"], "address": number(one["address"]), "bytes": bytes.fromhex(one["bytes"])}
                       for one, look in zip(result.get("memory", []), wire["observe"]["memory"])]}
    if result.get("lds"):
        body["lds"] = [
            bytes.fromhex(one) for one in ([result["lds"]] if isinstance(result["lds"], str) else result["lds"])
        ]
    return body | {key: result[key] for key in ("instructions", "operation", "text") if result.get(key) is not None}


def expected_of(outcome: Outcome) -> tuple | None:
    """What a target's waves, memory and LDS are when they equal the model's bit for bit; None: that is not all."""
    if outcome.exports or outcome.messages:
        return None
    waves = [{**w.scalars, **{f"v{n}": row.tobytes() for n, row in w.vectors.items()}} for w in outcome.waves]
    return waves, [(one.name, one.address, one.data) for one in outcome.memory], outcome.lds


def same(result: WireResult, plan: Plan) -> bool:
    """Is a result the expected one in every bit that was asked for?"""
    waves, memory, lds = plan.expected or ((), (), ())
    if isinstance(waves, bytes) and not isinstance(result, _Unread):
        waves = [one.registers for one in _waves(waves)]
    return (
        result.status == "ok"
        and (isinstance(result, _Unread) or len(result.waves) == len(waves)
             and all(got.registers == right for got, right in zip(result.waves, waves)))
        and [(one.name, one.address, one.bytes) for one in result.memory] == memory
        and result.lds == lds
        and not (result.exports or result.messages)
    )


def is_vector(name: str) -> bool:
    """Is it the name of a VGPR?"""
    return name[:1] == "v" and name[1:].isdigit()


def is_dword(value: int) -> bool:
    """Is it a value that a scalar register can hold?"""
    return 0 <= value <= 0xFFFFFFFF


def _register_problem(name: str, value: int | bytes, lanes: int) -> str | None:
    """What is wrong with a register of an answer."""
    if isinstance(value, int):
        if is_vector(name):
            return f"{name} is an integer; a VGPR is binary, {4 * lanes} bytes: a little-endian word for each of " \
                   f"{lanes} lanes"
        return None if is_dword(value) else f"{name} is {value:#x}; a scalar is a dword, 0 to 0xffffffff"
    if not is_vector(name):
        return f"{name} is binary; a scalar is an integer, dword by dword"
    if len(value) != 4 * lanes:
        return f"{name} has {len(value)} bytes; {lanes} lanes have {4 * lanes}"
    return None


def outcome_of(result: WireResult, plan: Plan) -> Outcome:
    """A target's result, checked against what was asked -> an outcome; `short` when something is missing."""
    if plan.expected is not None and same(result, plan):
        return Outcome(
            name=plan.case.name, lanes=plan.wave, wave_count=result.wave_count, findings=result.findings, same=True,
            instructions=NOT_TOLD if result.instructions is None else result.instructions,
        )
    outcome = Outcome(
        name=plan.case.name, status=result.status, lanes=plan.wave,
        instructions=NOT_TOLD if result.instructions is None else result.instructions, wave_count=result.wave_count,
        findings=result.findings, operation=result.operation, text=result.text, pc=result.pc, lds=result.lds,
        exports=result.exports, messages=result.messages,
    )
    if result.status not in STATUSES:
        return _short(outcome, f"the status is '{result.status}'" if result.status else "the reply has no status")
    if result.status in ("unsupported", "invalid"):
        return outcome
    for wire in _waves(bytes(result.waves)) if isinstance(result, _Unread) else result.waves:
        wave = Wave()
        for name, value in wire.registers.items():
            problem = _register_problem(name, value, plan.wave)
            if problem:
                return _short(outcome, problem)
            if isinstance(value, int):
                wave.scalars[name] = value
            else:
                wave.vectors[int(name[1:])] = np.frombuffer(value, "<u4")
        outcome.waves.append(wave)
    outcome.memory = _pieces(result, plan)
    return _complete(outcome, plan) if result.status == "ok" else outcome


def _pieces(result: WireResult, plan: Plan) -> list[Memory]:
    """The observed stretches. Those of one name come as they were asked; which is which where one is missing, or not of
    its size, nobody can say, so none of that name is taken."""
    asked, held = defaultdict(list), defaultdict(list)
    for look in plan.looks:
        asked[look.name].append(look.size)
    for one in result.memory:
        held[one.name].append(one)
    whole = {name for name, sizes in asked.items() if sizes == [len(one.bytes) for one in held[name]]}
    answers = by_piece(result.memory)
    return [Memory(look.name, answers[piece].address, answers[piece].bytes, b"", look.relative)
            for piece, look in by_piece(plan.looks).items() if look.name in whole]


def _complete(outcome: Outcome, plan: Plan) -> Outcome:
    wanted = plan.wave_count
    if plan.observed and wanted is not None and len(outcome.waves) != wanted:
        return _short(outcome, f"{len(outcome.waves)} waves in the reply; the case has {wanted}")
    for number, wave in enumerate(outcome.waves):
        for name in plan.observed or []:
            if name not in wave.scalars and not (is_vector(name) and int(name[1:]) in wave.vectors):
                return _short(outcome, f"{name} of wave {number} is missing")
    missing = [look.name for look in plan.looks if look.name not in {one.name for one in outcome.memory}]
    if missing:
        return _short(outcome, f"memory '{missing[0]}' is missing, there too often, or not of its size")
    if plan.case.observe is not None and plan.case.observe.lds and not outcome.lds:
        return _short(outcome, "the contents of LDS are missing")
    return outcome


def _short(outcome: Outcome, text: str) -> Outcome:
    outcome.status, outcome.text = "short", text
    return outcome
