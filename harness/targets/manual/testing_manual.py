"""Helpers for the tests of this folder: encodings by mnemonic, runs of one instruction, and operand values."""
import random
import struct

from .manual import Manual

M = Manual()
V = 256                                              # the code of v0 as a source
BOTH = ("gfx906", "gfx1100")


def words(*ws): return b"".join(w.to_bytes(4, "little") for w in ws).hex()
def f32(x): return struct.unpack("<I", struct.pack("<f", x))[0]


def number(name, encoding, arch):
    return next(n for n, row in M.machine(arch, 64).decoder.table[encoding].items() if row.name == name)


def vop3(name, arch="gfx1100", src=(V, V + 2, V + 4), vdst=8, **f):
    w = (0b110101 if arch == "gfx1100" else 0b110100) << 26 | number(name, "VOP3", arch) << 16 | vdst
    w |= f.get("clamp", 0) << 15 | f.get("op_sel", 0) << 11 | f.get("abs", 0) << 8 | f.get("sdst", 0) << 8
    return words(w, src[0] | src[1] << 9 | src[2] << 18 | f.get("omod", 0) << 27 | f.get("neg", 0) << 29)


def vop2(name, arch="gfx1100", src0=V, src1=2, vdst=8):
    return words(number(name, "VOP2", arch) << 25 | vdst << 17 | src1 << 9 | src0)


def vop1(name, arch="gfx1100", src0=V, vdst=8):
    return words(0b0111111 << 25 | vdst << 17 | number(name, "VOP1", arch) << 9 | src0)


def sop2(name, arch="gfx1100", src0=2, src1=4, sdst=6):
    return words(2 << 30 | number(name, "SOP2", arch) << 23 | sdst << 16 | src1 << 8 | src0)


def run_code(code, state, observe=("v8",), arch="gfx1100", **more):
    case = {"assay": 1, "arch": arch, "code": code, "state": state, "observe": {"registers": list(observe)}, **more}
    case.setdefault("wave", 64)
    result = M.run(case)
    assert result["status"] == "ok", result
    registers = result["waves"][0]["registers"]
    return registers[observe[0]] if len(observe) == 1 else [registers[o] for o in observe]


def random_dwords(seed, n=64):
    r = random.Random(seed)
    edges = [0, 1, 2, 31, 32, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fffff, 0x800000, 0xffff, 0x8000, 0x10000]
    return [r.choice(edges) if r.random() < 0.4 else r.getrandbits(32) for _ in range(n)]


A, B, C = random_dwords(1), random_dwords(2), random_dwords(3)
M32 = 0xffffffff
