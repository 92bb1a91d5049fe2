"""Races through swizzled buffers: two accesses race exactly if the formula gives both a common byte.
The formula is RDNA3 ISA, 9.4.2 and Vega ISA, 8.1.5; the expectations are sets of byte addresses."""
import random

import pytest

from .. import EVERY_WAVE, V0
from ..machine import Machine
from ..testing import BASE, EVERYWHERE, WAIT, code, mnemonic, dword_bytes, finding_rules, run_listing, vgpr_setting

MACHINE = Machine(waves=8, findings=16, code_bytes=4096)
SIZE, STRIDE = 1 << 14, 64
WIDTHS = {"_b8": 1, "_b16": 2, "_b32": 4, "_b64": 8, "_b96": 12, "_b128": 16}
LOADED = {"_b8": "_u8", "_b16": "_u16"}


class Swizzled:
    """A V# of records of 64 bytes in elements of 4 or 16 bytes, and its byte addresses."""

    def __init__(self, arch, rng):
        self.wide = arch == "gfx1100" and rng.randrange(2)            # gfx906 has elements of 4 bytes alone
        self.element, self.side_by_side = (16 if self.wide else 4), 8 << (choice := rng.randrange(4))
        swizzle = 2 if arch == "gfx906" else 3 if self.wide else 1
        self.words = [BASE, STRIDE << 16 | swizzle << 30, 4096, 4 << 15 | choice << 21 | 1 << 28]
        self.plain = [BASE, STRIDE << 16, *self.words[2:]]            # the same records one behind the other

    def bytes(self, index, offset, count):
        step, size = self.side_by_side, self.element
        return {(index // step * STRIDE + at // size * size) * step + index % step * size + at % size
                for at in range(offset, offset + count)}

    def draw(self, rng):
        """Return (index, offset) from few values, so that accesses often collide."""
        offset = rng.choice((rng.randrange(20), 4 * rng.randrange(6)))
        return rng.randrange(3) + rng.choice((0, self.side_by_side)), offset


def instruction_text(arch, verb, suffix, registers, at="v[2:3]"):
    suffix = LOADED.get(suffix, suffix) if verb == "load" else suffix
    data = {4: "v8", 8: "v[8:9]", 12: "v[8:10]", 16: "v[8:11]"}[max(4, WIDTHS.get(suffix, 4))]
    return f"{mnemonic(arch, f'buffer_{verb}', suffix)} {data}, {at}, {registers}, 0 idxen offen"


@EVERYWHERE
@pytest.mark.parametrize("verb", ("load", "store"))
@pytest.mark.parametrize("plain", (0, 1))
def test_waves_race_in_common_bytes(arch, wave, verb, plain):
    """Lane 0 of one wave stores, that of another loads or stores, through the same V# or a plain one."""
    rng, outcomes = random.Random(f"{arch}{verb}{plain}"), set()
    for _ in range(150):
        v, pair = Swizzled(arch, rng), [rng.choice(list(WIDTHS)) for _ in range(2)]
        places = [v.draw(rng) for _ in range(2)]
        touched, nothing = (
            [v.bytes(*at, WIDTHS[suffix]) for at, suffix in zip(places, pair)],
            [0] * 4,
        )  # unbound: no access
        second = v.plain if plain else v.words
        if plain:                                                     # near one of the first's bytes
            at = max(0, rng.choice(sorted(touched[0])) + rng.randrange(-9, 6))
            places[1], touched[1] = divmod(at, STRIDE), set(range(at, at + WIDTHS[pair[1]]))
        sets = [(n, 4 + k, x) for n in range(2) for k, x in enumerate((v.words + nothing, nothing + second)[n])]
        sets += [(n, V0 + 2 + k, places[n][k]) for n in range(2) for k in range(2)]
        sets += [(EVERY_WAVE, 126, 1), (EVERY_WAVE, 127, 0), *(vgpr_setting(8 + k, [k] * wave) for k in range(4))]
        store = instruction_text(arch, "store", pair[0], "s[4:7]")
        text = f"{store}; {instruction_text(arch, verb, pair[1], 's[8:11]')}; WAIT"
        out = run_listing(arch, wave, text, MACHINE, regions=[(BASE, bytearray(SIZE))], sets=sets,
                          group=(2 * wave, 1, 1))
        meet = bool(touched[0] & touched[1])
        assert (finding_rules(out, "race") == ["race.global"]) == meet, (vars(v), places, pair)
        outcomes.add((meet, v.wide))
    assert len(outcomes) == (4 if arch == "gfx1100" else 2)


@EVERYWHERE
def test_rows_race_in_common_bytes(arch, wave):
    """Lanes of both waves access consecutive records, in a row if the elements are consecutive. The lane-by-lane path
    finds the same races; a callback after each instruction forces that path."""
    rng, outcomes = random.Random(arch), set()
    for _ in range(60):
        v, apart, live = Swizzled(arch, rng), rng.choice((0, 1, 8, wave, 2 * wave)), rng.choice((~0, 0xff0, 0xf0f))
        offsets, live = [4 * rng.randrange(3) for _ in range(2)], live & (1 << wave) - 1
        lanes = [[lane + apart * n for lane in range(wave)] for n in range(2)]
        touched = [{byte for lane in range(wave) if live >> lane & 1
                    for byte in v.bytes(lanes[n][lane], offsets[n], 4)} for n in range(2)]
        sets = [(n, 4 + k, x) for n in range(2) for k, x in enumerate((v.words + [0] * 4, [0] * 4 + v.words)[n])]
        sets += [(n, V0 + 2, dword_bytes(lanes[n])) for n in range(2)] + [(n, V0 + 3, offsets[n]) for n in range(2)]
        sets += [(EVERY_WAVE, 126, live & 0xffffffff), (EVERY_WAVE, 127, live >> 32), vgpr_setting(8, [7] * wave)]
        store = instruction_text(arch, "store", "_b32", "s[4:7]")
        text = f"{store}; {instruction_text(arch, 'load', '_b32', 's[8:11]')}; WAIT"
        outs = []
        for callback in (None, lambda one: None):
            MACHINE.trace(callback)
            outs.append(run_listing(arch, wave, text, MACHINE, regions=[(BASE, bytearray(SIZE))], sets=sets,
                                    group=(2 * wave, 1, 1)))
        MACHINE.trace(None)
        assert outs[0].findings == outs[1].findings
        meet = bool(touched[0] & touched[1])
        assert (finding_rules(outs[0], "race") == ["race.global"]) == meet, (vars(v), apart, offsets, live)
        outcomes.add((meet, v.side_by_side >= wave, live))
    assert len(outcomes) > 6


@EVERYWHERE
def test_lanes_of_a_store_collide_in_common_bytes(arch, wave):
    """Two lanes store different data to one address."""
    rng, outcomes = random.Random(arch), set()
    for _ in range(150):
        v, suffix = Swizzled(arch, rng), rng.choice(list(WIDTHS))
        places = [v.draw(rng) for _ in range(2)]
        data = [rng.choice((b"\1", b"\2")) * 16, b"\1" * 16]
        rows = [[int.from_bytes(data_bytes[4 * k:4 * k + 4], "little") for data_bytes in data] for k in range(4)]
        sets = [*((EVERY_WAVE, 4 + k, x) for k, x in enumerate(v.words)), (EVERY_WAVE, 126, 3), (EVERY_WAVE, 127, 0),
                *(vgpr_setting(2 + k, [place[k] for place in places]) for k in range(2)),
                *(vgpr_setting(8 + k, row) for k, row in enumerate(rows))]
        out = run_listing(arch, wave, f"{instruction_text(arch, 'store', suffix, 's[4:7]')}; WAIT", MACHINE,
                          regions=[(BASE, bytearray(SIZE))], sets=sets)
        meet = bool(v.bytes(*places[0], WIDTHS[suffix]) & v.bytes(*places[1], WIDTHS[suffix])) and data[0] != data[1]
        assert (finding_rules(out, "race") == ["race.lanes"]) == meet, (vars(v), places, suffix, out.findings)
        outcomes.add(meet)
    assert len(outcomes) == 2


@EVERYWHERE
def test_groups_race_in_common_bytes(arch, wave):
    """Group n stores at index + n * more, offset + n * more."""
    rng, outcomes = random.Random(arch), set()
    for _ in range(100):
        v, suffix = Swizzled(arch, rng), rng.choice(list(WIDTHS))
        places = [v.draw(rng) for _ in range(2)]
        steps = [b - a for a, b in zip(*places)]
        moves = "".join(f"s_mul_i32 s6, s4, {step}; s_add_i32 s6, s6, {first}; v_mov_b32 v{2 + k}, s6; "
                        for k, (step, first) in enumerate(zip(steps, places[0])))
        constants = "".join(f"v_mov_b32 v{8 + k}, s4; " for k in range(4))
        text = f"s_mov_b64 exec, 1; {moves}{constants}{instruction_text(arch, 'store', suffix, 's[0:3]')}; {WAIT[arch]}"
        compute = {0xB81C: wave, 0xB804: 2, 0xB848: 0xF0003, 0xB84C: 4 << 1 | 1 << 7,
                   **{0xB900 + 4 * k: x for k, x in enumerate(v.words)}}
        out = MACHINE.run(arch=arch, wave=wave, code=code(arch, wave, text), compute=compute,
                          regions=[(BASE, bytearray(SIZE))])
        assert out.status == "ok", out.text
        meet = bool(v.bytes(*places[0], WIDTHS[suffix]) & v.bytes(*places[1], WIDTHS[suffix]))
        assert (finding_rules(out, "race") == ["race.groups"]) == meet, (vars(v), places, suffix, out.findings)
        outcomes.add(meet)
    assert len(outcomes) == 2
