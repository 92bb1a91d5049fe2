"""Interesting operand values as data: for each type, named classes of bit patterns, to be mixed with uniform ones."""
from __future__ import annotations

from functools import cache

import numpy as np

from ..native import array_loops as arrays

UNIFORM = "uniform"
Random = np.random.Generator | arrays.Stream

# width: (exponent bits, fraction bits)
FORMATS = {"f16": (5, 10), "bf16": (8, 7), "f32": (8, 23), "f64": (11, 52)}


def float_classes(kind: str) -> dict[str, tuple[int, ...]]:
    """Class -> bit patterns of a float format, both signs.  `kind`: f16, bf16, f32, f64."""
    exponent, fraction = FORMATS[kind]
    sign, top, one = 1 << exponent + fraction, ((1 << exponent) - 1) << fraction, ((1 << exponent - 1) - 1) << fraction
    unit, quiet = 1 << fraction, 1 << fraction - 1
    plain = {
        "zero": (0,),
        "one": (one, one + unit, one - unit),  # 1, 2, 0.5
        "denormal": (1, 2, unit - 1, quiet, quiet + 1),
        "smallest": (unit, unit + 1, unit * 2, unit * 2 - 1),
        "largest": (top - 1, top - unit, top - 2),
        "infinity": (top,),
        "quiet nan": (top | quiet, top | quiet | 1, top | unit - 1),
        "signalling nan": (top | 1, top | quiet - 1),
        "near one": (one + 1, one - 1, one + unit - 1),
        "tie": tuple(one + unit * e + (unit >> e + 1) for e in range(1, min(4, fraction))),  # 2.5, 4.5, 8.5
        "integer edge": tuple(one + unit * e for e in (fraction, fraction - 1, fraction + 1) if one + unit * e < top),
        "overflow edge": tuple(
            one + unit * e + d
            for e in (7, 8, 15, 16, 31, 32, 63, 64)
            for d in (-1, 0, 1)
            if one + unit * e + unit < top
        ),
        "ordinary": (
            one + unit + quiet,
            one + 3 * unit + unit // 3,
            one - 2 * unit + unit // 5,
            one + 5 * unit + quiet + 3,
        ),
    }
    return {name: tuple(v | s for v in values for s in (0, sign)) for name, values in plain.items()}


def integer_classes(width: int) -> dict[str, tuple[int, ...]]:
    """Class -> bit patterns of an integer of `width` bits (8, 16, 32, 64)."""
    ones, sign = (1 << width) - 1, 1 << width - 1
    classes = {
        "zero": (0,),
        "one": (1, 2, 3),
        "all ones": (ones, ones - 1),
        "sign edge": (sign, sign - 1, sign + 1),
        "power of two": tuple(1 << n for n in range(2, width - 1, 3)),
        "below a power": tuple((1 << n) - 1 for n in range(3, width, 4)),
        "shift edge": tuple(n for n in (7, 8, 15, 16, 31, 32, 33, 63, 64, 65) if n <= ones),
        "pattern": tuple(int(p * (width // 8), 16) for p in ("55", "aa", "0f", "80", "7f")),
    }
    if width >= 32:
        classes["24-bit edge"] = tuple(
            v & ones for v in (0x7FFFFF, 0x800000, 0x800001, 0xFFFFFF, 0x1000000, 0xFF800000, 0xFF7FFFFF)
        )
        classes["half edge"] = (0x7fff, 0x8000, 0xffff, 0x10000, 0xffff0000 & ones, 0x8000ffff & ones)
    return classes


def float_of(width: int) -> str:
    """The float format of a width."""
    return {16: "f16", 32: "f32", 64: "f64"}[width]


@cache
def classes(kind: str, width: int) -> dict[str, tuple[int, ...]]:
    """Every class of a value: `kind` u i b f bf; bits (b) may mean anything, so they have both integers and floats."""
    if kind in ("f", "bf"):
        return float_classes(f"{kind}{width}")
    found = integer_classes(width)
    if kind == "b" and width in (16, 32, 64):
        found = {
            **found,
            **{
                f"float {name}": values
                for name, values in float_classes(float_of(width)).items()
                if name in ("one", "denormal", "infinity", "quiet nan")
            },
        }
    return found


@cache
def pool(kind: str, width: int) -> tuple[np.ndarray, np.ndarray, tuple[str, ...]]:
    """(patterns as uint64, number of the class of each, class names); class 0 is uniform and has no pattern."""
    found = classes(kind, width)
    values, numbers = [], []
    for number, patterns in enumerate(found.values(), 1):
        values += patterns
        numbers += [number] * len(patterns)
    return np.array(values, np.uint64), np.array(numbers, np.uint8), (UNIFORM, *found)


def class_names(kind: str, width: int) -> tuple[str, ...]:
    """The classes of a value, uniform first."""
    return pool(kind, width)[2]


@cache
def patterns(kind: str, width: int) -> tuple[tuple[int, ...] | None, ...]:
    """The patterns of each class, None for the uniform one."""
    return tuple(None if name == UNIFORM else classes(kind, width)[name] for name in class_names(kind, width))


def pick(rng, kind: str, width: int) -> int:
    """One pattern by a random.Random: mostly a class first, then a member of it, so that small classes come as often as
    large ones."""
    every = patterns(kind, width)
    some = every[rng.randrange(len(every))]
    return rng.getrandbits(width) if some is None else rng.choice(some)


@cache
def _members(kind: str, width: int) -> tuple[np.ndarray, np.ndarray]:
    """Start and length of each class in the pool, uniform with length 1 at 0."""
    numbers, names = pool(kind, width)[1], class_names(kind, width)
    starts = np.array([0, *(int(np.argmax(numbers == n)) for n in range(1, len(names)))])
    counts = np.array([1, *(int((numbers == n).sum()) for n in range(1, len(names)))])
    return starts, counts


@cache
def _in_c(kind: str, width: int) -> arrays.Struct:
    """pool() and _members() as C sees them."""
    starts, counts = _members(kind, width)
    return arrays.Struct("plan_values", classes=len(counts), start=starts, members=counts,
                         patterns=pool(kind, width)[0], mask=(1 << width) - 1)


@cache
def in_c(operands: tuple[tuple[str, int], ...]):
    """The classes of operands of these kinds and widths, as plan_draw() takes them."""
    return arrays.extension()[0].new("struct plan_values *[]", [_in_c(*operand).struct for operand in operands])


def numbers(random: Random, count: int, size: int) -> np.ndarray:
    """So many numbers from 0 to `count` - 1."""
    found = np.empty(size, np.int64)
    arrays.extension()[1].plan_numbers(arrays.bits(random), count - 1, size, arrays.pointer(found))
    return found


def coins(random: Random, size: int) -> np.ndarray:
    """So many bools."""
    found = np.empty(size, bool)
    arrays.extension()[1].plan_coins(arrays.bits(random), size, arrays.pointer(found))
    return found


def of_classes(random: Random, kind: str, width: int, numbers: np.ndarray) -> np.ndarray:
    """A pattern (uint64) of each of these class numbers; 0 is uniform."""
    numbers = np.ascontiguousarray(numbers, np.int64)
    found = np.empty(numbers.shape, np.uint64)
    arrays.extension()[1].plan_patterns(
        arrays.bits(random), _in_c(kind, width).struct, numbers.size, arrays.pointer(numbers), arrays.pointer(found)
    )
    return found


def random_classes(random: Random, kind: str, width: int, shape) -> np.ndarray:
    """Class numbers drawn like pick(), a quarter uniform."""
    numbers = np.empty(shape, np.int64)
    arrays.extension()[1].plan_classes(
        arrays.bits(random), _in_c(kind, width).struct, numbers.size, arrays.pointer(numbers)
    )
    return numbers


def dealt_classes(random: Random, kind: str, width: int, lanes: int) -> np.ndarray:
    """All class numbers in some order, then in another, …: as many as there are lanes."""
    count = len(class_names(kind, width))
    numbers = np.empty(-(-lanes // count) * count, np.int64)
    arrays.extension()[1].plan_deal(
        arrays.bits(random), _in_c(kind, width).struct, len(numbers) // count, arrays.pointer(numbers)
    )
    return numbers[:lanes]


def row(random: Random, kind: str, width: int, lanes: int) -> tuple[np.ndarray, np.ndarray]:
    """`lanes` patterns (uint64) and the class number of each, drawn like pick() with a quarter uniform."""
    numbers = random_classes(random, kind, width, lanes)
    return of_classes(random, kind, width, numbers), numbers


@cache
def plan_of_rows(asked: tuple[tuple[str, int, int], ...]) -> tuple[arrays.Struct, list[int], list[int], int]:
    """Rows of such (kind, width, lanes) as plan_fill() takes them; where the values and where the class numbers of each
    start, and the room these take."""
    lanes = [count for _, _, count in asked]
    room = [-(-count // (n := len(class_names(kind, width)))) * n for kind, width, count in asked]
    given = arrays.Struct("plan_rows", rows=len(asked), lanes=np.array(lanes), room=np.array(room),
                          of=in_c(tuple((kind, width) for kind, width, _ in asked)))
    starts, places = ([sum(sizes[:n]) for n in range(len(sizes))] for sizes in (lanes, room))
    return given, starts, places, sum(room)


class Elements:
    """Elements of such (kind, width, lanes), those of 16 bits of two `rows`, as plan_fill_dwords() takes them: where
    the dwords of each lie among all, and its class numbers; the room for dwords, class numbers and values."""

    def __init__(self, asked: tuple[tuple[str, int, int], ...]):
        rows = [one for one in asked for _ in range(2 if one[1] == 16 else 1)]
        self.given, _, places, self.numbers = plan_of_rows(tuple(rows))
        low, shift, high, at, row = [], [], [], 0, 0
        self.places: list[tuple[list[slice], slice]] = []
        for _, width, lanes in asked:
            size = lanes * (2 if width == 64 else 1)
            self.places.append(([slice(at + n, at + n + lanes) for n in range(0, size, lanes)],
                                slice(places[row], places[row] + lanes)))
            for half in range(2 if width == 16 else 1):
                low, shift, high = [*low, at], [*shift, 16 * half], [*high, at + lanes if width == 64 else -1]
            at, row = at + size, row + (2 if width == 16 else 1)
        self.dwords = arrays.Struct("plan_dwords", low=np.array(low), shift=np.array(shift), high=np.array(high))
        self.rows, self.words, self.values = len(rows), at, sum(lanes for _, _, lanes in rows)

    def drawn(self, random: Random, turn: int | None, counted: int) -> tuple[list, list]:
        """As draws.Rows.elements, drawn as by rows()."""
        found, numbers = np.empty(self.words, np.uint32), np.empty(self.numbers, np.int64)
        given, pointer = self.given.struct, arrays.pointer
        given.turn = -1 if turn is None else turn
        arrays.extension()[1].plan_fill_dwords(arrays.bits(random), given, self.dwords.struct, pointer(numbers),
                                               pointer(np.empty(self.values, np.uint64)), pointer(found))
        return ([([found[one] for one in dwords], numbers[classes]) for dwords, classes in self.places[:counted]],
                [found[low] if low.stop - low.start > 1 else found.item(low.start)
                 for (low, *_), _ in self.places[counted:]])


plan_of_elements = cache(Elements)


def rows(random: Random, asked: tuple[tuple[str, int, int], ...], turn: int | None) -> list[tuple]:
    """(patterns as uint64, class number of each) of rows of these (kind, width, lanes), one drawn after the other: with
    a `turn` every lane of the first is of that class, of the next one of the class after it; else all classes are dealt
    over the lanes."""
    given, starts, places, room = plan_of_rows(asked)
    found, numbers = np.empty(room, np.uint64), np.empty(room, np.int64)
    given.struct.turn = -1 if turn is None else turn
    arrays.extension()[1].plan_fill(arrays.bits(random), given.struct, arrays.pointer(numbers), arrays.pointer(found))
    return [(found[start:start + lanes], numbers[place:place + lanes])
            for start, place, (_, _, lanes) in zip(starts, places, asked)]
