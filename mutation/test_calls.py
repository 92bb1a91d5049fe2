"""Runs through the C interface: what is seen of them is of this run alone, and is all there is."""
import random
from itertools import islice
from operator import ne
from types import SimpleNamespace

import pytest

from ..harness.assembly import assemble_lines
from ..model.machine import EVERY_WAVE, V0, extension
from ..model.orders import NO_WAY
from .calls import POINTS, Call, Calls, Machines, Order, calls_of, hidden, performed
from .cases import CALLED
from .pools import plans as of_plans

SEED, LOOKED_AT = 3, 300                              # calls of a pool that are made again


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
    assert hidden(b"ab", b"\0\1") == hidden(b"ac", b"\0\1") != hidden(b"ab", b"\0\0")
    late = [plain("s_load_b32 s4, s[0:1], 0x0", policy="late", sets=[(EVERY_WAVE, 0, 0x20000), (EVERY_WAVE, 1, 0)],
                  regions=((0x20000, data),)) for data in (b"1111", b"2222")]
    assert once(late[0]) != once(late[1])              # the memory
    read = [plain("v_mov_b32 v3, v9", sets=[(EVERY_WAVE, V0, n)]) for n in (1, 2)]
    assert once(read[0]) != once(read[1])


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
