"""RADV's null device, completed: addresses for its buffers, and what it writes read back.

With RADV_FORCE_FAMILY Mesa's Vulkan driver compiles for a GPU that is not there. Its layer below, the null winsys,
gives every buffer the address 0 and has no entries for command buffers. Here buffers get the addresses a kernel would
give them, and the missing entries a function that does nothing. The structures are Mesa's own and private; each field
is found by what it must hold, never by a known offset, and what is not found is an error.
"""
from __future__ import annotations

import ctypes
import os
import struct
from itertools import takewhile

PAGE = 4096
CAPACITY = 4096                              # dwords of a command buffer of the null winsys
DRIVER = "libvulkan_radeon.so"


class UnknownMesa(RuntimeError):
    """This Mesa's structures are not as expected; the text says which."""


class Memory:
    """This process's memory, by address; what is not mapped reads as nothing."""

    def __init__(self):
        self.file = os.open("/proc/self/mem", os.O_RDWR)

    def read(self, address: int, size: int) -> bytes:
        try:
            return os.pread(self.file, size, address) if PAGE <= address < 1 << 47 else b""
        except OSError:
            return b""

    def words(self, address: int, count: int) -> tuple[int, ...]:
        data = self.read(address, 8 * count)
        return struct.unpack(f"<{len(data) // 8}Q", data[:len(data) // 8 * 8])

    def write(self, address: int, word: int) -> None:
        os.pwrite(self.file, struct.pack("<Q", word), address)


class NullDevice:
    """The objects below one VkDevice."""

    def __init__(self, device: int):
        self.memory = Memory()
        self.pointer_at: int | None = None   # which word of a buffer object points to its bytes, once known
        self.nothing = ctypes.CFUNCTYPE(ctypes.c_uint64)(lambda: 0)
        self._complete(device)

    def _complete(self, device: int) -> None:
        """The winsys is the one table of driver functions, with gaps, in an allocation of its own below the device; the
        kinds of locks behind the functions are data. Each gap gets an entry."""
        code = _executable(DRIVER)
        inside = lambda word: any(low <= word < high for low, high in code)
        found = {}
        for pointer in self.memory.words(device, PAGE):
            table = self._allocation(pointer)
            head = list(takewhile(lambda word: word == 0 or inside(word), table))
            if 30 <= len(head) <= 64 and head[0] and 12 <= head.count(0) <= len(head) - 12:
                found[pointer] = head
        if len(found) != 1:
            raise UnknownMesa(f"{len(found)} tables of functions below the device, and one was expected")
        entry = ctypes.cast(self.nothing, ctypes.c_void_p).value or 0
        for pointer, head in found.items():
            for n in (n for n, word in enumerate(head) if word == 0):
                self.memory.write(pointer + 8 * n, entry)

    def _allocation(self, pointer: int) -> tuple[int, ...]:
        """The words of an allocation: glibc's malloc keeps its size in the word before."""
        if pointer % 16 or pointer < PAGE:
            return ()
        size = self.memory.words(pointer - 8, 1)
        return self.memory.words(pointer, (size[0] & ~15) // 8 - 1) if size and 64 <= size[0] < PAGE else ()

    def place(self, owner: int, words: int, address: int, pointer: int | None = None) -> int:
        """Gives the buffer that an object's first words name the address; returns where its bytes are. They are known
        (a mapped memory), or another word of the object points to them."""
        held = self.memory.words(owner, words)
        wanted = {pointer} if pointer is not None else {word for word in held if word % 8 == 0 and word > PAGE}
        for buffer in held:
            body = self.memory.words(buffer, 6) if buffer % 16 == 0 else ()
            if len(body) < 6 or body[0]:
                continue
            if self.pointer_at is None and pointer in body:
                self.pointer_at = body.index(pointer)
            if self.pointer_at is not None and body[self.pointer_at] in wanted:
                self.memory.write(buffer, address)
                return body[self.pointer_at]
        raise UnknownMesa("an object names no buffer without an address")

    def commands(self, owner: int) -> tuple[int, ...]:
        """The dwords written so far to a VkCommandBuffer."""
        for pointer in self.memory.words(owner, PAGE):
            head = self.memory.read(pointer, 16) if pointer % 8 == 0 else b""
            count, capacity, at = struct.unpack("<IIQ", head) if len(head) == 16 else (0, 0, 0)
            if capacity == CAPACITY and 0 < count <= capacity:
                data = self.memory.read(at, 4 * count)
                if len(data) == 4 * count:
                    return struct.unpack(f"<{count}I", data)
        raise UnknownMesa("the command buffer names no packets")


def _executable(library: str) -> list[tuple[int, int]]:
    found = []
    with open("/proc/self/maps") as lines:
        for line in map(str.split, lines):
            if line[-1].endswith(library) and "x" in line[1]:
                low, high = (int(end, 16) for end in line[0].split("-"))
                found.append((low, high))
    if not found:
        raise UnknownMesa(f"{library} is not loaded")
    return found
