"""Decodes instruction words to fields by this target's own opcode lists (RDNA3 ISA, 15; Vega ISA, 12)."""
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .architectures import ARCHES


class Illegal(Exception):
    """The bytes are not an instruction."""


class Row:
    """One line of an opcode list: mnemonic, result and source kinds, flags."""
    __slots__ = ("name", "dst", "src", "sd", "saturates")

    def __init__(self, name, cells):
        cells = cells + ["-"] * (5 - len(cells))
        self.name, self.dst, self.src = name, cells[0], cells[1:4]
        self.sd, self.saturates = "sd" in cells[4].split(","), "ic" in cells[4].split(",")


class Inst:
    """A decoded instruction: encoding name, Row, size in bytes, and its fields as attributes."""

    def __init__(self, encoding, row, size, **fields):
        self.encoding, self.row, self.size = encoding, row, size
        self.literal = None
        self.dpp = self.sdwa = None
        self.__dict__.update(fields)

    if TYPE_CHECKING:                                       # fields are named by the encoding

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...


def table(arch):
    """Return {encoding: {opcode: Row}} for an architecture: the opcode list that it uses, without the operations that
    it lacks."""
    one = ARCHES[arch]
    text = (Path(__file__).parent / f"opcodes_{one.like}.txt").read_text()
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    clamped = {cells[0] for _, _, *cells in lines if len(cells) > 5 and "ic" in cells[5].split(",")}
    out = {}
    for encoding, number, listed, *cells in lines:
        name = one.name(listed)
        if name is None:
            continue
        row = out.setdefault(encoding, {})[int(number)] = Row(name, cells)
        row.saturates = listed in clamped                 # the lists mark the VOP3 form; SDWA clamps as well
    return out


def bits(w, hi, lo):
    return w >> lo & (1 << hi - lo + 1) - 1


NO_SDWA = re.compile(r"v_(mac|madmk|madak|fmac)_|v_(swap_b32|clrexcp|readfirstlane_b32)$")
NO_DPP = re.compile(r"v_(madmk|madak)_|v_(swap_b32|clrexcp|readfirstlane_b32)$|v_cmpx?_")


NO_DPP_11 = re.compile(
    r"v_(fmamk|fmaak|swap|swaprel|permlane|readlane|readfirstlane|writelane|mul_lo_u32|mul_hi_[ui]32$|m?qsad|dot[48]_"
    r"|pk_|wmma|interp|pipeflush$)"
)


def refuse_dpp(row, encoding):
    """Raise Illegal for operations that have no DPP form on gfx1100 (RDNA3 ISA, Table 30)."""
    if (
        any(k.endswith("64") for k in [row.dst, *row.src])
        or NO_DPP_11.match(row.name)
        and not row.name.startswith("v_pk_fmac")
    ):
        raise Illegal(f"{row.name} has no DPP form")


def refuse(row, sdwa):
    """Raise Illegal for operations that have no SDWA or DPP form on gfx906: 64-bit operations and a few others (Vega
    ISA, 12.19, 13.3)."""
    if any(k.endswith("64") for k in [row.dst, *row.src]) or (NO_SDWA if sdwa else NO_DPP).match(row.name):
        raise Illegal(f"{row.name} has no {'SDWA' if sdwa else 'DPP'} form")


class Decoder:
    """Decodes the instructions of one architecture."""

    def __init__(self, arch):
        self.arch = ARCHES[arch].like
        self.gfx11 = self.arch == "gfx1100"
        self.table = table(arch)

    def row(self, encoding, number):
        found = self.table.get(encoding, {}).get(number)
        if found is None:
            raise Illegal(f"{encoding} has no operation {number}")
        return found

    def decode(self, code):
        """Return the Inst at the start of `code` (up to 20 bytes). Raises Illegal if there is none."""
        self.code = code
        w = self.dword(0)
        if w >> 30 == 2:
            return self.scalar(w)
        if not w >> 31:
            return self.vop12(w)
        return self.long(w)

    def dword(self, i):
        if len(self.code) < 4 * i + 4:
            raise Illegal("the code ends inside an instruction")
        return int.from_bytes(self.code[4 * i:4 * i + 4], "little")

    def scalar(self, w):
        if w >> 23 == 0b101111101:
            i = Inst("SOP1", self.row("SOP1", bits(w, 15, 8)), 4, sdst=bits(w, 22, 16), ssrc0=bits(w, 7, 0), ssrc1=0)
        elif w >> 23 == 0b101111110:
            i = Inst("SOPC", self.row("SOPC", bits(w, 22, 16)), 4, ssrc0=bits(w, 7, 0), ssrc1=bits(w, 15, 8), sdst=None)
        elif w >> 23 == 0b101111111:
            return Inst("SOPP", self.row("SOPP", bits(w, 22, 16)), 4, simm16=w & 0xffff)
        elif w >> 28 == 0b1011:
            i = Inst("SOPK", self.row("SOPK", bits(w, 27, 23)), 4, sdst=bits(w, 22, 16), simm16=w & 0xffff)
            if i.row.name == "s_setreg_imm32_b32":
                self.literal(i)
            return i
        else:
            i = Inst("SOP2", self.row("SOP2", bits(w, 29, 23)), 4, sdst=bits(w, 22, 16), ssrc0=bits(w, 7, 0),
                     ssrc1=bits(w, 15, 8))
        if i.ssrc0 == 255 or i.ssrc1 == 255:
            self.literal(i)
        return i

    def literal(self, i):
        i.literal = self.dword(i.size // 4)
        i.size += 4

    def vop12(self, w):
        src0 = w & 0x1ff
        if w >> 25 == 0b0111111:
            i = Inst("VOP1", self.row("VOP1", bits(w, 16, 9)), 4, vdst=bits(w, 24, 17), src=[src0])
        elif w >> 25 == 0b0111110:
            i = Inst("VOPC", self.row("VOPC", bits(w, 24, 17)), 4, vdst=None, src=[src0, 256 + bits(w, 16, 9)])
        else:
            i = Inst(
                "VOP2", self.row("VOP2", bits(w, 30, 25)), 4, vdst=bits(w, 24, 17), src=[src0, 256 + bits(w, 16, 9)]
            )
        i.neg = i.abs = i.omod = i.clamp = i.op_sel = 0
        i.op_sel_hi = 7
        i.sdst = None
        if not self.gfx11 and src0 in (249, 250):
            refuse(i.row, src0 == 249)
        if self.gfx11 and src0 in (250, 233, 234):
            refuse_dpp(i.row, i.encoding)
        if src0 == 250 or self.gfx11 and src0 in (233, 234):
            self.dpp(i, self.dword(1), src0, True)
        elif src0 == 249 and not self.gfx11:
            self.sdwa(i, self.dword(1))
        elif src0 == 255 or any(m in i.row.name for m in ("madmk", "madak", "fmamk", "fmaak")):
            self.literal(i)
        return i

    def dpp(self, i, d, kind, modifiers):
        i.size += 4
        i.src[0] = 256 + (d & 0xff)
        if kind != 250:
            i.dpp = {"select": [d >> 8 + 3 * n & 7 for n in range(8)], "fi": kind == 234, "bc": True,
                     "rows": 15, "banks": 15}
            return
        i.dpp = {"ctrl": bits(d, 16, 8), "fi": self.gfx11 and bool(d >> 18 & 1), "bc": bool(d >> 19 & 1),
                 "banks": bits(d, 27, 24), "rows": bits(d, 31, 28)}
        if modifiers:
            i.neg, i.abs = d >> 20 & 1 | (d >> 22 & 1) << 1, d >> 21 & 1 | (d >> 23 & 1) << 1

    def sdwa(self, i, d):
        i.size += 4
        i.src[0] = (d & 0xff) + (0 if d >> 23 & 1 else 256)
        if len(i.src) > 1:
            i.src[1] = (i.src[1] & 0xff) + (0 if d >> 31 & 1 else 256)
        i.neg, i.abs = d >> 20 & 1 | (d >> 28 & 1) << 1, d >> 21 & 1 | (d >> 29 & 1) << 1
        i.sdwa = {"sel": (bits(d, 18, 16), bits(d, 26, 24)), "sext": (d >> 19 & 1, d >> 27 & 1), "dst": 6, "unused": 0}
        if i.encoding == "VOPC":
            if d >> 15 & 1:
                i.sdst = bits(d, 14, 8)
        else:
            i.sdwa["dst"], i.sdwa["unused"] = bits(d, 10, 8), bits(d, 12, 11)
            i.clamp, i.omod = d >> 13 & 1, bits(d, 15, 14)
        if 7 in (*i.sdwa["sel"][:len(i.src)], i.sdwa["dst"]) or i.sdwa["unused"] == 3:
            raise Illegal("a reserved SDWA select")

    def long(self, w):
        top = w >> 26
        if self.gfx11:
            kind = {0b110101: "VOP3", 0b110010: "VOPD", 0b110110: "DS", 0b110111: "FLAT", 0b111000: "MUBUF",
                    0b111010: "MTBUF", 0b111100: "MIMG", 0b111110: "EXP", 0b111101: "SMEM"}.get(top)
            kind = {0b11001100: "VOP3P", 0b11001101: "VINTERP", 0b11001110: "LDSDIR"}.get(w >> 24, kind)
        else:
            kind = {0b110100: "VOP3", 0b110101: "VINTRP", 0b110110: "DS", 0b110111: "FLAT", 0b111000: "MUBUF",
                    0b111010: "MTBUF", 0b111100: "MIMG", 0b110001: "EXP", 0b110000: "SMEM"}.get(top)
            if w >> 23 == 0b110100111:
                kind = "VOP3P"
        if kind in ("VOP3", "VOP3P", "VINTERP"):
            return self.vop3(kind, w)
        method = getattr(self, (kind or "none").lower(), None)
        if method is None:
            return self.named_only(kind, w)
        return method(w)

    def named_only(self, kind, w):
        """Decode only the name of an instruction whose encoding this target does not execute."""
        places = {"MIMG": (25, 18), "LDSDIR": (21, 20), "VINTRP": (17, 16)}
        if kind == "EXP":
            return Inst(kind, Row("exp", []), 8)
        if kind not in places:
            raise Illegal(f"no encoding begins with {w >> 26:06b}")
        number = bits(w, *places[kind])
        if kind == "MIMG" and not self.gfx11:
            number = bits(w, 24, 18) | (w & 1) << 7
        row = self.row(kind, number)
        return Inst(kind, row, 4 if kind in ("LDSDIR", "VINTRP") else 8)

    def mubuf(self, w):
        return self.buffer("MUBUF", self.row("MUBUF", bits(w, 25 if self.gfx11 else 24, 18)), w)

    def mtbuf(self, w):
        i = self.buffer("MTBUF", self.row("MTBUF", bits(w, 18, 15)), w)
        i.lds = 0
        i.format = (bits(w, 25, 19),) if self.gfx11 else (bits(w, 22, 19), bits(w, 25, 23))
        return i

    def buffer(self, kind, row, w):
        """Decode a buffer instruction (RDNA3 ISA, 15.6; Vega ISA, 13.6)."""
        d = self.dword(1)
        by_index = d >> 22 if self.gfx11 else w >> 12                      # OFFEN, and IDXEN above it
        return Inst(kind, row, 8, offset=w & 0xfff, glc=w >> 14 & 1, lds=not self.gfx11 and w >> 16 & 1,
                    offen=by_index & 1, idxen=by_index >> 1 & 1, tfe=d >> (21 if self.gfx11 else 23) & 1,
                    vaddr=d & 0xff, vdata=bits(d, 15, 8), srsrc=4 * bits(d, 20, 16), soffset=d >> 24)

    def mimg(self, w):
        """Decode all fields of image atomics, and only the name of other image instructions (RDNA3 ISA, 15.7)."""
        row = self.named_only("MIMG", w).row
        if not self.gfx11 or not row.name.startswith("image_atomic_"):
            return Inst("MIMG", row, 8)
        d, nsa = self.dword(1), w & 1
        further = self.dword(2) if nsa else 0
        return Inst("MIMG", row, 8 + 4 * nsa, dmask=bits(w, 11, 8), dim=bits(w, 4, 2), a16=w >> 16 & 1,
                    r128=w >> 15 & 1, glc=w >> 14 & 1, nsa=nsa, vdata=bits(d, 15, 8), srsrc=4 * bits(d, 20, 16),
                    addresses=[d & 0xff, *(further >> 8 * n & 0xff for n in range(4))])

    def vop3(self, kind, w):
        d = self.dword(1)
        i = Inst(kind, self.row(kind, bits(w, 25, 16) if kind == "VOP3" else bits(w, 22, 16)), 8, vdst=w & 0xff,
                 src=[d & 0x1ff, bits(d, 17, 9), bits(d, 26, 18)], neg=bits(d, 31, 29), omod=bits(d, 28, 27),
                 clamp=w >> 15 & 1, op_sel=bits(w, 14, 11), abs=bits(w, 10, 8), sdst=None, op_sel_hi=7)
        if kind == "VINTERP":                            # bits 10:8 are WAIT_EXP there (RDNA3 ISA, 15.4)
            i.abs = i.omod = 0
            if min(i.src) < 256:
                raise Illegal("a source of VINTERP is a VGPR (RDNA3 ISA, 12.3, Table 58)")
            return i
        if kind == "VOP3P":
            i.op_sel_hi = i.omod | (w >> 14 & 1) << 2
            i.op_sel &= 7
            i.omod = 0
        elif i.row.sd:
            i.sdst, i.op_sel, i.abs = bits(w, 14, 8), 0, 0
        elif i.row.dst == "mask":
            i.sdst = i.vdst
        if self.gfx11 and i.src[0] in (250, 233, 234):
            refuse_dpp(i.row, kind)
            self.dpp(i, self.dword(2), i.src[0], False)
        elif self.gfx11 and any(s == 255 and k != "-" for s, k in zip(i.src, i.row.src)):
            self.literal(i)
        return i

    def vopd(self, w):
        d = self.dword(1)
        x = self.row("VOPD-X", bits(w, 25, 22))
        y = self.row("VOPD-Y", bits(w, 21, 17))
        vx = bits(d, 31, 24)
        i = Inst("VOPD", x, 8, other=y, vdst=(vx, bits(d, 23, 17) << 1 | (vx & 1 ^ 1)),
                 src=((w & 0x1ff, 256 + bits(w, 16, 9)), (d & 0x1ff, 256 + bits(d, 16, 9))))
        if {250, 233, 234} & {i.src[0][0], i.src[1][0]}:
            raise Illegal("VOPD has no DPP form (RDNA3 ISA, 7.6)")
        needs = [r.name.endswith(("fmaak_f32", "fmamk_f32")) for r in (x, y)]
        if any(needs) or i.src[0][0] == 255 or i.src[1][0] == 255:
            self.literal(i)
        return i

    def smem(self, w):
        d = self.dword(1)
        i = Inst("SMEM", self.row("SMEM", bits(w, 25, 18)), 8, sdata=bits(w, 12, 6), sbase=(w & 0x3f) << 1,
                 glc=w >> (14 if self.gfx11 else 16) & 1,
                 offset=(bits(d, 20, 0) ^ 1 << 20) - (1 << 20), soffset=bits(d, 31, 25))
        if not self.gfx11:
            imm, soe = w >> 17 & 1, w >> 14 & 1
            if not soe:
                i.soffset = None
            if not imm:
                if not soe:
                    i.soffset = d & 0x7f
                i.offset = 0
        elif i.soffset == 124:
            i.soffset = None
        return i

    def ds(self, w):
        d = self.dword(1)
        shift = 18 if self.gfx11 else 17
        return Inst(
            "DS", self.row("DS", w >> shift & 0xFF), 8, gds=w >> (17 if self.gfx11 else 16) & 1, offset0=w & 0xFF,
            offset1=w >> 8 & 0xFF, addr=d & 0xFF, data0=bits(d, 15, 8), data1=bits(d, 23, 16), vdst=d >> 24,
        )

    def flat(self, w):
        d = self.dword(1)
        seg = bits(w, 17, 16) if self.gfx11 else bits(w, 15, 14)
        kind = ("FLAT", "SCRATCH", "GLOBAL", None)[seg]
        offset = (w & 0x1fff ^ 0x1000) - 0x1000 if kind != "FLAT" else w & 0xfff    # FLAT: never negative
        return Inst(kind, self.row(kind, bits(w, 24, 18)), 8, offset=offset, glc=w >> (14 if self.gfx11 else 16) & 1,
                    addr=d & 0xff, data=bits(d, 15, 8), saddr=bits(d, 22, 16), vdst=d >> 24,
                    no_saddr=(0x7c,) if self.gfx11 else (0x7f,), lds=not self.gfx11 and w >> 13 & 1,
                    sve=d >> 23 & 1)
