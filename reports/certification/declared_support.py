"""The cases that a target claims to support, by its declaration, its greeting and the profile of a certification."""
from __future__ import annotations

from functools import cache

from ...generators.form_coverage.case_limits import Limits
from ...generators.instructions import case_sampler
from ...harness.case.choices import PROFILES, Claims, both, mode_bits
from ...harness.kernel_wrapper.wrap import halves_of
from ...spec import TARGETS


def limits_of(target, asked=None) -> Limits:
    """What cases keep to: what the target claims, says in its greeting, and is asked for."""
    claims = both(getattr(target, "claims", None) or Claims(), PROFILES[asked.profile if asked else "full"])
    said = getattr(target.hello, "waves", None) or {}
    missing = claims.missing
    return Limits(
        both(claims, Claims(waves={arch: list(sizes) for arch, sizes in said.items() if arch in TARGETS})).waves,
        mode_bits(claims), tuple(missing.modifiers), tuple(missing.registers), tuple(missing.operations),
    )


def narrow(limits, arch: str) -> bool:
    """Is there anything on an architecture that these leave out?"""
    return bool(limits.mode[0] or limits.modifiers or limits.registers or limits.operations
                or limits.sizes(arch) != TARGETS[arch].waves)


def unclaimed(plan, limits) -> str | None:
    """Why a case by hand is not claimed; None when it is."""
    texts = halves_of(plan.arch, plan.wave, plan.code)
    modes = [state.scalars["mode"] for state in (plan.state, *plan.overlays) if "mode" in state.scalars]
    return limits.against(plan.arch, plan.wave, texts, spelled(plan.arch), modes)


@cache
def spelled(arch: str) -> dict:
    """{mnemonic: form}"""
    return {form.mnemonic: form for form in case_sampler.forms_of(arch)}
