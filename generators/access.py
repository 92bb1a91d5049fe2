"""Memory instructions with addresses into a listed region, contents there, and the waits behind them."""
from __future__ import annotations

LAYOUTS = ("ds", "global", "flat", "scratch", "smem", "mubuf", "mtbuf", "mimg", "exp", "vintrp", "vop3i", "vinterp", "ldsdir")


def is_access(form) -> bool:
    """Does the form need memory, or parameters of the graphics pipeline, around it?"""
    return form.layout in LAYOUTS


def make(form, rng, wave, draws, shape=None, mode=None):
    """None: there is no case for this form."""
    return None
