"""The certificate and the failure bundle as typed records: what writes them, reads them, and makes their JSON
Schemas."""
from __future__ import annotations

import hashlib
from typing import Any, Literal, Union

import msgspec
from msgspec import Struct

from ...harness.case.case_types import Arch
from ...harness.case.choices import Claims

VERSION = 1
Verdict = Literal["pass", "fail", "unsupported", "not claimed", "not exercised"]


class Record(Struct, kw_only=True, forbid_unknown_fields=True):
    """Every record refuses keys it does not know."""


class Identity(Record):
    """The target: as asked for, as it calls itself, and the choices it declares."""
    name: str
    says: str
    version: str
    architectures: list[str]
    features: list[str]
    choices: dict[str, Any]


class FormVerdict(Record, omit_defaults=True):
    """One encoding form.  cases = pass + fail + unsupported + not_exercised + not_claimed; `states`: live lanes over
    the cases that passed; `cells`: operand x value class x EXEC shape, scalar operand x value class, and kinds of
    sources, of how many; `combinations`: operand x value class x modifier x EXEC shape; `mode_cells`: these x MODE,
    where MODE matters; `modes`: MODE settings; `refused`: cases that the target refuses, by what is in them that it
    does not have; `fails_with`: those that fail, by what is in them without which cases pass, where that can be told;
    `causes`: why cases did not pass."""
    verdict: Verdict
    encoding: str
    cases: int
    passed: int = msgspec.field(name="pass")
    fail: int
    unsupported: int
    not_exercised: int
    not_claimed: int
    states: int
    compared_bits: int
    cells: int
    cells_of: int
    combinations: int
    combinations_of: int
    mode_cells: int
    mode_cells_of: int
    modes: int
    refused: dict[str, int]
    causes: dict[str, int]
    fails_with: dict[str, int] = {}


class OperationVerdict(Record):
    """One operation, by its forms."""
    verdict: Verdict
    forms: dict[str, FormVerdict]


class RuleVerdict(Record):
    """One rule of the architecture's manual, by the suite cases that name it: cases = pass + fail + unsupported +
    not_exercised + not_claimed."""
    verdict: Verdict
    cases: int
    passed: int = msgspec.field(name="pass")
    fail: int
    unsupported: int
    not_exercised: int
    not_claimed: int


class OutcomeVerdict(Record):
    """A suite case whose results are a set (docs/outcomes.md), and what became of the target's one.  `results`: how
    many the rules allow, as far as `runs` runs found them; `cut`: why there may be more, "" where these are all."""
    verdict: Verdict
    cause: str
    results: int
    runs: int
    cut: str


class DispatchVerdict(Record):
    """A field of the compute pipe's registers, of a kernel descriptor or of its packet, by generated dispatches about
    it: cases = pass + fail + unsupported + not_exercised + not_claimed.  `heeded`: results may depend on it, else it
    must change none; `first`: of the first dispatch that failed, else that did not pass, why."""
    verdict: Verdict
    heeded: bool
    cases: int
    passed: int = msgspec.field(name="pass")
    fail: int
    unsupported: int
    not_exercised: int
    not_claimed: int
    first: str


class Waiver(Record):
    """A failure that does not count: what it covers, why, and where that is discussed."""
    operation: str
    reason: str
    link: str


class Failure(Record):
    """A failing case, made small: `file` is the bundle beside the certificate, `replay` the command that runs it
    again."""
    operation: str
    form: str
    cause: str
    assembly: list[str]
    state: dict[str, Any]
    expected: list[str]
    got: list[str]
    text: str
    file: str
    replay: str


class Defect(Record):
    """One cause of failures.  `fault`: the deliberate fault that does the same, "" where none does; `axes`: what must
    be as it is for the smallest case to fail; `rule` and `section` that it breaks, where known; `weight`: in how many
    compiled kernels its operations stand, summed."""
    cause: str
    fault: str
    operations: list[str]
    forms: list[str]
    case: dict[str, Any]
    assembly: list[str]
    text: str
    axes: list[str]
    rule: str
    section: str
    weight: int


PROMISED = {False: 2000, True: 0}                       # live-lane states a vector form, by `quick`


def only_encodings(target: str) -> bool:
    """Is it a target that knows encodings alone: llvm, llvm:22 …?"""
    return target.partition(":")[0] == "llvm"


class Coverage(Record):
    """What the grid reached: forms with passing cases, live-lane states, cells, combinations and cells with MODE as in
    FormVerdict and how many there are, forms with fewer states than promised, and the first missing cells of the forms
    that miss most."""
    forms: int
    forms_run: int
    states: int
    promised_states: int
    cells: int
    cells_of: int
    combinations: int
    combinations_of: int
    mode_cells: int
    mode_cells_of: int
    modes: list[str]
    short: list[str]
    missing: dict[str, list[str]]
    missing_forms: int


class Catalogue(Record):
    """Of the target `manual`: operations its text defines, executes, leaves out, with reasons."""
    defined: int
    executed: int
    skipped: int
    absent: int
    reasons: dict[str, int]
    alu: dict[str, int] = {}


class Certificate(Record, omit_defaults=True):
    """What one target gave on one architecture.  `claims`: what it claims and was asked for, the rest being left out of
    the verdict; `refused`: forms by the axis of what is refused of them; `only`: the selection of forms it was asked
    for, null for all; `profile`: the rules its suite cases kept to, manual or silicon; `outcomes`: of its suite cases
    those with outcome sets; `dispatch`: generated dispatches, by the field they are about."""
    certificate: Literal[1]
    target: Identity
    arch: Arch
    claims: Claims
    verdict: Verdict
    quick: bool
    only: Union[str, None]
    profile: Literal["manual", "silicon"]
    seeds: list[int]
    versions: dict[str, str]
    model: str
    suites: str
    operations: dict[str, OperationVerdict]
    rules: dict[str, RuleVerdict]
    leniencies: dict[str, int]
    compared_bits: int
    refused: dict[str, int]
    coverage: Coverage
    mutation_score: Union[str, None]
    catalogue: Union[Catalogue, None]
    waivers: list[Waiver]
    defects: list[Defect]
    failures: list[Failure]
    unexplained: list[str]
    digest: str
    outcomes: dict[str, OutcomeVerdict] = {}
    dispatch: dict[str, DispatchVerdict] = {}


class Bundle(Record):
    """A failure to run again: the case, where it came from, and what it gave then."""
    failure: Literal[1]
    target: Identity
    arch: str
    operation: str
    form: str
    seed: int
    versions: dict[str, str]
    case: dict[str, Any]
    cause: str
    text: str
    differences: list[str]


def to_bytes(record: Record) -> bytes:
    """Indented JSON, keys in a fixed order."""
    return msgspec.json.format(msgspec.json.encode(record, order="sorted"), indent=1) + b"\n"


def digest_of(record: Record) -> str:
    """SHA-256 of a certificate or of a kit's manifest, without its own `digest`."""
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(record, digest=""), order="sorted")).hexdigest()
