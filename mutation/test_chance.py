"""Ways that are shorter draw what the long ones do, and leave the generator as these do."""
import random

import numpy as np
import pytest

from .chance import Chance, chosen


def both(short, long):
    """Draws of two generators that began alike, and what comes next."""
    one, other = Chance("any"), Chance("any")
    found = [*short(one)], [*long(other)]
    assert one.getstate() == other.getstate()
    return found


@pytest.mark.parametrize("count", [1, 2, 32, 64])
def test_words_are_drawn_as_one_by_one(count):
    made, wanted = both(lambda rng: rng.words(count), lambda rng: [rng.getrandbits(32) for _ in range(count)])
    assert made == wanted


def test_columns_are_drawn_as_one_by_one():
    made, wanted = both(lambda rng: zip(*rng.columns(100, "fwwf")), lambda rng: [
        (rng.random(), rng.getrandbits(32), rng.getrandbits(32), rng.random()) for _ in range(100)])
    assert made == wanted


@pytest.mark.parametrize("size", [1, 3, 10, 64])
def test_choices_are_drawn_as_one_by_one(size):
    some = [*range(5, 5 + size)]
    made, wanted = both(lambda rng: rng.choices(some, k=99), lambda rng: [rng.choice(some) for _ in range(99)])
    assert made == wanted
    made, _ = both(lambda rng: chosen(np.array(some), *rng.columns(99, "f")), lambda rng: rng.choices(some, k=99))
    assert made == wanted


@pytest.mark.parametrize("bounds", [(-8, 9), (0, 1), (3, 2**40), (1, 20, 3)])
def test_ranges_are_drawn_as_by_python(bounds):
    made = [rng.randrange(*bounds) for rng in [Chance(1)] for _ in range(99)]
    assert made == [rng.randrange(*bounds) for rng in [random.Random(1)] for _ in range(99)]


@pytest.mark.parametrize(("size", "count"), [(1, 1), (17, 2), (21, 21), (22, 2), (5, 0), (90, 40)])
def test_samples_are_drawn_as_by_python(size, count):
    made = [rng.sample(range(size), count) for rng in [Chance(1)] for _ in range(99)]
    assert made == [rng.sample(range(size), count) for rng in [random.Random(1)] for _ in range(99)]


def test_no_sample_is_larger_than_what_it_is_of():
    with pytest.raises(ValueError, match="larger"):
        Chance(1).sample(range(3), 4)
    with pytest.raises(ValueError, match="empty"):
        Chance(1).randrange(3, 3)
