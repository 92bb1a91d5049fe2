"""Cases of global wave sync, ordered counts, registers for streamout and exports are legal, and their results are those
that the manual defines, computed here from their registers."""
import struct

import pytest

from ...harness.case.case_types import parse_case
from ...harness.case.plan import resolve
from ...harness.comparison.case_run import run_outcome
from ...spec import CERTIFIED, encode, load
from . import exports, case_sampler, gds
from .instruction_case import to_case

FORMS = [f for arch in CERTIFIED for f in case_sampler.all_forms(arch) if gds.is_gds_only(f) or exports.is_export(f)]
CASES = 24


def forms_named(*names):
    """Return the forms whose operation's name contains one of these names."""
    return [f for f in FORMS if any(name in f.op.name for name in names)]


def run_sample(form, number):
    """Return (instruction, plan, outcome) of a case, which must be legal and meet its expectations."""
    instruction = case_sampler.sample(form, number)
    case = parse_case(to_case(instruction, form.mnemonic))
    outcome = run_outcome(case)
    assert (outcome.status, outcome.unmet or []) == ("ok", []), (outcome.text, outcome.unmet)
    assert [f["rule"] for f in outcome.findings if f["kind"] in ("error", "race")] == []
    return instruction, resolve(case), outcome


def active_lanes(mask):
    return [n for n in range(64) if mask >> n & 1]


def vgpr_name(operand):
    return f"v{operand.code - 256}"


def test_number_of_forms():
    assert len(FORMS) == 8 + 10


@pytest.mark.parametrize("form", FORMS, ids=lambda f: f"{f.arch}-{f.mnemonic}")
def test_cases_are_legal_and_comparable(form):
    waves, counts = set(), set()
    for number in range(CASES):
        instruction, plan, outcome = run_sample(form, number)
        compared, observed = outcome.compared()
        assert 2 * compared >= observed
        waves.add(instruction.wave)
        counts.add(outcome.wave_count)
    assert waves == ({64} if form.arch == "gfx906" else {32, 64})
    assert (counts > {2, 3, 4} or counts == {2, 3, 4}) if "gws" in form.op.name or "ordered" in form.op.name else True


@pytest.mark.parametrize("form", FORMS, ids=lambda f: f"{f.arch}-{f.mnemonic}")
def test_reloading_the_tables_changes_no_case(form):
    """A form of the tables read first is the same operation as one of those read later."""
    before = case_sampler.sample(form, 0).code
    load.cache_clear()
    encode.form.cache_clear()
    assert case_sampler.sample(form, 0).code == before


@pytest.mark.parametrize("form", forms_named("gws"), ids=lambda f: f"{f.arch}-{f.mnemonic}")
def test_waiting_waves_load_the_data_of_others(form):
    """RDNA3 ISA, 13.4.4: at a barrier the next wave's data; behind a semaphore those of wave 0, which released it."""
    loaded_lanes = 0
    for number in range(CASES):
        instruction, plan, outcome = run_sample(form, number)
        waves, count = instruction.extra["waves"], outcome.wave_count
        for n in range(count):
            other = (n + 1) % count if form.op.name.endswith(("init", "barrier")) else 0
            loads = n or form.op.name.endswith(("init", "barrier"))
            for lane in active_lanes(instruction.state["exec"]):
                for register in (gds.FIRST_LOADED, gds.SECOND_LOADED):
                    loaded = outcome.waves[n].vectors[register][lane]
                    assert loaded == (waves[other][f"v{gds.DATA}"][lane] if loads else 0x5EED)
                    loaded_lanes += bool(loads)
    assert loaded_lanes > 600


@pytest.mark.parametrize("form", forms_named("ordered_count"), ids=lambda f: f.arch)
def test_counts_follow_the_turns(form):
    """RDNA3 ISA, 13.4.3: in the order of M0's turns the count takes, or becomes, the first active lane's value."""
    reordered_cases = 0
    for number in range(CASES):
        instruction, plan, outcome = run_sample(form, number)
        contents = bytearray(instruction.extra["memory"][0]["bytes"])
        waves = sorted(range(outcome.wave_count), key=lambda n: instruction.extra["waves"][n]["m0"] & 0x1FFF)
        index, live = instruction.fields["offset0"] // 4 % 16, active_lanes(instruction.state["exec"])
        wide = form.arch == "gfx1100" and index >= 8
        at = 4 * (8 + 2 * (index - 8) if wide else index)
        if form.arch == "gfx906":
            at += instruction.extra["waves"][0]["m0"] >> 16
        for n in waves:
            old = int.from_bytes(contents[at:at + 4 + 4 * wide], "little")
            value = instruction.extra["waves"][n][vgpr_name(instruction.fields["addr"])][live[0]] if live else 0
            new = (value if instruction.fields["offset1"] >> 4 else old + value) & (1 << 32 + 32 * wide) - 1
            contents[at:at + 4 + 4 * wide] = new.to_bytes(4 + 4 * wide, "little")
            if live:
                assert (
                    outcome.waves[n].vectors[int(vgpr_name(instruction.fields["vdst"])[1:])][live[0]]
                    == old & 0xFFFFFFFF
                )
        assert outcome.memory[0].data == bytes(contents)
        reordered_cases += waves != sorted(waves)
    assert reordered_cases > 5


@pytest.mark.parametrize("form", forms_named("gs_reg"), ids=lambda f: f.mnemonic)
def test_registers_for_streamout(form):
    """RDNA3 ISA, 12.6.1: eight of 32 bits, then eight of 64; the first active lane's number, or 0."""
    wides = set()
    for number in range(CASES):
        instruction, plan, outcome = run_sample(form, number)
        contents = list(struct.unpack("<8I8Q", instruction.extra["memory"][0]["bytes"]))
        index, live = instruction.fields["offset0"] // 4 % 16, active_lanes(instruction.state["exec"])
        value = int(instruction.state[vgpr_name(instruction.fields["data0"])][live[0]]) if live else 0
        old = contents[index]
        contents[index] = (old - value if "sub" in form.op.name else old + value) & (1 << (32 if index < 8 else 64)) - 1
        assert outcome.memory[0].data == struct.pack("<8I8Q", *contents)
        first = int(vgpr_name(instruction.fields["vdst"])[1:])
        if live:
            assert outcome.waves[0].vectors[first][live[0]] == old & 0xFFFFFFFF
        if live and index >= 8:
            assert outcome.waves[0].vectors[first + 1][live[0]] == old >> 32
        wides.add(index >= 8)
    assert wides == {False, True}


@pytest.mark.parametrize("form", forms_named("exp"), ids=lambda f: f.arch)
def test_exports_match_the_expected_exports(form):
    """run_sample() checks the expected exports on the model. The cases have every flag, several targets, and inactive
    lanes."""
    exports_expected = [
        instruction.extra["expect"]["exports"][0]
        for instruction in (case_sampler.sample(form, n) for n in range(CASES))
    ]
    assert len({x["target"] for x in exports_expected}) > 10 and {x["done"] for x in exports_expected} == {False, True}
    assert {len(x["values"]) for x in exports_expected} >= {1, 2}
    assert {x["compressed"] for x in exports_expected} == ({False, True} if form.arch == "gfx906" else {False})
    assert any("row" in x for x in exports_expected) == (form.arch == "gfx1100")
    assert any(None in row for x in exports_expected for row in x["values"].values())
