"""Cases of the global data share's own operations: waves of a group that wait for each other by global wave sync,
counts in the order of waves, registers for streamout (RDNA3 ISA, 12.6.1, 13.4; Vega ISA, 12.13)."""
from __future__ import annotations

import numpy as np

from ...model import disassemble
from ...spec import traits_of
from ...spec.encode import encode, form as form_named, inline, s, v
from .encodings import random_fields

from . import memory_access, instruction_case
from .instruction_case import RESERVED, TRIES, Instruction, named

NUMBER = 80                                          # s80: the wave's number in its group
OWN, OTHER, DATA, FOUND, AGAIN, LESS_ONE, NOTHING = range(240, 247)      # VGPRs
SLOT, MOST = 256, 4                                  # bytes of LDS a wave; waves
RESOURCES, REGISTERS = 64, 96                        # of global wave sync; bytes of the registers for streamout
LATE = 40                                            # instructions, so that others come first
SHARE, FIRST_EXCHANGED = 2048, 4                     # bytes; registers from 4 to 7 can be exchanged (RDNA3 ISA, 13.4.3)


def is_share(form) -> bool:
    """Is it an operation that the global data share alone has?"""
    return form.op.note("+gds")


def make(form, rng, wave, draws, shape=None, mode=None) -> Instruction | None:
    """A case of the waves that the operation needs, each with its own registers; None when no encoding fits."""
    for _ in range(TRIES):
        fields = random_fields(form, rng, wave) | {"offset1": 0, "gds": 1}
        one = Instruction(form, wave, b"", "", shape or rng.choice(instruction_case.SHAPES), mode or "default", fields)
        width = form.op.results[0].width if form.op.results else 0
        place = {0: synced, 32: counted, 64: streamed}[width]
        if "vdst" in fields and fields["vdst"] == fields.get("addr"):          # no source is overwritten (13.4.1)
            continue
        setting = place(one, rng)
        code = encode(form, fields)
        size, one.text = disassemble(form.arch, wave, code)
        used = named(one.text)
        if size == len(code) and not used & (RESERVED | {f"v{n}" for n in range(OWN, NOTHING + 1)}):
            break
    else:
        return None
    instruction_case.fill(one, rng, draws, used)
    setting(draws)
    return one


def waits_around(arch: str, code: bytes) -> bytes:
    """Between waits for everything: nothing may be outstanding before either (RDNA3 ISA, 13.4.1)."""
    return memory_access.waits(arch) + code + memory_access.waits(arch)


def several(one: Instruction, count: int, each) -> None:
    """The case has so many waves in a group; `each`: number -> registers of its own."""
    one.extra |= {"group": [one.wave * count, 1, 1], "grid": [one.wave * count, 1, 1],
                  "waves": [each(number) for number in range(count)]}


# ---- global wave sync ----

def synced(one: Instruction, rng):
    """Waves that store to LDS, wait for each other and load what others have stored: who does not wait, or releases too
    many, too few or none, loads something else or never ends."""
    count, resource = rng.randrange(2, MOST + 1), rng.randrange(RESOURCES)
    one.fields["offset0"] = rng.randrange(256)
    base = (resource - one.fields["offset0"]) % RESOURCES | rng.choice((0, 1 << 9))

    def setting(draws) -> None:
        meets = is_the(one, "ds_gws_init") or is_the(one, "ds_gws_barrier")
        one.code = (met if meets else let_go)(one, count)
        rows = {OWN: 0, OTHER: 0, FOUND: 0x5EED, AGAIN: 0x5EED, LESS_ONE: count - 1, NOTHING: 0}
        one.state |= {f"v{n}": value for n, value in rows.items()} | {"m0": base << 16 | 0xFFFF}
        if "addr" in one.fields:
            one.state[f"v{one.fields['addr'].code - 256}"] = first_lane(one, count - 1, draws)
        lanes = 4 * np.arange(one.wave)
        several(one, count, lambda n: {
            f"s{NUMBER}": n, f"v{OWN}": (SLOT * n + lanes).tolist(),
            f"v{OTHER}": (SLOT * ((n + 1) % count if meets else 0) + lanes).tolist(),
            f"v{DATA}": draws.row("b", 32, one.wave)[0].tolist()})
        one.extra |= {"lds": 2 * SLOT * MOST, "lds_bytes": b"\x3c" * 2 * SLOT * MOST,
                      "memory": [{"name": "share", "space": "gds", "size": 16}]}
    return setting


def first_lane(one: Instruction, value: int, draws) -> np.ndarray:
    """A row with `value` in the first active lane, of EXEC 0 in lane 0, and anything in the others: one lane counts
    (RDNA3 ISA, 13.4.2)."""
    row, live = draws.row("b", 32, one.wave)[0], one.state["exec"]
    row[(live & -live).bit_length() - 1 if live else 0] = value
    return row


def is_the(one: Instruction, name: str) -> bool:
    """Is the instruction that one of the program?"""
    return form_named(one.form.arch, name).op.name == one.form.op.name


def sync(one: Instruction, name: str, register: int | None = None) -> bytes:
    """An operation on the case's resource: the instruction itself, or another beside it."""
    if is_the(one, name):
        return waits_around(one.form.arch, encode(one.form, one.fields))
    fields = {} if register is None else {"addr": v(register)}
    return waits_around(one.form.arch, encode(
        form_named(one.form.arch, name), {**fields, "gds": 1, "offset0": one.fields["offset0"] ^ RESOURCES}))


def plain(one: Instruction, name: str, **fields) -> bytes:
    return encode(form_named(one.form.arch, name), fields)


def jump(one: Instruction, name: str, code: bytes) -> bytes:
    """A branch over `code`, and it."""
    return encode(form_named(one.form.arch, name), {}, {"simm16": len(code) // 4}) + code


def begun(one: Instruction, first: bytes) -> bytes:
    """Wave 0 does `first` before any other goes on; SCC says then which wave is it."""
    compare = plain(one, "s_cmp_eq_u32", ssrc0=s(NUMBER), ssrc1=inline(0))
    return compare + jump(one, "s_cbranch_scc0", first) + plain(one, "s_barrier")


def stored(one: Instruction, time: int = 0) -> bytes:
    return waits_around(one.form.arch, plain(one, "ds_store_b32", addr=v(OWN), data0=v(DATA), offset1=MOST * time))


def loaded(one: Instruction, time: int = 0) -> bytes:
    return waits_around(one.form.arch, plain(one, "ds_load_b32", addr=v(OTHER), vdst=v(FOUND + time),
                                             offset1=MOST * time))


def met(one: Instruction, count: int) -> bytes:
    """All meet twice: the second time shows what the first barrier has left."""
    barrier = sync(one, "ds_gws_barrier", LESS_ONE)
    times = [stored(one, time) + barrier + loaded(one, time) for time in range(2)]
    return begun(one, sync(one, "ds_gws_init", LESS_ONE)) + b"".join(times)


def let_go(one: Instruction, count: int) -> bytes:
    """Wave 0 stores and lets the others go, the first time one by one or all at once; the second time shows what was
    left.  To release all where none waits lets none go."""
    nobody = sync(one, "ds_gws_sema_release_all") if is_the(one, "ds_gws_sema_release_all") else b""
    first = begun(one, sync(one, "ds_gws_init", NOTHING) + nobody)
    each = sync(one, "ds_gws_sema_v") * (count - 1)
    together = sync(one, "ds_gws_sema_br", LESS_ONE) if is_the(one, "ds_gws_sema_br") else each
    return first + released(one, together, 0) + plain(one, "s_barrier") + released(one, each, 1)


def released(one: Instruction, release: bytes, time: int) -> bytes:
    """SCC: wave 0, which comes late."""
    others = sync(one, "ds_gws_sema_p") + loaded(one, time)
    own = plain(one, "s_nop") * LATE + stored(one, time) + release
    over = encode(form_named(one.form.arch, "s_branch"), {}, {"simm16": len(others) // 4})
    return jump(one, "s_cbranch_scc0", own + over) + others


# ---- counts in the order of waves ----

def counted(one: Instruction, rng):
    """Waves whose turns are in any order; each lets the next one go."""
    registers = bool(traits_of(one.form.arch)["ordered_registers"])
    count, index, base = rng.randrange(1, MOST + 1), rng.randrange(16), 4 * rng.randrange(64)
    exchange = rng.randrange(3) == 0 and (not registers or FIRST_EXCHANGED <= index < 8)
    one.fields.update(offset0=4 * index | rng.randrange(4) | 64 * rng.randrange(4) * registers,
                      offset1=exchange << 4 | 1)
    turns = list(range(count))
    rng.shuffle(turns)

    def setting(draws) -> None:
        one.code = waits_around(one.form.arch, encode(one.form, one.fields))
        source = f"v{one.fields['addr'].code - 256}"
        several(one, count, lambda n: {"m0": base << 16 | turns[n], source: draws.row("b", 32, one.wave)[0].tolist()})
        kind, size = ("gs", REGISTERS) if registers else ("gds", SHARE)
        one.extra["memory"] = [
            {"name": "share", "space": kind, "size": size, "bytes": memory_access.stored(draws, "b32", size)}]
    return setting


# ---- registers for streamout ----

def streamed(one: Instruction, rng):
    """One wave: what a register holds, as two waves may come in any order."""
    one.fields["offset0"] = rng.randrange(256)

    def setting(draws) -> None:
        one.code = waits_around(one.form.arch, encode(one.form, one.fields))
        one.extra["memory"] = [
            {"name": "share", "space": "gs", "size": REGISTERS, "bytes": memory_access.stored(draws, "b32", REGISTERS)}]
    return setting
