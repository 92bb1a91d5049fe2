"""Cases of a kit: what is said of them, what cannot be, and that assay_check judges as the comparison does."""
import random
import struct
from dataclasses import replace

import pytest

from ...harness.case.directives import parse_assembly
from ...harness.case.float_bits import FLOAT_FORMATS, is_nan, ulp_distance
from ...harness.case.plan import resolve
from ...harness.execution.model_run import Model
from . import canaries, kit_objects, kit_playback
from .case_arena import POISON, CannotSay, Check, Class, Double, filled, lay
from .kit_format import SHOWN

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")
SHAPES = [("gfx906", 64), ("gfx1100", 32), ("gfx1100", 64)]


def plan_of(arch, wave, *lines):
    return resolve(parse_assembly("\n".join([f"; assay: arch {arch}", f"; assay: wave {wave}", *lines, ""]), "t")[0])


def played(laid, model=None):
    """What the model, as a runner, gets of one case."""
    wave = laid.plan.wave
    code, (done,) = kit_objects.build(laid.plan.arch, wave, [(7, laid)])
    one = kit_playback.Dispatch(kit_objects.kernel_name(7), 0, laid.plan.grid[0], laid.plan.group[0], laid.arena)
    answer = kit_playback.play(code, one, wave, model or Model())
    assert (answer.status, answer.text, answer.done, answer.compared) == ("ok", "", done, laid.compared)
    return answer


@pytest.mark.parametrize("arch, wave", SHAPES)
def test_a_right_result_is_right_and_a_wrong_expectation_is_the_dword_that_is_told(arch, wave):
    laid = lay(plan_of(arch, wave, "; assay: state v1 = lane", "; assay: observe v2 s4", "v_lshlrev_b32 v2, 1, v1",
                       "s_mov_b32 s4, 9"), Model())
    assert played(laid).count == 0
    names = [one.name for one in laid.checks]
    assert names.index("v2[5]") == 5 and laid.checks[5].expected == 10 and "end[0]" in names
    at = names.index("s4")
    laid.checks[5] = replace(laid.checks[5], expected=11)
    laid.checks[at] = replace(laid.checks[at], expected=8)
    answer = played(laid)
    assert (answer.count, answer.wrong) == (2, ((5, 11, 10), (at, 8, 9)))


def test_more_wrong_dwords_than_are_told_are_counted():
    laid = lay(plan_of("gfx906", 64, "; assay: state v1 = lane", "; assay: observe v1", "s_nop 0"), Model())
    laid.checks = [replace(one, expected=one.expected ^ 1) for one in laid.checks]
    answer = played(laid)
    assert answer.count == len(laid.checks) > len(answer.wrong) == SHOWN
    assert answer.wrong[:2] == ((0, 1, 0), (1, 0, 1))


@pytest.mark.parametrize("arch, wave", SHAPES)
def test_canaries_are_what_their_table_says(arch, wave):
    laid, wrong = canaries.canary(arch, wave, Model())
    assert list(played(laid).wrong) == wrong and len(wrong) == 13
    assert {laid.named(index).rpartition("[")[0] for index, _, _ in wrong} == {"v1", "v[2:3]"}


@pytest.mark.parametrize("arch, wave", SHAPES)
def test_addresses_are_compared_by_where_the_arena_is(arch, wave):
    lines = ("; assay: memory buf size=256", "; assay: memory out size=64", "; assay: state s[4:5] = buf+16",
             "; assay: state v[6:7] = out+8", "; assay: observe s[4:5] memory:out/buf",
             "v_mov_b32 v4, s4", "v_mov_b32 v5, s5", "global_store_dwordx2 v[6:7], v[4:5], off")
    laid = lay(plan_of(arch, wave, *lines), Model())
    kinds = {one.name: one.rule.add for one in laid.checks}
    assert (kinds["s4"], kinds["s5"], kinds["out+0x8"], kinds["out+0xc"], kinds["out+0x10"]) == (1, 2, 1, 2, 0)
    assert played(laid).count == 0                      # launch.py's buffers lie elsewhere than the two arenas
    at = next(n for n, one in enumerate(laid.checks) if one.name == "s4")
    laid.checks[at] = replace(laid.checks[at], expected=laid.checks[at].expected + 4)
    assert [index for index, _, _ in played(laid).wrong] == [at]


def test_what_lies_behind_memory_is_watched():
    """A kernel that writes past its region, which the model alone would call a fault."""
    laid = lay(plan_of("gfx906", 64, "; assay: memory buf size=16", "; assay: state v[2:3] = buf+12",
                       "; assay: state v1 = 5", "; assay: state exec = 1",
                       "global_store_dword v[2:3], v1, off"), Model())
    assert laid.checks[-1].name.startswith("memory behind")
    at = next(place for place, half, value in laid.pokes if half == 1)
    laid.pokes = [(place, half, value + 4 if place == at else value) for place, half, value in laid.pokes]
    found = {laid.named(index): got for index, _, got in played(laid).wrong}
    assert found["memory behind buf"] == 5


def test_the_arena_starts_as_it_is_said():
    laid = lay(plan_of("gfx906", 64, "; assay: memory buf u32=1,0,3", "; assay: state v1 = 4", "; assay: observe v1",
                       "s_nop 0"), Model())
    words = struct.unpack(f"<{laid.arena // 4}I", filled(laid, 0x7_0000_0000))
    assert words[:64] == (4,) * 64 and POISON in words
    assert any(words[at:at + 4] == (1, 0, 3, POISON) for at in range(len(words)))


@pytest.mark.parametrize("lines, kind, text", [
    (["s_waitcnt vmcnt(0)", "; assay: state v1 = 1", "; assay: observe v2", "; assay: memory b size=64",
      "; assay: state v[4:5] = b", "global_load_dword v2, v[4:5], off", "v_mov_b32 v3, v2"], "finding",
     "it breaks counter.vm.unwaited"),
    ([".long 0xdfffffff", ".long 0xffffffff"], "status", "it ends as illegal"),
    (["; assay: memory at size=16 address=0x100000", "; assay: observe s4", "s_nop 0"], "address", "at has an"),
    (['; assay: registers {"COMPUTE_PGM_RSRC1": 0}', "; assay: observe s4", "s_nop 0"], "dispatch", "its own"),
    (["; assay: observe v254", "v_mov_b32 v254, 1"], "wrapper", "which the wrapper reserves"),
    (["; assay: state s4 = 1", "; assay: observe s4", "s_nop 0", "s_endpgm", "s_nop 0"], "wrapper", "it ends by"),
])
def test_what_a_kit_cannot_say_has_a_reason(lines, kind, text):
    with pytest.raises(CannotSay, match=text) as error:
        lay(plan_of("gfx906", 64, *lines), Model())
    assert error.value.kind == kind


def near(rng, bits):
    """A pattern, and another that is equal, a few ULP away, a NaN, an infinity, zero or anything."""
    kind = next(name for name, (width, _) in FLOAT_FORMATS.items() if width == bits)
    fraction = FLOAT_FORMATS[kind][1]
    special = [0, 1 << bits - 1, ((1 << bits - 1 - fraction) - 1) << fraction, (1 << bits - 1) - 1, 1,
               rng.getrandbits(bits)]
    first = rng.choice([rng.getrandbits(bits), *special])
    return first, rng.choice([first, (first + rng.randint(-4, 4)) % (1 << bits), first ^ 1 << bits - 1, *special])


def right(got, expected, rule):
    """By harness/case/float_bits.py, a value at a time: what compare.py says of a lane."""
    if (got ^ expected) & rule.mask == 0:
        return True
    if not rule.kind:
        return False
    bits = FLOAT_FORMATS[rule.kind][0]
    low = (1 << bits) - 1
    apart = ulp_distance(got & low, expected & low, rule.kind)
    if rule.ulp and (got ^ expected) & ~low & 0xFFFFFFFF == 0 and apart is not None and apart <= rule.ulp:
        return True
    return all(a == b or is_nan(a, rule.kind) and is_nan(b, rule.kind) for a, b in
               ((got >> at & low, expected >> at & low) for at in range(0, 32, bits)))


@pytest.mark.parametrize("arch, wave", SHAPES)
def test_assay_check_judges_floats_as_the_comparison_does(arch, wave):
    rng, wrong, rows = random.Random(5), [], []
    for _ in range(6 * wave):
        kind = rng.choice(["", "f32", "f16", "bf16"])
        if kind in ("f16", "bf16"):
            (a, b), (c, d) = near(rng, 16), rng.choice([(7, 7), near(rng, 16)])
            got, expected = a | c << 16, b | d << 16
        else:
            got, expected = near(rng, 32)
        rows.append((got, expected, Class(0xFFFFFFFF, 0, kind, rng.choice([0, 1, 3]) if kind else 0)))
    values = [",".join(str(got) for got, _, _ in rows[n * wave:][:wave]) for n in range(6)]
    laid = lay(plan_of(arch, wave, *(f"; assay: state v{n} = {row}" for n, row in enumerate(values)),
                       "; assay: observe v0 v1 v2 v3 v4 v5", "s_nop 0"), Model())
    places = [one.at for one in laid.checks[:6 * wave]]
    for start in range(0, len(rows), SHOWN):            # as many at a time as are told
        some = range(start, min(start + SHOWN, len(rows)))
        laid.checks = [Check(places[n], rows[n][1], rows[n][2], "") for n in some]
        wrong += [start + index for index, _, _ in played(laid).wrong]
    assert wrong == [n for n, row in enumerate(rows) if not right(*row)] and 60 < len(wrong) < 5 * wave


@pytest.mark.parametrize("arch, wave", SHAPES)
def test_and_doubles(arch, wave):
    rng = random.Random(6)
    rows = [(*near(rng, 64), rng.choice([0, 1, 3, 1 << 29])) for _ in range(2 * SHOWN)]
    wrong = []
    for start in range(0, len(rows), SHOWN):
        some = rows[start:start + SHOWN]
        state = [f"; assay: state v{half} = {','.join(str(got >> 32 * half & 0xFFFFFFFF) for got, _, _ in some)}"
                 for half in range(2)]
        laid = lay(plan_of(arch, wave, *state, "; assay: observe v0 v1", "s_nop 0"), Model())
        places = {one.name: one.at for one in laid.checks}
        laid.checks, laid.doubles = [], [Double(places[f"v0[{n}]"], places[f"v1[{n}]"], expected, ulp, "")
                                         for n, (_, expected, ulp) in enumerate(some)]
        wrong += [start + index // 2 for index, _, _ in played(laid).wrong]
    assert wrong == [n for n, (got, expected, ulp) in enumerate(rows) if not double_right(got, expected, ulp)]
    assert 20 < len(wrong) < 60


def double_right(got, expected, ulp):
    apart = ulp_distance(got, expected, "f64")
    return got == expected or (is_nan(got, "f64") and is_nan(expected, "f64")) or (
        ulp > 0 and apart is not None and apart <= ulp)
