"""The text of a program's instructions, as the model disassembles them."""
from __future__ import annotations

import functools


@functools.lru_cache(maxsize=4096)
def instruction_listing(arch: str, wave: int, code: bytes) -> tuple[tuple[int, str], ...]:
    """(offset, text) of each instruction of a program."""
    from ... import model
    offset, listing = 0, []
    while offset < len(code):
        size, text = model.disassemble(arch, wave, code[offset:])
        listing.append((offset, text if size else "<illegal>"))
        offset += size or 4
    return tuple(listing)


def instruction_texts(arch: str, wave: int, code: bytes) -> list[str]:
    """Return the text of each instruction. A dual-issue instruction has two entries, one per operation."""
    return [half for _, text in instruction_listing(arch, wave, code) for half in text.split(" :: ")]


def program_mnemonics(arch: str, wave: int, code: bytes) -> frozenset[str]:
    """Return the mnemonics of a program, with encoding suffixes. A dual-issue instruction has two."""
    return frozenset(half.partition(" ")[0] for half in instruction_texts(arch, wave, code))
