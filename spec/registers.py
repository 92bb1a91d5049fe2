"""registers.txt -> Register and Field: hardware registers by the number S_GETREG takes, dispatch registers by their
byte offset, the kernel descriptor and resource descriptors."""
import re
from dataclasses import dataclass

from .rows import need

NAME = re.compile(r"(?P<name>[A-Z]\w*?)(?:_0\.\.(?P<last>\d+))?"
                  r"(?:(?P<known>[=~])(?P<number>\d+)|@(?P<offset>0x[0-9a-f]+))?$")
BITS = re.compile(r"(\d+):(\d+)$")
ACCESS = ("rw", "trap", "r", "-")
DISPATCH = ("used", "none", "zero")                      # access of a field of a dispatch register


@dataclass(frozen=True, slots=True)
class Field:
    """`width` bits from bit `low` on, of a word as wide as the register.  `access`: one of ACCESS; of a dispatch
    register one of DISPATCH, and `reason` says why it is not used."""
    low: int
    width: int
    access: str = "-"
    reason: str = ""

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
    `places`: {family: byte offset in SH space} of a dispatch register; `count`: so many of them, four bytes apart;
    `fields`: {family: {name: Field}}; `writable`: a program may write it; `where`: file:line of its first field."""
    name: str
    number: int | None
    printed: bool
    places: dict
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
        word, fields = 0, self.fields[family]
        for name, value in values.items():
            word += fields[name].put(value)
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

    def names(self, family):
        """[(name, offset)] of a dispatch register of the family: one, or as many as it counts."""
        offset = self.places[family]
        if self.count == 1:
            return [(self.name, offset)]
        return [(f"{self.name}_{n}", offset + 4 * n) for n in range(self.count)]


def named(text, access, where):
    """'MODE=1' and how it may be touched -> a Register without fields."""
    m = NAME.match(text)
    need(m, where, f"what is {text!r}?  A register is NAME, NAME=number, NAME~number, NAME@0xoffset or "
                   "NAME_0..last@0xoffset")
    number, offset = m["number"], m["offset"]
    return Register(
        m["name"], int(number) if number else None, m["known"] == "=", {None: int(offset, 16)} if offset else {},
        int(m["last"] or 0) + 1, {}, access == "rw", where,
    )


def field_of(row, dispatch):
    """A row's Field; a dispatch register's that is not used says why."""
    bits, where = BITS.match(row["bits"]), row["where"]
    need(bits and int(bits[1]) >= int(bits[2]), where, f"bits are high:low, not {row['bits']!r}")
    words = DISPATCH if dispatch else ACCESS
    need(row["access"] in words, where, f"access is one of {', '.join(words)}")
    low, high, reason = int(bits[2]), int(bits[1]), row["section"].partition(": ")[2] if dispatch else ""
    need(not dispatch or bool(reason) == (row["access"] != "used"), where,
         "what is not used says why, 'SECTION: reason'; what is used does not")
    return Field(low, high - low + 1, row["access"], reason)


def read_registers(rows, families):
    """Rows of registers.txt -> {name: Register}; a bit belongs to one field."""
    out = {}
    for row in rows:
        where = row["where"]
        need(row["family"] in (*families, "all"), where, f"family is {', '.join(families)} or all")
        new = named(row["register"], row["access"], where)
        register, place = out.setdefault(new.name, new), new.places.pop(None, None)
        need((new.number, new.writable) == (register.number, register.writable), where,
             f"{new.name} has another number or access elsewhere at {register.where}")
        field = field_of(row, place is not None)
        for family in families if row["family"] == "all" else (row["family"],):
            fields = register.fields.setdefault(family, {})
            held = register.places.setdefault(family, place) if place is not None else None
            need(place == held, where, f"{new.name} has another offset elsewhere at {register.where}")
            need(not any(field.mask & other.mask for other in fields.values()), where,
                 f"{row['bits']} belong to another field")
            need(row["field"] not in fields, where, f"{new.name} has a field {row['field']} already")
            fields[row["field"]] = field
    return out


def hardware(registers, family=None):
    """{name in small letters: number} of what S_GETREG reads, of one family or all."""
    numbered = [r for r in registers.values() if r.number is not None]
    return {r.name.lower(): r.number for r in numbered if family is None or family in r.fields}


def offsets(registers, family):
    """{name: byte offset} of the dispatch registers of a family."""
    return dict(pair for r in registers.values() if family in r.places for pair in r.names(family))
