"""Registers of many waves as rows of words, and as MessagePack, written and read by C: a map for each of them would
take ten times as long to make and to encode.  PROTOCOL.md says what stands in it."""
from __future__ import annotations

from functools import cache, cached_property, lru_cache

import msgspec
import numpy as np

from ...generators.native import array_loops
from ..case.case_types import CaseError
from .model_binding import register_names_by_number, register_numbers, model_package

RESULT_WAVE_HEAD = b"\x81\xa9registers"                          # before the registers of each wave in a `result`
# of registers in the model; kinds of waves remembered
REGISTER_COUNT, CACHED_SETS = 512, 1024
FIXSTR, ARRAY_HEAD_BYTES = 0xA0, 3                                    # of names; bytes before the first map of an array


@cache
def name_table(arch: str) -> array_loops.Struct:
    """plan_names (plan.h)"""
    names = register_names_by_number(arch)
    texts = [bytes([FIXSTR | len(name)]) + name.encode() if (name := names.get(n)) else b""
             for n in range(REGISTER_COUNT)]
    return array_loops.Struct("plan_names", text=np.frombuffer(b"".join(texts), np.uint8),
                              at=np.array([0, *map(len, texts)], np.int64).cumsum())


@cache
def map_form(arch: str, before: bytes) -> array_loops.Struct:
    """plan_form (plan.h) of maps with these bytes before each."""
    held = np.frombuffer(before or b"\0", np.uint8)
    return array_loops.Struct("plan_form", names=name_table(arch).struct, before=held, before_size=len(before))


class OutputBuffer:
    """Bytes for C to write, which whoever comes next writes again; `shown`: what reads them."""

    def __init__(self):
        self.size = 0

    def reserve(self, size: int):
        """Where so many can be written."""
        if size > self.size:
            ffi = array_loops.extension()[0]
            self.size = 2 * size
            self.data = ffi.new("uint8_t[]", self.size)
            self.view = ffi.buffer(self.data)
        return self.data


OUTPUT = OutputBuffer()                                          # a process has one thread that writes messages


class RegisterSet:
    """Registers of a wave of so many lanes by the model's numbers.  `words`: how many a wave has; `bits`: those of
    them that hold something; `struct`: plan_registers (plan.h)."""

    def __init__(self, arch: str, lanes: int, numbers: tuple[int, ...]):
        first, scc = model_package().V0, model_package().SCC
        self.arch, self.lanes, self.numbers = arch, lanes, numbers
        self.word_count = sum([lanes if number >= first else 1 for number in numbers])
        self.bit_count = 32 * self.word_count - 31 * (scc in numbers)
        self.has_trapsts = model_package().TRAPSTS in numbers
        ffi = array_loops.extension()[0]
        self.numbers_in_c = ffi.new("uint32_t[]", numbers)
        self.struct = ffi.new("struct plan_registers *", [len(numbers), lanes, self.numbers_in_c])
        self.sizes: dict[tuple[bytes, int], tuple] = {}      # of arrays of maps: what is before each, how many

    @cached_property
    def names(self) -> list[str]:
        """Their names."""
        known = register_names_by_number(self.arch)
        return [known[number] for number in self.numbers]

    def pack(self, words, waves: int, before: bytes) -> bytes:
        """An array of the maps of waves, each with `before` before it.  `words`: of a wave after the other."""
        form, size = self.sizes.get((before, waves)) or self.measure(waves, before)
        array_loops.extension()[1].plan_pack(form, self.struct, waves, words, OUTPUT.reserve(size))
        return OUTPUT.view[:size]

    def measure(self, waves: int, before: bytes) -> tuple:
        """(the form of such an array, how many bytes it has)"""
        ffi, lib = array_loops.extension()
        form = map_form(self.arch, before).struct
        measured = self.sizes[before, waves] = form, lib.plan_pack(form, self.struct, waves, ffi.NULL, ffi.NULL)
        return measured

    def pack_result(self, waves: int, address) -> tuple[bytes, int]:
        """(the array of waves at an address of the model's, as a `result` message has it; how many bits are open)"""
        form, size = self.sizes.get((RESULT_WAVE_HEAD, waves)) or self.measure(waves, RESULT_WAVE_HEAD)
        undefined = array_loops.extension()[1].plan_tell(form, self.struct, waves, address, OUTPUT.reserve(size))
        return OUTPUT.view[:size], undefined

    def pack_start(self, words: bytes | memoryview | np.ndarray, waves: int) -> tuple:
        """(state, waves) of a `run` message: that of a lone wave is the case's."""
        packed = self.pack(array_loops.words(words), max(waves, 1), b"")
        return ({}, msgspec.Raw(packed)) if waves > 1 else (msgspec.Raw(packed[ARRAY_HEAD_BYTES:]), [])

    def read(self, waves: int, address) -> tuple[np.ndarray, int]:
        """(words by wave, how many of their bits are open) of waves at an address of the model's."""
        words = np.empty((waves, self.word_count), np.uint32)
        return words, array_loops.extension()[1].plan_read(self.struct, waves, address, array_loops.pointer(words))


numbered_registers = lru_cache(maxsize=CACHED_SETS)(RegisterSet)


@lru_cache(maxsize=CACHED_SETS)
def named_registers(arch: str, lanes: int, scalars: tuple[str, ...], vectors: tuple[int, ...] = ()) -> RegisterSet:
    """Those of these names and VGPRs.  Raises CaseError for one that there is not."""
    codes, first = register_numbers(arch), model_package().V0
    if unknown := [name for name in scalars if name not in codes]:
        raise CaseError(f"state.{unknown[0]}", f"{arch} has no such register")
    return numbered_registers(arch, lanes,
                              (*[codes[name] for name in scalars], *[first + number for number in vectors]))


def unpack(arch: str, lanes: int, data) -> tuple[RegisterSet, np.ndarray, int] | None:
    """(registers, their words, how many waves) of an array of maps, or of one map; None where waves do not have the
    same, or something is no register or not as a message has it."""
    ffi, lib = array_loops.extension()
    words, numbers, count = np.empty(len(data), np.uint32), ffi.new("uint32_t[]", REGISTER_COUNT), ffi.new("int32_t *")
    waves = lib.plan_unpack(name_table(arch).struct, lanes, ffi.from_buffer("uint8_t[]", data), len(data), numbers,
                            count, array_loops.pointer(words), len(words))
    if waves < 0:
        return None
    return numbered_registers(arch, lanes, tuple(ffi.unpack(numbers, count[0]))), words, waves
