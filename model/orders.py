"""Every order of a run: a search over the ways on that the C model offers where the rules leave one (docs/outcomes.md).
"""
from dataclasses import dataclass

EVENTS = ("runs", "touches", "lacks", "lands", "lane")
NO_WAY = 0xFFFFFFFF
LEARNED, CUT = 1, 2                                    # of assay_orders_found


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an order.  `event`: the wave runs the instruction at `pc`; its operation at `pc` touches memory; the
    result of its operation at `by` lacks, or lands before the instruction at `pc` uses it; of lanes that meet in the
    atomic at `pc`, `lane` comes next."""
    event: str
    wave: int
    pc: int
    by: int
    lane: int


@dataclass(slots=True)
class Tally:
    """What a search did: runs begun, states met, runs that ended where another had been; `cut`: why it is not whole."""
    runs: int = 0
    states: int = 0
    merged: int = 0
    cut: str = ""


class Search:
    """The orders of one packed run of `machine`.  `reset`: puts memory back before a run; `call`: calls the model, with
    a fault on around it where there is one."""

    def __init__(self, machine, reset, call):
        self.machine, self.reset, self.call = machine, reset, call
        self.ffi, self.lib = machine.ffi, machine.lib
        self.tally = Tally()
        self.seen, self.path, self.order, self.waiting, self.steps = set(), (), [], [], None
        self.handle = self.ffi.new_handle(self)

    def every(self, most):
        """Yields ("end", order) with the machine as each followed order left it, or ("again", ()) where what was found
        so far left ways out and begins anew.  `most`: runs."""
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
        """Runs in the order of these steps; raises ValueError where one is no way on, or more are needed."""
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
        """Follows `path`, then the first way at every point; True: to the end."""
        self.reset()
        self.tally.runs += 1
        self.order, self.met = [], False
        m = self.machine
        self.call(m.lib.assay_run_order, m.handle, m.setup, m.lib.assay_python_pick, self.handle, m.outcome)
        self.tally.merged += self.met
        return not self.met

    def pick(self, point):
        """The number of the way that is taken; of the others beyond the path, runs to come."""
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
        """The way that is step `at` of those to follow; NO_WAY: there is none."""
        steps = self.steps or []
        wanted = steps[at] if at < len(steps) else None
        found = [n for n in range(point.count) if way(point.ways[n]) == wanted]
        self.met = not found
        return found[0] if found else NO_WAY


def way(w):
    """struct assay_way -> Step."""
    return Step(EVENTS[w.event], w.wave, w.pc, w.by, w.lane if EVENTS[w.event] == "lane" else 0)


def listen(ffi):
    """Connects assay_python_pick to the search whose handle it is given."""
    @ffi.def_extern(name="assay_python_pick", error=NO_WAY)
    def picked(handle, point):
        return ffi.from_handle(handle).pick(point)
