"""A target that runs in a child process behind pipes. The harness sets time limits, restarts the process after a crash
or timeout, and continues with the next case."""
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
from .orphan_processes import kill_orphans, marked_environment
from .target_error import TargetError
from .timeout_tracker import NOT_RUN_PREFIX, TimeoutTracker

DEFAULT_START_S = 120.0
DEFAULT_CASE_S = 20.0
MAX_FRAMES_IN_FLIGHT = 32
MAX_UNSENT_BYTES = 1 << 20
MAX_UNANSWERED_CASES = 4                             # in a row; further cases of the run are not sent
NOT_SENT = f"{NOT_RUN_PREFIX}the target has not answered the last {MAX_UNANSWERED_CASES}"
PIPE_BYTES = 1 << 20
MAX_CHUNKS_PER_WRITE = 64
MAX_WAIT_S = 3600.0                                  # of one select call; epoll overflows at a few weeks
CLOSED_INPUT_WAIT_S = 1.0                            # for pending answers after the target closed its input
ABANDONED_RUN_WAIT_S = 1.0                           # for pending answers of a run that the caller abandons
EXTRA_OUTPUT_WAIT_S = 0.3                            # for unrequested output of a target that has sent some before
PR_SET_PDEATHSIG = 1                                 # Linux's prctl.h
MAX_START_FAILURES = 3                               # in a row; then the target is not restarted


class Failure(Exception):
    """The child did not answer correctly. `status`: timeout or crash."""

    def __init__(self, status: str, text: str):
        super().__init__(text)
        self.status = status

    def __reduce__(self):
        return Failure, (self.status, str(self))


def die_with_parent(signal_number: int = signal.SIGKILL) -> None:
    """Make the kernel send this child process a signal when its parent ends. Called in the child before exec."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal_number)


def enlarge_pipe(pipe) -> None:
    """Enlarge a pipe's buffer if the system allows, so that the processes wait less for each other."""
    with contextlib.suppress(AttributeError, OSError):     # not Linux, or the user's limit is reached
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)


class Child:
    """A child process that receives bytes and sends frames; neither direction blocks the other. It leads a process
    group. kill() ends the group and all orphans outside it."""

    def __init__(self, command: list[str]):
        self.mark, environment = marked_environment()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
            preexec_fn=die_with_parent, env=environment,
        )
        self.out: deque[bytes | memoryview] = deque()
        self.unsent, self.received, self.stderr_tail = 0, bytearray(), b""            # unsent: number of queued bytes
        self.selector = selectors.DefaultSelector()
        stdin, stdout, stderr = self.process.stdin, self.process.stdout, self.process.stderr
        assert stdin is not None and stdout is not None and stderr is not None        # all are pipes
        self.stdin, self.stdout, self.stderr = stdin, stdout, stderr
        enlarge_pipe(stdin)
        enlarge_pipe(stdout)
        os.set_blocking(self.stdin.fileno(), False)
        os.set_blocking(self.stderr.fileno(), False)
        self.selector.register(self.stdout, selectors.EVENT_READ)
        self.selector.register(self.stderr, selectors.EVENT_READ)
        self.writing, self.closed_input_deadline = False, None

    def send(self, data: bytes) -> None:
        """Queue bytes; they are written while receive() waits."""
        self.out.append(data)
        self.unsent += len(data)

    def receive(self, deadline: float) -> bytes:
        """Return the next frame. Raises Failure if the deadline passes, the process ends, or the frame is malformed."""
        while True:
            try:
                data = frames.split_frame(self.received)
            except ProtocolError as error:
                raise Failure("crash", f"garbage: {error}") from None
            if data is not None:
                return data
            self._update_write_interest()
            time_left = min(deadline, self.closed_input_deadline or deadline) - time.monotonic()
            if time_left <= 0 and self.closed_input_deadline:
                raise Failure("crash", "it closed its input")
            if time_left <= 0:
                raise Failure("timeout", "no answer within the time limit")
            for key, _ in self.selector.select(min(time_left, MAX_WAIT_S)):
                (self._write_stdin if key.fileobj is self.stdin else self._read_stdout if key.fileobj is self.stdout
                 else self._read_stderr)()

    def has_more_output(self, seconds: float) -> bool:
        """Is there output beyond the frames received, or does some arrive within so many seconds?"""
        if self.received:
            return True
        self._update_write_interest()
        return any(key.fileobj is self.stdout for key, _ in self.selector.select(seconds))

    def _update_write_interest(self) -> None:
        if bool(self.out) != self.writing:
            self.writing = not self.writing
            if self.writing:
                self.selector.register(self.stdin, selectors.EVENT_WRITE)
            else:
                self.selector.unregister(self.stdin)

    def _write_stdin(self) -> None:
        try:
            written = os.writev(self.stdin.fileno(), list(islice(self.out, MAX_CHUNKS_PER_WRITE)))
            self.unsent -= written
            while written and written >= len(self.out[0]):
                written -= len(self.out.popleft())
            if written:
                self.out[0] = memoryview(self.out[0])[written:]
        except BlockingIOError:
            pass
        except OSError:
            self.out.clear()                         # it closed its input; its pending output is still read
            self.unsent = 0
            self.closed_input_deadline = time.monotonic() + CLOSED_INPUT_WAIT_S

    def _read_stderr(self) -> None:
        """Read standard error and retain its last 2,000 bytes."""
        try:
            data = os.read(self.stderr.fileno(), 1 << 16)
        except BlockingIOError:
            return
        if not data and self.stderr in self.selector.get_map():
            self.selector.unregister(self.stderr)
        self.stderr_tail = (self.stderr_tail + data)[-2000:]

    def _read_stdout(self) -> None:
        data = os.read(self.stdout.fileno(), 1 << 18)
        if not data:
            raise Failure("crash", self._exit_description())
        self.received += data

    def _exit_description(self) -> str:
        try:
            code = self.process.wait(2)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        self._read_stderr()
        lines = self.stderr_tail.decode("utf-8", "replace").strip().splitlines()
        description = f"killed by signal {-code}" if code < 0 else f"exit status {code}"
        return description + (f": {messages.printable_line(lines[-1])}" if lines else "")

    def kill(self) -> None:
        """Kill the process and all processes it has started; close the pipes."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)      # before wait(), while the id cannot be reused
        except ProcessLookupError:
            pass
        self.process.wait()
        kill_orphans(self.mark)
        self.selector.close()
        for stream in (self.stdin, self.stdout, self.stderr):
            try:
                stream.close()
            except OSError:
                pass


@dataclass(slots=True)
class Job:
    """A plan that is sent to the target. `wrapped`: the kernel for the plan, if it runs as a kernel. `reduced`: the
    plan with fewer observed values, if the target cannot report all. `refusal`: the outcome, if the plan is not sent.
    """
    plan: Plan
    wrapped: wrap.WrappedPlan | None = None
    reduced: Plan | None = None
    refusal: Outcome | None = None
    alone: bool = False  # sent with nothing else in flight, to find the case that crashes the target

    @property
    def sent(self) -> Plan:
        return self.wrapped.plan if self.wrapped else self.reduced or self.plan


class ProcessTarget:
    """A target that runs in a child process. A context manager; run() takes plans and yields outcomes in order."""

    def __init__(
        self, name: str, command: list[str], wrapped: bool = False, choices: Choices | None = None,
        case_seconds: float = DEFAULT_CASE_S, start_seconds: float = DEFAULT_START_S,
    ):
        self.name, self.command, self.wrapped = name, command, wrapped
        self.case_seconds, self.start_seconds = case_seconds, start_seconds
        self.child: Child | None = None
        self.message_numbers: dict[int, int] = {}    # id() of a job in flight -> id of its message
        self.message_number, self.restarts, self.failed_starts = 0, 0, 0
        self.is_running = False
        self.unanswered = 0                          # cases in a row, each sent alone, without an answer
        self.hangs: TimeoutTracker | None = None     # if set, cases with instructions that time out are not sent
        self.has_answered_twice = False              # then wait for extra output after each case sent alone
        self.unexplained: list[str] = []             # failures of several cases in flight that no single case repeated
        try:
            self.hello = self._start()
            declared = parse_choices({"choices": 1, **self.hello.choices}, f"{name}: hello.choices")
            self.choices = merge_choices(choices, declared)
            claimed = parse_claims(self.hello.claims, f"{name}: hello.claims")
            self.claims = common_claims(self.choices.claims or Claims(), claimed)         # a file cannot add to these
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
        """Kill the process."""
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

    def _ensure_started(self) -> None:
        """Start the child if it is not running. Raises Failure if it does not start."""
        if self.child is None:
            if self.failed_starts >= MAX_START_FAILURES:
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
        """Yield an outcome for each plan, in order, even if the target crashes or does not answer. After
        MAX_UNANSWERED_CASES cases without an answer, the others are not sent. In the next run, one such case is enough.
        Raises RuntimeError while another run is active, as its answers would be mixed up."""
        if self.is_running:
            raise RuntimeError("a run of this target is not at its end")
        self.is_running = True
        self.unanswered = MAX_UNANSWERED_CASES - 1 if self.unanswered >= MAX_UNANSWERED_CASES else 0
        try:
            yield from self._run(iter(plans))
        finally:
            self.is_running = False

    def _run(self, source: Iterator[Plan]) -> Iterator[Outcome]:
        in_flight: deque[Job] = deque()
        try:
            yield from self._answers_in_order(source, in_flight)
        except GeneratorExit:
            self._drain_answers(in_flight)
            raise
        except BaseException:                        # raised by the plans, or Ctrl-C
            self.close()
            raise

    def _answers_in_order(self, source: Iterator[Plan], in_flight: deque[Job]) -> Iterator[Outcome]:
        to_send: deque[Job] = deque()
        while True:
            self._fill_pipe(to_send, in_flight, source)
            if not in_flight:
                return
            job = in_flight[0]
            if job.refusal is not None:
                in_flight.popleft()
                yield job.refusal
                continue
            try:
                outcome = self._receive_outcome(job)
                in_flight.popleft()
                self.unanswered = 0
                if self.hangs:
                    self.hangs.record_answer(job.plan)
                yield outcome
            except Failure as failure:
                self.close()
                sent = [sent_job for sent_job in in_flight if sent_job.refusal is None]
                if len(sent) > 1 and not job.alone:
                    self.unexplained.append(f"{failure.status}: {failure}")
                    for sent_job in sent:
                        sent_job.alone = True        # send each alone: the one that fails then is the culprit
                    to_send.extendleft(reversed(in_flight))
                    in_flight.clear()
                else:
                    in_flight.popleft()
                    to_send.extendleft(reversed(in_flight))
                    in_flight.clear()
                    if job.alone and self.unexplained:
                        self.unexplained.pop()
                    if failure.status == "timeout":
                        self.unanswered += 1
                        if self.hangs:
                            self.hangs.record_timeout(job.plan)
                    yield self._failure_outcome(job, failure)

    def _drain_answers(self, in_flight: deque[Job]) -> None:
        """Read the pending answers of an abandoned run, so that the next run does not receive them."""
        deadline = time.monotonic() + ABANDONED_RUN_WAIT_S
        try:
            for _ in (job for job in in_flight if job.refusal is None and self.child):
                self.child.receive(deadline)
        except Failure:
            self.close()

    def _failure_outcome(self, job: Job, failure: Failure) -> Outcome:
        return Outcome(name=job.plan.case.name, status=failure.status, lanes=job.plan.wave, text=str(failure))

    def _fill_pipe(self, to_send: deque, in_flight: deque, source) -> None:
        while len(in_flight) < MAX_FRAMES_IN_FLIGHT and not (self.child and self.child.unsent > MAX_UNSENT_BYTES):
            if in_flight and (in_flight[-1].alone or (to_send and to_send[0].alone)):
                return
            if to_send:
                job = to_send.popleft()
            else:
                plan = next(source, None)
                if plan is None:
                    return
                job = self._make_job(plan)
            job.alone |= self.unanswered >= MAX_UNANSWERED_CASES - 1
            job.alone |= self.hangs is not None and self.hangs.is_suspect(job.plan)
            in_flight.append(job)
            if job.refusal is None:
                self._send(job)

    def _make_job(self, plan: Plan) -> Job:
        """Decide how a plan is sent to this target: unchanged, wrapped, reduced, or not at all."""
        job, reason = Job(plan), wrap.unsupported_reason(plan, self.hello)
        if reason is None and not plan.starts_by_dispatch and (self.wrapped or wrap.needs_wrapper(plan, self.hello)):
            try:
                if {"state", "dispatch"} & set(self.hello.features) == {"state"}:
                    raise wrap.CannotWrap("the target starts no kernels")
                job.wrapped = wrap.wrap(plan)
            except wrap.CannotWrap as error:
                reason = f"wrap: {error}"
        if plan.starts_by_dispatch and "registers" not in self.hello.features:
            job.reduced = replace(plan, observed=[])         # only its memory
        if reason is not None:
            job.refusal = Outcome(
                name=plan.case.name, status="unsupported", lanes=plan.wave, operation=reason.partition(":")[0],
                text=reason,
            )
        return job

    def _send(self, job: Job) -> None:
        skip_reason = self.hangs.skip_reason(job.plan) if self.hangs else ""
        if self.unanswered >= MAX_UNANSWERED_CASES:
            skip_reason = NOT_SENT
        if skip_reason:
            job.refusal = self._failure_outcome(job, Failure("timeout", skip_reason))
            job.refusal.unsent = True
            return
        try:
            self._ensure_started()
        except Failure as failure:
            job.refusal = self._failure_outcome(job, failure)
            return
        self.message_number += 1
        data = frames.frame(
            messages.run_message(self.message_number, job.sent, job.plan.case.limits.seconds or self.case_seconds)
        )
        if len(data) - 4 > self.hello.limits.frame:
            job.refusal = Outcome(name=job.plan.case.name, status="unsupported", operation="frame", lanes=job.plan.wave,
                                  text=f"a frame of {len(data) - 4} bytes; the target takes {self.hello.limits.frame}")
            return
        self.message_numbers[id(job)] = self.message_number
        self.child.send(data)

    def _receive_outcome(self, job: Job) -> Outcome:
        limit = job.plan.case.limits.seconds or self.case_seconds
        data = self.child.receive(time.monotonic() + limit)
        try:
            result = messages.read_result(data, job.sent)
        except ProtocolError as error:
            raise Failure("crash", f"garbage: {error}") from None
        wait = EXTRA_OUTPUT_WAIT_S if self.has_answered_twice else 0
        if job.alone and self.child and self.child.has_more_output(wait):
            raise Failure("crash", "it sends more than one answer")
        number = self.message_numbers.pop(id(job))
        self.has_answered_twice |= result.id < number
        if result.id != number:
            raise Failure("crash", f"the answer has id {result.id}; {number} was expected")
        try:
            outcome = messages.read_outcome(result, job.sent)
        except (ValueError, msgspec.ValidationError, KeyError) as error:
            raise Failure("crash", f"garbage: {error}") from None
        return wrap.unwrap(job.wrapped, outcome) if job.wrapped else outcome
