"""The scalar data cache where memory ends within a line of it: stores that it has not written back, discarded by any
byte of their line, in memory of which somebody asks what is open and what was touched, or nobody.  A seed fixes
them."""
from __future__ import annotations

from ...generators.single import sampler
from ...harness.assembly import assemble_lines
from ...model.machine import EVERY_WAVE
from ...spec import CERTIFIED
from ..calls import Call, Calls
from ..chance import Chance
from .memory import BASE, MEMORY, end, run_of

PROGRAMS, TOGETHER = 48, 4                             # of an architecture; of one machine
LINE, HELD = 64, 64                                    # bytes of a line; lines that the model remembers
STORES = "s_store_dword s48, s[8:9], {0:#x}", "s_store_dwordx2 s[48:49], s[8:9], {0:#x}"
DISCARDS = "s_dcache_discard s[8:9], {0:#x}", "s_dcache_discard_x2 s[8:9], {0:#x}"


def program(rng, first: int, lines: int, size: int) -> list[str]:
    """Stores to so many lines, each whole within `size` bytes from `first` on, and discards of these and the last."""
    spots = [LINE * n + 8 * rng.randrange(LINE // 8) for n in range(lines)]
    spots = [at for at in spots if first <= at and at + 8 <= size]
    code = [rng.choice(STORES).format(at) for at in spots] + ["s_waitcnt lgkmcnt(0)"] * (rng.randrange(4) > 0)
    code += ["s_dcache_wb"] * (not rng.randrange(6))
    for _ in range(rng.choice((1, 2, 4))):
        line = rng.choice((0, (size - 1) // LINE, *(rng.choice(spots) // LINE for _ in spots[:1])))
        code.append(rng.choice(DISCARDS).format(LINE * line + rng.randrange(LINE)))
    return code


def of_discards(seed):
    """Few lines or more than are remembered, at either end of memory."""
    rng = Chance(f"{seed} caches")
    for arch in CERTIFIED:
        if not any(form.op.name == "s_dcache_discard" for form in sampler.forms_of(arch)):
            continue
        runs = []
        for _ in range(PROGRAMS):
            lines = rng.choice((1, 2, 3, HELD, HELD + 1, HELD + 2))
            first, size = rng.choice((0, 0, 20, 60)), LINE * lines + rng.choice((0, 0, 4, 20, 61, 63))
            code = b"".join(assemble_lines(arch, 64, program(rng, first, lines, size)))
            sets = [(EVERY_WAVE, BASE, MEMORY), (EVERY_WAVE, BASE + 1, 0),
                    *((EVERY_WAVE, 48 + n, rng.getrandbits(32)) for n in range(2))]
            given = run_of(rng, arch, 64, code + end(arch, 64), sets).given
            held = rng.randbytes(size - first)
            given |= {"scratch_bytes": 0, "regions": (
                (MEMORY + first, held, bytes(size - first), "global", *[True] * rng.randrange(2)),)}
            runs.append(Call(given, ((("regions", 0, "open"), None),) if not rng.randrange(3) else ()))
        for n in range(0, PROGRAMS, TOGETHER):
            yield Calls(f"discards {arch} {n}", tuple(runs[n:n + TOGETHER]), (4, 64, 2048))


def calls(seed):
    """All of them."""
    yield from of_discards(seed)
