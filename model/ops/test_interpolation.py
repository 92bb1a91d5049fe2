"""Compare interpolation with integers and fractions.
V_INTERP over quads (RDNA3 ISA, 12.3), V_INTERP from parameters in LDS (Vega ISA, 10.3.2, 12.12), parameter and direct
loads (RDNA3 ISA, 12.2.1, 12.4). The layout of parameters is the formula of 12.2.1."""
import random
import struct

import pytest

from ...spec.encode import Operand, encode, form
from .. import EVERY_WAVE, MODE, V0, Machine
from ..float.float_reference import F16, F32, ZERO, clamp, convert, fma, mad

MACHINE = Machine(waves=2, findings=16, code_bytes=4096)
WAVES = pytest.mark.parametrize("wave", [32, 64])
EXEC, M0 = 126, {"gfx906": 124, "gfx1100": 125}
ALL = (1 << 64) - 1
LANES = 200                                                              # instances of a form, at least


def random_number(rng, f):
    """Return a bit pattern: mostly ordinary numbers, some zeros, subnormals and infinities."""
    kind = rng.randrange(12)
    if kind == 0:
        return rng.choice((0, f.sign, 1, f.inf, f.inf | f.sign, f.inf - 1))
    if kind == 1:
        return rng.getrandbits(f.fraction) | rng.getrandbits(1) << f.bits - 1
    return rng.getrandbits(1) << f.bits - 1 | (f.bias + rng.randint(-6, 6)) << f.fraction | rng.getrandbits(f.fraction)


def row(values):
    return struct.pack(f"<{len(values)}I", *values)


def vgpr_operand(number):
    return Operand(256 + number)


def run_code(arch, wave, code, sets, **more):
    out = MACHINE.run(arch=arch, wave=wave, code=code, sets=sets, **more)
    assert out.status == "ok", out.text
    return out, MACHINE.wave(0)


# ---- V_INTERP of RDNA3 ----

QUAD_OPERANDS = {"vdst": vgpr_operand(3), "src0": vgpr_operand(0), "src1": vgpr_operand(1), "src2": vgpr_operand(2)}
QUAD_FORMS = {"v_interp_p10_f32": ("f32", 1, 0, False), "v_interp_p2_f32": ("f32", 2, None, False),
              "v_interp_p10_f16_f32": ("f16", 1, 0, False), "v_interp_p2_f16_f32": ("f16", 2, None, False),
              "v_interp_p10_rtz_f16_f32": ("f16", 1, 0, True), "v_interp_p2_rtz_f16_f32": ("f16", 2, None, True)}


def expected_quad_result(name, mode, fields, words, lane, old):
    """Return the destination's dword by RDNA3 ISA 12.3.
    `words[n][lane]`: the source registers."""
    kind, first, third, cut = QUAD_FORMS[name]
    mode = mode | 0xf if cut else mode                                   # FP_ROUND 3 towards zero, for f32 and f16
    assert ZERO == 3
    op_sel, neg = fields.get("op_sel", 0), fields.get("neg", 0)

    def source(n, shared, narrow):
        x = words[n][lane if shared is None else lane // 4 * 4 + shared]
        if narrow:
            x = x >> 16 * (op_sel >> n & 1) & 0xffff
            x ^= 0x8000 if neg >> n & 1 else 0
            return convert(F16, F32, x, mode)[0]
        return x ^ (0x80000000 if neg >> n & 1 else 0)
    half, part = kind == "f16", third is None
    r = fma(F32, source(0, first, half), source(1, None, False), source(2, third, half and not part), mode)[0]
    if half and part:
        r = convert(F32, F16, r, mode)[0]
        r = clamp(F16, r, mode) if fields.get("clamp") else r
        return r << 16 | old & 0xffff if op_sel & 8 else old & 0xffff0000 | r
    return clamp(F32, r, mode) if fields.get("clamp") else r


@WAVES
@pytest.mark.parametrize("name", QUAD_FORMS)
def test_quad_interpolation_matches_the_manual(name, wave):
    rng = random.Random(f"{name} {wave}")
    f16, partial = QUAD_FORMS[name][0] == "f16", QUAD_FORMS[name][2] is None
    for _ in range(2 * LANES // wave + 1):
        both = lambda: random_number(rng, F16) | random_number(rng, F16) << 16
        words = [
            [both() if f16 and (n == 0 or (n == 2 and not partial)) else random_number(rng, F32) for _ in range(wave)]
            for n in range(3)
        ]
        old = [rng.getrandbits(32) for _ in range(wave)]
        fields = {"neg": rng.randrange(8), "clamp": rng.randrange(2), "wait_exp": rng.randrange(8)}
        if f16:
            fields["op_sel"] = rng.randrange(16) & (1 | (8 if partial else 4))
        mode, mask = rng.getrandbits(8) | 0x300 & rng.getrandbits(10), rng.getrandbits(wave)
        sets = [
            *((EVERY_WAVE, V0 + n, row(words[n])) for n in range(3)),
            (EVERY_WAVE, V0 + 3, row(old)),
            (EVERY_WAVE, MODE, mode),
            (EVERY_WAVE, EXEC, mask & 0xFFFFFFFF),
            (EVERY_WAVE, EXEC + 1, mask >> 32),
        ]
        _, w = run_code(
            "gfx1100", wave,
            encode(form("gfx1100", name), {**QUAD_OPERANDS, **fields}), sets,
        )
        for lane in range(wave):
            right = expected_quad_result(name, mode, fields, words, lane, old[lane]) if mask >> lane & 1 else old[lane]
            assert int(w.v[3, lane]) == right, (lane, hex(mode), fields)
        assert not int(w.v_open[3]) & (1 << wave) - 1


def test_undefined_sources_of_a_quad_are_undefined():
    """A value from another lane is undefined if it is undefined there."""
    sets = [(EVERY_WAVE, V0 + 1, 0), (EVERY_WAVE, V0 + 2, 0), (EVERY_WAVE, V0 + 0, row([0] * 6))]
    MACHINE.run(
        arch="gfx1100",
        wave=32,
        code=encode(form("gfx1100", "v_interp_p2_f32"), QUAD_OPERANDS),
        sets=[*sets, (EVERY_WAVE, 0, 5)],
    )
    assert not int(MACHINE.wave(0).v_open[3]) & 0xffffffff
    two = b"".join(
        encode(form("gfx1100", n), o)
        for n, o in (
            ("v_mov_b32", {"vdst": vgpr_operand(0), "src0": vgpr_operand(9)}),
            ("v_interp_p2_f32", QUAD_OPERANDS),
        )
    )
    _, w = run_code("gfx1100", 32, two, [*sets, (EVERY_WAVE, EXEC, 4)])  # only lane 2 of quad 0 becomes open
    assert int(w.v_open[3]) & 15 == 15 & int(w.v_open[3]) and int(w.v_open[3]) & 4


# ---- V_INTERP of Vega ----

def parameter_address(attr, chan, which, quad, mask, offset, wave=64):
    """Return the address of P0 (0), P10 (1) or P20 (2).
    It is offset + attr * primitives * 12 dwords + primitive * 12 dwords + 4 * which + chan dwords."""
    begins = [q == 0 or bool(mask >> q & 1) for q in range(wave // 4)]
    return offset + 4 * (attr * sum(begins) * 12 + (sum(begins[:quad + 1]) - 1) * 12 + 4 * which + chan)


def random_attributes(rng, narrow):
    return [
        random_number(rng, F16) | random_number(rng, F16) << 16 if narrow else random_number(rng, F32)
        for _ in range(4096)
    ]


ATTRIBUTE_FORMS = [
    ("v_interp_p1_f32", ""),
    ("v_interp_p2_f32", ""),
    ("v_interp_mov_f32", ""),
    ("v_interp_p1ll_f16", "16"),
    ("v_interp_p1lv_f16", "16"),
    ("v_interp_p2_legacy_f16", "16"),
    ("v_interp_p2_f16", "16"),
]


def weighted_sums(name, mode, p, weight, part):
    """Return [result of each reading of the manual].
    f32 forms multiply, round and add without subnormals (V_MAD_F32); for the others the manual is silent."""
    flushing = mode & ~0x30
    unfused = mad(F32, weight, p, part, flushing)[0]
    return (
        [unfused] if name in ("v_interp_p1_f32", "v_interp_p2_f32") else [unfused, fma(F32, p, weight, part, mode)[0]]
    )


def expected_attribute(name, mode, lds, fields, at, weight, src2, old):
    """Return (destination's dword, whether all readings agree)."""
    half = lambda x: convert(F16, F32, x >> 16 * fields.get("high", 0) & 0xffff, mode)[0]
    take = (lambda which: half(lds[at(which) // 4])) if name.endswith("f16") else (lambda which: lds[at(which) // 4])
    if name == "v_interp_mov_f32":
        return take({0: 1, 1: 2, 2: 0}[fields["vsrc"]]), True
    first = name.startswith("v_interp_p1")
    part = (
        take(0)
        if name in ("v_interp_p1_f32", "v_interp_p1ll_f16")
        else half(src2)
        if name == "v_interp_p1lv_f16"
        else old
        if name == "v_interp_p2_f32"
        else src2
    )
    results = weighted_sums(name, mode, take(1 if first else 2), weight, part)
    if not first and name.endswith("f16"):
        results = [convert(F32, F16, x, mode)[0] for x in results]
        return results[0] | (old & 0xffff0000 if name == "v_interp_p2_f16" else 0), len(set(results)) == 1
    return results[0], len(set(results)) == 1


@pytest.mark.parametrize("name, narrow", ATTRIBUTE_FORMS)
def test_attribute_interpolation_matches_the_manual(name, narrow):
    rng, closed, total = random.Random(name), 0, 0
    f = form("gfx906", name)
    for _ in range(LANES // 64 + 3):
        lds, mask, offset = (
            random_attributes(rng, narrow),
            rng.getrandbits(16) & rng.getrandbits(16),
            rng.randrange(8) * 128,
        )
        fields = {"attr": rng.randrange(20), "chan": rng.randrange(4)}
        if narrow:
            fields["high"] = rng.randrange(2)
        if name == "v_interp_mov_f32":
            fields["vsrc"] = rng.randrange(3)
        weight, src2, old = ([random_number(rng, F32) for _ in range(64)] for _ in range(3))
        if name == "v_interp_p1lv_f16":
            src2 = random_attributes(rng, True)[:64]
        mode, live = rng.getrandbits(8) | 0x300, rng.getrandbits(64)
        sources = (
            {"vsrc": vgpr_operand(0)}
            if not narrow and name != "v_interp_mov_f32"
            else {"src0": vgpr_operand(0), **({"src2": vgpr_operand(1)} if name not in ("v_interp_p1ll_f16",) else {})}
            if narrow
            else {}
        )
        sets = [
            (EVERY_WAVE, V0, row(weight)),
            (EVERY_WAVE, V0 + 1, row(src2)),
            (EVERY_WAVE, V0 + 2, row(old)),
            (EVERY_WAVE, MODE, mode),
            (EVERY_WAVE, M0["gfx906"], mask >> 1 << 16 | offset),
            (EVERY_WAVE, EXEC, live & 0xFFFFFFFF),
            (EVERY_WAVE, EXEC + 1, live >> 32),
        ]
        code = encode(f, {"vdst": vgpr_operand(2), **sources, **fields})
        out, w = run_code("gfx906", 64, code, sets, lds_bytes=16384, lds=row(lds))
        assert not out.findings
        for lane in range(64):
            if not live >> lane & 1:
                assert int(w.v[2, lane]) == old[lane]
                continue
            at = lambda which: parameter_address(fields["attr"], fields["chan"], which, lane // 4, mask, offset)
            right, agree = expected_attribute(name, mode, lds, fields, at, weight[lane], src2[lane], old[lane])
            total += 1
            closed += agree
            assert (int(w.v[2, lane]), bool(int(w.v_open[2]) >> lane & 1)) == (right, not agree), (
                lane, hex(mode), fields,
            )
    assert total > 100 and 2 * closed > total


@pytest.mark.parametrize(
    "modifier, change",
    [("neg", lambda x: x ^ 1 << 31), ("abs", lambda x: x & ~(1 << 31)), ("omod", None), ("clamp", None)],
)
def test_long_form_has_modifiers(modifier, change):
    """I is source 1 of the modifiers, as in LLVM; P0 = 3, P10 = 2, I = -1: 3 + 2 * -1 = 1."""
    number_of = lambda x: struct.unpack("<I", struct.pack("<f", x))[0]
    lds = row([*map(number_of, (3, 0, 0, 0, 2, 0, 0, 0))])
    fields = {"neg": {"neg": 2}, "abs": {"abs": 2}, "omod": {"omod": 1}, "clamp": {"clamp": 1}}[modifier]
    right = {"neg": 5, "abs": 5, "omod": 2, "clamp": 1}[modifier]
    f = form("gfx906", "v_interp_p1_f32", encoding="vop3i")
    start = -1.0 if modifier != "clamp" else 4.0                          # clamp: 11 -> 1
    _, w = run_code(
        "gfx906", 64, encode(f, {"vdst": vgpr_operand(2), "src0": vgpr_operand(0), "attr": 0, "chan": 0, **fields}),
        [(EVERY_WAVE, V0, number_of(start)), (EVERY_WAVE, MODE, 0xC0), (EVERY_WAVE, M0["gfx906"], 0)], lds_bytes=64,
        lds=lds,
    )
    assert {int(x) for x in w.v[2]} == {number_of(right)}


# ---- loads ----

@WAVES
def test_parameter_loads_read_lds(wave):
    rng = random.Random(wave)
    for _ in range(LANES // wave + 2):
        lds, mask, offset = (
            [rng.getrandbits(32) for _ in range(4096)],
            rng.getrandbits(wave // 4) & rng.getrandbits(16),
            rng.randrange(8) * 128,
        )
        attr, chan, live = rng.randrange(20), rng.randrange(4), rng.getrandbits(wave) & rng.getrandbits(wave)
        load = encode(form("gfx1100", "lds_param_load"), {"vdst": vgpr_operand(2), "attr": attr, "chan": chan})
        code = load + encode(form("gfx1100", "s_waitcnt_expcnt"), {"sdst": Operand(124), "simm16": 0})
        out, w = run_code(
            "gfx1100", wave, code,
            [
                (EVERY_WAVE, V0 + 2, 77),
                (EVERY_WAVE, M0["gfx1100"], mask >> 1 << 16 | offset),
                (EVERY_WAVE, EXEC, live & 0xFFFFFFFF),
                (EVERY_WAVE, EXEC + 1, live >> 32),
            ],
            lds_bytes=16384, lds=row(lds),
        )
        assert not out.findings and not int(w.v_open[2]) & (1 << wave) - 1
        for lane in range(wave):
            on = live >> lane // 4 * 4 & 15
            right = (
                77
                if not on
                else 0
                if lane % 4 == 3
                else lds[parameter_address(attr, chan, lane % 4, lane // 4, mask, offset, wave) // 4]
            )
            assert int(w.v[2, lane]) == right, lane


TYPES = {0: (1, False), 1: (2, False), 2: (4, False), 4: (1, True), 5: (2, True)}


@WAVES
@pytest.mark.parametrize("kind", TYPES)
def test_direct_loads_broadcast_lds(kind, wave):
    rng, (size, signed) = random.Random(kind), TYPES[kind]
    for _ in range(8):
        lds, address, live = rng.randbytes(1024), rng.randrange(256) * 4, rng.getrandbits(wave) & rng.getrandbits(wave)
        code = encode(form("gfx1100", "lds_direct_load"), {"vdst": vgpr_operand(2)}) + encode(
            form("gfx1100", "s_waitcnt_expcnt"), {"sdst": Operand(124), "simm16": 0}
        )
        out, w = run_code(
            "gfx1100", wave, code,
            [
                (EVERY_WAVE, V0 + 2, 77),
                (EVERY_WAVE, M0["gfx1100"], kind << 16 | address),
                (EVERY_WAVE, EXEC, live & 0xFFFFFFFF),
                (EVERY_WAVE, EXEC + 1, live >> 32),
            ],
            lds_bytes=1024, lds=lds,
        )
        right = int.from_bytes(lds[address:address + size], "little", signed=signed) & 0xffffffff
        assert not out.findings
        assert [int(x) for x in w.v[2, :wave]] == [right if live >> lane // 4 * 4 & 15 else 77 for lane in range(wave)]


@pytest.mark.parametrize("kind", TYPES)
def test_lds_direct_operand_broadcasts_lds(kind):
    """Vega ISA, 10.3.1: source 0 of a vector operation is one value from LDS for all lanes."""
    rng, (size, signed) = random.Random(kind), TYPES[kind]
    lds, address = rng.randbytes(256), rng.randrange(64) * 4
    operands = {"vdst": vgpr_operand(2), "src0": Operand(254), "vsrc1": vgpr_operand(0)}
    code = encode(form("gfx906", "v_add_u32", ""), operands)
    out, w = run_code(
        "gfx906", 64, code, [(EVERY_WAVE, V0, row(range(64))), (EVERY_WAVE, M0["gfx906"], kind << 16 | address)],
        lds_bytes=256, lds=lds,
    )
    right = int.from_bytes(lds[address:address + size], "little", signed=signed)
    assert not out.findings and [int(x) for x in w.v[2]] == [right + lane & 0xffffffff for lane in range(64)]


@pytest.mark.parametrize(
    "m0, rule",
    [(2 << 16 | 2, "lds.align"), (3 << 16, "lds.direct"), (6 << 16, "lds.direct"), (2 << 16 | 1024, "lds.range")],
)
def test_invalid_direct_loads_are_reported(m0, rule):
    code = encode(form("gfx1100", "lds_direct_load"), {"vdst": vgpr_operand(2)}) + encode(
        form("gfx1100", "s_waitcnt_expcnt"), {"sdst": Operand(124), "simm16": 0}
    )
    out, w = run_code("gfx1100", 32, code, [(EVERY_WAVE, M0["gfx1100"], m0)], lds_bytes=1024, lds=bytes(1024))
    assert [r for r, *_ in out.findings] == [rule]
    assert (int(w.v_open[2]) & 0xffffffff) == (0 if rule == "lds.range" else 0xffffffff)
    assert rule != "lds.range" or not w.v[2].any()


def test_reserved_offset_bits_must_be_zero():
    code = encode(form("gfx1100", "lds_param_load"), {"vdst": vgpr_operand(2), "attr": 0, "chan": 0}) + encode(
        form("gfx1100", "s_waitcnt_expcnt"), {"sdst": Operand(124), "simm16": 0}
    )
    all_findings = [
        run_code("gfx1100", 32, code, [(EVERY_WAVE, M0["gfx1100"], m0)], lds_bytes=1024, lds=bytes(1024))[0].findings
        for m0 in (0x80, 0x44)
    ]
    assert [[r for r, *_ in findings] for findings in all_findings] == [[], ["interp.offset"]]


# ---- waits ----

def run_loads_and_wait(wait_exp, policy):
    """Return the code of two parameter loads and an interpolation with the first one's registers.
    It waits until `wait_exp` loads are outstanding."""
    code = b"".join(
        encode(form("gfx1100", name), fields)
        for name, fields in (
            ("lds_param_load", {"vdst": vgpr_operand(4), "attr": 0, "chan": 0}),
            ("lds_param_load", {"vdst": vgpr_operand(5), "attr": 0, "chan": 1}),
            ("v_interp_p10_f32", {"vdst": vgpr_operand(6), "src0": vgpr_operand(4), "src1": vgpr_operand(0),
                                  "src2": vgpr_operand(4), "wait_exp": wait_exp}),
        )
    )
    lds = row([0x40000000, 0, 0, 0, 0x3f800000, 0, 0, 0, 0, 0, 0, 0])  # P0 = 2, P10 = 1; I = 3: 5
    return run_code(
        "gfx1100", 32, code, [(EVERY_WAVE, V0, 0x40400000), (EVERY_WAVE, M0["gfx1100"], 0)], lds_bytes=1024, lds=lds,
        policy=policy,
    )


@pytest.mark.parametrize("policy", ["early", "late", "random", "adversarial"])
def test_wait_exp_completes_the_loads(policy):
    out, w = run_loads_and_wait(1, policy)
    assert not out.findings and {int(x) for x in w.v[6, :32]} == {0x40a00000} and not int(w.v_open[6]) & 0xffffffff


def test_a_short_wait_is_reported():
    out, w = run_loads_and_wait(2, "early")
    assert {rule for rule, *_ in out.findings} == {"counter.exp.unwaited"} and int(
        w.v_open[6]
    ) & 0xFFFFFFFF == 0xFFFFFFFF


def test_ds_stores_and_parameter_loads_need_a_wait():
    """DS operations use LGKMcnt, parameter loads EXPcnt: only a wait orders them."""
    store, wait = (
        encode(form("gfx1100", "ds_store_b32"), {"addr": vgpr_operand(0), "data0": vgpr_operand(1)}),
        encode(form("gfx1100", "s_waitcnt"), {"simm16": 0}),
    )
    load = encode(form("gfx1100", "lds_direct_load"), {"vdst": vgpr_operand(2)}) + encode(
        form("gfx1100", "s_waitcnt_expcnt"), {"sdst": Operand(124), "simm16": 0}
    )
    sets = [(EVERY_WAVE, V0, 64), (EVERY_WAVE, V0 + 1, 5), (EVERY_WAVE, M0["gfx1100"], 2 << 16 | 64)]
    ordered, w = run_code("gfx1100", 32, store + wait + load, sets, lds_bytes=1024, lds=bytes(1024))
    assert not ordered.findings and {int(x) for x in w.v[2, :32]} == {5}
    out, w = run_code("gfx1100", 32, store + load, sets, lds_bytes=1024, lds=bytes(1024))
    assert [r for r, *_ in out.findings] == ["memory.own.unwaited"] and int(w.v_open[2]) & 0xffffffff == 0xffffffff
