"""Waves as MessagePack are what an encoder makes of the same dicts, and an answer that differs in one bit is seen."""
import msgspec
import numpy as np
import pytest

from . import protocol, rows
from .plan import resolve

RANDOM = np.random.default_rng(4)


@pytest.mark.parametrize("lanes", [32, 64])
@pytest.mark.parametrize("vectors", [(), (1, 255), tuple(range(20))])
def test_it_reads_as_what_it_is_of(lanes, vectors):
    scalars, more = ("s3", "vcc_lo", "m0"), ("scc", "mode")
    words = RANDOM.integers(0, 1 << 32, (3, 8 + 300 * lanes), np.uint32)
    named, places = RANDOM.integers(0, 2, (3, 2), np.uint32), RANDOM.integers(8, 299 * lanes, len(vectors))
    data = rows.message((*scalars, *more), vectors, lanes, rows.RESULT).packed(
        3, rows.words(words, np.array([7, 0, 4])), rows.words(named, np.arange(2)), rows.words(words, places))
    assert msgspec.msgpack.decode(data) == [
        {"registers": {**dict(zip(scalars, wave[[7, 0, 4]].tolist())), **dict(zip(more, other.tolist())),
                       **{f"v{n}": wave[at:at + lanes].tobytes() for n, at in zip(vectors, places)}}}
        for wave, other in zip(words, named)]


def test_an_answer_that_differs_in_one_bit_is_another():
    plan = resolve({"assay": 1, "arch": "gfx1100", "wave": 32, "code": "800080be", "group": [64, 1, 1],
                    "grid": [64, 1, 1]})
    words = RANDOM.integers(0, 1 << 32, (2, 33), np.uint32)

    def data(changed):
        parts = [rows.words(changed, np.arange(*span)) for span in ((0, 1), (0, 0), (1, 2))]
        return rows.message(("s1",), (2,), 32, rows.RESULT).packed(2, *parts)
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
