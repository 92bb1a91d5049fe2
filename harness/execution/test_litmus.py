"""Random litmus tests: compare allowed outcomes with those of a small machine that shares no code with the model. A
wave issues its operations in order. Each accesses its dword later, in any order that the manuals allow (RDNA3 ISA, 5.5,
5.6; Vega ISA, 4.3, 4.4; errata E-021, E-189, E-228). docs/outcomes.md has the rules."""
import os
import random
from typing import NamedTuple

import pytest

from ..case.directives import parse_assembly
from ..case.plan import resolve
from ..faults import curated_faults
from . import allowed_outcomes
from .model_run import Model

TESTS = int(os.environ.get("ASSAY_LITMUS", "60"))
PLACES = 2                                           # in memory, and as many in LDS
ARCHS = {"gfx906": 64, "gfx1100": 32}
NAMES = {
    "gfx906": {"load": "global_load_dword", "store": "global_store_dword", "add": "global_atomic_add",
               "fetch": "global_atomic_add", "ds load": "ds_read_b32", "ds store": "ds_write_b32",
               "ds add": "ds_add_u32", "ds fetch": "ds_add_rtn_u32"},
    "gfx1100": {"load": "global_load_b32", "store": "global_store_b32", "add": "global_atomic_add_u32",
                "fetch": "global_atomic_add_u32", "ds load": "ds_load_b32", "ds store": "ds_store_b32",
                "ds add": "ds_add_u32", "ds fetch": "ds_add_rtn_u32"},
}
HEAD = """; assay: arch {arch}
; assay: wave {wave}
; assay: group {group} 1 1
; assay: grid {group} 1 1
; assay: lds 64
; assay: lds_bytes 0000000000000000
; assay: memory buf size=64 u32=0,0
; assay: state exec = 1
; assay: state s[2:3] = buf
; assay: state v0 = 0
{state}
; assay: observe {observed}
{code}
end:
{waits}
"""


class Item(NamedTuple):
    """An operation on dword `place` of memory or LDS, a wait, or a barrier. A wait has a counter, and in `value` the
    number of operations that may remain outstanding."""
    what: str
    lds: bool = False
    place: int = 0
    value: int = 0
    counter: str = ""


def counter_of_operation(arch, one):
    """Return the counter that an operation increments (RDNA3 ISA, 5.6; Vega ISA, 4.4)."""
    if one.lds:
        return "lgkm"
    return "vs" if arch == "gfx1100" and one.what in ("store", "add") else "vm"


def draw_waves(rng, arch):
    """Draw two waves of up to three operations, or three waves of up to two, with waits between them. All waves have a
    barrier, or none."""
    count, barrier, share, waves = rng.choice((2, 2, 3)), rng.random() < 0.3, rng.choice((0, 0.3, 1)), []
    for wave in range(count):
        items = []
        for n in range(rng.randint(1, 5 - count)):
            lds = rng.random() < share
            what = rng.choice(("load", "load", "store", "store", "add", "fetch"))
            items.append(Item(what, lds, rng.randrange(PLACES), 1 << 4 * wave + n))
            if rng.random() < 0.5:
                counter = rng.choice(("vm", "lgkm", "vs")[:3 if arch == "gfx1100" else 2])
                items.append(Item("wait", value=0 if counter == "vs" else rng.randrange(2), counter=counter))
        if barrier:
            items.insert(rng.randint(0, len(items)), Item("barrier"))
        waves.append(tuple(items))
    return tuple(waves)


# ---- the machine ----

def results(arch, waves):
    """Return {(values that each wave loaded, memory and LDS)} for every order. A state consists of the index of each
    wave's next item, its outstanding operations in the order of issue, the group's queue to vector memory on GFX9, the
    loaded values, and the contents of the dwords."""
    none = ((),) * len(waves)
    start = ((0,) * len(waves), none, (), none, (0,) * 2 * PLACES)
    seen, stack, results = {start}, [start], set()
    while stack:
        state = stack.pop()
        ways = [*states_after_issue(arch, waves, state), *states_after_access(arch, waves, state)]
        if not ways:
            assert all(at == len(items) for at, items in zip(state[0], waves)), "a deadlock"
            results.add((tuple(tuple(sorted(one)) for one in state[3]), state[4]))
        stack += {way for way in ways if way not in seen}
        seen.update(ways)
    return results


def with_value(row, wave, value):
    return (*row[:wave], value, *row[wave + 1:])


def states_after_issue(arch, waves, state):
    """Yield the states after one wave issues its next item."""
    at, under, way, loaded, places = state
    for wave, items in enumerate(waves):
        if at[wave] == len(items):
            continue
        item, further = items[at[wave]], with_value(at, wave, at[wave] + 1)
        if item.what == "barrier":                    # all go on together
            if wave == 0 and all(n < len(mine) and mine[n].what == "barrier" for n, mine in zip(at, waves)):
                yield tuple(n + 1 for n in at), under, way, loaded, places
        elif item.what == "wait":
            # at most so many of the counter were issued behind the oldest that has not touched memory
            mine = [n for n, other in enumerate(items[:at[wave]])
                    if other.what not in ("wait", "barrier") and counter_of_operation(arch, other) == item.counter]
            if not set(mine[:len(mine) - item.value]) & set(under[wave]):
                yield further, under, way, loaded, places
        else:
            queue = way + ((wave, at[wave]),) * (arch == "gfx906" and not item.lds)
            yield further, with_value(under, wave, (*under[wave], at[wave])), queue, loaded, places


def states_after_access(arch, waves, state):
    """Yield the states after one outstanding operation accesses its dword."""
    at, under, way, loaded, places = state
    for wave, mine in enumerate(under):
        for n in mine:
            item = waves[wave][n]
            before = [waves[wave][m] for m in mine if m < n and waves[wave][m].lds == item.lds]
            if any(item.lds or other.place == item.place for other in before):
                continue                             # in LDS, and at one place, in the order of issue
            queue = way
            if arch == "gfx906" and not item.lds:
                if way[0] != (wave, n):
                    continue
                queue = way[1:]
            cell = item.place + PLACES * item.lds
            old = places[cell]
            new = {"load": old, "store": item.value}.get(item.what, old + item.value)
            got = loaded
            if item.what in ("load", "fetch"):
                got = with_value(loaded, wave, (*loaded[wave], (n, old)))
            yield (at, with_value(under, wave, tuple(m for m in mine if m != n)), queue, got,
                   (*places[:cell], new, *places[cell + 1:]))


# ---- the model ----

def case_text(arch, waves):
    """Return the case of a test in assembly form. Operation n of a wave loads into v[2 + n]; its operand is in v[16 + 8
    * wave + n]."""
    loads = range(2, 2 + max(map(len, waves)))
    state, code = [f"v{n} = 0" for n in loads], []
    for wave, items in enumerate(waves):
        code += [f"s_cmp_lg_u32 s0, {wave}", f"s_cbranch_scc1 next{wave}"]
        code += [item_text(arch, item, f"v{2 + n}", f"v{16 + 8 * wave + n}") for n, item in enumerate(items)]
        code += ["s_branch end", f"next{wave}:"]
        state += [f"v{16 + 8 * wave + n} = {item.value}" for n, item in enumerate(items)]
    state = [*(f"state {item}" for item in state), *(f"waves[{n}] s0 = {n}" for n in range(len(waves)))]
    waits = "s_waitcnt vmcnt(0) lgkmcnt(0)" + "\ns_waitcnt_vscnt null, 0" * (arch == "gfx1100")
    return HEAD.format(arch=arch, wave=ARCHS[arch], group=len(waves) * ARCHS[arch], code="\n".join(code), waits=waits,
                       state="\n".join(f"; assay: {item}" for item in state),
                       observed=" ".join(f"v{n}" for n in loads) + " lds")


def item_text(arch, one, result, value):
    """Return the assembly text of an item."""
    if one.what == "barrier":
        return "s_barrier"
    if one.what == "wait":
        single = one.counter == "vs"
        return f"s_waitcnt_vscnt null, {one.value}" if single else f"s_waitcnt {one.counter}cnt({one.value})"
    name = NAMES[arch]["ds " * one.lds + one.what]
    brings, has = one.what in ("load", "fetch"), one.what != "load"
    if one.lds:
        operands = [result] * brings + ["v0"] + [value] * has
        return f"{name} {', '.join(operands)} offset:{4 * one.place}"
    operands = [result] * brings + ["v0"] + [value] * has + ["s[2:3]"]
    return f"{name} {', '.join(operands)} offset:{4 * one.place}" + " glc" * (one.what == "fetch")


def model_results(waves, outcomes):
    """Return the model's allowed outcomes in the format of the machine's results."""
    out = set()
    for allowed in outcomes.results:
        loads = tuple(tuple((n, int(mine.vectors[2 + n][0])) for n, item in enumerate(items)
                            if item.what in ("load", "fetch")) for mine, items in zip(allowed.outcome.waves, waves))
        parts = [*(part.data for part in allowed.outcome.memory), *allowed.outcome.lds]
        memory = [int.from_bytes(data[at:at + 4], "little") for data in parts for at in (0, 4)]
        out.add((loads, tuple(memory)))
    return out


def first_difference(arch, model):
    """Return the first test for which machine and model differ, or None, and the numbers of results."""
    rng, sizes = random.Random(10), []
    for _ in range(TESTS):
        waves = draw_waves(rng, arch)
        case = parse_assembly(case_text(arch, waves), "litmus.s")[0]
        outcomes = allowed_outcomes.find_allowed_outcomes(resolve(case), model)
        wanted = results(arch, waves)
        if not outcomes.complete or model_results(waves, outcomes) != wanted:
            return waves, sizes
        sizes.append(len(wanted))
    return None, sizes


@pytest.mark.parametrize("arch", ARCHS)
def test_allowed_outcomes_equal_those_of_an_independent_machine(arch):
    differences, sizes = first_difference(arch, Model())
    assert differences is None
    assert max(sizes) > 6 and sum(size > 1 for size in sizes) > TESTS // 4


@pytest.mark.parametrize("arch, fault", [
    ("gfx906", "order-way-forgotten"), ("gfx906", "order-lds-free"), ("gfx1100", "order-stores-kept"),
    ("gfx1100", "order-way-for-all"), ("gfx1100", "order-lds-free"), ("gfx1100", "order-same-place"),
    ("gfx1100", "order-wait-passes"),
])
def test_a_missing_or_extra_order_is_detected(arch, fault):
    assert first_difference(arch, curated_faults.faulty_model(fault))[0] is not None


def test_the_machine_gives_the_classical_litmus_results():
    """Of four conceivable results of store buffering, message passing and load buffering, gfx1100 allows four and
    gfx906 three."""
    def load(place):
        return Item("load", False, place)

    def store(place):
        return Item("store", False, place, 1)
    tests = [((store(0), load(1)), (store(1), load(0))), ((store(0), store(1)), (load(1), load(0))),
             ((load(0), store(1)), (load(1), store(0)))]
    assert [len(results(arch, one)) for one in tests for arch in ("gfx1100", "gfx906")] == [4, 3, 4, 3, 4, 3]
