"""Machine of one architecture: decodes instructions, caches their runners, and steps waves."""
from . import (
    buffers, decode, image_atomics, indexing, matrix, memory_instructions, operand_codes, private_memory, scalar,
    vector,
)
from .lane_moves import BadControl
from .state import Fault, Stop

LANE_MOVES = ("ds_permute_b32", "ds_bpermute_b32", "ds_swizzle_b32")
PROGRAM_ENDS = ("s_endpgm", "s_endpgm_saved", "s_endpgm_ordered_ps_done")
SH_MEM_BASES = 15                                       # of S_GETREG (RDNA3 ISA, 3.4; Vega ISA, 3.5)


class Marker:
    """Stands for s_endpgm or s_barrier, which the machine itself executes."""

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

    def prepare(self, code, m0=None):
        """Return (runner, size, name) of the first instruction of `code`. `m0`: the value of M0 that indexes its
        registers."""
        key = code if m0 is None else (code, m0 & 0xf0ff)
        prepared = self.cache.get(key)
        if prepared is None:
            inst = self.decoder.decode(code)
            if m0 is not None and inst.encoding in VECTOR:
                inst = indexing.index_registers(inst, m0)
                if inst is None:
                    return IGNORED, self.decoder.decode(code).size, "nop"
            prepared = self.build_instruction(inst), inst.size, inst.row.name
            if len(self.cache) > 100000:
                self.cache.clear()
            self.cache[key] = prepared
        return prepared

    def prepare_by_mode(self, w, code):
        """Return the same as prepare(), under Vega's VSKIP and GPR_IDX_EN."""
        if w.mode >> 28 & 1:
            inst = self.decoder.decode(code)
            if inst.encoding in indexing.VSKIP_ENCODINGS:
                return IGNORED, inst.size, inst.row.name
        return self.prepare(code, w.s[w.m0] if w.mode >> 27 & 1 else None)

    def operation(self, name):
        """Return the compiled operation of a mnemonic. Raises Stop if it is not executed."""
        compiled = self.texts.operation(name)
        if compiled is None:
            raise Stop(name, "no text defines this operation")
        if compiled.reason:
            raise Stop(name, compiled.reason)
        return compiled

    def build_instruction(self, inst):
        name = inst.row.name
        if name in PROGRAM_ENDS or name == "s_barrier":
            return Marker(name)
        if inst.encoding == "VOPD":
            return self.build_vopd(inst)
        try:
            if matrix.NAMES.match(name):
                return matrix.Matrix(inst, self.lanes)
            if name == "s_getreg_b32" and inst.simm16 & 63 == SH_MEM_BASES:
                raise operand_codes.NoAperture("SH_MEM_BASES: this machine has no apertures")
            return self.make_runner(inst, self.operation(name))
        except operand_codes.NoAperture as error:
            raise Stop(name, str(error)) from None
        except (operand_codes.BadOperand, BadControl) as error:
            raise decode.Illegal(str(error)) from None

    def make_runner(self, inst, op):
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
            if op.name in LANE_MOVES:
                return memory_instructions.LaneMove(inst, op)
            if op.name == "ds_nop":
                return scalar.Scalar(inst, op, self.arch)
            if op.name in ("ds_append", "ds_consume"):
                return memory_instructions.LaneCount(inst, op)
            return memory_instructions.LaneMemory(inst, op, self.gfx11)
        if kind in ("GLOBAL", "FLAT"):
            return memory_instructions.LaneMemory(inst, op, self.gfx11)
        if kind == "SCRATCH":
            return private_memory.ScratchAccess(inst, op, self.gfx11)
        if kind in ("MUBUF", "MTBUF"):
            if "nop()" in op.text:
                return scalar.Scalar(inst, op, self.arch)
            return buffers.BufferAccess(inst, op, self.gfx11)
        if kind == "MIMG":
            return image_atomics.ImageAtomic(inst, op)
        raise Stop(op.name, f"{kind} instructions are not carried by the machine")

    def build_vopd(self, inst):
        if self.lanes != 32:
            raise decode.Illegal("VOPD is legal only for wave32 (RDNA3 ISA, 7.6)")
        rows = inst.row, inst.other

        def half(n):
            name = rows[n].name.replace("v_dual_", "v_")
            op = self.operation(name)
            row = self.single_row(name)
            half_inst = decode.Inst("VOP2", row, inst.size, vdst=inst.vdst[n], src=list(inst.src[n]), neg=0, abs=0,
                                    omod=0, clamp=0, op_sel=0, op_sel_hi=7, sdst=None)
            half_inst.literal = inst.literal
            return vector.Vector(half_inst, op, row, self.gfx11, self.lanes, force_lane=self.force_lane)
        return vector.Dual(inst, half)

    def single_row(self, name):
        for encoding in ("VOP2", "VOP1"):
            for row in self.decoder.table[encoding].values():
                if row.name == name:
                    return row
        raise Stop(name, "no plain form to take the operand kinds from")

    def step(self, w, code, base, space):
        """Run one instruction. Return 'off' at the end of the code, 'end', 'barrier' or None. Raises Fault, Stop or
        decode.Illegal."""
        offset = w.pc - base
        if offset == len(code):
            return "off"
        if not 0 <= offset < len(code):
            raise Fault(f"the program counter is at {w.pc:#x}, outside the code")
        prepared = (
            self.prepare_by_mode(w, code[offset : offset + 12])
            if w.mode >> 27 & 3 and not self.gfx11
            else self.prepare(code[offset : offset + 12])
        )
        runner, size, name = prepared
        if isinstance(runner, Marker):
            w.pc += size
            return "barrier" if name == "s_barrier" else "end"
        w.next_pc = w.pc + size
        runner.run(w, space)
        w.pc = w.next_pc
        return None
