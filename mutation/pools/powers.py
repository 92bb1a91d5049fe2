"""Float operations of several sources next to powers of two: products that are all ones just below one, sums that
cancel down to one bit, as far down as there are bits; addends next to nothing beside them; weights so small that the
product is subnormal; subnormals with the flags they raise.  A seed fixes them."""
from __future__ import annotations

from fractions import Fraction

from ...generators.single import encodings
from ...spec import CERTIFIED, TARGETS
from ...spec.encode import Operand, encode
from ...spec.slots import slots
from ..chance import Chance
from ..given import Given
from .floats import BY_NAME, PLAIN, Format, any_float, float_names, forms, small

# subnormals kept, or none, both again with flags; with flags those of sources alone and of results alone
MODES = (0x3F0, 0x300, 0x3F0, 0x300, 0x350, 0x3A0)
FLAGS = 2                                              # from here on flags are looked at, and from the third subnormals
COMPARES = ("vopc", "vop3c")                           # have no result to round
ENDS = (-3, -2, -1, 0, 1)                              # exponents about the least and the greatest normal
WIDTHS = (*range(61, 67), *range(125, 131))            # about those of the words that sums are made in
HALVES = (-14, -14, -24, 16)                           # powers of two at which f16 ends


def all_ones(f: Format, rng) -> tuple[Fraction, Fraction, Fraction]:
    """Factors of (1 - u^2) 2^e, e at an end of the format; nothing is added, or the least there is."""
    u = Fraction(1, 1 << rng.randrange(1, f.fraction + 1))
    least, most = 1 - f.bias, f.bias + 1
    power = rng.choice((least, least, most)) + rng.choice(ENDS)
    first = power // 2 + rng.randrange(-2, 3)
    tiny = Fraction(2) ** (least - f.fraction) * rng.choice((-1, 0, 0, 0, 1))
    return (1 + u) * Fraction(2) ** first, (1 - u) * Fraction(2) ** (power - first), tiny


def one_bit(f: Format, rng) -> tuple[Fraction, Fraction, Fraction]:
    """(1 + u) (1 + v) less all but u v, which is what is left of it."""
    u, v = (Fraction(1, 1 << rng.randrange(1, f.fraction + 1)) for _ in range(2))
    return 1 + u, 1 + v, -(1 + u + v)


def beside(f: Format, rng) -> tuple[Fraction, Fraction, Fraction]:
    """Numbers just below, at and just above where a smaller format ends."""
    at = [Fraction(2) ** rng.choice(HALVES) for _ in range(3)]
    a, b, c = (x + x / f.unit * rng.choice((-1, 0, 1)) / rng.choice((1, 2)) for x in at)
    return a, b, c


def apart(f: Format, rng) -> tuple[Fraction, Fraction, Fraction]:
    """A product and an addend so far apart that little of the one is left, or nothing."""
    far = rng.choice((f.fraction + rng.randrange(3), 2 * f.fraction + rng.randrange(3), *WIDTHS)) * rng.choice((-1, 1))
    u, v = (Fraction(rng.randrange(f.unit), f.unit) for _ in range(2))
    return (1 + u) * Fraction(2) ** min(far, f.bias), Fraction(1), 1 + v


def alike(f: Format, rng) -> list[int]:
    """Bits of two factors and an addend of one format, of any sign and order."""
    a, b, c = (f.nearest(x) for x in rng.choice((all_ones, one_bit, beside, beside, apart))(f, rng))
    sign = f.sign * rng.randrange(2)
    return [*((a ^ sign, b) if rng.randrange(2) else (b, a ^ sign)), c ^ sign]


def weighed(names: list[str], rng) -> list[int]:
    """Any factor, a weight at the least normal of its format, and 0 or next to nothing beside the product."""
    first, weight, last = (BY_NAME[name] for name in names)
    return [any_float(first, rng), weight.pack(rng.randrange(4), rng.randrange(weight.unit), rng.randrange(2)),
            rng.choice((0, 0, last.sign, 1))]


def row_of(names: list[str], n: int, rng) -> list[int]:
    """Bits for the sources of a lane."""
    if n > FLAGS + 1:
        return small(names, rng)
    return alike(BY_NAME[names[0]], rng) if len(set(names)) == 1 else weighed(names, rng)


def of_form(form, n: int, rng):
    """A case, or none where the operation has no use for it."""
    known = float_names(form.op)[:3]
    names = [name for _, name in known]
    mixed = len(set(names)) > 1
    if len(names) < 2 or form.op.sources[0].count > 1 or (mixed and (len(names) < 3 or form.layout != "vinterp")):
        return
    wave = TARGETS[form.arch].waves[-1]
    fields = encodings.random_fields(form, rng, wave)
    fields |= {name: 0 for name in PLAIN if name in fields}
    fields |= {slot.field: Operand(256 + 2 * number) for number, slot in enumerate(slots(form).sources)
               if slot and slot.role in ("src", "vgpr") and isinstance(fields.get(slot.field), Operand)}
    if isinstance(fields.get("vdst"), Operand) and fields["vdst"].code >= 256:
        fields["vdst"] = Operand(256 + 20)
    columns = list(zip(*(row_of(names, n, rng) for _ in range(wave))))
    state = {}
    for (number, _), column in zip(known, columns):
        state |= {f"v{2 * number}": [bits & 0xFFFFFFFF for bits in column],
                  f"v{2 * number + 1}": [bits >> 32 for bits in column]}
    state |= {f"v{k}": [0] * wave for k in (20, 21)} | {"mode": MODES[n], "vcc": rng.getrandbits(wave)}
    observed = ["v20", "v21", "vcc", *(["trapsts"] if n >= FLAGS else [])]
    yield Given({"assay": 1, "name": f"powers {form.mnemonic} {n}", "arch": form.arch, "wave": wave,
                 "code": encode(form, fields).hex(), "state": state,
                 "observe": {"registers": observed, "memory": []}})


def cases(seed):
    """Each operation with subnormals and without, and with flags; compares with flags alone."""
    for arch in CERTIFIED:
        for form in forms(arch):
            for n in range(FLAGS + 2 if form.layout in COMPARES else 0, len(MODES)):
                yield from of_form(form, n, Chance(f"{seed} powers {arch} {form.mnemonic} {n}"))
