"""What a run left, read out of the machine: registers, memory, what of them is open or has a tolerance."""
from __future__ import annotations

import functools

import numpy as np

from ..case.case_types import CaseError
from ..case.plan import Plan
from . import register_pack as rows
from .model_binding import codes_of, names_of
from .outcome import Band, Memory, Outcome, Wave

# the binding's v_float: width of the float a tolerance is counted in
FLOATS = {16: "f16", 17: "bf16", 32: "f32", 64: "f64"}
NONE_OPEN = [0] * 4
OPENED = b"\0" + b"\xff" * 255                        # any open bit opens its byte
OTHERS = {"scc": "scc", "mode": "mode", "trapsts": "trapsts", "status": "status_bits"}     # as enum plan_number counts


def reading(plan: Plan, machine, out, buffers, shadows) -> Outcome:
    """What a run of the machine left, as the plan observes it."""
    result = _ended(plan, out)
    if out.status == "invalid":
        return result
    if plan.observed == []:                              # all that is asked of them is how many there are
        result.waves = [Wave() for _ in range(out.kept)]
    elif waves := [machine.wave(n) for n in range(out.kept)]:
        reader = reader_of(plan.arch, plan.wave, *_observed(plan, waves))
        result.waves = [_wave(reader, wave) for wave in waves]
    result.memory = memory_of(plan, buffers, shadows)
    for what, records in machine.records().items():
        setattr(result, what, records)
    if plan.case.observe is not None and plan.case.observe.lds:
        data, opened = machine.lds()
        result.lds, result.lds_open = [data], [opened.translate(OPENED)]
    if out.compared_end:
        result.bits = (0, result.compared()[1])
        text = f"an open value decided something after {out.compared_end - 1} instructions; nothing is compared"
        result.findings.append(
            {"rule": "open.end", "kind": "note", "wave": 0, "pc": hex(out.stopped_pc), "text": text}
        )
    return result


def _ended(plan: Plan, out) -> Outcome:
    """How the run ended, and what it found."""
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
    names = names_of(plan.arch)
    vectors = _bits(np.bitwise_or.reduce([w.v_written for w in waves]) if len(waves) > 1 else waves[0].v_written)
    scalars = _bits(np.bitwise_or.reduce([w.s_written for w in waves]) if len(waves) > 1 else waves[0].s_written)
    named = [names[code] for code in scalars if code in names]
    if any(w.scc_written for w in waves):
        named.append("scc")
    if any(w.mode_written for w in waves):
        named.append("mode")
    return tuple(named), tuple(vectors)


@functools.lru_cache(maxsize=1 << 12)
def written(arch: str, lanes: int, words: bytes, beside: tuple[str, ...] = ()) -> rows.Registers | None:
    """The registers that plan_written (plan.h) has found, which are reported where nobody says which, and those
    `beside` these; None for none."""
    names, whole = names_of(arch), np.frombuffer(words, np.uint64)
    found = [names[code] for code in _bits(whole[4:6]) if code in names]
    found += [name for n, name in enumerate(("scc", "mode")) if int(whole[6]) >> n & 1]
    found += [name for name in beside if name not in found]
    vectors = tuple(_bits(whole[:4]))
    return rows.registers(arch, lanes, tuple(found), vectors) if found or vectors else None


def _vector(dword: str) -> bool:
    return dword[0] == "v" and dword[1:].isdigit()


@functools.lru_cache(maxsize=1024)
def observed(arch: str, lanes: int, scalars: tuple[str, ...], vectors: tuple[int, ...]) -> rows.Registers:
    """Registers that are reported.  Raises CaseError for one that cannot be observed."""
    codes = codes_of(arch)
    if unknown := [name for name in scalars if not 0 <= codes.get(name, -1) < 128 and name not in OTHERS]:
        raise CaseError("observe.registers", f"{unknown[0]} cannot be observed on {arch}; what its code reads by "
                        "S_GETREG_B32 can")
    return rows.registers(arch, lanes, scalars, vectors)


class Reader:
    """Reads chosen registers out of waves: `scalars` dwords, `vectors` numbers; `registers`: all of them.  Raises
    CaseError for a register that cannot be observed."""

    def __init__(self, arch: str, lanes: int, scalars: tuple[str, ...], vectors: tuple[int, ...]):
        self.registers, codes = observed(arch, lanes, scalars, vectors), codes_of(arch)
        self.lanes, self.vectors, self.numbers = lanes, vectors, np.array(vectors, np.intp)
        self.scalars = tuple(name for name in scalars if 0 <= codes.get(name, -1) < 128)
        self.places = np.array([codes[name] for name in self.scalars], np.intp)
        self.named = {name: OTHERS[name] for name in scalars if name not in self.scalars}

    def scalar_values(self, held) -> dict[str, int]:
        """{dword: value}"""
        found = dict(zip(self.scalars, held.s[self.places].tolist()))
        for name, field in self.named.items():
            found[name] = int(getattr(held, field))
        return found

    def open_scalars(self, held) -> dict[str, int]:
        """{dword: mask of open bits}, of those that are open."""
        found, words = {}, held.s_open.tolist()
        if words != NONE_OPEN:
            found = {
                n: 0xFFFFFFFF for n, at in zip(self.scalars, self.places.tolist()) if words[at >> 5] >> (at & 31) & 1
            }
        if held.scc_open and "scc" in self.named:
            found["scc"] = 1
        return found

    def rows(self, held) -> np.ndarray:
        """uint32 by vector and lane: a copy."""
        return held.v[self.numbers, :self.lanes]


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


def memory_of(plan: Plan, buffers, shadows) -> list[Memory]:
    """What is looked at of the memory of a run."""
    shown = []
    for look in plan.observed_ranges:
        for region, buffer, shadow in zip(plan.regions, buffers, shadows):
            offset = look.address - region.address
            if 0 <= offset and offset + look.size <= region.size:
                opened = bytes(shadow[offset:offset + look.size])
                opened = opened.translate(OPENED) if opened.count(0) < look.size else b""
                shown.append(
                    Memory(look.name, look.address, bytes(buffer[offset : offset + look.size]), opened, look.relative)
                )
                break
    return shown
