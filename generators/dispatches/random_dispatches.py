"""Random dispatches: COMPUTE_* registers here, kernel descriptors in kernel_descriptors.py, command streams in
command_streams.py, with a program that writes what its waves were started with (dispatch_code.py).

A dispatch is about one field, which has another value than it usually has, and what that needs; a mixed one has others
besides.  What a dispatch says stands in `values`: {"REGISTER.field": number}, what is not there is 0 or as usual."""
from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from math import prod

from ...spec import ARCHS, TARGETS, all_registers, architecture_traits, max_resident_waves
from .dispatch_code import PRIVATE_BASE, Given, Layout, Program, ending, handler

BASE, HIGH = 0x10000, 0xFFFF8000_00010000            # where code lies; the upper half of the address space
OUT = 0x2000_0000                                    # and what the program writes
INITIATOR, RSRC1, RSRC2, RSRC3 = ("COMPUTE_DISPATCH_INITIATOR", "COMPUTE_PGM_RSRC1", "COMPUTE_PGM_RSRC2",
                                  "COMPUTE_PGM_RSRC3")
RING, MISC, USER = "COMPUTE_TMPRING_SIZE", "COMPUTE_MISC_RESERVED", "COMPUTE_USER_DATA"
# Fields that say what MODE starts with: where, and what is usual.
MODE_FIELDS = {f"{RSRC1}.float_mode": (0, 8, 0xF0), f"{RSRC1}.dx10_clamp": (8, 1, 1), f"{RSRC1}.ieee": (9, 1, 1),
               f"{RSRC1}.debug": (11, 1, 0), f"{RSRC1}.fp16_ovfl": (23, 1, 0), f"{RSRC2}.excp_en": (12, 7, 0),
               f"{RSRC2}.excp_en_msb": (19, 2, 0)}
# What programs look at, by the fields that say it.
LOOKS = {"MODE": {*MODE_FIELDS, f"{RSRC3}.trap_on_end"}, "registers": {f"{RSRC1}.vgprs", f"{RSRC1}.sgprs"},
         "STATUS": {f"{RSRC1}.priority", f"{RSRC1}.priv", f"{RSRC1}.cdbg_user", f"{RSRC2}.trap_present"}}
MODE_BITS = {about: (1 << width) - 1 << low for about, (low, width, _) in MODE_FIELDS.items()}
USERS = 16                                           # registers of user data
ITEMS, GROUPS = 1024, 24                             # places of lanes of all groups together; groups
STEP = 256                                           # bytes: the unit of COMPUTE_PGM
KNOWING = 0.85                                       # how often lanes and waves have the numbers they need
OTHERS = 0.12                                        # how often a field is there that a mixed dispatch is not about
AXES = tuple(enumerate("XYZ"))


@dataclass(slots=True)
class Dispatch:
    """A generated dispatch.  `about`: the field; `plain`: about that alone; `looks`: of LOOKS; `values`: as above;
    `case`: the case, a dict of JSON values; `layout`: what its region `out` holds then; `parts`: of a command stream,
    its dispatches one after the other, each with `at`, where its program lies."""
    arch: str
    about: str
    wave: int
    plain: bool = True
    looks: frozenset[str] = frozenset()
    values: dict[str, int] = field(default_factory=dict)
    layout: Layout = field(default_factory=lambda: Layout(1, 1))
    at: int = 0
    parts: list[Dispatch] = field(default_factory=list)
    case: dict = field(default_factory=dict)

    @property
    def fields(self) -> set[str]:
        """Those that have another value than where a dispatch is about nothing."""
        usual = usual_values(self.arch, self.wave)
        return {name for name, value in self.values.items() if value != usual.get(name, 0)}

    def get(self, name: str, usual: int = 0) -> int:
        return self.values.get(name, usual)


@cache
def fields_of(arch: str) -> dict[str, bool]:
    """{field: whether a dispatch heeds it} of the registers of the compute pipe; those that must be 0 are left out.
    Registers of user data are one."""
    found = {}
    for register in all_registers().values():
        if ARCHS[arch] in register.places:
            for name, one in register.fields[ARCHS[arch]].items():
                if one.access != "zero":
                    found[f"{register.name}.{name}"] = one.access == "used"
    return found


# ---- what a field is set to ----

def some(rng, one: str, arch: str) -> int:
    """Any value of a field but 0, often all ones."""
    register, _, name = one.partition(".")
    most = (1 << all_registers()[register].fields[ARCHS[arch]][name].width) - 1
    return most if rng.randrange(4) == 0 else rng.randint(1, most)


def cleared(one: str) -> Callable:
    """A field that usually is 1."""
    def chosen(d: Dispatch, rng) -> None:
        d.values[one] = 0
    return chosen


def size(axis: str) -> Callable:
    def chosen(d: Dispatch, rng) -> None:
        d.values[f"COMPUTE_NUM_THREAD_{axis}.full"] = rng.choice((1, 2, 3, 5, 7, 8, 16, 17, 31, 33, 64, 65, 100))
    return chosen


def dim(axis: str) -> Callable:
    def chosen(d: Dispatch, rng) -> None:
        d.values[f"COMPUTE_DIM_{axis}.size"] = rng.choice((0, 2, 2, 3, 4) if d.plain else (0, 1, 2, 2, 3, 4))
    return chosen


def start(axis: str) -> Callable:
    def chosen(d: Dispatch, rng) -> None:
        count = rng.choice((2, 3, 4))
        d.values[f"COMPUTE_DIM_{axis}.size"] = count
        d.values[f"COMPUTE_START_{axis}.start"] = rng.choice((1, 1, count - 1, count, count + 1))
    return chosen


def partial(axis: str) -> Callable:
    def chosen(d: Dispatch, rng) -> None:
        full = d.values[f"COMPUTE_NUM_THREAD_{axis}.full"] = rng.choice((3, 8, 16, 33))
        d.values[f"COMPUTE_NUM_THREAD_{axis}.partial"] = rng.randrange(1, full)
        d.values[f"COMPUTE_DIM_{axis}.size"] = rng.choice((1, 2, 3))
        d.values[f"{INITIATOR}.partial_tg_en"] = 1
    return chosen


def partial_or_not(d: Dispatch, rng) -> None:
    axis = rng.choice("XYZ")
    partial(axis)(d, rng)
    d.values[f"{INITIATOR}.partial_tg_en"] = 1 if d.plain else rng.choice((0, 1))


def force_start(d: Dispatch, rng) -> None:
    axis = rng.choice("XYZ")
    d.values |= {f"COMPUTE_DIM_{axis}.size": 3, f"COMPUTE_START_{axis}.start": rng.choice((1, 2)),
                 f"{INITIATOR}.force_start_at_000": 1}


def items_counted(d: Dispatch, rng) -> None:
    axis, full = rng.choice("XYZ"), rng.choice((3, 8, 16))
    d.values |= {f"COMPUTE_NUM_THREAD_{axis}.full": full, f"COMPUTE_DIM_{axis}.size": rng.randrange(1, 3 * full),
                 f"{INITIATOR}.use_thread_dimensions": 1}


def several_waves(d: Dispatch, rng) -> None:
    count = d.wave * rng.choice((2, 3)) - (not d.plain) * rng.choice((0, 1, 9))
    d.values["COMPUTE_NUM_THREAD_X.full"] = count


def group_word(d: Dispatch, rng) -> None:
    several_waves(d, rng)
    d.values[f"{RSRC2}.tg_size_en"] = 1


def ordered(*more: str) -> Callable:
    def chosen(d: Dispatch, rng) -> None:
        group_word(d, rng)
        d.values |= dict.fromkeys((f"{INITIATOR}.ordered_append_enbl", *more), 1)
        d.values["COMPUTE_DIM_X.size"] = 2
    return chosen


def wave_base(d: Dispatch, rng) -> None:
    ordered()(d, rng)
    d.values[f"{MISC}.wave_id_base"] = some(rng, f"{MISC}.wave_id_base", d.arch)


def users(d: Dispatch, rng) -> None:
    d.values[f"{RSRC2}.user_sgpr"] = rng.randint(1, USERS)


def group_number(axis: str) -> Callable:
    def chosen(d: Dispatch, rng) -> None:
        d.values |= {f"{RSRC2}.tgid_{axis.lower()}_en": 1, f"COMPUTE_DIM_{axis}.size": rng.choice((2, 3))}
    return chosen


def item_numbers(d: Dispatch, rng) -> None:
    d.values[f"{RSRC2}.tidig_comp_cnt"] = rng.choice((1, 2) if d.plain else (0, 1, 2))
    for axis, most in zip("XYZ", (9, 5, 3)):
        d.values[f"COMPUTE_NUM_THREAD_{axis}.full"] = rng.randint(2, most)


def shared(d: Dispatch, rng) -> None:
    d.values[f"{RSRC2}.lds_size"] = rng.choice((1, 1, 2, 3, 64, 127, 128))


def private(d: Dispatch, rng) -> None:
    d.values |= {f"{RSRC2}.scratch_en": 1, f"{RING}.waves": 32,
                 f"{RING}.wavesize": rng.choice((4, 5, 7, 8)) * 1024 // architecture_traits(d.arch)["scratch_granule"]}
    several_waves(d, rng)


def vgprs(d: Dispatch, rng) -> None:
    d.values[f"{RSRC1}.vgprs"] = rng.choice((5, 7, 11, 15, 31))


def sgprs(d: Dispatch, rng) -> None:
    d.values[f"{RSRC1}.sgprs"] = rng.choice((6, 7, 8, 10, 12))


def runs_or_not(d: Dispatch, rng) -> None:
    d.values[f"{INITIATOR}.shader_en"] = 0 if d.plain else rng.choice((0, 1))


def wave_size(d: Dispatch, rng) -> None:
    d.values[f"{INITIATOR}.cs_w32_en"] = int(d.wave == 32)


def program(high: bool) -> Callable:
    def chosen(d: Dispatch, rng) -> None:
        at = (HIGH if high else BASE) + STEP * rng.randrange(1, 4)
        d.values |= {"COMPUTE_PGM_LO.address_8": at >> 8 & 0xFFFFFFFF, "COMPUTE_PGM_HI.address_40": at >> 40 & 0xFF}
    return chosen


SETTERS: dict[str, Callable] = {
    f"{INITIATOR}.shader_en": runs_or_not,
    f"{INITIATOR}.partial_tg_en": partial_or_not,
    f"{INITIATOR}.force_start_at_000": force_start,
    f"{INITIATOR}.ordered_append_enbl": ordered(),
    f"{INITIATOR}.ordered_append_mode": ordered(f"{INITIATOR}.ordered_append_mode"),
    f"{INITIATOR}.use_thread_dimensions": items_counted,
    f"{INITIATOR}.cs_w32_en": wave_size,
    **{f"COMPUTE_DIM_{axis}.size": dim(axis) for axis in "XYZ"},
    **{f"COMPUTE_START_{axis}.start": start(axis) for axis in "XYZ"},
    **{f"COMPUTE_NUM_THREAD_{axis}.full": size(axis) for axis in "XYZ"},
    **{f"COMPUTE_NUM_THREAD_{axis}.partial": partial(axis) for axis in "XYZ"},
    "COMPUTE_PGM_LO.address_8": program(False),
    "COMPUTE_PGM_HI.address_40": program(True),
    "COMPUTE_DISPATCH_SCRATCH_BASE_LO.address_8": private,
    "COMPUTE_DISPATCH_SCRATCH_BASE_HI.address_40": private,
    f"{RING}.waves": private,
    f"{RING}.wavesize": private,
    f"{MISC}.wave_id_base": wave_base,
    f"{USER}.data": users,
    f"{RSRC1}.dx10_clamp": cleared(f"{RSRC1}.dx10_clamp"),
    f"{RSRC1}.ieee": cleared(f"{RSRC1}.ieee"),
    f"{RSRC1}.vgprs": vgprs,
    f"{RSRC1}.sgprs": sgprs,
    f"{RSRC2}.scratch_en": private,
    f"{RSRC2}.user_sgpr": users,
    **{f"{RSRC2}.tgid_{axis.lower()}_en": group_number(axis) for axis in "XYZ"},
    f"{RSRC2}.tg_size_en": group_word,
    f"{RSRC2}.tidig_comp_cnt": item_numbers,
    f"{RSRC2}.lds_size": shared,
}


def set_field(d: Dispatch, rng, one: str) -> None:
    """Gives a field another value than it usually has."""
    setter = SETTERS.get(one)
    if setter is None:
        d.values[one] = some(rng, one, d.arch)
    else:
        setter(d, rng)


# ---- what fits together ----

def sizes(d: Dispatch) -> list[int]:
    return [d.get(f"COMPUTE_NUM_THREAD_{axis}.full", 1) for axis in "XYZ"]


def counts(d: Dispatch) -> list[int]:
    """Groups along each axis from 0 on, where the walk ends."""
    dims = [d.get(f"COMPUTE_DIM_{axis}.size", 1) for axis in "XYZ"]
    return [-(-n // one) for n, one in zip(dims, sizes(d))] if d.get(f"{INITIATOR}.use_thread_dimensions") else dims


def waves_of(d: Dispatch) -> int:
    return -(-prod(sizes(d)) // d.wave)


def vgprs_of(d: Dispatch) -> int:
    """VGPRs that a wave has."""
    traits = architecture_traits(d.arch)
    unit, block = (traits[f"vgpr_{what}_w{d.wave}"] for what in ("field", "blocks"))
    return min(-(-(d.get(f"{RSRC1}.vgprs") + 1) * unit // block) * block, traits["max_vgprs"])


def settle(d: Dispatch, rng, mode: tuple[int, int]) -> None:
    """Makes sizes small enough, and gives what every dispatch has."""
    values, traits = d.values, architecture_traits(d.arch)
    values.setdefault("COMPUTE_NUM_THREAD_X.full", d.wave if d.plain else rng.choice((d.wave, d.wave, 5, d.wave + 3)))
    while prod(sizes(d)) > ITEMS // 4 * (1 + 3 * (prod(counts(d)) < 2)):
        axis = max("XYZ", key=lambda one: values.get(f"COMPUTE_NUM_THREAD_{one}.full", 1))
        values[f"COMPUTE_NUM_THREAD_{axis}.full"] //= 2
    while prod(max(n, 1) for n in counts(d)) > GROUPS:
        axis = max("XYZ", key=lambda one: values.get(f"COMPUTE_DIM_{one}.size", 1))
        values[f"COMPUTE_DIM_{axis}.size"] -= 1
    for axis, one in zip("XYZ", sizes(d)):
        values.setdefault(f"COMPUTE_DIM_{axis}.size", one if d.get(f"{INITIATOR}.use_thread_dimensions") else 1)
    for _, axis in AXES:
        most = values.get(f"COMPUTE_NUM_THREAD_{axis}.full", 1)
        if values.get(f"COMPUTE_NUM_THREAD_{axis}.partial", 0) > most:
            values[f"COMPUTE_NUM_THREAD_{axis}.partial"] = most
    if len(TARGETS[d.arch].waves) > 1:
        values[f"{INITIATOR}.cs_w32_en"] = int(d.wave == 32)
    values.setdefault(f"{RSRC1}.vgprs", 3)
    for name, (low, width, usual) in MODE_FIELDS.items():
        if usual:
            values.setdefault(name, usual)
        if mode[0] >> low & 1:
            values[name] = mode[1] >> low & (1 << width) - 1
    if traits["sgpr_field"]:
        values[f"{RSRC1}.sgprs"] = max(values.get(f"{RSRC1}.sgprs", 0), 4)
    go_somewhere(d)
    know_themselves(d, rng)
    fit(d)
    if d.about == f"{RSRC1}.priv":                     # who has PRIV already enters no trap handler
        values.pop(f"{RSRC3}.trap_on_start", None)
    if f"{RSRC3}.trap_on_start" in values:
        values |= {f"{RSRC2}.trap_present": 1, f"{RSRC1}.priv": 0}


def go_somewhere(d: Dispatch) -> None:
    """A walk without groups is for those that are about where it goes."""
    for n, axis in AXES:
        ends = f"COMPUTE_DIM_{axis}.size", f"COMPUTE_START_{axis}.start"
        begin = 0 if d.get(f"{INITIATOR}.force_start_at_000") else d.get(ends[1])
        if d.about not in ends and counts(d)[n] <= begin:
            d.values |= {ends[0]: max(1, d.get(ends[0], 1)), ends[1]: 0}
    if d.about != f"{INITIATOR}.shader_en":
        d.values[f"{INITIATOR}.shader_en"] = 1


def know_themselves(d: Dispatch, rng) -> None:
    """Mostly, lanes and waves have the numbers that tell them apart; alone lanes always, and waves where a dispatch is
    about that."""
    last = max((n for n, one in enumerate(sizes(d)) if one > 1), default=0)
    often = 1 if d.plain else KNOWING
    if d.about != f"{RSRC2}.tidig_comp_cnt" and rng.random() < often:
        d.values[f"{RSRC2}.tidig_comp_cnt"] = max(last, d.get(f"{RSRC2}.tidig_comp_cnt"))
    for axis, count in zip("xyz", counts(d)):
        if count > 1 and rng.random() < often:
            d.values[f"{RSRC2}.tgid_{axis}_en"] = 1
    if waves_of(d) > 1 and not d.plain and rng.random() < often:
        d.values[f"{RSRC2}.tg_size_en"] = 1


def fit(d: Dispatch) -> None:
    """All waves of a group must be there at once."""
    if waves_of(d) > max_resident_waves(d.arch, d.wave, vgprs_of(d), bool(d.get(f"{RSRC1}.wgp_mode"))):
        d.values[f"{RSRC1}.vgprs"] = 3


@cache
def usual_values(arch: str, wave: int) -> dict[str, int]:
    """The values of a dispatch that is about nothing."""
    d = Dispatch(arch, "", wave)
    settle(d, random.Random(0), (0, 0))
    return d.values


def used(d: Dispatch) -> set[str]:
    """Its fields."""
    return d.fields


# ---- the case ----

def scalars_of(d: Dispatch, users: list[str]) -> list[str]:
    """What the first SGPRs of a wave hold."""
    found = list(users)
    found += [f"group {axis}" for axis in "xyz" if d.get(f"{RSRC2}.tgid_{axis}_en")]
    found += ["group word"] if d.get(f"{RSRC2}.tg_size_en") else []
    offset = architecture_traits(d.arch)["scratch_offset_sgpr"] and d.get(f"{RSRC2}.scratch_en")
    return found + ["private offset"] * bool(offset)


def power(count: int) -> int:
    """The next power of two."""
    return 1 << max(0, count - 1).bit_length()


def layout_of(d: Dispatch, wave_bits) -> Layout:
    """Where lanes and waves write."""
    size, count, known = sizes(d), counts(d), d.get(f"{RSRC2}.tidig_comp_cnt") + 1
    axes = [prod(size[:n]) if n < known and one > 1 else None for n, one in enumerate(size)]
    groups, step = [], 1
    for axis, one in zip("xyz", count):
        told = one > 1 and d.get(f"{RSRC2}.tgid_{axis}_en")
        groups.append(step if told else None)
        step *= one if told else 1
    apart = all(stride is not None or one < 2 for stride, one in zip(groups, count))
    waves = waves_of(d) if wave_bits else 1
    return Layout(
        lanes=power(prod(size) * step), places=power(waves * step), axes=axes, groups=groups, items=prod(size),
        waves=waves, waves_add=not apart or waves != waves_of(d),
        lanes_add=not apart or any(stride is None and one > 1 for stride, one in zip(axes, size)))


def wave_bits_of(d: Dispatch) -> tuple[int, int] | None:
    """Where the group word has the wave's number in its group."""
    low = architecture_traits(d.arch)["wave_in_group_low"]
    if not d.get(f"{RSRC2}.tg_size_en"):
        return None
    return (low, 5) if low else None if d.get(f"{INITIATOR}.ordered_append_enbl") else (6, 6)


def program_of(d: Dispatch, base: int | str, users: list[str], lds: int, pair: int | None = None) -> bytes:
    """The program, and in `layout` what it writes where.  `users`: names of the user SGPRs; `pair`: of them, that says
    where private memory lies."""
    traits, bits = architecture_traits(d.arch), wave_bits_of(d)
    d.layout = layout_of(d, bits)
    sgprs = (d.get(f"{RSRC1}.sgprs") // 2 + 1) * traits["sgpr_field"]
    given = Given(
        scalars_of(d, users), base, d.get(f"{RSRC2}.tidig_comp_cnt") + 1, lds if waves_of(d) == 1 else 0,
        bool(d.get(f"{RSRC2}.scratch_en")), pair, vgprs_of(d),
        sgprs if sgprs <= traits["sgprs"] else 0, bits, bool(d.get(f"{RSRC3}.trap_on_start")), d.looks)
    return Program(d.arch, d.wave, d.layout, given).whole()


def words_of(d: Dispatch) -> dict[str, int]:
    """The registers, {name: word}."""
    found: dict[str, int] = {}
    for name, value in d.values.items():
        register, _, one = name.partition(".")
        if register.startswith("COMPUTE_"):
            found[register] = found.get(register, 0) | all_registers()[register].fields[ARCHS[d.arch]][one].put(value)
    return found


def code_at(words: dict[str, int]) -> int:
    """Where COMPUTE_PGM of these registers points; 0 where it is not given."""
    return words.get("COMPUTE_PGM_HI", 0) << 40 | words.get("COMPUTE_PGM_LO", 0) << 8


def pieces(d: Dispatch, rng, out: int = OUT) -> tuple[dict[str, int], bytes, list[dict]]:
    """(registers by name, program, regions but the code's) of a dispatch whose program writes to `out`."""
    words = {RSRC2: 0, **words_of(d)}
    for n in range(d.get(f"{RSRC2}.user_sgpr")):
        words[f"{USER}_{n}"] = rng.getrandbits(32)
    lds = d.get(f"{RSRC2}.lds_size") * architecture_traits(d.arch)["lds_field"]
    code = program_of(d, out, [f"user {n}" for n in range(d.get(f"{RSRC2}.user_sgpr"))], lds)
    memory = [{"name": "out", "address": hex(out), "size": d.layout.bytes}]
    if d.get(f"{RSRC2}.scratch_en"):
        each = d.get(f"{RING}.wavesize") * architecture_traits(d.arch)["scratch_granule"]
        memory.append({"name": "private", "address": hex(PRIVATE_BASE), "size": each * waves_of(d)})
        words |= {"COMPUTE_DISPATCH_SCRATCH_BASE_LO": PRIVATE_BASE >> 8 & 0xFFFFFFFF,
                  "COMPUTE_DISPATCH_SCRATCH_BASE_HI": PRIVATE_BASE >> 40}
    return words, code, memory


def as_registers(d: Dispatch, rng) -> None:
    """The case: registers alone."""
    words, code, memory = pieces(d, rng)
    at = code_at(words)
    base = HIGH if at >> 47 else BASE
    before = at - (base & (1 << 48) - 1) if at else 0
    d.case = {
        "assay": 1, "name": f"dispatch {d.about}", "arch": d.arch, "wave": d.wave, "base": hex(base),
        "code": (ending(d.arch) * (before // 4) + code).hex(), "registers": words, "memory": memory,
        "observe": {"registers": [], "memory": ["out"]},
    }
    if d.get(f"{RSRC3}.trap_on_start"):
        d.case["trap_handler"] = {"code": handler(d.arch).hex()}


def draw(
    arch: str, about: str, seed: int, number: int, plain: bool, without=frozenset(), waves: tuple[int, ...] = (),
    mode: tuple[int, int] = (0, 0),
) -> Dispatch:
    """Dispatch `number` about a field; the same for the same arguments.  `plain`: with nothing but what it needs;
    `without`: fields that it leaves alone; `waves`: sizes where not all; `mode`: (bits of MODE that are fixed, what
    they are)."""
    rng = random.Random(f"{seed} dispatch {arch} {about} {number} {plain}")
    waves = waves or TARGETS[arch].waves
    d = Dispatch(arch, about, waves[number % len(waves)], plain,
                 frozenset(what for what, by in LOOKS.items() if (about in by if plain else not by & without)))
    if not plain:
        for one in fields_of(arch):
            if one not in without and one != about and rng.random() < OTHERS:
                set_field(d, rng, one)
    set_field(d, rng, about)
    settle(d, rng, mode)
    as_registers(d, rng)
    return d
