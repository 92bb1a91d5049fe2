"""A kernel on several cores: each runs a share of the groups from the memory the launch began with, and the results
are put together where that is the same as one group after the other, by what the shares themselves have noted.

It is the same where no dword is touched by two shares one of which may have written it (private memory is nobody
else's), nothing hung on which groups ran before (the global data share, clocks), no open value decided anything,
every list of findings has room, and no share before the last counted one ended early.  Groups after one that faults
never run, so shares after it are dropped.  All else is run again on one core, from the same memory.
"""
from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..case.choices import Choices
from ..case.plan import Plan
from .model_run import AT_ONCE, FINDINGS, Model
from .outcome import Outcome
from .readback import reading

WRITTEN, PRIVATE = 2, 4                                # of enum assay_touch
FORGOTTEN = "race.groups.forgotten"


@dataclass(slots=True)
class Share:
    """What a run of some groups left: its machine and outcome, and by region bytes, openness and dwords touched."""
    machine: Any
    out: Any
    buffers: list[bytearray]
    shadows: list[bytearray]
    touched: list[bytearray | None]


class Joined:
    """What reading() asks of a machine, of several one after the other."""

    def __init__(self, shares: list[Share]):
        self.shares = shares

    def records(self) -> dict:
        """Exports and messages, as Machine.records."""
        found: dict = {}
        for share in self.shares:
            for what, records in share.machine.records().items():
                found.setdefault(what, []).extend(records)
        return found

    def lds(self) -> tuple[bytes, bytes]:
        """Of the last group."""
        return self.shares[-1].machine.lds()


class Shares(Model):
    """The model on `jobs` cores, for cases that look at no registers; results and findings are those of one."""

    def __init__(self, jobs: int, choices: Choices | None = None):
        super().__init__(choices, kept=AT_ONCE)
        self.all, self.stopped = [self, *(Model(choices, kept=AT_ONCE) for _ in range(jobs - 1))], False

    def stop(self) -> None:
        """As Model.stop."""
        self.stopped = True
        for model in self.all:
            Model.stop(model)

    def progress(self) -> int:
        """As Model.progress, of all shares."""
        return sum(Model.progress(model) for model in self.all)

    def dispatch(self, plan: Plan, buffers: list, shadows: list, trace=None, **packet) -> Outcome:
        """As Model.dispatch."""
        count = min(len(self.all), plan.groups)
        if count > 1 and trace is None and not packet and divisible(plan):
            shares = self.shares(plan, buffers, shadows, count)
            if (found := self.joined(plan, shares)) is not None:
                gather(plan, shares, buffers, shadows)
                return reading(plan, Joined(shares), found, buffers, shadows)
        return super().dispatch(plan, buffers, shadows, trace, **packet)

    def shares(self, plan: Plan, buffers: list, shadows: list, count: int) -> list[Share]:
        """Runs the groups in so many shares, each on memory of its own."""
        bounds = [plan.groups * n // count for n in range(count + 1)]
        with ThreadPoolExecutor(count) as threads:
            return list(threads.map(lambda model, first, end: share_of(model, plan, buffers, shadows, first, end),
                                    self.all, bounds, bounds[1:]))

    def joined(self, plan: Plan, shares: list[Share]):
        """Outcome of all groups, and `shares` without those that do not count; None: only one core can tell."""
        total = sum(share.out.instructions for share in shares)
        if self.stopped and any(share.out.status == "limit" for share in shares):
            end = next(share for share in shares if share.out.status == "limit")
            return replace(end.out, text=f"stopped after {total} instructions", instructions=total, kept=0)
        ended = next((n for n, share in enumerate(shares, 1) if share.out.status != "ok"), len(shares))
        del shares[ended:]
        total = sum(share.out.instructions for share in shares)
        list_ = listed(shares)
        limit = plan.case.limits.instructions
        if shares[-1].out.status in ("limit", "invalid") or (limit is not None and total > limit):
            return None
        if list_ is None or not fit(shares) or hang_together(shares) or meet(shares):
            return None
        return replace(shares[-1].out, instructions=total, kept=0, findings=list_.findings,
                       findings_dropped=list_.dropped, errors=sum(share.out.errors for share in shares),
                       races=sum(share.out.races for share in shares))


def divisible(plan: Plan) -> bool:
    """Whether a case looks at no registers, and draws no numbers that hang on the groups before."""
    case = plan.case
    return (plan.observed == [] and not plan.dispatch_registers and plan.trap_handler is None
            and case.policy != "random" and case.schedule == "round-robin")


def share_of(model: Model, plan: Plan, buffers: list, shadows: list, first: int, end: int) -> Share:
    """Runs groups `first` to `end` - 1 on copies of the memory."""
    from ...model.machine import dwords_of
    bytes_, opened = [bytearray(b) for b in buffers], [bytearray(s) for s in shadows]
    touched = [bytearray(dwords_of(r.address, r.size)) if r.space == "global" else None for r in plan.regions]
    machine = model.machine_for(plan.groups * plan.waves_per_group, len(plan.code))
    regions = [(r.address, b, o, r.space) + ((t,) if t is not None else ())
               for r, b, o, t in zip(plan.regions, bytes_, opened, touched)]
    options = model.options(plan, bytes_, opened) | {"regions": regions, "groups": (first, end - first)}
    return Share(machine, model.call(machine.run, **options), bytes_, opened, touched)


class List:
    """Findings as a machine lists them (model/state/findings.c)."""

    def __init__(self, share: Share):
        self.findings, self.dropped = list(share.out.findings), share.out.findings_dropped
        self.once = share.machine.once()

    def add(self, finding: tuple, once: bool) -> bool:
        """Lists or drops one more; False: how often one core would have told it is not known."""
        rule, kind, _, pc, _ = finding
        if rule == FORGOTTEN or once and any((one[0], one[3]) == (rule, pc) for one in self.findings):
            return True                                  # it is told once, and was
        if len(self.findings) < FINDINGS:
            self.findings.append(finding)
            self.once.append(once)
            return True
        self.dropped += 1
        if kind not in ("error", "race"):
            return not once
        place = next((n for n, one in enumerate(self.findings) if one[1] not in ("error", "race")), None)
        if place is not None and self.once[place]:
            return False
        if place is not None:
            self.findings[place], self.once[place] = finding, once
        return place is not None or not once


def listed(shares: list[Share]) -> List | None:
    """The findings of one core; None: they cannot be told from those of the shares."""
    found = List(shares[0])
    for share in shares[1:]:
        if share.out.mixed:
            return None
        if not all(found.add(*one) for one in zip(share.out.findings, share.machine.once())):
            return None
        untold = share.machine.forgot() and all(rule != FORGOTTEN for rule, *_ in share.out.findings)
        found.dropped += share.out.findings_dropped - untold
    return found


def fit(shares: list[Share]) -> bool:
    """Whether one core lists as many exports and messages."""
    counts = [(s.machine.outcome.export_count, s.machine.outcome.message_count) for s in shares]
    dropped = any(s.machine.outcome.exports_dropped or s.machine.outcome.messages_dropped for s in shares)
    return not dropped and all(sum(column) <= FINDINGS for column in zip(*counts))


def hang_together(shares: list[Share]) -> bool:
    """Whether what a share did, or is told of it, hangs on those before."""
    if any(share.out.in_order or len(shares) > 1 and share.out.compared_end for share in shares):
        return True                                    # a wave may have waited for one of a later share
    if shares[0].machine.forgot():                     # as one core would have at the same place
        return False
    return any(one.machine.forgot() or any(one.machine.forgets_with(other.machine) for other in shares[:n])
               for n, one in enumerate(shares))


def meet(shares: list[Share]) -> bool:
    """Whether two shares touched a dword that one of them may have written, or that was private to one only."""
    for masks in zip(*(share.touched for share in shares)):
        if masks[0] is None:
            continue
        seen = np.zeros(len(masks[0]), np.uint8)
        for mask in masks:
            now = np.frombuffer(mask, np.uint8)
            both = (seen != 0) & (now != 0)
            if (both & ((seen | now) & WRITTEN != 0)).any() or (both & ((seen ^ now) & PRIVATE != 0)).any():
                return True
            seen |= now
    return False


def gather(plan: Plan, shares: list[Share], buffers: list, shadows: list) -> None:
    """Puts what the shares wrote into the memory of the launch."""
    for share in shares:
        for number, (region, mask) in enumerate(zip(plan.regions, share.touched)):
            if mask is None:
                continue
            dwords = np.frombuffer(mask, np.uint8) & (WRITTEN | PRIVATE) != 0
            first = region.address % 4
            wrote = np.repeat(dwords, 4)[first:first + region.size]
            for to, given in ((buffers, share.buffers), (shadows, share.shadows)):
                np.copyto(np.frombuffer(to[number], np.uint8), np.frombuffer(given[number], np.uint8), where=wrote)
