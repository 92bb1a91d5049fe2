"""The target `manual`: it runs cases (cases.md) and returns their results."""
import math
import time
import numpy as np

from . import decode, manual_machine as machine, published_text as text
from .architectures import ARCHES
from .state import Fault, Lds, Memory, Stop, Wave

VERSION = "tinygrad 0.14.0 text"


class Invalid(Exception):
    """A malformed case. `field`: the name of the wrong field."""

    def __init__(self, field, message):
        super().__init__(message)
        self.field = field


def parse_number(value, field):
    try:
        return int(value, 0) if isinstance(value, str) else int(value)
    except (TypeError, ValueError):
        raise Invalid(field, f"{value!r} is not an integer") from None


class Manual:
    """A target that interprets AMD's published pseudocode.

    hello() describes it, run() runs one case, run_batch() several, catalogue() lists the operations it executes."""

    def __init__(self, cache=True, force_lane=False):
        self.cache, self.force_lane = cache, force_lane
        self.texts, self.machines, self.decoders = {}, {}, {}

    def hello(self):
        return {"protocol": [1], "name": "manual", "version": VERSION, "architectures": list(ARCHES),
                "waves": {name: list(architecture.waves) for name, architecture in ARCHES.items()}, "limits": {},
                "features": ["state", "registers", "memory", "lds", "waves", "addresses", "count", "deterministic",
                             "gds"]}

    def text(self, arch):
        """Return the pseudocode that `arch` uses. Several architectures may share it."""
        if arch not in ARCHES:
            raise Invalid("arch", f"{arch!r} is not one of {', '.join(ARCHES)}")
        like = ARCHES[arch].like
        if like not in self.texts:
            self.texts[like] = text.Text(like, self.cache)
        return self.texts[like]

    def machine(self, arch, lanes):
        key = arch, lanes
        if key not in self.machines:
            if arch not in self.decoders:
                self.decoders[arch] = decode.Decoder(arch)
            self.machines[key] = machine.Machine(
                ARCHES[arch].like, lanes, self.text(arch), self.decoders[arch], self.force_lane
            )
        return self.machines[key]

    def run_batch(self, cases, limit=None):
        return [self.run(case, limit) for case in cases]

    def run(self, case, limit=None, arrays=False):
        """Run one case (a dict of cases.md); return its result. `limit`: time limit in seconds. `arrays`: rows of lanes
        in the result are numpy arrays, not lists."""
        try:
            return CaseRun(self, case, limit, arrays).result()
        except Invalid as error:
            return {"name": case.get("name", ""), "status": "invalid", "field": error.field, "text": str(error)}
        except Stop as stop:
            return {
                "name": case.get("name", ""), "status": "unsupported", "operation": stop.operation, "text": stop.reason,
            }
        except Fault as fault:
            return {"name": case.get("name", ""), "status": "fault", "text": str(fault)}

    def catalogue(self, arch):
        """Return {mnemonic: {"status": executed | skipped | absent | differs, "reason": …}} of all operations."""
        from . import catalogue
        return catalogue.build_catalogue(self, arch)


class CaseRun:
    """The run of one case."""

    def __init__(self, manual, case, limit, arrays=False):
        self.case, self.arrays = case, arrays
        self.deadline = time.monotonic() + limit if limit else None
        name = case.get("arch")
        if name not in ARCHES:
            raise Invalid("arch", f"{name!r} is not one of {', '.join(ARCHES)}")
        self.arch, waves = ARCHES[name].like, ARCHES[name].waves
        self.lanes = parse_number(case.get("wave", waves[0]), "wave")
        if self.lanes not in waves:
            raise Invalid("wave", f"{name} has no waves of {self.lanes}")
        if "descriptor" in case or "registers" in case:
            raise Stop("dispatch", "waves made from a descriptor or COMPUTE registers are not carried by this target")
        if (case.get("sgprs") or 106) < {"gfx906": 102, "gfx1100": 106}[self.arch]:
            raise Stop("sgprs", "a wave has all scalar registers on this target")
        if (case.get("vgprs") or 256) < 256:
            raise Stop("vgprs", "a wave has all vector registers on this target")
        self.machine = manual.machine(name, self.lanes)
        self.texts = manual.text(name)
        self.base = parse_number(case.get("base", 0x10000), "base")
        try:
            self.code = bytes.fromhex(case["code"]) if isinstance(case["code"], str) else bytes(case["code"])
        except (KeyError, ValueError, TypeError):
            raise Invalid("code", "code must be given as hex bytes") from None
        self.instruction_limit = parse_number(case.get("limits", {}).get("instructions", 100000), "limits.instructions")
        self.count = 0
        self.create_memory_and_waves()

    # ---- memory and waves from the case

    def create_memory_and_waves(self):
        self.memory, self.gds = Memory(), bytearray()
        self.memory.add(self.base, bytearray(self.code))
        self.region_addresses, self.regions, self.next_free_address = {}, [], 1 << 32
        for i, entry in enumerate(self.case.get("memory", ())):
            self.add_region(i, entry)
        groups, threads, overlays = self.dispatch_shape()
        lds = bytes.fromhex(self.case.get("lds_bytes", "") or "")
        lds += bytes(max(0, parse_number(self.case.get("lds", 0), "lds") - len(lds)))
        self.private = self.private_bytes_per_wave()
        self.groups = []
        for g in range(groups):
            self.lds = Lds(bytearray(lds))
            self.groups.append([self.new_wave(n, extra if not g else {}, threads) for n, extra in enumerate(overlays)])
            for w in self.groups[-1]:
                w.grouped = int(len(overlays) > 1)
        self.waves = [w for group in self.groups for w in group]

    def add_region(self, i, entry):
        """Add a memory region. Without an address it is placed above all others."""
        data = bytearray(
            bytes.fromhex(entry["bytes"]) if isinstance(entry.get("bytes"), str) else entry.get("bytes") or b""
        )
        size = parse_number(entry.get("size", len(data)), f"memory[{i}].size")
        data.extend(bytes(size - len(data)))
        if "address" in entry:
            address = parse_number(entry["address"], f"memory[{i}].address")
        else:
            address = self.next_free_address
            self.next_free_address += size + 0x1ffff & ~0xffff
        if entry.get("space") == "gs":
            raise Stop("gs", "the registers for streamout are not carried by this target")
        if entry.get("space") == "gds":
            self.gds = data
        self.region_addresses[entry.get("name", str(i))] = address
        self.regions.append((entry.get("name", str(i)), address, data))
        try:
            self.memory.add(address, data)
        except ValueError as error:
            raise Invalid(f"memory[{i}]", str(error)) from None

    def dispatch_shape(self):
        """Return (number of groups, work-items per group, state overlays for the waves of a group)."""
        case = self.case
        group = [parse_number(n, "group") for n in case.get("group") or [self.lanes]]
        grid = [parse_number(n, "grid") for n in case.get("grid") or group]
        groups = math.prod(-(-a // b) for a, b in zip(grid, group))
        if groups > 256 or any(a % b for a, b in zip(grid, group)):
            raise Stop("grid", "this target runs up to 256 whole groups")
        threads = math.prod(group)
        overlays = case.get("waves") or [{}] * -(-threads // self.lanes)
        return groups, threads if "group" in case else len(overlays) * self.lanes, overlays

    def private_bytes_per_wave(self):
        """Return the private bytes of a wave, rounded up to the unit of TMPRING_SIZE.WAVESIZE (Vega ISA: 256 dwords;
        RDNA3: 64)."""
        unit = 1024 if self.arch == "gfx906" else 256
        bytes_each = parse_number(self.case.get("scratch") or 0, "scratch") * self.lanes
        return -(-bytes_each // unit) * unit

    def new_wave(self, n, extra, threads):
        w = Wave(self.arch, self.lanes)
        w.lds, w.gds = self.lds, self.gds
        w.pc = self.base + parse_number(self.case.get("entry", 0), "entry")
        live = max(0, min(self.lanes, threads - n * self.lanes))
        full = (1 << live) - 1
        w.s[126], w.s[127] = full & 0xffffffff, full >> 32
        if self.private and "scratch" in self.region_addresses:
            self.set_register(w, "flat_scratch", self.region_addresses["scratch"] + n * self.private)
        for name, value in {**self.case.get("state", {}), **extra}.items():
            self.set_register(w, name, value)
        w.written = {}
        return w

    def resolve_value(self, v, name):
        if v.__class__ is int:
            return v
        if isinstance(v, str) and not v[:1].isdigit() and not v.startswith("-"):
            region, _, offset = v.partition("+")
            if region not in self.region_addresses:
                raise Invalid(f"state.{name}", f"no memory region {region!r}")
            return self.region_addresses[region] + (parse_number(offset, name) if offset else 0)
        return parse_number(v, f"state.{name}")

    def set_register(self, w, name, value):
        kind, first, count = find_register(name, self.arch)
        if kind == "v":
            return self.set_vector(w, first, count, value, name)
        if kind == "s":
            if isinstance(value, (list, tuple)):
                for i, v in enumerate(value[:count]):
                    w.s[first + i] = self.resolve_value(v, name) & 0xffffffff
                return None
            v = self.resolve_value(value, name)
            for i in range(count):
                w.s[first + i] = v >> 32 * i & 0xffffffff
        elif kind == "scc":
            w.scc = self.resolve_value(value, name) & 1
        elif kind == "mode":
            w.set_mode(self.resolve_value(value, name))
        else:
            v = self.resolve_value(value, name)
            for i in range(count):
                w.hw[first + i] = v >> 32 * i & 0xffffffff

    def set_vector(self, w, first, count, value, name):
        if isinstance(value, np.ndarray) and count == 1 and len(value) == self.lanes:
            w.v[first] = value
            return
        if not isinstance(value, (list, tuple, np.ndarray)):
            v = self.resolve_value(value, name)
            for i in range(count):
                w.v[first + i, :] = v >> 32 * i & 0xffffffff
            return
        if count > 2:
            for i, v in enumerate(value[:count]):
                self.set_vector(w, first + i, 1, v, name)
            return
        try:
            row = np.array(value, np.uint64)            # the common case: plain numbers
        except (ValueError, TypeError, OverflowError):
            row = np.array([self.resolve_value(v, name) & (1 << 64) - 1 for v in value], np.uint64)
        if len(row) > self.lanes:
            raise Invalid(f"state.{name}", f"{len(row)} lanes in a wave of {self.lanes}")
        for i in range(count):
            w.v[first + i, :len(row)] = row >> 32 * i & 0xffffffff
            w.v[first + i, len(row):] = 0

    # ---- running

    def result(self):
        status, extra = self.execute()
        out = {"name": self.case.get("name", ""), "status": status, "instructions": self.count,
               "wave_count": len(self.waves), "waves": [{"registers": self.observed_registers(w)} for w in self.waves],
               "memory": self.observed_memory(), "findings": []}
        if self.case.get("observe", {}).get("lds"):
            out["lds"] = bytes(self.lds.data).hex()
        out.update(extra)
        self.texts.save()
        return out

    def execute(self):
        w = self.waves[0] if self.waves else None
        try:
            for running in self.groups:
                while running:
                    waiting = []
                    for w in running:
                        if self.run_wave(w) == "barrier":
                            waiting.append(w)
                    running = waiting
        except Fault as fault:
            return "fault", {"text": str(fault), "pc": w.pc}
        except decode.Illegal as illegal:
            return "illegal", {"text": str(illegal), "pc": w.pc}
        except Stop as stop:
            return "unsupported", {"operation": stop.operation, "text": stop.reason, "pc": w.pc}
        except LimitReached:
            return "limit", {"pc": w.pc}
        except Exception as error:                      # report defects of this target instead of hiding them
            return "fault", {"text": f"defect in the target: {type(error).__name__}: {error}", "pc": w.pc}
        return "ok", {}

    def run_wave(self, w):
        step = self.machine.step
        while True:
            if self.count >= self.instruction_limit:
                raise LimitReached
            if self.deadline and not self.count & 63 and time.monotonic() > self.deadline:
                raise LimitReached
            ended = step(w, self.code, self.base, self.memory)
            if ended == "off":                          # the end of the code is not an instruction
                return "end"
            self.count += 1
            if ended:
                return ended

    # ---- what is reported

    def observed_registers(self, w):
        names = self.case.get("observe", {}).get("registers")
        if names is None:
            names = [register_name(k, self.arch) for k in w.written]
        return {name: self.read_register(w, name) for name in names}

    def read_register(self, w, name):
        kind, first, count = find_register(name, self.arch)
        if kind == "v":
            if count == 1:
                return w.v[first] if self.arrays else w.v[first].tolist()
            rows = [w.v[first + i].tolist() for i in range(count)]
            return (
                [sum(r[lane] << 32 * i for i, r in enumerate(rows)) for lane in range(self.lanes)]
                if count == 2
                else rows
            )
        if kind == "s":
            return (
                sum(w.s[first + i] << 32 * i for i in range(count))
                if count <= 2
                else [w.s[first + i] for i in range(count)]
            )
        if kind == "hw" and first == 3 and w.computed:
            raise Stop("hwreg TRAPSTS", "the text does not say which exceptions arithmetic raises")
        return w.scc if kind == "scc" else w.mode if kind == "mode" else \
            sum(w.hw.get(first + i, 0) << 32 * i for i in range(count))

    def observed_memory(self):
        wanted = self.case.get("observe", {}).get("memory")
        out = []
        for name, address, data in self.regions:
            if wanted is None or name in wanted:
                out.append({"name": name, "address": address, "bytes": bytes(data).hex()})
        for entry in wanted or ():
            if isinstance(entry, (list, tuple)):
                a, n = parse_number(entry[0], "observe.memory"), parse_number(entry[1], "observe.memory")
                data, at = self.memory.find(a, n)
                out.append({"address": a, "bytes": bytes(data[at:at + n]).hex()})
        return out


class LimitReached(Exception):
    pass


_NAMES = {}
_PLAIN = {"vcc": ("s", 106, 2), "vcc_lo": ("s", 106, 1), "vcc_hi": ("s", 107, 1), "exec": ("s", 126, 2),
          "exec_lo": ("s", 126, 1), "exec_hi": ("s", 127, 1), "scc": ("scc", 0, 1), "mode": ("mode", 1, 1)}
_PLAIN |= {
    name: ("hw", n, 1)
    for name, n in {
        "status": 2,
        "trapsts": 3,
        "hw_id": 4,
        "gpr_alloc": 5,
        "lds_alloc": 6,
        "ib_sts": 7,
        "sh_mem_bases": 15,
        "hw_id1": 23,
        "hw_id2": 24,
        "ib_sts2": 28,
        "shader_cycles": 29,
    }.items()
}
_SCRATCH = {"flat_scratch_lo": 102, "flat_scratch_hi": 103, "xnack_mask_lo": 104, "xnack_mask_hi": 105}


def find_register(name, arch):
    """Return (kind, first register, count) for a register name as in cases.md."""
    key = name, arch
    found = _NAMES.get(key)
    if found is None:
        found = _NAMES[key] = parse_register(name.lower(), arch)
    return found


def parse_register(name, arch):
    if name in _PLAIN:
        return _PLAIN[name]
    if name == "m0":
        return "s", 125 if arch == "gfx1100" else 124, 1
    if arch == "gfx906" and name in ("flat_scratch", "xnack_mask"):
        return "s", 102 if name == "flat_scratch" else 104, 2
    if name in _SCRATCH and arch == "gfx906":
        return "s", _SCRATCH[name], 1
    if name.startswith("flat_scratch"):                # hardware registers on gfx11 (RDNA3 ISA, 3.4)
        return "hw", 21 if name.endswith("hi") else 20, 1 if name != "flat_scratch" else 2
    kind = "ttmp" if name.startswith("ttmp") else name[:1]
    base, top = {"s": (0, 106 if arch == "gfx1100" else 102), "v": (0, 256), "ttmp": (108, 16)}.get(kind, (0, 0))
    body = name[len(kind):]
    try:
        first, last = (int(x) for x in body[1:-1].split(":")) if body.startswith("[") else (int(body), int(body))
    except ValueError:
        raise Invalid(f"register {name}", f"no register is called {name!r} on {arch}") from None
    if not 0 <= first <= last < top:
        raise Invalid(f"register {name}", f"{name!r} is out of range on {arch}")
    return "v" if kind == "v" else "s", base + first, last - first + 1


def register_name(key, arch):
    """The name of a written register."""
    if not isinstance(key, int):
        return key
    if key >= 256:
        return f"v{key - 256}"
    special = {106: "vcc_lo", 107: "vcc_hi", 126: "exec_lo", 127: "exec_hi", 125 if arch == "gfx1100" else 124: "m0"}
    if arch == "gfx906":
        special |= {code: name for name, code in _SCRATCH.items()}
    return special.get(key) or (f"ttmp{key - 108}" if 108 <= key < 124 else f"s{key}")
