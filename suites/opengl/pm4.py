"""PM4 packets of RADV's null device -> those of a case, which the harness carries out:
harness/case/command_processor.py."""
from __future__ import annotations

import struct

from ...harness.case import register_names
from ...harness.case.command_processor import parse_packets
from ...spec import all_packets
from ...spec.packets import SH_SPACE


def placed(packets: list[int], arch: str, code: int) -> tuple[int, bytes]:
    """(where the code lies, the stream) with COMPUTE_PGM counted from the address `code`: RADV has its code at 0.
    Raises ValueError for a stream that does not set it once; CaseError for what is no packet."""
    first = (register_names.dispatch_register_offsets(arch)["COMPUTE_PGM_LO"] - SH_SPACE) // 4
    stream, at, places = struct.pack(f"<{len(packets)}I", *packets), 0, []
    for packet in parse_packets(stream):
        if packet.name == "SET_SH_REG" and packet.words[0] <= first < packet.words[0] + len(packet.words) - 1:
            places.append(at + 2 + first - packet.words[0])
        at += 1 + len(packet.words)
    if len(places) != 1:
        raise ValueError(f"the stream sets COMPUTE_PGM_LO {len(places)} times, and once was expected")
    base, made = code + (packets[places[0]] << 8), list(packets)
    made[places[0]] = base >> 8 & 0xFFFFFFFF
    upper = all_packets().packet("SET_SH_REG", first + 1, base >> 40 & 0xFF)     # as a queue's first stream sets it
    return base, upper + struct.pack(f"<{len(made)}I", *made)
