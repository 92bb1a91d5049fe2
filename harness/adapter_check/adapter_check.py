"""`assay adapter check`: tests an adapter step by step and explains what is wrong with its answers."""
from __future__ import annotations

import struct
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from ...spec import ARCHS, all_packets, all_registers
from ...spec.packets import SH_SPACE
from ...spec.registers import offsets
from ..case.case_types import CaseError
from ..case.choices import parse_choices, parse_claims
from ..case.register_names import WAVE_SIZES, RegisterNameError, parse_register
from ..protocol import messages
from ..protocol.frames import VERSION, ProtocolError, frame
from ..targets.process_target import Child, Failure

DEFAULT_TIMEOUT_S = 20.0
NOP, MOVE_S6, MOVE_V3, ILLEGAL_WORD = (word.to_bytes(4, "little") for word in (
    0xBF800000, 0xBE860083, 0x7E060283, 0xFFFFFFFF))  # s_nop 0; s_mov_b32 s6, 3; v_mov_b32 v3, 3: on all families
PACKET_DATA = b"by the packets.\n"
BASE = 0x10000
FRAME_REMEDY = ("A frame is a 4-byte little-endian length, then that many bytes. Write nothing else to standard "
                "output; write messages for people to standard error.")
HELLO_REMEDY = ("The section hello of PROTOCOL.md lists the keys. Unknown features are refused; unknown keys are "
                "ignored.")
FLUSH_REMEDY = "Flush standard output after each frame. Answer each frame before you read the next."


@dataclass(frozen=True, slots=True)
class Remark:
    """A result of a step. `verdict`: ok, wrong or note. `remedy`: how to correct something wrong."""
    step: str
    verdict: str
    text: str
    remedy: str = ""


class Violation(Exception):
    """An answer that breaks PROTOCOL.md. `remedy`: how to correct it."""

    def __init__(self, text: str, remedy: str):
        super().__init__(text)
        self.remedy = remedy


def require(condition, text: str, remedy: str) -> None:
    """Raise Violation if the condition is false."""
    if not condition:
        raise Violation(text, remedy)


class AdapterSession:
    """A running adapter and its hello message."""

    def __init__(self, command: list[str], seconds: float = DEFAULT_TIMEOUT_S):
        self.command, self.seconds, self.message_number = command, seconds, 0
        self.child: Child | None = None
        self.hello: messages.Hello | None = None

    def start(self) -> None:
        """Start the program. If it is running, stop it first."""
        self.stop()
        self.child = Child(self.command)

    def stop(self) -> None:
        """Kill the program."""
        if self.child is not None:
            self.child.kill()
            self.child = None

    def send(self, message) -> None:
        """Queue a message."""
        assert self.child is not None
        self.child.send(frame(message))

    def receive(self) -> dict:
        """Return the next message. Raises Violation."""
        assert self.child is not None
        received = self.child.received
        try:
            data = self.child.receive(time.monotonic() + self.seconds)
        except Failure as failure:
            if failure.status == "timeout":
                start = bytes(received[:4])
                description = f"{len(received)} bytes, beginning {start!r}" if received else "no output"
                remedy = FRAME_REMEDY if received else FLUSH_REMEDY
                raise Violation(f"no complete frame within {self.seconds:g} s: {description}", remedy) from None
            if "frame of" in str(failure):
                start = bytes(received[:8])
                raise Violation(f"the output begins with {start!r}, which is not a frame", FRAME_REMEDY) from None
            raise Violation(f"the program ended: {failure}", "The program must run until its standard input ends."
                            ) from None
        try:
            message = msgspec.msgpack.decode(data)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            raise Violation(f"a frame of {len(data)} bytes that is not MessagePack: {error}",
                        "Encode one MessagePack map in each frame.") from None
        require(isinstance(message, dict), f"a message that is a {type(message).__name__}",
                "Each message must be a map.")
        return message

    def exchange_hello(self, **more) -> dict:
        """Start the program and exchange hello messages; return its answer."""
        self.start()
        self.send({"type": "hello", "versions": [VERSION], **more})
        return self.receive()

    def send_case(self, case: dict, **more) -> int:
        """Queue a case; return its id."""
        self.message_number += 1
        self.send({"type": "run", "id": self.message_number + (1 << 40), "limit": self.seconds, "case": case, **more})
        return self.message_number + (1 << 40)

    def receive_result(self, number: int) -> dict:
        """Return the answer with that id. Raises Violation if the id or a type is wrong."""
        message = self.receive()
        require(message.get("type") == "result", f"the answer's type is {message.get('type')!r}",
                'Set type to "result".')
        require(message.get("id") == number, f"the answer has id {message.get('id')!r}; {number} was expected",
                "Return the id of the case unchanged; ids have up to 64 bits. Send one result for each case, in order.")
        status = message.get("status")
        require(status in messages.STATUSES, f"the status is {status!r}", f"Use one of {', '.join(messages.STATUSES)}.")
        try:
            msgspec.convert(message, messages.WireResult)
        except msgspec.ValidationError as error:
            raise Violation(f"the result: {error}", "PROTOCOL.md gives the type of each key of a result.") from None
        return message

    def run_case(self, case: dict, **more) -> dict:
        """Send a case and return its answer."""
        return self.receive_result(self.send_case(case, **more))

    @property
    def known(self) -> messages.Hello:
        """The adapter's hello message. It is available after check_hello()."""
        assert self.hello is not None
        return self.hello

    @property
    def arch(self) -> str:
        """The adapter's first architecture that the model supports."""
        return next(arch for arch in self.known.architectures if arch in WAVE_SIZES)

    def has(self, feature: str) -> bool:
        """Does the adapter offer the feature?"""
        return feature in self.known.features


def make_case(session: AdapterSession, code: bytes = NOP, **keys) -> dict:
    """Return the case of a `run` message: one full wave with empty state, changed by `keys`."""
    arch = session.arch
    wave = (session.known.waves.get(arch) or WAVE_SIZES[arch])[0]
    observe = {"registers": [], "memory": [], "lds": False, **keys.pop("observe", {})}
    return {"name": "check", "arch": arch, "wave": wave, "code": code, "base": BASE, "entry": 0, "grid": [wave, 1, 1],
            "group": [wave, 1, 1], "lds": 0, "scratch": 0, "sgprs": 102, "vgprs": 256, "state": {}, "waves": [],
            "memory": [], "pointers": [], "descriptor": None, "registers": {}, "lds_bytes": b"", "policy": "early",
            "schedule": "round-robin", "seed": 1, "profile": "manual", "instructions": 100000, "observe": observe,
            **keys}


def reported_registers(result: dict, case: dict) -> list[dict]:
    """Return the registers of each wave of an answer. Raises Violation if one is missing or has the wrong type."""
    waves, names, lanes = result.get("waves", []), case["observe"]["registers"], case["wave"]
    for number, wave in enumerate(waves):
        for name in names:
            value = wave["registers"].get(name)
            require(value is not None, f"{name} of wave {number} is missing",
                    "Report every register listed in `observe`.")
            if messages.is_vector(name):
                require(isinstance(value, bytes) and len(value) == 4 * lanes, f"{name} is {describe_value(value)}",
                        f"Report a VGPR as binary, {4 * lanes} bytes: a little-endian word for each of {lanes} lanes.")
            else:
                require(isinstance(value, int), f"{name} is {describe_value(value)}",
                        "Report a scalar register as an integer, one for each dword.")
                require(messages.is_dword(value), f"{name} is {value:#x}",
                        "A scalar register is a dword, 0 to 0xffffffff: truncate results of arithmetic to 32 bits.")
    return [wave["registers"] for wave in waves]


def describe_value(value) -> str:
    """Describe a value for a message."""
    return f"binary of {len(value)} bytes" if isinstance(value, bytes) else f"{value!r}"


def refusal(result: dict) -> str | None:
    """Return status and reason of an answer that is not ok, or None if it is ok."""
    if result["status"] == "ok":
        return None
    reason = result.get("operation") or result.get("text") or "no reason given"
    return f"{result['status']}: {reason}"


# Each step yields the texts of remarks (verdict note with "note: ", else ok) or raises Violation. Its docstring is the
# name that is printed.

def check_hello(session: AdapterSession) -> Iterator[str]:
    """hello"""
    message = session.exchange_hello(beyond={"further": [1, 2]})
    require(message.get("type") == "hello", f"the answer's type is {message.get('type')!r}", 'Set type to "hello".')
    try:
        known = messages.read_hello(msgspec.msgpack.encode(message))
    except ProtocolError as error:
        raise Violation(str(error), HELLO_REMEDY) from None
    require(set(known.architectures) & set(WAVE_SIZES), f"architectures {known.architectures}",
            f"List at least one architecture of the model: {', '.join(WAVE_SIZES)}.")
    check_register_files(known)
    try:
        parse_choices({"choices": 1, **known.choices}, "choices")
        parse_claims(known.claims, "claims")
    except CaseError as error:
        raise Violation(str(error),
                        "The sections Declared choices and Claims of PROTOCOL.md list the keys and values.") from None
    for name in ("frame", "memory", "code"):
        require(getattr(known.limits, name) >= 4096, f"limits.{name} is {getattr(known.limits, name)} bytes",
                "The minimum is 4096 bytes. Omit the key if there is no limit.")
    session.hello = known
    summary = f"{', '.join(known.architectures)}; {', '.join(known.features)}"
    yield f"{known.name} {known.version or '(no version)'}: {summary}"
    for arch in known.architectures:
        if arch not in WAVE_SIZES:
            yield f"note: the model does not support {arch}; no case for it is sent"
    if not known.version:
        yield "note: without a version a certificate does not identify the target; report the commit"


def check_register_files(known: messages.Hello) -> None:
    """Check the register files of hello. Raises Violation."""
    arch = next(arch for arch in known.architectures if arch in WAVE_SIZES)
    for name in known.registers:
        if name in ("s", "v", "ttmp"):
            continue
        try:
            file = parse_register(name, arch).file
        except RegisterNameError as problem:
            raise Violation(f"registers: {problem}",
                            "Register files are s, v, ttmp, vcc, exec, m0, scc, mode …") from None
        require(file == name, f"registers: '{name}' is a register of the file '{file}'", f"Write '{file}'.")


def check_empty_case(session: AdapterSession) -> Iterator[str]:
    """an empty case"""
    result = session.run_case(make_case(session, **kernel_fields(session)))
    require(refusal(result) is None, f"one s_nop, nothing observed: {refusal(result)}",
            "Report status ok for a case that observes nothing; leave waves and memory empty or omit them.")
    yield "one s_nop, nothing observed"


def kernel_fields(session: AdapterSession) -> dict:
    """Return the descriptor that a case needs if the adapter does not have the feature `state`."""
    if session.has("state"):
        return {}
    from ..case.plan import resolve
    from ..kernel_wrapper.wrap import wrap
    plan = resolve({"assay": 1, "arch": session.arch, "code": NOP.hex(), "observe": {"registers": []}})
    return {"descriptor": wrap(plan).plan.descriptor}


def check_instruction(session: AdapterSession) -> Iterator[str]:
    """one instruction"""
    if not {"state", "registers"} <= set(session.known.features):
        yield "note: without the features state and registers only the step 'a wrapped kernel' checks instructions"
        return
    scalar = {"s4": 0x80000001, "s6": 9}
    case = make_case(session, MOVE_S6, state=scalar, observe={"registers": ["s4", "s6"]})
    result = session.run_case(case)
    if refusal(result):
        yield f"note: s_mov_b32 s6, 3: {refusal(result)}"
    else:
        waves = reported_registers(result, case)
        require(len(waves) == 1, f"{len(waves)} waves; the case has one", "Return one map for each wave in `waves`.")
        require(waves[0]["s4"] == 0x80000001,
                f"s4 is {waves[0]['s4']:#x}; 0x80000001 was set, and no instruction writes it",
                "Initialize the registers from `state`.")
        require(waves[0]["s6"] == 3, f"s_mov_b32 s6, 3 leaves {waves[0]['s6']:#x} in s6",
                "Report the values of registers after the run.")
        yield "s_mov_b32 s6, 3"
    row = b"".join((1000 + lane).to_bytes(4, "little") for lane in range(case["wave"]))
    case = make_case(session, NOP, state={"v1": row}, observe={"registers": ["v1"]})
    result = session.run_case(case)
    if refusal(result):
        yield f"note: a case that sets v1: {refusal(result)}"
        return
    reported_row = reported_registers(result, case)[0]["v1"]
    require(reported_row == row, f"v1 was set to {row[:8].hex()}… and is reported as {reported_row[:8].hex()}…",
            "Encode a VGPR as a little-endian word for each lane, lane 0 first.")
    yield "a VGPR"


def check_memory(session: AdapterSession) -> Iterator[str]:
    """memory"""
    if not session.has("memory"):
        yield "note: no feature memory; cases with regions are not sent"
        return
    region = {"name": "buf", "address": 0x20000, "size": 64, "bytes": b"abcdefgh", "fixed": session.has("addresses")}
    looks = [{"name": "buf", "address": 0x20000 + offset, "size": size, "region": "buf", "offset": offset}
             for offset, size in ((4, 16), (2, 2))]
    case = make_case(session, memory=[region], observe={"memory": looks}, **kernel_fields(session))
    result = session.run_case(case)
    if refusal(result):
        yield f"note: a case with a region: {refusal(result)}"
        return
    names = [block["name"] for block in result.get("memory", [])]
    blocks = [block for block in result.get("memory", []) if block["name"] == "buf"]
    require(blocks, f"the range 'buf' is missing among {names}",
            "Return each range under the name that `observe` gives.")
    require(len(blocks) == 2, f"{len(blocks)} ranges of 'buf'; {len(looks)} were observed",
            "A case may observe several ranges of a region: report each, in the order of `observe`.")
    for look, block, expected in zip(looks, blocks, (b"efgh" + bytes(12), b"cd"), strict=True):
        require(block["bytes"] == expected, f"the bytes of 'buf' are {block['bytes']!r}",
                "Fill a region with zeros after its `bytes`. A range begins at `offset` of its region and has `size` "
                "bytes.")
        if session.has("addresses"):
            requested = look["address"]
            require(block["address"] == requested,
                    f"the address of 'buf' is {block['address']:#x}; {requested:#x} was given",
                    "With the feature addresses, place memory at the addresses that the case gives.")
    yield "a region of 64 bytes, two ranges of it observed"


def check_lds(session: AdapterSession) -> Iterator[str]:
    """lds"""
    if not session.has("lds"):
        yield "note: no feature lds; cases with LDS are not sent"
        return
    if not session.has("state"):
        yield "note: LDS is not read back from kernels; the code of a case must store LDS to memory"
        return
    initial = bytes(range(64))
    result = session.run_case(make_case(session, lds=256, lds_bytes=initial, observe={"lds": True}))
    if refusal(result):
        yield f"note: a case with LDS: {refusal(result)}"
        return
    lds_contents = result.get("lds", [])
    sizes = [len(content) for content in lds_contents]
    require(len(sizes) == 1 and sizes[0] >= 256, f"lds is {sizes} bytes",
            "Return a list with the bytes of the last group's LDS, 256 here.")
    require(lds_contents[0][:256] == initial + bytes(192),
            f"LDS is {lds_contents[0][:8].hex()}…; {initial[:8].hex()}… was set",
            "Initialize LDS with `lds_bytes`, then zeros.")
    yield "256 bytes, set and read"


def check_waves(session: AdapterSession) -> Iterator[str]:
    """waves"""
    if not session.has("waves"):
        yield "note: no feature waves; cases with several waves are not sent"
        return
    if not {"state", "registers"} <= set(session.known.features):
        yield "note: without the features state and registers only the step 'a wrapped kernel' checks waves"
        return
    case = make_case(session, NOP, state={"s4": 5}, waves=[{"s4": 11}, {"s4": 22}], observe={"registers": ["s4"]})
    lanes = case["wave"]
    case |= {"group": [2 * lanes, 1, 1], "grid": [4 * lanes, 1, 1]}
    result = session.run_case(case)
    if refusal(result):
        yield f"note: two groups of two waves: {refusal(result)}"
        return
    values = [registers["s4"] for registers in reported_registers(result, case)]
    require(len(values) == 4, f"{len(values)} waves; two groups of {2 * lanes} work items have 4",
            "Return one map for each wave, group by group.")
    require(values == [11, 22, 5, 5], f"s4 by wave is {values}; 11, 22, 5, 5 were set",
            "`waves` overrides `state` for the waves of the first group, in order.")
    yield "two groups of two waves"


def check_packets(session: AdapterSession) -> Iterator[str]:
    """packets"""
    if not session.has("packets"):
        yield "note: no feature packets; cases with packets are not sent"
        return
    require({"memory", "waves", "addresses"} <= set(session.known.features),
            "the feature packets without memory, waves or addresses",
            "Packets start several waves and contain addresses: add these features, or remove packets.")
    region = {"name": "buf", "address": 0x20000, "size": 64, "bytes": b"", "fixed": True}
    look = {"name": "buf", "address": 0x20000, "size": 16, "region": "buf", "offset": 0}
    case = make_case(session, memory=[region], observe={"memory": [look]})
    case["packets"] = packet_stream(session.arch, case["wave"], region["address"])
    result = session.run_case(case)
    if refusal(result):
        yield f"note: a stream with two dispatches: {refusal(result)}"
        return
    contents = {block["name"]: block["bytes"] for block in result.get("memory", [])}
    require(contents.get("buf") == PACKET_DATA,
            f"buf holds {contents.get('buf')!r}; WRITE_DATA writes {PACKET_DATA!r} there",
            "Execute packets one after the other. A dispatch without groups launches nothing and does not end the "
            "stream.")
    count = result.get("wave_count")
    require(count in (None, 0, 3), f"wave_count is {count}; three groups of one wave run",
            "A dimension of 0 launches nothing. Compute registers keep their values from one dispatch to the next.")
    yield "two dispatches, one without groups"


def packet_stream(arch: str, wave: int, address: int) -> bytes:
    """Return a packet stream: a dispatch of 0 groups, a write of two dwords to `address`, a dispatch of three groups of
    one wave, and another write of two dwords."""
    register_offsets = offsets(all_registers(), ARCHS[arch])
    start = 1 | (0x8000 if wave == 32 else 0)            # SHADER_EN, CS_W32_EN
    values = {"COMPUTE_PGM_LO": BASE >> 8, "COMPUTE_PGM_HI": 0, "COMPUTE_PGM_RSRC1": 0xF0000, "COMPUTE_PGM_RSRC2": 0,
              "COMPUTE_NUM_THREAD_X": wave, "COMPUTE_NUM_THREAD_Y": 1, "COMPUTE_NUM_THREAD_Z": 1}
    packet, dwords = all_packets().packet, struct.unpack("<4I", PACKET_DATA)
    stream = [packet("SET_SH_REG", register_offsets[name] - SH_SPACE >> 2, value) for name, value in values.items()]
    for index, groups in ((0, 0), (2, 1)):
        stream += [packet("DISPATCH_DIRECT", 3, groups, 1, start),
                   packet("WRITE_DATA", 1 << 8, address + 4 * index, 0, *dwords[index:index + 2])]
    return b"".join(stream)


def check_wrapped_kernel(session: AdapterSession) -> Iterator[str]:
    """a wrapped kernel"""
    from ..comparison.differential import pair_up
    from ..execution.outcome import Outcome
    from ..targets.process_target import ProcessTarget
    if session.has("state") and not session.has("dispatch"):
        yield "note: no feature dispatch; cases that need the wrapper are not sent"
        return
    case = {"assay": 1, "arch": session.arch, "name": "wrapped", "code": (MOVE_S6 + MOVE_V3).hex(), "state": {"s4": 77},
           "observe": {"registers": ["s4", "s6", "v3"]}}
    with ProcessTarget("checked", stop_and_get_command(session), wrapped=True, case_seconds=session.seconds) as target:
        pair = next(pair_up(target, [case]))
    assert not isinstance(pair, Outcome)              # this fixed case can be resolved
    comparison = pair.comparison
    if comparison.verdict == "unsupported":
        yield f"note: a wrapped case: {comparison.text}"
        return
    require(comparison.verdict == "pass", f"{comparison.cause}: {comparison.text}",
            "Start the kernel with the kernarg pointer in s[0:1], the group id in s2 and the work-item id in v0. "
            "Write `pointers` with the addresses that you chose. Report the observed memory (PROTOCOL.md, "
            "The wrapper).")
    yield "registers and the nonce of each wave read back through memory"


def stop_and_get_command(session: AdapterSession) -> list[str]:
    """Stop the adapter, so that only one runs at a time; return its command."""
    session.stop()
    return session.command


def check_frames_in_flight(session: AdapterSession) -> Iterator[str]:
    """frames in flight"""
    session.exchange_hello()
    case = make_case(session, **kernel_fields(session))
    numbers = [session.send_case({**case, "name": f"check {n}"}) for n in range(16)]
    for number in numbers:
        session.receive_result(number)
    yield "16 cases before the first result, answered in order"


def check_unknown_keys(session: AdapterSession) -> Iterator[str]:
    """unknown keys"""
    case = make_case(session, **kernel_fields(session))
    plain_result = session.run_case(case)
    case["observe"]["beyond"] = [None, 1.5]
    result = session.run_case({**case, "beyond": {"a": [True, -1, b"x"]}}, beyond="text")
    require(result["status"] == plain_result["status"], f"with unknown keys: {refusal(result)}",
            "Ignore unknown keys of messages: later versions of the protocol add keys.")
    yield "in the message, in the case, in observe"


def check_unsupported_cases(session: AdapterSession) -> Iterator[str]:
    """cases it cannot run"""
    result = session.run_case(make_case(session, ILLEGAL_WORD * 4, **kernel_fields(session)))
    require(result["status"] != "ok", "four words 0xffffffff are not an instruction, but the status is ok",
            "Report illegal for invalid instructions, unsupported for missing features.")
    yield f"four words 0xffffffff: {refusal(result)}"
    result = session.run_case({**make_case(session, **kernel_fields(session)), "arch": "gfx9999"})
    require(result["status"] in ("unsupported", "invalid"), f"an unknown architecture: {result['status']}",
            "Report unsupported, or invalid for an inconsistent case.")
    result = session.run_case(make_case(session, **kernel_fields(session)))
    require(refusal(result) is None, f"after that, the empty case: {refusal(result)}",
            "Reset all state before each case.")
    yield "an unknown architecture; then the empty case again"


def check_determinism(session: AdapterSession) -> Iterator[str]:
    """the same again"""
    if not session.has("deterministic"):
        yield "note: the adapter does not offer the feature deterministic"
        return
    observe = {"registers": ["s6"]} if session.has("registers") else {}
    case = make_case(session, MOVE_S6, observe=observe, **kernel_fields(session))
    first, second = session.run_case(case), session.run_case(case)
    require({**first, "id": 0} == {**second, "id": 0}, "the same case twice gives different results",
            "Remove the feature deterministic, or report equal values for equal cases.")
    yield "equal results for equal cases"


def check_end(session: AdapterSession) -> Iterator[str]:
    """the end"""
    assert session.child is not None
    session.child.stdin.close()
    try:
        code = session.child.process.wait(5)
    except subprocess.TimeoutExpired:
        raise Violation("the program does not exit when its input ends",
                        "Exit when a read of standard input returns no data.") from None
    require(code == 0, f"the program exits with status {code}", "Exit with status 0 when standard input ends.")
    yield "exits when its input ends"


STEPS = (
    check_hello, check_empty_case, check_instruction, check_memory, check_lds, check_waves, check_packets,
    check_wrapped_kernel, check_frames_in_flight, check_unknown_keys, check_unsupported_cases, check_determinism,
    check_end,
)


def check(command: list[str], seconds: float = DEFAULT_TIMEOUT_S) -> Iterator[Remark]:
    """Run all steps; yield their remarks. After a failed step the program is restarted. Without a valid hello the other
    steps are skipped."""
    session = AdapterSession(command, seconds)
    try:
        for step in STEPS:
            name = (step.__doc__ or "").strip()
            try:
                for text in step(session):
                    note = text.startswith("note: ")
                    yield Remark(name, "note" if note else "ok", text.removeprefix("note: "))
            except Violation as violation:
                yield Remark(name, "wrong", str(violation), violation.remedy)
                if session.hello is None:
                    return
                try:
                    session.exchange_hello()
                except Violation:
                    return
    finally:
        session.stop()
