"""The cases that a target supports, by its declaration, its hello message and the profile of the certification."""
from __future__ import annotations

from functools import cache

from ...generators.form_coverage.case_limits import Limits
from ...generators.instructions import case_sampler
from ...harness.case.choices import PROFILES, Claims, common_claims, mode_bits
from ...harness.case.disassembly import instruction_texts
from ...spec import TARGETS


def limits_of_target(target, options=None) -> Limits:
    """The limits of cases, from the target's claims, its hello message and the profile of the options."""
    claims = common_claims(getattr(target, "claims", None) or Claims(),
                           PROFILES[options.profile if options else "full"])
    hello_waves = getattr(target.hello, "waves", None) or {}
    missing = claims.missing
    wave_claims = Claims(waves={arch: list(sizes) for arch, sizes in hello_waves.items() if arch in TARGETS})
    return Limits(
        common_claims(claims, wave_claims).waves,
        mode_bits(claims), tuple(missing.modifiers), tuple(missing.registers), tuple(missing.operations),
    )


def excludes_anything(limits: Limits, arch: str) -> bool:
    """True if the limits exclude any case of an architecture."""
    return bool(limits.mode[0] or limits.modifiers or limits.registers or limits.operations
                or limits.sizes(arch) != TARGETS[arch].waves)


def reason_not_claimed(plan, limits: Limits) -> str | None:
    """Return why the limits exclude a suite case or a dispatch, or None if they include it."""
    texts = instruction_texts(plan.arch, plan.wave, plan.code)
    modes = [state.scalars["mode"] for state in (plan.state, *plan.wave_states) if "mode" in state.scalars]
    return limits.against(plan.arch, plan.wave, texts, forms_by_mnemonic(plan.arch), modes)


@cache
def forms_by_mnemonic(arch: str) -> dict:
    """{mnemonic: form}"""
    return {form.mnemonic: form for form in case_sampler.all_forms(arch)}
