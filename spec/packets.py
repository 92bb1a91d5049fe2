"""Read packets.txt: the type-3 packets of a command stream."""
from dataclasses import dataclass

from .rows import need

SH_SPACE = 0xB000                                        # byte address of register 0 of SET_SH_REG
TYPE_2 = 2                                               # packets of type 2 have one dword and do nothing
HEADER_ONLY = 0x3FFF                                           # count of a NOP without further dwords
DOES = ("runs", "nothing", "refused")


@dataclass(frozen=True, slots=True)
class PacketTable:
    """Packet types.
    `names`: {opcode: name}; `numbers`: {name: opcode}; `does`: {name: its action, one of DOES}; `families`: {name: the
    family whose command processor has it, or 'all'}."""
    names: dict
    numbers: dict
    does: dict
    families: dict

    def supports(self, name, family):
        """Return whether the command processor of a family supports the packet."""
        return self.families[name] in ("all", family)

    def packet(self, name, *words, bits=0):
        """Return a packet with these dwords after its header; a NOP without dwords is its header alone.
        `bits`: the lowest bits of the header; 1 selects the compute pipe. KeyError for an unknown name."""
        count = len(words) - 1 if words else HEADER_ONLY
        header = 3 << 30 | count << 16 | self.numbers[name] << 8 | bits
        return b"".join((word & 0xFFFFFFFF).to_bytes(4, "little") for word in (header, *words))


def read(rows):
    """Return the rows of packets.txt as a PacketTable. Raises SpecError."""
    table = PacketTable({}, {}, {}, {})
    for row in rows:
        where, name, does = row["where"], row["name"], row["does"]
        try:
            opcode = int(row["opcode"], 16)
        except ValueError:
            opcode = -1
        need(0 <= opcode < 256, where, f"opcode is a byte such as 0x10, not {row['opcode']!r}")
        need(does in DOES, where, f"does is one of {', '.join(DOES)}, not {does!r}")
        is_new = opcode not in table.names and name not in table.numbers
        need(is_new, where, f"{name} or its opcode is defined above")
        table.names[opcode], table.numbers[name], table.does[name] = name, opcode, does
        table.families[name] = row["family"]
    return table
