"""The types of cases, expectations and results. They define the reader of case files and the JSON schema."""
from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union

import msgspec
from msgspec import Meta, Struct

from ...spec import CERTIFIED, TARGETS

VERSION = 1
ARCHS = tuple(TARGETS)
if TYPE_CHECKING:
    Arch = str                                       # type checkers cannot read a computed Literal
else:
    Arch = Literal[ARCHS]
MAX_SGPRS, MAX_VGPRS, MAX_LDS_BYTES = (max(getattr(t, n) for t in TARGETS.values()) for n in ("sgprs", "vgprs", "lds"))
MAX_WAVES_RECORDED = 4096                            # per case
UTF8_BOM = "\ufeff".encode()                         # some editors write it first
POLICIES = ("early", "late", "random", "adversarial")
SCHEDULES = ("round-robin", "seeded")

# Patterns are in the schema only. plan.py checks the same at run time, with a remedy.
Integer = Union[int, Annotated[str, Meta(extra_json_schema={"pattern": "^-?0[xX][0-9a-fA-F]+$"})]]
Value = Union[
    int,
    Annotated[
        str,
        Meta(
            extra_json_schema={
                "pattern": "^(-?0[xX][0-9a-fA-F]+|[A-Za-z_][A-Za-z0-9_.]*([+]([0-9]+|0[xX][0-9a-fA-F]+))?)$"
            },
            description="a 0x number, or a region's address: name or name+offset",
        ),
    ],
]
Hex = Annotated[
    str, Meta(extra_json_schema={"pattern": "^([0-9a-fA-F]{2}|\\s)*$"}, description="bytes in hex, memory order")
]
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Float = Literal["f16", "bf16", "f32", "f64"]
Registers = dict[str, Union[Value, list[Union[Value, list[Value]]]]]
Extent = Annotated[list[Annotated[int, Meta(ge=1, le=(1 << 32) - 1)]], Meta(min_length=3, max_length=3)]


class CaseError(ValueError):
    """An invalid case. `field`: the path of the key; `message`: what the value must be; `name`: the name of the case,
    if known."""

    def __init__(self, field: str, message: str, name: str = ""):
        super().__init__(f"{field}: {message}" if field else message)
        self.field, self.message, self.name = field, message, name

    def __reduce__(self):
        return CaseError, (self.field, self.message, self.name)  # errors may cross processes


class _Strict(Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A record that refuses unknown keys."""


class Region(_Strict):
    """A memory region, called `memory0`, `memory1`, … by index if it has no name.

    Without an address, the harness or the target places it. `pointers` maps the offset of each 64-bit word that holds
    an address to that address, written as "name+16". `space`: "gds" for the global data share, or "gs" for its
    streamout registers. Regions in these spaces have no address."""
    name: Union[Annotated[str, Meta(pattern="^[A-Za-z_][A-Za-z0-9_.]*$", max_length=64)], None] = None
    size: Union[Annotated[int, Meta(ge=1, le=1 << 28)], None] = None
    bytes: Union[Hex, None] = None
    address: Union[Integer, None] = None
    pointers: dict[str, Value] = {}
    space: Literal["global", "gds", "gs"] = "global"


class ObservedMemory(_Strict):
    """A region or a range of its bytes. With `relative`, its words are compared as offsets from that region."""
    name: str
    offset: Annotated[int, Meta(ge=0)] = 0
    size: Union[Annotated[int, Meta(ge=1)], None] = None
    relative: Union[str, None] = None


class Observe(_Strict):
    """The registers and memory that the result reports and comparison reads."""
    registers: Union[list[str], None] = None
    memory: Union[
        list[Union[str, ObservedMemory, Annotated[list[Integer], Meta(min_length=2, max_length=2)]]], None
    ] = None
    lds: bool = False


class Expected(_Strict):
    """One expected value. It can be exactly `value`, a value within `ulp` ULP of it in the float type `as`, any NaN of
    the type `nan`, or one of the values `any`. Bits that are clear in `mask` are ignored."""
    value: Union[Integer, None] = None
    ulp: Annotated[int, Meta(ge=0, le=1 << 20)] = 0
    as_: Union[Float, None] = msgspec.field(default=None, name="as")
    mask: Union[Integer, None] = None
    nan: Union[Float, None] = None
    any: Union[list[Integer], None] = None


ExpectedValue = Union[Integer, Expected]
ExpectedRegisters = dict[str, Union[ExpectedValue, list[Union[ExpectedValue, None]]]]


class ExpectedBytes(_Strict):
    """Expected bytes of a region or of the last group's LDS, starting at `offset`. Bits that are clear in `mask` are
    ignored."""
    name: str
    bytes: Hex
    offset: Annotated[int, Meta(ge=0)] = 0
    mask: Union[Hex, None] = None


class ExpectedExport(_Strict):
    """An expected export: its target, EXEC and flags. `values` maps source and lane to the expected value; absent ones
    are not compared."""
    target: int
    wave: int = 0
    lanes: Union[Integer, None] = None
    done: bool = False
    vm: bool = False
    compressed: bool = False
    row: Union[int, None] = None
    values: dict[str, list[Union[Integer, None]]] = {}


class ExpectedMessage(_Strict):
    """An expected message: SIMM16 of S_SENDMSG, and M0."""
    code: int
    wave: int = 0
    payload: Union[Integer, None] = None


class Expect(_Strict):
    """The expected result.

    `findings` lists the rule of each expected error and race; an absent list means that none is expected. `notes` lists
    rules for which the result must have a note or a stall. `outcomes` must equal the set of allowed outcomes. `never`
    lists outcomes that are not allowed."""
    status: Literal["ok", "fault", "illegal", "limit", "unsupported", "invalid"] = "ok"
    registers: ExpectedRegisters = {}
    waves: list[ExpectedRegisters] = []
    memory: list[ExpectedBytes] = []
    lds: Union[list[ExpectedBytes], None] = None
    findings: Union[list[str], None] = None
    notes: list[str] = []
    exports: Union[list[ExpectedExport], None] = None
    messages: Union[list[ExpectedMessage], None] = None
    instructions: Union[int, None] = None
    any: Union[list[Expect], None] = None
    outcomes: list[Expect] = []
    never: list[Expect] = []


class TrapHandler(_Strict):
    """The trap handler: its code, its address (TBA) and the address of its memory (TMA). Addresses are multiples of
    256."""
    code: Hex
    tba: Integer = 0x800_0000
    tma: Value = 0


class Limits(_Strict):
    """Limits for a run: the number of instructions of all waves (null: no limit), and seconds on a target."""
    instructions: Union[Annotated[int, Meta(ge=1, le=1 << 40)], None] = 100_000
    seconds: Union[Annotated[float, Meta(gt=0)], None] = None


class Case(_Strict, omit_defaults=True):
    """One case: code, start state, observed registers and memory, and the expected result."""
    assay: Literal[1]
    arch: Arch
    code: Hex
    name: str = ""
    wave: Union[Literal[32, 64], None] = None
    rules: list[str] = []
    kills: list[str] = []
    about: str = ""
    base: Integer = 0x10000
    entry: Annotated[int, Meta(ge=0)] = 0
    grid: Union[Extent, None] = None
    group: Union[Extent, None] = None
    lds: Annotated[int, Meta(ge=0, le=MAX_LDS_BYTES)] = 0
    scratch: Annotated[int, Meta(ge=0, le=1 << 20)] = 0
    sgprs: Union[Annotated[int, Meta(ge=1, le=MAX_SGPRS)], None] = None
    vgprs: Annotated[int, Meta(ge=1, le=MAX_VGPRS)] = 256
    state: Union[Registers, None] = None
    waves: list[Registers] = []
    descriptor: Union[Hex, None] = None
    kernarg: Union[Hex, None] = None
    kernarg_pointers: dict[str, Value] = {}
    registers: Union[dict[str, Integer], None] = None
    packets: Union[Hex, None] = None
    trap_handler: Union[TrapHandler, None] = None
    memory: list[Region] = []
    lds_bytes: Union[Hex, None] = None
    reserve: Union[list[str], None] = None
    policy: Literal["early", "late", "random", "adversarial"] = "early"
    schedule: Literal["round-robin", "seeded"] = "round-robin"
    seed: Annotated[int, Meta(ge=0)] = 1
    profile: Literal["manual", "silicon"] = "manual"
    limits: Limits = msgspec.field(default_factory=Limits)
    outcomes: Annotated[int, Meta(ge=0, le=1 << 24)] = 0
    observe: Union[Observe, None] = None
    expect: Union[Expect, None] = None

    def __post_init__(self):
        for index, region in enumerate(self.memory):
            if region.name is None:
                region.name = f"memory{index}"


HEX_NUMBER = re.compile(r"-?0[xX][0-9a-fA-F]+")


def unsigned_integer(value, bits: int, where: str) -> int:
    """Convert a number or 0x string that fits `bits` bits, signed or unsigned, to an unsigned integer. Raises
    CaseError."""
    if isinstance(value, str):
        try:
            value = int(value if HEX_NUMBER.fullmatch(value) else "", 16)
        except ValueError:
            raise CaseError(where, f'"{value}" is not a number; write 4096 or "0x1000"') from None
    if not -(1 << (bits - 1)) <= value < 1 << bits:
        raise CaseError(where, f"{value:#x} does not fit {bits} bits")
    return value & ((1 << bits) - 1)


_decode = msgspec.json.Decoder(Case).decode
_ERROR_PATH = re.compile(r" - at `(?:key in )?\$\.?(.*?)`$")
_UNKNOWN_FIELD = re.compile(r"Object contains unknown field `(.*?)`")


def _explain_decode_error(error: Exception, keys) -> CaseError:
    """Translate an error of msgspec to a CaseError with the path of the field and a remedy."""
    import difflib
    text = str(error)
    where = _ERROR_PATH.search(text)
    path = where[1] if where else ""
    text = _ERROR_PATH.sub("", text)
    unknown = _UNKNOWN_FIELD.search(text)
    if unknown:
        key = unknown[1]
        close = difflib.get_close_matches(key, keys, 1)
        remedy = f"did you mean '{close[0]}'?" if close else "remove it"
        return CaseError(f"{path}.{key}".lstrip("."), f"no such key; {remedy}")
    missing = re.search(r"missing required field `(.*?)`", text)
    if missing:
        hint = {
            "assay": 'add "assay": 1',
            "arch": "add \"arch\": " + " or ".join(f'"{arch}"' for arch in CERTIFIED),
            "code": "add the code as hex bytes",
        }
        return CaseError(f"{path}.{missing[1]}".lstrip("."), f"required; {hint.get(missing[1], 'add it')}")
    if isinstance(error, msgspec.ValidationError):
        return CaseError(path or "case", text[:1].lower() + text[1:])
    if isinstance(error, RecursionError):
        return CaseError("case", "is nested too deep")
    return CaseError("case", f"not JSON in UTF-8: {text}")


def _known_keys() -> list[str]:
    """The keys of all records of a case, for suggestions."""
    return [
        field.encode_name
        for kind in (Case, Region, Observe, ObservedMemory, Expect, Expected, ExpectedBytes, TrapHandler, Limits)
        for field in msgspec.structs.fields(kind)
    ]


_SPACED_COLON = re.compile(rb'"\s+:')


def reject_duplicate_keys(text: bytes) -> None:
    """Refuse JSON in which an object has a key twice, since readers would keep only the last value. Raises CaseError.
    """
    keys = [part.rpartition(b'"')[2] for part in text.split(b'":')[:-1]]

    if len({*keys}) < len(keys) or b"\\" in text or _SPACED_COLON.search(text):
        json.loads(text, object_pairs_hook=_unique_keys)


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The dict of the pairs. Raises CaseError for a repeated key."""
    record = dict(pairs)
    if len(record) < len(pairs):
        repeated = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise CaseError(repeated, "is there twice in one object; keep one of the two")
    return record


def parse_case(data: bytes | str | dict | Case) -> Case:
    """Parse a case from JSON text or a dict. Checks types only; resolve() checks the meaning. Raises CaseError with
    field and remedy."""
    if isinstance(data, Case):
        return data
    try:
        if isinstance(data, dict):
            return msgspec.convert(data, Case)
        text = (data.encode() if isinstance(data, str) else data).removeprefix(UTF8_BOM)
        case = _decode(text)
        reject_duplicate_keys(text)
        return case
    except CaseError as error:
        error.name = _case_name(data)
        raise
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
        problem = _explain_decode_error(error, _known_keys())
        problem.name = _case_name(data)
        raise problem from None


def _case_name(data: bytes | str | dict) -> str:
    """Return the name in a case whose other keys may be invalid, or "" if it has none."""
    try:
        record = data if isinstance(data, dict) else msgspec.json.decode(data)
        name = record.get("name", "")
    except (msgspec.DecodeError, UnicodeError, RecursionError, AttributeError):
        return ""
    return name if isinstance(name, str) else ""


def case_to_dict(case: Case) -> dict[str, Any]:
    """The case as a dict of JSON values, without defaults."""
    return msgspec.to_builtins(case)


def case_to_json(case: Case) -> bytes:
    """The case as one line of JSON."""
    return msgspec.json.encode(case)


class ResultWave(Struct, kw_only=True):
    """The registers of a wave. A scalar register is a 0x number; vN is a list with one 0x number per lane. `open`: the
    mask of lanes with undefined bits for vN, and of undefined bits for scalar registers. `open_bits`: for vN where some
    bits of a lane are defined, the mask of undefined bits by lane."""
    registers: dict[str, Union[Integer, list[Integer]]] = {}
    open: dict[str, Integer] = {}
    open_bits: dict[str, list[Integer]] = {}


class ResultMemory(Struct, kw_only=True, omit_defaults=True):
    """The bytes of a region after the run. `open` has 1 bits where the value is undefined. It is absent if all bits are
    defined."""
    name: str
    address: Integer
    bytes: Hex
    open: Hex = ""


class Finding(Struct, kw_only=True):
    """One broken rule. Errors and races are faults of the program; stalls and notes are not."""
    rule: str
    kind: Literal["error", "race", "stall", "note"]
    wave: int
    pc: Integer
    text: str


class ResultExport(Struct, kw_only=True):
    """The values of an export by source and lane, without undefined lanes. Exports are listed in the order of issue."""
    wave: int
    pc: Integer
    target: int
    done: bool
    vm: bool
    compressed: bool
    row: Union[int, None]
    lanes: Integer
    values: dict[str, dict[str, Integer]]


class ResultMessage(Struct, kw_only=True, omit_defaults=True):
    """A message of S_SENDMSG: SIMM16, and M0 unless it is undefined."""
    wave: int
    pc: Integer
    code: int
    payload: Union[Integer, None] = None


class Result(Struct, kw_only=True, omit_defaults=True):
    """The result of a case on the model or on a target."""
    name: str = ""
    status: Literal["ok", "fault", "illegal", "limit", "unsupported", "invalid", "timeout", "crash", "short"] = "ok"
    instructions: int = 0
    wave_count: int = 0
    waves: list[ResultWave] = []
    memory: list[ResultMemory] = []
    lds: list[Hex] = []
    findings: list[Finding] = []
    findings_dropped: int = 0
    exports: list[ResultExport] = []
    messages: list[ResultMessage] = []
    compared_bits: int = 0
    observed_bits: int = 0
    profile: str = "manual"
    operation: Union[str, None] = None
    field: Union[str, None] = None
    text: Union[str, None] = None
    pc: Union[Integer, None] = None
    met: Union[bool, None] = None
    unmet: Union[list[str], None] = None
