"""Lines for the disassembler: what may stand in any file, every value of every field of every kind of encoding, bytes
cut off, hex as people write it."""
from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product

from ..generators.single import encodings, sampler
from ..harness.assembly import assemble_lines
from ..spec import ARCHS, CERTIFIED, TARGETS, load
from ..spec.slots import slots
from .chance import Chance

LISTINGS, LINES = 24, 1500
TOGETHER = "exp", "smem", "mubuf", "mtbuf"             # layouts where one field says whether others mean something
WIDE = 9                                               # bits of the widest field whose values are all listed


@dataclass(frozen=True, slots=True)
class Listing:
    """Lines of hex for the disassembler.  `room`: bytes there are for its text, None for enough; `sound`: every line
    is hex; `behind`: so many bytes of `lines` stand behind those that it is given."""
    arch: str
    wave: int
    lines: str
    room: int | None = None
    sound: bool = True
    behind: int = 0


def words_of(rng, arch, wave):
    """The bytes of an instruction, of which a bit may be another."""
    form = rng.choice(sampler.forms_of(arch))
    while form.layout == "vopd" and wave != 32:
        form = rng.choice(sampler.forms_of(arch))
    code = bytearray(encodings.random_encoding(form, rng, wave))
    for _ in range(rng.choice((0, 1, 1, 2))):
        code[rng.randrange(len(code))] ^= 1 << rng.randrange(8)
    return bytes(code)


def listings(seed):
    """Every Listing: lines that are no instructions too."""
    rng = Chance(f"{seed} listings")
    for n in range(LISTINGS):
        arch = CERTIFIED[n % len(CERTIFIED)]
        wave = rng.choice(TARGETS[arch].waves)
        yield listing(arch, wave, (words_of(rng, arch, wave) for _ in range(LINES)))
    for arch in CERTIFIED:
        yield from (listing(arch, TARGETS[arch].waves[0], codes) for codes in of_fields(arch))
        yield from sweeps(arch)
        yield from written(arch)
    for arch in CERTIFIED:
        yield from ended(arch)


def listing(arch, wave, codes):
    return Listing(arch, wave, "".join(code.hex() + "\n" for code in codes))


# ---- every value of a field ----

LITERAL = 255                                          # the source code that announces one
SINGLE = (0x3F000000, 0x3F800000, 0x40000000, 0x40800000, 0x3E22F983)
SHORT = (0x3800, 0x3C00, 0x4000, 0x4400, 0x3118, 0x3E22, 0x3E23)
# what some format calls 0.5, 1, 2, 4 or 1 / 2 pi, the integers that are inline, neighbours, halves that hold two
LITERALS = sorted({sign | value + near & 0xFFFFFFFF for sign in (0, 1 << 31) for value in SINGLE for near in (-1, 0, 1)}
                  | {high << 16 | sign | value + near for high in (0, 1, 0xFFFF, 0x3C00) for sign in (0, 0x8000)
                     for value in (*SHORT, *(x >> 16 for x in SINGLE)) for near in (-1, 0, 1)}
                  | {value & mask for value in (*range(-18, 2), 15, 16, 31, 32, *range(62, 67))
                     for mask in (0xFFFFFFFF, 0xFFFF)}
                  | {0x3FE00000, 0x3FF00000, 0x40000000, 0x40100000, 0x3FC45F30, 1 << 31, 0x10000, 0x12345678})

def kinds_of_forms(arch):
    """A form of each kind there is: of one layout, with the same operands; images have widths of their own."""
    found = {}
    for form in sampler.forms_of(arch):
        operands = tuple((slot.role, slot.field, slot.regs, slot.write, described(slot.value)) for slot in slots(form))
        half = form.variant if form.layout == "vopd" else ""
        image = form.op.name if "dmask" in load().encodings[ARCHS[arch], form.layout].fields else ""
        found.setdefault((form.layout, form.extension, half, form.op.shape, operands, image), form)
    return found.values()


def described(value):
    return value and (value.kind, value.width, value.count)


def sweeps(arch):
    """For each kind of form a line for each value of each field, the others as they happened to be; and cut off."""
    for form in kinds_of_forms(arch):
        rng = Chance(f"{arch} {form.mnemonic} {sampler.name_of(form)} sweep")
        wave = 32 if form.layout == "vopd" else rng.choice(TARGETS[arch].waves)
        yield listing(arch, wave, swept(form, rng, wave))


def swept(form, rng, wave):
    tables = load().encodings
    first = tables[ARCHS[form.arch], form.layout]
    places = [(name, at, width) for name, (at, width) in first.fields.items() if name != "op"]
    if form.extension:
        extension = tables[ARCHS[form.arch], form.extension]
        places += [(name, at + 32 * first.dwords, width) for name, (at, width) in extension.fields.items()]
    if "nsa" in first.fields:
        places += [("vaddr", 64 + 8 * n, 8) for n in range(4)]
    for name, at, width in places:
        start = encodings.random_encoding(form, rng, wave)
        if at >= 64 and "nsa" in first.fields:
            start = with_field(start, first.fields["nsa"][0], first.fields["nsa"][1], 1)
        for value in values_of(name, width):
            yield with_field(start, at, width, value)
    if form.layout in TOGETHER:
        yield from in_pairs(places, lambda: encodings.random_encoding(form, rng, wave))
    start = encodings.random_encoding(form, rng, wave) + bytes(8)
    yield from (start[:n] for n in range(1, len(start)))
    if not form.extension:
        yield from with_literals(first, encodings.random_encoding(form, rng, wave))


def in_pairs(places, start):
    """Two narrow fields by all their values together, the others as they happen to be: one may say that others mean
    nothing."""
    narrow = [(at, width) for _, at, width in places if width <= 4]
    for (at, width), (other, its) in combinations(narrow, 2):
        code = start()
        for value, beside in product(range(1 << width), range(1 << its)) if width + its <= 5 else ():
            yield with_field(with_field(code, at, width, value), other, its, beside)


def with_field(code, at, width, value):
    """The bytes with another value of a field."""
    word = int.from_bytes(code, "little") & ~((1 << width) - 1 << at)
    return (word | value << at).to_bytes(max(len(code), at // 32 * 4 + 4), "little")


def with_literals(layout, code):
    """A literal in each place where one can be announced, and in none: what inline constants say too, and numbers near
    them."""
    for name, (at, width) in layout.fields.items():
        if width in (8, 9) and name.startswith(("src", "ssrc", "soffset")):
            start = with_field(code, at, width, LITERAL)[:4 * layout.dwords]
            yield from (start + value.to_bytes(4, "little") for value in LITERALS)
    if len(code) > 4 * layout.dwords:
        yield from (code[:-4] + value.to_bytes(4, "little") for value in LITERALS)


def values_of(name, width):
    """All of a narrow field, but of VGPRs those near the ends of the file and of its halves; of wide ones the bits,
    pairs of neighbours, and what is small or nearly all ones."""
    if width <= WIDE:
        vector = name.startswith(("v", "data")) or name.endswith("addr")
        return [n for n in range(1 << width) if n < 256 and not vector or n & 127 < 12 or n & 127 > 115]
    every = (1 << width) - 1
    bits = {3 << n & every for n in range(width)} | {1 << n for n in range(width)}
    return sorted(bits | {every ^ bit for bit in bits} | {*range(70)} | {every - n for n in range(20)})


# ---- values that have names ----

# high bytes of fields of 16 bits: a bit, a part and nearly a part of what such fields consist of
HIGH = (0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 96, 127, 128, 129, 165, 192, 207, 223, 224, 239, 240, 252, 255)

# Fields whose values have names: an instruction, the lowest bit and the width.  FLOATS: literals with a shorter
# spelling.
FIELDS = {
    "gfx9": (("s_getreg_b32 s0, hwreg(0)", 0, 16), ("s_setreg_b32 hwreg(0), s0", 0, 16), ("s_sendmsg 0", 0, 16),
             ("s_waitcnt 0", 0, 16), ("exp mrt0 v0, v0, v0, v0", 0, 13), ("ds_swizzle_b32 v0, v1", 0, 16),
             ("s_set_gpr_idx_mode 0", 0, 16), ("s_set_gpr_idx_on s0, 0", 8, 8)),
    "gfx11": (("s_getreg_b32 s0, hwreg(0)", 0, 16), ("s_setreg_b32 hwreg(0), s0", 0, 16), ("s_sendmsg 0", 0, 16),
              ("s_sendmsg_rtn_b32 s0, 0", 0, 8), ("s_waitcnt 0", 0, 16), ("s_delay_alu 0", 0, 16),
              ("s_version 0", 0, 16), ("s_waitcnt_depctr 0", 0, 16), ("exp mrt0 v0, v0, v0, v0", 0, 13),
              ("ds_swizzle_b32 v0, v1", 0, 16), ("s_clause 1", 0, 16), ("s_set_inst_prefetch_distance 0", 0, 16)),
}
FLOATS = (0x3F000000, 0xBF000000, 0x3F800000, 0xBF800000, 0x40000000, 0xC0000000, 0x40800000, 0xC0800000, 0x3E22F983)


def of_fields(arch):
    """Each field of FIELDS with two of its bits set, or any low byte; every pattern of a swizzle, whose text tells
    three fields from one another; each literal of FLOATS and its neighbours."""
    fields = FIELDS[TARGETS[arch].family]
    lines = [text for text, _, _ in fields]
    for start, (text, low, width) in zip(assemble_lines(arch, TARGETS[arch].waves[0], lines), fields):
        word, rest = int.from_bytes(start[:4], "little") & ~((1 << width) - 1 << low), start[4:]
        values = {1 << a | 1 << b for a in range(width) for b in range(a + 1)}
        values |= {high << 8 | n for n in range(min(256, 1 << width)) for high in HIGH if high << 8 < 1 << width}
        values |= {*range(1 << width)} if "swizzle" in text else set()
        yield [(word | value << low).to_bytes(4, "little") + rest for value in sorted(values)]
    for text in ("v_add_f32 v0, 0x12345678, v1", "s_mov_b32 s0, 0x12345678"):
        start = assemble_lines(arch, TARGETS[arch].waves[0], [text])[0][:-4]
        yield [start + near.to_bytes(4, "little") for n in FLOATS for near in (n - 1, n, n + 1)]


# ---- hex ----

NO_DIGITS = "/:@G`g-Z~"                                # beside digits; in the first place they would go unseen


def written(arch):
    """Hex as it is written by hand, and what is none; texts that have no room."""
    wave = TARGETS[arch].waves[0]
    words = [code.hex() for code in assemble_lines(arch, wave, ["s_nop 0", "v_mov_b32 v0, 0x12345678", "s_endpgm"])]
    words.append(assemble_lines(arch, wave, ["s_mov_b32 s0, 0xfaedbc98"])[0].hex())
    two = words[1]
    spelt = [*words, two.upper(), words[-1].upper(), "0x" + words[0], "0X" + two, f"0x{two[:8]} 0x{two[8:]}",
             f"{two[:8]},{two[8:]}", f" {two[:3]} {two[3:]}\t\r", two[:-1], two[:9], "", "0", "0x", "x", two + "0x",
             "g" + two, two[:4] + "-", "/" + two, ":" + two, "@" + two, "`" + two, "G" + two,
             *("00" * n for n in (20, 23, 24, 25, 30)), words[0] + "0" * 40, words[0] + "0" * 41, words[0] + words[0],
             words[0] + "0", *(c + words[0][1:] for c in NO_DIGITS), *(words[0][:-1] + c for c in NO_DIGITS)]
    text = "\n".join(spelt)
    yield Listing(arch, wave, text, sound=False)
    yield Listing(arch, wave, text + "\n", sound=False)
    for tail in ("x", "X", "0"):                       # what is not given is not read
        yield Listing(arch, wave, words[1] + "\n" + words[1] + "0" + tail, sound=False, behind=1)
    first = len("s_nop 0\n")
    for room in (0, 1, first - 2, first - 1, first, first + 1, first + 9, 60, 100):
        yield Listing(arch, wave, text, room, sound=False)


LONG = (12, 13, 23, 24, 25, 31, 36, 37, 60)            # bytes of lines that may not fit


def ended(arch):
    """Text that ends with a line, and before one does; lines that are longer than any instruction."""
    wave = TARGETS[arch].waves[0]
    one, other = (code.hex() for code in assemble_lines(arch, wave, ["s_nop 0", "s_endpgm"]))
    yield Listing(arch, wave, f"{one}\n{other}", sound=False)
    yield Listing(arch, wave, f"{one}\n{other}{one}\n", sound=False, behind=len(one) + 1)
    yield Listing(arch, wave, "".join(f"{(one + other) * 9:.{2 * n}}\n{'fe' * n}\n" for n in LONG), sound=False)
