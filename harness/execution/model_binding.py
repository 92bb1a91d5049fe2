"""The model's binding: which of its numbers are which registers of cases."""
from __future__ import annotations

import functools

from ..case import register_names


@functools.cache
def package():
    """The model's package, which needs the built extension: imported when the first case runs."""
    from ... import model
    return model


@functools.cache
def codes_of(arch: str) -> dict[str, int]:
    """Canonical scalar dword -> the binding's register number."""
    model = package()
    known = model.register_codes(arch)
    codes = {f"s{n}": n for n in range(register_names.SGPRS[arch])}
    codes |= {f"ttmp{n}": known["ttmp0"] + n for n in range(16)}
    codes |= {
        "vcc_lo": known["vcc"],
        "vcc_hi": known["vcc"] + 1,
        "exec_lo": known["exec"],
        "exec_hi": known["exec"] + 1,
        "m0": known["m0"],
    }
    for pair in ("flat_scratch", "xnack_mask"):
        if pair in known:
            codes |= {f"{pair}_lo": known[pair], f"{pair}_hi": known[pair] + 1}
    found = register_names.hardware_register_ids(arch)
    codes |= {register_names.FLAT_SCRATCH.get(name, name): model.HWREG + number for name, number in found.items()}
    codes |= {"scc": model.SCC, "mode": model.MODE, "trapsts": model.TRAPSTS, "status": model.STATUS}
    return codes


@functools.cache
def names_of(arch: str) -> dict[int, str]:
    """Operand code -> canonical dword, for the registers a wave's scalar file holds."""
    return {code: name for name, code in codes_of(arch).items() if code < 128}


@functools.cache
def all_names_of(arch: str) -> dict[int, str]:
    """Any register number of the binding -> canonical dword."""
    model = package()
    vector = {model.V0 + n: f"v{n}" for n in range(register_names.VGPRS)}
    return {code: name for name, code in codes_of(arch).items()} | vector
