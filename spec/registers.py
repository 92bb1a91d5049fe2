"""Read registers.txt into Register and Field.
The table has hardware registers by their number in S_GETREG, dispatch registers by byte offset, the kernel descriptor,
and resource descriptors."""
import re
from dataclasses import dataclass

from .rows import need

NAME = re.compile(r"(?P<name>[A-Z]\w*?)(?:_0\.\.(?P<last>\d+))?"
                  r"(?:(?P<known>[=~])(?P<number>\d+)|@(?P<offset>0x[0-9a-f]+))?$")
BITS = re.compile(r"(\d+):(\d+)$")
ACCESS = ("rw", "trap", "r", "-")
DISPATCH = ("used", "none", "zero")                      # access words of dispatch registers


@dataclass(frozen=True, slots=True)
class Field:
    """`width` bits from bit `low` on.
    `access`: one of ACCESS, or of DISPATCH for a dispatch register; `reason`: why such a field is not used."""
    low: int
    width: int
    access: str = "-"
    reason: str = ""

    @property
    def mask(self):
        """The field's bits in the register."""
        return (1 << self.width) - 1 << self.low

    def get(self, word):
        """Return its value in `word`."""
        return word >> self.low & (1 << self.width) - 1

    def put(self, value):
        """Return `value` at the field's position. ValueError if it does not fit."""
        if not 0 <= value < 1 << self.width:
            raise ValueError(f"{value} does not fit in {self.width} bits")
        return value << self.low


@dataclass(frozen=True, slots=True)
class Register:
    """One register or descriptor.
    `number`: as S_GETREG names it, or None; `printed`: assemblers know its name; `places`: {family: byte offset in SH
    space} of a dispatch register; `count`: number of such registers, four bytes apart; `fields`: {family: {name:
    Field}}; `writable`: programs may write it; `where`: file:line of its first field."""
    name: str
    number: int | None
    printed: bool
    places: dict
    count: int
    fields: dict
    writable: bool
    where: str

    def field(self, family, name):
        """Return the Field `name`; KeyError if the family has none."""
        return self.fields[family][name]

    def pack(self, family, bits, values):
        """Return the register of `bits` bits as bytes.
        `values`: {field: number}; other fields are 0. Raises KeyError for an unknown field, ValueError if a value does
        not fit."""
        word, fields = 0, self.fields[family]
        for name, value in values.items():
            word += fields[name].put(value)
        return word.to_bytes(bits // 8, "little")

    def unpack(self, family, data):
        """Return {field: value} of the register in `data`."""
        word = int.from_bytes(data, "little")
        return {name: field.get(word) for name, field in self.fields[family].items()}

    def foreign(self, family, data):
        """Return the names of fields that only other families have and that are not 0 in `data`."""
        word = int.from_bytes(data, "little")
        all_fields = {name: field for fields in self.fields.values() for name, field in fields.items()}
        return [name for name, field in all_fields.items() if name not in self.fields[family] and field.get(word)]

    def names(self, family):
        """Return [(name, offset)] of a dispatch register of the family, one for each of its `count`."""
        offset = self.places[family]
        if self.count == 1:
            return [(self.name, offset)]
        return [(f"{self.name}_{n}", offset + 4 * n) for n in range(self.count)]


def parse_register(text, access, where):
    """Parse 'MODE=1' and its access into a Register without fields."""
    m = NAME.match(text)
    need(m, where, f"unknown register {text!r}; a register is NAME, NAME=number, NAME~number, NAME@0xoffset or "
                   "NAME_0..last@0xoffset")
    number, offset = m["number"], m["offset"]
    return Register(
        m["name"], int(number) if number else None, m["known"] == "=", {None: int(offset, 16)} if offset else {},
        int(m["last"] or 0) + 1, {}, access == "rw", where,
    )


def parse_field(row, dispatch):
    """Return a row's Field; an unused field of a dispatch register needs a reason."""
    bits, where = BITS.match(row["bits"]), row["where"]
    need(bits and int(bits[1]) >= int(bits[2]), where, f"bits are high:low, not {row['bits']!r}")
    words = DISPATCH if dispatch else ACCESS
    need(row["access"] in words, where, f"access is one of {', '.join(words)}")
    low, high, reason = int(bits[2]), int(bits[1]), row["section"].partition(": ")[2] if dispatch else ""
    need(not dispatch or bool(reason) == (row["access"] != "used"), where,
         "an unused field needs a reason, 'SECTION: reason'; a used one must not have one")
    return Field(low, high - low + 1, row["access"], reason)


def read_registers(rows, families):
    """Read the rows of registers.txt into {name: Register}. Raises SpecError if two fields share a bit."""
    out = {}
    for row in rows:
        where = row["where"]
        need(row["family"] in (*families, "all"), where, f"family is {', '.join(families)} or all")
        new = parse_register(row["register"], row["access"], where)
        register, place = out.setdefault(new.name, new), new.places.pop(None, None)
        need((new.number, new.writable) == (register.number, register.writable), where,
             f"{new.name} has another number or access elsewhere at {register.where}")
        field = parse_field(row, place is not None)
        for family in families if row["family"] == "all" else (row["family"],):
            fields = register.fields.setdefault(family, {})
            known_place = register.places.setdefault(family, place) if place is not None else None
            need(place == known_place, where, f"{new.name} has another offset elsewhere at {register.where}")
            need(not any(field.mask & other.mask for other in fields.values()), where,
                 f"{row['bits']} overlap another field")
            need(row["field"] not in fields, where, f"{new.name} has a field {row['field']} already")
            fields[row["field"]] = field
    return out


def hardware_numbers(registers, family=None):
    """Return {name in small letters: number} of the hardware registers of one family or of all."""
    numbered = [r for r in registers.values() if r.number is not None]
    return {r.name.lower(): r.number for r in numbered if family is None or family in r.fields}


def offsets(registers, family):
    """Return {name: byte offset} of the dispatch registers of a family."""
    return dict(pair for r in registers.values() if family in r.places for pair in r.names(family))
