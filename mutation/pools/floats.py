"""Float operations on values that belong together: products at the ends of a format, sums that cancel or just round,
conversions at the last value that fits.  A seed fixes them."""
from __future__ import annotations

from fractions import Fraction
from functools import cache

from ...generators.single import encodings, sampler
from ...generators.drawn.values import FORMATS
from ...spec import CERTIFIED, TARGETS
from ...spec.encode import Operand, encode
from ...spec.slots import slots
from ..chance import Chance
from ..faults import is_alu
from ..given import DECLARED, Given

# MODE: all that is subnormal kept, none, that of sources alone, of results alone; any
MODES = (0x3F0, 0x300, 0x350, 0x3A0)
BAG = 1500                                             # numbers that belong together, of each choice of formats
# exponent fields of f64 where later bits of 2 / pi are taken, and where these are scaled
REDUCED = (1076, 1077, 1078, 1079, 1967, 1968, 1969, 2046)
TURNS = 2                                              # cases of what these are for
CASES = 6                                              # of each operation; the last two under any MODE; then NaNs,
# a case for each choice that targets declare
LAYOUTS = ("vop3", "vop3c", "vop3sd", "vop3p", "vinterp", "vop2", "vop1", "vopc")
PLAIN = ("clamp", "omod", "neg", "abs", "neg_hi", "op_sel")


def scaled(over: int, under: int, power: int) -> int:
    """The whole part of over / under times 2^power."""
    return (over << power) // under if power > 0 else over // (under << -power)


class Format:
    """A binary format by its parts: `top`: the exponent field of infinities; `bias`; `unit`: one more in the exponent
    field."""

    def __init__(self, name: str):
        exponent, self.fraction = FORMATS[name]
        self.top, self.bias = (1 << exponent) - 1, (1 << exponent - 1) - 1
        self.unit, self.sign = 1 << self.fraction, 1 << exponent + self.fraction

    def pack(self, exponent: int, fraction: int, negative: bool) -> int:
        """Bits, with the exponent field held within the finite ones."""
        return min(max(exponent, 0), self.top - 1) * self.unit + (fraction & self.unit - 1) + self.sign * negative

    def value(self, bits: int) -> Fraction:
        size = bits & self.sign - 1
        field, rest = size >> self.fraction, size & self.unit - 1
        whole = rest + self.unit * (field > 0)
        power = max(field, 1) - self.bias - self.fraction
        return Fraction(whole) * Fraction(2) ** power * (-1 if bits & self.sign else 1)

    def nearest(self, x: Fraction) -> int:
        """Bits of a finite number near to x, not beyond it."""
        over, under = abs(x.numerator), x.denominator
        if not over:
            return 0
        power = max(over.bit_length() - under.bit_length() - 1, 1 - self.bias)
        power += power + self.bias < self.top and scaled(over, under, -power - 1) > 0
        whole = scaled(over, under, self.fraction - power)
        bits = whole if whole < self.unit else (power + self.bias) * self.unit + (whole - self.unit)
        return min(bits, self.top * self.unit - 1) | self.sign * (x < 0)


BY_NAME = {name: Format(name) for name in FORMATS}


def fraction_of(f: Format, rng) -> int:
    """None, all, one or the first bit of the fraction; or any."""
    return rng.choice((0, f.unit - 1, 1, f.unit >> 1, (f.unit >> 1) + 1, rng.randrange(f.unit), rng.randrange(f.unit)))


def any_float(f: Format, rng) -> int:
    """Finite, of any exponent; sometimes at an end or special."""
    field = rng.choice((0, 1, f.top - 1, f.bias, rng.randrange(f.top), rng.randrange(f.top)))
    special = rng.choice((0, f.top * f.unit, f.top * f.unit + (f.unit >> 1), f.top * f.unit + 1))
    found = f.pack(field, fraction_of(f, rng), False) if rng.randrange(12) else special
    return found | f.sign * rng.randrange(2)


def single(f: Format, rng) -> int:
    """One number where something ends: integers and halves of them, powers of two, what integers and other formats
    hold, shares of 2^15 - 1 and so on."""
    if f is BY_NAME["f64"] and not rng.randrange(4):
        return f.pack(rng.choice(REDUCED), fraction_of(f, rng), rng.randrange(2))
    power = Fraction(2) ** rng.choice((*range(-27, 18), 23, 24, 31, 32, 127, -126, -149, -14, 15, 16))
    share = Fraction(2 * rng.randrange(1 << 17) + 1, 2 * rng.choice((0x7FFF, 0xFFFF, 0xFF, 1, 1, 1)))
    whole = Fraction(rng.choice((rng.randrange(1 << 24), 1 << 22, (1 << 23) - 1, 255, 127, 65504, 65519, 65520)), 2)
    near = f.nearest(rng.choice((power, share, whole, power - power / (2 * f.unit), -whole)))
    near = max(0, min(near + rng.choice((0, 0, -1, 1)), f.sign * 2 - 1))
    return near ^ f.sign * rng.randrange(2)


def factors(f: Format, rng) -> tuple[int, int]:
    """Two numbers whose product lies at an end of the format, or anywhere."""
    first = rng.randrange(1, f.top)
    target = rng.choice((0, 1, 2, -f.fraction, 1 - f.fraction, f.top - 1, f.top, f.bias + rng.randrange(-30, 30)))
    second = target - first + f.bias + rng.randrange(-1, 2)
    a, b = (f.pack(field, fraction_of(f, rng), rng.randrange(2)) for field in (first, second))
    return (a, b) if rng.randrange(2) else (b, a)


def addend(f: Format, rng, to: Fraction) -> int:
    """What nearly takes `to` away, lies at its last bits or far below, is subnormal or nothing."""
    near = f.nearest(-to)
    below = f.nearest(to / Fraction(2) ** rng.randrange(f.fraction - 1, 2 * f.fraction + 4))
    found = rng.choice((near, near + 1, max(near - 1, 0), below, below ^ f.sign, f.pack(0, fraction_of(f, rng), False),
                        f.sign, 0, f.nearest(to)))
    return found % (2 * f.sign)


def related(names: list[str], rng) -> list[int]:
    """Bits of one number for each format named; where all are of one format, they meet at its ends."""
    formats = [BY_NAME[name] for name in names]
    f = formats[0]
    if not rng.randrange(10):
        return [any_float(one, rng) for one in formats]
    if len(names) == 1 or not rng.randrange(8):
        return [single(one, rng) for one in formats]
    if len(names) == 2 and rng.randrange(2):
        a = any_float(f, rng) if rng.randrange(8) else single(f, rng)
        finite = (a & f.sign - 1) < f.top * f.unit
        other = addend(formats[1], rng, f.value(a)) if finite else any_float(formats[1], rng)
        return [a, other] if rng.randrange(2) or formats[1] is not f else [other, a]
    a, b = factors(f, rng)
    if formats[1] is not f:
        b = single(formats[1], rng)
    product = f.value(a) * formats[1].value(b)
    return [a, b, *(addend(one, rng, product) for one in formats[2:])]


def small(names: list[str], rng) -> list[int]:
    """Zeros, subnormals and ones of either sign, which meet again and again."""
    formats = [BY_NAME[name] for name in names]
    return [rng.choice((0, 1, f.unit - 1, f.bias * f.unit)) | f.sign * rng.randrange(2) for f in formats]


def opposite(row: list[int], f: Format, rng) -> list[int]:
    """Of a dot product: a second pair of factors whose product takes the first away, but for its last bits."""
    a, b, *rest = row
    near = rng.choice((0, 0, 1, -1, 3, rng.getrandbits(f.fraction) >> rng.randrange(f.fraction)))
    return [a, (b ^ f.sign) + near & 2 * f.sign - 1, *rest]


@cache
def bag(seed: int, names: tuple[str, ...]) -> list[list[int]]:
    """Numbers that belong together, for lanes to draw from."""
    rng = Chance(f"{seed} {names} bag")
    return [related(list(names), rng) for _ in range(BAG)]


def float_names(op) -> list[tuple[int, str]]:
    """[(number of a source, its format)]"""
    return [(n, f"{source.kind}{source.width}" if source.kind in ("f", "bf") else "f32")
            for n, source in enumerate(op.sources) if source.kind in ("f", "bf", "mix")]


def forms(arch: str):
    """One form of each operation on floats, the one with the most fields."""
    found: dict = {}
    for form in sampler.forms_of(arch):
        op = form.op
        if is_alu(op) and not form.extension and form.layout in LAYOUTS and not op.shape and float_names(op):
            known = found.get(op.name)
            if known is None or LAYOUTS.index(form.layout) < LAYOUTS.index(known.layout):
                found[op.name] = form
    return found.values()


def cases(seed):
    """Each operation under every treatment of subnormals, a row of numbers that belong together a case."""
    for arch in CERTIFIED:
        for form in forms(arch):
            for n in range(CASES + len(DECLARED)):
                rng = Chance(f"{seed} floats {arch} {form.mnemonic} {n}")
                yield from of_form(form, n, rng, seed)
    yield from of_turns(seed)


def of_turns(seed):
    """Segments of 2 / pi: the first ones and the last, of numbers about where later bits are taken and scaled."""
    for arch in CERTIFIED:
        form, wide = next(form for form in forms(arch) if form.op.name == "v_trig_preop_f64"), BY_NAME["f64"]
        wave = TARGETS[arch].waves[-1]
        for n in range(TURNS):
            rng = Chance(f"{seed} turns {arch} {n}")
            fields = encodings.random_fields(form, rng, wave) | dict.fromkeys(("clamp", "omod", "neg", "abs"), 0)
            fields |= {"src0": Operand(256), "src1": Operand(258), "vdst": Operand(276)}
            held = [wide.pack(rng.choice(REDUCED), rng.getrandbits(52), rng.randrange(2) > 0) for _ in range(wave)]
            state = {"v0": [bits & 0xFFFFFFFF for bits in held], "v1": [bits >> 32 for bits in held],
                     "v2": [rng.choice((*range(8), 31, 32 + rng.randrange(8))) for _ in range(wave)]}
            yield Given({"assay": 1, "name": f"turns {form.mnemonic} {n}", "arch": arch, "wave": wave,
                         "code": encode(form, fields).hex(), "state": state | {"mode": MODES[n]}})


def not_numbers(names: list[str], rng) -> list[int]:
    """NaNs of either kind and sign in any place, beside infinities and numbers."""
    formats = [BY_NAME[name] for name in names]
    kinds = [rng.randrange(5) for _ in formats]
    return [(any_float(f, rng) if kind == 4 else f.top * f.unit if kind == 3 else
             f.top * f.unit | (f.unit >> 1) * (kind < 2) | rng.choice((1, rng.randrange(1, f.unit >> 1))))
            | f.sign * rng.randrange(2) for f, kind in zip(formats, kinds)]


def of_form(form, n: int, rng, seed: int):
    """A case of numbers that belong together, or none."""
    wave = TARGETS[form.arch].waves[-1]
    fields = encodings.random_fields(form, rng, wave)
    fields.update({name: 0 for name in PLAIN if name in fields and rng.randrange(4)})
    state = {f"v{k}": rng.choices((*range(64), *rng.words(16)), k=wave) for k in range(12)}
    given = [(number, slot) for number, slot in enumerate(slots(form).sources)
             if slot and slot.role in ("src", "vgpr") and isinstance(fields.get(slot.field), Operand)]
    fields.update({slot.field: Operand(256 + 2 * number) for number, slot in given})
    known = {number for number, _ in given}
    names = [(2 * number, name) for number, name in float_names(form.op) if number in known]
    if not names:
        return
    rows = rng.choices(bag(seed, tuple(name for _, name in names)), k=2 * wave)
    if n >= CASES:
        rows = [not_numbers([name for _, name in names], rng) for _ in rows]
    elif n == CASES - 1:
        rows = [small([name for _, name in names], rng) for _ in rows]
    if len(names) > 2 and form.op.sources[0].count == 2 and rng.randrange(3):
        rows[wave:] = [opposite(row, BY_NAME[names[0][1]], rng) for row in rows[:wave]]
    for k, (at, name) in enumerate(names):
        column = [row[k] for row in rows]
        if name[-2:] == "16":
            state[f"v{at}"] = [low | high << 16 for low, high in zip(column[:wave], column[wave:])]
        else:
            state[f"v{at}"] = [bits & 0xFFFFFFFF for bits in column[:wave]]
            state |= {f"v{at + 1}": [bits >> 32 for bits in column[:wave]]} if name == "f64" else {}
    mode = MODES[n] if n < len(MODES) else rng.getrandbits(10) & 0x3F0 | rng.choice((0, 0, rng.getrandbits(4)))
    if n % 2:
        mode &= ~0x200                                 # IEEE, under which there is no OMOD
    if isinstance(fields.get("vdst"), Operand) and fields["vdst"].code >= 256:
        fields["vdst"] = Operand(256 + 20)
    yield Given({"assay": 1, "name": f"floats {form.mnemonic} {n}", "arch": form.arch, "wave": wave,
                 "code": encode(form, fields).hex(), "state": state | {"mode": mode, "vcc": rng.getrandbits(wave)}},
                n - CASES if n >= CASES else rng.randrange(len(DECLARED)) if n >= len(MODES) else 0)
