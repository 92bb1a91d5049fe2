"""Runs cases on the C model and reads their results.  Views into a machine are valid until its next run."""
import struct
from dataclasses import dataclass
from functools import cache
from itertools import count, takewhile

import numpy as np

from .. import spec

STATUSES = ("ok", "fault", "illegal", "limit", "unsupported", "invalid")
POLICIES = {"early": 0, "late": 1, "random": 2, "adversarial": 3}
SCHEDULES = {"round-robin": 0, "seeded": 1}
PROFILES = {"manual": 0, "silicon": 1}
KINDS = ("error", "race", "stall", "note")
SPACES = {"global": 0, "gds": 1, "gs": 2}
SCC, MODE, TRAPSTS, STATUS, HWREG, V0, EVERY_WAVE = 128, 129, 130, 131, 160, 256, 0xFFFFFFFF
NAMED = ("flat_scratch", "xnack_mask", "vcc", "ttmp", "m0", "exec")   # registers whose first code is a trait
NO_LIMIT = 2**64 - 1
SET = struct.Struct("=IIIxxxxQ")                       # struct assay_set
SETS = np.dtype({"names": ["wave", "reg", "count", "values"], "formats": ["<u4", "<u4", "<u4", "<u8"],
                 "offsets": [0, 4, 8, 16], "itemsize": SET.size})                # the same as an array
WORD = struct.Struct("<I")


def extension():
    """Return (ffi, lib) of the compiled binding. Raises ImportError if it was never built."""
    try:
        from ._assay import ffi, lib
    except ModuleNotFoundError as error:
        raise ImportError("the model is not built: run `make setup` or `python -m assay.model.build`") from error
    return ffi, lib


@cache
def architecture_numbers(ffi, lib):
    """Return {name: number} of the architectures in a build of the model."""
    names = takewhile(lambda name: name != ffi.NULL, (lib.assay_arch_name(number) for number in count()))
    return {ffi.string(name).decode(): number for number, name in enumerate(names)}


def register_codes(arch):
    """Return {name: register number} for registers whose number depends on the architecture: vcc, m0, exec, ttmp0 …"""
    traits = spec.architecture_traits(arch)
    return {"ttmp0" if name == "ttmp" else name: traits[name] for name in NAMED if traits[name] is not None}


def checked_choice(table, name, value):
    """Return the value of `name` in `table`. Raises ValueError for an unknown one."""
    if value not in table:
        raise ValueError(f"{name}: {value!r} is none of {', '.join(table)}")
    return table[value]


@dataclass(slots=True)
class Sets:
    """Packed start values.  `table`: SETS; its `values` are offsets into `words` (little-endian u32).  A run changes
    neither."""
    table: np.ndarray
    words: bytes


@dataclass(slots=True)
class Outcome:
    """The end of a run.
    `status`: ok fault illegal limit unsupported invalid; `text`: the reason; `findings`: (rule, kind, wave, pc, text)
    …; `compared_end`: 0, or 1 + the number of instructions before an undefined value first decided something; `kept`:
    number of retained waves; `in_order`: results depend on earlier groups other than through memory; `mixed`:
    `findings` are not simply the first ones."""
    status: str
    text: str
    wave_count: int
    kept: int
    instructions: int
    stopped_wave: int
    stopped_pc: int
    findings: list
    findings_dropped: int
    errors: int
    races: int
    compared_end: int
    in_order: bool
    mixed: bool


class Wave:
    """One wave after a run.  `v` uint32[256, 64]; `s` uint32[128] by operand code; `v_open`, `v_tolerant` uint64[256],
    masks of undefined and tolerant lanes of each VGPR; `v_part` uint64[256], lanes whose undefined bits are in `v_bits`
    uint32[256, 64]; `v_ulp` uint32[256], `v_float` uint8[256]; `s_open` uint32[4], `v_written` uint64[4], `s_written`
    uint64[2]: a bit for each register; `s_bits` uint32[128]: the undefined bits of a register in `s_open`."""

    SHAPES = (
        ("v", np.uint32, (256, 64)),
        ("s", np.uint32, (128,)),
        ("v_open", np.uint64, (256,)),
        ("v_tolerant", np.uint64, (256,)),
        ("v_part", np.uint64, (256,)),
        ("v_bits", np.uint32, (256, 64)),
        ("v_ulp", np.uint32, (256,)),
        ("v_float", np.uint8, (256,)),
        ("s_open", np.uint32, (4,)),
        ("s_bits", np.uint32, (128,)),
        ("v_written", np.uint64, (4,)),
        ("s_written", np.uint64, (2,)),
    )
    NUMBERS = (
        "scc", "scc_open", "mode", "trapsts", "status_bits", "lanes", "group", "pc", "instructions", "exec",
        "scc_written", "mode_written",
    )
    __slots__ = tuple(name for name, *_ in SHAPES) + ("raw",)

    def __init__(self, raw, arrays):
        self.raw = raw                                   # struct assay_wave; most readers need few of its numbers
        (self.v, self.s, self.v_open, self.v_tolerant, self.v_part, self.v_bits, self.v_ulp, self.v_float, self.s_open,
         self.s_bits, self.v_written, self.s_written) = arrays

    def undefined_row(self, number: int, lanes: int):
        """The undefined bits of a VGPR: uint32 by lane."""
        lane_bits = np.uint64(1) << np.arange(lanes, dtype=np.uint64)
        undefined, part = ((mask[number] & lane_bits) != 0 for mask in (self.v_open, self.v_part))
        return np.where(undefined, np.where(part, self.v_bits[number, :lanes], np.uint32(0xFFFFFFFF)), np.uint32(0))

    def undefined_word(self, number: int) -> int:
        """The undefined bits of a scalar register."""
        return int(self.s_bits[number]) if int(self.s_open[number >> 5]) >> (number & 31) & 1 else 0

    def __getattr__(self, name):
        if name not in self.NUMBERS:
            raise AttributeError(f"a wave has no {name}")
        return getattr(self.raw, name)


class Block:
    """Several waves after a run.  `raws`: a contiguous array of struct assay_wave at `address`."""
    __slots__ = ("raws", "address", "each")

    def __init__(self, ffi, count):
        self.raws = ffi.new("struct assay_wave[]", count)
        self.address = int(ffi.cast("uintptr_t", self.raws))
        self.each = [self.raws + n for n in range(count)]

    def __len__(self):
        return len(self.each)


NO_CHOICES = {
    "nan_propagated": 0,
    "lds_out_of_range": 0,
    "colliding_lanes": 0,
    "alignment": 0,
    "nan_generated": (0, 0, 0),
}


class Machine:
    """A machine that retains `waves` waves and holds `findings` findings and `code_bytes` of code.  Raises MemoryError.
    One thread at a time.  `library`: (ffi, lib) of another build of the model."""

    def __init__(self, waves=32, findings=256, code_bytes=1 << 20, library=None):
        self.ffi, self.lib = library or extension()
        handle = self.lib.assay_new(waves, findings, code_bytes)
        if handle == self.ffi.NULL:
            raise MemoryError(f"a machine of {waves} waves and {code_bytes} bytes of code")
        self.handle = self.ffi.gc(handle, self.lib.assay_free)
        self.waves, self.setup, self.outcome = (
            waves,
            self.ffi.new("struct assay_run *"),
            self.ffi.new("struct assay_outcome *"),
        )
        self.waves_read, self.held = {}, None            # (struct assay_wave, views) by number
        self.blocks = {}                                 # Block by number of waves
        self.callback, self.archs = None, architecture_numbers(self.ffi, self.lib)
        self.choices, self.settings = None, None         # the values in `setup`

    # ---- one run ----

    def run(self, **case):
        """Run one case and return its Outcome. Arguments as for `pack`; invalid ones give status invalid."""
        self.pack(**case)
        self.lib.assay_run(self.handle, self.setup, self.outcome)
        return self.result()

    def count_waves(self, **case):
        """Return the number of waves that a run of this case starts, 0 if it is invalid; run nothing.
        Partial groups count as full."""
        self.pack(**case)
        return self.lib.assay_count_waves(self.handle, self.setup)

    def stop(self):
        """End the current run of another thread, or else the next run, with status limit."""
        self.lib.assay_stop(self.handle)

    def progress(self):
        """Return the instructions that the current run of another thread has executed, a few thousand late."""
        return self.lib.assay_progress(self.handle)

    def pack(
        self, *, arch, code, wave=None, base=0x10000, entry=0, grid=None, group=None, regions=(), sets=(),
        lds_bytes=0, lds=None, scratch_bytes=0, scratch_base=0, sgprs=0, vgprs=0, descriptor=None, kernarg=0,
        dispatch_packet=0, queue=0, compute=None, policy="early", schedule="round-robin", seed=1, limit=0,
        profile="manual", watch_flags=False, choices=None, trap_handler=None, groups=None,
    ):
        """One case -> struct assay_run. `grid`, `group`: work items (None: one full wave); `regions`: (address,
        bytearray[, open bytearray[, space[, accessed bytearray]]]), changed in place; `sets`: (wave or
        EVERY_WAVE, register, int or little-endian u32 words), or Sets; `compute`: {offset in SH space: value};
        `limit`: instructions, NO_LIMIT for none; `choices`: {field of struct assay_choices: number, or three
        for nan_generated}; `trap_handler`: (code, TBA, TMA); `groups`: (first, how many) of those that run,
        None for all; the rest as struct assay_run. Raises ValueError or TypeError for arguments that cannot be
        packed."""
        ffi, r = self.ffi, self.setup
        buffers = [ffi.from_buffer(code)]
        r.code, r.code_bytes = buffers[0], len(code)
        settings = (arch, wave, base, entry, grid and (*grid,), group and (*group,), lds_bytes, scratch_bytes,
                    scratch_base, sgprs, vgprs, kernarg, dispatch_packet, queue, policy, schedule, profile, seed, limit,
                    watch_flags, groups)
        if settings != self.settings:                    # usually unchanged since the last run
            self.settings = None
            self.pack_settings(r, *settings)
            self.settings = settings
        if choices != self.choices:                      # cffi writes a structure member by member
            r.choices, self.choices = NO_CHOICES | (choices or {}), dict(choices or {})
        trap, r.tba, r.tma = trap_handler or (b"", 0, 0)
        buffers.append(ffi.from_buffer(trap))
        r.trap_code, r.trap_bytes = buffers[-1] if trap else ffi.NULL, len(trap)
        self.pack_bytes(r, lds, descriptor, buffers)
        self.pack_regions(r, regions, buffers)
        self.pack_sets(r, sets, buffers)
        self.pack_compute(r, compute, buffers)
        self.held = buffers                                   # until the next run: results refer to the caller's memory

    def pack_settings(
        self, r, arch, wave, base, entry, grid, group, lds_bytes, scratch_bytes, scratch_base, sgprs, vgprs, kernarg,
        dispatch_packet, queue, policy, schedule, profile, seed, limit, watch_flags, groups,
    ):
        """Packs the numeric members."""
        number = checked_choice(self.archs, "arch", arch)
        r.arch, r.wave_size = number, wave or spec.TARGETS[arch].waves[0]
        r.base, r.entry, r.grid, r.group = base, entry, grid or (0, 0, 0), group or (0, 0, 0)
        r.lds_bytes, r.scratch_bytes, r.scratch_base = lds_bytes, scratch_bytes, scratch_base
        r.sgprs, r.vgprs = sgprs, vgprs
        r.kernarg, r.dispatch_packet, r.queue = kernarg, dispatch_packet, queue
        r.policy, r.schedule = (
            checked_choice(POLICIES, "policy", policy),
            checked_choice(SCHEDULES, "schedule", schedule),
        )
        r.profile = checked_choice(PROFILES, "profile", profile)
        r.seed, r.instruction_limit, r.watch_flags = seed & 0xFFFFFFFFFFFFFFFF, limit, watch_flags
        r.first_group, r.group_limit = groups or (0, 0)

    def pack_bytes(self, r, lds, descriptor, buffers):
        if lds is not None and len(lds) > r.lds_bytes:
            raise ValueError(f"lds: {len(lds)} bytes of contents in {r.lds_bytes} bytes of LDS")
        if descriptor is not None and len(descriptor) != 64:
            raise ValueError(f"descriptor: {len(descriptor)} bytes, and a kernel descriptor has 64")
        if lds is not None:
            lds = self.ffi.from_buffer(bytes(lds).ljust(r.lds_bytes, b"\0"))
            buffers.append(lds)
        if descriptor is not None:
            descriptor = self.ffi.from_buffer(bytes(descriptor))
            buffers.append(descriptor)
        r.lds = self.ffi.NULL if lds is None else lds
        r.descriptor = self.ffi.NULL if descriptor is None else descriptor

    def pack_regions(self, r, regions, buffers):
        ffi = self.ffi
        r.region_count = len(regions)
        if not regions:
            r.regions = ffi.NULL
            return
        table = ffi.new("struct assay_region[]", len(regions))
        for place, (address, memory, *more) in zip(table, regions):
            open_, space = more[:1], more[1:]
            place.space = checked_choice(SPACES, "space", space[0]) if space else 0
            view = ffi.from_buffer(memory, require_writable=True)
            place.address, place.size, place.bytes = address, len(view), view
            buffers.append(view)
            if open_ and open_[0] is not None:
                shadow = ffi.from_buffer(open_[0], require_writable=True)
                if len(shadow) != len(view):
                    raise ValueError(f"regions: {len(shadow)} undefined flags for {len(view)} bytes at {address:#x}")
                place.open = shadow
                buffers.append(shadow)
            if more[2:]:
                accessed = ffi.from_buffer(more[2], require_writable=True)
                if len(accessed) != overlapped_dwords(address, len(view)):
                    raise ValueError(f"regions: {len(accessed)} dwords for {len(view)} bytes at {address:#x}")
                place.accessed = accessed
                buffers.append(accessed)
        r.regions = table
        buffers.append(table)

    def pack_sets(self, r, sets, buffers):
        """Packs all values into one buffer and all entries into another."""
        ffi = self.ffi
        if isinstance(sets, Sets):
            values, table = ffi.from_buffer(sets.words), sets.table.copy()
            table["values"] += int(ffi.cast("uintptr_t", values))
            entries = ffi.from_buffer("struct assay_set[]", table)
            r.set_count, r.sets = len(table), entries
            buffers += [values, table, entries]
            return
        r.set_count = len(sets)
        if not sets:
            r.sets = ffi.NULL
            return
        parts = [WORD.pack(value & 0xFFFFFFFF) if isinstance(value, int) else bytes(value) for _, _, value in sets]
        words, pack, table = b"".join(parts), SET.pack, bytearray()
        values = ffi.from_buffer(words)
        at = int(ffi.cast("uintptr_t", values))
        for (wave, reg, _), part in zip(sets, parts):
            table += pack(wave, reg, len(part) // 4, at)
            at += len(part)
        entries = ffi.from_buffer("struct assay_set[]", table)
        r.sets = entries
        buffers += [words, values, table, entries]

    def pack_compute(self, r, compute, buffers):
        r.compute_count = len(compute or ())
        if not compute:
            r.compute = self.ffi.NULL
            return
        pairs = self.ffi.new("uint32_t[]", [word for pair in compute.items() for word in pair])
        r.compute = pairs
        buffers.append(pairs)

    def result(self):
        out, ffi = self.outcome, self.ffi
        text = ffi.string(out.text).decode() if out.status else ""
        return Outcome(
            STATUSES[out.status], text, out.wave_count, min(out.wave_count, self.waves), out.instructions,
            out.stopped_wave, out.stopped_pc, self.findings(out.finding_count), out.findings_dropped, out.errors,
            out.races, out.compared_end, bool(out.in_order), bool(out.mixed),
        )

    def records(self):
        """Return exports and messages of the last run: {"exports": [dict], "messages": [dict]}, without empty lists."""
        out = self.outcome
        return ({"exports": self.exports()} if out.export_count else {}) | (
            {"messages": self.messages()} if out.message_count else {})

    def exports(self):
        """Return [dict] of the last run's exports in the order of issue."""
        exports, lanes = self.lib.assay_exports(self.handle), range(64)
        return [
            {"wave": x.wave, "pc": hex(x.pc), "target": x.target, "done": bool(x.done), "vm": bool(x.valid_mask),
             "compressed": bool(x.compressed), "row": None if x.row == 0xFFFFFFFF else x.row, "lanes": hex(x.lanes),
             "values": {str(n): {str(lane): hex(x.values[n][lane]) for lane in lanes
                                 if (x.lanes & ~x.open[n]) >> lane & 1}
                        for n in range(4) if x.enabled >> n & 1}}
            for x in exports[0:self.outcome.export_count]
        ]

    def messages(self):
        """Return [dict] of the last run's messages in the order of issue; an undefined payload is omitted."""
        messages = self.lib.assay_messages(self.handle)
        return [
            {"wave": x.wave, "pc": hex(x.pc), "code": x.code} | ({} if x.open else {"payload": hex(x.payload)})
            for x in messages[0:self.outcome.message_count]
        ]

    def once(self):
        """Return for each finding of the last run whether it is reported once for each rule and place."""
        return [bool(f.once) for f in self.lib.assay_findings(self.handle)[0:self.outcome.finding_count]]

    def forgot(self):
        """Return whether the last run exceeded the record of group accesses."""
        return self.lib.assay_forgot(self.handle)

    def forgets_with(self, other):
        """Return whether one machine would have exceeded it with the last runs of both."""
        return self.lib.assay_forgets_with(self.handle, other.handle)

    def findings(self, count):
        if not count:
            return []
        string, findings = self.ffi.string, self.lib.assay_findings(self.handle)
        return [
            (string(f.rule).decode(), KINDS[f.kind], f.wave, f.pc, string(f.text).decode()) for f in findings[0:count]
        ]

    # ---- results ----

    def arrays(self, raw):
        """Return views of a wave's registers in the order of Wave.SHAPES."""
        return [self.view(getattr(raw, name), *of) for name, *of in Wave.SHAPES]

    def view(self, pointer, dtype, shape):
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        array = np.frombuffer(self.ffi.buffer(self.ffi.cast("char *", pointer), size), dtype).reshape(shape)
        array.flags.writeable = False
        return array

    def wave(self, number):
        """Return wave `number` of the last run. Raises IndexError if it did not run or was not retained."""
        raw, arrays = self.waves_read.get(number) or (self.ffi.new("struct assay_wave *"), None)
        if not self.lib.assay_wave_at(self.handle, number, raw):
            raise IndexError(f"wave {number}: the last run kept {min(self.outcome.wave_count, self.waves)}")
        if arrays is None:                               # created once: its memory does not move
            arrays = self.arrays(raw)
            self.waves_read[number] = raw, arrays
        return Wave(raw, arrays)

    def block(self, count):
        """Return the first `count` waves of the last run. Raises IndexError as wave() does."""
        if count > min(self.outcome.wave_count, self.waves):
            raise IndexError(f"wave {count - 1}: the last run kept {min(self.outcome.wave_count, self.waves)}")
        if count not in self.blocks:
            self.blocks[count] = Block(self.ffi, count)
        block = self.blocks[count]
        for number, raw in enumerate(block.each):
            self.lib.assay_wave_at(self.handle, number, raw)
        return block

    def lds_and_undefined(self, size=None) -> tuple[bytes, bytes]:
        """Return LDS of the last group that ran: (bytes, undefined flags), `size` long.
        None is the size of that group."""
        size = self.lib.assay_lds_bytes(self.handle) if size is None else size
        open_ = self.ffi.new("const uint8_t **")
        data = self.lib.assay_lds(self.handle, open_)
        return bytes(self.ffi.buffer(data, size)), bytes(self.ffi.buffer(open_[0], size))

    def trace(self, callback):
        """Calls `callback({wave, group, pc, exec, m0, s, text, writes: [(register, lanes)], counters,
        accesses: [(place, address, bytes)]})` after every instruction of later runs; None ends it.  m0: before the
        instruction; s: the scalar registers after it, to be read during the call; place: 0 memory, 1 LDS, 2 the global
        data share."""
        self.callback = callback and self.ffi.new_handle(callback)
        function = self.lib.assay_python_trace if callback else self.ffi.NULL
        if callback:
            connect_trace(self.ffi)
        self.lib.assay_set_trace(self.handle, function, self.callback or self.ffi.NULL)


def overlapped_dwords(address, size):
    """Return the number of dwords that these bytes overlap."""
    return (address + size + 3) // 4 - address // 4


def connect_trace(ffi):
    """Connect assay_python_trace to the callback of a handle."""
    @ffi.def_extern(name="assay_python_trace")
    def traced(handle, t):
        counters = dict(zip(("vm", "vs", "exp", "lgkm"), t.counters))
        writes = [(w.reg, w.lanes) for w in t.writes[0:t.write_count]]
        accesses = [(a.place, a.address, a.bytes) for a in t.accesses[0:t.access_count]]
        ffi.from_handle(handle)({
            "wave": t.wave, "group": t.group, "pc": t.pc, "exec": t.exec, "m0": t.m0, "s": t.s,
            "text": ffi.string(t.text).decode(), "writes": writes, "counters": counters, "accesses": accesses,
        })
