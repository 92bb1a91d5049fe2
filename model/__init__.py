"""The golden model from Python: a thin binding of model/assay.h.  The extension is built by `python -m
assay.model.build`."""
from .machine import (
    EVERY_WAVE, HWREG, MODE, NO_LIMIT, SCC, SETS, STATUS, TRAPSTS, V0, Machine, Outcome, Sets, Wave, register_codes,
)
from .text import decode_text, disassemble, sets_unused

__all__ = [
    "EVERY_WAVE", "HWREG", "MODE", "NO_LIMIT", "SCC", "SETS", "STATUS", "TRAPSTS", "V0", "Machine", "Outcome", "Sets",
    "Wave", "decode_text", "disassemble", "register_codes", "sets_unused",
]
