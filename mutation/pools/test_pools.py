"""Runs through the C interface are runs: a pool whose runs are refused before they begin shows nothing."""
import re
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from ...model.machine import extension
from ..calls import Machines, copied
from ..cases import CALLED
from . import advice, clauses, control, cut, edges, formats, groups, hazards, images, jumps, levels, lines, masks
from . import meetings, memory, moves, operands, ordered, orders, points, pool, records, samples, share, texels
from . import blends, brinks, contacts, corners, encounters, handlers, nodes, releases, seldom, shades, spots, told
from . import neighbours, stacks, touches, traps, waits, ways

STEP, MOST = 11, 40                                    # of a large pool's calls every so many are looked at; so many


def statuses(calls) -> Counter:
    """How the runs end."""
    found, machines = Counter(), Machines(extension())
    first = list(islice(calls, STEP * MOST))
    for one in first[::max(1, len(first) // MOST)]:
        for call in one.runs:
            given = dict(call.given)
            given["regions"] = copied(given.get("regions", ()))
            found[machines.machine(one.size).run(**given).status] += 1
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
    shades.calls, neighbours.calls, stacks.calls, brinks.of_waves,
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
