"""Waves are read at once as they are one by one; as MessagePack they are what an encoder makes of the same dicts, and
an answer that differs in one bit is seen."""
import msgspec
import numpy as np
import pytest

from . import protocol, reading, rows
from .assembly import assemble
from .plan import resolve
from .run import Model

RANDOM = np.random.default_rng(4)


@pytest.mark.parametrize("lanes", [32, 64])
@pytest.mark.parametrize("vectors", [(), (1, 255), tuple(range(20))])
def test_it_reads_as_what_it_is_of(lanes, vectors):
    scalars = ("s3", "vcc_lo", "m0", "scc")
    words = RANDOM.integers(0, 1 << 32, (3, 4 + len(vectors) * lanes), np.uint32)
    data = rows.message(scalars, vectors, lanes, rows.RESULT).packed(words)
    assert msgspec.msgpack.decode(data) == [
        {"registers": {**dict(zip(scalars, wave[:4].tolist())),
                       **{f"v{number}": wave[4 + n * lanes:4 + (n + 1) * lanes].tobytes()
                          for n, number in enumerate(vectors)}}}
        for wave in words]


def test_an_answer_that_differs_in_one_bit_is_another():
    plan = resolve({"assay": 1, "arch": "gfx1100", "wave": 32, "code": "800080be", "group": [64, 1, 1],
                    "grid": [64, 1, 1]})
    words = RANDOM.integers(0, 1 << 32, (2, 33), np.uint32)

    def data(changed):
        return rows.message(("s1",), (2,), 32, rows.RESULT).packed(changed)
    plan.observed, plan.expected = ["s1", "v2"], (data(words), [], [])
    for wave, word in ((None, None), (0, 0), (1, 32)):
        other = words.copy()
        if wave is not None:
            other[wave, word] ^= 1 << 31
        for waves in (msgspec.Raw(data(other)), msgspec.msgpack.decode(data(other))):     # as ours, as any encoder's
            frame = protocol.frame({"type": "result", "id": 1, "status": "ok", "waves": waves})
            outcome = protocol.outcome_of(protocol.read_result(frame[4:], plan), plan)
            assert outcome.same == (wave is None) and (outcome.same or len(outcome.waves) == 2)
    frame = protocol.frame({"type": "result", "id": 1, "status": "fault", "waves": msgspec.Raw(data(words))})
    outcome = protocol.outcome_of(protocol.read_result(frame[4:], plan), plan)
    assert not outcome.same and int(outcome.waves[1].vectors[2][31]) == words[1, 32]


@pytest.mark.parametrize("wave", [32, 64])
def test_waves_are_read_at_once_as_one_by_one(wave):
    """Registers that are open, written by one wave only, and numbers beside them; s9 and v7 are read unset."""
    code = assemble("gfx1100", "s_add_u32 s4, s5, s9\nv_add_nc_u32 v3, v1, v7\nv_mov_b32 v2, v1\ns_cmp_lg_u32 s5, 0\n"
                    "s_cbranch_scc0 end\ns_mov_b32 s70, 1\nend:\n", wave)
    plan = resolve({"assay": 1, "arch": "gfx1100", "wave": wave, "code": code.hex(), "group": [3 * wave, 1, 1],
                    "state": {"v1": list(range(wave))}, "waves": [{"s5": n % 2} for n in range(3)]})
    model = Model()
    model.run(plan)
    block, waves = model.machine.block(3), [model.machine.wave(n) for n in range(3)]
    scalars, vectors = ("s5", "mode", "s4", "s70", "scc"), (3, 2, 255)
    reader = reading.reader_of("gfx1100", wave, scalars, vectors)
    words, opened = reader.read(block)
    assert words.tolist() == [[*one.s[[5, 4, 70]].tolist(), one.mode, one.scc, *one.v[[3, 2, 255], :wave].ravel()]
                              for one in waves]
    right = sum(32 * (int(one.v_open[n]) & (1 << wave) - 1).bit_count() for one in waves for n in vectors)
    right += sum(32 * (int(one.s_open[n >> 5]) >> (n & 31) & 1) for one in waves for n in (5, 4, 70))
    assert opened == right + sum(bool(one.scc_open) for one in waves) > 0
    assert reading.written("gfx1100", block) == ("s4", "s70", "scc", "v2", "v3")
