"""targets.txt -> Target: what tells one architecture from another of its family."""
import re
from dataclasses import dataclass

from .rows import need

# Members of `struct traits` that a line of targets.txt gives, besides the family's line of traits.txt.
LIMITS = ("wave32", "max_vgprs", "vgpr_blocks_w32", "vgpr_blocks_w64", "sgprs", "max_lds")


@dataclass(frozen=True, slots=True)
class Target:
    """One architecture.  `manual`: the document whose rules bind it; `machine`, `generic`: EF_AMDGPU_MACH of its code
    objects and of those for its whole family; `waves`: sizes, the default first; `blocks`: {wave size: VGPRs allocated
    together}; `lds`: bytes of a group; `features`: words that rows may need; `certified`: without --arch."""
    name: str
    family: str
    manual: str
    llvm: str
    machine: int
    generic: int
    waves: tuple
    vgprs: int
    blocks: dict
    sgprs: int
    lds: int
    features: frozenset
    certified: bool
    where: str

    @property
    def limits(self):
        """{trait: value} of what the table says of this architecture alone; None: no such wave size."""
        blocks = self.blocks.get(32), self.blocks.get(64)
        return dict(zip(LIMITS, (32 in self.waves, self.vgprs, *blocks, self.sgprs, self.lds)))


def numbers(row, column):
    """'24,12' or '0x2f' -> its numbers."""
    words = row[column].split(",")
    fits = all(re.fullmatch(r"0x[0-9a-f]+|\d+", word) for word in words)
    need(fits, row["where"], f"{column} is a number, or numbers joined by ',', not {row[column]!r}")
    return tuple(int(word, 0) for word in words)


def number(row, column):
    found = numbers(row, column)
    need(len(found) == 1, row["where"], f"{column} is one number, not {row[column]!r}")
    return found[0]


def target(row):
    """A line, as {column: text}, -> Target."""
    where, name, waves, blocks = row["where"], row["name"], numbers(row, "waves"), numbers(row, "blocks")
    need(re.fullmatch(r"[a-z]\w*", name), where, f"{name!r} is no architecture's name; names are lower case")
    need(set(waves) <= {32, 64} and len(set(waves)) == len(waves), where, f"waves are 32 and 64, not {row['waves']!r}")
    need(len(blocks) == len(waves), where, f"blocks has a number for each of the waves {row['waves']}")
    fits = number(row, "vgprs") <= 256 and number(row, "lds") <= 65536
    need(fits, where, "the model holds no more than 256 VGPRs and 65536 bytes of LDS")
    need(row["certified"] in ("yes", "no"), where, f"certified is yes or no, not {row['certified']!r}")
    features = frozenset(word for word in row["features"].split(",") if word != "-")
    return Target(
        name=name, family=row["family"], manual=row["manual"], llvm=row["llvm"], machine=number(row, "machine"),
        generic=number(row, "generic"), waves=waves, vgprs=number(row, "vgprs"), blocks=dict(zip(waves, blocks)),
        sgprs=number(row, "sgprs"), lds=number(row, "lds"), features=features, certified=row["certified"] == "yes",
        where=where,
    )


def read(rows):
    """Lines of targets.txt -> {name: Target}, in order; a name and a machine number stand once."""
    found, machines = {}, {}
    for row in rows:
        one = target(row)
        need(one.name not in found, one.where, f"{one.name} is already a line")
        need(one.machine not in machines, one.where, f"machine {one.machine:#x} is already {machines.get(one.machine)}")
        found[one.name], machines[one.machine] = one, one.name
    return found
