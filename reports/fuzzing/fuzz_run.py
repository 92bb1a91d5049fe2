"""assay fuzz: sheets of streams dealt to worker processes, what they report kept in a campaign."""
from __future__ import annotations

import gc
import multiprocessing
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

import numpy as np

from ...generators.instructions.case_sampler import forms_of
from ...generators.programs import program_coverage
from ...generators.programs.random_programs import SHEET, Sheet
from ...harness.comparison.differential import checked_features
from ...harness.comparison.program_differential import Trial, TrialRunner
from ...harness.execution.program_plans import case_of
from ...harness.targets.registry import open_target
from ...harness.targets.target_error import TargetError
from ..certification import declared_support, worker_pool
from ..certification.task_types import CertifyOptions
from .run_database import About, Campaign, CampaignError, Failed, Part, kind_of, pack_bins, read_bins, stop_of
from .timeouts import Before, Unanswered, known_before

PART_SECONDS = 0.25                                  # between parts of a sheet, and between transactions
LOSSES = 3                                           # workers that one sheet may bring down
AHEAD = 2                                            # sheets a worker has before it


# ---- a worker ----

class Worker:
    """Makes sheets and runs them; tells what it did in parts, to `connection` where there is one.  `about`, `seconds`:
    of the campaign, of a case."""

    def __init__(self, connection: Connection | None, about: About, seconds: float):
        self.connection, self.about = connection, about
        self.target = open_target(about.target)
        if seconds and hasattr(self.target, "case_seconds"):
            self.target.case_seconds = seconds
        self.trials = TrialRunner(self.target, about.illegal)
        self.reached = program_coverage.nothing(about.options.arch)

    def loop(self) -> None:
        """Sheet after sheet until the parent ends; what makes cycles is collected once a sheet."""
        gc.disable()
        while True:
            number, start, stop, kept, before, news = self.connection.recv()
            self.reached.reshape(-1)[news] = True
            for part in self.parts(number, start, stop, kept, before):
                self.connection.send(part)
            gc.collect(1)

    def parts(self, number: int, start: int, stop: int, kept: frozenset[str], before: Before = Before()):
        """A sheet from stream `start` to before `stop`, part by part; `kept`: cases are kept of failures of these
        kinds; `before`: what is not answered."""
        sheet = Sheet(self.about.options, number, self.reached)
        trials = self.trials.prepare_batch(sheet)
        bins = program_coverage.bins_of(sheet, [n for n, one in enumerate(trials) if one.verdict != "illegal"])
        bins = bins[~self.reached.reshape(-1)[bins]]
        hangs = known_before(self.trials, trials, start, before)
        if hasattr(self.target, "hangs"):            # nothing of what other sheets met: these are dealt anyhow
            self.target.hangs, self.target.silent = hangs, 0
        part, said = Part(number, start, {}, [], sheet.digest(), pack_bins(bins)), time.monotonic()
        tally = Counter()
        for done, trial in enumerate(self.trials.run_on_target(trials[start:stop]), start + 1):
            tally[trial.tally_key] += 1
            tally["instructions"] += max(0, trial.answer.instructions)
            if trial.verdict == "fail":
                part.failures.append(failed(trial, kind_of(trial.cause) not in kept))
                kept |= {kind_of(trial.cause)}
            if done == stop or time.monotonic() - said >= PART_SECONDS:
                part.done, part.tally = done, dict(tally)
                part.hangs = sorted(map(sorted, hangs.known)) if done == stop else None
                yield part
                part, tally, said = Part(number, done, {}, []), Counter(), time.monotonic()


def failed(trial: Trial, whole: bool) -> Failed:
    """A failing stream as it is kept; with its case when it is the first of its kind in its sheet."""
    text = trial.comparison.text if trial.comparison and trial.comparison.text else trial.cause
    return Failed(trial.stream.number, trial.cause, text, case_of(trial.stream, trial.full_plan) if whole else None)


def work(connection: Connection, about: About, seconds: float) -> None:
    """A worker process: Ctrl-C is the parent's."""
    worker_pool.ignore_ctrl_c()
    try:
        Worker(connection, about, seconds).loop()
    except (EOFError, BrokenPipeError):
        pass                                         # the parent is gone
    except (TargetError, OSError) as error:
        connection.send(str(error))


# ---- the parent ----

@dataclass(slots=True)
class Hand:
    """A worker as the parent sees it: its sheets under way, in order, and how many sheets' bins it knows."""
    process: BaseProcess
    connection: Any
    sheets: list[int] = field(default_factory=list)
    knows: int = 0


class Fuzzer:
    """Runs a campaign with `jobs` workers up to `count` streams or until time() is `until`."""

    def __init__(self, campaign: Campaign, jobs: int, count: int | None, until: float, seconds: float, progress):
        self.campaign, self.jobs, self.count, self.until, self.seconds = campaign, jobs, count, until, seconds
        self.progress = progress
        self.context = multiprocessing.get_context("spawn")
        self.done: dict[int, int] = {}
        self.bins: dict[int, np.ndarray] = {}
        self.losses, self.waiting, self.parts = Counter(), [], []
        for number, done, bins in campaign.sheets():
            self.done[number], self.bins[number] = done, bins
        self.next = max(self.done, default=-1) + 1
        self.again = [n for n in range(self.next) if self.done.get(n, 0) < stop_of(n, count)]
        self.failing: dict[int, frozenset[str]] = {}                             # sheet -> kinds whose first is kept
        self.unanswered = Unanswered(campaign)
        for one in campaign.failures():
            self.keep(one)
        for number in {*range(self.next)} - {*self.again}:
            self.unanswered.over(number)
        self.hands: list[Hand] = []
        self.written = time.monotonic()

    def run(self) -> None:
        """Until there is nothing more to do; KeyboardInterrupt, and any other end, keeps what the workers have told."""
        try:
            while self.serve():
                pass
        finally:
            for hand in self.hands:
                self.drain(hand)
            self.end()
            self.flush()

    def serve(self) -> bool:
        """One round -> whether there is more to do."""
        over = bool(self.until) and time.time() >= self.until
        if not over:
            self.deal()
        busy = [hand for hand in self.hands if hand.sheets]
        if not busy or over:
            return False
        for connection in wait([hand.connection for hand in busy], PART_SECONDS):
            self.hear(next(hand for hand in busy if hand.connection is connection))
        if time.monotonic() - self.written >= PART_SECONDS:
            self.flush()
        return True

    def deal(self) -> None:
        """Gives every worker sheets to do, as far as the bins they hang on are known."""
        while len(self.hands) < self.jobs and self.peek() is not None:
            self.hands.append(self.hire())
        for hand in sorted(self.hands, key=lambda one: len(one.sheets)):
            while len(hand.sheets) < AHEAD and (number := self.peek()) is not None:
                if not self.give(hand, number):
                    break
                self.take()

    def peek(self) -> int | None:
        """The next sheet to be done."""
        if self.again:
            return self.again[0]
        return self.next if stop_of(self.next, self.count) else None

    def take(self) -> None:
        """It is dealt."""
        if self.again:
            self.again.pop(0)
        else:
            self.next += 1

    def give(self, hand: Hand, number: int) -> bool:
        """Sends a sheet with the news of earlier ones; False while they are not known, or the worker knows later
        ones."""
        upto = program_coverage.known_to(number)
        if hand.knows > upto or not self.settled(range(hand.knows, upto)):
            return False
        news = [self.bins[n] for n in range(hand.knows, upto)]
        hand.knows = upto
        try:
            hand.connection.send(
                (*self.task_of(number),
                 np.concatenate(news) if news else np.zeros(0, np.int64))
            )
        except OSError:
            self.lost(hand)
            return False
        hand.sheets.append(number)
        return True

    def settled(self, numbers: Iterable[int]) -> bool:
        """Is known of these sheets all that later ones hang on?"""
        return all(n in self.bins and n in self.unanswered.ended for n in numbers)

    def task_of(self, number: int) -> tuple:
        """What Worker.parts() takes."""
        return (number, self.done.get(number, 0), stop_of(number, self.count), self.kept(number),
                self.unanswered.before(number))

    def hire(self) -> Hand:
        """A new worker."""
        here, there = self.context.Pipe()
        process = self.context.Process(target=work, args=(there, self.campaign.about, self.seconds), daemon=True)
        with worker_pool.sigint_blocked():
            process.start()
        there.close()
        return Hand(process, here)

    def hear(self, hand: Hand) -> None:
        """What a worker tells."""
        try:
            said = hand.connection.recv()
        except (EOFError, OSError):
            self.lost(hand)
            return
        if isinstance(said, str):
            raise TargetError(said)
        self.note(said)
        if said.done >= stop_of(said.sheet, self.count):
            hand.sheets.remove(said.sheet)

    def note(self, part: Part) -> None:
        """One more part, to be written."""
        self.progress(part.done - self.done.get(part.sheet, 0), len(part.failures))
        if part.digest and part.sheet not in self.bins:
            self.bins[part.sheet] = read_bins(part.bins)
        self.done[part.sheet] = part.done
        for one in part.failures:
            self.keep(one)
        if part.hangs is not None:
            self.unanswered.note(part)
        self.parts.append(part)

    def keep(self, one: Failed) -> None:
        """One more failure: the first of its kind in its sheet is kept."""
        self.unanswered.keep(one)
        self.failing[one.number // SHEET] = self.kept(one.number // SHEET) | {kind_of(one.cause)}

    def kept(self, sheet: int) -> frozenset[str]:
        """The kinds of failures that a case of this sheet is kept of."""
        return self.failing.get(sheet, frozenset())

    def drain(self, hand: Hand) -> None:
        """What a worker has told and nobody heard."""
        try:
            while hand.connection.poll():
                said = hand.connection.recv()
                if isinstance(said, Part):
                    self.note(said)
        except (EOFError, OSError):
            pass

    def lost(self, hand: Hand) -> None:
        """A worker ended: what it had goes to another."""
        self.hands.remove(hand)
        hand.connection.close()
        hand.process.join()
        for number in hand.sheets[:1]:
            self.losses[number] += 1
            if self.losses[number] >= LOSSES:
                raise CampaignError(
                    f"sheet {number} (streams {number * SHEET} to {number * SHEET + SHEET - 1}) has ended "
                    f"{LOSSES} workers (exit status {hand.process.exitcode}); what was done is kept"
                )
        self.again = sorted({*self.again, *hand.sheets})

    def flush(self) -> None:
        """Writes what has come."""
        parts, self.parts, self.written = self.parts, [], time.monotonic()
        if parts:
            self.campaign.write(parts)

    def end(self) -> None:
        """Ends the workers, and with them their targets."""
        for hand in self.hands:
            hand.process.terminate()
        for hand in self.hands:
            hand.process.join(1)
            if hand.process.is_alive():
                hand.process.kill()
        self.hands.clear()


def about_of(target: str, options, illegal: bool, profile: str = "full") -> About:
    """What a campaign of this target is of: the options, less what the target does not have or claim and what the
    profile leaves out.  Raises TargetError."""
    from ...harness.comparison.program_differential import supported_options
    with open_target(target) as opened:
        hello = getattr(opened, "hello", None)
        if hello is None or not hasattr(opened, "run"):
            raise TargetError(f"{target} runs no programs; assay targets lists those that do")
        if options.arch not in hello.architectures:
            raise TargetError(f"{target} has no {options.arch}; it has {', '.join(hello.architectures)}")
        if illegal and "findings" not in checked_features(opened):
            raise TargetError(f"{target} reports no findings: --illegal is for targets that do")
        limits = declared_support.limits_of_target(opened, CertifyOptions(profile=profile))
        options = supported_options(opened, claimed(options, limits))
        if not options.waves or options.forms == ():
            raise TargetError(f"{target} claims nothing that streams on {options.arch} have: see its claims")
        return About(target, replace(options, careless=illegal), illegal)


def claimed(options, limits):
    """The options within the limits of claims and profile."""
    forms = forms_of(options.arch)
    left = tuple(n for n in (range(len(forms)) if options.forms is None else options.forms)
                 if limits.outside(forms[n]) is None)
    return replace(
        options, mode=limits.mode, modifiers=limits.modifiers, registers=limits.registers,
        waves=limits.sizes(options.arch), forms=left if len(left) < len(forms) or options.forms is not None else None,
    )
