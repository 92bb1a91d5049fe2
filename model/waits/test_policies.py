"""Invariant 10: a program without error and race findings leaves the same defined state under every policy and
schedule.
Its findings do not depend on the policy. The programs are random memory operations, moves and waits; ASSAY_PROGRAMS is
their number."""
import os
import random

import pytest

from ...harness.targets import llvm_mc
from .. import EVERY_WAVE, V0, Machine

from ..testing import BASE, CONFIGURATIONS, WAIT, family_ds_text, mnemonic, pattern, pointer_settings, dword_bytes

PROGRAMS = int(os.environ.get("ASSAY_PROGRAMS", "150"))
MACHINE = Machine(waves=4, findings=64, code_bytes=4096)
SIZE = 2048


def instruction_texts(arch):
    """Return instructions over v1 (addresses), v2..v5 and s8..s15, and waits, which are half of them."""
    memory = []
    for n in (2, 3, 4):
        for offset in (0, 4, 256):
            memory += [
                f"{mnemonic(arch, 'global_load', '_b32')} v{n}, v1, s[2:3] offset:{offset}",
                f"{mnemonic(arch, 'global_store', '_b32')} v1, v{n}, s[2:3] offset:{offset}",
                family_ds_text(arch, f"ds_load_b32 v{n}, v1 offset:{offset}"),
                family_ds_text(arch, f"ds_store_b32 v1, v{n} offset:{offset}"),
            ]
        memory += [
            f"{mnemonic(arch, 'global_load', '_b64')} v[{n}:{n + 1}], v1, s[2:3]",
            f"{mnemonic(arch, 'global_load', '_d16_hi_b16')} v{n}, v1, s[2:3]",
            f"{mnemonic(arch, 'global_load', '_u8')} v{n}, v1, s[2:3] offset:3",
            f"{mnemonic(arch, 'global_store', '_b8')} v1, v{n}, s[2:3] offset:1",
            family_ds_text(arch, f"ds_load_2addr_b32 v[{n}:{n + 1}], v1 offset0:0 offset1:9"),
            family_ds_text(arch, f"ds_store_2addr_b32 v1, v{n}, v2 offset0:2 offset1:70"),
            f"ds_add_u32 v1, v{n}",
            f"ds_max_rtn_u32 v{n}, v1, v2 offset:8",
            f"ds_bpermute_b32 v{n}, v1, v2",
            f"{mnemonic(arch, 'flat_load', '_b32')} v{n}, v[6:7]",
            f"{mnemonic(arch, 'flat_store', '_b32')} v[6:7], v{n}",
        ]
    scalar = [f"{mnemonic(arch, 's_load', '_b32')} s{n}, s[2:3], 0x{4 * n:x}" for n in range(8, 12)] + [
        f"{mnemonic(arch, 's_load', '_b64')} s[12:13], s[2:3], 0x200"
    ]
    moves = [
        f"v_add_u32 v{n}, v{m}, v{n}" if arch == "gfx906" else f"v_add_nc_u32 v{n}, v{m}, v{n}"
        for n in (2, 3, 4)
        for m in (3, 4, 5)
    ]
    moves += [f"v_mov_b32 v{n}, s{8 + n}" for n in (2, 3)] + ["s_add_u32 s8, s9, s12"]
    waits = ([f"s_waitcnt vmcnt({n})" for n in (0, 1, 2)] + [f"s_waitcnt lgkmcnt({n})" for n in (0, 1)]
             + 4 * ["s_waitcnt vmcnt(0) lgkmcnt(0)"])
    return [(memory, 5), (scalar, 1), (moves, 3), (waits + 5 * WAIT[arch].split("; ")[-1:], 6)]


def assembled_instructions(arch, wave):
    return [(llvm_mc.assemble(arch, texts, wave), texts, weight) for texts, weight in instruction_texts(arch)]


def random_program(rng, parts):
    weights = [weight for *_, weight in parts]
    picks = [
        rng.choice(list(zip(codes, texts))) for codes, texts, _ in rng.choices(parts, weights, k=rng.randint(4, 14))
    ]
    return b"".join(code for code, _ in picks), [text for _, text in picks]


def run_policy(arch, wave, code, rng_seed, policy, seed, waves=1):
    rng = random.Random(rng_seed)
    data, marks = pattern(SIZE, rng_seed), bytearray(SIZE)
    addresses = rng.choice([
        [4 * l for l in range(64)],
        [8 * (63 - l) for l in range(64)],
        [4 * (l // 2) for l in range(64)],
        list(range(64)),
    ])
    sets = [
        *pointer_settings(),
        (EVERY_WAVE, V0 + 1, dword_bytes(addresses)),
        (EVERY_WAVE, V0 + 6, dword_bytes([BASE + a for a in addresses])),
        (EVERY_WAVE, V0 + 7, dword_bytes([0] * 64)),
    ]
    sets += [(EVERY_WAVE, V0 + n, dword_bytes([rng.getrandbits(8) for _ in range(64)])) for n in range(2, 6)] + [
        (EVERY_WAVE, n, rng.getrandbits(32)) for n in range(8, 16)
    ]
    out = MACHINE.run(
        arch=arch, wave=wave, code=code, regions=[(BASE, data, marks)], sets=sets, lds_bytes=2048,
        lds=bytes(pattern(2048, 3)), policy=policy, seed=seed, group=(wave * waves, 1, 1), grid=(wave * waves, 1, 1),
        schedule=("round-robin", "seeded")[seed % 2],
    )
    return out, data, marks


def defined_state(out, data, marks, wave):
    """Return registers and memory with undefined bits set to 0."""
    state = [bytes(0 if m else b for b, m in zip(data, marks)), bytes(marks)]
    lds, open_lds = MACHINE.lds_and_undefined()
    state += [bytes(0 if m else b for b, m in zip(lds[:2048], open_lds[:2048])), bytes(open_lds[:2048])]
    for n in range(out.kept):
        w = MACHINE.wave(n)
        for reg in range(1, 8):
            lanes = int(w.v_open[reg]) & ((1 << wave) - 1)
            state.append((n, reg, lanes, tuple(0 if lanes >> l & 1 else int(w.v[reg][l]) for l in range(wave))))
        state += [(n, s, int(w.s_open[0]) >> s & 1 or int(w.s[s])) for s in range(8, 16)]
    return state


def wait_findings(out):
    """Return the findings about waits, which depend on no value.
    Whether lanes of a store collide may depend on the value of an early read."""
    return sorted((rule, wave, pc) for rule, _, wave, pc, _ in out.findings if rule.startswith("counter."))


@pytest.mark.parametrize("arch, wave", CONFIGURATIONS)
@pytest.mark.parametrize("waves", (1, 2))
def test_defined_state_does_not_depend_on_the_policy(arch, wave, waves):
    parts, rng, legal = assembled_instructions(arch, wave), random.Random(7 + waves), 0
    for number in range(PROGRAMS):
        code, texts = random_program(rng, parts)
        first = run_policy(arch, wave, code, number, "early", 0, waves)
        assert first[0].status == "ok", texts
        expected = defined_state(*first, wave)
        counted_first, faults = wait_findings(first[0]), bool(first[0].errors or first[0].races)
        legal += not faults
        for policy, seed in (("late", 0), ("random", 1), ("random", 2), ("adversarial", 3), ("early", 5)):
            other = run_policy(arch, wave, code, number, policy, seed, waves)
            if waves == 1:
                assert wait_findings(other[0]) == counted_first, (policy, texts)
            else:
                assert bool(other[0].errors or other[0].races) == faults, (policy, texts)
            if not faults:
                assert defined_state(*other, wave) == expected, (policy, seed, texts)
    assert legal >= PROGRAMS // 20, "too few legal programs to say anything"
