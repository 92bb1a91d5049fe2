"""Runs through the C interface are runs: a pool whose runs are refused before they begin shows nothing."""
from collections import Counter
from itertools import islice

import pytest

from ..model import Machine
from . import (pool_advice, pool_formats, pool_groups, pool_hazards, pool_images, pool_memory, pool_orders,
               pool_samples, pool_share, pool_traps, pool_waits)
from .calls import copied

STEP, MOST = 11, 40                                    # every so many of a pool's calls are looked at, so many of them


def statuses(calls) -> Counter:
    """How the runs end."""
    found: Counter = Counter()
    for one in islice(calls, 0, STEP * MOST, STEP):
        for call in one.runs:
            given = dict(call.given)
            given["regions"] = copied(given.get("regions", ()))
            found[Machine(*one.size).run(**given).status] += 1
    return found


@pytest.mark.parametrize("pool", [pool_memory.of_forms, pool_memory.of_rare, pool_memory.of_mixtures,
                                  pool_memory.of_groups, pool_memory.of_lds_reads, pool_memory.of_caches,
                                  pool_formats.calls,
                                  pool_waits.calls, pool_hazards.calls, pool_images.calls, pool_samples.of_samples,
                                  pool_samples.of_rays, pool_samples.of_stacks, pool_share.of_forms,
                                  pool_share.of_syncs, pool_share.of_counts, pool_advice.of_exports,
                                  pool_advice.of_advice, pool_groups.calls, pool_hazards.of_parted,
                                  pool_orders.calls, pool_traps.calls],
                         ids=lambda f: f"{f.__module__}.{f.__name__}")
def test_few_runs_of_a_pool_are_refused(pool):
    found = statuses(pool(1))
    assert found["invalid"] * 20 <= found.total() > 20
    assert found["ok"] * 4 >= found.total()
