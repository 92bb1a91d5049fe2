"""Cases of global wave sync, ordered counts, registers for streamout and exports are programs the manual defines, and
show what it says: worked out here from their registers."""
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


def called(*names):
    return [f for f in FORMS if any(name in f.op.name for name in names)]


def ran(form, number):
    one = case_sampler.sample(form, number)
    case = parse_case(to_case(one, form.mnemonic))
    outcome = run_outcome(case)
    assert (outcome.status, outcome.unmet or []) == ("ok", []), (outcome.text, outcome.unmet)
    assert [f["rule"] for f in outcome.findings if f["kind"] in ("error", "race")] == []
    return one, resolve(case), outcome


def lanes(mask):
    return [n for n in range(64) if mask >> n & 1]


def name(operand):
    return f"v{operand.code - 256}"


def test_number_of_forms():
    assert len(FORMS) == 8 + 10


@pytest.mark.parametrize("form", FORMS, ids=lambda f: f"{f.arch}-{f.mnemonic}")
def test_cases_are_legal_and_comparable(form):
    waves, counts = set(), set()
    for number in range(CASES):
        one, plan, outcome = ran(form, number)
        compared, observed = outcome.compared()
        assert 2 * compared >= observed
        waves.add(one.wave)
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


@pytest.mark.parametrize("form", called("gws"), ids=lambda f: f"{f.arch}-{f.mnemonic}")
def test_waiting_waves_load_the_data_of_others(form):
    """RDNA3 ISA, 13.4.4: at a barrier the next wave's data; behind a semaphore those of wave 0, which released it."""
    seen = 0
    for number in range(CASES):
        one, plan, outcome = ran(form, number)
        waves, count = one.extra["waves"], outcome.wave_count
        for n in range(count):
            other = (n + 1) % count if form.op.name.endswith(("init", "barrier")) else 0
            loads = n or form.op.name.endswith(("init", "barrier"))
            for lane in lanes(one.state["exec"]):
                for register in (gds.FIRST_LOADED, gds.SECOND_LOADED):
                    found = outcome.waves[n].vectors[register][lane]
                    assert found == (waves[other][f"v{gds.DATA}"][lane] if loads else 0x5EED)
                    seen += bool(loads)
    assert seen > 600


@pytest.mark.parametrize("form", called("ordered_count"), ids=lambda f: f.arch)
def test_counts_follow_the_turns(form):
    """RDNA3 ISA, 13.4.3: in the order of M0's turns the count takes, or becomes, the first active lane's value."""
    turned = 0
    for number in range(CASES):
        one, plan, outcome = ran(form, number)
        held = bytearray(one.extra["memory"][0]["bytes"])
        waves = sorted(range(outcome.wave_count), key=lambda n: one.extra["waves"][n]["m0"] & 0x1FFF)
        index, live = one.fields["offset0"] // 4 % 16, lanes(one.state["exec"])
        wide = form.arch == "gfx1100" and index >= 8
        at = 4 * (8 + 2 * (index - 8) if wide else index)
        if form.arch == "gfx906":
            at += one.extra["waves"][0]["m0"] >> 16
        for n in waves:
            old = int.from_bytes(held[at:at + 4 + 4 * wide], "little")
            value = one.extra["waves"][n][name(one.fields["addr"])][live[0]] if live else 0
            new = (value if one.fields["offset1"] >> 4 else old + value) & (1 << 32 + 32 * wide) - 1
            held[at:at + 4 + 4 * wide] = new.to_bytes(4 + 4 * wide, "little")
            if live:
                assert outcome.waves[n].vectors[int(name(one.fields["vdst"])[1:])][live[0]] == old & 0xFFFFFFFF
        assert outcome.memory[0].data == bytes(held)
        turned += waves != sorted(waves)
    assert turned > 5


@pytest.mark.parametrize("form", called("gs_reg"), ids=lambda f: f.mnemonic)
def test_registers_for_streamout(form):
    """RDNA3 ISA, 12.6.1: eight of 32 bits, then eight of 64; the first active lane's number, or 0."""
    wides = set()
    for number in range(CASES):
        one, plan, outcome = ran(form, number)
        held = list(struct.unpack("<8I8Q", one.extra["memory"][0]["bytes"]))
        index, live = one.fields["offset0"] // 4 % 16, lanes(one.state["exec"])
        value = int(one.state[name(one.fields["data0"])][live[0]]) if live else 0
        old = held[index]
        held[index] = (old - value if "sub" in form.op.name else old + value) & (1 << (32 if index < 8 else 64)) - 1
        assert outcome.memory[0].data == struct.pack("<8I8Q", *held)
        first = int(name(one.fields["vdst"])[1:])
        if live:
            assert outcome.waves[0].vectors[first][live[0]] == old & 0xFFFFFFFF
        if live and index >= 8:
            assert outcome.waves[0].vectors[first + 1][live[0]] == old >> 32
        wides.add(index >= 8)
    assert wides == {False, True}


@pytest.mark.parametrize("form", called("exp"), ids=lambda f: f.arch)
def test_exports_match_the_expected_exports(form):
    """The model meets what the generator expects (`ran` looks); the cases have every flag, several targets, lanes on
    and off."""
    said = [one.extra["expect"]["exports"][0] for one in (case_sampler.sample(form, n) for n in range(CASES))]
    assert len({x["target"] for x in said}) > 10 and {x["done"] for x in said} == {False, True}
    assert {len(x["values"]) for x in said} >= {1, 2}
    assert {x["compressed"] for x in said} == ({False, True} if form.arch == "gfx906" else {False})
    assert any("row" in x for x in said) == (form.arch == "gfx1100")
    assert any(None in row for x in said for row in x["values"].values())
