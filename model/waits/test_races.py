"""What a race finding says: both accesses with wave and address, and what is missing between them (RDNA3 ISA, 5.5, 5.6;
Vega ISA, 4.3, 4.4)."""
import re

import pytest

from ..machine import V0, Machine
from ..testing import EVERYWHERE, code, ds

MACHINE = Machine(waves=4, findings=16, code_bytes=4096)
BASE = 0x40000
TEXT = re.compile(r"lane (\d+) (reads|writes|changes) bytes that wave (\d+) (reads|writes) at (0x[0-9a-f]+), "
                  r"(with no barrier between|not waited for before its barrier at (0x[0-9a-f]+))$")
WAIT = "s_waitcnt lgkmcnt(0)"


def findings(arch, wave, lines, waves=2):
    """The races of waves that store at 4 * their number and load from the next one's place: (wave, address in lines,
    match of the text) of each."""
    codes = [code(arch, wave, ds(arch, line)) for line in lines]
    sets = [(n, V0 + k, value) for n in range(waves)
            for k, value in enumerate((4 * n, 100 + n, 4 * ((n + 1) % waves)))]
    out = MACHINE.run(arch=arch, wave=wave, code=b"".join(codes), base=BASE, group=(waves * wave, 1, 1),
                      grid=(waves * wave, 1, 1), lds_bytes=64, sets=sets)
    place = {BASE + sum(map(len, codes[:n])): n for n in range(len(lines))}
    found = []
    for _, kind, number, pc, text in out.findings:
        if kind == "race":
            match = TEXT.search(text)
            assert match, text
            found.append((number, place[pc], match))
    return found, place


STORE, LOAD = "ds_store_b32 v0, v1", "ds_load_b32 v3, v2"


@EVERYWHERE
def test_a_missing_barrier_is_said_to_be_missing(arch, wave):
    found, place = findings(arch, wave, [STORE, WAIT, LOAD, WAIT])
    assert found
    for number, line, match in found:
        own, other = (2, 0) if match[2] == "reads" else (0, 2)
        assert (line, place[int(match[5], 16)], int(match[3])) == (own, other, 1 - number)
        assert match[6] == "with no barrier between"


@EVERYWHERE
def test_a_missing_wait_before_a_barrier_is_named_with_the_barrier(arch, wave):
    found, place = findings(arch, wave, [STORE, "s_nop 0", "s_barrier", LOAD, WAIT])
    assert {number for number, *_ in found} == {0, 1}
    for number, line, match in found:
        assert (line, match[2], match[4]) == (3, "reads", "writes")
        assert (place[int(match[5], 16)], place[int(match[7], 16)], int(match[3])) == (0, 2, 1 - number)


@EVERYWHERE
def test_a_load_that_is_outstanding_across_a_barrier_is_named(arch, wave):
    found, place = findings(arch, wave, [LOAD, "s_barrier", STORE, WAIT])
    assert found
    for number, line, match in found:
        assert (line, match[2], match[4], place[int(match[5], 16)]) == (2, "writes", "reads", 0)
        assert place[int(match[7], 16)] == 1 and int(match[3]) == 1 - number


@EVERYWHERE
def test_of_several_waves_one_is_named(arch, wave):
    lines = ["ds_store_b32 v9, v1", WAIT]
    codes = b"".join(code(arch, wave, ds(arch, line)) for line in lines)
    sets = [(n, V0 + k, value) for n in range(4) for k, value in ((9, 0), (1, 7))]
    out = MACHINE.run(arch=arch, wave=wave, code=codes, base=BASE, group=(4 * wave, 1, 1), grid=(4 * wave, 1, 1),
                      lds_bytes=64, sets=sets)
    races = [(number, TEXT.search(text)) for _, kind, number, pc, text in out.findings if kind == "race"]
    assert len(races) == 3
    assert all(match and int(match[3]) != number and int(match[5], 16) == BASE for number, match in races)


@pytest.mark.parametrize("lines", [[STORE, WAIT, "s_barrier", LOAD, WAIT]])
def test_with_wait_and_barrier_nothing_is_said(lines):
    assert findings("gfx1100", 32, lines)[0] == []
