"""What commands print or write as JSON besides certificates, results and coverage, as records, from which the schemas
are made; what writes it makes it itself, and test_output_schemas.py holds it to these."""
from __future__ import annotations

from typing import Any, Literal, Union

from .certificate_records import Record


class Access(Record):
    """A stretch of memory, LDS or the global data share (gds) that an instruction names."""
    place: Literal["memory", "lds", "gds"]
    address: str
    bytes: int


class Traced(Record):
    """One instruction, a line of `assay run --trace`; the result follows as the last line.  `exec` and `m0`: before it;
    `writes`: registers, each with the mask of its lanes (0x1 for a scalar one); `counters`: outstanding after it."""
    group: int
    wave: int
    pc: str
    text: str
    exec: str
    m0: str
    writes: dict[str, str]
    counters: dict[str, int]
    accesses: list[Access]


class Differing(Record):
    """One value; `wave` and `lane`: -1 where it is of none."""
    where: str
    wave: int
    lane: int
    expected: str
    got: str


class Parting(Record):
    """What `assay diff --json` prints.  `text`: in words; where the target fails besides: the instruction after which
    it does, with its `pc`, what differs, and both results up to it (`assay schema result`)."""
    verdict: str
    text: str
    cause: str = ""
    pc: str = ""
    instruction: str = ""
    differences: list[Differing] = []
    expected: dict[str, Any] = {}
    got: dict[str, Any] = {}


class Step(Record):
    """A choice of an order.  The `wave` runs the instruction at `pc`, or its memory operation touches memory; or the
    result of its operation at `by` lacks, or lands, before the instruction at `pc` uses it; or of lanes that meet in
    the atomic at `pc`, `lane` comes next."""
    wave: int
    pc: str
    event: Literal["runs", "touches", "lacks", "lands", "lane"]
    by: str = ""
    lane: int = 0


class Ordered(Record):
    """A result (`assay schema result`), and an order that gives it."""
    result: dict[str, Any]
    order: list[Step]


class OutcomeSet(Record):
    """A line of `assay outcomes --json`.  `outcomes`: results found; `whole`: these are all; `cut`: else why not;
    `runs`, `states`: made for it; `merged`: runs that ended in a state known before."""
    name: str
    outcomes: int
    whole: bool
    cut: str
    runs: int
    states: int
    merged: int
    results: list[Ordered]


class Survivor(Record):
    """A mutant of the model that no case kills.  `file`, `line`: what it changes; `source`: what stands there; `cases`:
    how many ran on it; `operations`: how many reach it."""
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
    """What `assay mutate` writes.  `sample` mutants count, `of` so many that there are; `refused`: the compiler refuses
    them; `same_code`: they compile to the model's own code.  `score` = killed / sample must reach `floor`.  `killed`:
    a case fails, `crashed` of them since the model crashes or never ends; `parts`: how many each part of the corpus
    kills; `kinds`, `modules`: {kind or module: {verdict: mutants}}."""
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
    survivors: list[Survivor]


Judgement = Literal["found", "harmless", "missed", "alarm", "idle"]


class ProgramMutant(Record):
    """One mutant of a program: the instruction `of` at `pc` and the `change`.  `breach`: what the replay checker finds
    broken, null for nothing; `rules`: of the model's findings.  found: both; harmless: neither; missed: only the
    checker; alarm: only the model; idle: the run does not come there."""
    pc: str
    of: str
    change: str
    verdict: Judgement
    rules: list[str]
    breach: Union[str, None]


class ProgramMutants(Record):
    """What `assay mutate --program FILE --json` prints.  `table`: {operation: {verdict: mutants}}, and `all` of
    them."""
    program: str
    arch: str
    wave: int
    rules: Literal["manual", "silicon"]
    table: dict[str, dict[Judgement, int]]
    mutants: list[ProgramMutant]


class Target(Record):
    """One of the list that `assay targets --json` prints; `needs`: what it does or would need."""
    name: str
    what: str
    available: bool
    needs: str


Targets = list[Target]
