"""Code that ends within an instruction.  A seed fixes it."""
from __future__ import annotations

from ...generators.single import encodings, sampler
from ...spec import CERTIFIED, TARGETS
from ..calls import Call, Calls
from ..chance import Chance

PAIRS = 40                                             # of which some have a literal
DRAWS = 5                                              # instructions of a kind of encoding


def kinds_of(arch: str) -> dict:
    """{(encoding, its extension): its forms}"""
    found: dict = {}
    for form in sampler.forms_of(arch):
        found.setdefault((form.layout, form.extension), []).append(form)
    return found


def of_ends(seed):
    """Each kind of encoding, with a literal or without, cut behind each of its dwords but the last."""
    rng = Chance(f"{seed} cut code")
    for arch in CERTIFIED:
        for (layout, extension), forms in kinds_of(arch).items():
            runs = []
            for _ in range(DRAWS):
                wave = 32 if layout == "vopd" else rng.choice(TARGETS[arch].waves)
                code = encodings.random_encoding(rng.choice(forms), rng, wave)
                runs += [Call({"arch": arch, "wave": wave, "code": code[:at], "policy": "early"})
                         for at in range(4, len(code) + 1, 4)]
            yield Calls(f"cut {arch} {layout} {extension}", tuple(runs), (4, 64, 512))


def of_pairs(seed):
    """Pairs with a literal, which is cut off where a whole instruction stood before."""
    rng, wave = Chance(f"{seed} cut pairs"), 32
    for arch in CERTIFIED:
        forms = [form for form in sampler.forms_of(arch) if form.layout == "vopd"]
        codes = [encodings.random_encoding(rng.choice(forms), rng, wave) for _ in range(PAIRS if forms else 0)]
        for n, code in enumerate(code for code in codes if len(code) > 8):
            yield Calls(f"cut pairs {arch} {n}", tuple(Call({"arch": arch, "wave": wave, "code": code[:at]})
                                                       for at in (12, 8, 12, 4)), (4, 64, 512))


def calls(seed):
    """All of them."""
    yield from of_ends(seed)
    yield from of_pairs(seed)
