"""Hold the registers of many waves as arrays of 32-bit words, and convert them in C to and from MessagePack
(PROTOCOL.md). A Python dict per wave takes ten times as long."""
from __future__ import annotations

from functools import cache, cached_property, lru_cache

import msgspec
import numpy as np

from ...generators.native import array_loops
from ..case.case_types import CaseError
from .model_binding import model_package, register_names_by_number, register_numbers

RESULT_WAVE_HEAD = b"\x81\xa9registers"              # before the registers of a wave in `result`
# registers of the model; cached register sets
REGISTER_COUNT, CACHED_SETS = 512, 1024
FIXSTR, ARRAY_HEAD_BYTES = 0xA0, 3                   # MessagePack: tag of names; bytes before the first map


@cache
def name_table(arch: str) -> array_loops.Struct:
    """Return the struct plan_names (plan.h) with the names of all registers."""
    names = register_names_by_number(arch)
    texts = [bytes([FIXSTR | len(name)]) + name.encode() if (name := names.get(n)) else b""
             for n in range(REGISTER_COUNT)]
    return array_loops.Struct("plan_names", text=np.frombuffer(b"".join(texts), np.uint8),
                              at=np.array([0, *map(len, texts)], np.int64).cumsum())


@cache
def map_form(arch: str, before: bytes) -> array_loops.Struct:
    """Return the struct plan_form (plan.h) for maps that each follow the bytes `before`."""
    head = np.frombuffer(before or b"\0", np.uint8)
    return array_loops.Struct("plan_form", names=name_table(arch).struct, before=head, before_size=len(before))


class OutputBuffer:
    """A buffer that C writes and the next message overwrites. `view`: the buffer as Python reads it."""

    def __init__(self):
        self.size = 0

    def reserve(self, size: int):
        """Return the start of a buffer of at least this many bytes."""
        if size > self.size:
            ffi = array_loops.extension()[0]
            self.size = 2 * size
            self.data = ffi.new("uint8_t[]", self.size)
            self.view = ffi.buffer(self.data)
        return self.data


OUTPUT = OutputBuffer()                              # only one thread of a process writes messages


class RegisterSet:
    """A set of registers, by the model's register numbers, for waves of `lanes` lanes.

    `word_count`: words per wave; `bit_count`: significant bits among them; `struct`: plan_registers (plan.h)."""

    def __init__(self, arch: str, lanes: int, numbers: tuple[int, ...]):
        first, scc = model_package().V0, model_package().SCC
        self.arch, self.lanes, self.numbers = arch, lanes, numbers
        self.word_count = sum([lanes if number >= first else 1 for number in numbers])
        self.bit_count = 32 * self.word_count - 31 * (scc in numbers)
        self.has_trapsts = model_package().TRAPSTS in numbers
        ffi = array_loops.extension()[0]
        self.numbers_in_c = ffi.new("uint32_t[]", numbers)
        self.struct = ffi.new("struct plan_registers *", [len(numbers), lanes, self.numbers_in_c])
        self.sizes: dict[tuple[bytes, int], tuple] = {}  # (bytes before each map, waves) -> form and size

    @cached_property
    def names(self) -> list[str]:
        """The names of the registers."""
        known = register_names_by_number(self.arch)
        return [known[number] for number in self.numbers]

    def pack(self, words, waves: int, before: bytes) -> bytes:
        """Return an array with a register map for each wave; the bytes `before` precede each map. `words`: the words of
        all waves in sequence."""
        form, size = self.sizes.get((before, waves)) or self.measure(waves, before)
        array_loops.extension()[1].plan_pack(form, self.struct, waves, words, OUTPUT.reserve(size))
        return OUTPUT.view[:size]

    def measure(self, waves: int, before: bytes) -> tuple:
        """Return the struct plan_form and the size in bytes of the array that pack() makes."""
        ffi, lib = array_loops.extension()
        form = map_form(self.arch, before).struct
        measured = self.sizes[before, waves] = form, lib.plan_pack(form, self.struct, waves, ffi.NULL, ffi.NULL)
        return measured

    def pack_result(self, waves: int, address) -> tuple[bytes, int]:
        """Read waves at an address in the model. Return them in the format of a `result` message, and the number of
        undefined bits."""
        form, size = self.sizes.get((RESULT_WAVE_HEAD, waves)) or self.measure(waves, RESULT_WAVE_HEAD)
        undefined = array_loops.extension()[1].plan_tell(form, self.struct, waves, address, OUTPUT.reserve(size))
        return OUTPUT.view[:size], undefined

    def pack_start(self, words: bytes | memoryview | np.ndarray, waves: int) -> tuple:
        """Return (state, waves) for a `run` message. A single wave's registers are the state of the case."""
        packed = self.pack(array_loops.c_words(words), max(waves, 1), b"")
        return ({}, msgspec.Raw(packed)) if waves > 1 else (msgspec.Raw(packed[ARRAY_HEAD_BYTES:]), [])

    def read(self, waves: int, address) -> tuple[np.ndarray, int]:
        """Read waves at an address in the model. Return their words by wave, and the number of undefined bits."""
        words = np.empty((waves, self.word_count), np.uint32)
        return words, array_loops.extension()[1].plan_read(self.struct, waves, address, array_loops.c_array(words))


numbered_registers = lru_cache(maxsize=CACHED_SETS)(RegisterSet)


@lru_cache(maxsize=CACHED_SETS)
def named_registers(arch: str, lanes: int, scalars: tuple[str, ...], vectors: tuple[int, ...] = ()) -> RegisterSet:
    """The set of these scalar dwords and VGPRs. Raises CaseError for an unknown name."""
    codes, first = register_numbers(arch), model_package().V0
    if unknown := [name for name in scalars if name not in codes]:
        raise CaseError(f"state.{unknown[0]}", f"{arch} has no such register")
    return numbered_registers(arch, lanes,
                              (*[codes[name] for name in scalars], *[first + number for number in vectors]))


def unpack(arch: str, lanes: int, data) -> tuple[RegisterSet, np.ndarray, int] | None:
    """Decode an array of maps, or one map: (registers, words, number of waves).

    Return None if waves have different registers, a name is unknown, or the data is not in the message format."""
    ffi, lib = array_loops.extension()
    words, numbers, count = np.empty(len(data), np.uint32), ffi.new("uint32_t[]", REGISTER_COUNT), ffi.new("int32_t *")
    waves = lib.plan_unpack(name_table(arch).struct, lanes, ffi.from_buffer("uint8_t[]", data), len(data), numbers,
                            count, array_loops.c_array(words), len(words))
    if waves < 0:
        return None
    return numbered_registers(arch, lanes, tuple(ffi.unpack(numbers, count[0]))), words, waves
