"""Command streams in the block `dispatch`: a target that ignores a field of a packet, or heeds one that must change
nothing, fails it; one that takes no streams is not asked and says so; over the wire they are the same."""
from dataclasses import replace

import pytest
from msgspec import structs

from ...generators.dispatches import command_streams
from ...generators.dispatches.command_streams import TABLE_BASE, WRITTEN_BASE
from ...harness.case.case_types import CaseError, parse_case
from ...harness.execution.outcome import invalid_outcome
from ...harness.targets.registry import open_target
from ...spec import CERTIFIED
from ..coverage import program_reach
from . import dispatch_cases
from .test_dispatch_cases import Changed, failing, ran

FIELDS = [
    (arch, about, heeded) for arch in CERTIFIED for about, heeded in command_streams.settable_fields(arch).items()
]
USER_DATA = 0x240                                    # a register that programs read only where it is given


class Streams(Changed):
    """The model as a target that takes packets for others."""

    def run(self, plans):
        for plan in plans:
            try:
                yield self.model.run(structs.replace(plan, packets=self.change(plan.packets, plan)))
            except CaseError as error:                   # no such register or memory
                yield invalid_outcome(plan.case.name, error)


def address(words, at, value):
    return (*words[:at], value & 0xFFFFFFFF, value >> 32, *words[at + 2:])


def word(at, change):
    return lambda words, plan: (*words[:at], change(words[at]), *words[at + 1:])


def initiator(words, plan):
    return (*words[:-1], 0x8001 if plan.wave == 32 else 1)


# What a packet's words are to a target that does not look at a field.
BLIND = {
    "SET_SH_REG.register": word(0, lambda one: USER_DATA),
    "SET_SH_REG.values": lambda words, plan: words[:2],
    "SET_SH_REG_INDEX.register": word(0, lambda one: USER_DATA),
    "SET_SH_REG_INDEX.values": lambda words, plan: words[:2],
    "SET_SH_REG_PAIRS.register": word(0, lambda one: USER_DATA),
    "SET_SH_REG_PAIRS.values": word(1, lambda one: 0),
    "SET_SH_REG_PAIRS_PACKED.register": word(1, lambda one: USER_DATA * 0x10001),
    "SET_SH_REG_PAIRS_PACKED.values": word(3, lambda one: 0),
    "SET_SH_REG_PAIRS_PACKED_N.register": word(1, lambda one: USER_DATA * 0x10001),
    "SET_SH_REG_PAIRS_PACKED_N.values": word(2, lambda one: 0),
    "LOAD_SH_REG_INDEX.address": lambda words, plan: address(words, 0, TABLE_BASE),
    "LOAD_SH_REG_INDEX.register": word(2, lambda one: USER_DATA),
    "LOAD_SH_REG_INDEX.count": word(3, lambda one: 1),
    "SET_BASE.address": lambda words, plan: address(words, 1, TABLE_BASE),
    "DISPATCH_DIRECT.dim_x": word(0, lambda one: 1),
    "DISPATCH_DIRECT.dim_y": word(1, lambda one: 1),
    "DISPATCH_DIRECT.dim_z": word(2, lambda one: 1),
    "DISPATCH_DIRECT.initiator": initiator,
    "DISPATCH_INDIRECT.offset": lambda words, plan: (0, words[1]) if len(words) == 2 else words,
    "DISPATCH_INDIRECT.address": lambda words, plan: address(words, 0, TABLE_BASE) if len(words) == 3 else words,
    "DISPATCH_INDIRECT.initiator": initiator,
    "COPY_DATA.src_sel": word(0, lambda one: one & ~15 | 1),
    "COPY_DATA.dst_sel": word(0, lambda one: one & ~0xF00 | 0x100),
    "COPY_DATA.count_sel": word(0, lambda one: one & ~0x10000),
    "COPY_DATA.source": lambda words, plan: address(words, 1, TABLE_BASE) if words[0] & 15 in (1, 2) else words,
    "COPY_DATA.destination": lambda words, plan: address(words, 3, WRITTEN_BASE) if words[0] >> 8 & 15 else words,
    "WRITE_DATA.dst_sel": word(0, lambda one: one & ~0xF00 | 0x100),
    "WRITE_DATA.destination": lambda words, plan: address(words, 1, WRITTEN_BASE) if words[0] >> 8 & 15 else words,
    "WRITE_DATA.data": lambda words, plan: (*words[:3], *(0 for _ in words[3:])),
    "DMA_DATA.src_sel": word(0, lambda one: one & ~(3 << 29)),
    "DMA_DATA.dst_sel": word(0, lambda one: one & ~(3 << 20)),
    "DMA_DATA.source": lambda words, plan: address(words, 1, TABLE_BASE) if words[0] >> 29 & 3 != 2 else words,
    "DMA_DATA.destination": lambda words, plan: address(words, 3, WRITTEN_BASE),
    "DMA_DATA.byte_count": word(5, lambda one: 4),
    "RELEASE_MEM.data_sel": word(1, lambda one: 1 << 29),
    "RELEASE_MEM.destination": lambda words, plan: address(words, 2, WRITTEN_BASE),
    "RELEASE_MEM.data": lambda words, plan: (*words[:4], *(0 for _ in words[4:])),
}
# Which packets a target carries out in place of what they are, by the field that it should not have looked at.
HEEDS = {"SET_SH_REG_INDEX.index": lambda one: one.words[0] >> 28,
         "RELEASE_MEM.event": lambda one: one.words[0] != 0x514, "TYPE_2.body": lambda one: not one.words}


def ignoring(about):
    name = about.removeprefix(command_streams.PREFIX)
    packet = name.partition(".")[0]

    def change(stream, plan):
        return [replace(one, words=tuple(BLIND[name](one.words, plan))) if one.name == packet else one
                for one in stream]
    return change


def heeding(about):
    """The stream ends at a packet that has the field."""
    name = about.removeprefix(command_streams.PREFIX)
    packet = name.partition(".")[0].replace("TYPE_2", "NOP")

    def change(stream, plan):
        ends = [n for n, one in enumerate(stream) if one.name == packet and HEEDS.get(name, lambda one: True)(one)]
        return stream[:ends[0]] if ends else stream
    return change


@pytest.mark.parametrize("arch,about,heeded", FIELDS, ids=lambda one: str(one))
def test_who_takes_a_field_of_packets_for_another_fails_it(arch, about, heeded):
    share = ran(Streams((ignoring if heeded else heeding)(about)), arch, [about])
    assert failing(share) == {about} and len(share.failures) == 1


@pytest.mark.parametrize("arch", CERTIFIED)
def test_who_takes_packets_as_they_are_passes_over_the_wire(arch):
    with open_target("model") as target:
        share = ran(target, arch, command_streams.settable_fields(arch))
    assert {about: set(one.counts) for about, one in share.dispatch.items()} == dict.fromkeys(
        command_streams.settable_fields(arch), {"pass"})


def test_who_takes_no_streams_is_not_asked():
    fields = ["PM4_SET_BASE.address", "COMPUTE_DIM_X.size"]
    target = Changed(dict)
    target.hello.features = [one for one in target.hello.features if one != "packets"]
    share = ran(target, "gfx906", fields[:1])
    assert +share.dispatch[fields[0]].counts == {"not claimed": 1}
    assert share.dispatch[fields[0]].first == "packets: the target takes no command streams"
    with open_target("manual") as target:
        share = ran(target, "gfx906", fields)
        assert [set(+one.counts) for one in share.dispatch.values()] == [{"not claimed"}, {"unsupported"}]


def test_rules_and_coverage_know_packets():
    assert dispatch_cases.rules_of_field("PM4_NOP.body", False) == []
    assert dispatch_cases.rules_of_field("PM4_SET_BASE.address", True) == ["dispatch.packets"]
    watcher = program_reach.Watcher("gfx906")
    watcher.add_case(parse_case(command_streams.draw_dispatch("gfx906", "PM4_SET_BASE.address", 1, 0, True).case))
    assert watcher.reach.dispatch["PM4_SET_BASE.address"] == watcher.reach.dispatch["PM4_DISPATCH_INDIRECT.offset"] == 1
    assert "PM4_DMA_DATA.source" not in watcher.reach.dispatch
