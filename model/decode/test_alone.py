"""The decoder alone, linked with the tables only, under sanitizers: random words, operands, and one derivation of
operand slots: what the encoder puts into a slot, the decoder finds in its operand.  ASSAY_SANITIZED (default 300,000)
words."""
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
SANITIZED = int(os.environ.get("ASSAY_SANITIZED", 300_000))
DRAWS = 4
DECODER = ("decode.c", "resolve.c", "legal.c", "unused.c", "disasm.c", "disasm_fields.c", "disasm_memory.c",
           "image_operands.c")

COMPILE = [os.environ.get("CC", "gcc"), "-std=c11", "-Wall", "-Wextra", "-Wno-sign-conversion", "-O1", "-g1",
           "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", *build.includes(ROOT / "build")]


@pytest.fixture(scope="module")
def decoder(tmp_path_factory):
    """Objects of the decoder and the tables only."""
    build.emit(ROOT / "build") if not (ROOT / "build/forms.c").exists() else None
    folder = tmp_path_factory.mktemp("decoder")
    sources = [*(ROOT / "model" / "decode" / name for name in DECODER), ROOT / "build/tables.c",
               ROOT / "build/operands.c", stubbed(folder)]
    subprocess.run([*COMPILE, "-c", *sources], check=True, cwd=folder)
    return sorted(folder.glob("*.o"))


def compiled(decoder, driver, folder):
    """The driver of model/tests, linked with that."""
    target = folder / driver.removesuffix(".c")
    subprocess.run([*COMPILE, "-o", target, ROOT / "model/tests" / driver, *decoder], check=True)
    return target


def stubbed(folder):
    """build/forms.c with no operation bound: the decoder does not need the bodies."""
    text = re.sub(r"&bound_\w+", "0", (ROOT / "build/forms.c").read_text())
    path = folder / "forms.c"
    path.write_text(
        "\n".join(line for line in text.splitlines() if not line.startswith("extern const struct op")) + "\n"
    )
    return path


def test_random_words_under_sanitizers(decoder, tmp_path):
    driver = compiled(decoder, "decode_words.c", tmp_path)
    done = subprocess.run([driver, str(SANITIZED)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:4000]
    assert int(done.stdout.split()[0]) > SANITIZED // 8


def test_operands(decoder, tmp_path):
    driver = compiled(decoder, "decode_operands.c", tmp_path)
    done = subprocess.run([driver], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def expected(slot, fields):
    """'v3', 's4', 'm6' of the operand that stands in the slot; None for no operand, a constant or a special
    register."""
    operand = fields.get(slot.field) if slot else None
    if not isinstance(operand, Operand) or operand.high or operand.literal is not None:
        return None
    if operand.code >= 256:
        return f"v{operand.code - 256}"
    return f"{'m' if slot.role == 'mask' else 's'}{operand.code}" if operand.code < 102 else None


def differences(f, fields, line):
    """[(slot, what the decoder has)] of one instruction."""
    found = slots(f)
    d, s = found.results + (None,) * (2 - len(found.results)), found.sources + (None,) * (4 - len(found.sources))
    pairs = [(slot, expected(slot, fields), got) for slot, got in zip((*d, found.bit, *s), line.split())]
    return [(slot.field, want, got) for slot, want, got in pairs if want and slot.role != "returned" and want != got]


@pytest.mark.parametrize("arch", CERTIFIED)
def test_the_decoder_finds_what_the_encoder_put_there(arch, decoder, tmp_path):
    """For every form: registers drawn for each slot are the registers of the decoded operand of the same slot."""
    driver, wave = compiled(decoder, "decode_slots.c", tmp_path), TARGETS[arch].waves[0]
    forms = [f for f in load().forms(arch) if f.layout != "vopd"]
    drawn = [(f, random_fields(f, random.Random(f"slots {f.mnemonic} {f.layout} {f.variant} {n}"), wave))
             for f in forms for n in range(DRAWS)]
    text = "\n".join(f"{arch} {wave} {encode(f, fields).hex()}" for f, fields in drawn)
    done = subprocess.run([driver], input=text + "\n", capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert len(lines) == len(drawn)
    wrong = [(f.mnemonic, line, found) for (f, fields), line in zip(drawn, lines)
             if (found := differences(f, fields, line))]
    assert wrong[:20] == []
    compared = sum(1 for f, fields in drawn for slot in slots(f).every if expected(slot, fields))
    assert compared > 2 * len(forms)                                     # the comparison is not an empty one


@pytest.mark.parametrize("arch", CERTIFIED)
def test_every_slot_lies_in_a_field_of_its_own(arch):
    """A written slot's field exists in the drawing, and no two written sources share one."""
    for f in load().forms(arch):
        fields, written = Layout(load(), ARCHS[arch], f).fields, list(slots(f))
        assert all(x.drawn in fields for x in written), f.mnemonic
        sources = [x.drawn for x in written if not x.write]
        assert len(sources) == len(set(sources)), f.mnemonic


def test_the_decoders_table_is_written_from_the_same_slots():
    """emit_decode has no derivation of its own: a slot that is changed changes the C text."""
    f = next(f for f in load().forms("gfx1100") if f.mnemonic == "v_fma_f32")
    layout = Layout(load(), ARCHS[f.arch], f)
    text = emit_decode.slots_c(f, layout, [])
    assert [emit_decode.slot_c(x, None, False) in text for x in slots(f).every] == [True] * 4
