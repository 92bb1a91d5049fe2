"""Every opcode of every encoding: llvm-mc and the tables have the same instructions under the same names.
The chapters' opcode tables have no further gap (RDNA3 ISA, 15; Vega ISA, 13)."""
import numpy as np
import pytest

from ..harness.targets import llvm_mc
from . import ARCHS, CERTIFIED, load

WORDS_PER_OPCODE = 64                                           # words for each opcode, with valid operands
FOREIGN = {"v_illegal"}                              # LLVM's name for an illegal instruction


def encodings(arch):
    """Return the architecture's encodings with opcodes, except VOPD, whose word has two."""
    family = ARCHS[arch]
    return [encoding for (encoding_family, _), encoding in load().encodings.items()
            if encoding_family == family and "op" in encoding.fields and not encoding.codes]


def words(encoding, rng):
    """Yield code with every opcode and varying other fields.
    At most one field without registers is not 0; some words have a literal."""
    low, opcode_width = encoding.fields["op"]
    variable = [
        name for name, (low_bit, _) in encoding.fields.items() if name != "op" and not encoding.mask >> low_bit & 1
    ]
    values = np.full((1 << opcode_width, WORDS_PER_OPCODE), encoding.value, np.uint64)
    values |= np.arange(1 << opcode_width, dtype=np.uint64)[:, None] << low
    for name in variable:
        low_bit, width = encoding.fields[name]
        nonzero = np.array([n % 2 == 1 and variable[n // 2 % len(variable)] == name for n in range(WORDS_PER_OPCODE)])
        values |= field_values(name, width, rng, nonzero, values.shape).astype(np.uint64) << low_bit
    size, data = 4 * encoding.dwords, values.tobytes()
    for n, low_bit in enumerate(range(0, len(data), 8)):
        yield data[low_bit:low_bit + size] + bytes(4 * (n % 8 == 7))


def field_values(name, width, rng, nonzero, shape):
    """Return values of a field by opcode and try.
    Sources are registers, destinations EXEC or a register, SADDR may be off. Other fields are 0, or a small number if
    `nonzero`."""
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
    return rng.integers(1, 1 << min(width, 4), size=shape) * nonzero


def table_mnemonics(arch):
    """Return the mnemonics of the forms without extension, of encodings with an opcode."""
    fields = lambda form: load().encodings[ARCHS[arch], form.layout].fields
    return {form.mnemonic for form in load().forms(arch) if not form.extension and "op" in fields(form)}


def llvm_mnemonics(arch):
    """Return the mnemonics that llvm-mc finds."""
    rng, names = np.random.default_rng(int.from_bytes(arch.encode())), set()
    codes = [code for encoding in encodings(arch) for code in words(encoding, rng)]
    for at in range(0, len(codes), 4000):
        texts = llvm_mc.disassemble(arch, codes[at : at + 4000], 64 if arch == "gfx906" else 32)
        names |= {text.split()[0] for text in texts if text}
    return names - FOREIGN


@pytest.mark.long
@pytest.mark.parametrize("arch", CERTIFIED)
def test_no_opcode_is_missing(arch):
    """The sweep over every opcode finds a missing row."""
    llvm_names, table_names = llvm_mnemonics(arch), table_mnemonics(arch)
    assert llvm_names - table_names == set()
    assert table_names - llvm_names == set()
