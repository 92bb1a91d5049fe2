"""Loops over small arrays in C (plan.h): what numpy's own calls would take longer for than the work."""
from __future__ import annotations

import ctypes
from functools import cache

import numpy as np


@cache
def extension():
    """(ffi, lib) of the compiled loops; raises ImportError with the remedy when they were never built."""
    try:
        from ._plan import ffi, lib  # pyright: ignore[reportMissingImports]
    except ModuleNotFoundError as error:
        raise ImportError(
            "the generators' loops are not built: run `make setup` or `python -m assay.generators.native.build_plan`"
        ) from error
    return ffi, lib


def pointer(array: np.ndarray):
    """A C-contiguous array as C sees it; good as long as the array is held."""
    kinds, view = _views()
    return view(kinds[array.dtype.char], array)


def words(data: bytes | memoryview | np.ndarray):
    """Bytes as 32-bit words; good as long as they are held."""
    kinds, view = _views()
    return view(kinds["I"], data)


@cache
def _views():
    """({type of an array: that of C's}, what views an array as one)"""
    ffi = extension()[0]
    return {char: ffi.typeof(name) for char, name in _TYPES.items()}, ffi.from_buffer


def model(kind: str, address: int):
    """What lies at an address of the model's: structures of that kind of assay.h."""
    return extension()[0].cast(f"struct {kind} *", address)


_TYPES = {"?": "uint8_t[]", "B": "uint8_t[]", "i": "int32_t[]", "I": "uint32_t[]", "l": "int64_t[]", "L": "uint64_t[]",
          "d": "double[]"}


class Stream:
    """The numbers of np.random.SFC64(seed), drawn by C alone: `bits` of plan.h."""

    def __init__(self, seed: int):
        ffi, lib = extension()
        self.stream = ffi.new("struct plan_stream *")
        lib.plan_seed(self.stream, seed)
        self.bits = ffi.addressof(self.stream, "bits")


def bits(random: np.random.Generator | Stream):
    """The generator of bits behind a Generator, as plan.h has it; good as long as the Generator is held."""
    if isinstance(random, Stream):
        return random.bits
    return extension()[0].cast("struct plan_bits *", _held(random.bit_generator.capsule, b"BitGenerator"))


_held = ctypes.pythonapi.PyCapsule_GetPointer
_held.restype, _held.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)


class Struct:
    """A structure of plan.h and the arrays it points to; numbers stay as they are."""

    def __init__(self, name: str, **members):
        held = {key: pointer(value) if isinstance(value, np.ndarray) else value for key, value in members.items()}
        self.arrays, self.held = members, held
        self.struct = extension()[0].new(f"struct {name} *", held)
