"""PM4 packets of a compute dispatch -> COMPUTE_* registers.

A type-3 packet has its opcode in bits 15:8, and in 29:16 its dwords less two."""
from __future__ import annotations

from ...harness import register_names

SET_SH_REG, DISPATCH_DIRECT, DISPATCH_INDIRECT, SET_BASE, LOAD_SH_REG_INDEX = 0x76, 0x15, 0x16, 0x11, 0x63
SHADER_SPACE = 0xB000                                            # bytes; SET_SH_REG counts dwords from here
WITHOUT_EFFECT = {0x10: "NOP", 0x37: "WRITE_DATA", 0x50: "DMA_DATA", 0x46: "EVENT_WRITE", 0x58: "ACQUIRE_MEM",
                  0x28: "CONTEXT_CONTROL", 0x42: "PFP_SYNC_ME"}
AXES = "XYZ"


def registers(packets: list[int], arch: str, memory) -> dict[str, int]:
    """COMPUTE_* registers by name, as they stand at the one dispatch of the stream. `memory(address, size)` reads what
    an indirect dispatch asks for. Raises ValueError for a packet that is not known."""
    found, base, at = {}, 0, 0
    names = {offset: name for name, offset in register_names.dispatch_of(arch).items()}
    while at < len(packets):
        head = packets[at]
        code, body = head >> 8 & 0xFF, packets[at + 1:at + 2 + (head >> 16 & 0x3FFF)]
        if head >> 30 != 3:
            raise ValueError(f"packet {head:#x} at dword {at} is not of type 3")
        at += 1 + len(body)
        if code == SET_SH_REG:
            offsets = (SHADER_SPACE + 4 * (body[0] + n) for n in range(len(body) - 1))
            found |= {names.get(offset, f"{offset:#x}"): value for offset, value in zip(offsets, body[1:])}
        elif code == LOAD_SH_REG_INDEX:
            data = memory(body[1] << 32 | body[0] & ~3, 4 * body[3])
            found |= {names.get(SHADER_SPACE + 4 * (body[2] + n), ""): value for n, value in enumerate(_dwords(data))}
        elif code == SET_BASE:
            base = body[2] << 32 | body[1]
        elif code in (DISPATCH_DIRECT, DISPATCH_INDIRECT):
            size = body[:3] if code == DISPATCH_DIRECT else _dwords(memory(base + body[0], 12))
            found |= {f"COMPUTE_DIM_{axis}": n for axis, n in zip(AXES, size)}
            return found | {"COMPUTE_DISPATCH_INITIATOR": body[-1]}
        elif code not in WITHOUT_EFFECT:
            raise ValueError(f"packet {code:#04x} at dword {at} is not known here")
    raise ValueError("the stream dispatches nothing")


def _dwords(data: bytes) -> list[int]:
    return [int.from_bytes(data[at:at + 4], "little") for at in range(0, len(data), 4)]
