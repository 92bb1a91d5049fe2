"""A target behind a pipe. The harness owns the process: limits, restart after a crash or hang, on with the next
case."""
from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import selectors
import signal
import subprocess
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

import msgspec
from msgspec.structs import replace

from ..case.choices import Choices, Claims, common_claims, merge_choices, parse_choices, parse_claims
from ..case.plan import Plan
from ..execution.outcome import Outcome
from ..kernel_wrapper import wrap
from ..protocol import frames, messages
from ..protocol.frames import ProtocolError
from .orphan_processes import end_strays, marked
from .target_error import TargetError
from .timeout_tracker import NOT_RUN, Hangs

START_SECONDS = 120.0
CASE_SECONDS = 20.0
WINDOW = 32                                          # frames in flight
WINDOW_BYTES = 1 << 20
PATIENCE = 4                                         # cases without an answer one after another: no more are sent
NOT_SENT = f"{NOT_RUN}the target has not answered the last {PATIENCE}"
PIPE_BYTES = 1 << 20
PIECES = 64                                          # of a write
LOOK_SECONDS = 3600.0                                # of one wait; epoll takes no more than weeks
DEAF_SECONDS = 1.0                                   # for answers under way of a target that closed its input
LEFT_SECONDS = 1.0                                   # for the answers that a run which is left does not take
TALK_SECONDS = 0.3                                   # for more than was asked, of a target that has said such
PR_SET_PDEATHSIG = 1                                 # Linux's prctl.h
START_FAILURES = 3                                   # in a row, before the target counts as gone


class Failure(Exception):
    """The child did not answer as it must; `status` is timeout or crash."""

    def __init__(self, status: str, text: str):
        super().__init__(text)
        self.status = status

    def __reduce__(self):
        return Failure, (self.status, str(self))


def die_with_parent(told: int = signal.SIGKILL) -> None:
    """In a child, before its program: it is killed, or `told` otherwise, when the process that started it ends, however
    that ends."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, told)


def widen(pipe) -> None:
    """Makes room for more frames in a pipe, where that may be: fewer waits of one process for the other."""
    with contextlib.suppress(AttributeError, OSError):     # no Linux, or all that a user may have is in use
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)


class Child:
    """One process: bytes out, frames in, neither blocking the other.  It leads a group of processes, which ends with
    it, and so does what has left the group."""

    def __init__(self, command: list[str]):
        self.mark, environment = marked()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
            preexec_fn=die_with_parent, env=environment,
        )
        self.out: deque[bytes | memoryview] = deque()
        self.unsent, self.received, self.said = 0, bytearray(), b""           # unsent: bytes of what is to go out
        self.selector = selectors.DefaultSelector()
        stdin, stdout, stderr = self.process.stdin, self.process.stdout, self.process.stderr
        assert stdin is not None and stdout is not None and stderr is not None        # all are pipes
        self.stdin, self.stdout, self.stderr = stdin, stdout, stderr
        widen(stdin)
        widen(stdout)
        os.set_blocking(self.stdin.fileno(), False)
        os.set_blocking(self.stderr.fileno(), False)
        self.selector.register(self.stdout, selectors.EVENT_READ)
        self.selector.register(self.stderr, selectors.EVENT_READ)
        self.writing, self.deaf_until = False, None

    def send(self, data: bytes) -> None:
        """Queues bytes; they go out while frames are awaited."""
        self.out.append(data)
        self.unsent += len(data)

    def receive(self, deadline: float) -> bytes:
        """The next frame. Raises Failure at the deadline, at the end of the process, and for a frame that is none."""
        while True:
            try:
                data = frames.split_frame(self.received)
            except ProtocolError as error:
                raise Failure("crash", f"garbage: {error}") from None
            if data is not None:
                return data
            self._watch_input()
            left = min(deadline, self.deaf_until or deadline) - time.monotonic()
            if left <= 0 and self.deaf_until:
                raise Failure("crash", "it closed its input")
            if left <= 0:
                raise Failure("timeout", "no answer within the time limit")
            for key, _ in self.selector.select(min(left, LOOK_SECONDS)):
                (self._write if key.fileobj is self.stdin else self._read if key.fileobj is self.stdout
                 else self._hear)()

    def talks_on(self, seconds: float) -> bool:
        """Has it said more than the frames that were taken, or does it within so many seconds?"""
        if self.received:
            return True
        self._watch_input()
        return any(key.fileobj is self.stdout for key, _ in self.selector.select(seconds))

    def _watch_input(self) -> None:
        if bool(self.out) != self.writing:
            self.writing = not self.writing
            if self.writing:
                self.selector.register(self.stdin, selectors.EVENT_WRITE)
            else:
                self.selector.unregister(self.stdin)

    def _write(self) -> None:
        try:
            written = os.writev(self.stdin.fileno(), list(islice(self.out, PIECES)))
            self.unsent -= written
            while written and written >= len(self.out[0]):
                written -= len(self.out.popleft())
            if written:
                self.out[0] = memoryview(self.out[0])[written:]
        except BlockingIOError:
            pass
        except OSError:
            self.out.clear()                         # it reads no more; what it said before is still to be read
            self.unsent = 0
            self.deaf_until = time.monotonic() + DEAF_SECONDS

    def _hear(self) -> None:
        """Standard error, of which the end is kept."""
        try:
            data = os.read(self.stderr.fileno(), 1 << 16)
        except BlockingIOError:
            return
        if not data and self.stderr in self.selector.get_map():
            self.selector.unregister(self.stderr)
        self.said = (self.said + data)[-2000:]

    def _read(self) -> None:
        data = os.read(self.stdout.fileno(), 1 << 18)
        if not data:
            raise Failure("crash", self._ending())
        self.received += data

    def _ending(self) -> str:
        try:
            code = self.process.wait(2)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        self._hear()
        said = self.said.decode("utf-8", "replace").strip().splitlines()
        how = f"killed by signal {-code}" if code < 0 else f"exit status {code}"
        return how + (f": {messages.printable_line(said[-1])}" if said else "")

    def kill(self) -> None:
        """Ends the process and what it has started, and frees the pipes."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)      # before anybody waits: the number is still its own
        except ProcessLookupError:
            pass
        self.process.wait()
        end_strays(self.mark)
        self.selector.close()
        for stream in (self.stdin, self.stdout, self.stderr):
            try:
                stream.close()
            except OSError:
                pass


@dataclass(slots=True)
class Job:
    """A plan on its way through the target; `wrapped` when it goes as a kernel of its own, `told` when less of it is
    asked for."""
    plan: Plan
    wrapped: wrap.Wrapped | None = None
    told: Plan | None = None
    refusal: Outcome | None = None
    alone: bool = False  # sent with nothing else in flight, to find out who brings the target down

    @property
    def sent(self) -> Plan:
        return self.wrapped.plan if self.wrapped else self.told or self.plan


class ProcessTarget:
    """A target that is a program. Use as a context manager; run() takes plans and gives outcomes in order."""

    def __init__(
        self, name: str, command: list[str], wrapped: bool = False, choices: Choices | None = None,
        case_seconds: float = CASE_SECONDS, start_seconds: float = START_SECONDS,
    ):
        self.name, self.command, self.wrapped = name, command, wrapped
        self.case_seconds, self.start_seconds = case_seconds, start_seconds
        self.child: Child | None = None
        self.numbers: dict[int, int] = {}            # id() of a job in flight -> the id its message went out with
        self.number, self.restarts, self.failed_starts = 0, 0, 0
        self.runs = False
        self.silent = 0                              # cases one after another, each alone, that it has not answered
        self.hangs: Hangs | None = None              # where given, what is known to hang is not sent again
        self.talkative = False                       # an answer came twice: on its own, each case is listened to longer
        self.unexplained: list[
            str
        ] = []  # failures with several cases in flight that did not come back when each ran alone
        try:
            self.hello = self._start()
            said = parse_choices({"choices": 1, **self.hello.choices}, f"{name}: hello.choices")
            self.choices = merge_choices(choices, said)
            claimed = parse_claims(self.hello.claims, f"{name}: hello.claims")
            # a file takes nothing of them back
            self.claims = common_claims(self.choices.claims or Claims(), claimed)
        except Failure as failure:
            self.close()
            raise TargetError(f"{name}: it does not start: {failure}") from None
        except ValueError as error:
            self.close()
            raise TargetError(str(error)) from None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self) -> None:
        """Ends the process."""
        if self.child is not None:
            self.child.kill()
            self.child = None

    def _start(self) -> messages.Hello:
        try:
            self.child = Child(self.command)
        except OSError as error:
            raise Failure("crash", f"{self.command[0]}: {error.strerror}") from None
        self.child.send(frames.frame({"type": "hello", "versions": [frames.VERSION]}))
        data = self.child.receive(time.monotonic() + self.start_seconds)
        try:
            return messages.read_hello(data)
        except ProtocolError as error:
            raise Failure("crash", str(error)) from None

    def _ready(self) -> None:
        """A running child, restarted when the last one ended. Raises Failure when it will not start."""
        if self.child is None:
            if self.failed_starts >= START_FAILURES:
                raise Failure("crash", "it does not start any more")
            self.restarts += 1
            try:
                self._start()
                self.failed_starts = 0
            except Failure:
                self.failed_starts += 1
                self.close()
                raise

    # Cases

    def run(self, plans: Iterable[Plan]) -> Iterator[Outcome]:
        """Outcomes of the plans, in their order; whatever the program does, each plan gets one.  After PATIENCE cases
        without an answer the others of the run are not sent; then one is enough in the next run.  RuntimeError while
        another run goes on: answers would go to whoever asks first."""
        if self.runs:
            raise RuntimeError("a run of this target is not at its end")
        self.runs, self.silent = True, PATIENCE - 1 if self.silent >= PATIENCE else 0
        try:
            yield from self._run(iter(plans))
        finally:
            self.runs = False

    def _run(self, source: Iterator[Plan]) -> Iterator[Outcome]:
        flying: deque[Job] = deque()
        try:
            yield from self._answers(source, flying)
        except GeneratorExit:
            self._forget(flying)
            raise
        except BaseException:                        # of the plans, or Ctrl-C
            self.close()
            raise

    def _answers(self, source: Iterator[Plan], flying: deque[Job]) -> Iterator[Outcome]:
        waiting: deque[Job] = deque()
        while True:
            self._fill(waiting, flying, source)
            if not flying:
                return
            job = flying[0]
            if job.refusal is not None:
                flying.popleft()
                yield job.refusal
                continue
            try:
                outcome = self._answer(job)
                flying.popleft()
                self.silent = 0
                if self.hangs:
                    self.hangs.ran(job.plan)
                yield outcome
            except Failure as failure:
                self.close()
                sent = [one for one in flying if one.refusal is None]
                if len(sent) > 1 and not job.alone:
                    self.unexplained.append(f"{failure.status}: {failure}")
                    for one in sent:
                        one.alone = True             # each again on its own: the one that fails then is to blame
                    waiting.extendleft(reversed(flying))
                    flying.clear()
                else:
                    flying.popleft()
                    waiting.extendleft(reversed(flying))
                    flying.clear()
                    if job.alone and self.unexplained:
                        self.unexplained.pop()
                    if failure.status == "timeout":
                        self.silent += 1
                        if self.hangs:
                            self.hangs.hung(job.plan)
                    yield self._failed(job, failure)

    def _forget(self, flying: deque[Job]) -> None:
        """Takes the answers under way of a run that is left: the next one would take them for its own."""
        deadline = time.monotonic() + LEFT_SECONDS
        try:
            for _ in (job for job in flying if job.refusal is None and self.child):
                self.child.receive(deadline)
        except Failure:
            self.close()

    def _failed(self, job: Job, failure: Failure) -> Outcome:
        return Outcome(name=job.plan.case.name, status=failure.status, lanes=job.plan.wave, text=str(failure))

    def _fill(self, waiting: deque, flying: deque, source) -> None:
        while len(flying) < WINDOW and not (self.child and self.child.unsent > WINDOW_BYTES):
            if flying and (flying[-1].alone or (waiting and waiting[0].alone)):
                return
            if waiting:
                job = waiting.popleft()
            else:
                plan = next(source, None)
                if plan is None:
                    return
                job = self._job(plan)
            job.alone |= self.silent >= PATIENCE - 1 or self.hangs is not None and self.hangs.doubted(job.plan)
            flying.append(job)
            if job.refusal is None:
                self._send(job)

    def _job(self, plan: Plan) -> Job:
        """Decides how a plan goes to this target: as it is, wrapped, or not at all."""
        job, reason = Job(plan), wrap.obstacle(plan, self.hello)
        if reason is None and not plan.starts_by_dispatch and (self.wrapped or wrap.needed(plan, self.hello)):
            try:
                if {"state", "dispatch"} & set(self.hello.features) == {"state"}:
                    raise wrap.CannotWrap("the target starts no kernels")
                job.wrapped = wrap.wrap(plan)
            except wrap.CannotWrap as error:
                reason = f"wrap: {error}"
        if plan.starts_by_dispatch and "registers" not in self.hello.features:
            job.told = replace(plan, observed=[])        # its memory alone
        if reason is not None:
            job.refusal = Outcome(
                name=plan.case.name, status="unsupported", lanes=plan.wave, operation=reason.partition(":")[0],
                text=reason,
            )
        return job

    def _send(self, job: Job) -> None:
        if why := NOT_SENT if self.silent >= PATIENCE else self.hangs.reason(job.plan) if self.hangs else "":
            job.refusal = self._failed(job, Failure("timeout", why))
            job.refusal.unsent = True
            return
        try:
            self._ready()
        except Failure as failure:
            job.refusal = self._failed(job, failure)
            return
        self.number += 1
        data = frames.frame(
            messages.run_message(self.number, job.sent, job.plan.case.limits.seconds or self.case_seconds)
        )
        if len(data) - 4 > self.hello.limits.frame:
            job.refusal = Outcome(name=job.plan.case.name, status="unsupported", operation="frame", lanes=job.plan.wave,
                                  text=f"a frame of {len(data) - 4} bytes; the target takes {self.hello.limits.frame}")
            return
        self.numbers[id(job)] = self.number
        self.child.send(data)

    def _answer(self, job: Job) -> Outcome:
        limit = job.plan.case.limits.seconds or self.case_seconds
        data = self.child.receive(time.monotonic() + limit)
        try:
            result = messages.read_result(data, job.sent)
        except ProtocolError as error:
            raise Failure("crash", f"garbage: {error}") from None
        if job.alone and self.child and self.child.talks_on(TALK_SECONDS if self.talkative else 0):
            raise Failure("crash", "it says more than it was asked")
        number = self.numbers.pop(id(job))
        self.talkative |= result.id < number
        if result.id != number:
            raise Failure("crash", f"the answer has id {result.id}; {number} was asked")
        try:
            outcome = messages.read_outcome(result, job.sent)
        except (ValueError, msgspec.ValidationError, KeyError) as error:
            raise Failure("crash", f"garbage: {error}") from None
        return wrap.unwrap(job.wrapped, outcome) if job.wrapped else outcome
