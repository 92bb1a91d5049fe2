"""Sums of a matrix where something ends: half a unit in the last place and next to nothing beside it; terms that cancel
and leave a bound just below or above the greatest tolerance; the lowest and the highest bit that never rounds; sums so
small that parts of them may be flushed; the least factor that is normal.  A seed fixes them."""
from __future__ import annotations

from fractions import Fraction

from ...generators.single import encodings
from ...spec import CERTIFIED, TARGETS
from ...spec.encode import Operand, encode
from ..chance import Chance
from ..given import Given
from ..rows import matrices
from .floats import BY_NAME, Format

SIDE, RUNS = 16, 5                                     # rows, columns and terms; runs of each form, wave and kind
TWO = Fraction(2)
HALVES, WORDS = 18, 256                                # half units a sum of 17 terms is off by; parts of a bound
MOST = {"f32": 4096, "f16": 64, "bf16": 32}            # units of the greatest tolerance
BELOW = 17                                             # binades below a sum: what is there rounds beside such pairs
WRAPS = (1 << 32) // WORDS                             # a bound that 32 bits do not hold before it is divided
FACTOR_A, FACTOR_B, THIRD, RESULT = 0, 8, 16, 24


def names_of(form) -> tuple[str, str]:
    """The formats of factors and of sums."""
    (factor, _, third), kind = form.op.sources[:3], {"f": "f", "bf": "bf"}
    return f"{kind[factor.kind]}{factor.width}", f"{kind[third.kind]}{third.width}"


def apart(size: Fraction, f: Format) -> list[Fraction]:
    """Two numbers of few bits whose sum is near `size`."""
    parts = []
    for _ in range(2):
        unit = TWO ** (size.numerator.bit_length() - size.denominator.bit_length() - f.fraction)
        parts.append(size // unit * unit)
        size -= parts[-1]
    return parts


def pairs(wanted: int, c: Fraction, f: Format) -> list[Fraction]:
    """Terms that cancel; with c they are as large as a bound of `wanted` units wants."""
    size = (TWO * (wanted - 2) / HALVES * abs(c) - abs(c)) / 2
    return [x for part in apart(max(size, Fraction(0)), f) for x in (part, -part)]


def least(f: Format) -> int:
    """The exponent of the smallest normal."""
    return 1 - f.bias


def tie(term: Format, f: Format, name: str, rng, power: int) -> tuple[list[Fraction], list[Fraction]]:
    """Half a unit beside thirds whose units are about as many as the bound, and next to nothing."""
    unit = TWO ** (power - f.fraction)
    wanted = rng.randrange(12, 60)
    lowest = 2 * least(term)
    tiny = rng.choice((0, 1, 1, -1)) * TWO ** rng.randrange(lowest, max(lowest + 1, power - f.fraction - 2))
    thirds = [TWO ** power + unit * (wanted + rng.randrange(-3, 3)) for _ in range(SIDE)]
    return [unit / 2 * rng.choice((1, 1, -1)), tiny, *pairs(wanted, TWO ** power, term)], thirds


def bound(term: Format, f: Format, name: str, rng, power: int) -> tuple[list[Fraction], list[Fraction]]:
    """A bound about the greatest tolerance, or one that begins anew behind 32 bits."""
    wanted = rng.choice((*[MOST[name] + rng.randrange(-3, 4)] * 3, WRAPS + rng.randrange(3 * MOST[name])))
    thirds = [TWO ** power * (1 + Fraction(rng.randrange(4), 8)) for _ in range(SIDE)]
    return [TWO ** (power - BELOW), *pairs(wanted, TWO ** power, term)], thirds


def ends(term: Format, f: Format, name: str, rng, power: int) -> tuple[list[Fraction], list[Fraction]]:
    """A few bits, from the least normal up or from the greatest down."""
    low = rng.randrange(2)
    bit = TWO ** (least(f) + rng.randrange(-1, 2) if low else f.bias - rng.randrange(3, 5))
    thirds = [bit * rng.randrange(1, 8) * rng.choice((1, 1, -1)) for _ in range(SIDE)]
    return [bit * rng.randrange(-7, 8) for _ in range(2)], thirds


def flushed(term: Format, f: Format, name: str, rng, power: int) -> tuple[list[Fraction], list[Fraction]]:
    """So small that what is left of a unit below it may be flushed."""
    top = least(f) + f.fraction + rng.randrange(-8, 3)
    below = TWO ** (top - f.fraction - rng.randrange(1, 4))
    return [below, below * rng.randrange(4)], [TWO ** top * (1 + Fraction(rng.randrange(8), 8)) for _ in range(SIDE)]


def smallest(term: Format, f: Format, name: str, rng, power: int) -> tuple[list[Fraction], list[Fraction]]:
    """Factors at the least normal, in two terms."""
    at = TWO ** least(term)
    some = (at, at, at * (1 + Fraction(1, term.unit)), at * (1 - Fraction(1, term.unit)), at / 2)
    return [rng.choice(some), rng.choice((*some, 0))], [TWO ** power * rng.randrange(3) for _ in range(SIDE)]


KINDS = tie, bound, ends, flushed, smallest


def split(columns: list[list[Fraction]], term: Format, plain: bool) -> tuple[list[Fraction], list[list[Fraction]]]:
    """Terms as products: a power of two for each place, and what it leaves in each column; `plain`: the power is 1."""
    powers = []
    for k in range(SIDE):
        size = max(abs(column[k]) for column in columns)
        high = size.numerator.bit_length() - size.denominator.bit_length() if size else 0
        powers.append(Fraction(1) if plain else TWO ** max(least(term), min(high // 2, term.bias)))
    return powers, [[x / power for x, power in zip(column, powers)] for column in columns]


def packed(values: list[Fraction], f: Format) -> list[int]:
    """Pairs of 16 bits in words."""
    bits = [f.nearest(x) for x in values]
    return [low | high << 16 for low, high in zip(bits[::2], bits[1::2])]


def case(form, kind, n: int, wave: int, rng) -> Given:
    """Every column has terms of its own, the same in all rows, where the thirds differ."""
    factor, name = names_of(form)
    term, f = BY_NAME[factor], BY_NAME[name]
    power = rng.randrange(-4, 5) if factor == "f16" else rng.randrange(-40, 40)
    made = [kind(term, f, name, rng, power) for _ in range(SIDE)]
    columns = [terms + [Fraction(0)] * (SIDE - len(terms)) for terms, _ in made]
    powers, rests = split(columns, term, kind is smallest)
    state = {f"v{FACTOR_A + k}": [word] * wave for k, word in enumerate(packed(powers, term))}
    words = [packed(rest, term) for rest in rests]
    state |= {f"v{FACTOR_B + k}": [words[lane % SIDE][k] for lane in range(wave)] for k in range(SIDE // 2)}
    rows = wave // SIDE
    state |= {f"v{THIRD + k}": [f.nearest(made[lane % SIDE][1][k * rows + lane // SIDE]) for lane in range(wave)]
              for k in range(SIDE // rows)}
    state |= {f"v{RESULT + k}": 0 for k in range(SIDE // rows)}
    fields = encodings.random_fields(form, rng, wave)
    fields |= {name: Operand(256 + reg) for name, reg in
               (("vdst", RESULT), ("src0", FACTOR_A), ("src1", FACTOR_B), ("src2", THIRD))}
    fields |= {field: 0 for field in ("neg", "neg_hi", "op_sel") if field in fields}
    return Given({"assay": 1, "name": f"sums {form.mnemonic} {kind.__name__} {wave} {n}", "arch": form.arch,
                  "wave": wave, "code": encode(form, fields).hex(), "state": state})


def cases(seed):
    """Each form with sums of floats by each kind."""
    for form in (form for arch in CERTIFIED for form in matrices(arch) if form.op.sources[0].kind in ("f", "bf")):
        for wave in TARGETS[form.arch].waves:
            for kind in KINDS:
                for n in range(RUNS):
                    yield case(form, kind, n, wave, Chance(f"{seed} sums {form.mnemonic} {kind.__name__} {wave} {n}"))
