"""Runs cases on the model: plan -> binding -> outcome, with expectations held against it."""
from __future__ import annotations

import functools
import struct
from collections.abc import Iterable, Iterator

import numpy as np

from . import outcomes, register_names
from .choices import Choices
from .case import Case, CaseError, parse
from .expect import evaluate
from .outcome import Band, Memory, Outcome, Wave, invalid, join
from .packets import Processor, Reach
from .plan import Plan, resolve

FLOATS = {
    16: "f16",
    17: "bf16",
    32: "f32",
    64: "f64",
}  # the binding's v_float: width of the float a tolerance is counted in
UNTOUCHED = ("scc", "vcc_lo", "vcc_hi", "exec_lo", "exec_hi")     # looked at where a case writes nothing
CODE_GAP = 64                                         # bytes, no fewer than lie between code and trap handler
MOST_WAVES = 4096                                     # waves of one case whose registers are kept
AT_ONCE = 256                                         # of those, waves of the groups that can be there at once
FINDINGS = 256                                        # of one case that are listed


@functools.cache
def _binding():
    """The model's package, which needs the built extension: imported when the first case runs."""
    from .. import model
    return model


@functools.cache
def _codes(arch: str) -> dict[str, int]:
    """Canonical scalar dword -> the binding's register number."""
    model = _binding()
    known = model.register_codes(arch)
    codes = {f"s{n}": n for n in range(register_names.SGPRS[arch])}
    codes |= {f"ttmp{n}": known["ttmp0"] + n for n in range(16)}
    codes |= {
        "vcc_lo": known["vcc"],
        "vcc_hi": known["vcc"] + 1,
        "exec_lo": known["exec"],
        "exec_hi": known["exec"] + 1,
        "m0": known["m0"],
    }
    for pair in ("flat_scratch", "xnack_mask"):
        if pair in known:
            codes |= {f"{pair}_lo": known[pair], f"{pair}_hi": known[pair] + 1}
    found = register_names.hardware_of(arch)
    codes |= {register_names.FLAT_SCRATCH.get(name, name): model.HWREG + number for name, number in found.items()}
    codes |= {"scc": model.SCC, "mode": model.MODE, "trapsts": model.TRAPSTS, "status": model.STATUS}
    return codes


@functools.cache
def _names(arch: str) -> dict[int, str]:
    """Operand code -> canonical dword, for the registers a wave's scalar file holds."""
    return {code: name for name, code in _codes(arch).items() if code < 128}


@functools.cache
def _written(arch: str) -> dict[int, str]:
    """Any register number of the binding -> canonical dword."""
    model = _binding()
    vector = {model.V0 + n: f"v{n}" for n in range(register_names.VGPRS)}
    return {code: name for name, code in _codes(arch).items()} | vector


PLACES = ("memory", "lds", "gds")                    # as enum assay_place counts


def trace_line(step: dict, arch: str) -> dict:
    """One traced instruction as JSON values: group, wave, pc, text, exec and m0 before it, writes {register: lane
    mask}, counters, and accesses: the bytes of memory, LDS or the global data share that it names."""
    names = _written(arch)
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
        model = _binding()
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
        room = len(plan.code) + (len(plan.handler.code) + CODE_GAP if plan.handler else 0)
        machine = self.machine_for(plan.groups * plan.waves_per_group, room)
        options = self.options(plan, buffers, shadows) | packet
        if options["compute"]:                           # only the dispatch rules know how many waves these make
            machine = self.machine_for(machine.count_waves(**options), room)
        if trace is not None:
            machine.trace(trace)
        try:
            out = self.call(machine.run, **options)
        finally:
            if trace is not None:
                machine.trace(None)
        return reading(plan, machine, out, buffers, shadows)

    def call(self, run, *given, **options):
        """Calls the binding; a model with a fault has it around this call only."""
        return run(*given, **options)

    def options(self, plan: Plan, buffers: list, shadows: list) -> dict:
        """Machine.run's arguments; `buffers` and `shadows` hold the regions and what of them is open."""
        model, case = _binding(), plan.case
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
            compute={register_names.dispatch_offset(k, plan.arch): v for k, v in plan.hardware.items()} or None,
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
    return (
        "trapsts" in (plan.observed or ())
        or any("trapsts" in state.scalars for state in (plan.state, *plan.overlays))
        or reads_flags(plan.arch, plan.wave, plan.code)
    )


@functools.lru_cache(maxsize=1024)
def reads_flags(arch: str, wave: int, code: bytes) -> bool:
    """Whether a program reads or writes TRAPSTS by itself.  SOPK words with 3 in the low bits are looked at closer."""
    words = np.frombuffer(code[:len(code) & ~3], np.uint32)
    if not ((words >> 28 == 0xB) & (words & 0x3F == 3)).any():
        return False
    from .wrap import listing_of
    return any("HW_REG_TRAPSTS" in text for _, text in listing_of(arch, wave, code))


@functools.lru_cache(maxsize=512)
def table_of(arch: str, lanes: int, parts: tuple) -> tuple[np.ndarray, int]:
    """(machine.SETS, bytes of their words) of states that give these registers: (wave, scalar dwords, vector numbers)
    by state; the words of a state's scalars come first, then the rows of its vectors."""
    model = _binding()
    codes, rows, at = _codes(arch), [], 0
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
    model = _binding()
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
    return [(_binding().EVERY_WAVE, plan.state), *enumerate(plan.overlays)]


def _code(codes: dict, dword: str, where: str, arch: str) -> int:
    if dword not in codes:
        raise CaseError(f"{where}.{dword}", f"{arch} has no such register")
    return codes[dword]


def reading(plan: Plan, machine, out, buffers, shadows) -> Outcome:
    """What a run of the machine left, as the plan observes it."""
    result = Outcome(
        name=plan.case.name,
        status=out.status,
        lanes=plan.wave,
        instructions=out.instructions,
        wave_count=out.wave_count,
        findings=[
            {"rule": rule, "kind": kind, "wave": wave, "pc": hex(pc), "text": text}
            for rule, kind, wave, pc, text in out.findings
        ],
        findings_dropped=out.findings_dropped,
        profile=plan.case.profile,
    )
    if out.status == "invalid":
        holder = "packets: " if plan.packets else "registers."
        result.text = f"{holder}{out.text}" if out.text.startswith("COMPUTE_") else out.text
        result.field, _, _ = result.text.partition(":")
        return result
    if out.status != "ok":
        result.text, result.pc = out.text, out.stopped_pc
        if out.status == "unsupported":
            result.operation = out.text
    waves = [machine.wave(n) for n in range(out.kept)]
    if waves:
        reader = reader_of(plan.arch, plan.wave, *_observed(plan, waves))
        result.waves = [_wave(reader, wave) for wave in waves]
    result.memory = _memory(plan, buffers, shadows)
    for what, records in machine.records().items():
        setattr(result, what, records)
    if plan.case.observe is not None and plan.case.observe.lds:
        data, opened = machine.lds()
        result.lds = [bytes(data)]
    if out.compared_end:
        result.bits = (0, result.compared()[1])
        result.findings.append(
            {
                "rule": "open.end",
                "kind": "note",
                "wave": 0,
                "pc": hex(out.stopped_pc),
                "text": f"an open value decided something after {out.compared_end - 1} instructions; "
                        "nothing is compared",
            }
        )
    return result


def _bits(words) -> list[int]:
    """Numbers of the 1 bits of an array of 64-bit words."""
    left, found = int.from_bytes(words.tobytes(), "little"), []
    while left:
        found.append((left & -left).bit_length() - 1)
        left &= left - 1
    return found


@functools.lru_cache(maxsize=512)
def parted(dwords: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """(scalar dwords, vector numbers) of a mixed list."""
    return tuple(d for d in dwords if not _vector(d)), tuple(int(d[1:]) for d in dwords if _vector(d))


def _observed(plan: Plan, waves) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """(scalar dwords, vector numbers) to report: those asked for, else those some wave wrote."""
    if plan.observed is not None:
        return parted(tuple(plan.observed))
    names = _names(plan.arch)
    vectors = _bits(np.bitwise_or.reduce([w.v_written for w in waves]) if len(waves) > 1 else waves[0].v_written)
    scalars = _bits(np.bitwise_or.reduce([w.s_written for w in waves]) if len(waves) > 1 else waves[0].s_written)
    named = [names[code] for code in scalars if code in names]
    if any(w.scc_written for w in waves):
        named.append("scc")
    if any(w.mode_written for w in waves):
        named.append("mode")
    return tuple(named), tuple(vectors)


def written(arch: str, block) -> list[str]:
    """The dwords that some wave of a block wrote, those that are reported where nobody says which."""
    names = _names(arch)
    found = [names[code] for code in _bits(np.bitwise_or.reduce(block.s_written)) if code in names]
    found += [name for name in ("scc", "mode") if any(getattr(raw, f"{name}_written") for raw in block.raws)]
    return [*found, *(f"v{n}" for n in _bits(np.bitwise_or.reduce(block.v_written)))]


def _vector(dword: str) -> bool:
    return dword[0] == "v" and dword[1:].isdigit()


class Reader:
    """Reads chosen registers out of waves: `scalars` dwords, `vectors` numbers.  Raises CaseError for a register that
    cannot be observed."""

    def __init__(self, arch: str, lanes: int, scalars: tuple[str, ...], vectors: tuple[int, ...]):
        codes = _codes(arch)
        self.lanes, self.vectors, self.numbers = lanes, vectors, np.array(vectors, np.intp)
        self.scalars = tuple(name for name in scalars if 0 <= codes.get(name, -1) < 128)
        self.places = np.array([codes[name] for name in self.scalars], np.intp)
        others = [name for name in scalars if name not in self.scalars]
        if unknown := [name for name in others if name not in _OTHERS]:
            raise CaseError("observe.registers", f"{unknown[0]} cannot be observed on {arch}")
        self.named = {name: _OTHERS[name] for name in others}
        self.rows_named, self.asked = tuple(f"v{n}" for n in vectors), scalars
        self.bits = 32 * (lanes * len(vectors) + len(scalars)) - 31 * ("scc" in self.named)

    def scalar_values(self, held) -> dict[str, int]:
        """{dword: value}"""
        found = dict(zip(self.scalars, held.s[self.places].tolist()))
        for name, field in self.named.items():
            found[name] = int(getattr(held, field))
        return found

    def open_scalars(self, held) -> dict[str, int]:
        """{dword: mask of open bits}, of those that are open."""
        found, words = {}, held.s_open.tolist()
        if words != _NONE_OPEN:
            found = {
                n: 0xFFFFFFFF for n, at in zip(self.scalars, self.places.tolist()) if words[at >> 5] >> (at & 31) & 1
            }
        if held.scc_open and "scc" in self.named:
            found["scc"] = 1
        return found

    def rows(self, held) -> np.ndarray:
        """uint32 by vector and lane: a copy."""
        return held.v[self.numbers, :self.lanes]

    def registers(self, block) -> list[dict[str, int | bytes]]:
        """Of every wave of a block, what a `result` message has of it."""
        data, size = block.v[:, self.numbers, :self.lanes].tobytes(), 4 * self.lanes
        found, at = [], 0
        for values, raw in zip(block.s[:, self.places].tolist(), block.raws):
            one: dict[str, int | bytes] = dict(zip(self.scalars, values))
            for name, field in self.named.items():
                one[name] = int(getattr(raw, field))
            for name in self.rows_named:
                one[name] = data[at:at + size]
                at += size
            found.append(one)
        return found

    def opened(self, block) -> int:
        """Open bits among the observed ones of a block."""
        masks, total = block.v_open[:, self.numbers], 0
        if masks.any():
            live = (1 << self.lanes) - 1
            total = 32 * sum((mask & live).bit_count() for mask in masks.ravel().tolist())
        words = block.s_open[:, self.places >> 5] >> (self.places & 31).astype(np.uint32) & np.uint32(1)
        return total + 32 * int(words.sum()) + ("scc" in self.named) * sum(bool(raw.scc_open) for raw in block.raws)


_NONE_OPEN = [0] * 4
_OTHERS = {"scc": "scc", "mode": "mode", "trapsts": "trapsts", "status": "status_bits"}


@functools.lru_cache(maxsize=512)
def reader_of(arch: str, lanes: int, scalars: tuple[str, ...], vectors: tuple[int, ...]) -> Reader:
    return Reader(arch, lanes, scalars, vectors)


def _wave(reader: Reader, held) -> Wave:
    wave = Wave(reader.scalar_values(held), dict(zip(reader.vectors, reader.rows(held))), reader.open_scalars(held))
    opened, tolerant = held.v_open[reader.numbers].tolist(), held.v_tolerant[reader.numbers].tolist()
    live = (1 << reader.lanes) - 1
    if any(opened):
        wave.open_vectors = {n: mask & live for n, mask in zip(reader.vectors, opened) if mask & live}
    if any(tolerant):
        for number, mask in zip(reader.vectors, tolerant):
            if mask & live:
                kind = FLOATS.get(int(held.v_float[number]), "f32")
                wave.bands[number] = Band(kind, int(held.v_ulp[number]), mask & live)
    return wave


_OPENED = b"\0" + b"\xff" * 255                       # any open bit opens its byte


def _memory(plan: Plan, buffers, shadows) -> list[Memory]:
    shown = []
    for look in plan.looks:
        for region, buffer, shadow in zip(plan.regions, buffers, shadows):
            offset = look.address - region.address
            if 0 <= offset and offset + look.size <= region.size:
                opened = bytes(shadow[offset:offset + look.size])
                opened = opened.translate(_OPENED) if opened.count(0) < look.size else b""
                shown.append(
                    Memory(look.name, look.address, bytes(buffer[offset : offset + look.size]), opened, look.relative)
                )
                break
    return shown


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
    done.memory = _memory(plan, buffers, shadows) if done.status != "invalid" else []
    return done


def finish(plan: Plan, outcome: Outcome) -> Outcome:
    """Adds `met` (and what is unmet) when the case has expectations."""
    if plan.case.expect is not None:
        outcome.unmet = evaluate(plan.case.expect, plan, outcome)
        outcome.met = not outcome.unmet
        if outcome.met:
            outcome.unmet = None
    return outcome


def complete(plan: Plan, outcome: Outcome, model: Model) -> Outcome:
    """Adds every other result the rules allow where the case asks for them."""
    if outcomes.asked(plan) and outcome.status != "invalid":
        if plan.observed is None:
            plan.observed = observed_of(outcome)
        outcome.allowed = outcomes.explore(plan, model)
    return outcome


def observed_of(outcome: Outcome) -> list[str]:
    """The register dwords an outcome holds: what others are asked for when the case does not say."""
    if not outcome.waves:
        return []
    return [*outcome.waves[0].scalars, *(f"v{number}" for number in outcome.waves[0].vectors)]


_model: Model | None = None


def run_outcome(case: Case | dict | bytes | str, model: Model | None = None, trace=None) -> Outcome:
    """Runs one case on the model -> Outcome; a case that is wrong gives status `invalid`, never an exception."""
    global _model
    if model is None:
        model = _model = _model or Model()
    name = ""
    try:
        case = parse(case)
        name = case.name
        plan = resolve(case)
        return finish(plan, complete(plan, model.run(plan, trace), model))
    except (CaseError, RecursionError) as error:
        error = error if isinstance(error, CaseError) else CaseError("expect.any", "is nested too deeply")
        outcome = invalid(name, error)
        if isinstance(case, Case) and case.expect is not None:
            outcome.met = case.expect.status == "invalid"
        return outcome


def run_case(case: Case | dict | bytes | str) -> dict:
    """Runs one case on the model -> the result as cases.md documents it, a dict of JSON values."""
    return run_outcome(case).to_dict()


def run_many(cases: Iterable) -> Iterator[dict]:
    """Runs cases one by one on the model, lazily; a wrong case gives an `invalid` result and the rest runs."""
    return (run_case(case) for case in cases)
