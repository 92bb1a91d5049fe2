"""Records of the JSON output of commands, except certificates, results and coverage. The JSON Schemas are made from
them. The commands build the JSON themselves, and test_output_schemas.py checks it against these records."""
from __future__ import annotations

from typing import Any, Literal, Union

from .certificate_records import Record


class Access(Record):
    """A range of memory, LDS or global data share (gds) that an instruction accesses."""
    place: Literal["memory", "lds", "gds"]
    address: str
    bytes: int


class TraceLine(Record):
    """One instruction, a line of `assay run --trace`; the last line is the result. `exec` and `m0`: values before the
    instruction. `writes`: {register: mask of written lanes}, with mask 0x1 for a scalar register. `counters`: values of
    the wait counters after the instruction."""
    group: int
    wave: int
    pc: str
    text: str
    exec: str
    m0: str
    writes: dict[str, str]
    counters: dict[str, int]
    accesses: list[Access]


class ValueDifference(Record):
    """A value that differs. `wave` and `lane` are -1 if the value belongs to no wave or lane."""
    where: str
    wave: int
    lane: int
    expected: str
    got: str


class DiffOutput(Record):
    """The output of `assay diff --json`. `text`: the difference in words. If the target fails, there are also the first
    wrong instruction with its `pc`, the differences after it, and both results up to it (`assay schema result`)."""
    verdict: str
    text: str
    cause: str = ""
    pc: str = ""
    instruction: str = ""
    differences: list[ValueDifference] = []
    expected: dict[str, Any] = {}
    got: dict[str, Any] = {}


class OrderStep(Record):
    """A step of a schedule. runs: `wave` executes the instruction at `pc`. touches: the memory operation at `pc`
    accesses memory. lacks, lands: the instruction at `pc` uses the result of the operation at `by` before, or after, it
    has arrived. lane: `lane` is the next lane of the atomic at `pc`, in which several lanes access the same bytes."""
    wave: int
    pc: str
    event: Literal["runs", "touches", "lacks", "lands", "lane"]
    by: str = ""
    lane: int = 0


class OrderedResult(Record):
    """A result (`assay schema result`), and a schedule that gives it."""
    result: dict[str, Any]
    order: list[OrderStep]


class OutcomeSet(Record):
    """A line of `assay outcomes --json`. `outcomes`: number of results. `whole`: whether these are all results; if not,
    `cut` says why. `runs`, `states`: number of runs and of states in the search. `merged`: number of runs that ended in
    a known state."""
    name: str
    outcomes: int
    whole: bool
    cut: str
    runs: int
    states: int
    merged: int
    results: list[OrderedResult]


class SurvivingMutant(Record):
    """A mutant of the model that no case kills. `file`, `line`, `source`: the changed code. `cases`: number of cases
    that ran on the mutant. `operations`: number of operations that reach the code."""
    key: str
    kind: str
    module: str
    file: str
    line: int
    cases: int
    operations: int
    source: str
    change: str


class Mutation(Record):
    """The output of `assay mutate`. `sample`: how many of the `of` mutants were judged. `refused`: number of mutants
    that do not compile. `same_code`: number of mutants that compile to the same code as the unchanged model; they do
    not count.

    `score` = killed / sample must reach `floor`. `killed`: number of mutants that fail a case; of these, `crashed`
    crash the model or do not end. `parts`: {part of the corpus: number of mutants that it kills}. `kinds`, `modules`:
    {kind or module: {verdict: number of mutants}}."""
    mutation: Literal[2]
    model: str
    suites: str
    seed: int
    only: list[str]
    of: int
    refused: int
    build_seconds: float
    run_seconds: float
    same_code: int
    sample: int
    floor: float
    score: float
    killed: int
    crashed: int
    survived: int
    parts: dict[str, int]
    cases: int
    kinds: dict[str, dict[str, int]]
    modules: dict[str, dict[str, int]]
    survivors: list[SurvivingMutant]


ProgramMutantVerdict = Literal["found", "harmless", "missed", "alarm", "idle"]


class ProgramMutant(Record):
    """One mutant of a program: the instruction `of` at `pc` and the `change`. `breach`: the violation that the replay
    checker finds, or null if it finds none. `rules`: rules of the model's findings.

    found: checker and model report the mutant; harmless: neither does; missed: only the checker does; alarm: only the
    model does; idle: the run does not execute the change."""
    pc: str
    of: str
    change: str
    verdict: ProgramMutantVerdict
    rules: list[str]
    breach: Union[str, None]


class ProgramMutants(Record):
    """The output of `assay mutate --program FILE --json`. `table`: {operation: {verdict: number of mutants}}, with the
    sum under `all`."""
    program: str
    arch: str
    wave: int
    rules: Literal["manual", "silicon"]
    table: dict[str, dict[ProgramMutantVerdict, int]]
    mutants: list[ProgramMutant]


class Target(Record):
    """An entry of `assay targets --json`. `needs`: what the target requires."""
    name: str
    what: str
    available: bool
    needs: str


Targets = list[Target]
