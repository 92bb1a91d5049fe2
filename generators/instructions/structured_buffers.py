"""Structured buffers: an index for each lane, a stride, swizzled layouts, indices that include the lane number, and
each bounds rule of the V# (RDNA3 ISA, 9.4; Vega ISA, 8.1.5)."""
from __future__ import annotations

from ...spec import architecture_traits
from ...spec.encode import s, v

BASE = 0x2000_0000
# bit numbers in the second and last dword of the V#
SWIZZLE_ENABLE, INDEX_STRIDE, ADD_LANE, BOUNDS_RULE = 30, 21, 23, 28
UNALIGNED_SHARE = 0.3                                # share of unaligned loads and stores


def set_structured_buffer(form, fields: dict, wave: int, rng, size: int, word: int) -> dict:
    """Set up a structured buffer at BASE with records of at least `size` bytes, and return its registers. `word`: the
    last dword of the V#; its bounds and swizzle bits are replaced here. All lanes share one offset. The indices of some
    lanes may exceed the number of records."""
    traits, atomic = architecture_traits(form.arch), form.op.memory.verb == "atomic"
    aligned = traits["checked_addresses"] and form.op.memory.size.startswith("format")
    rules = bool(traits["buffer_rules"])
    elements = [0, 0, *[4] * (size <= 4 or not atomic), *[16] * rules]  # no atomic crosses two elements
    element = rng.choice(elements)
    unit = max(16 if element == 16 else 4, size if atomic else 4)
    stride = -(-size // unit) * unit * rng.choice((1, 1, 2))
    offset = unit * rng.randrange((stride - size) // unit + 1)
    if not atomic and not aligned and rng.random() < UNALIGNED_SHARE:
        offset = rng.randrange(stride - size + 1)
    base, number = 4 * rng.randrange(20), rng.randrange(248)
    adds_lane, by_register, rule = rules and not rng.randrange(3), rng.randrange(2), rng.randrange(4) if rules else 0
    index = list(range(wave))
    rng.shuffle(index)
    fields.update(srsrc=s(base), vaddr=v(number), idxen=1, offen=by_register, soffset=128,
                  offset=0 if by_register else offset)
    swizzle = 0 if not element else 2 if not rules else 1 if element == 4 else 3
    word = word & ~(3 << BOUNDS_RULE) | rule << BOUNDS_RULE | adds_lane << ADD_LANE | rng.randrange(4) << INDEX_STRIDE
    return {
        f"s{base}": BASE, f"s{base + 1}": stride << 16 | swizzle << SWIZZLE_ENABLE,
        f"s{base + 2}": rng.choice((wave + 8, wave + 8, wave // 2)), f"s{base + 3}": word,
        f"v{number}": [rng.randrange(8)] * wave if adds_lane else index,
        **({f"v{number + 1}": [offset] * wave} if by_register else {}),
    }
