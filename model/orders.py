"""Search all controlled schedules of a run: the alternatives that the C model offers (docs/outcomes.md)."""
from dataclasses import dataclass

EVENTS = ("runs", "touches", "lacks", "lands", "lane")
NO_ALTERNATIVE = 0xFFFFFFFF
LEARNED, CUT = 1, 2                                    # of assay_orders_found


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an order.
    `event`: the wave runs the instruction at `pc`; its operation at `pc` accesses memory; the result of its operation
    at `by` has not returned, or has returned, when the instruction at `pc` uses it; `lane` is the next of the colliding
    lanes in the atomic at `pc`."""
    event: str
    wave: int
    pc: int
    by: int
    lane: int


@dataclass(slots=True)
class Tally:
    """Statistics of a search.
    `merged`: runs that reached a known state; `cut`: why the search is incomplete."""
    runs: int = 0
    states: int = 0
    merged: int = 0
    cut: str = ""


class Search:
    """The orders of one packed run of `machine`.
    `reset`: restores memory before a run; `call`: calls the model, with its fault enabled if there is one."""

    def __init__(self, machine, reset, call):
        self.machine, self.reset, self.call = machine, reset, call
        self.ffi, self.lib = machine.ffi, machine.lib
        self.tally = Tally()
        self.known_states, self.path, self.order, self.queued_paths, self.steps = set(), (), [], [], None
        self.handle = self.ffi.new_handle(self)

    def explore(self, max_runs):
        """Yield ("end", order) after each complete run, whose results are in the machine.
        Yield ("again", ()) if a new conflict invalidates the results so far; the search then restarts. `max_runs`:
        maximum number of runs."""
        connect_pick(self.ffi)
        self.lib.assay_forget_orders(self.machine.handle)
        self.begin()
        while self.queued_paths:
            if self.tally.runs >= max_runs:
                self.tally.cut = f"{max_runs} runs, and {len(self.queued_paths)} alternatives were not followed"
                return
            self.path = self.queued_paths.pop()
            complete = self.run()
            flags = self.lib.assay_orders_found(self.machine.handle)
            if flags & LEARNED:
                self.begin()
                yield "again", ()
                continue
            if flags & CUT:
                self.tally.cut = "a counter was full, or a point had more alternatives than are followed"
            if complete:
                yield "end", tuple(step for _, step in self.order)
        self.tally.states = len(self.known_states)

    def follow(self, steps):
        """Run in the order of these steps. Raises ValueError if a step is impossible, or if steps are missing."""
        connect_pick(self.ffi)
        self.lib.assay_forget_orders(self.machine.handle)
        self.steps = list(steps)
        while True:
            complete = self.run()
            if not self.lib.assay_orders_found(self.machine.handle) & LEARNED:
                break
        self.steps = None
        if not complete:
            raise ValueError(f"step {len(self.order) + 1} of the order is not an alternative")

    def begin(self):
        """Forget the visited states and start with an empty path."""
        self.known_states, self.queued_paths = set(), [()]

    def run(self):
        """Follow `path`, then the first alternative at every point. Return whether the run reached its end."""
        self.reset()
        self.tally.runs += 1
        self.order, self.reached_known_state = [], False
        m = self.machine
        self.call(m.lib.assay_run_order, m.handle, m.setup, m.lib.assay_python_pick, self.handle, m.outcome)
        self.tally.merged += self.reached_known_state
        return not self.reached_known_state

    def pick(self, point):
        """Return the index of the alternative to take. Beyond the path, queue runs for the others."""
        depth, index = len(self.order), 0
        if self.steps is not None:
            index = self.matching_alternative(depth, point)
            if index == NO_ALTERNATIVE:
                return index
        elif depth < len(self.path):
            index = self.path[depth]
        elif point.count > 1:
            state = point.state[0], point.state[1], *((w.event, w.wave, w.pc, w.by, w.lane)
                                                      for w in point.alternatives[0:point.count])
            if state in self.known_states:
                self.reached_known_state = True
                return NO_ALTERNATIVE
            self.known_states.add(state)
            path = tuple(step for step, _ in self.order)
            self.queued_paths += [(*path, other) for other in range(1, point.count)]
        self.order.append((index, to_step(point.alternatives[index])))
        return index

    def matching_alternative(self, at, point):
        """Return the index of the alternative that equals step `at` of those to follow, or NO_ALTERNATIVE."""
        steps = self.steps or []
        step = steps[at] if at < len(steps) else None
        matches = [n for n in range(point.count) if to_step(point.alternatives[n]) == step]
        self.reached_known_state = not matches
        return matches[0] if matches else NO_ALTERNATIVE


def to_step(w):
    """Return the Step of a struct assay_alternative."""
    return Step(EVENTS[w.event], w.wave, w.pc, w.by, w.lane if EVENTS[w.event] == "lane" else 0)


def connect_pick(ffi):
    """Connect assay_python_pick to the search of a handle."""
    @ffi.def_extern(name="assay_python_pick", error=NO_ALTERNATIVE)
    def picked(handle, point):
        return ffi.from_handle(handle).pick(point)
