"""The messages between harness and targets (PROTOCOL.md) as types, and conversions of plans and outcomes to and from
them. frames.py has the frames."""
from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict
from typing import Any, Union

import msgspec
import numpy as np
from msgspec import Struct

from ..case.case_types import Case, Limits, Observe
from ..case.command_processor import parse_packets
from ..case.memory_layout import ObservedRange, Region, parse_hex
from ..case.plan import PlannedTrapHandler, Plan, RegisterState
from ..case.register_names import WAVE_SIZES
from ..execution.outcome import UNKNOWN_INSTRUCTION_COUNT, MemoryBytes, Outcome, WaveRegisters, memory_by_piece
from .frames import FRAME_LIMIT, VERSION, ProtocolError

FEATURES = (
    "state", "registers", "memory", "lds", "waves", "dispatch", "addresses", "count", "trace", "findings", "counters",
    "deterministic", "gds", "exports", "traps", "packets",
)
FINDING_KINDS = ("error", "race", "stall", "note")
NO_LIMIT = 2**63 - 1
STATUSES = ("ok", "fault", "illegal", "limit", "unsupported", "invalid")
Bytes = bytes                                        # in WireMemory the field `bytes` hides the type


class HelloLimits(Struct):
    """A target's limits in bytes, for a frame, for the memory of a case, and for its code."""
    frame: int = FRAME_LIMIT
    memory: int = 1 << 30
    code: int = 1 << 24


class Hello(Struct, kw_only=True):
    """A target's answer to `hello`; other keys are ignored."""
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
    """Registers of a wave by canonical dword name: an integer, or the words of all lanes in little-endian order."""
    registers: dict[str, Union[int, bytes]] = {}
    open: dict[str, int] = {}


class WireMemory(Struct, kw_only=True):
    """An observed memory block after the run."""
    name: str
    address: int
    bytes: Bytes
    open: Bytes = b""


class WireResult(Struct, kw_only=True):
    """A target's answer to `run`; other keys are ignored."""
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


_decode_hello = msgspec.msgpack.Decoder(Hello).decode
_decode_result = msgspec.msgpack.Decoder(WireResult).decode


class _ResultWithRawWaves(WireResult):
    """A WireResult whose waves are not yet decoded."""
    waves: msgspec.Raw = msgspec.Raw(b"\x90")  # pyright: ignore[reportIncompatibleVariableOverride]


_decode_raw_waves = msgspec.msgpack.Decoder(_ResultWithRawWaves).decode
_decode_waves = msgspec.msgpack.Decoder(list[WireWave]).decode


def _decode(decode, data: bytes, what: str):
    """Decode a message of a target, which is untrusted data. Raises ProtocolError."""
    try:
        return decode(data)
    except RecursionError:
        raise ProtocolError(f"{what}: nested too deep") from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise ProtocolError(f"{what}: {error}") from None


def printable_line(text: str, max_length: int = 1000) -> str:
    """Return a target's text as one printable line of at most `max_length` characters."""
    characters = (char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text[:max_length])
    return "".join(characters) + "…" * (len(text) > max_length)


def read_hello(data: bytes) -> Hello:
    """Read a Hello from a frame's bytes. Raises ProtocolError for other protocol versions, unknown features and
    impossible values."""
    hello = _decode(_decode_hello, data, "hello")
    hello.name, hello.version = printable_line(hello.name, 200), printable_line(hello.version, 200)
    for arch, sizes in hello.waves.items():
        existing = WAVE_SIZES.get(arch, sizes)
        if not sizes or set(sizes) - set(existing):
            raise ProtocolError(
                f"hello: waves of {' and '.join(map(str, sizes)) or 'no size'} on {arch}; "
                f"there are {' and '.join(map(str, existing))}"
            )
    smallest_limit = min(hello.limits.frame, hello.limits.memory, hello.limits.code)
    if smallest_limit <= 0:
        raise ProtocolError(f"hello: a limit of {smallest_limit} bytes; omit limits that do not apply")
    if VERSION not in hello.protocol:
        raise ProtocolError(f"hello: protocol {hello.protocol}; this harness speaks {VERSION}")
    unknown = [feature for feature in hello.features if feature not in FEATURES]
    if unknown:
        raise ProtocolError(f"hello: unknown feature '{unknown[0]}'; there are {', '.join(FEATURES)}")
    return hello


def read_result(data: bytes, plan: Plan | None = None) -> WireResult:
    """Read a WireResult, the answer to the plan, from a frame's bytes. Raises ProtocolError."""
    expected = plan.expected_result[0] if plan is not None and plan.expected_result else None
    if isinstance(expected, bytes):                  # fast path: waves equal to the expected bytes are not decoded
        result = _decode(_decode_raw_waves, data, "result")
        if bytes(result.waves) != expected:
            result = _decode(_decode_result, data, "result")
    else:
        result = _decode(_decode_result, data, "result")
    if result.type != "result":
        raise ProtocolError(f"result: a message of type '{printable_line(result.type, 60)}'")
    for finding in result.findings:
        _check_finding(finding)
    result.text = None if result.text is None else printable_line(result.text)
    result.operation = None if result.operation is None else printable_line(result.operation, 200)
    return result


def _check_finding(finding: dict) -> None:
    """Check that a target's finding has a rule and a known kind. Raises ProtocolError."""
    for key in ("rule", "kind"):
        if key not in finding:
            raise ProtocolError(f"result: a finding without {key}")
        if not isinstance(finding[key], str):
            value = printable_line(repr(finding[key]), 60)
            raise ProtocolError(f"result: the {key} of a finding is {value}; it must be text")
    if finding["kind"] not in FINDING_KINDS:
        kind = printable_line(finding["kind"], 60)
        raise ProtocolError(f"result: a finding of kind '{kind}'; there are {', '.join(FINDING_KINDS)}")


def run_message(number: int, plan: Plan, seconds: float) -> dict:
    """Return the `run` message of a plan. plan.observed must be set."""
    return {"type": "run", "id": number, "limit": seconds, "case": {
        **_program_fields(plan), **_start_fields(plan), **_run_fields(plan),
        "observe": {
            "registers": plan.observed or [],
            "memory": [_look_item(plan, look) for look in plan.observed_ranges],
            "lds": bool(plan.case.observe and plan.case.observe.lds),
        },
    }}


def _program_fields(plan: Plan) -> dict:
    """Return the fields of the program and its sizes."""
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


def _start_fields(plan: Plan) -> dict:
    """Return the fields of the initial state. A single wave has its whole state in `state`."""
    state, waves = plan.encoded_state or (_wire_state(plan.state), [_wire_state(item) for item in plan.wave_states])
    if isinstance(waves, list) and len(waves) == 1 and plan.groups * plan.waves_per_group == 1:
        state, waves = state | waves[0], []
    return {
        "state": state,
        "waves": waves,
        "memory": [_region_item(item) for item in plan.regions],
        "pointers": [list(item) for item in plan.pointers],
        "descriptor": plan.descriptor,
        "registers": plan.dispatch_registers,
        "lds_bytes": plan.lds_bytes,
        **({"trap_handler": asdict(plan.trap_handler)} if plan.trap_handler else {}),
        **({"packets": parse_hex(plan.case.packets, "packets")} if plan.case.packets else {}),
    }


def _run_fields(plan: Plan) -> dict:
    """Return the fields that control the run: policy, schedule, seed, profile and limit."""
    case = plan.case
    return {
        "policy": case.policy,
        "schedule": case.schedule,
        "seed": case.seed,
        "outcomes": bool(case.outcomes or case.expect and (case.expect.outcomes or case.expect.never)),
        "profile": case.profile,
        "instructions": case.limits.instructions or NO_LIMIT,
    }


def _region_item(region: Region) -> dict:
    item = {"name": region.name, "address": region.address, "size": region.size, "bytes": region.data,
             "fixed": not region.placed}
    return item if region.space == "global" else item | {"space": region.space}


def _look_item(plan: Plan, look: ObservedRange) -> dict:
    return {"name": look.name, "address": look.address, "size": look.size, **_region_offset(plan, look)}


def _region_offset(plan: Plan, look: ObservedRange) -> dict:
    """Return region and offset of an observed range, for targets that place regions themselves."""
    region = next(r for r in plan.regions if r.address <= look.address < r.address + r.size)
    return {"region": region.name, "offset": look.address - region.address}


def _wire_state(state: RegisterState) -> dict:
    return {**state.scalars, **{f"v{number}": row.tobytes() for number, row in state.vectors.items()}}


def _read_region(wire: dict) -> Region:
    is_placed, space = not wire["fixed"], wire.get("space", "global")
    return Region(wire["name"], wire["address"], wire["size"], wire["bytes"], is_placed, space)


def _state_from_wire(wire: dict) -> RegisterState:
    vectors = {int(name[1:]): np.frombuffer(value, "<u4") for name, value in wire.items() if isinstance(value, bytes)}
    return RegisterState({name: value for name, value in wire.items() if not isinstance(value, bytes)}, vectors)


def plan_from_message(wire: dict) -> Plan:
    """Return the plan for the case in a `run` message, for targets that run plans."""
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
        regions=[_read_region(region) for region in wire["memory"]],
        pointers=[tuple(pointer) for pointer in wire["pointers"]], state=_state_from_wire(wire["state"]),
        wave_states=[_state_from_wire(wave) for wave in wire["waves"]], has_address_registers=False,
        observed=observe["registers"],
        observed_ranges=[ObservedRange(look["name"], look["address"], look["size"]) for look in observe["memory"]],
        lds_bytes=wire["lds_bytes"], descriptor=wire["descriptor"], dispatch_registers=wire["registers"],
        sgprs=wire["sgprs"],
        packets=parse_packets(wire["packets"]) if "packets" in wire else [],
        trap_handler=PlannedTrapHandler(**wire["trap_handler"]) if "trap_handler" in wire else None,
    )


def case_dict(wire: dict, arrays: bool = False) -> dict:
    """Return the case in a `run` message as a dict of JSON values, for targets that read such dicts. `arrays`: vector
    registers are numpy arrays of 32-bit words instead of lists."""
    def state(values):
        return {name: lane_words(value) if isinstance(value, bytes) else value for name, value in values.items()}

    def lane_words(value):
        words = np.frombuffer(value, "<u4")
        return words if arrays else words.tolist()
    copied_keys = "name arch wave base entry grid group lds scratch sgprs vgprs".split()
    case = {
        "assay": 1,
        **{key: wire[key] for key in copied_keys},
        "code": wire["code"].hex(),
        "limits": {"instructions": wire["instructions"]},
        "memory": [
            {**{key: region[key] for key in ("name", "address", "size")}, "bytes": region["bytes"].hex(),
             **({"space": region["space"]} if "space" in region else {})}
            for region in wire["memory"]
        ],
        "observe": {
            "registers": wire["observe"]["registers"],
            "lds": wire["observe"]["lds"],
            "memory": [[look["address"], look["size"]] for look in wire["observe"]["memory"]],
        },
    }
    if wire["descriptor"] or wire["registers"] or "packets" in wire:
        case |= {"packets": wire["packets"].hex()} if "packets" in wire else {}
        case |= {"descriptor": wire["descriptor"].hex()} if wire["descriptor"] else {}
        case |= {"registers": wire["registers"]} if wire["registers"] else {}
    else:
        case |= {"state": state(wire["state"]), "waves": [state(item) for item in wire["waves"]]}
    if "trap_handler" in wire:
        case["trap_handler"] = wire["trap_handler"] | {"code": wire["trap_handler"]["code"].hex()}
    return case | ({"lds_bytes": wire["lds_bytes"].hex()} if wire["lds_bytes"] else {})


def result_body(outcome: Outcome) -> dict:
    """Return the body of the `result` message for an outcome."""
    body = {
        "status": outcome.status,
        "instructions": outcome.instructions,
        "wave_count": outcome.wave_count,
        "waves": [
            {"registers": {**wave.scalars, **{f"v{n}": row.tobytes() for n, row in wave.vectors.items()}}}
            for wave in outcome.waves
        ],
        "memory": [{"name": block.name, "address": block.address, "bytes": block.data} for block in outcome.memory],
        "lds": outcome.lds,
        "findings": outcome.findings,
    } | {key: getattr(outcome, key) for key in ("exports", "messages") if getattr(outcome, key)}
    return body | {
        key: getattr(outcome, key) for key in ("operation", "text", "pc") if getattr(outcome, key) is not None
    }


def result_body_from_dict(result: dict, wire: dict) -> dict:
    """Return the body of the `result` message for a result given as a dict of JSON values (cases.md). Vector registers
    may be lists or numpy arrays. `wire`: the case in the `run` message."""
    def number(value):
        return int(value, 16) if isinstance(value, str) else int(value)

    def registers(values):
        dwords = {}
        for name, value in values.items():
            if isinstance(value, np.ndarray):
                dwords[name] = value.astype("<u4", copy=False).tobytes()
            elif isinstance(value, list):
                dwords[name] = np.array([number(item) for item in value], "<u4").tobytes()
            elif name in ("vcc", "exec", "flat_scratch", "xnack_mask"):
                dwords |= {f"{name}_lo": number(value) & 0xFFFFFFFF, f"{name}_hi": number(value) >> 32}
            else:
                dwords[name] = number(value)
        return dwords
    body = {"status": result.get("status", ""), "wave_count": result.get("wave_count", len(result.get("waves", []))),
            "waves": [{"registers": registers(wave["registers"])} for wave in result.get("waves", [])],
            "memory": [
                {"name": look["name"], "address": number(block["address"]), "bytes": bytes.fromhex(block["bytes"])}
                for block, look in zip(result.get("memory", []), wire["observe"]["memory"])
            ]}
    if result.get("lds"):
        body["lds"] = [
            bytes.fromhex(item) for item in ([result["lds"]] if isinstance(result["lds"], str) else result["lds"])
        ]
    return body | {key: result[key] for key in ("instructions", "operation", "text") if result.get(key) is not None}


def expected_answer(outcome: Outcome) -> tuple | None:
    """Return the (waves, memory, LDS) that a target sends if they equal the model's in every bit. Return None if there
    are exports or messages, which need a full comparison."""
    if outcome.exports or outcome.messages:
        return None
    waves = [
        {**wave.scalars, **{f"v{number}": row.tobytes() for number, row in wave.vectors.items()}}
        for wave in outcome.waves
    ]
    return waves, [(block.name, block.address, block.data) for block in outcome.memory], outcome.lds


def is_expected_answer(result: WireResult, plan: Plan) -> bool:
    """Does a result equal the expected answer in every observed bit?"""
    waves, memory, lds = plan.expected_result or ((), (), ())
    if isinstance(waves, bytes) and not isinstance(result, _ResultWithRawWaves):
        waves = [entry.registers for entry in _decode_waves(waves)]
    return (
        result.status == "ok"
        and (isinstance(result, _ResultWithRawWaves) or len(result.waves) == len(waves)
             and all(got.registers == expected for got, expected in zip(result.waves, waves)))
        and [(entry.name, entry.address, entry.bytes) for entry in result.memory] == memory
        and result.lds == lds
        and not (result.exports or result.messages)
    )


def is_vector(name: str) -> bool:
    """Does the name denote a VGPR?"""
    return name[:1] == "v" and name[1:].isdigit()


def is_dword(value: int) -> bool:
    """Does the value fit a scalar register?"""
    return 0 <= value <= 0xFFFFFFFF


def _register_problem(name: str, value: int | bytes, lanes: int) -> str | None:
    """Describe what is wrong with a register in an answer. Return None if it is well-formed."""
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


def read_outcome(result: WireResult, plan: Plan) -> Outcome:
    """Return the outcome of a target's result. Its status is `short` if something requested is missing or malformed."""
    if plan.expected_result is not None and is_expected_answer(result, plan):
        return Outcome(
            name=plan.case.name, lanes=plan.wave, wave_count=result.wave_count, findings=result.findings,
            equals_expected=True,
            instructions=UNKNOWN_INSTRUCTION_COUNT if result.instructions is None else result.instructions,
        )
    outcome = Outcome(
        name=plan.case.name, status=result.status, lanes=plan.wave,
        instructions=UNKNOWN_INSTRUCTION_COUNT if result.instructions is None else result.instructions,
        wave_count=result.wave_count,
        findings=result.findings, operation=result.operation, text=result.text, pc=result.pc, lds=result.lds,
        exports=result.exports, messages=result.messages,
    )
    if result.status not in STATUSES:
        return _mark_short(outcome, f"the status is '{result.status}'" if result.status else "the reply has no status")
    if result.status in ("unsupported", "invalid"):
        return outcome
    for wire in _decode_waves(bytes(result.waves)) if isinstance(result, _ResultWithRawWaves) else result.waves:
        wave = WaveRegisters()
        for name, value in wire.registers.items():
            problem = _register_problem(name, value, plan.wave)
            if problem:
                return _mark_short(outcome, problem)
            if isinstance(value, int):
                wave.scalars[name] = value
            else:
                wave.vectors[int(name[1:])] = np.frombuffer(value, "<u4")
        outcome.waves.append(wave)
    outcome.memory = _observed_blocks(result, plan)
    return _check_completeness(outcome, plan) if result.status == "ok" else outcome


def _observed_blocks(result: WireResult, plan: Plan) -> list[MemoryBytes]:
    """Return the observed memory blocks. Blocks with the same name are identified by their order. If one is missing or
    has another size, that order is unknown, and all blocks with that name are omitted."""
    requested_sizes, reported_blocks = defaultdict(list), defaultdict(list)
    for look in plan.observed_ranges:
        requested_sizes[look.name].append(look.size)
    for block in result.memory:
        reported_blocks[block.name].append(block)
    complete_names = {
        name for name, sizes in requested_sizes.items()
        if sizes == [len(block.bytes) for block in reported_blocks[name]]
    }
    blocks_by_piece = memory_by_piece(result.memory)
    return [MemoryBytes(look.name, blocks_by_piece[piece].address, blocks_by_piece[piece].bytes, b"", look.relative)
            for piece, look in memory_by_piece(plan.observed_ranges).items() if look.name in complete_names]


def _check_completeness(outcome: Outcome, plan: Plan) -> Outcome:
    """Return the outcome, with status `short` if requested waves, registers, memory or LDS are missing."""
    wave_count = plan.wave_count
    if plan.observed and wave_count is not None and len(outcome.waves) != wave_count:
        return _mark_short(outcome, f"{len(outcome.waves)} waves in the reply; the case has {wave_count}")
    for number, wave in enumerate(outcome.waves):
        for name in plan.observed or []:
            if name not in wave.scalars and not (is_vector(name) and int(name[1:]) in wave.vectors):
                return _mark_short(outcome, f"{name} of wave {number} is missing")
    missing = [look.name for look in plan.observed_ranges if look.name not in {block.name for block in outcome.memory}]
    if missing:
        return _mark_short(outcome, f"memory '{missing[0]}' is missing, repeated, or of another size")
    if plan.case.observe is not None and plan.case.observe.lds and not outcome.lds:
        return _mark_short(outcome, "the contents of LDS are missing")
    return outcome


def _mark_short(outcome: Outcome, text: str) -> Outcome:
    outcome.status, outcome.text = "short", text
    return outcome
