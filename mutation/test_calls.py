"""Runs through the C interface: what is seen of them is of this run alone, and is all there is."""
import random
from itertools import islice
from operator import ne
from types import SimpleNamespace

import numpy as np
import pytest

from ..generators.drawn import arrays
from ..harness.assembly import assemble_lines
from ..model.machine import EVERY_WAVE, V0, Wave, extension
from ..model.orders import NO_WAY
from .calls import POINTS, Call, Calls, Machines, Order, calls_of, left_in, performed
from .cases import CALLED
from .pools import plans as of_plans

SEED, LOOKED_AT, STEP = 3, 60, 11                     # calls of a pool that are made again; every so many


@pytest.fixture(scope="module", autouse=True)
def let_go():
    """What these tests made is much, and nobody else's."""
    yield
    calls_of.cache_clear()


def once(*runs, size=(4, 64, 4096)):
    return performed(Machines(extension()), Calls("once", runs, size))


def plain(*lines, **more):
    return Call({"arch": "gfx1100", "wave": 32, "code": b"".join(assemble_lines("gfx1100", 32, list(lines)))} | more)


@pytest.mark.parametrize("module", CALLED, ids=lambda module: module.__name__.rpartition(".")[2])
def test_a_seed_fixes_the_calls(module):
    assert tuple(islice(module.calls(SEED), LOOKED_AT)) == calls_of(module, SEED)[:LOOKED_AT]
    assert any(map(ne, calls_of(module, SEED), module.calls(SEED + 1)))


@pytest.mark.long
def test_a_run_is_the_same_after_any_others():
    """On one machine for all pools, as a mutant has it, in this order and every third in the other; plans on a new one
    too."""
    used, every = Machines(extension()), [one for module in CALLED for one in calls_of(module, SEED)]
    found = [performed(used, one) for one in every]
    back = zip(every[::-3], found[::-3])
    assert [one.name for one, seen in back if performed(used, one) != seen] == []
    plans = zip(calls_of(of_plans, SEED), found)
    assert [one.name for one, seen in plans if performed(Machines(extension()), one) != seen] == []


# {architecture: a run that leaves all it can: memory of every kind, findings without room, messages, open values}
SPOILS = {arch: assemble_lines(arch, 64, [
    "v_mov_b32 v1, 0", "s_mov_b32 m0, 0x10000", "ds_add_rtn_u32 v3, v1, v2 gds", *["v_mov_b32 v4, v3"] * 9,
    "ds_append v7 gds", "s_sendmsg sendmsg(MSG_INTERRUPT)", "exp mrt0 v1, v1, v1, v1", "ds_write_b32 v1, v1",
    "s_barrier",
]) for arch in ("gfx906", "gfx1100")}


def spoiled(machines: Machines, calls: Calls, arch: str) -> tuple[str, ...]:
    """What a Calls shows where such a run was the one before."""
    given = {"arch": arch, "wave": 64, "code": b"".join(SPOILS[arch])[:calls.size[2] // 4 * 4], "limit": 60,
             "lds_bytes": 512, "lds": bytes(range(256)) * 2, "group": [128, 1, 1], "grid": [256, 1, 1]}
    performed(machines, Calls("spoil", (Call(given),), calls.size))
    return performed(machines, calls)


def test_what_a_call_shows_does_not_hang_on_the_run_before():
    some = [one for module in CALLED for one in calls_of(module, SEED)[:80 * STEP:STEP]]
    clean, spoilt = Machines(extension()), Machines(extension())
    assert [one.name for n, one in enumerate(some)
            if performed(clean, one) != spoiled(spoilt, one, ("gfx906", "gfx1100")[n % 2])] == []


def test_registers_memory_and_traces_are_seen():
    sets = [(EVERY_WAVE, V0, 1)]
    first = plain("v_mov_b32 v1, v0", sets=sets)
    assert once(first) == once(first)
    assert once(first) != once(plain("v_mov_b32 v1, v0", sets=[(EVERY_WAVE, V0, 2)]))
    both, traced = [Machines(extension()) for _ in range(2)], Calls("traced", (Call(first.given, how="trace"),))
    assert len({once(first), *(performed(one, traced) for one in both)}) == 2      # wherever the host has a machine
    beside = plain("v_mov_b32 v1, v0", sets=sets, regions=((0x20000, b"a"),))
    assert once(beside) != once(plain("v_mov_b32 v1, v0", sets=sets, regions=((0x20000, b"b"),)))


def test_what_is_open_is_not_seen_but_that_it_is():
    assert left_in(b"ab", b"\0\1") == left_in(b"ac", b"\0\1") not in (left_in(b"ab", b"\0\0"), left_in(b"a", b"\0"))
    late = [plain("s_load_b32 s4, s[0:1], 0x0", policy="late", sets=[(EVERY_WAVE, 0, 0x20000), (EVERY_WAVE, 1, 0)],
                  regions=((0x20000, data),)) for data in (b"1111", b"2222")]
    assert once(late[0]) != once(late[1])              # the memory
    read = [plain("v_mov_b32 v3, v9", sets=[(EVERY_WAVE, V0, n)]) for n in (1, 2)]
    assert once(read[0]) != once(read[1])


def wave_of(**numbers):
    """(a wave of 32 lanes after a run, its arrays by name): `numbers` beside them."""
    ffi = extension()[0]
    wave, parts = ffi.new("struct assay_wave *", {"lanes": 32} | numbers), {}
    for name, dtype, shape in Wave.SHAPES:
        parts[name] = np.zeros(shape, dtype)
        kind = "uint32_t(*)[64]" if name == "v" else f"uint{8 * parts[name].itemsize}_t *"
        setattr(wave, name, ffi.cast(kind, parts[name].ctypes.data))
    return wave, parts


def left(wave):
    address = int(extension()[0].cast("uintptr_t", wave))
    return arrays.extension()[1].plan_left(arrays.model("assay_wave", address))


@pytest.mark.parametrize("name", [name for name, *_ in Wave.SHAPES])
def test_each_register_of_a_wave_is_seen(name):
    """And what is known of it; a tolerance only where there is one."""
    wave, parts = wave_of()
    seen = {left(wave)}
    if name in ("v_ulp", "v_float"):
        parts["v_tolerant"][:] = 1
        seen = {left(wave)}
    places = [(*rest, 31) if name == "v" else rest for rest in np.ndindex(parts[name].shape[:1])]
    for place in places:
        parts[name][place] = 1
        seen.add(left(wave))
    assert len(seen) == 1 + len(places)


def test_each_number_of_a_wave_is_seen():
    seen = [left(wave_of()[0]), *(left(wave_of(**{name: 1})[0]) for name in Wave.NUMBERS)]
    assert len(set(seen)) == len(seen)


def test_what_is_open_or_near_is_not_seen():
    wave, parts = wave_of(scc_open=1)
    parts["v_open"][7], parts["v_tolerant"][7], parts["s_open"][1] = 1, 2, 1
    before = left(wave)
    wave.scc = 1
    parts["v"][7, :2], parts["s"][32], parts["v"][7, 32], parts["v_open"][8] = 5, 5, 5, 1 << 32
    assert left(wave) == before                        # lane 32 is none of this wave's
    parts["v"][7, 2] = 5
    assert left(wave) != before


@pytest.mark.parametrize("size", [1, 7, 8, 9, 24])
def test_each_byte_is_seen(size):
    """By itself, and that it is open."""
    for n in range(size):
        data, opened = bytearray(size), bytearray(size)
        seen = [left_in(data, opened)]
        data[n] = 1
        seen.append(left_in(data, opened))
        opened[n] = 2
        seen.append(left_in(data, opened))
        data[n] = 0
        assert len(set(seen)) == 3 and left_in(data, opened) == seen[2]


def test_orders_are_seen_with_what_each_leaves():
    sets = [(EVERY_WAVE, V0, 0), (EVERY_WAVE, V0 + 5, 5), (EVERY_WAVE, 8, 0x20000), (EVERY_WAVE, 9, 0),
            (EVERY_WAVE, 126, 1)]
    beside = {"sets": [*sets, (0, V0 + 5, 4)], "regions": ((0x20000, bytes(8)),), "group": [64, 1, 1],
              "grid": [64, 1, 1]}
    made = [Call(plain(f"global_store_b32 v0, v5, s[8:9]{more}", *["s_endpgm"] * count, **beside).given, how="order")
            for more, count in (("", 1), (" offset:4", 1), ("", 2))]
    found = [once(one) for one in made]
    assert found[0] == once(made[0]) and found[1] not in (found[0], found[2])
    order = Order(random.Random(0), {})
    point = SimpleNamespace(ways=[SimpleNamespace(event=1, wave=0, lane=2, pc=4, by=0)], count=1, state=(5, 6))
    assert [order.pick(point) for _ in range(POINTS + 1)] == [0] * (POINTS - 1) + [NO_WAY] * 2
    assert order.states == {(5, 6): 0} and order.points[0] == (0, [(1, 0, 2, 4, 0)])


def test_what_was_touched_is_seen():
    def made(offset, *told):
        return plain(f"global_load_b32 v1, v0, s[8:9] offset:{offset}", "s_waitcnt vmcnt(0)",
                     sets=[(EVERY_WAVE, V0, 0), (EVERY_WAVE, 8, 0x20000), (EVERY_WAVE, 9, 0), (EVERY_WAVE, 126, 1)],
                     regions=((0x20000, bytes(8), bytes(8), "global", *told),))
    assert once(made(0)) == once(made(4)) and once(made(0, True)) != once(made(4, True))


def test_fields_put_in_by_hand_reach_the_model():
    given = plain("s_nop 0").given
    assert once(Call(given, ((("policy",), 9),))) != once(Call(given)) != once(Call(given, ((("code",), None),)))
    assert once(Call(given | {"regions": ((0x20000, bytes(8)),)}, ((("regions", 0, "bytes"), None),))) != once(
        Call(given | {"regions": ((0x20000, bytes(8)),)}))
