"""Arena cases and code objects of kits: their contents and omissions, and the comparisons of assay_check."""
import random
import struct
from dataclasses import replace

import pytest

from ...harness.case.directives import parse_assembly
from ...harness.case.float_bits import FLOAT_FORMATS, is_nan, ulp_distance
from ...harness.case.plan import resolve
from ...harness.execution.model_run import Model
from . import canaries, kit_objects, kit_playback
from .case_arena import POISON, CannotInclude, Check, CompareRule, Double, initial_arena, make_arena_case
from .kit_format import MAX_WRONG_REPORTED

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")
TARGET_WAVES = [("gfx906", 64), ("gfx1100", 32), ("gfx1100", 64)]


def assemble_case(arch, wave, *lines):
    """Arena case of lines of directives and assembly."""
    plan = resolve(parse_assembly("\n".join([f"; assay: arch {arch}", f"; assay: wave {wave}", *lines, ""]), "t")[0])
    return make_arena_case(plan, Model())


def run_on_model(arena_case, model=None):
    """Output of assay_check for one case on the model."""
    wave = arena_case.plan.wave
    code, (done_word,) = kit_objects.build_code_object(arena_case.plan.arch, wave, [(7, arena_case)])
    dispatch = kit_playback.CaseDispatch(kit_objects.kernel_name(7), 0, arena_case.plan.grid[0],
                                         arena_case.plan.group[0], arena_case.arena_bytes)
    output = kit_playback.run_case(code, dispatch, wave, model or Model())
    assert (output.status, output.text, output.done_word, output.compared) == ("ok", "", done_word, arena_case.compared)
    return output


@pytest.mark.parametrize("arch, wave", TARGET_WAVES)
def test_only_a_wrong_expectation_is_reported(arch, wave):
    arena_case = assemble_case(arch, wave, "; assay: state v1 = lane", "; assay: observe v2 s4",
                               "v_lshlrev_b32 v2, 1, v1", "s_mov_b32 s4, 9")
    assert run_on_model(arena_case).wrong_count == 0
    names = [check.name for check in arena_case.checks]
    assert names.index("v2[5]") == 5 and arena_case.checks[5].expected == 10 and "end[0]" in names
    at = names.index("s4")
    arena_case.checks[5] = replace(arena_case.checks[5], expected=11)
    arena_case.checks[at] = replace(arena_case.checks[at], expected=8)
    output = run_on_model(arena_case)
    assert (output.wrong_count, output.wrong) == (2, ((5, 11, 10), (at, 8, 9)))


def test_wrong_dwords_beyond_the_reported_ones_are_counted():
    arena_case = assemble_case("gfx906", 64, "; assay: state v1 = lane", "; assay: observe v1", "s_nop 0")
    arena_case.checks = [replace(check, expected=check.expected ^ 1) for check in arena_case.checks]
    output = run_on_model(arena_case)
    assert output.wrong_count == len(arena_case.checks) > len(output.wrong) == MAX_WRONG_REPORTED
    assert output.wrong[:2] == ((0, 1, 0), (1, 0, 1))


@pytest.mark.parametrize("arch, wave", TARGET_WAVES)
def test_canaries_report_exactly_their_deliberate_errors(arch, wave):
    arena_case, wrong = canaries.canary_case(arch, wave, Model())
    assert list(run_on_model(arena_case).wrong) == wrong and len(wrong) == 13
    assert {arena_case.dword_name(index).rpartition("[")[0] for index, _, _ in wrong} == {"v1", "v[2:3]"}


@pytest.mark.parametrize("arch, wave", TARGET_WAVES)
def test_addresses_are_compared_relative_to_the_arena(arch, wave):
    lines = ("; assay: memory buf size=256", "; assay: memory out size=64", "; assay: state s[4:5] = buf+16",
             "; assay: state v[6:7] = out+8", "; assay: observe s[4:5] memory:out/buf",
             "v_mov_b32 v4, s4", "v_mov_b32 v5, s5", "global_store_dwordx2 v[6:7], v[4:5], off")
    arena_case = assemble_case(arch, wave, *lines)
    address_kinds = {check.name: check.rule.add for check in arena_case.checks}
    assert [address_kinds[name] for name in ("s4", "s5", "out+0x8", "out+0xc", "out+0x10")] == [1, 2, 1, 2, 0]
    assert run_on_model(arena_case).wrong_count == 0   # run_case uses other addresses than the two arenas
    at = next(number for number, check in enumerate(arena_case.checks) if check.name == "s4")
    arena_case.checks[at] = replace(arena_case.checks[at], expected=arena_case.checks[at].expected + 4)
    assert [index for index, _, _ in run_on_model(arena_case).wrong] == [at]


def test_a_write_behind_a_region_is_reported():
    """The arena is one region, so the model reports no fault."""
    arena_case = assemble_case("gfx906", 64, "; assay: memory buf size=16", "; assay: state v[2:3] = buf+12",
                               "; assay: state v1 = 5", "; assay: state exec = 1",
                               "global_store_dword v[2:3], v1, off")
    assert arena_case.checks[-1].name.startswith("memory behind")
    pointer_at = next(at for at, half, value in arena_case.pokes if half == 1)
    arena_case.pokes = [(at, half, value + 4 if at == pointer_at else value) for at, half, value in arena_case.pokes]
    errors = {arena_case.dword_name(index): actual for index, _, actual in run_on_model(arena_case).wrong}
    assert errors["memory behind buf"] == 5


def test_the_initial_arena_contains_memory_and_state():
    arena_case = assemble_case("gfx906", 64, "; assay: memory buf u32=1,0,3", "; assay: state v1 = 4",
                               "; assay: observe v1", "s_nop 0")
    words = struct.unpack(f"<{arena_case.arena_bytes // 4}I", initial_arena(arena_case, 0x7_0000_0000))
    assert words[:64] == (4,) * 64 and POISON in words
    assert any(words[at:at + 4] == (1, 0, 3, POISON) for at in range(len(words)))


@pytest.mark.parametrize("lines, kind, text", [
    (["s_waitcnt vmcnt(0)", "; assay: state v1 = 1", "; assay: observe v2", "; assay: memory b size=64",
      "; assay: state v[4:5] = b", "global_load_dword v2, v[4:5], off", "v_mov_b32 v3, v2"], "finding",
     "it breaks counter.vm.unwaited"),
    ([".long 0xdfffffff", ".long 0xffffffff"], "status", "it ends as illegal"),
    (["; assay: memory at size=16 address=0x100000", "; assay: observe s4", "s_nop 0"], "address", "at has a fixed"),
    (['; assay: registers {"COMPUTE_PGM_RSRC1": 0}', "; assay: observe s4", "s_nop 0"], "dispatch", "its own"),
    (["; assay: observe v254", "v_mov_b32 v254, 1"], "wrapper", "which the wrapper reserves"),
    (["; assay: state s4 = 1", "; assay: observe s4", "s_nop 0", "s_endpgm", "s_nop 0"], "wrapper", "it ends by"),
])
def test_a_case_that_a_kit_cannot_contain_has_a_reason(lines, kind, text):
    with pytest.raises(CannotInclude, match=text) as error:
        assemble_case("gfx906", 64, *lines)
    assert error.value.kind == kind


def close_values(rng, bits):
    """Two bit patterns of a float: the second is equal, a few ULP away, negated, special or random."""
    kind = next(name for name, (width, _) in FLOAT_FORMATS.items() if width == bits)
    fraction_bits = FLOAT_FORMATS[kind][1]
    special_values = [0, 1 << bits - 1, ((1 << bits - 1 - fraction_bits) - 1) << fraction_bits, (1 << bits - 1) - 1, 1,
                      rng.getrandbits(bits)]
    value = rng.choice([rng.getrandbits(bits), *special_values])
    near = (value + rng.randint(-4, 4)) % (1 << bits)
    return value, rng.choice([value, near, value ^ 1 << bits - 1, *special_values])


def dwords_agree(actual, expected, rule):
    """True if a dword is correct by the comparison in harness/case/float_bits.py."""
    if (actual ^ expected) & rule.mask == 0:
        return True
    if not rule.kind:
        return False
    bits = FLOAT_FORMATS[rule.kind][0]
    low = (1 << bits) - 1
    distance = ulp_distance(actual & low, expected & low, rule.kind)
    if rule.ulp and (actual ^ expected) & ~low & 0xFFFFFFFF == 0 and distance is not None and distance <= rule.ulp:
        return True
    return all(a == b or is_nan(a, rule.kind) and is_nan(b, rule.kind) for a, b in
               ((actual >> at & low, expected >> at & low) for at in range(0, 32, bits)))


@pytest.mark.parametrize("arch, wave", TARGET_WAVES)
def test_assay_check_compares_floats_as_the_harness_does(arch, wave):
    rng, wrong, rows = random.Random(5), [], []
    for _ in range(6 * wave):
        kind = rng.choice(["", "f32", "f16", "bf16"])
        if kind in ("f16", "bf16"):
            (a, b), (c, d) = close_values(rng, 16), rng.choice([(7, 7), close_values(rng, 16)])
            actual, expected = a | c << 16, b | d << 16
        else:
            actual, expected = close_values(rng, 32)
        rows.append((actual, expected, CompareRule(0xFFFFFFFF, 0, kind, rng.choice([0, 1, 3]) if kind else 0)))
    values = [",".join(str(actual) for actual, _, _ in rows[n * wave:][:wave]) for n in range(6)]
    arena_case = assemble_case(arch, wave, *(f"; assay: state v{n} = {row}" for n, row in enumerate(values)),
                               "; assay: observe v0 v1 v2 v3 v4 v5", "s_nop 0")
    offsets = [check.at for check in arena_case.checks[:6 * wave]]
    for start in range(0, len(rows), MAX_WRONG_REPORTED):  # as many at a time as are reported
        numbers = range(start, min(start + MAX_WRONG_REPORTED, len(rows)))
        arena_case.checks = [Check(offsets[n], rows[n][1], rows[n][2], "") for n in numbers]
        wrong += [start + index for index, _, _ in run_on_model(arena_case).wrong]
    assert wrong == [n for n, row in enumerate(rows) if not dwords_agree(*row)] and 60 < len(wrong) < 5 * wave


@pytest.mark.parametrize("arch, wave", TARGET_WAVES)
def test_assay_check_compares_doubles_as_the_harness_does(arch, wave):
    rng = random.Random(6)
    rows = [(*close_values(rng, 64), rng.choice([0, 1, 3, 1 << 29])) for _ in range(2 * MAX_WRONG_REPORTED)]
    wrong = []
    for start in range(0, len(rows), MAX_WRONG_REPORTED):
        batch = rows[start:start + MAX_WRONG_REPORTED]
        state = [f"; assay: state v{half} = {','.join(str(actual >> 32 * half & 0xFFFFFFFF) for actual, _, _ in batch)}"
                 for half in range(2)]
        arena_case = assemble_case(arch, wave, *state, "; assay: observe v0 v1", "s_nop 0")
        offsets = {check.name: check.at for check in arena_case.checks}
        arena_case.checks = []
        arena_case.doubles = [Double(offsets[f"v0[{n}]"], offsets[f"v1[{n}]"], expected, ulp, "")
                              for n, (_, expected, ulp) in enumerate(batch)]
        wrong += [start + index // 2 for index, _, _ in run_on_model(arena_case).wrong]
    assert wrong == [n for n, (actual, expected, ulp) in enumerate(rows) if not doubles_agree(actual, expected, ulp)]
    assert 20 < len(wrong) < 60


def doubles_agree(actual, expected, ulp):
    distance = ulp_distance(actual, expected, "f64")
    return actual == expected or (is_nan(actual, "f64") and is_nan(expected, "f64")) or (
        ulp > 0 and distance is not None and distance <= ulp)
