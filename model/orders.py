"""All controlled schedules of a run: a search over the ways to continue that the C model offers (docs/outcomes.md)."""
from dataclasses import dataclass

EVENTS = ("runs", "touches", "lacks", "lands", "lane")
NO_WAY = 0xFFFFFFFF
LEARNED, CUT = 1, 2                                    # of assay_orders_found


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an order.  `event`: the wave runs the instruction at `pc`; its operation at `pc` accesses memory; the
    result of its operation at `by` has not returned, or has returned, when the instruction at `pc` uses it; `lane` is
    the next of the colliding lanes in the atomic at `pc`."""
    event: str
    wave: int
    pc: int
    by: int
    lane: int


@dataclass(slots=True)
class Tally:
    """Statistics of a search.  `merged`: runs that reached a known state; `cut`: why the search is incomplete."""
    runs: int = 0
    states: int = 0
    merged: int = 0
    cut: str = ""


class Search:
    """The orders of one packed run of `machine`.  `reset`: restores memory before a run; `call`: calls the model, with
    its fault enabled if there is one."""

    def __init__(self, machine, reset, call):
        self.machine, self.reset, self.call = machine, reset, call
        self.ffi, self.lib = machine.ffi, machine.lib
        self.tally = Tally()
        self.seen, self.path, self.order, self.waiting, self.steps = set(), (), [], [], None
        self.handle = self.ffi.new_handle(self)

    def every(self, most):
        """Yields ("end", order) after each complete run; its results are in the machine.  Yields ("again", ()) if a new
        conflict invalidates the results so far; the search restarts.  `most`: maximum number of runs."""
        listen(self.ffi)
        self.lib.assay_forget_orders(self.machine.handle)
        self.begin()
        while self.waiting:
            if self.tally.runs >= most:
                self.tally.cut = f"{most} runs, and {len(self.waiting)} ways were not followed"
                return
            self.path = self.waiting.pop()
            whole = self.run()
            found = self.lib.assay_orders_found(self.machine.handle)
            if found & LEARNED:
                self.begin()
                yield "again", ()
                continue
            if found & CUT:
                self.tally.cut = "a counter was full, or a point had more ways than are followed"
            if whole:
                yield "end", tuple(step for _, step in self.order)
        self.tally.states = len(self.seen)

    def follow(self, steps):
        """Runs in the order of these steps.  Raises ValueError if a step is impossible, or if steps are missing."""
        listen(self.ffi)
        self.lib.assay_forget_orders(self.machine.handle)
        self.steps = list(steps)
        while True:
            whole = self.run()
            if not self.lib.assay_orders_found(self.machine.handle) & LEARNED:
                break
        self.steps = None
        if not whole:
            raise ValueError(f"step {len(self.order) + 1} of the order is none of the ways on")

    def begin(self):
        self.seen, self.waiting = set(), [()]

    def run(self):
        """Follows `path`, then the first way at every point.  Returns whether the run reached its end."""
        self.reset()
        self.tally.runs += 1
        self.order, self.met = [], False
        m = self.machine
        self.call(m.lib.assay_run_order, m.handle, m.setup, m.lib.assay_python_pick, self.handle, m.outcome)
        self.tally.merged += self.met
        return not self.met

    def pick(self, point):
        """The index of the way to take.  Beyond the path it queues runs for the other ways."""
        at, n = len(self.order), 0
        if self.steps is not None:
            n = self.asked_for(at, point)
            if n == NO_WAY:
                return n
        elif at < len(self.path):
            n = self.path[at]
        elif point.count > 1:
            state = point.state[0], point.state[1], *((w.event, w.wave, w.pc, w.by, w.lane)
                                                      for w in point.ways[0:point.count])
            if state in self.seen:
                self.met = True
                return NO_WAY
            self.seen.add(state)
            taken = tuple(step for step, _ in self.order)
            self.waiting += [(*taken, other) for other in range(1, point.count)]
        self.order.append((n, way(point.ways[n])))
        return n

    def asked_for(self, at, point):
        """The index of the way that equals step `at` of those to follow; NO_WAY: none does."""
        steps = self.steps or []
        wanted = steps[at] if at < len(steps) else None
        found = [n for n in range(point.count) if way(point.ways[n]) == wanted]
        self.met = not found
        return found[0] if found else NO_WAY


def way(w):
    """The Step of a struct assay_way."""
    return Step(EVENTS[w.event], w.wave, w.pc, w.by, w.lane if EVENTS[w.event] == "lane" else 0)


def listen(ffi):
    """Connects assay_python_pick to the search of a handle."""
    @ffi.def_extern(name="assay_python_pick", error=NO_WAY)
    def picked(handle, point):
        return ffi.from_handle(handle).pick(point)
