"""What a campaign found, as text."""
from __future__ import annotations

from collections import Counter

from ...generators.programs import program_coverage
from ..export.certificate_text import many
from .run_database import Campaign
from .triage import defects

WRITES = "assay fuzz --report FILE --cases DIR writes"
HINT = "  most do not get far: --passed CERTIFICATE leaves out what fails or is not there one by one"
FIRST = 10                                           # failing streams shown where none was told apart


def lines(campaign: Campaign) -> tuple[list[str], bool]:
    """(lines, whether anything failed)."""
    tally, about = campaign.tally(), campaign.about
    instructions = tally.pop("instructions", 0)
    groups = Counter()
    for name, count in tally.items():
        groups[name.partition(":")[0]] += count
    options = about.options
    found = [
        f"{about.target} on {options.arch}: {campaign.programs():,} programs, {instructions:,} instructions, "
        f"seed {options.seed}, length {options.length[0]}-{options.length[1]}"
    ]
    found.append("  " + ", ".join(f"{groups[name]:,} {name}" for name in
                                  ("pass", "fail", "unsupported", "not exercised", "illegal") if groups[name]))
    found += [f"  {count:,} {name}" for name, count in tally.most_common() if ":" in name][:FIRST]
    if groups["fail"] + groups["unsupported"] > groups["pass"] and options.forms is None:
        found.append(HINT)
    found.append("  reached: " + reached(campaign))
    return found + failures(campaign), bool(groups["fail"])


def reached(campaign: Campaign) -> str:
    """Bins by axis."""
    array = program_coverage.nothing(campaign.about.options.arch)
    for _, _, bins in campaign.sheets():
        array.reshape(-1)[bins] = True
    return ", ".join(f"{count:,} {name}" for name, count in program_coverage.counts(array).items())


def failures(campaign: Campaign) -> list[str]:
    """The failing streams: by defect where they were told apart, else the first."""
    told = defects(campaign)
    if told:
        programs = "its program" if len(told) == 1 else "their programs"
        found = [f"  {many(len(told), 'defect')} told apart; {WRITES} {programs}:"]
        for one in told:
            found.append(f"  {'; '.join(one.texts) or 'stream ' + str(one.numbers[0])}")
            found.append(f"      {one.said} (stream {one.numbers[0]}: {one.sign})")
        return found
    every = campaign.failures()
    shown = [f"  stream {one.number}: {one.cause}: {one.said}" for one in every[:FIRST]]
    return shown + [f"  and {len(every) - FIRST:,} more"] * (len(every) > FIRST)
