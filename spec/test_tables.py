"""The smaller tables are complete and consistent, and agree with the names of llvm-mc 19."""
import re

import pytest

from ..harness.targets import llvm_mc
from . import ARCHS, CERTIFIED, FAMILIES, FOLDER, SpecError, codes, families, load, read_table
from .encode import encode, form
from .registers import read_registers
from .rows import NOTES

CASES = [(arch, ARCHS[arch]) for arch in CERTIFIED]
DESCRIPTORS = {"KERNEL_DESCRIPTOR": 512, "BUFFER_RESOURCE": 128, "BVH_RESOURCE": 128, "IMAGE_RESOURCE": 256,
               "IMAGE_SAMPLER": 128}
# reserved codes that llvm-mc names
NAMED_RESERVED = {("gfx9", 125), ("gfx11", 251), ("gfx11", 252), *((f, n) for f in FAMILIES for n in (230, 231))}


def family_rows(rows, family):
    """Return the rows of one family."""
    return [row for row in rows if family in families(row["family"])]


def low_high(bits):
    """Return (4, 7) for '7:4'."""
    high, low = map(int, bits.split(":"))
    return low, high


def test_every_row_names_a_family_and_a_section():
    spec = load()
    registers = read_table(FOLDER, "registers.txt")
    for table in (spec.operands, spec.moves, spec.counters, spec.hazards, registers, spec.messages):
        for row in table:
            assert row["family"] in (*FAMILIES, "all"), row["where"]
            assert re.match(r"RDNA3|Vega|LLVM|CIK register guide|(gfx11 )?register list", row["section"]), row["where"]


@pytest.mark.parametrize("family", FAMILIES)
def test_operand_codes_are_defined_once(family):
    defined = [n for row in family_rows(load().operands, family) for n in codes(row["code"])]
    assert sorted(defined) == list(range(512))


@pytest.mark.parametrize("arch, family", CASES)
def test_scalar_sources_match_llvm(arch, family):
    """llvm-mc prints constants and special sources of `s_mov_b32 s0, CODE` as the table does, and refuses reserved
    codes."""
    rows = [(row, n) for row in family_rows(load().operands, family) for n in codes(row["code"]) if n < 255]
    texts = llvm_mc.disassemble(arch, [encode(form(arch, "s_mov_b32"), {"ssrc0": n}) for _, n in rows], 64)
    for (row, n), text in zip(rows, texts):
        operand = text and text.split(", ")[1]
        if row["kind"] == "reserved":
            assert text is None or (family, n) in NAMED_RESERVED, (n, text)
        elif row["kind"] == "special" and "lds_direct" not in row["name"]:
            assert operand == row["name"], n
        elif row["kind"] == "constant":
            assert operand.startswith("0.15915494") if n == 248 else operand == constant(row, n), n


def constant(row, n):
    """Return a constant's text: '0..64' and '-1..-16' count away from 0 from the row's first code."""
    first, dots, _ = row["name"].partition("..")
    distance = n - codes(row["code"])[0]
    return str(int(first) + (-distance if first == "-1" else distance)) if dots else first


@pytest.mark.parametrize("arch, family", CASES)
def test_dpp_controls_match_llvm(arch, family):
    """A DPP control is legal exactly if moves.txt has it; v_mov_b32 is tried with each of the 512 codes."""
    known = {n for row in family_rows(load().moves, family) if row["field"] == "dpp_ctrl" for n in codes(row["code"])}
    texts = llvm_mc.disassemble(arch, [encode(form(arch, "v_mov_b32", "dpp"), {}, {"dpp_ctrl": n}) for n in range(512)])
    assert {n for n, text in enumerate(texts) if text} == known


@pytest.mark.parametrize("arch, family", CASES)
def test_swizzle_codes_cover_the_offset(arch, family):
    covered = [n for row in family_rows(load().moves, family) if row["field"] == "offset" for n in codes(row["code"])]
    assert sorted(covered) == list(range(1 << 16))


@pytest.mark.parametrize("arch, family", CASES)
def test_wait_fields_match_llvm(arch, family):
    """Each trait wait_* is the position of that count in the assembler's code; the maxima are the largest counts."""
    spec = load()
    for counter in ("vm", "exp", "lgkm"):
        maximum = spec.traits[f"max_{counter}"][family]
        words = [
            int.from_bytes(code[:2], "little")
            for code in llvm_mc.assemble(arch, [f"s_waitcnt {counter}cnt({n})" for n in (0, maximum)])
        ]
        ranges = [low_high(part) for part in spec.traits[f"wait_{counter}"][family].split("+")]
        mask = sum(((1 << high - low + 1) - 1) << low for low, high in ranges)
        assert words[0] ^ words[1] == mask
        assert bin(mask).count("1") == maximum.bit_length()


def test_counters_name_encodings_and_traits():
    spec = load()
    for row in spec.counters:
        for family in families(row["family"]):
            assert row["encoding"] == "gds" or (family, row["encoding"]) in spec.encodings, row["where"]
            for counter in row["counters"].split("+"):
                assert spec.traits[f"max_{counter}"][family] > 0, row["where"]
        assert row["order"] in ("in", "own", "none") and row["returns"] in ("yes", "no", "-"), row["where"]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_memory_row_has_a_counter(family):
    spec = load()
    known = {(row["encoding"], row["shape"]) for row in family_rows(spec.counters, family)}
    for op in spec.ops.values():
        if family in op.cells and op.memory:
            for encoding, _ in op.cells[family].places:
                assert (encoding, op.shape) in known, op.where


def test_hazards_name_rules():
    spec = load()
    for row in spec.hazards:
        assert row["rule"] in spec.rules, row["where"]
        assert row["profile"] in ("manual", "silicon") and re.fullmatch(r"\d|-", row["states"]), row["where"]
    alone = {"decode.constant_bus", "valu.vopd.bank", "salu.sources_special", "valu.mask.high"}
    assert {row["rule"] for row in spec.hazards} - alone == {
        rule for rule in spec.rules if rule.startswith("hazard.")
    }


def test_register_fields_do_not_overlap():
    for register in load().registers.values():
        for fields in register.fields.values():
            bits = [bit for field in fields.values() for bit in range(field.low, field.low + field.width)]
            assert len(bits) == len(set(bits)), register.where
            assert max(bits) < DESCRIPTORS.get(register.name, 32), register.where


@pytest.mark.parametrize(
    "change, message",
    [
        ({"bits": "4:4", "field": "new"}, "overlap another field"),
        ({"bits": "30:31", "field": "new"}, "high:low"),
        ({"bits": "22:22", "field": "round"}, "already"),
        ({"bits": "22:22", "field": "new", "access": "w"}, "access"),
        ({"bits": "22:22", "field": "new", "access": "r"}, "access"),
        ({"bits": "22:22", "field": "new", "register": "mode=1"}, "register"),
        ({"bits": "22:22", "field": "new", "register": "MODE=2"}, "number"),
        ({"bits": "22:22", "field": "new", "family": "gfx8"}, "family"),
    ],
)
def test_invalid_register_rows_are_refused(change, message):
    rows = [row for row in read_table(FOLDER, "registers.txt") if row["register"] == "MODE=1"]
    with pytest.raises(SpecError, match=f"registers.txt:.*{message}"):
        read_registers([*rows, {**rows[0], **change}], FAMILIES)


@pytest.mark.parametrize("arch, family", CASES)
def test_hardware_registers_match_llvm(arch, family):
    """S_GETREG of each number prints the table's name."""
    known = {r.number: r for r in load().registers.values() if r.number is not None and family in r.fields}
    words = [encode(form(arch, "s_getreg_b32"), {"simm16": number | 31 << 11}) for number in range(32)]
    for number, text in enumerate(llvm_mc.disassemble(arch, words)):
        name = known[number].name if number in known and known[number].printed else ""
        assert f"hwreg(HW_REG_{name}" in text if name else f"hwreg({number}" in text, (number, text)


@pytest.mark.parametrize("arch, family", CASES)
def test_messages_match_llvm(arch, family):
    """Each code prints as the table's message."""
    for row in family_rows(load().messages, family):
        code = int(row["code"], 0)
        if row["name"].startswith("~"):
            continue
        if row["instruction"] == "s_sendmsg":
            text = llvm_mc.disassemble(
                arch,
                [encode(form(arch, "s_sendmsg"), {"simm16": code | (0x10 if row["name"] in ("gs", "sysmsg") else 0)})],
            )[0]
            assert f"MSG_{row['name'].upper()}" in text, (row, text)
        else:
            text = llvm_mc.disassemble(arch, [encode(form(arch, "s_sendmsg_rtn_b64"), {"ssrc0": code})])[0]
            assert f"MSG_RTN_{row['name'].upper()}" in text, (row, text)


def test_rules_are_complete():
    rules = load().rules
    assert len(rules) >= 120
    for name, rule in rules.items():
        assert re.fullmatch(r"[a-z]\w*(\.[a-z]\w*){1,3}", name), name
        assert rule["text"].endswith(".") and rule["section"], name
    for area in ("decode", "salu", "valu", "memory", "counter", "hazard", "control", "dispatch", "float"):
        assert sum(name.startswith(area + ".") for name in rules) >= 5, area


def test_every_note_is_documented():
    """spec/README.md explains each note."""
    table = (FOLDER / "README.md").read_text().partition("| note | meaning |")[2].partition("\n\n")[0]
    documented = {word.split()[0] if word.endswith(" N") else word
            for line in table.splitlines()[2:] for word in re.split(r", ", line.split("|")[1].strip())}
    assert set(NOTES) - documented == set()
