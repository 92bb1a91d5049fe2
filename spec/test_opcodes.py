"""Every opcode of every encoding: what llvm-mc finds an instruction is a form of the tables, by that name, and a form
of the tables is one to llvm-mc.  The chapters' opcode tables have no further gap (RDNA3 ISA, 15; Vega ISA, 13)."""
import random

import pytest

from ..harness import mc
from . import ARCHS, CERTIFIED, load

TRIES = 64                                           # words an opcode, with operands that may stand there
FOREIGN = {"v_illegal"}                              # LLVM's name for a word that shall be no instruction


def opcodes(arch):
    """[(Encoding, opcode)] of the architecture's encodings but VOPD, whose word holds two."""
    family = ARCHS[arch]
    for (of, _), encoding in load().encodings.items():
        if of == family and "op" in encoding.fields and not encoding.codes:
            yield from ((encoding, n) for n in range(1 << encoding.fields["op"][1]))


def words(encoding, opcode, rng):
    """Bytes with this opcode, other fields as one instruction or another may have them: at most one of those without
    registers is not 0; a literal behind some."""
    low, _ = encoding.fields["op"]
    free = [name for name, (at, _) in encoding.fields.items() if name != "op" and not encoding.mask >> at & 1]
    for n in range(TRIES):
        loud, word = free[n // 2 % len(free)] if n % 2 else "", encoding.value | opcode << low
        for name in free:
            at, width = encoding.fields[name]
            word |= chosen(name, width, rng, name == loud) << at
        yield word.to_bytes(4 * encoding.dwords, "little") + bytes(4 * (n % 8 == 7))


def chosen(name, width, rng, loud):
    """A register where a source stands, EXEC or a register as a destination, what says "no address"; else nothing, or
    if `loud` any little number."""
    register = 4 * rng.randrange(8)
    if name.startswith("src") and width == 9:
        return rng.choice((256, 256, 0)) + register
    if name == "saddr":
        return rng.choice((124, 127, 0))
    if name in ("sdst", "vdst"):
        return rng.choice((0, register, 126))
    if name.startswith(("ssrc", "sdata", "sbase", "srsrc", "ssamp", "soffset")):
        return register if rng.randrange(2) else 0
    if name in ("gds", "unorm", "r128"):
        return rng.randrange(2)
    if name == "dmask":
        return rng.choice((1, 15))
    return rng.randrange(1, 1 << min(width, 4)) if loud else 0


def tables(arch):
    """The names of the forms without extension, of encodings that have an opcode."""
    fields = lambda form: load().encodings[ARCHS[arch], form.layout].fields
    return {form.mnemonic for form in load().forms(arch) if not form.extension and "op" in fields(form)}


def seen(arch):
    """The names that llvm-mc finds."""
    rng, found = random.Random(arch), set()
    codes = [code for encoding, opcode in opcodes(arch) for code in words(encoding, opcode, rng)]
    for at in range(0, len(codes), 4000):
        texts = mc.disassemble(arch, codes[at : at + 4000], 64 if arch == "gfx906" else 32)
        found |= {text.split()[0] for text in texts if text}
    return found - FOREIGN


@pytest.mark.long
@pytest.mark.parametrize("arch", CERTIFIED)
def test_no_opcode_is_missing(arch):
    """A row less would be found: the sweep meets every one there is."""
    theirs, ours = seen(arch), tables(arch)
    assert theirs - ours == set()
    assert ours - theirs == set()
