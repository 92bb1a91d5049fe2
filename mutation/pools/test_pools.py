"""Runs through the C interface are runs: a pool whose runs are refused before they begin shows nothing.  Nor does one
whose runs show what ran before them: any mutant would be noticed."""
import re
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from ...harness.assembly import assemble_lines
from ...model import Machine
from ...model.machine import extension
from ..calls import Call, Calls, Machines, copied, performed
from ..cases import CALLED
from . import advice, clauses, control, cut, edges, formats, groups, hazards, images, jumps, levels, lines, masks
from . import meetings, memory, moves, operands, ordered, orders, points, pool, records, samples, share, texels
from . import blends, contacts, corners, encounters, handlers, nodes, releases, seldom, shades, spots, told, touches
from . import traps, waits, ways

STEP, MOST = 11, 40                                    # of a large pool's calls every so many are looked at; so many


def statuses(calls) -> Counter:
    """How the runs end."""
    found: Counter = Counter()
    first = list(islice(calls, STEP * MOST))
    for one in first[::max(1, len(first) // MOST)]:
        for call in one.runs:
            given = dict(call.given)
            given["regions"] = copied(given.get("regions", ()))
            found[Machine(*one.size).run(**given).status] += 1
    return found


@pytest.mark.parametrize("pool", [
    memory.of_forms, memory.of_rare, memory.of_mixtures, memory.of_groups, memory.of_lds_reads, memory.of_caches,
    formats.calls, waits.calls, hazards.calls, images.calls, samples.of_samples, samples.of_rays, samples.of_stacks,
    share.of_forms, share.of_syncs, share.of_counts, advice.of_exports, advice.of_advice, groups.calls,
    hazards.of_parted, orders.calls, points.calls, traps.of_traps, memory.of_apertures, memory.of_bare, groups.of_units,
    clauses.of_turns, clauses.of_counted, orders.of_named, meetings.of_few, edges.of_buffers, edges.of_atomics,
    lines.of_rows, lines.of_traces, cut.of_ends, levels.calls, jumps.calls, operands.calls,
    texels.calls, masks.calls, ordered.of_few, touches.of_groups, touches.of_one, records.calls,
    handlers.calls, seldom.calls, nodes.calls, blends.calls, contacts.calls, releases.calls, ways.calls,
    encounters.calls, spots.calls, told.calls, corners.calls,
    shades.calls,
], ids=lambda f: f"{f.__module__}.{f.__name__}")
def test_few_runs_of_a_pool_are_refused(pool):
    found = statuses(pool(1))
    assert found["invalid"] * 20 <= found.total() > 20
    assert found["ok"] * 4 >= found.total()


@pytest.mark.parametrize("pool", [*CALLED, control, moves, pool], ids=lambda module: module.__name__)
def test_no_kind_of_a_pool_is_left_out(pool):
    """A kind that is written and never asked for shows nothing."""
    text = Path(pool.__file__).read_text()
    kinds = re.findall(r"^def (of_\w+)\(", text, re.M)
    assert [name for name in kinds if len(re.findall(rf"\b{name}\b", text)) < 2] == []


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
    some = [one for module in CALLED for one in islice(module.calls(1), 0, STEP * MOST * 2, STEP)]
    clean, spoilt = Machines(extension()), Machines(extension())
    assert [one.name for n, one in enumerate(some)
            if performed(clean, one) != spoiled(spoilt, one, ("gfx906", "gfx1100")[n % 2])] == []
