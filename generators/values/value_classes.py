"""Named classes of bit patterns for each operand type, mixed with uniform values."""
from __future__ import annotations

from functools import cache

import numpy as np

from ..native import array_loops as arrays

UNIFORM = "uniform"
Random = np.random.Generator | arrays.Stream

# width: (exponent bits, fraction bits)
FLOAT_FORMATS = {"f16": (5, 10), "bf16": (8, 7), "f32": (8, 23), "f64": (11, 52)}


def float_classes(kind: str) -> dict[str, tuple[int, ...]]:
    """Return {class: bit patterns} of a float format, both signs. `kind`: f16, bf16, f32, f64."""
    exponent, fraction = FLOAT_FORMATS[kind]
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
    """Return {class: bit patterns} of an integer of `width` bits (8, 16, 32, 64)."""
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


def float_format(width: int) -> str:
    """Return the float format of a width in bits."""
    return {16: "f16", 32: "f32", 64: "f64"}[width]


@cache
def classes(kind: str, width: int) -> dict[str, tuple[int, ...]]:
    """Return {class: patterns} of a value type. `kind`: u, i, b, f, bf. Untyped bits (b) have integer and float
    classes."""
    if kind in ("f", "bf"):
        return float_classes(f"{kind}{width}")
    named_patterns = integer_classes(width)
    if kind == "b" and width in (16, 32, 64):
        named_patterns = {
            **named_patterns,
            **{
                f"float {name}": values
                for name, values in float_classes(float_format(width)).items()
                if name in ("one", "denormal", "infinity", "quiet nan")
            },
        }
    return named_patterns


@cache
def pattern_table(kind: str, width: int) -> tuple[np.ndarray, np.ndarray, tuple[str, ...]]:
    """Return (patterns as uint64, class number of each, class names). Class 0 is uniform and has no pattern."""
    named_patterns = classes(kind, width)
    values, numbers = [], []
    for number, patterns in enumerate(named_patterns.values(), 1):
        values += patterns
        numbers += [number] * len(patterns)
    return np.array(values, np.uint64), np.array(numbers, np.uint8), (UNIFORM, *named_patterns)


def class_names(kind: str, width: int) -> tuple[str, ...]:
    """Return the names of the classes of a value type, uniform first."""
    return pattern_table(kind, width)[2]


@cache
def class_patterns(kind: str, width: int) -> tuple[tuple[int, ...] | None, ...]:
    """Return the patterns of each class, None for the uniform one."""
    return tuple(None if name == UNIFORM else classes(kind, width)[name] for name in class_names(kind, width))


def pick_pattern(rng, kind: str, width: int) -> int:
    """Draw one pattern with a random.Random: a class first, then a member, so that small classes are as likely as large
    ones."""
    all_patterns = class_patterns(kind, width)
    members = all_patterns[rng.randrange(len(all_patterns))]
    return rng.getrandbits(width) if members is None else rng.choice(members)


@cache
def _class_ranges(kind: str, width: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the start and the length of each class in the pattern table. Class `uniform` occupies only entry 0."""
    numbers, names = pattern_table(kind, width)[1], class_names(kind, width)
    starts = np.array([0, *(int(np.argmax(numbers == n)) for n in range(1, len(names)))])
    counts = np.array([1, *(int((numbers == n).sum()) for n in range(1, len(names)))])
    return starts, counts


@cache
def _c_values(kind: str, width: int) -> arrays.Struct:
    """Build struct plan_values (plan.h) of a value type."""
    starts, counts = _class_ranges(kind, width)
    return arrays.Struct("plan_values", classes=len(counts), start=starts, members=counts,
                         patterns=pattern_table(kind, width)[0], mask=(1 << width) - 1)


@cache
def c_values(operands: tuple[tuple[str, int], ...]):
    """Build an array of pointers to plan_values for operands of these kinds and widths, for plan_draw()."""
    return arrays.extension()[0].new("struct plan_values *[]", [_c_values(*operand).struct for operand in operands])


def random_numbers(random: Random, count: int, size: int) -> np.ndarray:
    """Draw `size` numbers from 0 to `count` - 1."""
    drawn = np.empty(size, np.int64)
    arrays.extension()[1].plan_numbers(arrays.bit_generator(random), count - 1, size, arrays.c_array(drawn))
    return drawn


def random_bools(random: Random, size: int) -> np.ndarray:
    """Draw `size` bools."""
    drawn = np.empty(size, bool)
    arrays.extension()[1].plan_coins(arrays.bit_generator(random), size, arrays.c_array(drawn))
    return drawn


def draw_patterns(random: Random, kind: str, width: int, numbers: np.ndarray) -> np.ndarray:
    """Draw a pattern (uint64) for each class number; class 0 is uniform."""
    numbers = np.ascontiguousarray(numbers, np.int64)
    drawn = np.empty(numbers.shape, np.uint64)
    arrays.extension()[1].plan_patterns(
        arrays.bit_generator(random),
        _c_values(kind, width).struct,
        numbers.size,
        arrays.c_array(numbers),
        arrays.c_array(drawn),
    )
    return drawn


def draw_classes(random: Random, kind: str, width: int, shape) -> np.ndarray:
    """Draw class numbers in the proportions of pick_pattern(), a quarter uniform."""
    numbers = np.empty(shape, np.int64)
    arrays.extension()[1].plan_classes(
        arrays.bit_generator(random), _c_values(kind, width).struct, numbers.size, arrays.c_array(numbers)
    )
    return numbers


def deal_classes(random: Random, kind: str, width: int, lanes: int) -> np.ndarray:
    """Return `lanes` class numbers: all classes in random order, then again in another order, and so on."""
    count = len(class_names(kind, width))
    numbers = np.empty(-(-lanes // count) * count, np.int64)
    arrays.extension()[1].plan_deal(
        arrays.bit_generator(random), _c_values(kind, width).struct, len(numbers) // count, arrays.c_array(numbers)
    )
    return numbers[:lanes]


def draw_row(random: Random, kind: str, width: int, lanes: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw `lanes` patterns (uint64) and the class number of each, a quarter uniform."""
    numbers = draw_classes(random, kind, width, lanes)
    return draw_patterns(random, kind, width, numbers), numbers


@cache
def row_plan(specs: tuple[tuple[str, int, int], ...]) -> tuple[arrays.Struct, list[int], list[int], int]:
    """Build struct plan_rows for rows of these (kind, width, lanes). Return (the struct, start of each row's values,
    start of each row's class numbers, class numbers in total)."""
    lanes = [count for _, _, count in specs]
    class_sizes = [-(-count // (n := len(class_names(kind, width)))) * n for kind, width, count in specs]
    plan = arrays.Struct("plan_rows", rows=len(specs), lanes=np.array(lanes), room=np.array(class_sizes),
                         of=c_values(tuple((kind, width) for kind, width, _ in specs)))
    starts, class_starts = ([sum(sizes[:n]) for n in range(len(sizes))] for sizes in (lanes, class_sizes))
    return plan, starts, class_starts, sum(class_sizes)


class ElementPlan:
    """The layout of elements of these (kind, width, lanes) for plan_fill_dwords(). `layout`: dword slices and class
    number slice of each element. A 16-bit element takes two rows."""

    def __init__(self, specs: tuple[tuple[str, int, int], ...]):
        rows = [spec for spec in specs for _ in range(2 if spec[1] == 16 else 1)]
        self.row_plan, _, class_starts, self.class_count = row_plan(tuple(rows))
        low, shift, high, dword, row = [], [], [], 0, 0
        self.layout: list[tuple[list[slice], slice]] = []
        for _, width, lanes in specs:
            size = lanes * (2 if width == 64 else 1)
            self.layout.append(([slice(dword + n, dword + n + lanes) for n in range(0, size, lanes)],
                                slice(class_starts[row], class_starts[row] + lanes)))
            for half in range(2 if width == 16 else 1):
                low, shift, high = [*low, dword], [*shift, 16 * half], [*high, dword + lanes if width == 64 else -1]
            dword, row = dword + size, row + (2 if width == 16 else 1)
        self.dwords = arrays.Struct("plan_dwords", low=np.array(low), shift=np.array(shift), high=np.array(high))
        self.row_count, self.dword_count, self.value_count = len(rows), dword, sum(lanes for _, _, lanes in rows)

    def draw(self, random: Random, turn: int | None, with_classes: int) -> tuple[list, list]:
        """Draw the elements like draw_rows(); the result is that of RowSource.draw_elements."""
        dwords, numbers = np.empty(self.dword_count, np.uint32), np.empty(self.class_count, np.int64)
        plan, pointer = self.row_plan.struct, arrays.c_array
        plan.turn = -1 if turn is None else turn
        arrays.extension()[1].plan_fill_dwords(arrays.bit_generator(random), plan, self.dwords.struct, pointer(numbers),
                                               pointer(np.empty(self.value_count, np.uint64)), pointer(dwords))
        return ([([dwords[part] for part in parts], numbers[classes]) for parts, classes in self.layout[:with_classes]],
                [dwords[low] if low.stop - low.start > 1 else dwords.item(low.start)
                 for (low, *_), _ in self.layout[with_classes:]])


element_plan = cache(ElementPlan)


def draw_rows(random: Random, specs: tuple[tuple[str, int, int], ...], turn: int | None) -> list[tuple]:
    """Draw a row of values for each (kind, width, lanes), in order. Return (patterns as uint64, class indices).
    With a `turn`, the first row has class `turn` in every lane, and the next row the class after it. Without a `turn`,
    all classes are dealt over the lanes."""
    plan, starts, class_starts, class_count = row_plan(specs)
    values, numbers = np.empty(class_count, np.uint64), np.empty(class_count, np.int64)
    plan.struct.turn = -1 if turn is None else turn
    arrays.extension()[1].plan_fill(
        arrays.bit_generator(random), plan.struct, arrays.c_array(numbers), arrays.c_array(values)
    )
    return [(values[start:start + lanes], numbers[class_start:class_start + lanes])
            for start, class_start, (_, _, lanes) in zip(starts, class_starts, specs)]
