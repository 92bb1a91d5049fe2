"""No code depends on the spelling of a name: the row describes an operation, the class an encoding."""
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
NAMED = r"(?:op|f|form|self|owner|one\.form)\.(?:op\.)?(?:name|spelling|mnemonic|body)|\bname|\bspelling|\bmnemonic"
MNEMONIC = r"""["'](?:s|v|ds|flat|global|scratch|buffer|tbuffer|image|lds)_\w*["']"""
PYTHON = [re.compile(text) for text in (
    rf"(?:{NAMED})\.(?:starts|ends)with\(\(?\s*{MNEMONIC}",         # op.name.startswith("v_dot")
    rf"(?:{NAMED}) (?:==|!=) {MNEMONIC}",                             # op.name == "ds_nop"
    rf"(?:{NAMED}) (?:not )?in [({{\[]\s*{MNEMONIC}",                 # op.name in ("v_swap_b32", …)
    r"[\"']\w+[\"'] (?:not )?in (?:\w+\.)*(?:op\.name|op\.body|spelling|self\.name|mnemonic)\b",   # "sub" in op.name
    r"re\.(?:match|fullmatch|search|sub)\(.*(?:op\.name|spelling|mnemonic)\)",
    r"(?:op\.name|\bspelling) in [A-Z_]+\b",                          # op.name in WHOLE_ONLY
    r"any\(\w+ in (?:\w+\.)*(?:op\.name|spelling|mnemonic)\b",          # any(word in op.name for word in …)
)]
C = re.compile(r"str(?:n?cmp|str|chr)\([^;]*->(?:name|spelling|mnemonic)|(?:spelling|mnemonic|op->name)\[|\bnamed\(")


def lookups(text, patterns):
    """Return [lines] that depend on a mnemonic."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith(("#", "//", "/*"))]
    return [line.strip() for line in lines if any(p.search(line) for p in patterns)]


def files():
    """Yield (relative path, text, patterns) of the checked files.
    Exceptions: the target `manual` reads AMD's text by name, kernel_waits.py reads llvm-mc's disassembly, and a fault
    names its operation."""
    for folder in ("spec", "generators", "harness", "model"):
        for path in sorted((ROOT / folder).rglob("*.[pch]*")):
            name = path.relative_to(ROOT).as_posix()
            skip = path.name.startswith("test_") or any(
                part in name
                for part in ("/tests/", "targets/manual", "harness/faults", "code_objects/kernel_waits.py"))
            if not skip and path.suffix in (".py", ".c", ".h"):
                yield name, path.read_text(), PYTHON if path.suffix == ".py" else [C]


def test_no_code_depends_on_a_mnemonic():
    assert {name: lines for name, text, patterns in files() if (lines := lookups(text, patterns))} == {}


@pytest.mark.parametrize("text", [
    'if op.name.startswith(("v_dot4", "v_dot8")):', 'narrow = "mix" in op.name', 'if form.op.name == "ds_nop":',
    'x = spelling in ("s_mov_b32",)', "or op.name in WHOLE_ONLY:",
    "or any(word in form.op.name for word in UNFIT)", 'bool(re.match(r"v_(lshl|lshr)rev_", op.name))',
])
def test_a_planted_lookup_is_found(text):
    assert lookups(f"a = 1\n{text}\n", PYTHON) == [text]


@pytest.mark.parametrize("text", ['if (!strncmp(f->spelling, "v_fmac", 6)) return;', 'x = named(i, "s_nop");',
                                  "const bool wide = i->form->spelling[9] == '6';"])
def test_a_planted_lookup_in_c_is_found(text):
    assert lookups(text, [C]) == [text]
