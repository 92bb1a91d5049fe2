"""Runs cases on tinygrad's emulator. It uses the emulator's internal waves, decoder and compiled instructions, so that
registers can be set and read. The loop over waves is a copy of the loop in run_asm, which does not expose its waves.
Kernels use run_asm itself."""
from __future__ import annotations

import ctypes
from math import prod

from ...protocol.adapter import Unsupported
from .mapped_memory import MappingError, MappedMemory

ARCH, WAVE = "rdna3", 32
DECODER_READ_AHEAD = 64                               # the decoder reads 16 bytes from each instruction on
LDS_BYTES = 1 << 17                                   # twice the range of LDS addresses, for accesses out of range
MAX_STEPS_PER_TURN = 1_000_000                        # as in run_asm
# The descriptor fields that run_asm supports.
CODE_PROPERTIES = 0x0408                              # kernarg pointer, wave32
RSRC2_USER_SGPRS, RSRC2_GROUP_IDS, RSRC2_LDS = 0x1F << 1, 7 << 7, 15
_uncompilable: set[bytes] = set()
ENDPGM = bytes.fromhex("0000b0bf")


class LimitReached(Exception):
    """The case runs more instructions than it allows."""


def scalar_indices(emu) -> dict[str, int]:
    """Return {name of a scalar dword in cases: its index in the emulator's scalar register file}."""
    pairs = {"vcc": emu.VCC_LO.offset, "exec": emu.EXEC_LO.offset}
    sgprs = {f"s{index}": index for index in range(106)}
    trap_registers = {f"ttmp{index}": emu.ttmp[index].offset for index in range(16)}
    masks = {
        f"{name}_{half}": offset + index for name, offset in pairs.items() for index, half in enumerate(("lo", "hi"))
    }
    return sgprs | trap_registers | masks | {"m0": 125, "scc": emu.SCC.offset}


class CaseRun:
    """One run of a case: its memory, LDS and waves."""

    def __init__(self, emu, case: dict):
        self.emu, self.case = emu, case
        self.scalar_places = scalar_indices(emu)
        self.start, self.end = case["base"] + case["entry"], case["base"] + len(case["code"])
        self.instructions_left = case["instructions"]
        self.instructions_done = 0
        self.lds = emu.Buffer("CPU", LDS_BYTES // 4, emu.dtypes.uint32).ensure_allocated()
        self.memory = emu.Buffer(
            "CPU", 1 << 40, emu.dtypes.uint32, options=emu.BufferSpec(external_ptr=0)
        ).ensure_allocated()

    def check_support(self) -> None:
        """Raise Unsupported for registers and features that the emulator does not have."""
        missing = [name for state in (self.case["state"], *self.case["waves"]) for name in state
                   if name not in self.scalar_places and name != "mode" and not isinstance(state[name], bytes)]
        if missing:
            raise Unsupported(missing[0], "the emulator has no such register")
        if self.case["scratch"]:
            raise Unsupported("scratch", "the emulator's scratch is separate from memory and serves one wave only")

    def run_groups(self) -> list[dict]:
        """Run all groups; return the observed registers of each wave."""
        counts = [-(-g // b) for g, b in zip(self.case["grid"], self.case["group"])]
        registers = []
        with self.emu._MXCSRContext():
            for number in range(prod(counts)):
                group_index = number % counts[0], number // counts[0] % counts[1], number // counts[0] // counts[1]
                registers += self.run_group(group_index, number == 0)
        return registers

    def run_group(self, group_index, first: bool) -> list[dict]:
        """Run one group; return the observed registers of each wave. `first`: whether it is the first group, whose
        waves have their own states."""
        address = self.lds._buf.va_addr
        ctypes.memset(address, 0, LDS_BYTES)
        MappedMemory.write(address, self.case["lds_bytes"] or b"")
        sizes = [min(b, g - b * n) for g, b, n in zip(self.case["grid"], self.case["group"], group_index)]
        thread_count = prod(sizes)
        waves = [self.new_wave(start, thread_count, sizes, group_index) for start in range(0, thread_count, WAVE)]
        for number, wave in enumerate(waves):
            self.set_state(wave, self.case["state"])
            if first and number < len(self.case["waves"]):
                self.set_state(wave, self.case["waves"][number])
        self.run_waves(waves)
        return self.observed_registers(waves)

    def observed_registers(self, waves) -> list[dict]:
        """Return the observed registers of each wave."""
        names = self.case["observe"]["registers"]
        return [{"registers": {name: self.read_register(wave, name) for name in names}} for wave in waves]

    def new_wave(self, start: int, threads: int, sizes, at):
        """Create a wave of the emulator."""
        return self.emu._init_wave(self.start, start, threads, *sizes, 0, 0, 0, ARCH, *at, None, WAVE)

    def set_state(self, wave, state: dict) -> None:
        """Set registers of a wave from a state."""
        for name, value in state.items():
            if isinstance(value, bytes):
                ctypes.memmove(wave.vgpr_buf._buf.va_addr + 4 * WAVE * int(name[1:]), value, 4 * WAVE)
            elif name in self.scalar_places:
                wave._write_sgpr(self.scalar_places[name], value)

    def read_register(self, wave, name: str):
        """Read a register of a wave."""
        if name[0] == "v" and name[1:].isdigit():
            return ctypes.string_at(wave.vgpr_buf._buf.va_addr + 4 * WAVE * int(name[1:]), 4 * WAVE)
        return wave._read_sgpr(self.scalar_places[name])

    def run_waves(self, waves) -> None:
        """Run every wave to its next barrier in turn until all have ended, in the order of run_asm."""
        arguments = [
            [ctypes.c_uint64(buffer._buf.va_addr) for buffer in (wave.sgpr_buf, wave.vgpr_buf, self.memory, self.lds)]
            + [ctypes.c_uint64(0), ctypes.c_uint64(wave.accvgpr_buf._buf.va_addr)]
            for wave in waves
        ]
        running = list(range(len(waves)))
        while running:
            running = [number for number in running if self.run_to_barrier(waves[number], arguments[number])]

    def run_to_barrier(self, wave, arguments) -> bool:
        """Run one wave to its next barrier; return False if it has ended."""
        for _ in range(MAX_STEPS_PER_TURN):
            pc = wave.pc
            if pc == self.emu.ENDPGM_PC:
                return False
            if pc != self.end:
                if self.instructions_left == 0:
                    raise LimitReached
                self.instructions_left -= 1
                self.instructions_done += 1
            function, argument_numbers, is_barrier = compiled_instruction(self.emu, pc)
            function(*[arguments[number] for number in argument_numbers])
            if is_barrier:
                return True
        raise LimitReached


def compiled_instruction(emu, pc: int):
    """Return (function, argument indices, is it a barrier) for the instruction at `pc`. Raises Unsupported."""
    try:
        (program, runtime), inst = emu._decode_at(pc, ARCH)
    except Exception as error:                        # the emulator has no common exception type
        raise Unsupported(instruction_name(emu, pc), str(error)) from None
    return runtime.fxn, program.arg.globals, getattr(inst, "op", None) in emu._BARRIER_OPS


def instruction_name(emu, pc: int) -> str:
    """Return the emulator's name of the instruction at `pc`, or its first word if it cannot be decoded."""
    data = MappedMemory.read(pc, 16)
    try:
        return emu._op_name(emu.decode_inst(data, ARCH)).lower()
    except Exception:                                 # the decoder has no common exception type
        return f"encoding {data[:4][::-1].hex()}"


def run_kernel(emu, case: dict) -> list:
    """Run a case with a descriptor by run_asm, as tinygrad's driver starts it; return its waves."""
    descriptor = case["descriptor"]
    if case["registers"] or not descriptor:
        raise Unsupported("dispatch", "the emulator's kernels start from a descriptor, not from COMPUTE_* registers")
    words = {offset: int.from_bytes(descriptor[offset:offset + 4], "little") for offset in (0, 4, 48, 52, 56)}
    if words[56] & 0xFFFF & ~CODE_PROPERTIES or words[4]:
        raise Unsupported("dispatch", "the emulator starts a kernel with no user registers except the kernarg pointer, "
                                      "and without scratch")
    user_sgprs, group_ids = words[52] & RSRC2_USER_SGPRS, words[52] & RSRC2_GROUP_IDS
    sizes = list(zip(case["grid"], case["group"]))
    if user_sgprs != 2 << 1 or any(grid_size % group_size for grid_size, group_size in sizes):
        raise Unsupported("dispatch", "the emulator starts complete groups with the kernarg pointer in s[0:1]")
    kernarg = next((region["address"] for region in case["memory"] if region["name"] == "kernarg"), 0)
    counts = [grid_size // group_size for grid_size, group_size in sizes]
    rsrc2 = user_sgprs | group_ids | -(-case["lds"] // 512) << RSRC2_LDS
    waves, init_wave = [], emu._init_wave

    def init_and_record(*arguments):
        waves.append(init_wave(*arguments))
        return waves[-1]
    emu._init_wave = init_and_record
    try:
        emu.run_asm(case["base"] + case["entry"], len(case["code"]), *counts, *case["group"], kernarg, rsrc2, 0, ARCH)
    except RuntimeError as error:
        text = str(error)
        if "Failed to compile" not in text:
            raise LimitReached from None
        raise Unsupported(text.partition("compile ")[2].partition("(")[0].strip().lower(), text) from None
    finally:
        emu._init_wave = init_wave
    return waves


def compile_program(emu, code: bytes) -> None:
    """Compile the instructions of a program in order, so that this process caches them for later cases."""
    data, offset = code + bytes(DECODER_READ_AHEAD), 0
    while offset < len(code):
        size = 4
        try:
            size = emu.decode_inst(data[offset:offset + 16], ARCH).size()
            if (instruction := data[offset:offset + size + 4]) not in _uncompilable:
                emu._get_runner(instruction, ARCH)
        except Exception:                             # reported if the program executes the instruction
            _uncompilable.add(data[offset:offset + size + 4])
        offset += size


def run_case(emu, case: dict) -> dict:
    """Run one case; return the body of its result."""
    case_run = CaseRun(emu, case)
    code = case["code"] + ENDPGM
    blocks = [(case["base"], len(code) + DECODER_READ_AHEAD)]
    blocks += [(region["address"], region["size"]) for region in case["memory"]]
    try:
        case_run.check_support()
        with MappedMemory(blocks) as memory:
            memory.write(case["base"], code)
            for region in case["memory"]:
                memory.write(region["address"], region["bytes"])
            if case["descriptor"] or case["registers"]:
                waves = case_run.observed_registers(run_kernel(emu, case))
                return {"status": "ok", "waves": waves, **observed_memory(case, memory)}
            waves = case_run.run_groups()
            lds = [memory.read(case_run.lds._buf.va_addr, case["lds"])] if case["observe"]["lds"] else []
            return {"status": "ok", "waves": waves, "lds": lds, "instructions": case_run.instructions_done,
                    **observed_memory(case, memory)}
    except MappingError as error:
        return {"status": "unsupported", "operation": "address", "text": str(error)}
    except LimitReached:
        return {"status": "limit", "text": "more instructions than the case or the emulator allows"}


def observed_memory(case: dict, memory: MappedMemory) -> dict:
    """Return the observed memory blocks, for a result."""
    return {"memory": [{"name": block["name"], "address": block["address"],
                        "bytes": memory.read(block["address"], block["size"])} for block in case["observe"]["memory"]]}
