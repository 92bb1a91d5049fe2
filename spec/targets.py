"""Read targets.txt: the properties of each architecture within its family."""
import re
from dataclasses import dataclass

from .rows import need

# Members of `struct traits` from targets.txt; the others are from traits.txt.
LIMITS = ("wave32", "max_vgprs", "vgpr_blocks_w32", "vgpr_blocks_w64", "sgprs", "max_lds")


@dataclass(frozen=True, slots=True)
class Target:
    """One architecture.
    `manual`: the document whose rules apply; `machine`, `generic`: EF_AMDGPU_MACH of its code objects and of those for
    its family; `waves`: sizes, the default first; `blocks`: {wave size: VGPRs of an allocation block}; `lds`: bytes of
    a group; `features`: words that rows may need; `certified`: a default of `assay certify`."""
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
        """Return {trait: value} of this architecture; None for a missing wave size."""
        blocks = self.blocks.get(32), self.blocks.get(64)
        return dict(zip(LIMITS, (32 in self.waves, self.vgprs, *blocks, self.sgprs, self.lds)))


def parse_numbers(row, column):
    """Return the numbers of '24,12' or '0x2f'."""
    words = row[column].split(",")
    fits = all(re.fullmatch(r"0x[0-9a-f]+|\d+", word) for word in words)
    need(fits, row["where"], f"{column} is a number, or numbers joined by ',', not {row[column]!r}")
    return tuple(int(word, 0) for word in words)


def parse_number(row, column):
    """Return the single number of a column."""
    numbers = parse_numbers(row, column)
    need(len(numbers) == 1, row["where"], f"{column} is one number, not {row[column]!r}")
    return numbers[0]


def parse_target(row):
    """Return the Target of a row {column: text}."""
    where, name, waves, blocks = row["where"], row["name"], parse_numbers(row, "waves"), parse_numbers(row, "blocks")
    need(re.fullmatch(r"[a-z]\w*", name), where, f"{name!r} is not a valid name; names are lower case")
    need(set(waves) <= {32, 64} and len(set(waves)) == len(waves), where, f"waves are 32 and 64, not {row['waves']!r}")
    need(len(blocks) == len(waves), where, f"blocks has a number for each of the waves {row['waves']}")
    fits = parse_number(row, "vgprs") <= 256 and parse_number(row, "lds") <= 65536
    need(fits, where, "the model has at most 256 VGPRs and 65536 bytes of LDS")
    need(row["certified"] in ("yes", "no"), where, f"certified is yes or no, not {row['certified']!r}")
    features = frozenset(word for word in row["features"].split(",") if word != "-")
    return Target(
        name=name,
        family=row["family"],
        manual=row["manual"],
        llvm=row["llvm"],
        machine=parse_number(row, "machine"),
        generic=parse_number(row, "generic"),
        waves=waves,
        vgprs=parse_number(row, "vgprs"),
        blocks=dict(zip(waves, blocks)),
        sgprs=parse_number(row, "sgprs"),
        lds=parse_number(row, "lds"),
        features=features,
        certified=row["certified"] == "yes",
        where=where,
    )


def read(rows):
    """Return {name: Target} of the rows, in order. Raises SpecError for a repeated name or machine number."""
    targets, machines = {}, {}
    for row in rows:
        new = parse_target(row)
        need(new.name not in targets, new.where, f"{new.name} is defined twice")
        need(new.machine not in machines, new.where, f"machine {new.machine:#x} is already {machines.get(new.machine)}")
        targets[new.name], machines[new.machine] = new, new.name
    return targets
