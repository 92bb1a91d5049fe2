"""Run a kernel on several cores. Each core runs some of the groups on a copy of the memory; then the results are
joined.

The joined result equals a serial run under these conditions. No share accesses a dword that another share wrote, except
in private memory. Nothing depended on the order of groups (global data share, clocks). The behaviour did not depend on
undefined values. No list of findings is full. No share before the last ended early. If a group faults, the groups after
it never run, so later shares are dropped. If a condition is not met, the kernel runs again on one core, from the same
memory."""
from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..case.choices import Choices
from ..case.plan import Plan
from .model_run import MAX_FINDINGS, MAX_RESIDENT_WAVES, Model
from .outcome import Outcome
from .readback import read_outcome

TOUCH_WRITTEN, TOUCH_PRIVATE = 2, 4                  # of enum assay_usage
FORGOTTEN_RULE = "race.groups.forgotten"


@dataclass(slots=True)
class GroupShare:
    """The result of running some groups: machine, result, and the bytes, undefined bits and accessed dwords of each
    region.
    """
    machine: Any
    result: Any
    buffers: list[bytearray]
    undefined: list[bytearray]
    touched: list[bytearray | None]


class JoinedMachine:
    """The machines of several shares in sequence, as read_outcome() uses a machine."""

    def __init__(self, shares: list[GroupShare]):
        self.shares = shares

    def records(self) -> dict:
        """Exports and messages, as Machine.records."""
        joined: dict = {}
        for share in self.shares:
            for kind, records in share.machine.records().items():
                joined.setdefault(kind, []).extend(records)
        return joined

    def lds_and_undefined(self) -> tuple[bytes, bytes]:
        """The LDS of the last group, as Machine.lds_and_undefined."""
        return self.shares[-1].machine.lds_and_undefined()


class ParallelModel(Model):
    """The model on `jobs` cores, for cases that observe no registers. Results and findings equal those of one core."""

    def __init__(self, jobs: int, choices: Choices | None = None):
        super().__init__(choices, recorded_waves=MAX_RESIDENT_WAVES)
        self.models, self.stopped = [self, *(Model(choices, recorded_waves=MAX_RESIDENT_WAVES)
                                             for _ in range(jobs - 1))], False

    def stop_run(self) -> None:
        """Stop the runs of all shares, as Model.stop_run."""
        self.stopped = True
        for model in self.models:
            Model.stop_run(model)

    def progress(self) -> int:
        """The number of instructions of all shares so far."""
        return sum(Model.progress(model) for model in self.models)

    def dispatch(self, plan: Plan, buffers: list, shadows: list, trace=None, **packet) -> Outcome:
        """Run one dispatch, as Model.dispatch."""
        count = min(len(self.models), plan.groups)
        if count > 1 and trace is None and not packet and can_share(plan):
            shares = self.run_shares(plan, buffers, shadows, count)
            if (result := self.join_results(plan, shares)) is not None:
                copy_written(plan, shares, buffers, shadows)
                return read_outcome(plan, JoinedMachine(shares), result, buffers, shadows)
        return super().dispatch(plan, buffers, shadows, trace, **packet)

    def run_shares(self, plan: Plan, buffers: list, shadows: list, count: int) -> list[GroupShare]:
        """Run the groups in `count` shares, each on its own copy of the memory."""
        bounds = [plan.groups * n // count for n in range(count + 1)]
        with ThreadPoolExecutor(count) as threads:
            return list(threads.map(lambda model, first, end: run_share(model, plan, buffers, shadows, first, end),
                                    self.models, bounds, bounds[1:]))

    def join_results(self, plan: Plan, shares: list[GroupShare]):
        """The result of all groups; shares after one that ended early are removed from `shares`. Return None if the
        kernel must run on one core."""
        total = sum(share.result.instructions for share in shares)
        if self.stopped and any(share.result.status == "limit" for share in shares):
            end = next(share for share in shares if share.result.status == "limit")
            return replace(end.result, text=f"stopped after {total} instructions", instructions=total, kept=0)
        ended = next((n for n, share in enumerate(shares, 1) if share.result.status != "ok"), len(shares))
        del shares[ended:]
        total = sum(share.result.instructions for share in shares)
        findings = merge_findings(shares)
        limit = plan.case.limits.instructions
        if shares[-1].result.status in ("limit", "invalid") or (limit is not None and total > limit):
            return None
        if findings is None or not records_fit(shares) or depend_on_order(shares) or have_conflicts(shares):
            return None
        return replace(shares[-1].result, instructions=total, kept=0, findings=findings.findings,
                       findings_dropped=findings.dropped, errors=sum(share.result.errors for share in shares),
                       races=sum(share.result.races for share in shares))


def can_share(plan: Plan) -> bool:
    """True if a case observes no registers and its random draws do not depend on earlier groups."""
    case = plan.case
    return (plan.observed == [] and not plan.dispatch_registers and plan.trap_handler is None
            and case.policy != "random" and case.schedule == "round-robin")


def run_share(model: Model, plan: Plan, buffers: list, shadows: list, first: int, end: int) -> GroupShare:
    """Run groups `first` to `end` - 1 on copies of the memory."""
    from ...model.machine import overlapped_dwords
    data, undefined = [bytearray(b) for b in buffers], [bytearray(s) for s in shadows]
    touched = [bytearray(overlapped_dwords(r.address, r.size)) if r.space == "global" else None for r in plan.regions]
    machine = model.require_machine(plan.groups * plan.waves_per_group, len(plan.code))
    regions = [(r.address, b, o, r.space) + ((t,) if t is not None else ())
               for r, b, o, t in zip(plan.regions, data, undefined, touched)]
    options = model.run_arguments(plan, data, undefined) | {"regions": regions, "groups": (first, end - first)}
    return GroupShare(machine, model.call(machine.run, **options), data, undefined, touched)


class FindingList:
    """Findings as a machine lists them (model/state/findings.c)."""

    def __init__(self, share: GroupShare):
        self.findings, self.dropped = list(share.result.findings), share.result.findings_dropped
        self.reported_once = share.machine.once()

    def add(self, finding: tuple, once: bool) -> bool:
        """Add or drop a finding. Return False if it is unknown how often one core would report it."""
        rule, kind, _, pc, _ = finding
        if rule == FORGOTTEN_RULE or once and any((listed[0], listed[3]) == (rule, pc) for listed in self.findings):
            return True                              # reported once already
        if len(self.findings) < MAX_FINDINGS:
            self.findings.append(finding)
            self.reported_once.append(once)
            return True
        self.dropped += 1
        if kind not in ("error", "race"):
            return not once
        index = next((n for n, entry in enumerate(self.findings) if entry[1] not in ("error", "race")), None)
        if index is not None and self.reported_once[index]:
            return False
        if index is not None:
            self.findings[index], self.reported_once[index] = finding, once
        return index is not None or not once


def merge_findings(shares: list[GroupShare]) -> FindingList | None:
    """Return the findings that a run on one core would report, or None if the shares do not determine them."""
    merged = FindingList(shares[0])
    for share in shares[1:]:
        if share.result.mixed:
            return None
        if not all(merged.add(*item) for item in zip(share.result.findings, share.machine.once())):
            return None
        forgot = share.machine.forgot() and all(rule != FORGOTTEN_RULE for rule, *_ in share.result.findings)
        merged.dropped += share.result.findings_dropped - forgot
    return merged


def records_fit(shares: list[GroupShare]) -> bool:
    """True if one core would list as many exports and messages."""
    counts = [(s.machine.outcome.export_count, s.machine.outcome.message_count) for s in shares]
    dropped = any(s.machine.outcome.exports_dropped or s.machine.outcome.messages_dropped for s in shares)
    return not dropped and all(sum(column) <= MAX_FINDINGS for column in zip(*counts))


def depend_on_order(shares: list[GroupShare]) -> bool:
    """True if a share's run or findings depend on the shares before it."""
    if any(share.result.in_order or len(shares) > 1 and share.result.compared_end for share in shares):
        return True                                  # a wave may have waited for a wave of a later share
    if shares[0].machine.forgot():                   # one core would have lost the same records
        return False
    return any(share.machine.forgot() or any(share.machine.forgets_with(earlier.machine) for earlier in shares[:n])
               for n, share in enumerate(shares))


def have_conflicts(shares: list[GroupShare]) -> bool:
    """True if two shares accessed a dword that one of them wrote, or that was private memory in only one."""
    for masks in zip(*(share.touched for share in shares)):
        if masks[0] is None:
            continue
        earlier = np.zeros(len(masks[0]), np.uint8)
        for mask in masks:
            touched = np.frombuffer(mask, np.uint8)
            shared = (earlier != 0) & (touched != 0)
            written, private = (earlier | touched) & TOUCH_WRITTEN != 0, (earlier ^ touched) & TOUCH_PRIVATE != 0
            if (shared & (written | private)).any():
                return True
            earlier |= touched
    return False


def copy_written(plan: Plan, shares: list[GroupShare], buffers: list, shadows: list) -> None:
    """Copy the dwords that the shares wrote into the memory of the launch."""
    for share in shares:
        for number, (region, mask) in enumerate(zip(plan.regions, share.touched)):
            if mask is None:
                continue
            dwords = np.frombuffer(mask, np.uint8) & (TOUCH_WRITTEN | TOUCH_PRIVATE) != 0
            first = region.address % 4
            wrote = np.repeat(dwords, 4)[first:first + region.size]
            for target, source in ((buffers, share.buffers), (shadows, share.undefined)):
                np.copyto(np.frombuffer(target[number], np.uint8), np.frombuffer(source[number], np.uint8), where=wrote)
