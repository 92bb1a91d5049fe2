"""registers.txt -> Register and Field: hardware registers by the number S_GETREG takes, dispatch registers by their
byte offset, the kernel descriptor and resource descriptors."""
import re
from dataclasses import dataclass

from .rows import need

NAME = re.compile(r"(?P<name>[A-Z]\w*?)(?:_0\.\.(?P<last>\d+))?"
                  r"(?:(?P<known>[=~])(?P<number>\d+)|@(?P<offset>0x[0-9a-f]+))?$")
BITS = re.compile(r"(\d+):(\d+)$")
ACCESS = ("rw", "r", "-")


@dataclass(frozen=True, slots=True)
class Field:
    """`width` bits from bit `low` on, of a word as wide as the register."""
    low: int
    width: int

    @property
    def mask(self):
        """The field's bits in the register."""
        return (1 << self.width) - 1 << self.low

    def get(self, word):
        """Its value in `word`."""
        return word >> self.low & (1 << self.width) - 1

    def put(self, value):
        """`value` where it stands in the register.  ValueError when it does not fit."""
        if not 0 <= value < 1 << self.width:
            raise ValueError(f"{value} does not fit in {self.width} bits")
        return value << self.low


@dataclass(frozen=True, slots=True)
class Register:
    """One register or descriptor.  `number`: as S_GETREG names it, or None; `printed`: assemblers know that name;
    `offset`: bytes in SH space, or None; `count`: so many of them, four bytes apart; `fields`: {family: {name: Field}};
    `writable`: a program may write it; `where`: file:line of its first field."""
    name: str
    number: int | None
    printed: bool
    offset: int | None
    count: int
    fields: dict
    writable: bool
    where: str

    def field(self, family, name):
        """Its Field `name`; KeyError where the family has none."""
        return self.fields[family][name]

    def pack(self, family, bits, values):
        """The register of `bits` bits with `values` ({field: number}, others 0), as bytes.  KeyError, ValueError as
        field, Field.put."""
        word = sum(self.field(family, name).put(value) for name, value in values.items())
        return word.to_bytes(bits // 8, "little")

    def unpack(self, family, data):
        """{field: value} of the register that `data` holds."""
        word = int.from_bytes(data, "little")
        return {name: field.get(word) for name, field in self.fields[family].items()}

    def foreign(self, family, data):
        """Fields of other families only that are not 0 in `data`."""
        word = int.from_bytes(data, "little")
        others = {name: field for fields in self.fields.values() for name, field in fields.items()}
        return [name for name, field in others.items() if name not in self.fields[family] and field.get(word)]

    def names(self):
        """[(name, offset)] of a dispatch register: one, or as many as it counts."""
        assert self.offset is not None
        if self.count == 1:
            return [(self.name, self.offset)]
        return [(f"{self.name}_{n}", self.offset + 4 * n) for n in range(self.count)]


def named(text, access, where):
    """'MODE=1' and how it may be touched -> a Register without fields."""
    m = NAME.match(text)
    need(m, where, f"what is {text!r}?  A register is NAME, NAME=number, NAME~number, NAME@0xoffset or "
                   "NAME_0..last@0xoffset")
    number, offset = m["number"], m["offset"]
    return Register(
        m["name"],
        int(number) if number else None,
        m["known"] == "=",
        int(offset, 16) if offset else None,
        int(m["last"] or 0) + 1,
        {},
        access == "rw",
        where,
    )


def read_registers(rows, families):
    """Rows of registers.txt -> {name: Register}; a bit belongs to one field."""
    out = {}
    for row in rows:
        where, bits = row["where"], BITS.match(row["bits"])
        need(bits and int(bits[1]) >= int(bits[2]), where, f"bits are high:low, not {row['bits']!r}")
        need(row["access"] in ACCESS, where, f"access is one of {', '.join(ACCESS)}")
        need(row["family"] in (*families, "all"), where, f"family is {', '.join(families)} or all")
        new = named(row["register"], row["access"], where)
        register = out.setdefault(new.name, new)
        need((new.number, new.offset, new.writable) == (register.number, register.offset, register.writable), where,
             f"{new.name} has another number, offset or access elsewhere at {register.where}")
        low, high = int(bits[2]), int(bits[1])
        for family in families if row["family"] == "all" else (row["family"],):
            fields = register.fields.setdefault(family, {})
            field = Field(low, high - low + 1)
            need(not any(field.mask & other.mask for other in fields.values()), where,
                 f"{row['bits']} belong to another field")
            need(row["field"] not in fields, where, f"{new.name} has a field {row['field']} already")
            fields[row["field"]] = field
    return out


def hardware(registers, family=None):
    """{name in small letters: number} of what S_GETREG reads, of one family or all."""
    numbered = [r for r in registers.values() if r.number is not None]
    return {r.name.lower(): r.number for r in numbered if family is None or family in r.fields}


def offsets(registers):
    """{name: byte offset} of the dispatch registers."""
    return dict(pair for r in registers.values() if r.offset is not None for pair in r.names())
