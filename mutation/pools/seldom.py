"""What few programs do: private memory as a buffer that lies anywhere, its edge where somebody asks what was touched,
parameters of Vega that nobody wrote, the same scalar registers for each source.  A seed fixes them."""
from __future__ import annotations

from ...generators.single import sampler
from ...generators.single.encodings import random_fields
from ...harness.assembly import assemble_lines
from ...model.machine import EVERY_WAVE, V0, register_codes
from ...spec import CERTIFIED, TARGETS
from ...spec.encode import Operand, encode
from ..calls import Call, Calls
from ..chance import Chance
from .memory import (
    BASE, DATA, FLAT, LDS, MOST, OFFSET, PAST, PRIVATE, RESULT, SCRATCH, end, forms_of, placed, row_of, run_of, shadow,
)
from .plans import code_of
from .waits import kinds

BUFFERS, TOUCHED, PARAMETERS, FEW = 16, 2, 4, 8        # runs: of a wave size; of a form; of a line; of one machine
WANTED = 4, 2, 2, 2, 2, 2, 1                           # user SGPRs by bit of what a descriptor asks for
SHIFTS = "v_lshlrev_b64", "v_lshrrev_b64", "v_ashrrev_i64"
EVERY = 12                                             # so many of the other forms


def of_buffers(seed):
    """Kernels that are told of their private memory as a buffer, by any upper word of its address."""
    rng = Chance(f"{seed} private buffers")
    for arch, family, wave in kinds():
        if family != "gfx9":
            continue
        runs = []
        for _ in range(BUFFERS):
            words, wants = [0] * 16, 1 | rng.getrandbits(7)
            words[1], words[14] = 16, wants
            words[13] = sum(n for bit, n in enumerate(WANTED) if wants >> bit & 1) << 1 | 1
            descriptor = row_of(words)
            base = rng.getrandbits(15) << 32 | 0x4000000
            runs.append(Call({"arch": arch, "wave": wave, "code": code_of(arch, wave, "s_nop 0", "s_endpgm"),
                              "descriptor": descriptor, "kernarg": 0x123456789abc, "limit": 90,
                              "queue": 0x0f0f12341234, "scratch_bytes": 16, "scratch_base": base,
                              "regions": ((base, bytes(1 << 14)),), "group": [wave, 1, 1], "grid": [wave, 1, 1]}))
        for n in range(0, BUFFERS, FEW):
            yield Calls(f"private buffers {arch} {wave} {n}", tuple(runs[n:n + FEW]), (4, 64, 1024))


def of_touched(seed):
    """Each access of memory that is no private one by itself, about the end of private memory, and what was touched."""
    rng = Chance(f"{seed} touched private memory")
    for arch in CERTIFIED:
        for form in forms_of(arch)["global"]:
            runs = []
            for _ in range(TOUCHED):
                wave = rng.choice(TARGETS[arch].waves)
                last, size, codes = SCRATCH * wave, SCRATCH * wave + 64, register_codes(arch)
                at = [last - rng.choice((16, 12, 8, 4, 0, -4, 32)) for _ in range(wave)]
                rows = {FLAT: [PRIVATE + n & MOST for n in at], FLAT + 1: [PRIVATE >> 32] * wave, OFFSET: at}
                rows |= {reg: [rng.getrandbits(32)] * wave for reg in range(DATA, RESULT + 8)}
                scalars = {BASE: PRIVATE & MOST, BASE + 1: PRIVATE >> 32, codes["exec"]: 1 << rng.randrange(32)}
                scalars |= {codes["exec"] + 1: 0} if wave == 64 else {}
                sets = [*((EVERY_WAVE, V0 + reg, row_of(row)) for reg, row in rows.items()),
                        *((EVERY_WAVE, reg, x) for reg, x in scalars.items())]
                call = run_of(rng, arch, wave, placed(form, rng, wave, {"offset": 0}) + end(arch, wave), sets)
                call.given.update(regions=((PRIVATE, rng.randbytes(size), shadow(rng, size), "global", True),),
                                  choices={})
                runs.append(call)
            yield Calls(f"touched {arch} {form.mnemonic} {sampler.name_of(form)}", tuple(runs), (4, 64, 512))


def of_parameters(seed):
    """Parameters in LDS of which all is open or nothing."""
    rng = Chance(f"{seed} parameters")
    for arch, family, wave in kinds():
        for line in PAST[family].splitlines() if family == "gfx9" else ():
            code, runs = assemble_lines(arch, wave, [line])[0] + end(arch, wave), []
            for n in range(PARAMETERS):
                codes, live = register_codes(arch), rng.choice((MOST << 32, 1 << 40 | 7, rng.getrandbits(wave)))
                scalars = {codes["m0"]: rng.choice((0, 0, 16)) | rng.getrandbits(15) << 16,
                           codes["exec"]: live & MOST, codes["exec"] + 1: live >> 32}
                sets = [*((EVERY_WAVE, V0 + reg, row_of(rng.words(wave)))
                          for reg in range(DATA, RESULT + 8)),
                        *((EVERY_WAVE, reg, x) for reg, x in scalars.items())]
                call = run_of(rng, arch, wave, code, sets)
                call.given.update(lds_bytes=8 * LDS, lds=rng.randbytes(8 * LDS) if n % 2 else None, choices={})
                runs.append(call)
            yield Calls(f"parameters {arch} {line}", tuple(runs), (4, 64, 512))


def of_numbers(seed):
    """V_INTERP_MOV by every number of a parameter, of which three have a name."""
    rng = Chance(f"{seed} numbers of parameters")
    for arch, family, wave in kinds():
        if family != "gfx9":
            continue
        code, lds = assemble_lines(arch, wave, ["v_interp_mov_f32 v30, p10, attr1.y"])[0], rng.randbytes(8 * LDS)
        runs = []
        for number in (*range(16), 0x7F, 0x80, 0xFF):
            call = run_of(rng, arch, wave, bytes([number]) + code[1:] + end(arch, wave),
                          [(EVERY_WAVE, register_codes(arch)["m0"], 0)])
            call.given.update(lds_bytes=8 * LDS, lds=lds, choices={})
            runs.append(call)
        yield Calls(f"numbers of parameters {arch} {wave}", tuple(runs), (4, 64, 512))


def of_scalars(seed):
    """Shifts of 64 bits and a few other forms, whose sources all are the same scalar registers or next to them."""
    rng = Chance(f"{seed} same scalars")
    for arch in CERTIFIED:
        every = [form for form in sampler.forms_of(arch)
                 if form.layout == "vop3" and not form.extension and not sampler.outside(form)]
        for form in [form for form in every if form.op.name.startswith(SHIFTS)] + rng.sample(every, EVERY):
            runs = []
            for apart in (0, 0, 2):
                wave = rng.choice(TARGETS[arch].waves)
                fields = random_fields(form, rng, wave)
                fields |= {f"src{n}": Operand(20 + n * apart) for n in range(3) if f"src{n}" in fields}
                sets = [(EVERY_WAVE, reg, rng.getrandbits(32)) for reg in range(16, 32)]
                runs.append(run_of(rng, arch, wave, encode(form, fields) + end(arch, wave), sets))
            yield Calls(f"same scalars {arch} {form.mnemonic}", tuple(runs), (4, 64, 512))


def calls(seed):
    """All of them."""
    for kind in (of_buffers, of_touched, of_parameters, of_numbers, of_scalars):
        yield from kind(seed)
