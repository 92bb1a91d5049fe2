"""Reading all waves at once equals reading them one by one. Their MessagePack form equals that of an encoder for the
same dicts, and an answer that differs in one bit is detected."""
import msgspec
import numpy as np
import pytest

from ...generators.native import array_loops as arrays
from ..case.assembler import assemble
from ..case.plan import resolve
from ..protocol import frames, messages
from . import readback, register_pack as rows
from .model_run import Model

RANDOM = np.random.default_rng(4)


@pytest.mark.parametrize("lanes", [32, 64])
@pytest.mark.parametrize("vectors", [(), (1, 255), tuple(range(20))])
def test_packed_registers_unpack_to_the_same_words(lanes, vectors):
    scalars = ("s3", "vcc_lo", "m0", "scc")
    words = RANDOM.integers(0, 1 << 32, (3, 4 + len(vectors) * lanes), np.uint32)
    data = rows.named_registers("gfx1100", lanes, scalars, vectors).pack(arrays.c_array(words), 3,
                                                                         rows.RESULT_WAVE_HEAD)
    assert msgspec.msgpack.decode(data) == [
        {"registers": {**dict(zip(scalars, wave[:4].tolist())),
                       **{f"v{number}": wave[4 + n * lanes:4 + (n + 1) * lanes].tobytes()
                          for n, number in enumerate(vectors)}}}
        for wave in words]


def test_one_different_bit_changes_the_message():
    plan = resolve({"assay": 1, "arch": "gfx1100", "wave": 32, "code": "800080be", "group": [64, 1, 1],
                    "grid": [64, 1, 1]})
    words = RANDOM.integers(0, 1 << 32, (2, 33), np.uint32)

    def data(changed):
        return rows.named_registers("gfx1100", 32, ("s1",), (2,)).pack(arrays.c_array(changed), 2,
                                                                       rows.RESULT_WAVE_HEAD)
    plan.observed, plan.expected_result = ["s1", "v2"], (data(words), [], [])
    for wave, word in ((None, None), (0, 0), (1, 32)):
        other = words.copy()
        if wave is not None:
            other[wave, word] ^= 1 << 31
        for waves in (msgspec.Raw(data(other)), msgspec.msgpack.decode(data(other))):     # as ours, as any encoder's
            frame = frames.frame({"type": "result", "id": 1, "status": "ok", "waves": waves})
            outcome = messages.read_outcome(messages.read_result(frame[4:], plan), plan)
            assert outcome.equals_expected == (wave is None) and (outcome.equals_expected or len(outcome.waves) == 2)
    frame = frames.frame({"type": "result", "id": 1, "status": "fault", "waves": msgspec.Raw(data(words))})
    outcome = messages.read_outcome(messages.read_result(frame[4:], plan), plan)
    assert not outcome.equals_expected and int(outcome.waves[1].vectors[2][31]) == words[1, 32]


@pytest.mark.parametrize("wave", [32, 64])
def test_reading_all_waves_equals_reading_each(wave):
    """Registers include undefined ones and ones that only one wave writes. The program reads s9 and v7, which are not
    set."""
    code = assemble("gfx1100", "s_add_u32 s4, s5, s9\nv_add_nc_u32 v3, v1, v7\nv_mov_b32 v2, v1\ns_cmp_lg_u32 s5, 0\n"
                    "s_cbranch_scc0 end\ns_mov_b32 s70, 1\nend:\n", wave)
    plan = resolve({"assay": 1, "arch": "gfx1100", "wave": wave, "code": code.hex(), "group": [3 * wave, 1, 1],
                    "state": {"v1": list(range(wave))}, "waves": [{"s5": n % 2} for n in range(3)]})
    model = Model()
    model.run(plan)
    block, waves = model.machine.block(3), [model.machine.wave(n) for n in range(3)]
    scalars, vectors = ("s5", "mode", "s4", "s70", "scc"), (3, 2, 255)
    chosen = readback.observed_registers("gfx1100", wave, scalars, vectors)
    words, opened = chosen.read(3, arrays.model_structures("assay_wave", block.address))
    assert words.tolist() == [[one.s[5], one.mode, *one.s[[4, 70]], one.scc, *one.v[[3, 2, 255], :wave].ravel()]
                              for one in waves]
    right = sum(32 * (int(one.v_open[n]) & (1 << wave) - 1).bit_count() for one in waves for n in vectors)
    right += sum(32 * (int(one.s_open[n >> 5]) >> (n & 31) & 1) for one in waves for n in (5, 4, 70))
    assert opened == right + sum(bool(one.scc_open) for one in waves) > 0
    found = np.empty(7, np.uint64)
    arrays.extension()[1].plan_written(3, arrays.model_structures("assay_wave", block.address), arrays.c_array(found))
    assert readback.written_registers("gfx1100", wave, found.tobytes()).names == ["s4", "s70", "scc", "v2", "v3"]


WAVES = [{"s5": n, "scc": 1, "m0": n << 30, "exec_hi": 300 * n, "v7": bytes(range(n, n + 128)), "v255": bytes(128)}
         for n in range(3)]


@pytest.mark.parametrize("count", [0, 1, 3, 20])
def test_waves_of_any_msgpack_encoder_are_read(count):
    """This encoder writes integers in the shortest form; Assay's own encoder writes 32-bit words."""
    waves = [WAVES[n % 3] for n in range(count)]
    found = rows.unpack("gfx1100", 32, msgspec.msgpack.encode(waves))
    assert found is not None and found[2] == count
    if count:
        assert found[0].names == list(WAVES[0])
        words = [[*(v for v in one.values() if isinstance(v, int)), *(np.frombuffer(v, "<u4").tolist() for v in
                  one.values() if isinstance(v, bytes))] for one in waves]
        right = np.array([[*one[:4], *one[4], *one[5]] for one in words], np.uint32)
        assert (found[1][:right.size] == right.ravel()).all()
        ours = found[0].pack(arrays.c_array(right), count, b"")
        again = rows.unpack("gfx1100", 32, ours)
        assert again is not None and again[0] is found[0] and (again[1][:right.size] == right.ravel()).all()
    one = rows.unpack("gfx1100", 32, msgspec.msgpack.encode(WAVES[1]))
    assert one is not None and one[2] == 1 and one[0].names == list(WAVES[0])


@pytest.mark.parametrize("waves", [
    [{"s5": 1}, {"s6": 1}], [{"s5": 1}, {}], [{"s5": 1, "s6": 1}, {"s6": 1, "s5": 1}], [{"s5": -1}], [{"s5": 1 << 32}],
    [{"s5": "1"}], [{"s5": b"1234"}], [{"v3": 1}], [{"v3": bytes(124)}], [{"v256": bytes(128)}], [{"s05": 1}],
    [{"nothing": 1}], [{1: 1}], [1], {"s5": [1]}, 7, [[{"s5": 1}]]], ids=repr)
def test_unequal_waves_and_unknown_registers_are_not_unpacked(waves):
    assert rows.unpack("gfx1100", 32, msgspec.msgpack.encode(waves)) is None


def test_truncated_messages_are_not_unpacked():
    data = msgspec.msgpack.encode(WAVES)
    assert all(rows.unpack("gfx1100", 32, data[:end]) is None for end in range(1, len(data)))
    assert rows.unpack("gfx1100", 32, data + b"\0") is None
