"""Memory of a case where the case says: pages of this process at the addresses it names, since the emulator's loads and
stores are loads and stores of the process it runs in."""
from __future__ import annotations

import ctypes
import mmap

PAGE = mmap.PAGESIZE
_FIXED_NOREPLACE, _FAILED = 0x100000, ctypes.c_void_p(-1).value
_libc = ctypes.CDLL(None, use_errno=True)
_libc.mmap.restype = ctypes.c_void_p
_libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
_libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]


class NoPlace(Exception):
    """An address this process cannot have; the text names it."""


def spans(stretches) -> list[tuple[int, int]]:
    """(address, size) of each -> (first byte, end) of whole pages that hold them all, apart from each other."""
    found: list[tuple[int, int]] = []
    for start, end in sorted((at // PAGE * PAGE, -(-(at + size) // PAGE) * PAGE) for at, size in stretches):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


class Places:
    """The pages of one case, zero at first; a context manager that gives them back. Raises NoPlace."""

    def __init__(self, stretches):
        self.held: list[tuple[int, int]] = []
        for start, end in spans(stretches):
            flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _FIXED_NOREPLACE
            got = _libc.mmap(start, end - start, mmap.PROT_READ | mmap.PROT_WRITE, flags, -1, 0)
            if got != start:
                if got not in (None, _FAILED):
                    _libc.munmap(got, end - start)
                self.close()
                raise NoPlace(f"this process can have no memory at {start:#x}")
            self.held.append((start, end))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self) -> None:
        """Gives the pages back."""
        for start, end in self.held:
            _libc.munmap(start, end - start)
        self.held = []

    @staticmethod
    def write(address: int, data: bytes) -> None:
        """Bytes to an address inside the pages."""
        ctypes.memmove(address, data, len(data))

    @staticmethod
    def read(address: int, size: int) -> bytes:
        """Bytes from there."""
        return ctypes.string_at(address, size)
