"""Runs cases on the model: plan -> binding -> outcome, with expectations held against it."""
from __future__ import annotations

import functools
import re
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from ..case import register_names
from ..case.case_types import MOST_WAVES, Case, CaseError, parse
from ..case.choices import Choices
from ..case.command_processor import Processor, Reach
from ..case.plan import Plan, resolve
from ..comparison.expectations import evaluate
from . import outcome_sets
from .model_binding import all_names_of, codes_of, package
from .outcome import Outcome, invalid, join
from .readback import memory_of, reading

UNTOUCHED = ("scc", "vcc_lo", "vcc_hi", "exec_lo", "exec_hi")     # looked at where a case writes nothing
CODE_GAP = 64                                         # bytes, no fewer than lie between code and trap handler
AT_ONCE = 256                                         # of those, waves of the groups that can be there at once
FINDINGS = 256                                        # of one case that are listed
SOPK = re.compile(rb"[\xB0-\xBB]")                   # the top byte of its words; from 0xBC on no hardware register
PLACES = ("memory", "lds", "gds")                     # as enum assay_place counts


def trace_line(step: dict, arch: str) -> dict:
    """One traced instruction as JSON values: group, wave, pc, text, exec and m0 before it, writes {register: lane
    mask}, counters, and accesses: the bytes of memory, LDS or the global data share that it names."""
    names = all_names_of(arch)
    return {
        "group": step["group"],
        "wave": step["wave"],
        "pc": hex(step["pc"]),
        "text": step["text"],
        "exec": hex(step["exec"]),
        "m0": hex(step["m0"]),
        "writes": {names.get(register, str(register)): hex(lanes) for register, lanes in step["writes"]},
        "counters": step["counters"],
        "accesses": [{"place": PLACES[place], "address": hex(address), "bytes": count}
                     for place, address, count in step["accesses"]],
    }


class Model:
    """The golden model behind plans; one for each thread. `choices`: what a target has declared where the ISA leaves a
    choice; `library`: another build of the model; `kept`: of how many waves of a case the registers are kept."""

    def __init__(self, choices: Choices | None = None, library=None, kept: int = MOST_WAVES):
        self.library, self.kept, self.machine, self.waves, self.code = library, kept, None, 0, 0
        self.choices = (choices or Choices()).for_model()

    def stop(self) -> None:
        """Ends the run that another thread has under way, with status limit; may come too early and then does
        nothing."""
        if self.machine is not None:
            self.machine.stop()

    def progress(self) -> int:
        """Instructions that run has done."""
        return self.machine.progress() if self.machine is not None else 0

    def machine_for(self, waves: int, code: int):
        """A machine large enough; grown, never shrunk."""
        model = package()
        waves = min(waves, self.kept)
        if self.machine is None or waves > self.waves or code > self.code:
            self.waves, self.code = max(self.waves, waves, 4), max(self.code, code, 1 << 16)
            self.machine = model.Machine(self.waves, FINDINGS, self.code, self.library)
        return self.machine

    def run(self, plan: Plan, trace=None) -> Outcome:
        """Runs a plan. `trace`: called with a dict for each instruction."""
        buffers = [bytearray(region.data).ljust(region.size, b"\0") for region in plan.regions]
        shadows = [bytearray(region.size) for region in plan.regions]
        if plan.packets:
            return run_stream(self, plan, buffers, shadows, trace)
        return self.dispatch(plan, buffers, shadows, trace)

    def dispatch(self, plan: Plan, buffers: list, shadows: list, trace=None, **packet) -> Outcome:
        """Runs one dispatch, which changes `buffers` and `shadows`; `packet`: what stands in place of the plan's."""
        machine, options = self.laid(plan, buffers, shadows, **packet)
        if trace is not None:
            machine.trace(trace)
        try:
            out = self.call(machine.run, **options)
        finally:
            if trace is not None:
                machine.trace(None)
        return reading(plan, machine, out, buffers, shadows)

    def laid(self, plan: Plan, buffers: list, shadows: list, **packet) -> tuple:
        """(a machine large enough for a dispatch, Machine.run's arguments), as for dispatch()."""
        room = len(plan.code) + (len(plan.handler.code) + CODE_GAP if plan.handler else 0)
        machine = self.machine_for(plan.groups * plan.waves_per_group, room)
        options = self.options(plan, buffers, shadows) | packet
        if options["compute"]:                           # only the dispatch rules know how many waves these make
            machine = self.machine_for(machine.count_waves(**options), room)
        return machine, options

    def call(self, run, *given, **options):
        """Calls the binding; a model with a fault has it around this call only."""
        return run(*given, **options)

    def options(self, plan: Plan, buffers: list, shadows: list) -> dict:
        """Machine.run's arguments; `buffers` and `shadows` hold the regions and what of them is open."""
        model, case = package(), plan.case
        address = {region.name: region.address for region in plan.regions}.get
        return dict(
            arch=plan.arch,
            code=plan.code,
            wave=plan.wave,
            base=plan.base,
            entry=plan.entry,
            grid=plan.grid,
            group=plan.group,
            regions=[(r.address, b, o, r.space) for r, b, o in zip(plan.regions, buffers, shadows)],
            sets=_sets(plan),
            lds_bytes=case.lds,
            lds=plan.lds_bytes.ljust(case.lds, b"\0") if plan.lds_bytes else None,
            scratch_bytes=case.scratch,
            scratch_base=address("scratch", 0),
            sgprs=0 if plan.dispatched else case.sgprs or 0,         # there RSRC1 says how many
            vgprs=0 if plan.dispatched else case.vgprs,
            descriptor=plan.descriptor,
            kernarg=address("kernarg", 0),
            dispatch_packet=address("dispatch_packet", 0),
            queue=address("queue", 0),
            compute={register_names.dispatch_offset(k, plan.arch): v for k, v in plan.hardware.items()}
            if plan.hardware else None,
            policy=case.policy,
            schedule=case.schedule,
            seed=case.seed,
            limit=case.limits.instructions or model.NO_LIMIT,
            profile=case.profile,
            watch_flags=_watches(plan),
            choices=self.choices,
            trap_handler=plan.handler and (plan.handler.code, plan.handler.tba, plan.handler.tma),
        )


def _watches(plan: Plan) -> bool:
    """Whether the case looks at exception flags: tracking them keeps the fast float rows away."""
    return ("trapsts" in (plan.observed or ())
            or any("trapsts" in state.scalars for state in (plan.state, *plan.overlays))
            or reads_flags(plan.arch, plan.wave, plan.code))


@functools.lru_cache(maxsize=1024)
def reads_flags(arch: str, wave: int, code: bytes) -> bool:
    """Whether a program reads or writes TRAPSTS by itself.  SOPK words with 3 in the low bits are looked at closer."""
    if not SOPK.search(code[3::4]):
        return False
    words = np.frombuffer(code[:len(code) & ~3], np.uint32)
    if not ((words >> 28 == 0xB) & (words & 0x3F == 3)).any():
        return False
    from ..kernel_wrapper.wrap import listing_of
    return any("HW_REG_TRAPSTS" in text for _, text in listing_of(arch, wave, code))


@functools.lru_cache(maxsize=512)
def table_of(arch: str, lanes: int, parts: tuple) -> tuple[np.ndarray, int]:
    """(machine.SETS, bytes of their words) of states that give these registers: (wave, scalar dwords, vector numbers)
    by state; the words of a state's scalars come first, then the rows of its vectors."""
    model = package()
    codes, rows, at = codes_of(arch), [], 0
    for wave, scalars, vectors in parts:
        for dword in scalars:
            rows.append((wave, _code(codes, dword, "state", arch), 1, at))
            at += 4
        for number in vectors:
            rows.append((wave, model.V0 + number, lanes, at))
            at += 4 * lanes
    return np.array(rows, model.SETS), at


def _sets(plan: Plan):
    """The start values of a plan."""
    model = package()
    states = states_of(plan)
    parts = tuple((wave, tuple(one.scalars), tuple(one.vectors)) for wave, one in states)
    words = []
    for _, one in states:
        words.append(struct.pack(f"<{len(one.scalars)}I", *one.scalars.values()))
        words += one.vectors.values()
    (table, size), data = table_of(plan.arch, plan.wave, parts), b"".join(words)
    if len(data) != size:
        raise CaseError("state", f"{len(data)} bytes of values; these registers have {size}")
    return model.Sets(table, data)


def states_of(plan: Plan) -> list[tuple]:
    """(wave, State) as `Sets` have them: what all waves get, then wave by wave."""
    return [(package().EVERY_WAVE, plan.state), *enumerate(plan.overlays)]


def _code(codes: dict, dword: str, where: str, arch: str) -> int:
    if dword not in codes:
        raise CaseError(f"{where}.{dword}", f"{arch} has no such register")
    return codes[dword]


def run_stream(model: Model, plan: Plan, buffers: list, shadows: list, trace) -> Outcome:
    """Runs the packets of a plan, one after the other."""
    done = Outcome(name=plan.case.name, lanes=plan.wave, profile=plan.case.profile)
    most = plan.case.limits.instructions

    def dispatch(registers: dict[int, int]) -> bool:
        nonlocal done
        packet: dict = {"compute": registers, "grid": None, "group": None}
        if most is not None:
            packet["limit"] = max(1, most - done.instructions)
        done = join(done, model.dispatch(plan, buffers, shadows, trace, **packet))
        return done.status == "ok"

    given = {register_names.dispatch_offset(name, plan.arch): value for name, value in plan.hardware.items()}
    Processor(plan.arch, given, Reach(plan.regions, buffers, shadows), dispatch).run(plan.packets)
    done.memory = memory_of(plan, buffers, shadows) if done.status != "invalid" else []
    return done


def finish(plan: Plan, outcome: Outcome) -> Outcome:
    """Adds `met` (and what is unmet) when the case has expectations; those that nothing can meet make it invalid."""
    if plan.case.expect is not None:
        try:
            outcome.unmet = evaluate(plan.case.expect, plan, outcome) or None
        except (CaseError, RecursionError) as error:
            return _refused(plan.case, plan.case.name, error)
        outcome.met = outcome.unmet is None
    return outcome


def _refused(case, name: str, error: CaseError | RecursionError) -> Outcome:
    """The result of a case that is wrong."""
    outcome = invalid(name, error if isinstance(error, CaseError) else CaseError("expect.any", "is nested too deeply"))
    if isinstance(case, Case) and case.expect is not None:
        outcome.met = case.expect.status == "invalid"
    return outcome


def complete(plan: Plan, outcome: Outcome, model: Model) -> Outcome:
    """Adds every other result the rules allow where the case asks for them."""
    if outcome_sets.asked(plan) and outcome.status != "invalid":
        if plan.observed is None:
            plan.observed = observed_of(outcome)
        outcome.allowed = outcome_sets.explore(plan, model)
    return outcome


def observed_of(outcome: Outcome) -> list[str]:
    """The register dwords an outcome holds: what others are asked for when the case does not say."""
    if not outcome.waves:
        return []
    return [*outcome.waves[0].scalars, *(f"v{number}" for number in outcome.waves[0].vectors)]


_model: Model | None = None


def run_outcome(case: Case | dict | bytes | str, model: Model | None = None, trace=None) -> Outcome:
    """Runs one case on the model -> Outcome; a case that is wrong gives status `invalid`, never an exception."""
    return run_planned(planned([case])[0], model, trace)


def run_planned(plan: Plan | Outcome, model: Model | None = None, trace=None) -> Outcome:
    """The same of a case that planned() has read."""
    global _model
    if isinstance(plan, Outcome):
        return plan
    if model is None:
        model = _model = _model or Model()
    try:
        return finish(plan, complete(plan, model.run(plan, trace), model))
    except (CaseError, RecursionError) as error:
        return _refused(plan.case, plan.case.name, error)


def planned(cases: Sequence[Case | dict | bytes | str]) -> list[Plan | Outcome]:
    """Each case ready to run, or the result of one that is wrong.  All are parsed before the first is resolved: what
    the host has just done it does again in half the time."""
    return [_attempted(resolve, case) for case in [_attempted(parse, case) for case in cases]]


def _attempted(step: Callable, case):
    """What the step makes of a case; what an earlier one has refused stays so."""
    if isinstance(case, Outcome):
        return case
    try:
        return step(case)
    except (CaseError, RecursionError) as error:
        return _refused(case, case.name if isinstance(case, Case) else "", error)


def run_case(case: Case | dict | bytes | str) -> dict:
    """Runs one case on the model -> the result as cases.md documents it, a dict of JSON values."""
    return run_outcome(case).to_dict()


def run_many(cases: Iterable) -> Iterator[dict]:
    """Runs cases one by one on the model, lazily; a wrong case gives an `invalid` result and the rest runs."""
    return (run_case(case) for case in cases)
