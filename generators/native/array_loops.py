"""numpy arrays and generators as C arrays and structures, for the planner's array loops in C (plan.h). The arrays are
so small that a call to numpy takes longer than the work itself."""
from __future__ import annotations

import ctypes
from functools import cache

import numpy as np


@cache
def extension():
    """Return (ffi, lib) of the compiled loops. Raise ImportError, with the remedy, if they are not built."""
    try:
        from ._plan import ffi, lib  # pyright: ignore[reportMissingImports]
    except ModuleNotFoundError as error:
        raise ImportError(
            "the generators' loops are not built: run `make setup` or `python -m assay.generators.native.build_plan`"
        ) from error
    return ffi, lib


def c_array(array: np.ndarray):
    """Return a view of a C-contiguous array as a C array. It is valid while the array exists."""
    kinds, view = _c_array_types()
    return view(kinds[array.dtype.char], array)


def c_words(data: bytes | memoryview | np.ndarray):
    """Return a view of bytes as 32-bit words. It is valid while the bytes exist."""
    kinds, view = _c_array_types()
    return view(kinds["I"], data)


@cache
def _c_array_types():
    """Return ({numpy type character: C type}, the function that views an array as a C type)."""
    ffi = extension()[0]
    return {char: ffi.typeof(name) for char, name in _C_TYPES.items()}, ffi.from_buffer


def model_structures(kind: str, address: int):
    """Return a view of the memory at an address of the model as structures of this `kind` (assay.h)."""
    return extension()[0].cast(f"struct {kind} *", address)


_C_TYPES = {
    "?": "uint8_t[]",
    "B": "uint8_t[]",
    "i": "int32_t[]",
    "I": "uint32_t[]",
    "l": "int64_t[]",
    "L": "uint64_t[]",
    "d": "double[]",
}


class Stream:
    """The numbers of np.random.SFC64(seed), drawn in C; `bits`: the generator of plan.h."""

    def __init__(self, seed: int):
        ffi, lib = extension()
        self.stream = ffi.new("struct plan_stream *")
        lib.plan_seed(self.stream, seed)
        self.bits = ffi.addressof(self.stream, "bits")


def bit_generator(random: np.random.Generator | Stream):
    """Return the bit generator of a Generator as the structure of plan.h. It is valid while the Generator exists."""
    if isinstance(random, Stream):
        return random.bits
    return extension()[0].cast("struct plan_bits *", _capsule_pointer(random.bit_generator.capsule, b"BitGenerator"))


_capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_capsule_pointer.restype, _capsule_pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)


class Struct:
    """A structure of plan.h with the arrays that it points to; numbers are copied."""

    def __init__(self, name: str, **members):
        held = {key: c_array(value) if isinstance(value, np.ndarray) else value for key, value in members.items()}
        self.arrays, self.c_members = members, held
        self.struct = extension()[0].new(f"struct {name} *", held)
