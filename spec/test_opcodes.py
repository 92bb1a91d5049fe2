"""Every opcode of every encoding: what llvm-mc finds an instruction is a form of the tables, by that name, and a form
of the tables is one to llvm-mc.  The chapters' opcode tables have no further gap (RDNA3 ISA, 15; Vega ISA, 13)."""
import numpy as np
import pytest

from ..harness.targets import llvm_mc
from . import ARCHS, CERTIFIED, load

TRIES = 64                                           # words an opcode, with operands that may stand there
FOREIGN = {"v_illegal"}                              # LLVM's name for a word that shall be no instruction


def encodings(arch):
    """The architecture's encodings that have opcodes, but VOPD, whose word holds two."""
    family = ARCHS[arch]
    return [encoding for (of, _), encoding in load().encodings.items()
            if of == family and "op" in encoding.fields and not encoding.codes]


def words(encoding, rng):
    """Bytes with every opcode, other fields as one instruction or another may have them: at most one of those without
    registers is not 0; a literal behind some."""
    low, wide = encoding.fields["op"]
    free = [name for name, (at, _) in encoding.fields.items() if name != "op" and not encoding.mask >> at & 1]
    made = np.full((1 << wide, TRIES), encoding.value, np.uint64)
    made |= np.arange(1 << wide, dtype=np.uint64)[:, None] << low
    for name in free:
        at, width = encoding.fields[name]
        loud = np.array([n % 2 == 1 and free[n // 2 % len(free)] == name for n in range(TRIES)])
        made |= chosen(name, width, rng, loud, made.shape).astype(np.uint64) << at
    size, data = 4 * encoding.dwords, made.tobytes()
    for n, at in enumerate(range(0, len(data), 8)):
        yield data[at:at + size] + bytes(4 * (n % 8 == 7))


def chosen(name, width, rng, loud, shape):
    """A register where a source stands, EXEC or a register as a destination, what says "no address"; else nothing, or
    where `loud`, one for each try, any little number.  By opcode and try."""
    register = 4 * rng.integers(8, size=shape)
    if name.startswith("src") and width == 9:
        return rng.choice((256, 256, 0), shape) + register
    if name == "saddr":
        return rng.choice((124, 127, 0), shape)
    if name in ("sdst", "vdst"):
        return np.choose(rng.integers(3, size=shape), (0, register, 126))
    if name.startswith(("ssrc", "sdata", "sbase", "srsrc", "ssamp", "soffset")):
        return register * rng.integers(2, size=shape)
    if name in ("gds", "unorm", "r128"):
        return rng.integers(2, size=shape)
    if name == "dmask":
        return rng.choice((1, 15), shape)
    return rng.integers(1, 1 << min(width, 4), size=shape) * loud


def tables(arch):
    """The names of the forms without extension, of encodings that have an opcode."""
    fields = lambda form: load().encodings[ARCHS[arch], form.layout].fields
    return {form.mnemonic for form in load().forms(arch) if not form.extension and "op" in fields(form)}


def seen(arch):
    """The names that llvm-mc finds."""
    rng, found = np.random.default_rng(int.from_bytes(arch.encode())), set()
    codes = [code for encoding in encodings(arch) for code in words(encoding, rng)]
    for at in range(0, len(codes), 4000):
        texts = llvm_mc.disassemble(arch, codes[at : at + 4000], 64 if arch == "gfx906" else 32)
        found |= {text.split()[0] for text in texts if text}
    return found - FOREIGN


@pytest.mark.long
@pytest.mark.parametrize("arch", CERTIFIED)
def test_no_opcode_is_missing(arch):
    """A row less would be found: the sweep meets every one there is."""
    theirs, ours = seen(arch), tables(arch)
    assert theirs - ours == set()
    assert ours - theirs == set()
