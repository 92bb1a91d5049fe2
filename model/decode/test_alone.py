"""The decoder linked with the tables only, under sanitizers: random words, operands, and operand slots.
The operand that the encoder writes into a slot is the one that the decoder finds. ASSAY_SANITIZED (default 300,000) is
the number of words."""
import os
import random
import re
import subprocess
from pathlib import Path

import pytest

from ...generators.instructions.encodings import random_fields
from ...spec import ARCHS, CERTIFIED, TARGETS, emit_decode, load
from ...spec.encode import Operand, encode
from ...spec.layout import Layout
from ...spec.slots import slots
from .. import build

ROOT = Path(__file__).resolve().parents[2]
RANDOM_WORDS = int(os.environ.get("ASSAY_SANITIZED", 300_000))
DRAWS_PER_FORM = 4
DECODER = ("decode.c", "resolve.c", "legal.c", "unused.c", "disasm.c", "disasm_fields.c", "disasm_memory.c",
           "image_operands.c")

COMPILE = [os.environ.get("CC", "gcc"), "-std=c11", "-Wall", "-Wextra", "-Wno-sign-conversion", "-O1", "-g1",
           "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", *build.includes(ROOT / "build")]


@pytest.fixture(scope="module")
def decoder(tmp_path_factory):
    """Return the objects of the decoder and the tables only."""
    build.emit(ROOT / "build") if not (ROOT / "build/forms.c").exists() else None
    folder = tmp_path_factory.mktemp("decoder")
    sources = [*(ROOT / "model" / "decode" / name for name in DECODER), ROOT / "build/tables.c",
               ROOT / "build/operands.c", write_unbound_forms(folder)]
    subprocess.run([*COMPILE, "-c", *sources], check=True, cwd=folder)
    return sorted(folder.glob("*.o"))


def link_driver(decoder, driver, folder):
    """Link a driver of model/tests with the decoder and return its path."""
    target = folder / driver.removesuffix(".c")
    subprocess.run([*COMPILE, "-o", target, ROOT / "model/tests" / driver, *decoder], check=True)
    return target


def write_unbound_forms(folder):
    """Write build/forms.c without bound operations; the decoder does not need the bodies."""
    text = re.sub(r"&bound_\w+", "0", (ROOT / "build/forms.c").read_text())
    path = folder / "forms.c"
    path.write_text(
        "\n".join(line for line in text.splitlines() if not line.startswith("extern const struct op")) + "\n"
    )
    return path


def test_random_words_have_no_sanitizer_error(decoder, tmp_path):
    driver = link_driver(decoder, "decode_words.c", tmp_path)
    process = subprocess.run([driver, str(RANDOM_WORDS)], capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr[:4000]
    assert int(process.stdout.split()[0]) > RANDOM_WORDS // 8


def test_operands_decode_without_error(decoder, tmp_path):
    driver = link_driver(decoder, "decode_operands.c", tmp_path)
    process = subprocess.run([driver], capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stdout + process.stderr


def expected_operand(slot, fields):
    """Return 'v3', 's4' or 'm6' for the operand in the slot; None for no operand, a constant or a special register."""
    operand = fields.get(slot.field) if slot else None
    if not isinstance(operand, Operand) or operand.high or operand.literal is not None:
        return None
    if operand.code >= 256:
        return f"v{operand.code - 256}"
    return f"{'m' if slot.role == 'mask' else 's'}{operand.code}" if operand.code < 102 else None


def slot_differences(f, fields, line):
    """Return [(slot, expected, decoded)] of one instruction."""
    form_slots = slots(f)
    d, s = (
        form_slots.results + (None,) * (2 - len(form_slots.results)),
        form_slots.sources + (None,) * (4 - len(form_slots.sources)),
    )
    pairs = [
        (slot, expected_operand(slot, fields), decoded) for slot, decoded in zip((*d, form_slots.bit, *s), line.split())
    ]
    return [
        (slot.field, wanted, decoded)
        for slot, wanted, decoded in pairs
        if wanted and slot.role != "returned" and wanted != decoded
    ]


@pytest.mark.parametrize("arch", CERTIFIED)
def test_decoder_finds_the_encoded_operands(arch, decoder, tmp_path):
    """The registers drawn for each slot are those of the decoded operand of the same slot, for every form."""
    driver, wave = link_driver(decoder, "decode_slots.c", tmp_path), TARGETS[arch].waves[0]
    forms = [f for f in load().forms(arch) if f.layout != "vopd"]
    encodings = [(f, random_fields(f, random.Random(f"slots {f.mnemonic} {f.layout} {f.variant} {n}"), wave))
             for f in forms for n in range(DRAWS_PER_FORM)]
    text = "\n".join(f"{arch} {wave} {encode(f, fields).hex()}" for f, fields in encodings)
    process = subprocess.run([driver], input=text + "\n", capture_output=True, text=True, check=True)
    lines = process.stdout.splitlines()
    assert len(lines) == len(encodings)
    failures = [(f.mnemonic, line, mismatches) for (f, fields), line in zip(encodings, lines)
             if (mismatches := slot_differences(f, fields, line))]
    assert failures[:20] == []
    compared = sum(1 for f, fields in encodings for slot in slots(f).every if expected_operand(slot, fields))
    assert compared > 2 * len(forms)                                     # the comparison is not empty


@pytest.mark.parametrize("arch", CERTIFIED)
def test_slots_do_not_share_fields(arch):
    """A written slot has an existing field, and no two written sources share one."""
    for f in load().forms(arch):
        fields, written = Layout(load(), ARCHS[arch], f).fields, list(slots(f))
        assert all(x.drawn in fields for x in written), f.mnemonic
        sources = [x.drawn for x in written if not x.write]
        assert len(sources) == len(set(sources)), f.mnemonic


def test_decoder_table_uses_the_shared_slots():
    """emit_decode uses the shared derivation: a changed slot changes the C text."""
    f = next(f for f in load().forms("gfx1100") if f.mnemonic == "v_fma_f32")
    layout = Layout(load(), ARCHS[f.arch], f)
    text = emit_decode.slots_c(f, layout, [])
    assert [emit_decode.slot_c(x, None, False) in text for x in slots(f).every] == [True] * 4
