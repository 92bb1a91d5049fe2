# One architecture's machine: decodes, caches instructions ready to run, steps waves.
from . import (
    buffers, decode, image_atomics, indexing, matrix, memory_instructions, operand_codes, private_memory, scalar,
    vector,
)
from .lane_moves import BadControl
from .state import Fault, Stop

MOVES = ("ds_permute_b32", "ds_bpermute_b32", "ds_swizzle_b32")
ENDS = ("s_endpgm", "s_endpgm_saved", "s_endpgm_ordered_ps_done")
SH_MEM_BASES = 15                                       # of S_GETREG (RDNA3 ISA, 3.4; Vega ISA, 3.5)


class Marker:
    """s_endpgm and s_barrier: the machine's own business."""

    def __init__(self, name):
        self.name = name


class Ignored:
    """An instruction that does nothing."""

    def run(self, w, space): pass


IGNORED = Ignored()
VECTOR = ("VOP1", "VOP2", "VOPC", "VOP3", "VOP3P")


class Machine:
    """Runs instructions of one architecture for one wave size."""

    def __init__(self, arch, lanes, texts, decoder, force_lane=False):
        self.arch, self.lanes, self.gfx11 = arch, lanes, arch == "gfx1100"
        self.texts, self.decoder, self.force_lane = texts, decoder, force_lane
        self.cache = {}

    def ready(self, code, m0=None):
        """(runner, size, name) of the instruction that begins these bytes; m0: with its registers moved by it."""
        key = code if m0 is None else (code, m0 & 0xf0ff)
        found = self.cache.get(key)
        if found is None:
            inst = self.decoder.decode(code)
            if m0 is not None and inst.encoding in VECTOR:
                inst = indexing.moved(inst, m0)
                if inst is None:
                    return IGNORED, self.decoder.decode(code).size, "nop"
            found = self.build(inst), inst.size, inst.row.name
            if len(self.cache) > 100000:
                self.cache.clear()
            self.cache[key] = found
        return found

    def ready_by_mode(self, w, code):
        """The same under Vega's VSKIP and GPR_IDX_EN."""
        if w.mode >> 28 & 1:
            inst = self.decoder.decode(code)
            if inst.encoding in indexing.SKIPPED:
                return IGNORED, inst.size, inst.row.name
        return self.ready(code, w.s[w.m0] if w.mode >> 27 & 1 else None)

    def operation(self, name):
        """The compiled operation of a mnemonic; Stop when it is not executed."""
        made = self.texts.operation(name)
        if made is None:
            raise Stop(name, "no text defines this operation")
        if made.reason:
            raise Stop(name, made.reason)
        return made

    def build(self, inst):
        name = inst.row.name
        if name in ENDS or name == "s_barrier":
            return Marker(name)
        if inst.encoding == "VOPD":
            return self.dual(inst)
        try:
            if matrix.NAMES.match(name):
                return matrix.Matrix(inst, self.lanes)
            if name == "s_getreg_b32" and inst.simm16 & 63 == SH_MEM_BASES:
                raise operand_codes.NoAperture("SH_MEM_BASES: where apertures lie, and this machine has none")
            return self.runner(inst, self.operation(name))
        except operand_codes.NoAperture as error:
            raise Stop(name, str(error)) from None
        except (operand_codes.BadOperand, BadControl) as error:
            raise decode.Illegal(str(error)) from None

    def runner(self, inst, op):
        kind = inst.encoding
        if kind in ("VOP1", "VOP2", "VOPC", "VOP3", "VOP3P", "VINTERP"):
            if op.name in ("v_nop", "v_pipeflush"):
                return scalar.Scalar(inst, op, self.arch)
            return vector.Vector(inst, op, inst.row, self.gfx11, self.lanes, force_lane=self.force_lane)
        if kind.startswith("SOP"):
            return scalar.Scalar(inst, op, self.arch)
        if kind == "SMEM":
            if "nop()" in op.text:
                return scalar.Scalar(inst, op, self.arch)
            return memory_instructions.ScalarMemory(inst, op, self.arch)
        if kind == "DS":
            if op.name in MOVES:
                return memory_instructions.LaneMove(inst, op)
            if op.name == "ds_nop":
                return scalar.Scalar(inst, op, self.arch)
            if op.name in ("ds_append", "ds_consume"):
                return memory_instructions.LaneCount(inst, op)
            return memory_instructions.LaneMemory(inst, op, self.gfx11)
        if kind in ("GLOBAL", "FLAT"):
            return memory_instructions.LaneMemory(inst, op, self.gfx11)
        if kind == "SCRATCH":
            return private_memory.Private(inst, op, self.gfx11)
        if kind in ("MUBUF", "MTBUF"):
            return scalar.Scalar(inst, op, self.arch) if "nop()" in op.text else buffers.Buffer(inst, op, self.gfx11)
        if kind == "MIMG":
            return image_atomics.ImageAtomic(inst, op)
        raise Stop(op.name, f"{kind} instructions are not carried by the machine")

    def dual(self, inst):
        if self.lanes != 32:
            raise decode.Illegal("VOPD is legal only for wave32 (RDNA3 ISA, 7.6)")
        rows = inst.row, inst.other

        def half(n):
            name = rows[n].name.replace("v_dual_", "v_")
            op = self.operation(name)
            row = self.plain_row(name)
            part = decode.Inst("VOP2", row, inst.size, vdst=inst.vdst[n], src=list(inst.src[n]), neg=0, abs=0, omod=0,
                               clamp=0, op_sel=0, op_sel_hi=7, sdst=None)
            part.literal = inst.literal
            return vector.Vector(part, op, row, self.gfx11, self.lanes, force_lane=self.force_lane)
        return vector.Dual(inst, half)

    def plain_row(self, name):
        for encoding in ("VOP2", "VOP1"):
            for row in self.decoder.table[encoding].values():
                if row.name == name:
                    return row
        raise Stop(name, "no plain form to take the operand kinds from")

    def step(self, w, code, base, space):
        """Runs one instruction. Returns 'off' at the end of the code, 'end', 'barrier' or None; raises Fault, Stop or
        decode.Illegal."""
        at = w.pc - base
        if at == len(code):
            return "off"
        if not 0 <= at < len(code):
            raise Fault(f"the program counter is at {w.pc:#x}, outside the code")
        ready = (
            self.ready_by_mode(w, code[at : at + 12])
            if w.mode >> 27 & 3 and not self.gfx11
            else self.ready(code[at : at + 12])
        )
        runner, size, name = ready
        if isinstance(runner, Marker):
            w.pc += size
            return "barrier" if name == "s_barrier" else "end"
        w.next_pc = w.pc + size
        runner.run(w, space)
        w.pc = w.next_pc
        return None
