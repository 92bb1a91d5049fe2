"""Command streams in the block `dispatch`: targets that misread a packet's field fail it.

A target without the feature does not claim these fields."""
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
from . import dispatch_fields
from .test_dispatch_fields import ChangedDispatch, certify_fields, failing_fields

FIELDS = [
    (arch, field, has_effect) for arch in CERTIFIED
    for field, has_effect in command_streams.settable_fields(arch).items()
]
USER_DATA = 0x240                                    # a register that programs read only if the stream sets it


class ChangedPackets(ChangedDispatch):
    """Target: the model with changed packets."""

    def run(self, plans):
        for plan in plans:
            try:
                yield self.model.run(structs.replace(plan, packets=self.change(plan.packets, plan)))
            except CaseError as error:                   # no such register or memory
                yield invalid_outcome(plan.case.name, error)


def with_address(words, at, value):
    return (*words[:at], value & 0xFFFFFFFF, value >> 32, *words[at + 2:])


def with_word(at, change):
    return lambda words, plan: (*words[:at], change(words[at]), *words[at + 1:])


def default_initiator(words, plan):
    return (*words[:-1], 0x8001 if plan.wave == 32 else 1)


# Functions (words, plan) that return the words as a target reads them that ignores a field.
IGNORED_FIELD_WORDS = {
    "SET_SH_REG.register": with_word(0, lambda word: USER_DATA),
    "SET_SH_REG.values": lambda words, plan: words[:2],
    "SET_SH_REG_INDEX.register": with_word(0, lambda word: USER_DATA),
    "SET_SH_REG_INDEX.values": lambda words, plan: words[:2],
    "SET_SH_REG_PAIRS.register": with_word(0, lambda word: USER_DATA),
    "SET_SH_REG_PAIRS.values": with_word(1, lambda word: 0),
    "SET_SH_REG_PAIRS_PACKED.register": with_word(1, lambda word: USER_DATA * 0x10001),
    "SET_SH_REG_PAIRS_PACKED.values": with_word(3, lambda word: 0),
    "SET_SH_REG_PAIRS_PACKED_N.register": with_word(1, lambda word: USER_DATA * 0x10001),
    "SET_SH_REG_PAIRS_PACKED_N.values": with_word(2, lambda word: 0),
    "LOAD_SH_REG_INDEX.address": lambda words, plan: with_address(words, 0, TABLE_BASE),
    "LOAD_SH_REG_INDEX.register": with_word(2, lambda word: USER_DATA),
    "LOAD_SH_REG_INDEX.count": with_word(3, lambda word: 1),
    "SET_BASE.address": lambda words, plan: with_address(words, 1, TABLE_BASE),
    "DISPATCH_DIRECT.dim_x": with_word(0, lambda word: 1),
    "DISPATCH_DIRECT.dim_y": with_word(1, lambda word: 1),
    "DISPATCH_DIRECT.dim_z": with_word(2, lambda word: 1),
    "DISPATCH_DIRECT.initiator": default_initiator,
    "DISPATCH_INDIRECT.offset": lambda words, plan: (0, words[1]) if len(words) == 2 else words,
    "DISPATCH_INDIRECT.address": lambda words, plan: with_address(words, 0, TABLE_BASE) if len(words) == 3 else words,
    "DISPATCH_INDIRECT.initiator": default_initiator,
    "COPY_DATA.src_sel": with_word(0, lambda word: word & ~15 | 1),
    "COPY_DATA.dst_sel": with_word(0, lambda word: word & ~0xF00 | 0x100),
    "COPY_DATA.count_sel": with_word(0, lambda word: word & ~0x10000),
    "COPY_DATA.source": lambda words, plan: with_address(words, 1, TABLE_BASE) if words[0] & 15 in (1, 2) else words,
    "COPY_DATA.destination": lambda words, plan: with_address(words, 3, WRITTEN_BASE) if words[0] >> 8 & 15 else words,
    "WRITE_DATA.dst_sel": with_word(0, lambda word: word & ~0xF00 | 0x100),
    "WRITE_DATA.destination": lambda words, plan: with_address(words, 1, WRITTEN_BASE) if words[0] >> 8 & 15 else words,
    "WRITE_DATA.data": lambda words, plan: (*words[:3], *(0 for _ in words[3:])),
    "DMA_DATA.src_sel": with_word(0, lambda word: word & ~(3 << 29)),
    "DMA_DATA.dst_sel": with_word(0, lambda word: word & ~(3 << 20)),
    "DMA_DATA.source": lambda words, plan: with_address(words, 1, TABLE_BASE) if words[0] >> 29 & 3 != 2 else words,
    "DMA_DATA.destination": lambda words, plan: with_address(words, 3, WRITTEN_BASE),
    "DMA_DATA.byte_count": with_word(5, lambda word: 4),
    "RELEASE_MEM.data_sel": with_word(1, lambda word: 1 << 29),
    "RELEASE_MEM.destination": lambda words, plan: with_address(words, 2, WRITTEN_BASE),
    "RELEASE_MEM.data": lambda words, plan: (*words[:4], *(0 for _ in words[4:])),
}
# Packets that end the stream in a target that interprets a field without effect.
ENDING_PACKETS = {
    "SET_SH_REG_INDEX.index": lambda packet: packet.words[0] >> 28,
    "RELEASE_MEM.event": lambda packet: packet.words[0] != 0x514,
    "TYPE_2.body": lambda packet: not packet.words,
}


def ignore_field(field):
    """Function that replaces a field in the packets of a stream by its default, as a target that ignores the field
    does."""
    name = field.removeprefix(command_streams.PREFIX)
    packet_name = name.partition(".")[0]

    def change(stream, plan):
        return [replace(packet, words=tuple(IGNORED_FIELD_WORDS[name](packet.words, plan)))
                if packet.name == packet_name else packet for packet in stream]
    return change


def end_at_packet(field):
    """Function that ends a stream at the first packet with the field."""
    name = field.removeprefix(command_streams.PREFIX)
    packet_name = name.partition(".")[0].replace("TYPE_2", "NOP")

    def change(stream, plan):
        is_end = ENDING_PACKETS.get(name, lambda packet: True)
        ends = [index for index, packet in enumerate(stream) if packet.name == packet_name and is_end(packet)]
        return stream[:ends[0]] if ends else stream
    return change


@pytest.mark.parametrize("arch,field,has_effect", FIELDS, ids=str)
def test_a_target_that_misreads_a_packet_field_fails_it(arch, field, has_effect):
    result = certify_fields(ChangedPackets((ignore_field if has_effect else end_at_packet)(field)), arch, [field])
    assert failing_fields(result) == {field} and len(result.failures) == 1


@pytest.mark.parametrize("arch", CERTIFIED)
def test_a_process_target_passes_every_packet_field(arch):
    with open_target("model") as target:
        result = certify_fields(target, arch, command_streams.settable_fields(arch))
    assert {field: set(tally.counts) for field, tally in result.dispatch.items()} == dict.fromkeys(
        command_streams.settable_fields(arch), {"pass"})


def test_a_target_without_command_streams_does_not_claim_their_fields():
    fields = ["PM4_SET_BASE.address", "COMPUTE_DIM_X.size"]
    target = ChangedDispatch(dict)
    target.hello.features = [name for name in target.hello.features if name != "packets"]
    result = certify_fields(target, "gfx906", fields[:1])
    assert +result.dispatch[fields[0]].counts == {"not claimed": 1}
    assert result.dispatch[fields[0]].first == "packets: the target takes no command streams"
    with open_target("manual") as target:
        result = certify_fields(target, "gfx906", fields)
        assert [set(+tally.counts) for tally in result.dispatch.values()] == [{"not claimed"}, {"unsupported"}]


def test_packet_fields_have_rules_and_coverage():
    assert dispatch_fields.rules_of_field("PM4_NOP.body", False) == []
    assert dispatch_fields.rules_of_field("PM4_SET_BASE.address", True) == ["dispatch.packets"]
    watcher = program_reach.Watcher("gfx906")
    watcher.add_case(parse_case(command_streams.draw_dispatch("gfx906", "PM4_SET_BASE.address", 1, 0, True).case))
    assert watcher.reach.dispatch["PM4_SET_BASE.address"] == watcher.reach.dispatch["PM4_DISPATCH_INDIRECT.offset"] == 1
    assert "PM4_DMA_DATA.source" not in watcher.reach.dispatch
