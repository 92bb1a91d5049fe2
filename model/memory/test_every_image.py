"""Every image operation runs on every kind of image, in every format, with every sampler; only tiled images are
refused."""
from itertools import product

import pytest

from .. import EVERY_WAVE, V0, Machine
from ...spec import CERTIFIED, load
from ...spec.encode import encode, s, v
from ..testing import BASE, finding_rules
from .image_reference import KINDS, packed

MACHINE = Machine(waves=1, findings=1, code_bytes=8192)
FLOATS = {"gfx906": {"data": 4, "number": 7}, "gfx1100": {"format": 22}}
FORMATS = {"gfx906": [{"data": data, "number": number} for data in range(64) for number in range(16)],
           "gfx1100": [{"format": code} for code in range(256)]}
BITS = {"apart": 28, "degamma": 20, "skip": 31, "unnormalized": 15, "magnify": 84, "minify": 86, "truncate": 27}
ARRAYS = (3, 4, 5, 7)                                                     # DIM of what has slices


def codes_by_operation(arch, dim):
    """Return {operation: code} of every image instruction, except for rays, on images of that kind."""
    codes = {}
    for form in load().forms(arch):
        if form.layout != "mimg" or form.op.memory.rays:
            continue
        atomic = form.op.memory.verb == "atomic"
        dmask = (3 if form.op.memory.combine == "cmpswap" else 1) if atomic else 1
        samples = form.op.memory.verb == "sample"
        fields = {"vdata": v(0), "vaddr": v(32), "srsrc": s(0), "dmask": dmask, "unorm": int(not samples)}
        fields |= {"ssamp": s(8)} if samples else {}
        fields |= {"dim": dim} if arch == "gfx1100" else {"da": int(dim in ARRAYS)}
        codes[form.op.name] = encode(form, fields)
    return codes


def run_on_first_texel(arch, code, image, sampler=(0, 0, 0, 0)):
    """Run the code in one lane on the image's first texel and return the outcome."""
    values = {"base": BASE >> 8, "select": 0xfac} | ({"pitch": 255} if arch == "gfx906" else {}) | image
    sets = [(EVERY_WAVE, n, x) for n, x in enumerate((*packed(arch, **values), *sampler))]
    sets += [(EVERY_WAVE, 126, 1), (EVERY_WAVE, 127, 0), *((EVERY_WAVE, V0 + 32 + n, 0) for n in range(16))]
    return MACHINE.run(arch=arch, wave=64, code=code, sets=sets, regions=[(BASE, bytearray(8192))])


def run_status(*arguments):
    out = run_on_first_texel(*arguments)
    return out.status, out.text


def legal_code(arch, dim, samples=False):
    """Return the concatenated code of the legal instructions, and of those with a sampler."""
    every, image = codes_by_operation(arch, dim), {"type": 8 + dim} | FLOATS[arch]
    status = {name: run_status(arch, code, image)[0] for name, code in every.items()}
    assert set(status.values()) <= {"ok", "illegal"} and list(status.values()).count("ok") > 40
    assert finding_rules(run_on_first_texel(arch, every["image_load"], image)) == []       # the T# is sound
    return b"".join(code for name, code in every.items() if status[name] == "ok"
                    and (not samples or load().ops[name].memory.verb == "sample"))


@pytest.mark.parametrize("arch", CERTIFIED)
@pytest.mark.parametrize("dim", range(8), ids=KINDS)
def test_every_format_runs(arch, dim):
    code = legal_code(arch, dim)
    answers = {str(form): run_status(arch, code, {"type": 8 + dim} | form) for form in FORMATS[arch]}
    assert {form: status for form, status in answers.items() if status[0] != "ok"} == {}


@pytest.mark.parametrize("arch", CERTIFIED)
@pytest.mark.parametrize("dim", range(8), ids=KINDS)
def test_only_tiled_images_are_refused(arch, dim):
    """Every TYPE runs, reserved ones too; every SW_MODE except 0 is refused by name."""
    code = legal_code(arch, dim)
    for kind, compressed in product(range(16), (0, 1)):
        assert run_status(arch, code, {"type": kind, "compression": compressed} | FLOATS[arch]) == ("ok", "")
    refusals = {run_status(arch, code, {"type": 8 + dim, "sw_mode": mode} | FLOATS[arch]) for mode in range(1, 32)}
    assert {status for status, _ in refusals} == {"unsupported"} and len(refusals) == 31


@pytest.mark.parametrize("arch", CERTIFIED)
@pytest.mark.parametrize("dim", range(8), ids=KINDS)
def test_every_sampler_runs(arch, dim):
    code = legal_code(arch, dim, samples=True)
    for border, clamp, reduce, *bits in product(range(4), (0, 6), range(4), *[(0, 1)] * len(BITS)):
        whole = border << 126 | clamp * 0o111 | reduce << 29 | sum(x << at for x, at in zip(bits, BITS.values()))
        sampler = [whole >> 32 * n & 0xffffffff for n in range(4)]
        assert run_status(arch, code, {"type": 8 + dim} | FLOATS[arch], sampler) == ("ok", ""), (border, clamp, bits)
