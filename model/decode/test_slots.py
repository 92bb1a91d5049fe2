"""One derivation of operand slots: what the encoder puts into a slot, the model's decoder finds in its operand."""
import random
import subprocess

import pytest

from ...generators.single.encodings import random_fields
from ...spec import ARCHS, CERTIFIED, TARGETS, emit_decode, load
from ...spec.encode import Operand, encode
from ...spec.layout import Layout
from ...spec.slots import slots
from .test_decode import compiled

DRAWS = 4


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
def test_the_decoder_finds_what_the_encoder_put_there(arch, tmp_path):
    """For every form: registers drawn for each slot are the registers of the decoded operand of the same slot."""
    driver, wave = compiled(tmp_path, "decode_slots.c", "-O1"), TARGETS[arch].waves[0]
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
