"""Records of the certificate and of the failure bundle. They define the format of both files and their JSON Schemas."""
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
    """The base of all records: unknown keys are refused."""


class Identity(Record):
    """The identity of a target: the name it was opened by, the name and version it reports, its features and declared
    choices."""
    name: str
    says: str
    version: str
    architectures: list[str]
    features: list[str]
    choices: dict[str, Any]


class FormVerdict(Record, omit_defaults=True):
    """The verdict of one instruction form. cases = pass + fail + unsupported + not_exercised + not_claimed.

    `states`: active lanes, summed over passing cases. `cells` of `cells_of` bins are covered: operand, value class and
    EXEC shape, operand and value class for scalar operands, and kinds of sources. `combinations`: such bins crossed
    with modifiers. `mode_cells`: such bins crossed with MODE, if MODE matters. `modes`: number of MODE settings.

    `refused`: {feature that the target lacks: number of refused cases}. `fails_with`: {feature without which cases
    pass: number of failing cases}, if such a feature is known. `causes`: {reason: number of cases that do not pass}."""
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
    """The verdict of one operation and of its forms."""
    verdict: Verdict
    forms: dict[str, FormVerdict]


class RuleVerdict(Record):
    """The verdict of one rule of the architecture's manual, from the suite cases that name it. cases = pass + fail +
    unsupported + not_exercised + not_claimed."""
    verdict: Verdict
    cases: int
    passed: int = msgspec.field(name="pass")
    fail: int
    unsupported: int
    not_exercised: int
    not_claimed: int


class OutcomeVerdict(Record):
    """The verdict of a suite case with several allowed outcomes (docs/outcomes.md). `results`: number of allowed
    outcomes that `runs` runs of the model found. `cut`: why there may be more outcomes, or "" if these are all."""
    verdict: Verdict
    cause: str
    results: int
    runs: int
    cut: str


class DispatchVerdict(Record):
    """The verdict of one field of the compute registers, the kernel descriptor or its packet, from generated
    dispatches. cases = pass + fail + unsupported + not_exercised + not_claimed.

    `heeded`: whether the field may change results. `first`: the reason of the first failing dispatch or, if none
    fails, of the first dispatch without a pass."""
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
    """A failure that does not count: the operation, the reason and a link to its discussion."""
    operation: str
    reason: str
    link: str


class Failure(Record):
    """A failing case, shrunk. `file`: the failure bundle in the folder of the certificate. `replay`: the command that
    runs it again."""
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
    """One cause of failures.

    `fault`: the known fault with the same results, or "" if there is none. `axes`: minimal failing conditions of the
    smallest case. `rule`, `section`: the rule that it breaks and the rule's section, if known. `weight`: number of
    compiled kernels that use its operations, summed over the operations."""
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


PROMISED_STATES = {False: 2000, True: 0}                       # active-lane states of a vector form, by `quick`


def tests_encodings_only(target: str) -> bool:
    """Whether a target only decodes and encodes instructions, such as llvm or llvm:22."""
    return target.partition(":")[0] == "llvm"


class Coverage(Record):
    """The coverage of the generated cases: forms with passing cases, active-lane states, and covered and possible bins
    as in FormVerdict. `short`: forms with fewer states than promised. `missing`: the first uncovered bins of the forms
    with most uncovered bins."""
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
    """For the target `manual`: how many operations AMD's pseudocode defines and lacks, and how many the target executes
    and skips, with reasons."""
    defined: int
    executed: int
    skipped: int
    absent: int
    reasons: dict[str, int]
    alu: dict[str, int] = {}


class Certificate(Record, omit_defaults=True):
    """The results of one target on one architecture.

    `claims`: declared support within the requested profile; cases outside it do not count in the verdict. `refused`:
    {refused feature: number of forms}. `only`: the requested selection of forms, or null for all. `profile`: the rules
    that the suite cases followed, manual or silicon. `outcomes`: {suite case with several allowed outcomes: its
    verdict}. `dispatch`: {field: verdict of the generated dispatches that test it}."""
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
    """A failure with all that is needed to run it again: the case, its origin and its result."""
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
    """The record as indented JSON with sorted keys."""
    return msgspec.json.format(msgspec.json.encode(record, order="sorted"), indent=1) + b"\n"


def record_digest(record: Record) -> str:
    """The SHA-256 of a certificate or of a kit's manifest, computed without its own `digest`."""
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(record, digest=""), order="sorted")).hexdigest()
