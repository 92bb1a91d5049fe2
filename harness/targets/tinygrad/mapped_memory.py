"""Maps the memory of a case at its addresses in this process, because the emulator's loads and stores access the
memory of its own process."""
from __future__ import annotations

import ctypes
import mmap

PAGE = mmap.PAGESIZE
_FIXED_NOREPLACE, _FAILED = 0x100000, ctypes.c_void_p(-1).value
_libc = ctypes.CDLL(None, use_errno=True)
_libc.mmap.restype = ctypes.c_void_p
_libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
_libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]


class MappingError(Exception):
    """This process cannot map an address; the text names it."""


def page_spans(blocks) -> list[tuple[int, int]]:
    """Return disjoint spans of pages (start, end) that cover all blocks (address, size)."""
    spans: list[tuple[int, int]] = []
    for start, end in sorted((address // PAGE * PAGE, -(-(address + size) // PAGE) * PAGE) for address, size in blocks):
        if spans and start <= spans[-1][1]:
            spans[-1] = spans[-1][0], max(end, spans[-1][1])
        else:
            spans.append((start, end))
    return spans


class MappedMemory:
    """The pages of one case, initially zero; a context manager that unmaps them. Raises MappingError."""

    def __init__(self, blocks):
        self.spans: list[tuple[int, int]] = []
        for start, end in page_spans(blocks):
            flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _FIXED_NOREPLACE
            address = _libc.mmap(start, end - start, mmap.PROT_READ | mmap.PROT_WRITE, flags, -1, 0)
            if address != start:
                if address not in (None, _FAILED):
                    _libc.munmap(address, end - start)
                self.close()
                raise MappingError(f"this process can have no memory at {start:#x}")
            self.spans.append((start, end))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self) -> None:
        """Unmap the pages."""
        for start, end in self.spans:
            _libc.munmap(start, end - start)
        self.spans = []

    @staticmethod
    def write(address: int, data: bytes) -> None:
        """Write bytes to an address inside the pages."""
        ctypes.memmove(address, data, len(data))

    @staticmethod
    def read(address: int, size: int) -> bytes:
        """Read bytes from an address inside the pages."""
        return ctypes.string_at(address, size)
