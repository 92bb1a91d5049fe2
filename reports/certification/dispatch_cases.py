"""Generated dispatches on model and target, by the field that they are about: of the compute pipe's registers, of
kernel descriptors, of the packet that starts a kernel, of those of command streams.  First with nothing but what a
field needs, then with others besides that were right alone."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import islice

from ...generators.dispatches import kernel_descriptors, random_dispatches, command_streams
from ...generators.form_coverage.case_limits import Limits
from ...generators.instructions import form_selection
from ...spec import ARCHS, all_registers

PLAIN, MIXED = {False: 6, True: 2}, {False: 6, True: 2}                # cases of a field: in full, and quick
TRIES = 8                                                              # draws for a case at most
PREFIX = "dispatch:"                                                   # of a part of --only
# The rule that a field belongs to, by globs; the first that fits.
RULES = (
    ("*.tgid_*_en", "dispatch.sgpr.user"), ("*.user_sgpr", "dispatch.sgpr.user"), ("*USER_DATA*", "dispatch.sgpr.user"),
    ("*.tg_size_en", "dispatch.sgpr.group"), ("*.ordered_append_*", "dispatch.sgpr.group"),
    ("*.wave_id_base", "dispatch.sgpr.group"), ("*.tidig_comp_cnt", "dispatch.vgpr.ids"),
    ("*.grid_size_?", "dispatch.partial"), ("*.workgroup_size_?", "dispatch.waves"),
    ("*.group_segment*", "dispatch.lds"), ("*.private_segment*", "dispatch.scratch"),
    ("*.enable_sgpr_*", "dispatch.sgpr.user"), ("*.partial*", "dispatch.partial"),
    ("*NUM_THREAD*", "dispatch.waves"), ("*PGM_LO*", "dispatch.start"),
    ("*PGM_HI*", "dispatch.start"), ("*SCRATCH*", "dispatch.scratch"), ("*TMPRING*", "dispatch.scratch"),
    ("*.scratch_en", "dispatch.scratch"), ("*.lds_size", "dispatch.lds"), ("*.?gprs", "dispatch.allocation"),
    ("*.float_mode", "dispatch.mode"), ("*.dx10_clamp", "dispatch.mode"), ("*.ieee", "dispatch.mode"),
    ("*.fp16_ovfl", "dispatch.mode"), ("*.debug", "dispatch.mode"), ("*.excp_en*", "dispatch.mode"),
    ("*.trap_on_end", "dispatch.mode"), ("*.priority", "dispatch.status"), ("*.priv", "dispatch.status"),
    ("*.cdbg_user", "dispatch.status"), ("*.trap_*", "dispatch.status"), ("*_DIM_*", "dispatch.walk"),
    ("*_START_*", "dispatch.walk"), ("*DISPATCH_INITIATOR.*", "dispatch.walk"), ("PM4_*", "dispatch.packets"),
)


@dataclass(slots=True)
class Tally:
    """What the dispatches about a field gave.  `first`: of the first that did not pass, why; `pair`: of the first that
    failed."""
    counts: Counter = field(default_factory=Counter)
    first: str = ""
    pair: object = None

    def add(self, pair) -> None:
        compared = pair.comparison
        self.counts[compared.verdict] += 1
        self.first = self.first or (compared.text or compared.cause)
        if compared.verdict == "fail" and self.pair is None:
            self.pair, self.first = pair, compared.text or compared.cause

    def leave(self, verdict: str, why: str) -> None:
        """A dispatch that did not run."""
        self.counts[verdict] += 1
        self.first = self.first or why

    @property
    def right(self) -> bool:
        """Did all pass that were decided, and some?"""
        return bool(self.counts["pass"]) and not self.counts["fail"] and not self.counts["unsupported"]


def rule_of(about: str, heeded: bool) -> list[str]:
    """The rule that a field belongs to; none of one that changes no result."""
    return [rule for glob, rule in RULES if heeded and fnmatchcase(about, glob)][:1]


def chosen(only: str | None, archs) -> dict[str, tuple[str, ...]]:
    """{arch: fields} that `dispatch:GLOB` parts of --only choose, whatever the case of letters; None chooses all.
    Raises SelectError where a part chooses none."""
    globs = [] if only is None else [
        part.strip()[len(PREFIX):].lower() or "*" for part in only.split(",") if part.strip().startswith(PREFIX)]
    for glob in globs:
        if not any(fnmatchcase(about.lower(), glob) for arch in archs for about in heeded(arch)):
            raise form_selection.SelectError(f"--only: '{PREFIX}{glob}' chooses no field of dispatches on "
                              f"{' or '.join(archs)}; it is a glob over REGISTER.field as certificates have them")
    return {arch: tuple(about for about in heeded(arch)
                        if only is None or any(fnmatchcase(about.lower(), glob) for glob in globs)) for arch in archs}


def forms(only: str | None, archs) -> dict[str, tuple[int, ...]]:
    """The forms that --only chooses, as select.chosen(): none where it is about dispatches alone."""
    parts = [part for part in (only or "").split(",") if part.strip()]
    mine = [part for part in parts if not part.strip().startswith(PREFIX)]
    if parts and not mine:
        return dict.fromkeys(archs, ())
    return form_selection.chosen(None if only is None else ",".join(mine), archs)


def drawn(arch: str, fields, seed: int, counts: int, plain: bool, limits: Limits, wrong=frozenset()):
    """So many dispatches about each of these fields, as far as they do without those that are `wrong`."""
    without = frozenset(wrong | fixed(heeded(arch), limits))
    for about in fields:
        kind = kind_of(arch, about)
        every = (kind.draw(arch, about, seed, number, plain, without, limits.sizes(arch), limits.mode)
                 for number in range(TRIES * counts))
        yield from islice((one for one in every if not (kind.used(one) - {about}) & wrong), counts)


def fixed(fields, limits: Limits) -> set[str]:
    """Those that say what MODE starts with where that has one value."""
    return {about for about in fields
            if random_dispatches.MODE_BITS.get(kernel_descriptors.held(about) or about, 0) & limits.mode[0]}


def heeded(arch: str) -> dict[str, bool]:
    """{field: may a result depend on it?}"""
    return random_dispatches.fields_of(arch) | kernel_descriptors.fields_of(arch) | command_streams.fields_of(arch)


def kind_of(arch: str, about: str):
    """The generator of dispatches about a field."""
    return next(one for one in (kernel_descriptors, command_streams, random_dispatches) if about in one.fields_of(arch))


def refused(about: str, features) -> str:
    """Why a target with these features is not asked about a field; "": it is."""
    lacks = about.startswith(command_streams.PREFIX) and "packets" not in features
    return "packets: the target takes no command streams" if lacks else ""


def fields_set(arch: str, words: dict[str, int], descriptor: bytes | None = None, stream=()) -> set[str]:
    """The fields that these registers, or a descriptor, set to something, and those of the packets of a stream."""
    found, known = command_streams.fields_in(stream), heeded(arch)
    for name, value in (kernel_descriptors.unpacked(arch, descriptor) if descriptor else {}).items():
        if value and name in known:
            found.add(name)
    for name, word in words.items():
        register = "COMPUTE_USER_DATA" if name.startswith("COMPUTE_USER_DATA_") else name
        for one, bits in all_registers()[register].fields[ARCHS[arch]].items():
            if bits.get(word) and f"{register}.{one}" in known:
                found.add(f"{register}.{one}")
    return found
