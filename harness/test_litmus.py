"""Random litmus tests: the search against a small model of its own, which puts the accesses of a program in every order
that the axioms of docs/outcomes.md allow, without states, machine or instruction."""
import random
from itertools import product

import pytest

from .assembly import parse_assembly
from .outcomes import explore
from .plan import resolve
from .run import Model

PLACES, FIRST = (0, 256), 10                           # byte offsets; the first register that a load writes
TEXT = {
    "gfx1100": {"store": "global_store_b32 v{place}, v{value}, s[2:3]",
                "load": "global_load_b32 v{to}, v{place}, s[2:3]",
                "wait": "s_waitcnt vmcnt(0)\ns_waitcnt_vscnt null, 0"},
    "gfx906": {"store": "global_store_dword v{place}, v{value}, s[2:3]",
               "load": "global_load_dword v{to}, v{place}, s[2:3]", "wait": "s_waitcnt vmcnt(0)"},
    "lds": {"store": "ds_store_b32 v{place}, v{value}", "load": "ds_load_b32 v{to}, v{place}",
            "wait": "s_waitcnt lgkmcnt(0)"},
}


def drawn(rng, waves):
    """Of each wave its operations: ("store", place, value), ("load", place, register) or ("wait",)."""
    program, value = [], 1
    for _ in range(waves):
        ops, register = [], FIRST
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(2)
            if rng.random() < 0.5:
                ops.append(("store", place, value))
                value += 1
            else:
                ops.append(("load", place, register))
                register += 1
            if rng.random() < 0.3:
                ops.append(("wait",))
        program.append(ops)
    return program


# ---- the axioms, by hand ----

def keeps_order(way, ops, first, then):
    """Does the access `first` of a wave touch memory before its access `then`?"""
    return way != "gfx1100" or ops[first][1] == ops[then][1] or ("wait",) in ops[first:then]


def results(way, program):
    """{(what each load brought, what is left)} over every order of the accesses."""
    accesses = [[n for n, op in enumerate(ops) if op[0] != "wait"] for ops in program]
    found = set()

    def walk(left, memory, seen):
        if not any(left):
            found.add((tuple(sorted(seen.items())), memory))
            return
        for wave, there in enumerate(left):
            for n in there:
                if any(m < n and keeps_order(way, program[wave], m, n) for m in there):
                    continue
                kind, place, what = program[wave][n]
                then = memory if kind == "load" else tuple(what if p == place else v for p, v in enumerate(memory))
                more = {**seen, (wave, what): memory[place]} if kind == "load" else seen
                walk([[k for k in other if (w, k) != (wave, n)] for w, other in enumerate(left)], then, more)
    walk(accesses, (0, 0), {})
    return found


# ---- the same by the model ----

def case(way, program):
    arch = "gfx1100" if way == "lds" else way
    lanes, lds = len(program) * 64, way == "lds"
    head = [f"arch {arch}", "wave 64", f"group {lanes} 1 1", f"grid {lanes} 1 1", "state exec = 1",
            "state v0 = 0", "state v1 = 256", "observe " + " ".join(f"v{FIRST + n}" for n in range(3))]
    head += ["lds 512", f"lds_bytes {'00' * 512}", "observe lds"] if lds else [
        "memory buf size=512", "state s[2:3] = buf", "observe memory:buf"]
    head += [f"waves[{n}] s4 = {n}" for n in range(len(program))]
    head += [f"state v{FIRST + n} = 0" for n in range(3)]
    lines = []
    for wave, ops in enumerate(program):
        lines += [f"s_cmp_lg_u32 s4, {wave}", f"s_cbranch_scc1 next{wave}"]
        for kind, *what in ops:
            if kind == "store":
                lines.append(f"v_mov_b32 v{2 + what[1] % 7}, {what[1]}")
                lines.append(TEXT[way][kind].format(place=what[0], value=2 + what[1] % 7))
            else:
                lines.append(TEXT[way][kind].format(place=what[0], to=what[1]) if what else TEXT[way][kind])
        lines += ["s_endpgm", f"next{wave}:"]
    return parse_assembly("".join(f"; assay: {line}\n" for line in head) + "\n".join([*lines, "s_endpgm", ""]))[0]


def by_model(way, program):
    found = explore(resolve(case(way, program)), Model())
    assert found.whole
    shown = set()
    for one in found.results:
        loads = {(wave, op[2]): int(one.outcome.waves[wave].vectors[op[2]][0])
                 for wave, ops in enumerate(program) for op in ops if op[0] == "load"}
        data = one.outcome.lds[0] if way == "lds" else one.outcome.memory[0].data
        shown.add((tuple(sorted(loads.items())), tuple(int.from_bytes(data[p:p + 4], "little") for p in PLACES)))
    return shown


@pytest.mark.parametrize("way", TEXT)
@pytest.mark.parametrize("waves, seed", [*product((2,), range(12)), *product((3,), range(4))])
def test_the_search_finds_what_the_axioms_allow(way, waves, seed):
    program = drawn(random.Random(100 * waves + seed), waves)
    assert by_model(way, program) == results(way, program)


def test_the_axioms_know_the_classical_tests():
    """Store buffering, message passing, load buffering: how many of the four results are left."""
    sb = [[("store", 0, 1), ("load", 1, FIRST)], [("store", 1, 2), ("load", 0, FIRST)]]
    mp = [[("store", 0, 1), ("store", 1, 2)], [("load", 1, FIRST), ("load", 0, FIRST + 1)]]
    lb = [[("load", 0, FIRST), ("store", 1, 1)], [("load", 1, FIRST), ("store", 0, 2)]]
    assert [len(results(way, one)) for one in (sb, mp, lb) for way in ("gfx1100", "gfx906")] == [4, 3, 4, 3, 4, 3]
