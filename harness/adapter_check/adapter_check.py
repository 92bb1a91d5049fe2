"""`assay adapter check`: speaks to an adapter step by step and says in words what is wrong with its answers."""
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

SECONDS = 20.0
NOP, MOVE_S6, MOVE_V3, NO_INSTRUCTION = (word.to_bytes(4, "little") for word in (
    0xBF800000, 0xBE860083, 0x7E060283, 0xFFFFFFFF))  # s_nop 0; s_mov_b32 s6, 3; v_mov_b32 v3, 3: on all families
PATTERN = b"by the packets.\n"
BASE = 0x10000
FRAMES = ("A frame is a length of 4 bytes, little-endian, and that many bytes. Nothing else may appear on standard "
          "output; print to standard error.")
HELLO_KEYS = "PROTOCOL.md, hello, has the keys; unknown features are refused, unknown keys are not."
FLUSH = "Flush standard output after each frame, and do not wait for more input than one."


@dataclass(frozen=True, slots=True)
class Remark:
    """What a step found. `verdict`: ok, wrong or note; `remedy`: what to do about something wrong."""
    step: str
    verdict: str
    text: str
    remedy: str = ""


class Wrong(Exception):
    """An answer that breaks PROTOCOL.md: what it is, and what to do."""

    def __init__(self, text: str, remedy: str):
        super().__init__(text)
        self.remedy = remedy


def need(true, text: str, remedy: str) -> None:
    """Raises Wrong."""
    if not true:
        raise Wrong(text, remedy)


class Talk:
    """A running adapter, and what it said of itself."""

    def __init__(self, command: list[str], seconds: float = SECONDS):
        self.command, self.seconds, self.number = command, seconds, 0
        self.child: Child | None = None
        self.hello: messages.Hello | None = None

    def start(self) -> None:
        """Starts the program anew."""
        self.end()
        self.child = Child(self.command)

    def end(self) -> None:
        """Ends it."""
        if self.child is not None:
            self.child.kill()
            self.child = None

    def send(self, message) -> None:
        """Queues a message."""
        assert self.child is not None
        self.child.send(frame(message))

    def receive(self) -> dict:
        """The next message. Raises Wrong."""
        assert self.child is not None
        seen = self.child.received
        try:
            data = self.child.receive(time.monotonic() + self.seconds)
        except Failure as failure:
            if failure.status == "timeout":
                start = bytes(seen[:4])
                got = f"{len(seen)} bytes came, which begin {start!r}" if seen else "nothing came"
                raise Wrong(f"no whole frame within {self.seconds:g} s; {got}", FRAMES if seen else FLUSH) from None
            if "frame of" in str(failure):
                raise Wrong(f"what came begins {bytes(seen[:8])!r}, which is no frame", FRAMES) from None
            raise Wrong(f"the program ended: {failure}", "It must answer until its input ends.") from None
        try:
            message = msgspec.msgpack.decode(data)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            raise Wrong(f"a frame of {len(data)} bytes that is no MessagePack: {error}",
                        "The bytes of a frame are one MessagePack map.") from None
        need(isinstance(message, dict), f"a message that is a {type(message).__name__}", "A message is a map.")
        return message

    def greet(self, **more) -> dict:
        """Starts it and exchanges hello."""
        self.start()
        self.send({"type": "hello", "versions": [VERSION], **more})
        return self.receive()

    def run(self, case: dict, **more) -> int:
        """Queues a case -> its id."""
        self.number += 1
        self.send({"type": "run", "id": self.number + (1 << 40), "limit": self.seconds, "case": case, **more})
        return self.number + (1 << 40)

    def result(self, number: int) -> dict:
        """The answer with that id, its keys of the right types. Raises Wrong."""
        message = self.receive()
        need(message.get("type") == "result", f"the answer's type is {message.get('type')!r}", 'Write "result".')
        need(message.get("id") == number, f"the answer has id {message.get('id')!r}; {number} was asked",
             "Give back the id of the question, as it was; ids have up to 64 bits. One answer a question, in order.")
        status = message.get("status")
        need(status in messages.STATUSES, f"the status is {status!r}", f"Say one of {', '.join(messages.STATUSES)}.")
        try:
            msgspec.convert(message, messages.WireResult)
        except msgspec.ValidationError as error:
            raise Wrong(f"the result: {error}", "PROTOCOL.md has the type of each key of a result.") from None
        return message

    def ask(self, case: dict, **more) -> dict:
        """A case and its answer."""
        return self.result(self.run(case, **more))

    @property
    def known(self) -> messages.Hello:
        """What it said of itself; only after greeting()."""
        assert self.hello is not None
        return self.hello

    @property
    def arch(self) -> str:
        """The first of its architectures that the model has."""
        return next(one for one in self.known.architectures if one in WAVE_SIZES)

    def has(self, feature: str) -> bool:
        """Does it offer the feature?"""
        return feature in self.known.features


def case_of(talk: Talk, code: bytes = NOP, **keys) -> dict:
    """The case of a `run` message: one full wave with nothing in it, and what is given."""
    arch = talk.arch
    wave = (talk.known.waves.get(arch) or WAVE_SIZES[arch])[0]
    observe = {"registers": [], "memory": [], "lds": False, **keys.pop("observe", {})}
    return {"name": "check", "arch": arch, "wave": wave, "code": code, "base": BASE, "entry": 0, "grid": [wave, 1, 1],
            "group": [wave, 1, 1], "lds": 0, "scratch": 0, "sgprs": 102, "vgprs": 256, "state": {}, "waves": [],
            "memory": [], "pointers": [], "descriptor": None, "registers": {}, "lds_bytes": b"", "policy": "early",
            "schedule": "round-robin", "seed": 1, "profile": "manual", "instructions": 100000, "observe": observe,
            **keys}


def held(result: dict, case: dict) -> list[dict]:
    """The registers of each wave of an answer, every one that was asked for there and of its kind. Raises Wrong."""
    waves, names, lanes = result.get("waves", []), case["observe"]["registers"], case["wave"]
    for number, one in enumerate(waves):
        for name in names:
            value = one["registers"].get(name)
            need(value is not None, f"{name} of wave {number} is missing", "Report every register that is observed.")
            if messages.is_vector(name):
                need(isinstance(value, bytes) and len(value) == 4 * lanes, f"{name} is {kind_of(value)}",
                     f"A VGPR is binary, {4 * lanes} bytes: a little-endian word for each of {lanes} lanes.")
            else:
                need(isinstance(value, int), f"{name} is {kind_of(value)}", "A scalar is an integer, dword by dword.")
                need(messages.is_dword(value), f"{name} is {value:#x}",
                     "A scalar is a dword, 0 to 0xffffffff: cut what arithmetic carries beyond it.")
    return [one["registers"] for one in waves]


def kind_of(value) -> str:
    """A value in words."""
    return f"binary of {len(value)} bytes" if isinstance(value, bytes) else f"{value!r}"


def refusal(result: dict) -> str | None:
    """What an answer that is not ok says."""
    if result["status"] == "ok":
        return None
    said = result.get("operation") or result.get("text") or "without a word why"
    return f"{result['status']}: {said}"


# The steps: each a generator of remarks' texts ("" verdict ok, "note: …"), or raises Wrong.

def greeting(talk: Talk) -> Iterator[str]:
    """hello"""
    message = talk.greet(beyond={"further": [1, 2]})
    need(message.get("type") == "hello", f"the answer's type is {message.get('type')!r}", 'Write "hello".')
    try:
        known = messages.read_hello(msgspec.msgpack.encode(message))
    except ProtocolError as error:
        raise Wrong(str(error), HELLO_KEYS) from None
    need(set(known.architectures) & set(WAVE_SIZES), f"architectures {known.architectures}",
         f"Name those it has, of {', '.join(WAVE_SIZES)}.")
    files(known)
    try:
        parse_choices({"choices": 1, **known.choices}, "choices")
        parse_claims(known.claims, "claims")
    except CaseError as error:
        raise Wrong(str(error), "PROTOCOL.md, Declared choices and Claims, has keys and values.") from None
    for name in ("frame", "memory", "code"):
        need(getattr(known.limits, name) >= 4096, f"limits.{name} is {getattr(known.limits, name)} bytes",
             "Less than 4096 leaves no case; leave the key out where there is no limit.")
    talk.hello = known
    said = f"{', '.join(known.architectures)}; {', '.join(known.features)}"
    yield f"{known.name} {known.version or '(no version)'}: {said}"
    for arch in known.architectures:
        if arch not in WAVE_SIZES:
            yield f"note: the model has no {arch}; nothing is asked of it there"
    if not known.version:
        yield "note: without a version a certificate cannot say what it is about; the commit is best"


def files(known: messages.Hello) -> None:
    """The register files of hello. Raises Wrong."""
    arch = next(one for one in known.architectures if one in WAVE_SIZES)
    for name in known.registers:
        if name in ("s", "v", "ttmp"):
            continue
        try:
            file = parse_register(name, arch).file
        except RegisterNameError as problem:
            raise Wrong(f"registers: {problem}", "Files are s, v, ttmp, vcc, exec, m0, scc, mode …") from None
        need(file == name, f"registers: '{name}' is a register of the file '{file}'", f"Write '{file}'.")


def empty(talk: Talk) -> Iterator[str]:
    """an empty case"""
    result = talk.ask(case_of(talk, **kernel(talk)))
    need(refusal(result) is None, f"one s_nop, nothing observed: {refusal(result)}",
         "A case that asks nothing is status ok, with waves and memory empty or left out.")
    yield "one s_nop, nothing observed"


def kernel(talk: Talk) -> dict:
    """What a case needs that starts without state: a descriptor of the wrapper's."""
    if talk.has("state"):
        return {}
    from ..case.plan import resolve
    from ..kernel_wrapper.wrap import wrap
    plan = resolve({"assay": 1, "arch": talk.arch, "code": NOP.hex(), "observe": {"registers": []}})
    return {"descriptor": wrap(plan).plan.descriptor}


def instruction(talk: Talk) -> Iterator[str]:
    """one instruction"""
    if not {"state", "registers"} <= set(talk.known.features):
        yield "note: without the features state and registers nothing can be set or read; see the wrapped kernel"
        return
    scalar = {"s4": 0x80000001, "s6": 9}
    case = case_of(talk, MOVE_S6, state=scalar, observe={"registers": ["s4", "s6"]})
    result = talk.ask(case)
    if refusal(result):
        yield f"note: s_mov_b32 s6, 3: {refusal(result)}"
    else:
        waves = held(result, case)
        need(len(waves) == 1, f"{len(waves)} waves; the case has one", "A map for each wave, in `waves`.")
        need(waves[0]["s4"] == 0x80000001, f"s4 is {waves[0]['s4']:#x}; 0x80000001 was given, and nothing writes it",
             "Start from `state`.")
        need(waves[0]["s6"] == 3, f"s_mov_b32 s6, 3 leaves {waves[0]['s6']:#x} in s6",
             "Report registers after the run.")
        yield "s_mov_b32 s6, 3"
    row = b"".join((1000 + lane).to_bytes(4, "little") for lane in range(case["wave"]))
    case = case_of(talk, NOP, state={"v1": row}, observe={"registers": ["v1"]})
    result = talk.ask(case)
    if refusal(result):
        yield f"note: a case with v1 given: {refusal(result)}"
        return
    back = held(result, case)[0]["v1"]
    need(back == row, f"v1 was given {row[:8].hex()}… and comes back {back[:8].hex()}…",
         "A row is a little-endian word a lane, lane 0 first.")
    yield "a row of lanes"


def memory(talk: Talk) -> Iterator[str]:
    """memory"""
    if not talk.has("memory"):
        yield "note: no memory; cases with regions are not sent"
        return
    region = {"name": "buf", "address": 0x20000, "size": 64, "bytes": b"abcdefgh", "fixed": talk.has("addresses")}
    looks = [{"name": "buf", "address": 0x20000 + at, "size": size, "region": "buf", "offset": at}
             for at, size in ((4, 16), (2, 2))]
    result = talk.ask(case_of(talk, memory=[region], observe={"memory": looks}, **kernel(talk)))
    if refusal(result):
        yield f"note: a case with a region: {refusal(result)}"
        return
    told = [one["name"] for one in result.get("memory", [])]
    found = [one for one in result.get("memory", []) if one["name"] == "buf"]
    need(found, f"the stretch 'buf' is missing among {told}", "Name it as `observe` does.")
    need(len(found) == 2, f"{len(found)} stretches of 'buf'; two were asked for",
         "A region may be observed in several pieces: answer each, in the order of `observe`.")
    for look, one, right in zip(looks, found, (b"efgh" + bytes(12), b"cd"), strict=True):
        need(one["bytes"] == right, f"its bytes are {one['bytes']!r}",
             "Zeros follow the bytes of a region; a stretch begins at `offset` of its region and has `size` bytes.")
        if talk.has("addresses"):
            demanded = look["address"]
            need(one["address"] == demanded, f"it lies at {one['address']:#x}; {demanded:#x} was demanded",
                 "With the feature addresses, memory lies where the case says.")
    yield "a region of 64 bytes, two pieces of it observed"


def lds(talk: Talk) -> Iterator[str]:
    """lds"""
    if not talk.has("lds"):
        yield "note: no LDS; cases with some are not sent"
        return
    if not talk.has("state"):
        yield "note: LDS is not read back from kernels; a case stores what it holds"
        return
    given = bytes(range(64))
    result = talk.ask(case_of(talk, lds=256, lds_bytes=given, observe={"lds": True}))
    if refusal(result):
        yield f"note: a case with LDS: {refusal(result)}"
        return
    found = result.get("lds", [])
    need(len(found) == 1 and len(found[0]) >= 256, f"lds is {[len(one) for one in found]} bytes",
         "A list with the bytes of the last group's LDS, 256 here.")
    need(found[0][:256] == given + bytes(192), f"it holds {found[0][:8].hex()}…; {given[:8].hex()}… was given",
         "LDS starts as `lds_bytes`, then zeros.")
    yield "256 bytes, given and read"


def waves(talk: Talk) -> Iterator[str]:
    """waves"""
    if not talk.has("waves"):
        yield "note: one wave at a time; cases with more are not sent"
        return
    if not {"state", "registers"} <= set(talk.known.features):
        yield "note: seen in the wrapped kernel only"
        return
    case = case_of(talk, NOP, state={"s4": 5}, waves=[{"s4": 11}, {"s4": 22}], observe={"registers": ["s4"]})
    lanes = case["wave"]
    case |= {"group": [2 * lanes, 1, 1], "grid": [4 * lanes, 1, 1]}
    result = talk.ask(case)
    if refusal(result):
        yield f"note: two groups of two waves: {refusal(result)}"
        return
    found = [one["s4"] for one in held(result, case)]
    need(len(found) == 4, f"{len(found)} waves; two groups of {2 * lanes} work items have 4",
         "A map for each wave, group by group.")
    need(found == [11, 22, 5, 5], f"s4 by wave is {found}; 11, 22, 5, 5 were given",
         "`waves` is laid over `state` for the waves of the first group, in order.")
    yield "two groups of two waves"


def packets(talk: Talk) -> Iterator[str]:
    """packets"""
    if not talk.has("packets"):
        yield "note: takes no command streams; cases with packets are not sent"
        return
    need({"memory", "waves", "addresses"} <= set(talk.known.features), "packets without memory, waves or addresses",
         "Streams start several waves and name addresses: give those features too, or leave packets out.")
    region = {"name": "buf", "address": 0x20000, "size": 64, "bytes": b"", "fixed": True}
    look = {"name": "buf", "address": 0x20000, "size": 16, "region": "buf", "offset": 0}
    case = case_of(talk, memory=[region], observe={"memory": [look]})
    case["packets"] = stream_of(talk.arch, case["wave"], region["address"])
    result = talk.ask(case)
    if refusal(result):
        yield f"note: a stream with two dispatches: {refusal(result)}"
        return
    found = {one["name"]: one["bytes"] for one in result.get("memory", [])}
    need(found.get("buf") == PATTERN, f"buf holds {found.get('buf')!r}; WRITE_DATA puts {PATTERN!r} there",
         "Packets are carried out one after the other; a dispatch without groups launches nothing and ends nothing.")
    count = result.get("wave_count")
    need(count in (None, 0, 3), f"wave_count is {count}; three groups of one wave run",
         "A dimension of 0 launches nothing; registers stay as they are from one dispatch to the next.")
    yield "two dispatches, of which one launches nothing"


def stream_of(arch: str, wave: int, at: int) -> bytes:
    """No group, two dwords at `at`, three groups of one wave, two dwords more."""
    where = offsets(all_registers(), ARCHS[arch])
    start = 1 | (0x8000 if wave == 32 else 0)            # SHADER_EN, CS_W32_EN
    values = {"COMPUTE_PGM_LO": BASE >> 8, "COMPUTE_PGM_HI": 0, "COMPUTE_PGM_RSRC1": 0xF0000, "COMPUTE_PGM_RSRC2": 0,
              "COMPUTE_NUM_THREAD_X": wave, "COMPUTE_NUM_THREAD_Y": 1, "COMPUTE_NUM_THREAD_Z": 1}
    packet, written = all_packets().packet, struct.unpack("<4I", PATTERN)
    stream = [packet("SET_SH_REG", where[name] - SH_SPACE >> 2, value) for name, value in values.items()]
    for place, groups in ((0, 0), (2, 1)):
        stream += [packet("DISPATCH_DIRECT", 3, groups, 1, start),
                   packet("WRITE_DATA", 1 << 8, at + 4 * place, 0, *written[place:place + 2])]
    return b"".join(stream)


def wrapped(talk: Talk) -> Iterator[str]:
    """a wrapped kernel"""
    from ..comparison.differential import pair_up
    from ..execution.outcome import Outcome
    from ..targets.process_target import ProcessTarget
    if talk.has("state") and not talk.has("dispatch"):
        yield "note: starts no kernels; cases that need the wrapper are not sent"
        return
    row = {"assay": 1, "arch": talk.arch, "name": "wrapped", "code": (MOVE_S6 + MOVE_V3).hex(), "state": {"s4": 77},
           "observe": {"registers": ["s4", "s6", "v3"]}}
    with ProcessTarget("checked", self_command(talk), wrapped=True, case_seconds=talk.seconds) as target:
        pair = next(pair_up(target, [row]))
    assert not isinstance(pair, Outcome)              # the case is ours, and can be resolved
    compared = pair.comparison
    if compared.verdict == "unsupported":
        yield f"note: a wrapped case: {compared.text}"
        return
    need(compared.verdict == "pass", f"{compared.cause}: {compared.text}",
         "The kernel starts with the kernarg pointer in s[0:1], the group id in s2 and the work-item id in v0; write "
         "`pointers` for the places you chose; report the observed memory (PROTOCOL.md, The wrapper).")
    yield "registers came back through memory, with every wave's nonce"


def self_command(talk: Talk) -> list[str]:
    """Ends the talk's own program, so that one runs at a time -> the command."""
    talk.end()
    return talk.command


def pipelined(talk: Talk) -> Iterator[str]:
    """frames in flight"""
    talk.greet()
    case = case_of(talk, **kernel(talk))
    numbers = [talk.run({**case, "name": f"check {n}"}) for n in range(16)]
    for number in numbers:
        talk.result(number)
    yield "16 questions before the first answer, answered in order"


def unknown(talk: Talk) -> Iterator[str]:
    """unknown keys"""
    case = case_of(talk, **kernel(talk))
    plain = talk.ask(case)
    case["observe"]["beyond"] = [None, 1.5]
    result = talk.ask({**case, "beyond": {"a": [True, -1, b"x"]}}, beyond="text")
    need(result["status"] == plain["status"], f"with keys it does not know: {refusal(result)}",
         "Skip the keys of messages you do not know, so that either side can grow.")
    yield "in the message, in the case, in observe"


def bad(talk: Talk) -> Iterator[str]:
    """cases it cannot run"""
    result = talk.ask(case_of(talk, NO_INSTRUCTION * 4, **kernel(talk)))
    need(result["status"] != "ok", "four words of ones are no instruction, and it says ok",
         "Say illegal for what is no instruction, unsupported for what you do not have.")
    yield f"words of ones: {refusal(result)}"
    result = talk.ask({**case_of(talk, **kernel(talk)), "arch": "gfx9999"})
    need(result["status"] in ("unsupported", "invalid"), f"an architecture it does not have: {result['status']}",
         "Say unsupported, or invalid for a case that makes no sense.")
    result = talk.ask(case_of(talk, **kernel(talk)))
    need(refusal(result) is None, f"after that, the empty case: {refusal(result)}", "Start each case afresh.")
    yield "an architecture it does not have; then the empty case again"


def same(talk: Talk) -> Iterator[str]:
    """the same again"""
    if not talk.has("deterministic"):
        yield "note: not deterministic by its own word"
        return
    case = case_of(talk, MOVE_S6, observe={"registers": ["s6"]} if talk.has("registers") else {}, **kernel(talk))
    first, second = talk.ask(case), talk.ask(case)
    need({**first, "id": 0} == {**second, "id": 0}, "the same case twice gives two answers",
         "Leave out the feature deterministic, or what differs.")
    yield "one case, one answer"


def ending(talk: Talk) -> Iterator[str]:
    """the end"""
    assert talk.child is not None
    talk.child.stdin.close()
    try:
        code = talk.child.process.wait(5)
    except subprocess.TimeoutExpired:
        raise Wrong("it goes on when its input has ended", "End when a read gives nothing more.") from None
    need(code == 0, f"it ends with status {code}", "End with status 0 when the input ends.")
    yield "ends with its input"


STEPS = (greeting, empty, instruction, memory, lds, waves, packets, wrapped, pipelined, unknown, bad, same, ending)


def check(command: list[str], seconds: float = SECONDS) -> Iterator[Remark]:
    """Every step's remarks, in order. After a step that went wrong the program is started anew; without a hello there
    is nothing more to ask."""
    talk = Talk(command, seconds)
    try:
        for step in STEPS:
            name = (step.__doc__ or "").strip()
            try:
                for text in step(talk):
                    note = text.startswith("note: ")
                    yield Remark(name, "note" if note else "ok", text.removeprefix("note: "))
            except Wrong as wrong:
                yield Remark(name, "wrong", str(wrong), wrong.remedy)
                if talk.hello is None:
                    return
                try:
                    talk.greet()
                except Wrong:
                    return
    finally:
        talk.end()
