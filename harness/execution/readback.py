"""Read the outcome of a run out of the machine: registers, memory, undefined bits, tolerances."""
from __future__ import annotations

import functools

import numpy as np

from ..case.case_types import CaseError
from ..case.plan import Plan
from . import register_pack as rows
from .model_binding import register_numbers, scalar_names
from .outcome import MemoryBytes, Outcome, Tolerance, WaveRegisters

# The binding's v_float: the width of the tolerance's float type.
TOLERANCE_FLOATS = {16: "f16", 17: "bf16", 32: "f32", 64: "f64"}
NO_UNDEFINED_SCALARS = [0] * 4
# in the order of enum plan_number
STATUS_FIELDS = {"scc": "scc", "mode": "mode", "trapsts": "trapsts", "status": "status_bits"}


def read_outcome(plan: Plan, machine, out, buffers, shadows) -> Outcome:
    """The outcome of the machine's last run, with the registers and memory that the plan observes."""
    result = _read_status(plan, out)
    if out.status == "invalid":
        return result
    if plan.observed == []:                          # only their number is observed
        result.waves = [WaveRegisters() for _ in range(out.kept)]
    elif waves := [machine.wave(n) for n in range(out.kept)]:
        reader = wave_reader(plan.arch, plan.wave, *_reported_registers(plan, waves))
        result.waves = [_read_wave(reader, wave) for wave in waves]
    result.memory = read_memory(plan, buffers, shadows)
    for kind, records in machine.records().items():
        setattr(result, kind, records)
    if plan.case.observe is not None and plan.case.observe.lds:
        data, undefined = machine.lds_and_undefined()
        result.lds, result.lds_undefined = [data], [undefined]
    if out.compared_end:
        result.bits = (0, result.compared()[1])
        text = f"an open value decided something after {out.compared_end - 1} instructions; nothing is compared"
        result.findings.append(
            {"rule": "open.end", "kind": "note", "wave": 0, "pc": hex(out.stopped_pc), "text": text}
        )
    return result


def _read_status(plan: Plan, out) -> Outcome:
    """An outcome with the status, the counts and the findings of a run."""
    result = Outcome(
        name=plan.case.name, status=out.status, lanes=plan.wave, instructions=out.instructions,
        wave_count=out.wave_count,
        findings=[
            {"rule": rule, "kind": kind, "wave": wave, "pc": hex(pc), "text": text}
            for rule, kind, wave, pc, text in out.findings
        ],
        findings_dropped=out.findings_dropped, profile=plan.case.profile,
    )
    if out.status == "invalid":
        holder = "packets: " if plan.packets else "registers."
        result.text = f"{holder}{out.text}" if out.text.startswith("COMPUTE_") else out.text
        result.field, _, _ = result.text.partition(":")
    elif out.status != "ok":
        result.text, result.pc = out.text, out.stopped_pc
        if out.status == "unsupported":
            result.operation = out.text
    return result


def _one_bits(words) -> list[int]:
    """Return the indices of the 1 bits in an array of 64-bit words."""
    remaining, numbers = int.from_bytes(words.tobytes(), "little"), []
    while remaining:
        numbers.append((remaining & -remaining).bit_length() - 1)
        remaining &= remaining - 1
    return numbers


@functools.lru_cache(maxsize=512)
def split_registers(dwords: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Split dwords into scalar dwords and indices of vector registers."""
    return tuple(d for d in dwords if not _is_vector(d)), tuple(int(d[1:]) for d in dwords if _is_vector(d))


def _reported_registers(plan: Plan, waves) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the scalar dwords and the vector register indices to report: the observed ones if the case names any, else
    those that a wave wrote."""
    if plan.observed is not None:
        return split_registers(tuple(plan.observed))
    names = scalar_names(plan.arch)
    vectors = _one_bits(np.bitwise_or.reduce([w.v_written for w in waves]) if len(waves) > 1 else waves[0].v_written)
    scalars = _one_bits(np.bitwise_or.reduce([w.s_written for w in waves]) if len(waves) > 1 else waves[0].s_written)
    named = [names[code] for code in scalars if code in names]
    if any(w.scc_written for w in waves):
        named.append("scc")
    if any(w.mode_written for w in waves):
        named.append("mode")
    return tuple(named), tuple(vectors)


@functools.lru_cache(maxsize=1 << 12)
def written_registers(arch: str, lanes: int, words: bytes, extra: tuple[str, ...] = ()) -> rows.RegisterSet | None:
    """The registers that plan_written (plan.h) found, plus those in `extra`; None if there are none."""
    names, masks = scalar_names(arch), np.frombuffer(words, np.uint64)
    scalars = [names[code] for code in _one_bits(masks[4:6]) if code in names]
    scalars += [name for n, name in enumerate(("scc", "mode")) if int(masks[6]) >> n & 1]
    scalars += [name for name in extra if name not in scalars]
    vectors = tuple(_one_bits(masks[:4]))
    return rows.named_registers(arch, lanes, tuple(scalars), vectors) if scalars or vectors else None


def _is_vector(dword: str) -> bool:
    return dword[0] == "v" and dword[1:].isdigit()


@functools.lru_cache(maxsize=1024)
def observed_registers(arch: str, lanes: int, scalars: tuple[str, ...], vectors: tuple[int, ...]) -> rows.RegisterSet:
    """The set of reported registers. Raises CaseError for a register that cannot be observed."""
    codes = register_numbers(arch)
    if unknown := [name for name in scalars if not 0 <= codes.get(name, -1) < 128 and name not in STATUS_FIELDS]:
        raise CaseError("observe.registers", f"{unknown[0]} cannot be observed on {arch}; what its code reads by "
                        "S_GETREG_B32 can")
    return rows.named_registers(arch, lanes, scalars, vectors)


class WaveReader:
    """Reads registers from waves. `scalars`: dwords; `vectors`: indices of vector registers. Raises CaseError for a
    register that cannot be observed."""

    def __init__(self, arch: str, lanes: int, scalars: tuple[str, ...], vectors: tuple[int, ...]):
        self.registers, codes = observed_registers(arch, lanes, scalars, vectors), register_numbers(arch)
        self.lanes, self.vectors, self.vector_indices = lanes, vectors, np.array(vectors, np.intp)
        self.scalars = tuple(name for name in scalars if 0 <= codes.get(name, -1) < 128)
        self.scalar_indices = np.array([codes[name] for name in self.scalars], np.intp)
        self.status_fields = {name: STATUS_FIELDS[name] for name in scalars if name not in self.scalars}

    def scalar_values(self, wave) -> dict[str, int]:
        """Map each scalar dword to its value."""
        values = dict(zip(self.scalars, wave.s[self.scalar_indices].tolist()))
        for name, field in self.status_fields.items():
            values[name] = int(getattr(wave, field))
        return values

    def undefined_scalars(self, wave) -> dict[str, int]:
        """Map each scalar dword that has undefined bits to the mask of these bits."""
        masks, words = {}, wave.s_open.tolist()
        if words != NO_UNDEFINED_SCALARS:
            masks = {
                n: int(wave.s_bits[at]) for n,
                at in zip(self.scalars, self.scalar_indices.tolist()) if words[at >> 5] >> (at & 31) & 1
            }
        if wave.scc_open and "scc" in self.status_fields:
            masks["scc"] = 1
        return masks

    def vector_rows(self, wave) -> np.ndarray:
        """A copy of the vector registers: uint32 by register and lane."""
        return wave.v[self.vector_indices, :self.lanes]


@functools.lru_cache(maxsize=512)
def wave_reader(arch: str, lanes: int, scalars: tuple[str, ...], vectors: tuple[int, ...]) -> WaveReader:
    """A cached reader of these registers."""
    return WaveReader(arch, lanes, scalars, vectors)


def _read_wave(reader: WaveReader, record) -> WaveRegisters:
    wave = WaveRegisters(reader.scalar_values(record), dict(zip(reader.vectors, reader.vector_rows(record))),
                         reader.undefined_scalars(record))
    undefined = record.v_open[reader.vector_indices].tolist()
    tolerant = record.v_tolerant[reader.vector_indices].tolist()
    lane_mask = (1 << reader.lanes) - 1
    if any(undefined):
        wave.undefined_vectors = {n: mask & lane_mask for n, mask in zip(reader.vectors, undefined) if mask & lane_mask}
        for number in wave.undefined_vectors:
            if int(record.v_part[number]) & wave.undefined_vectors[number]:
                wave.undefined_bits[number] = record.undefined_row(number, reader.lanes)
    if any(tolerant):
        for number, mask in zip(reader.vectors, tolerant):
            if mask & lane_mask:
                kind = TOLERANCE_FLOATS.get(int(record.v_float[number]), "f32")
                wave.tolerances[number] = Tolerance(kind, int(record.v_ulp[number]), mask & lane_mask)
    return wave


def read_memory(plan: Plan, buffers, shadows) -> list[MemoryBytes]:
    """The observed memory of a run."""
    memory = []
    for observed in plan.observed_ranges:
        for region, buffer, shadow in zip(plan.regions, buffers, shadows):
            offset = observed.address - region.address
            if 0 <= offset and offset + observed.size <= region.size:
                undefined = bytes(shadow[offset:offset + observed.size])
                undefined = undefined if undefined.count(0) < observed.size else b""
                memory.append(
                    MemoryBytes(observed.name, observed.address, bytes(buffer[offset : offset + observed.size]),
                                undefined, observed.relative)
                )
                break
    return memory
