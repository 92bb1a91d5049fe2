"""V_WMMA: element layout and modifiers by the prose of RDNA3 ISA, 7.9. The pseudocode only states D = A * B + C."""
import re

import numpy as np

from . import exact, operand_codes
from .exact import BF16, F16, F32, NEAREST

NAMES = re.compile(r"v_wmma_(f32|f16|bf16|i32)_16x16x16_(f16|bf16|iu8|iu4)$")
NOTE = "elements laid out as in RDNA3 ISA, 7.9; sixteen fused steps from C on, nearest even, denormals kept"
SIDE = 16
FORMAT = {"f32": F32, "f16": F16, "bf16": BF16}


class Matrix:
    """One V_WMMA instruction ready to run."""

    def __init__(self, inst, lanes):
        self.inst, self.lanes = inst, lanes
        self.result, self.factor = NAMES.match(inst.row.name).groups()
        self.half = self.result in ("f16", "bf16")
        self.rows = lanes // SIDE                       # rows of C and D in one register
        for code, count in self.register_ranges():
            if code >= 256 and code + count > 512:
                raise operand_codes.BadOperand(f"v{code - 256} and {count - 1} more: the registers end at v255")

    def register_ranges(self):
        """Return (operand code, number of registers) of D, A, B and C (RDNA3 ISA, 7.9)."""
        factor = SIDE * {"f16": 16, "bf16": 16, "iu8": 8, "iu4": 4}[self.factor] // 32
        a, b, c = self.inst.src[:3]
        return (256 + self.inst.vdst, SIDE // self.rows), (a, factor), (b, factor), (c, SIDE // self.rows)

    def accumulator(self, w):
        """Return C as an array of lanes for each register. Elements have 32 or 16 bits."""
        code, count = self.inst.src[2], SIDE // self.rows
        if code >= 256:
            rows = [w.v[code - 256 + n].tolist() for n in range(count)]
        else:
            kind = {"f16": "f16", "f32": "f32", "bf16": "f32", "i32": "b32"}[self.result]
            value = operand_codes.constant(code, kind, self.inst.literal, False)
            if value is None:
                raise operand_codes.BadOperand(f"operand code {code}: C is a vector register or a constant")
            value = value >> 16 if self.result == "bf16" else value
            return [[value] * self.lanes] * count
        shift = 16 if self.half and self.inst.op_sel & 4 else 0
        mask = 0xffff if self.half else 0xffffffff
        return [[x >> shift & mask for x in row] for row in rows]

    def elements(self, w, n):
        """Return source n (A or B) as sixteen lists of sixteen elements: rows of A, columns of B."""
        width = {"f16": 16, "bf16": 16, "iu8": 8, "iu4": 4}[self.factor]
        flip = (self.inst.neg >> n & 1) << 15 | (self.inst.abs >> n & 1) << 31 if width == 16 else 0
        registers = [w.v[self.inst.src[n] - 256 + r].tolist() for r in range(SIDE * width // 32)]
        out = []
        for lane in range(SIDE):
            bits = sum((row[lane] ^ flip) << 32 * r for r, row in enumerate(registers))
            out.append([bits >> width * k & (1 << width) - 1 for k in range(SIDE)])
        if width == 16 and self.result == "f32":
            source = FORMAT[self.factor]
            return [[exact.widen(source, F32, x) for x in line] for line in out]
        if width < 16 and self.inst.neg >> n & 1:
            sign = 1 << width - 1
            return [[(x ^ sign) - sign for x in line] for line in out]
        return out

    def modify_accumulator(self, x):
        """Apply ABS and NEG to an element of C."""
        f = FORMAT[self.result]
        if self.inst.abs & 4:
            x &= f.sign - 1
        return x ^ f.sign if self.inst.neg & 4 else x

    def element(self, a, b, c):
        if self.result == "i32":
            return c + sum(x * y for x, y in zip(a, b)) & 0xffffffff
        f, total = FORMAT[self.result], self.modify_accumulator(c)
        for x, y in zip(a, b):
            total = exact.fma(f, x, y, total, NEAREST)
        return total

    def run(self, w, memory):
        a, b, c = self.elements(w, 0), self.elements(w, 1), self.accumulator(w)
        w.computed = True
        every = np.ones(self.lanes, bool)                # WMMA works on all lanes
        for v, old in enumerate(c):
            first = v * self.rows
            row = [self.element(a[first + lane // SIDE], b[lane % SIDE], old[lane]) for lane in range(self.lanes)]
            c[v] = row
        for v, row in enumerate(c):
            number, row = self.inst.vdst + v, np.array(row, np.uint64)
            if self.half:
                kept = w.v[number].astype(np.uint64)
                row = kept & 0xffff | row << 16 if self.inst.op_sel & 4 else kept & 0xffff0000 | row
            w.write_vgpr(number, row, every)
