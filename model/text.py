"""Disassembly, without a machine."""
from functools import cache

from .machine import architecture_numbers, checked_choice, extension


def decode_text(arch, wave, lines):
    """Disassembles lines of hex (bytes) to lines of text (bytes), `<illegal>` for illegal instructions.  Raises
    ValueError for an unknown arch."""
    ffi, lib = extension()
    number = checked_choice(architecture_numbers(ffi, lib), "arch", arch)
    size = 64 * lines.count(b"\n") + 256
    while True:
        text = ffi.new("char[]", size)
        needed = lib.assay_disassemble_lines(number, wave, lines, len(lines), text, size)
        if needed <= size:
            return ffi.buffer(text, needed)[:]
        size = needed


def disassemble(arch, wave, code):
    """(bytes, text) of the first instruction of `code`; (0, '<illegal>') if it is illegal."""
    ffi, lib, number = _built(arch)
    text = ffi.new("char[]", 512)
    size = lib.assay_disassemble(number, wave, bytes(code), len(code), text, 512)
    return size, ffi.string(text).decode()


@cache
def _built(arch):
    """(ffi, lib, number of the architecture) of the compiled binding."""
    ffi, lib = extension()
    return ffi, lib, checked_choice(architecture_numbers(ffi, lib), "arch", arch)


def sets_unused(arch, wave, code):
    """Return whether the first instruction of `code` sets a field that it does not use."""
    ffi, lib = extension()
    return lib.assay_sets_unused(
        checked_choice(architecture_numbers(ffi, lib), "arch", arch), wave, ffi.from_buffer(bytes(code)), len(code)
    )
