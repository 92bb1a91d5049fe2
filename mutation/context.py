"""Proofs by compilers that a mutant is no other model: its file compiled whole, with the mutant and without.  What
calls the changed function is in sight, so what only that rules out no longer differs."""
from __future__ import annotations

import re
import shutil
import tempfile
from functools import cache
from pathlib import Path

from ..model import build as model_build
from ..model.build import ROOT, BuildError
from . import assemble
from . import substitute as mutate

# everything is inlined; rows of lanes are not made vectors of, which proves nothing more
JUDGES = {
    "gcc": "-O2 -fno-ipa-icf -fno-tree-vectorize -finline-functions --param max-inline-insns-single=2000"
           " --param max-inline-insns-auto=2000 --param large-function-growth=10000 --param inline-unit-growth=10000",
    "clang-22": "-O2 -fno-vectorize -fno-slp-vectorize -mllvm -inline-threshold=5000",
}


def object_of(path: Path, text: str, judge: str) -> bytes | None:
    """What a compiler makes of a file of the model with this text, None where it refuses.  `path`: where it belongs."""
    with tempfile.TemporaryDirectory() as folder:
        source, target, prelude = (Path(folder) / name for name in (path.name, "whole.o", "prelude.h"))
        source.write_text(text)
        prelude.write_text(assemble.PRELUDE)
        command = [judge, *assemble.FLAGS, *JUDGES[judge].split(), f"-I{path.parent}",
                   *model_build.includes(ROOT / "build"), "-include", str(prelude), f"-ffile-prefix-map={folder}=.",
                   "-c", str(source)]
        try:
            model_build.run(command, target)
        except BuildError:
            return None
        return target.read_bytes()


@cache
def original(path: Path, text: str, judge: str) -> bytes | None:
    return object_of(path, text, judge)


def proved(one: mutate.Mutant) -> bool:
    """Does a compiler make the very same object of its file?"""
    f = one.function
    path = assemble.files()[f.file]
    if path.suffix != ".c":
        return False
    text = re.sub(r"\b__LINE__\b", "0", f.text)
    changed = text[:f.start] + one.body() + text[f.end:]
    return any(made is not None and made == object_of(path, changed, judge) for judge in JUDGES
               if shutil.which(judge) for made in (original(path, text, judge),))
