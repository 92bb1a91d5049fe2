"""Proofs by compilers that a mutant is no other model: its file compiled whole, with the mutant and without.  What
calls the changed function is in sight, so what only that rules out no longer differs."""
from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from ..model import build as model_build
from ..model.build import ROOT
from . import assemble
from . import substitute as mutate

# Clang before it makes code: it proves nearly all there is to prove, in a third of the time.
SOON = (("clang-22", "-O1 -emit-llvm"),)
# everything is inlined; rows of lanes are not made vectors of, which proves nothing more
AT_LAST = (
    ("gcc", "-O2 -fno-ipa-icf -fno-tree-vectorize -finline-functions --param max-inline-insns-single=2000"
            " --param max-inline-insns-auto=2000 --param large-function-growth=10000 --param inline-unit-growth=10000"),
    ("clang-22", "-O2 -fno-vectorize -fno-slp-vectorize -mllvm -inline-threshold=5000"),
)


def made_of(path: Path, text: str, judge: str, flags: str) -> bytes | None:
    """What a compiler makes of a file of the model with this text, None where it refuses.  `path`: where it belongs."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "whole.o"
        command = [judge, *assemble.FLAGS, *flags.split(), f"-I{path.parent}", *model_build.includes(ROOT / "build"),
                   "-x", "c", "-c", "-", "-o", str(target)]
        done = subprocess.run(command, input=assemble.PRELUDE + text, capture_output=True, text=True)
        return None if done.returncode else target.read_bytes()


@cache
def original(path: Path, text: str, judge: str, flags: str) -> bytes | None:
    return made_of(path, text, judge, flags)


def proved(one: mutate.Mutant, judges) -> bool:
    """Does one of the compilers, SOON or AT_LAST, make the very same of its file?"""
    f = one.function
    path = assemble.files()[f.file]
    if path.suffix != ".c":
        return False
    text = re.sub(r"\b__LINE__\b", "0", f.text)
    changed = text[:f.start] + one.body() + text[f.end:]
    return any(made is not None and made == made_of(path, changed, *judge) for judge in judges
               if shutil.which(judge[0]) for made in (original(path, text, *judge),))
