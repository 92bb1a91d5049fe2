"""tinygrad's emulator at the level where registers can be given and read: its waves, its decoder, its compiled
instructions. The loop over waves is run_asm's, which keeps its waves to itself; kernels go through run_asm as it is."""
from __future__ import annotations

import ctypes
from math import prod

from ...protocol.adapter import Unsupported
from .mapped_memory import NoPlace, Places

ARCH, WAVE = "rdna3", 32
READ_AHEAD = 64                                       # the decoder looks at 16 bytes from each instruction on
LDS_BYTES = 1 << 17                                   # twice what an address of LDS reaches: what is out of range
TURNS = 1_000_000                                     # turns and instructions, as in run_asm
# What a descriptor may ask for: what run_asm gives its first wave.
CODE_PROPERTIES = 0x0408                              # kernarg pointer, wave32
RSRC2_USER_SGPRS, RSRC2_GROUP_IDS, RSRC2_LDS = 0x1F << 1, 7 << 7, 15
_refused: set[bytes] = set()
ENDPGM = bytes.fromhex("0000b0bf")


class Limit(Exception):
    """More instructions than the case allows."""


def scalar_indices(emu) -> dict[str, int]:
    """Dword as a case names it -> its place in the emulator's file of scalar registers."""
    pairs = {"vcc": emu.VCC_LO.offset, "exec": emu.EXEC_LO.offset}
    return {f"s{n}": n for n in range(106)} | {f"ttmp{n}": emu.ttmp[n].offset for n in range(16)} | {
        f"{name}_{half}": at + n for name, at in pairs.items() for n, half in enumerate(("lo", "hi"))
    } | {"m0": 125, "scc": emu.SCC.offset}


class Run:
    """One case: its memory, LDS and waves."""

    def __init__(self, emu, case: dict):
        self.emu, self.case = emu, case
        self.places = scalar_indices(emu)
        self.start, self.end = case["base"] + case["entry"], case["base"] + len(case["code"])
        self.left = case["instructions"]
        self.done = 0
        self.lds = emu.Buffer("CPU", LDS_BYTES // 4, emu.dtypes.uint32).ensure_allocated()
        self.memory = emu.Buffer(
            "CPU", 1 << 40, emu.dtypes.uint32, options=emu.BufferSpec(external_ptr=0)
        ).ensure_allocated()

    def check(self) -> None:
        """Raises Unsupported for what the emulator does not have."""
        lacking = [name for state in (self.case["state"], *self.case["waves"]) for name in state
                   if name not in self.places and name != "mode" and not isinstance(state[name], bytes)]
        if lacking:
            raise Unsupported(lacking[0], "the emulator has no such register")
        if self.case["scratch"]:
            raise Unsupported("scratch", "the emulator keeps scratch beside memory, for one wave")

    def groups(self) -> list[dict]:
        """Runs all groups -> the registers observed, wave by wave."""
        counts = [-(-g // b) for g, b in zip(self.case["grid"], self.case["group"])]
        found = []
        with self.emu._MXCSRContext():
            for number in range(prod(counts)):
                at = number % counts[0], number // counts[0] % counts[1], number // counts[0] // counts[1]
                found += self.group(at, number == 0)
        return found

    def group(self, at, first: bool) -> list[dict]:
        """Runs one group; `first`: the one whose waves have states of their own."""
        address = self.lds._buf.va_addr
        ctypes.memset(address, 0, LDS_BYTES)
        Places.write(address, self.case["lds_bytes"] or b"")
        sizes = [min(b, g - b * n) for g, b, n in zip(self.case["grid"], self.case["group"], at)]
        threads = prod(sizes)
        waves = [self.wave(start, threads, sizes, at) for start in range(0, threads, WAVE)]
        for number, wave in enumerate(waves):
            self.give(wave, self.case["state"])
            if first and number < len(self.case["waves"]):
                self.give(wave, self.case["waves"][number])
        self.turns(waves)
        return self.taken(waves)

    def taken(self, waves) -> list[dict]:
        """The observed registers of each wave."""
        names = self.case["observe"]["registers"]
        return [{"registers": {name: self.take(wave, name) for name in names}} for wave in waves]

    def wave(self, start: int, threads: int, sizes, at):
        """A new wave of theirs."""
        return self.emu._init_wave(self.start, start, threads, *sizes, 0, 0, 0, ARCH, *at, None, WAVE)

    def give(self, wave, state: dict) -> None:
        """Lays a state over a wave."""
        for name, value in state.items():
            if isinstance(value, bytes):
                ctypes.memmove(wave.vgpr_buf._buf.va_addr + 4 * WAVE * int(name[1:]), value, 4 * WAVE)
            elif name in self.places:
                wave._write_sgpr(self.places[name], value)

    def take(self, wave, name: str):
        """A register of a wave after its run."""
        if name[0] == "v" and name[1:].isdigit():
            return ctypes.string_at(wave.vgpr_buf._buf.va_addr + 4 * WAVE * int(name[1:]), 4 * WAVE)
        return wave._read_sgpr(self.places[name])

    def turns(self, waves) -> None:
        """Every wave to its end or the next barrier, again and again: run_asm's order."""
        arguments = [[ctypes.c_uint64(one._buf.va_addr) for one in (w.sgpr_buf, w.vgpr_buf, self.memory, self.lds)]
                     + [ctypes.c_uint64(0), ctypes.c_uint64(w.accvgpr_buf._buf.va_addr)] for w in waves]
        going = list(range(len(waves)))
        while going:
            going = [n for n in going if self.to_barrier(waves[n], arguments[n])]

    def to_barrier(self, wave, arguments) -> bool:
        """One wave's turn; False when it has ended."""
        for _ in range(TURNS):
            pc = wave.pc
            if pc == self.emu.ENDPGM_PC:
                return False
            if pc != self.end:
                if self.left == 0:
                    raise Limit
                self.left, self.done = self.left - 1, self.done + 1
            function, used, barrier = instruction(self.emu, pc)
            function(*[arguments[n] for n in used])
            if barrier:
                return True
        raise Limit


def instruction(emu, pc: int):
    """(function, its arguments by number, whether it is a barrier) of the instruction at `pc`. Raises Unsupported."""
    try:
        (program, runtime), inst = emu._decode_at(pc, ARCH)
    except Exception as error:                        # of many kinds: it has no word for what it does not have
        raise Unsupported(name_at(emu, pc), str(error)) from None
    return runtime.fxn, program.arg.globals, getattr(inst, "op", None) in emu._BARRIER_OPS


def name_at(emu, pc: int) -> str:
    """What their decoder calls the instruction there, or its first word."""
    data = Places.read(pc, 16)
    try:
        return emu._op_name(emu.decode_inst(data, ARCH)).lower()
    except Exception:                                 # whatever their decoder raises on what it does not know
        return f"encoding {data[:4][::-1].hex()}"


def kernel(emu, case: dict) -> list:
    """A case with a descriptor: run_asm, started as tinygrad's driver starts it -> its waves."""
    descriptor = case["descriptor"]
    if case["registers"] or not descriptor:
        raise Unsupported("dispatch", "the emulator's kernels start from a descriptor, not from COMPUTE_* registers")
    word = {at: int.from_bytes(descriptor[at:at + 4], "little") for at in (0, 4, 48, 52, 56)}
    if word[56] & 0xFFFF & ~CODE_PROPERTIES or word[4]:
        raise Unsupported("dispatch", "beyond the kernarg pointer the emulator gives a kernel no user registers and no "
                                      "scratch")
    users, groups = word[52] & RSRC2_USER_SGPRS, word[52] & RSRC2_GROUP_IDS
    if users != 2 << 1 or any(g % b for g, b in zip(case["grid"], case["group"])):
        raise Unsupported("dispatch", "the emulator starts whole groups with the kernarg pointer in s[0:1]")
    kernarg = next((r["address"] for r in case["memory"] if r["name"] == "kernarg"), 0)
    counts = [g // b for g, b in zip(case["grid"], case["group"])]
    rsrc2 = users | groups | -(-case["lds"] // 512) << RSRC2_LDS
    waves, start = [], emu._init_wave

    def started(*arguments):
        waves.append(start(*arguments))
        return waves[-1]
    emu._init_wave = started
    try:
        emu.run_asm(case["base"] + case["entry"], len(case["code"]), *counts, *case["group"], kernarg, rsrc2, 0, ARCH)
    except RuntimeError as error:
        text = str(error)
        if "Failed to compile" not in text:
            raise Limit from None
        raise Unsupported(text.partition("compile ")[2].partition("(")[0].strip().lower(), text) from None
    finally:
        emu._init_wave = start
    return waves


def prepare(emu, code: bytes) -> None:
    """Compiles the instructions of a program in the order they stand, so that this process has them from now on."""
    data, at = code + bytes(READ_AHEAD), 0
    while at < len(code):
        size = 4
        try:
            size = emu.decode_inst(data[at:at + 16], ARCH).size()
            if (one := data[at:at + size + 4]) not in _refused:
                emu._get_runner(one, ARCH)
        except Exception:                             # said when the program comes to it, if it does
            _refused.add(data[at:at + size + 4])
        at += size


def answer(emu, case: dict) -> dict:
    """The body of the result of one case."""
    run = Run(emu, case)
    code = case["code"] + ENDPGM
    stretches = [(case["base"], len(code) + READ_AHEAD), *((r["address"], r["size"]) for r in case["memory"])]
    try:
        run.check()
        with Places(stretches) as places:
            places.write(case["base"], code)
            for region in case["memory"]:
                places.write(region["address"], region["bytes"])
            if case["descriptor"] or case["registers"]:
                return {"status": "ok", "waves": run.taken(kernel(emu, case)), **memory(case, places)}
            waves = run.groups()
            lds = [places.read(run.lds._buf.va_addr, case["lds"])] if case["observe"]["lds"] else []
            return {"status": "ok", "waves": waves, "lds": lds, "instructions": run.done, **memory(case, places)}
    except NoPlace as error:
        return {"status": "unsupported", "operation": "address", "text": str(error)}
    except Limit:
        return {"status": "limit", "text": "more instructions than the case or the emulator allows"}


def memory(case: dict, places: Places) -> dict:
    """The observed stretches."""
    return {"memory": [{"name": one["name"], "address": one["address"],
                        "bytes": places.read(one["address"], one["size"])} for one in case["observe"]["memory"]]}
