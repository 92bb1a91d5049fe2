"""The text of a program, instruction by instruction, as the model disassembles it."""
from __future__ import annotations

import functools


@functools.lru_cache(maxsize=4096)
def listing_of(arch: str, wave: int, code: bytes) -> tuple[tuple[int, str], ...]:
    """(offset, text) of each instruction."""
    from ... import model
    at, found = 0, []
    while at < len(code):
        size, text = model.disassemble(arch, wave, code[at:])
        found.append((at, text if size else "<illegal>"))
        at += size or 4
    return tuple(found)


def halves_of(arch: str, wave: int, code: bytes) -> list[str]:
    """The text of each instruction, of dual issue each half."""
    return [half for _, text in listing_of(arch, wave, code) for half in text.split(" :: ")]


def mnemonics_of(arch: str, wave: int, code: bytes) -> frozenset[str]:
    """The mnemonics in some code, as they are spelt with their form; of dual issue both."""
    return frozenset(half.partition(" ")[0] for half in halves_of(arch, wave, code))
