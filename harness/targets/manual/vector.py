"""Vector ALU instructions: reads operands, runs the compiled operation, writes the result."""
import re

import numpy as np

from . import exact, lane_moves, operand_codes as operands, text_corrections as corrections
from .exact import FORMATS
from .state import Context, Stop, live_row, mask_of

U = np.uint64
PAIRS = re.compile(r"v_dot2_(f32_bf16|f16_f16|bf16_bf16)$|v_dot2acc_f32_b?f16$")
FLOAT_DOT = re.compile(r"v_dot2(acc)?_(f32|f16|bf16)_")
# Untyped operations with NEG and ABS (RDNA3 ISA, 7.2.2.1; Vega ISA, 12: V_MOV_B32 is without).
MODIFIABLE = {True: re.compile(r"v_(mov|cndmask|movrel\w*)_b(32|16)$"), False: re.compile(r"v_cndmask_b32$")}
WAVE_OPS = re.compile(r"v_(readlane|readfirstlane|writelane|permlane\w*)_b32$")
MIXES = ("v_fma_mix", "v_mad_mix")
UNPACKED_HALF = re.compile(r"v_(madmk|madak|fmamk|fmaak)_f16$")
MIN_MAX = re.compile(r"v_(pk_)?(min|max|med|maxmin|minmax)3?_f(16|32|64)$|v_div_scale_f(32|64)$")
NO_OMOD = re.compile(r"v_(pk_|dot2_|permlane)")


def kinds_of(op, row, gfx11):
    """Return the operand kinds of an operation: those in the opcode list, refined by the pseudocode."""
    kinds = list(row.src)
    if op.name.startswith(MIXES):
        return ["mix"] * 3
    for n in range(3):
        types = op.reads.get(f"S{n}", ())
        if (kinds[n][0] == "f" and types and not any(k in ("f", "bf") for k, _ in types)
                and not MODIFIABLE[gfx11].match(op.name)):
            kinds[n] = "b" + kinds[n][1:]               # an integer operand of a float operation, as V_LDEXP_F16 has
        if kinds[n] == "-" and f"S{n}" in op.reads:
            tops = op.reads[f"S{n}"]
            k, w = max(tops, key=lambda t: t[1])
            kinds[n] = ("f" if k == "f" else "b") + str(64 if w > 32 else 32 if w > 16 else 16)
    return kinds


class Sources:
    """Builds the three source readers of an instruction."""

    def __init__(self, inst, op, row, gfx11, lanes, codes=None):
        self.inst, self.op, self.row, self.gfx11 = inst, op, row, gfx11
        self.kinds = kinds_of(op, row, gfx11)
        self.codes = codes or inst.src
        self.short = gfx11 and inst.encoding in ("VOP1", "VOP2", "VOPC")
        self.dpp = None
        if inst.dpp:
            index, inside = lane_moves.source_lanes(inst.dpp, lanes, gfx11)
            self.dpp = index, inside, lane_moves.enabled_lanes(inst.dpp, lanes), inst.dpp["fi"], inst.dpp["bc"]

    def readers(self):
        return [self.reader(n) if f"S{n}" in self.op.reads and n < len(self.codes) else None for n in range(3)]

    def reader(self, n):
        """Return the function that reads source n with its modifiers."""
        inst, kind = self.inst, self.kinds[n]
        flips = inst.neg >> n & 1, inst.abs >> n & 1
        both = kind == "pkf" and inst.encoding == "VOP3"    # NEG and ABS are for both halves (errata E-127)
        if inst.sdwa:
            return self.sdwa_selected(n)
        if kind == "pkf" and PAIRS.match(self.op.name) and 128 <= self.codes[n] < 249:
            return self.pair_source(n, both)
        get = self.plain_source(n)
        if n == 0 and self.dpp:
            get = self.read_through_dpp(get)
        if inst.encoding == "VINTERP":
            get = operands.quad_lane(get, self.op.name, n)
        if both:
            return operands.both_halves(get, *flips)
        if inst.encoding == "VOP3P" and kind in ("pkb", "pkf"):
            negated = flips if kind == "pkf" else (0, 0)
            return operands.select_halves(get, inst.op_sel >> n & 1, inst.op_sel_hi >> n & 1, *negated)
        return self.mix_source(get, n) if kind == "mix" else operands.with_modifiers(get, kind, *self.modifiers(n))

    def modifiers(self, n):
        """Return (NEG, ABS) of source n; 0 if the bits are ignored or have another meaning."""
        inst, kind = self.inst, self.kinds[n]
        if not (kind in ("f32", "f16", "bf16", "f64", "mix") or MODIFIABLE[self.gfx11].match(self.op.name)):
            return 0, 0
        high = inst.encoding == "VOP3P" and kind != "mix"    # NEG_HI stands there, and 32 bits have no high half
        return inst.neg >> n & 1, 0 if high else inst.abs >> n & 1

    def sdwa_selected(self, n):
        """Return the function that reads source n with its SDWA selection."""
        sdwa, kind, code = self.inst.sdwa, self.kinds[n], self.codes[n]
        plain = operands.vector(code, kind if 128 <= code < 256 else "b32", None, False, 0, False)
        return operands.sdwa_selected(plain, sdwa["sel"][n], sdwa["sext"][n], operands.WIDTH[kind], *self.modifiers(n))

    def pair_source(self, n, whole):
        """Return the function that reads an inline constant for a dot product of pairs. `whole`: NEG and ABS apply to
        both 16-bit halves."""
        neg, absolute = self.inst.neg >> n & 1, self.inst.abs >> n & 1
        value = operands.pair(self.codes[n], "bf16" in self.op.name)
        flip = neg << 15 | absolute << 31 if self.inst.encoding == "VOP3P" else 0
        get = (lambda w: np.full(w.lanes, value ^ flip, U))
        return operands.both_halves(get, neg, absolute) if whole else get

    def plain_source(self, n):
        """Return the function that reads source n without modifiers, except for the selection of its 16-bit half."""
        inst, kind, code, name = self.inst, self.kinds[n], self.codes[n], self.op.name
        signed = name.endswith("_i64") or any(k == "i" and w == 64 for k, w in self.op.reads[f"S{n}"])
        half = inst.op_sel >> n & 1 if inst.encoding in ("VOP3", "VINTERP") and operands.WIDTH[kind] == 16 else 0
        if corrections.DOT_16.match(name) and 128 <= code < 249:
            half = 0  # an inline constant stands in both halves (RDNA3 ISA, 7.5.1)
        if kind == "pkf" and self.gfx11 and name == "v_dot2_f32_f16" and 240 <= code < 249:
            kind = "f32"  # an f32 constant, whose halves OPSEL chooses (RDNA3 ISA, 7.5.1)
        return operands.vector(code, kind, inst.literal, signed, half, self.short)

    def mix_source(self, get, n):
        """Return the function that reads a source of V_FMA_MIX. NEG_HI means ABS. The modifiers apply to the selected
        f32 or f16 (RDNA3 ISA, 7.5)."""
        inst = self.inst
        wide = not inst.op_sel_hi >> n & 1
        at = 31 if wide else 31 if inst.op_sel >> n & 1 else 15

        def apply(w):
            x = get(w)
            if inst.abs >> n & 1:
                x = x & U(0xffffffff ^ 1 << at)
            return x ^ U(1 << at) if inst.neg >> n & 1 else x
        if wide or 240 > self.codes[n] or self.codes[n] > 248:
            return apply
        half = U(operands.HALVES[self.codes[n] - 240])
        get = (lambda w: np.full(w.lanes, half, U))
        return apply

    def read_through_dpp(self, get):
        assert self.dpp is not None
        index, inside, _, fi, bc = self.dpp
        all_inside = inside if not inside.all() else None

        def apply(w):
            x = get(w)[index]
            ok = np.ones(w.lanes, bool) if all_inside is None else all_inside
            if not fi:
                ok = ok & w.live()[index]
            return np.where(ok, x, U(0))
        return apply

    def writable_lanes(self, w):
        """Return the lanes that DPP writes: active lanes in the masks. Unless bound_ctrl or fi is set, they also need a
        valid source lane."""
        live = w.live()
        if not self.dpp:
            return live
        index, inside, gate, fi, bc = self.dpp
        live = live & gate
        if not bc and not fi:
            live = live & inside & w.live()[index]
        return live


def finish_float(bits, k, w, omod, clamp, env):
    """Apply output modifiers to one float (RDNA3 ISA, 7.2.3)."""
    f = FORMATS[k, w]
    if omod and not (env.out32 if w == 32 else env.out64) and not env.ieee:
        n = {1: 1, 2: 2, 3: -1}[omod]
        if not bits & f.inf:                            # it also flushes what came as a denormal
            bits = 0
        if not exact.is_nan(f, bits):
            bits = exact.ldexp(f, bits, n, env)
            bits = 0 if exact.is_zero(f, bits) else bits
    if clamp:
        one_ = f.bias << f.fraction
        if exact.is_nan(f, bits):
            return 0 if env.dx10 else bits
        if bits & f.sign:
            return 0
        return min(bits, one_)
    return bits


def flush_passed_operand(row, f, env):
    """Flush denormals of operands that are passed to the result, if MODE flushes inputs or outputs."""
    if not env.flush_in(f) and not env.flush_out(f):
        return row
    return np.where(row & U(f.inf) == 0, row & U(0xffffffffffffffff ^ f.low), row)


PACKED = re.compile(r"v_pk_\w+_f16$|v_cvt_pk_?rtz_f16_f32$")


def output_modifier(inst, op, gfx11):
    """Return the function that applies the output modifiers, or None. Integer clamp is part of the operation."""
    if not (inst.omod or inst.clamp) or not op.result or op.name == "v_pack_b32_f16":
        return None
    if gfx11 and FLOAT_DOT.match(op.name):               # CLAMP is ignored (RDNA3 ISA, 7.2.3.1), and so is OMOD
        return None
    k, w = op.result
    if PACKED.match(op.name):                            # which have no output modifier
        def modify_both_halves(values, env):
            return np.array(
                [
                    finish_float(x & 0xFFFF, "f", 16, 0, 1, env) | finish_float(x >> 16, "f", 16, 0, 1, env) << 16
                    for x in values.tolist()
                ],
                U,
            )
        return modify_both_halves if inst.clamp else None
    if k not in ("f", "bf") and not re.match(r"v_(fma|mad)_mix", op.name):
        return None
    omod = 0 if NO_OMOD.match(op.name) else inst.omod

    def modify_value(values, env):
        m = (1 << w) - 1
        return np.array([x & ~m | finish_float(x & m, k, w, omod, inst.clamp, env) for x in values.tolist()], U)
    if op.name in ("v_fma_mixhi_f16", "v_mad_mixhi_f16"):
        def modify_high_half(values, env):
            return np.array([x & 0xffff | finish_float(x >> 16, "f", 16, omod, inst.clamp, env) << 16
                             for x in values.tolist()], U)
        return modify_high_half
    return modify_value


_FLUSHED = {}


def arithmetic_env(op, env):
    """Return an operation's float environment. Some operations always flush f32 denormals; transcendental operations
    round to nearest."""
    if corrections.DOT_16.match(op.name):    # to nearest; denormals: f16 yes, bf16 no (RDNA3 ISA, 7.2.4)
        keep = op.name == "v_dot2_f16_f16"
        return env.but(round32=0, round64=0, in32=True, out32=True, in64=keep, out64=keep)
    nearest = bool(corrections.NEAREST_ONLY.match(op.name))
    flush = op.name in corrections.FLUSHING or bool(corrections.FLUSHING_NEAREST.match(op.name))
    raw = bool(corrections.RAW_INPUTS.match(op.name))
    if not (nearest or flush or raw):
        return env
    key = (
        nearest, flush, raw, env.round32, env.round64, env.in32, env.out32, env.in64, env.out64, env.ieee, env.dx10,
        env.ovfl,
    )
    changed = _FLUSHED.get(key)
    if changed is None:
        changes = {"round32": 0, "round64": 0} if nearest else {}
        if flush:
            changes |= {"in32": False, "out32": False}
        if raw:
            changes |= {"in32": True, "in64": True}
        changed = env.but(**changes)
        _FLUSHED[key] = changed
    return changed


def by_lane(function, c, w, live, names):
    """Run a one-lane function for each active lane; its inputs and outputs are rows."""
    rows = {n: getattr(c, n) for n in names["in"] if isinstance(getattr(c, n), np.ndarray)}
    out = {n: [0] * w.lanes for n in names["out"]}
    for lane in np.flatnonzero(live).tolist():
        for n, row in rows.items():
            v = row[lane]
            setattr(c, n, bool(v) if row.dtype == bool else int(v))
        c.laneId = c.laneID = lane
        function(c)
        for n in out:
            out[n][lane] = getattr(c, n)
    for n, values in out.items():
        if n.endswith("_lane"):
            setattr(c, n, np.array([bool(v) for v in values]))
        else:
            setattr(c, n, np.array(values, object if max(values, default=0) >> 64 else U))


class Vector:
    """One vector instruction ready to run."""

    def __init__(self, inst, op, row, gfx11, lanes, target=None, codes=None, force_lane=False):
        self.inst, self.op, self.row, self.gfx11 = inst, op, row, gfx11
        self.vdst = target if target is not None else inst.vdst
        self.sources = Sources(inst, op, row, gfx11, lanes, codes)
        self.readers = self.sources.readers()
        self.codes = self.sources.codes
        self.wave_op = bool(WAVE_OPS.match(op.name))
        self.indexed = op.name.startswith("v_movrel")
        self.finish = output_modifier(inst, op, gfx11)
        # CLAMP does nothing to integer operations that ignore it (RDNA3 ISA, 7.2.3.1).
        saturate = (
            inst.clamp and row.saturates and not self.finish and "D0" in op.writes
            and not corrections.SATURATED.match(op.name)
        )
        if saturate and op.saturating is None:
            raise Stop(op.name + " clamp", "integer clamp of this operation is not worked out")
        self.function = op.saturating if saturate else op.lane if force_lane else op.row or op.lane
        self.by_lane = self.function is not op.row
        self.vcc_in, self.vcc_out, self.mask_out = self.masks()
        self.half = self.half_rule()
        self.flushes, self.passes = bool(MIN_MAX.match(op.name)), bool(corrections.PASSED_OPERANDS.match(op.name))
        self.ids = np.arange(lanes, dtype=U)
        outs = [n for n in ("D0", "D1", "S0", "VCC_lane", "EXEC_lane", "D0_lane") if n in op.writes]
        self.names = {"in": ["S0", "S1", "S2", "D0", "VCC_lane"], "out": outs}

    def masks(self):
        inst = self.inst
        vcc_in = vcc_out = 106
        if inst.encoding == "VOP3":
            if "VCC_lane" in self.op.reads and "S2" not in self.op.reads:
                vcc_in = inst.src[2]
            vcc_out = inst.sdst if inst.sdst is not None else 106
        return vcc_in, vcc_out, inst.sdst if inst.sdst is not None else 106

    def half_rule(self):
        """Return which half of the register a 16-bit result is written to: 'low' or 'high', which preserve the other
        half, 'zero' for low with the high half cleared, or None for a 32-bit result."""
        types = self.op.writes.get("D0", ())
        if not types or max(w for _, w in types) > 16 or self.inst.encoding == "VOP3P":
            return None
        if self.gfx11:
            if self.inst.encoding in ("VOP3", "VINTERP"):
                return "high" if self.inst.op_sel & 8 else "low"
            return "high" if self.vdst is not None and self.vdst & 128 else "low"
        if self.inst.encoding == "VOP3" and self.inst.op_sel & 8:
            return "high"
        return "zero" if corrections.ZEROING.fullmatch(self.op.name) else "low"

    def context(self, w, memory):
        c = Context(w, memory, None)
        c.env = arithmetic_env(self.op, w.env)
        for n, get in enumerate(self.readers):
            if get is not None:
                setattr(c, f"S{n}", get(w))
        if self.flushes and not c.env.plain:
            self.flush(c)
        c.laneId = c.laneID = self.ids
        if "VCC_lane" in self.op.reads:
            c.VCC_lane = live_row(w.read_mask(self.vcc_in) if self.vcc_in < 128 else
                                  {193: (1 << 64) - 1}.get(self.vcc_in, 0), w.lanes)
        c.SIMM32 = self.literal()
        c.OPSEL, c.OPSEL_HI, c.NEG = self.inst.op_sel, self.inst.op_sel_hi, self.inst.neg
        if self.vdst is not None and "D0" in self.op.writes and self.inst.sdst is None or self.row.sd:
            c.D0 = self.old(w)
        c.M0 = w.s[w.m0]
        if self.codes:
            c.SRC0 = self.codes[0] - 256 if self.codes[0] >= 256 else self.codes[0]
        c.DST = c.VDST = self.vdst if self.vdst is not None else 0
        if self.indexed:
            c.vgprs = w.v.copy()
            c.lane_value = self.lane_value(w)
        return c

    def lane_value(self, w):
        """Return the function that reads a lane of a register for V_MOVREL*: it applies DPP, then ABS and NEG."""
        negate, absolute = (self.inst.neg & 1) << 31, 0x7fffffff if self.inst.abs & 1 else 0xffffffff
        if not self.sources.dpp:
            return lambda row, lane: (int(row[lane]) & absolute) ^ negate
        index, inside, _, fi, _ = self.sources.dpp
        there = inside if fi else inside & w.live()[index]
        return lambda row, lane: (int(row[index[lane]]) & absolute if there[lane] else 0) ^ negate

    def flush(self, c):
        """Flush denormal operands if MODE flushes input denormals. Minimum and maximum return an operand, so it must be
        flushed first."""
        for n, kind in enumerate(self.sources.kinds):
            if self.readers[n] is None:
                continue
            halves_ = ((16, 0), (16, 16)) if kind == "pkf" else ((operands.WIDTH[kind], 0),)
            for w, at in halves_:
                f = FORMATS["f", w]
                if c.env.flush_in(f):
                    x = getattr(c, f"S{n}")
                    low = x >> at & U(f.inf) if at else x & U(f.inf)
                    setattr(c, f"S{n}", np.where(low == 0, x & U(0xffffffffffffffff ^ (f.low << at)), x))

    def literal(self):
        v = self.inst.literal or 0
        return v & 0xffff if UNPACKED_HALF.match(self.op.name) else v

    def register(self):
        if self.half in ("low", "high") and self.gfx11 and self.inst.encoding not in ("VOP3", "VINTERP"):
            return self.vdst & 127
        return self.vdst

    def old(self, w):
        n = self.register()
        if self.row.dst == "b64":
            return w.v[n].astype(U) | w.v[(n + 1) & 255].astype(U) << 32
        if self.row.dst == "b128":
            return sum(w.v[(n + i) & 255].astype(object) << 32 * i for i in range(4))
        x = w.v[n].astype(U)
        return x >> 16 if self.half == "high" else x

    def run(self, w, memory):
        self.compute(w, memory)()

    def compute(self, w, memory):
        """Read all inputs, and return the function that writes the results."""
        w.computed = True
        live = self.sources.writable_lanes(w)
        c = self.context(w, memory)
        if self.wave_op:
            return lambda: self.whole(w, c)
        if self.by_lane:
            by_lane(self.function, c, w, live, self.names)
        else:
            self.function(c)
        return lambda: self.write(w, c, live)

    def whole(self, w, c):
        """Run an operation whose pseudocode covers all lanes at once. Its scalar operands are single values."""
        c.EXEC, c.EXEC_LO = w.exec, w.s[126]
        for n in range(3):
            if self.readers[n] is not None:
                v = getattr(c, f"S{n}")
                setattr(c, f"S{n}", int(v[0]))
        if self.inst.src[0] < 256 and self.op.name.startswith(("v_read", "v_permlane")):
            raise Stop(self.op.name + " of a scalar", "the text reads a vector register")
        self.op.lane(c)
        if "D0" in self.op.writes:
            w.write(self.vdst, c.D0 & 0xffffffff)

    def write(self, w, c, live):
        writes = self.op.writes
        if "VCC_lane" in writes:
            self.write_mask(w, self.vcc_out, c.VCC_lane, live)
        if "D1" in writes:
            row = c.D1 if isinstance(c.D1, np.ndarray) else np.full(w.lanes, c.D1, U)
            self.write_mask(w, self.inst.sdst, row != 0, live)
        if "D0_lane" in writes:
            self.write_mask(w, self.mask_out, c.D0_lane, live)
        if "EXEC_lane" in writes:
            self.write_mask(w, 126, c.EXEC_lane, live)
        if "S0" in writes:
            self.write_source(w, c, live)
        if "D0" in writes:
            self.write_result(w, c, live)

    def write_mask(self, w, code, row, live):
        if not isinstance(row, np.ndarray):
            row = np.full(w.lanes, bool(row))
        w.write_mask(code, mask_of(row & live))

    def write_source(self, w, c, live):
        n = self.codes[0] - 256
        if operands.WIDTH[self.sources.kinds[0]] == 16:
            old = w.v[n & 127].astype(U)
            row = old & 0xffff | (c.S0 & 0xffff) << 16 if n & 128 else old & 0xffff0000 | c.S0 & 0xffff
            return w.write_vgpr(n & 127, row, live)
        w.write_vgpr(n, c.S0 if isinstance(c.S0, np.ndarray) else np.full(w.lanes, c.S0, U), live)

    def write_result(self, w, c, live):
        row = c.D0
        if not isinstance(row, np.ndarray):
            row = np.full(w.lanes, row, U)
        if self.passes:
            row = flush_passed_operand(row, FORMATS[self.op.result], w.env)
        if self.finish:
            row = self.finish(row, w.env)
        n = self.register()
        if self.inst.sdwa:
            return w.write_vgpr(n, self.placed(w, n, row), live)
        if self.half == "low":
            row = w.v[n].astype(U) & 0xffff0000 | row & 0xffff
        elif self.half == "high":
            row = w.v[n].astype(U) & 0xffff | (row & 0xffff) << 16
        elif self.half == "zero":
            row = row & 0xffff
        size = {"b64": 2, "b128": 4}.get(self.row.dst, 1)
        for i in range(size):
            w.write_vgpr((n + i) & 255, (row >> 32 * i & 0xffffffff), live)

    def placed(self, w, n, row):
        """Return the register contents after SDWA dst_sel and dst_unused (Vega ISA, 6.6.4)."""
        select, unused = self.inst.sdwa["dst"], self.inst.sdwa["unused"]
        if self.half:
            row = row & 0xffff
        if select == 6:
            return row
        at, size = ((0, 8), (8, 8), (16, 8), (24, 8), (0, 16), (16, 16))[select]
        mask = (1 << size) - 1
        value = (row & mask) << at
        if unused == 2:
            return w.v[n].astype(U) & (0xffffffff ^ mask << at) | value
        if unused == 1:
            s = U(1 << size - 1)
            low = row & mask
            return ((low ^ s) - s << at) & U(0xffffffff)
        return value


class Dual:
    """VOPD: both operations read their sources before either writes (RDNA3 ISA, 7.6)."""

    def __init__(self, inst, make):
        self.x, self.y = make(0), make(1)

    def run(self, w, memory):
        first = self.x.compute(w, memory)
        second = self.y.compute(w, memory)
        first()
        second()
