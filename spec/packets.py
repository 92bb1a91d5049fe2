"""packets.txt -> Kinds: the type-3 packets of a command stream."""
from dataclasses import dataclass

from .rows import need

SH_SPACE = 0xB000                                        # byte address of SET_SH_REG's register 0
FILLER = 2                                               # packets of type 2 are one dword long and do nothing
ALONE = 0x3FFF                                           # the count of a NOP that is its header alone
DOES = ("runs", "nothing", "refused")


@dataclass(frozen=True, slots=True)
class Kinds:
    """`names`: {opcode: name}; `numbers`: {name: opcode}; `does`: {name: one of DOES}; `families`: {name: whose command
    processors have it, or 'all'}."""
    names: dict
    numbers: dict
    does: dict
    families: dict

    def there(self, name, family):
        """Does the command processor of a family have it?"""
        return self.families[name] in ("all", family)

    def packet(self, name, *words, bits=0):
        """One with these dwords behind its header, a NOP without any its header alone.  `bits`: the header's lowest,
        of which 1 says that it is about the compute pipe, where it matters.  KeyError for a name there is none of."""
        count = len(words) - 1 if words else ALONE
        header = 3 << 30 | count << 16 | self.numbers[name] << 8 | bits
        return b"".join((word & 0xFFFFFFFF).to_bytes(4, "little") for word in (header, *words))


def read(rows):
    """The rows of packets.txt -> Kinds.  Raises SpecError."""
    found = Kinds({}, {}, {}, {})
    for row in rows:
        where, name, does = row["where"], row["name"], row["does"]
        try:
            opcode = int(row["opcode"], 16)
        except ValueError:
            opcode = -1
        need(0 <= opcode < 256, where, f"opcode is a byte such as 0x10, not {row['opcode']!r}")
        need(does in DOES, where, f"does is one of {', '.join(DOES)}, not {does!r}")
        fresh = opcode not in found.names and name not in found.numbers
        need(fresh, where, f"{name} or its opcode stands above already")
        found.names[opcode], found.numbers[name], found.does[name] = name, opcode, does
        found.families[name] = row["family"]
    return found
