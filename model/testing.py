"""Helpers of the model's tests: an assembler, a machine, random contents of a buffer, settings of registers."""
import functools
import random
import struct

import pytest

from ..harness.case.assembler import assemble_lines
from . import EVERY_WAVE, HWREG, V0, Machine

CONFIGURATIONS = [("gfx906", 64), ("gfx1100", 32), ("gfx1100", 64)]
EVERYWHERE = pytest.mark.parametrize("arch, wave", CONFIGURATIONS)
POLICIES = ("early", "late", "random", "adversarial")
MACHINE = Machine(waves=8, findings=64, code_bytes=4096)
BASE, SIZE = 0x200000, 4096
GFX9 = {
    "_b8": "_byte",
    "_b16": "_short",
    "_b32": "_dword",
    "_b64": "_dwordx2",
    "_b96": "_dwordx3",
    "_b128": "_dwordx4",
    "_u8": "_ubyte",
    "_i8": "_sbyte",
    "_u16": "_ushort",
    "_i16": "_sshort",
    "_d16_u8": "_ubyte_d16",
    "_d16_i8": "_sbyte_d16",
    "_d16_b16": "_short_d16",
    "_d16_hi_u8": "_ubyte_d16_hi",
    "_d16_hi_i8": "_sbyte_d16_hi",
    "_d16_hi_b16": "_short_d16_hi",
    "_d16_hi_b8": "_byte_d16_hi",
    "_b256": "_dwordx8",
    "_b512": "_dwordx16",
}
WAIT = {
    "gfx906": "s_waitcnt vmcnt(0) lgkmcnt(0)",
    "gfx1100": "s_waitcnt vmcnt(0) lgkmcnt(0); s_waitcnt_vscnt null, 0x0",
}


@functools.cache
def code(arch, wave, text):
    """Assemble instructions, separated by lines or ';', to machine code."""
    lines = [line.strip() for line in text.replace(";", "\n").splitlines() if line.strip()]
    return b"".join(assemble_lines(arch, wave, lines))


def run_listing(arch, wave, text, machine=MACHINE, **options):
    """Run assembly; `WAIT` in it waits for everything."""
    options.setdefault("group", (wave, 1, 1))
    options.setdefault("grid", options["group"])
    return machine.run(arch=arch, wave=wave, code=code(arch, wave, text.replace("WAIT", WAIT[arch])), **options)


def mnemonic(arch, prefix, suffix):
    """Return the name of an instruction in the architecture's family: gfx9 has other suffixes."""
    return prefix + (GFX9.get(suffix, suffix) if arch == "gfx906" else suffix)


def dword_bytes(values):
    """Return the values as little-endian dwords."""
    return struct.pack(f"<{len(values)}I", *(v & 0xffffffff for v in values))


def pointer_settings(sgpr=2, address=BASE):
    """Return the settings of s[sgpr:sgpr+1], a pointer to the buffer."""
    return [(EVERY_WAVE, sgpr, address & 0xffffffff), (EVERY_WAVE, sgpr + 1, address >> 32)]


def vgpr_setting(number, lane_values):
    """Return the setting of a VGPR's lanes in every wave, for `sets` of Machine.run(): (wave, register code, bytes)."""
    return (EVERY_WAVE, V0 + number, dword_bytes(lane_values))


def pattern(size=SIZE, seed=1):
    """Return `size` random bytes, which are equal for the same seed."""
    return bytearray(random.Random(seed).randbytes(size))


def scratch_settings(arch, address):
    """Return settings of FLAT_SCRATCH, the address of private memory: SGPRs of Vega, hardware registers of RDNA3."""
    low, high = (102, 103) if arch == "gfx906" else (HWREG + 20, HWREG + 21)
    return [(EVERY_WAVE, low, address & 0xffffffff), (EVERY_WAVE, high, address >> 32)]


def completed_wave(outcome, number=0):
    """Return a wave of a run that must end well."""
    assert (outcome.status, outcome.text) == ("ok", "")
    return MACHINE.wave(number)


def finding_rules(outcome, *kinds):
    """Return the rules of an outcome's findings, of all kinds or of some."""
    return [rule for rule, kind, *_ in outcome.findings if not kinds or kind in kinds]


def lane_bytes(wave, vgpr, lanes, count=1):
    """Return the bytes of v[vgpr : vgpr+count-1] of each lane."""
    return [b"".join(int(wave.v[vgpr + k][l]).to_bytes(4, "little") for k in range(count)) for l in lanes]


def extended_integer(data, signed, bits=32):
    """Return the integer of bytes, sign- or zero-extended."""
    return int.from_bytes(data, "little", signed=signed) & ((1 << bits) - 1)


DS9 = {"ds_load_": "ds_read_", "ds_store_": "ds_write_", "2addr_stride64": "2st64", "2addr": "2"}


def family_ds_text(arch, text):
    """Return the text with the DS mnemonics of the family."""
    if arch == "gfx906":
        for new, old in DS9.items():
            text = text.replace(new, old)
        text = text.replace("ds_read_2", "ds_read2").replace("ds_write_2", "ds_write2")
    return text
