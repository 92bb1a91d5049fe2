"""The register numbers of the model's binding and the register names of cases."""
from __future__ import annotations

import functools

from ..case import register_names


@functools.cache
def model_package():
    """The model's package. It is imported when the first case runs, as it needs the built extension."""
    from ... import model
    return model


@functools.cache
def register_numbers(arch: str) -> dict[str, int]:
    """Map each canonical scalar dword to its register number in the binding."""
    model = model_package()
    special = model.register_codes(arch)
    numbers = {f"s{n}": n for n in range(register_names.SGPRS[arch])}
    numbers |= {f"ttmp{n}": special["ttmp0"] + n for n in range(16)}
    numbers |= {
        "vcc_lo": special["vcc"],
        "vcc_hi": special["vcc"] + 1,
        "exec_lo": special["exec"],
        "exec_hi": special["exec"] + 1,
        "m0": special["m0"],
    }
    for pair in ("flat_scratch", "xnack_mask"):
        if pair in special:
            numbers |= {f"{pair}_lo": special[pair], f"{pair}_hi": special[pair] + 1}
    hardware_ids = register_names.hardware_register_ids(arch)
    numbers |= {register_names.FLAT_SCRATCH.get(name, name): model.HWREG + number for name,
                number in hardware_ids.items()}
    numbers |= {"scc": model.SCC, "mode": model.MODE, "trapsts": model.TRAPSTS, "status": model.STATUS}
    return numbers


@functools.cache
def scalar_names(arch: str) -> dict[int, str]:
    """Map the operand code of each scalar register of a wave to its canonical dword."""
    return {code: name for name, code in register_numbers(arch).items() if code < 128}


@functools.cache
def register_names_by_number(arch: str) -> dict[int, str]:
    """Map each register number in the binding to its canonical dword."""
    binding = model_package()
    vector_names = {binding.V0 + n: f"v{n}" for n in range(register_names.VGPRS)}
    return {code: name for name, code in register_numbers(arch).items()} | vector_names
