"""Random dispatches through COMPUTE_* registers, with a program that writes the initial state of its waves
(dispatch_code.py). Kernel descriptors are in kernel_descriptors.py, command streams in command_streams.py.
A dispatch tests one field: the field has an unusual value, and other fields have the values that it needs. A mixed
dispatch changes further fields. `values` holds {"REGISTER.field": number}; fields that are not listed are 0 or have
their usual value."""
from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from math import prod

from ...spec import ARCHS, TARGETS, all_registers, architecture_traits, max_resident_waves
from .dispatch_code import SCRATCH_BASE, ProgramInputs, OutputLayout, DispatchProgram, encode_end, trap_handler_code

# addresses of code; the second is in the upper half of the address space
CODE_BASE, HIGH_CODE_BASE = 0x10000, 0xFFFF8000_00010000
OUTPUT_BASE = 0x2000_0000                            # address of the program's output
INITIATOR, RSRC1, RSRC2, RSRC3 = ("COMPUTE_DISPATCH_INITIATOR", "COMPUTE_PGM_RSRC1", "COMPUTE_PGM_RSRC2",
                                  "COMPUTE_PGM_RSRC3")
TMPRING_SIZE, MISC_RESERVED, USER_DATA = "COMPUTE_TMPRING_SIZE", "COMPUTE_MISC_RESERVED", "COMPUTE_USER_DATA"
# Fields that initialise MODE: (lowest bit, width, usual value).
MODE_FIELDS = {f"{RSRC1}.float_mode": (0, 8, 0xF0), f"{RSRC1}.dx10_clamp": (8, 1, 1), f"{RSRC1}.ieee": (9, 1, 1),
               f"{RSRC1}.debug": (11, 1, 0), f"{RSRC1}.fp16_ovfl": (23, 1, 0), f"{RSRC2}.excp_en": (12, 7, 0),
               f"{RSRC2}.excp_en_msb": (19, 2, 0)}
# What programs observe, and the fields that determine it.
OBSERVED_FIELDS = {"MODE": {*MODE_FIELDS, f"{RSRC3}.trap_on_end"}, "registers": {f"{RSRC1}.vgprs", f"{RSRC1}.sgprs"},
         "STATUS": {f"{RSRC1}.priority", f"{RSRC1}.priv", f"{RSRC1}.cdbg_user", f"{RSRC2}.trap_present"}}
MODE_BITS = {about: (1 << width) - 1 << low for about, (low, width, _) in MODE_FIELDS.items()}
MAX_USER_SGPRS = 16                                  # number of user data registers
MAX_ITEMS, MAX_GROUPS = 1024, 24                     # maximal work items of all groups; maximal groups
PROGRAM_ALIGNMENT = 256                              # bytes; the unit of COMPUTE_PGM
IDENTIFICATION_SHARE = 0.85                          # share of dispatches whose lanes and waves know their numbers
OTHER_FIELD_SHARE = 0.12                             # share of the other fields that a mixed dispatch changes
AXES = tuple(enumerate("XYZ"))


@dataclass(slots=True)
class Dispatch:
    """A generated dispatch. `about`: the tested field. `plain`: it changes no other field. `observed`: keys of
    OBSERVED_FIELDS. `case`: the case, a dict of JSON values. `layout`: the layout of its region `out`. `parts`:
    dispatches of a command stream in order, each with the address `at` of its program."""
    arch: str
    about: str
    wave: int
    plain: bool = True
    observed: frozenset[str] = frozenset()
    values: dict[str, int] = field(default_factory=dict)
    layout: OutputLayout = field(default_factory=lambda: OutputLayout(1, 1))
    at: int = 0
    parts: list[Dispatch] = field(default_factory=list)
    case: dict = field(default_factory=dict)

    @property
    def changed_fields(self) -> set[str]:
        """The fields with unusual values."""
        usual = usual_values(self.arch, self.wave)
        return {name for name, value in self.values.items() if value != usual.get(name, 0)}

    def get(self, name: str, usual: int = 0) -> int:
        """Return the value of a field."""
        return self.values.get(name, usual)


@cache
def settable_fields(arch: str) -> dict[str, bool]:
    """Return {field: whether a dispatch depends on it} of the compute registers, without fields that must be 0. The
    user data registers count as one."""
    fields = {}
    for register in all_registers().values():
        if ARCHS[arch] in register.places:
            for name, field in register.fields[ARCHS[arch]].items():
                if field.access != "zero":
                    fields[f"{register.name}.{name}"] = field.access == "used"
    return fields


# ---- what a field is set to ----

def random_field_value(rng, field: str, arch: str) -> int:
    """Return a value of a field other than 0; a quarter are all ones."""
    register, _, name = field.partition(".")
    maximum = (1 << all_registers()[register].fields[ARCHS[arch]][name].width) - 1
    return maximum if rng.randrange(4) == 0 else rng.randint(1, maximum)


def clear_field(field: str) -> Callable:
    """Return a setter that clears a field whose usual value is 1."""
    def set_value(dispatch: Dispatch, rng) -> None:
        dispatch.values[field] = 0
    return set_value


def set_group_size(axis: str) -> Callable:
    """Return a setter of the group size along an axis."""
    def set_value(dispatch: Dispatch, rng) -> None:
        dispatch.values[f"COMPUTE_NUM_THREAD_{axis}.full"] = rng.choice((1, 2, 3, 5, 7, 8, 16, 17, 31, 33, 64, 65, 100))
    return set_value


def set_group_count(axis: str) -> Callable:
    """Return a setter of the group count along an axis."""
    def set_value(dispatch: Dispatch, rng) -> None:
        dispatch.values[f"COMPUTE_DIM_{axis}.size"] = rng.choice(
            (0, 2, 2, 3, 4) if dispatch.plain else (0, 1, 2, 2, 3, 4)
        )

    return set_value


def set_start(axis: str) -> Callable:
    """Return a setter of the first group along an axis."""
    def set_value(dispatch: Dispatch, rng) -> None:
        count = rng.choice((2, 3, 4))
        dispatch.values[f"COMPUTE_DIM_{axis}.size"] = count
        dispatch.values[f"COMPUTE_START_{axis}.start"] = rng.choice((1, 1, count - 1, count, count + 1))
    return set_value


def set_partial_group(axis: str) -> Callable:
    """Return a setter of a partial last group along an axis."""
    def set_value(dispatch: Dispatch, rng) -> None:
        full = dispatch.values[f"COMPUTE_NUM_THREAD_{axis}.full"] = rng.choice((3, 8, 16, 33))
        dispatch.values[f"COMPUTE_NUM_THREAD_{axis}.partial"] = rng.randrange(1, full)
        dispatch.values[f"COMPUTE_DIM_{axis}.size"] = rng.choice((1, 2, 3))
        dispatch.values[f"{INITIATOR}.partial_tg_en"] = 1
    return set_value


def set_partial_enable(dispatch: Dispatch, rng) -> None:
    """Set a partial group, enabled or not."""
    axis = rng.choice("XYZ")
    set_partial_group(axis)(dispatch, rng)
    dispatch.values[f"{INITIATOR}.partial_tg_en"] = 1 if dispatch.plain else rng.choice((0, 1))


def set_forced_start(dispatch: Dispatch, rng) -> None:
    """Set a start that is overridden by 0."""
    axis = rng.choice("XYZ")
    dispatch.values |= {f"COMPUTE_DIM_{axis}.size": 3, f"COMPUTE_START_{axis}.start": rng.choice((1, 2)),
                 f"{INITIATOR}.force_start_at_000": 1}


def set_item_counts(dispatch: Dispatch, rng) -> None:
    """Set sizes in work items, not in groups."""
    axis, full = rng.choice("XYZ"), rng.choice((3, 8, 16))
    dispatch.values |= {f"COMPUTE_NUM_THREAD_{axis}.full": full, f"COMPUTE_DIM_{axis}.size": rng.randrange(1, 3 * full),
                 f"{INITIATOR}.use_thread_dimensions": 1}


def set_several_waves(dispatch: Dispatch, rng) -> None:
    """Set a group size of several waves."""
    count = dispatch.wave * rng.choice((2, 3)) - (not dispatch.plain) * rng.choice((0, 1, 9))
    dispatch.values["COMPUTE_NUM_THREAD_X.full"] = count


def set_group_word(dispatch: Dispatch, rng) -> None:
    """Enable the SGPR that holds the number of the wave in its group."""
    set_several_waves(dispatch, rng)
    dispatch.values[f"{RSRC2}.tg_size_en"] = 1


def set_ordered_append(*more: str) -> Callable:
    """Return a setter of ordered append."""
    def set_value(dispatch: Dispatch, rng) -> None:
        set_group_word(dispatch, rng)
        dispatch.values |= dict.fromkeys((f"{INITIATOR}.ordered_append_enbl", *more), 1)
        dispatch.values["COMPUTE_DIM_X.size"] = 2
    return set_value


def set_wave_base(dispatch: Dispatch, rng) -> None:
    """Set the base of wave numbers."""
    set_ordered_append()(dispatch, rng)
    dispatch.values[f"{MISC_RESERVED}.wave_id_base"] = random_field_value(
        rng, f"{MISC_RESERVED}.wave_id_base", dispatch.arch
    )


def set_user_sgprs(dispatch: Dispatch, rng) -> None:
    """Set the number of user SGPRs."""
    dispatch.values[f"{RSRC2}.user_sgpr"] = rng.randint(1, MAX_USER_SGPRS)


def set_group_number(axis: str) -> Callable:
    """Return a setter that enables the group number of an axis."""
    def set_value(dispatch: Dispatch, rng) -> None:
        dispatch.values |= {f"{RSRC2}.tgid_{axis.lower()}_en": 1, f"COMPUTE_DIM_{axis}.size": rng.choice((2, 3))}
    return set_value


def set_item_numbers(dispatch: Dispatch, rng) -> None:
    """Set the number of work-item numbers in VGPRs."""
    dispatch.values[f"{RSRC2}.tidig_comp_cnt"] = rng.choice((1, 2) if dispatch.plain else (0, 1, 2))
    for axis, limit in zip("XYZ", (9, 5, 3)):
        dispatch.values[f"COMPUTE_NUM_THREAD_{axis}.full"] = rng.randint(2, limit)


def set_lds_size(dispatch: Dispatch, rng) -> None:
    """Set the LDS size."""
    dispatch.values[f"{RSRC2}.lds_size"] = rng.choice((1, 1, 2, 3, 64, 127, 128))


def set_scratch(dispatch: Dispatch, rng) -> None:
    """Enable scratch memory."""
    dispatch.values |= {
        f"{RSRC2}.scratch_en": 1,
        f"{TMPRING_SIZE}.waves": 32,
        f"{TMPRING_SIZE}.wavesize": rng.choice((4, 5, 7, 8))
        * 1024
        // architecture_traits(dispatch.arch)["scratch_granule"],
    }
    set_several_waves(dispatch, rng)


def set_vgprs(dispatch: Dispatch, rng) -> None:
    """Set the number of allocated VGPRs."""
    dispatch.values[f"{RSRC1}.vgprs"] = rng.choice((5, 7, 11, 15, 31))


def set_sgprs(dispatch: Dispatch, rng) -> None:
    """Set the number of allocated SGPRs."""
    dispatch.values[f"{RSRC1}.sgprs"] = rng.choice((6, 7, 8, 10, 12))


def set_enable(dispatch: Dispatch, rng) -> None:
    """Disable the dispatch, or either in a mixed one."""
    dispatch.values[f"{INITIATOR}.shader_en"] = 0 if dispatch.plain else rng.choice((0, 1))


def set_wave_size(dispatch: Dispatch, rng) -> None:
    """Set the wave size."""
    dispatch.values[f"{INITIATOR}.cs_w32_en"] = int(dispatch.wave == 32)


def set_program_address(high: bool) -> Callable:
    """Return a setter of the program address."""
    def set_value(dispatch: Dispatch, rng) -> None:
        at = (HIGH_CODE_BASE if high else CODE_BASE) + PROGRAM_ALIGNMENT * rng.randrange(1, 4)
        dispatch.values |= {
            "COMPUTE_PGM_LO.address_8": at >> 8 & 0xFFFFFFFF,
            "COMPUTE_PGM_HI.address_40": at >> 40 & 0xFF,
        }

    return set_value


SETTERS: dict[str, Callable] = {
    f"{INITIATOR}.shader_en": set_enable,
    f"{INITIATOR}.partial_tg_en": set_partial_enable,
    f"{INITIATOR}.force_start_at_000": set_forced_start,
    f"{INITIATOR}.ordered_append_enbl": set_ordered_append(),
    f"{INITIATOR}.ordered_append_mode": set_ordered_append(f"{INITIATOR}.ordered_append_mode"),
    f"{INITIATOR}.use_thread_dimensions": set_item_counts,
    f"{INITIATOR}.cs_w32_en": set_wave_size,
    **{f"COMPUTE_DIM_{axis}.size": set_group_count(axis) for axis in "XYZ"},
    **{f"COMPUTE_START_{axis}.start": set_start(axis) for axis in "XYZ"},
    **{f"COMPUTE_NUM_THREAD_{axis}.full": set_group_size(axis) for axis in "XYZ"},
    **{f"COMPUTE_NUM_THREAD_{axis}.partial": set_partial_group(axis) for axis in "XYZ"},
    "COMPUTE_PGM_LO.address_8": set_program_address(False),
    "COMPUTE_PGM_HI.address_40": set_program_address(True),
    "COMPUTE_DISPATCH_SCRATCH_BASE_LO.address_8": set_scratch,
    "COMPUTE_DISPATCH_SCRATCH_BASE_HI.address_40": set_scratch,
    f"{TMPRING_SIZE}.waves": set_scratch,
    f"{TMPRING_SIZE}.wavesize": set_scratch,
    f"{MISC_RESERVED}.wave_id_base": set_wave_base,
    f"{USER_DATA}.data": set_user_sgprs,
    f"{RSRC1}.dx10_clamp": clear_field(f"{RSRC1}.dx10_clamp"),
    f"{RSRC1}.ieee": clear_field(f"{RSRC1}.ieee"),
    f"{RSRC1}.vgprs": set_vgprs,
    f"{RSRC1}.sgprs": set_sgprs,
    f"{RSRC2}.scratch_en": set_scratch,
    f"{RSRC2}.user_sgpr": set_user_sgprs,
    **{f"{RSRC2}.tgid_{axis.lower()}_en": set_group_number(axis) for axis in "XYZ"},
    f"{RSRC2}.tg_size_en": set_group_word,
    f"{RSRC2}.tidig_comp_cnt": set_item_numbers,
    f"{RSRC2}.lds_size": set_lds_size,
}


def set_field(dispatch: Dispatch, rng, field: str) -> None:
    """Give a field an unusual value."""
    setter = SETTERS.get(field)
    if setter is None:
        dispatch.values[field] = random_field_value(rng, field, dispatch.arch)
    else:
        setter(dispatch, rng)


# ---- what fits together ----

def group_sizes(dispatch: Dispatch) -> list[int]:
    """Return the work items of a group along each axis."""
    return [dispatch.get(f"COMPUTE_NUM_THREAD_{axis}.full", 1) for axis in "XYZ"]


def group_counts(dispatch: Dispatch) -> list[int]:
    """Return the groups along each axis, counted from 0."""
    dims = [dispatch.get(f"COMPUTE_DIM_{axis}.size", 1) for axis in "XYZ"]
    return (
        [-(-n // size) for n, size in zip(dims, group_sizes(dispatch))]
        if dispatch.get(f"{INITIATOR}.use_thread_dimensions")
        else dims
    )


def waves_per_group(dispatch: Dispatch) -> int:
    """Return the waves of a group."""
    return -(-prod(group_sizes(dispatch)) // dispatch.wave)


def allocated_vgprs(dispatch: Dispatch) -> int:
    """Return the VGPRs of a wave."""
    traits = architecture_traits(dispatch.arch)
    unit, block = (traits[f"vgpr_{kind}_w{dispatch.wave}"] for kind in ("field", "blocks"))
    return min(-(-(dispatch.get(f"{RSRC1}.vgprs") + 1) * unit // block) * block, traits["max_vgprs"])


def complete_values(dispatch: Dispatch, rng, mode: tuple[int, int]) -> None:
    """Limit the sizes, and set the values that every dispatch needs."""
    values, traits = dispatch.values, architecture_traits(dispatch.arch)
    values.setdefault(
        "COMPUTE_NUM_THREAD_X.full",
        dispatch.wave if dispatch.plain else rng.choice((dispatch.wave, dispatch.wave, 5, dispatch.wave + 3)),
    )
    while prod(group_sizes(dispatch)) > MAX_ITEMS // 4 * (1 + 3 * (prod(group_counts(dispatch)) < 2)):
        axis = max("XYZ", key=lambda size: values.get(f"COMPUTE_NUM_THREAD_{size}.full", 1))
        values[f"COMPUTE_NUM_THREAD_{axis}.full"] //= 2
    while prod(max(n, 1) for n in group_counts(dispatch)) > MAX_GROUPS:
        axis = max("XYZ", key=lambda size: values.get(f"COMPUTE_DIM_{size}.size", 1))
        values[f"COMPUTE_DIM_{axis}.size"] -= 1
    for axis, size in zip("XYZ", group_sizes(dispatch)):
        values.setdefault(f"COMPUTE_DIM_{axis}.size", size if dispatch.get(f"{INITIATOR}.use_thread_dimensions") else 1)
    for _, axis in AXES:
        full = values.get(f"COMPUTE_NUM_THREAD_{axis}.full", 1)
        if values.get(f"COMPUTE_NUM_THREAD_{axis}.partial", 0) > full:
            values[f"COMPUTE_NUM_THREAD_{axis}.partial"] = full
    if len(TARGETS[dispatch.arch].waves) > 1:
        values[f"{INITIATOR}.cs_w32_en"] = int(dispatch.wave == 32)
    values.setdefault(f"{RSRC1}.vgprs", 3)
    for name, (low, width, usual) in MODE_FIELDS.items():
        if usual:
            values.setdefault(name, usual)
        if mode[0] >> low & 1:
            values[name] = mode[1] >> low & (1 << width) - 1
    if traits["sgpr_field"]:
        values[f"{RSRC1}.sgprs"] = max(values.get(f"{RSRC1}.sgprs", 0), 4)
    make_walk_nonempty(dispatch)
    enable_identification(dispatch, rng)
    reduce_vgprs_to_fit(dispatch)
    if dispatch.about == f"{RSRC1}.priv":            # a wave with PRIV enters no trap handler
        values.pop(f"{RSRC3}.trap_on_start", None)
    if f"{RSRC3}.trap_on_start" in values:
        values |= {f"{RSRC2}.trap_present": 1, f"{RSRC1}.priv": 0}


def make_walk_nonempty(dispatch: Dispatch) -> None:
    """Make sure that some group runs, unless the dispatch tests this."""
    for n, axis in AXES:
        ends = f"COMPUTE_DIM_{axis}.size", f"COMPUTE_START_{axis}.start"
        begin = 0 if dispatch.get(f"{INITIATOR}.force_start_at_000") else dispatch.get(ends[1])
        if dispatch.about not in ends and group_counts(dispatch)[n] <= begin:
            dispatch.values |= {ends[0]: max(1, dispatch.get(ends[0], 1)), ends[1]: 0}
    if dispatch.about != f"{INITIATOR}.shader_en":
        dispatch.values[f"{INITIATOR}.shader_en"] = 1


def enable_identification(dispatch: Dispatch, rng) -> None:
    """Give lanes and waves the numbers that identify them: lanes always in a plain dispatch, otherwise mostly."""
    last = max((n for n, size in enumerate(group_sizes(dispatch)) if size > 1), default=0)
    probability = 1 if dispatch.plain else IDENTIFICATION_SHARE
    if dispatch.about != f"{RSRC2}.tidig_comp_cnt" and rng.random() < probability:
        dispatch.values[f"{RSRC2}.tidig_comp_cnt"] = max(last, dispatch.get(f"{RSRC2}.tidig_comp_cnt"))
    for axis, count in zip("xyz", group_counts(dispatch)):
        if count > 1 and rng.random() < probability:
            dispatch.values[f"{RSRC2}.tgid_{axis}_en"] = 1
    if waves_per_group(dispatch) > 1 and not dispatch.plain and rng.random() < probability:
        dispatch.values[f"{RSRC2}.tg_size_en"] = 1


def reduce_vgprs_to_fit(dispatch: Dispatch) -> None:
    """Reduce the VGPRs so that all waves of a group are resident at once."""
    if waves_per_group(dispatch) > max_resident_waves(
        dispatch.arch, dispatch.wave, allocated_vgprs(dispatch), bool(dispatch.get(f"{RSRC1}.wgp_mode"))
    ):
        dispatch.values[f"{RSRC1}.vgprs"] = 3


@cache
def usual_values(arch: str, wave: int) -> dict[str, int]:
    """Return the values of a dispatch that tests no field."""
    dispatch = Dispatch(arch, "", wave)
    complete_values(dispatch, random.Random(0), (0, 0))
    return dispatch.values


def changed_fields(dispatch: Dispatch) -> set[str]:
    """Return the fields of a dispatch with unusual values."""
    return dispatch.changed_fields


# ---- the case ----

def initial_sgprs(dispatch: Dispatch, users: list[str]) -> list[str]:
    """Return the names of the values in the first SGPRs of a wave."""
    names = list(users)
    names += [f"group {axis}" for axis in "xyz" if dispatch.get(f"{RSRC2}.tgid_{axis}_en")]
    names += ["group word"] if dispatch.get(f"{RSRC2}.tg_size_en") else []
    offset = architecture_traits(dispatch.arch)["scratch_offset_sgpr"] and dispatch.get(f"{RSRC2}.scratch_en")
    return names + ["private offset"] * bool(offset)


def next_power_of_two(count: int) -> int:
    """Return the next power of two."""
    return 1 << max(0, count - 1).bit_length()


def output_layout(dispatch: Dispatch, wave_bits) -> OutputLayout:
    """Return the output layout of lanes and waves."""
    size, count, known_axes = group_sizes(dispatch), group_counts(dispatch), dispatch.get(f"{RSRC2}.tidig_comp_cnt") + 1
    axes = [prod(size[:n]) if n < known_axes and extent > 1 else None for n, extent in enumerate(size)]
    groups, step = [], 1
    for axis, extent in zip("xyz", count):
        is_known = extent > 1 and dispatch.get(f"{RSRC2}.tgid_{axis}_en")
        groups.append(step if is_known else None)
        step *= extent if is_known else 1
    are_distinct = all(stride is not None or extent < 2 for stride, extent in zip(groups, count))
    waves = waves_per_group(dispatch) if wave_bits else 1
    return OutputLayout(
        lane_slots=next_power_of_two(prod(size) * step),
        wave_slots=next_power_of_two(waves * step),
        item_strides=axes,
        group_strides=groups,
        items_per_group=prod(size),
        waves_per_group=waves,
        waves_add=not are_distinct or waves != waves_per_group(dispatch),
        lanes_add=not are_distinct or any(stride is None and extent > 1 for stride, extent in zip(axes, size)),
    )


def wave_number_bits(dispatch: Dispatch) -> tuple[int, int] | None:
    """Return (low bit, width) of the wave's number in the group word, or None."""
    low = architecture_traits(dispatch.arch)["wave_in_group_low"]
    if not dispatch.get(f"{RSRC2}.tg_size_en"):
        return None
    return (low, 5) if low else None if dispatch.get(f"{INITIATOR}.ordered_append_enbl") else (6, 6)


def make_program(dispatch: Dispatch, base: int | str, users: list[str], lds: int, pair: int | None = None) -> bytes:
    """Return the program, and set `layout` to its output. `users`: names of the user SGPRs; `pair`: the user SGPR pair
    that holds the scratch address."""
    traits, bits = architecture_traits(dispatch.arch), wave_number_bits(dispatch)
    dispatch.layout = output_layout(dispatch, bits)
    sgprs = (dispatch.get(f"{RSRC1}.sgprs") // 2 + 1) * traits["sgpr_field"]
    inputs = ProgramInputs(
        initial_sgprs(dispatch, users),
        base,
        dispatch.get(f"{RSRC2}.tidig_comp_cnt") + 1,
        lds if waves_per_group(dispatch) == 1 else 0,
        bool(dispatch.get(f"{RSRC2}.scratch_en")),
        pair,
        allocated_vgprs(dispatch),
        sgprs if sgprs <= traits["sgprs"] else 0,
        bits,
        bool(dispatch.get(f"{RSRC3}.trap_on_start")),
        dispatch.observed,
    )
    return DispatchProgram(dispatch.arch, dispatch.wave, dispatch.layout, inputs).assemble()


def register_words(dispatch: Dispatch) -> dict[str, int]:
    """Return the registers, {name: word}."""
    words: dict[str, int] = {}
    for name, value in dispatch.values.items():
        register, _, field = name.partition(".")
        if register.startswith("COMPUTE_"):
            words[register] = words.get(register, 0) | all_registers()[register].fields[ARCHS[dispatch.arch]][
                field
            ].put(value)
    return words


def program_address(words: dict[str, int]) -> int:
    """Return the address in COMPUTE_PGM of these registers, or 0."""
    return words.get("COMPUTE_PGM_HI", 0) << 40 | words.get("COMPUTE_PGM_LO", 0) << 8


def make_parts(dispatch: Dispatch, rng, out: int = OUTPUT_BASE) -> tuple[dict[str, int], bytes, list[dict]]:
    """Return (registers by name, program, regions except the code's) of a dispatch whose program writes to `out`."""
    words = {RSRC2: 0, **register_words(dispatch)}
    for n in range(dispatch.get(f"{RSRC2}.user_sgpr")):
        words[f"{USER_DATA}_{n}"] = rng.getrandbits(32)
    lds = dispatch.get(f"{RSRC2}.lds_size") * architecture_traits(dispatch.arch)["lds_field"]
    code = make_program(dispatch, out, [f"user {n}" for n in range(dispatch.get(f"{RSRC2}.user_sgpr"))], lds)
    memory = [{"name": "out", "address": hex(out), "size": dispatch.layout.bytes}]
    if dispatch.get(f"{RSRC2}.scratch_en"):
        each = dispatch.get(f"{TMPRING_SIZE}.wavesize") * architecture_traits(dispatch.arch)["scratch_granule"]
        memory.append({"name": "private", "address": hex(SCRATCH_BASE), "size": each * waves_per_group(dispatch)})
        words |= {"COMPUTE_DISPATCH_SCRATCH_BASE_LO": SCRATCH_BASE >> 8 & 0xFFFFFFFF,
                  "COMPUTE_DISPATCH_SCRATCH_BASE_HI": SCRATCH_BASE >> 40}
    return words, code, memory


def build_register_case(dispatch: Dispatch, rng) -> None:
    """Build the case from registers only."""
    words, code, memory = make_parts(dispatch, rng)
    address = program_address(words)
    base = HIGH_CODE_BASE if address >> 47 else CODE_BASE
    before = address - (base & (1 << 48) - 1) if address else 0
    dispatch.case = {
        "assay": 1,
        "name": f"dispatch {dispatch.about}",
        "arch": dispatch.arch,
        "wave": dispatch.wave,
        "base": hex(base),
        "code": (encode_end(dispatch.arch) * (before // 4) + code).hex(),
        "registers": words,
        "memory": memory,
        "observe": {"registers": [], "memory": ["out"]},
    }
    if dispatch.get(f"{RSRC3}.trap_on_start"):
        dispatch.case["trap_handler"] = {"code": trap_handler_code(dispatch.arch).hex()}


def draw_dispatch(
    arch: str, about: str, seed: int, number: int, plain: bool, without=frozenset(), waves: tuple[int, ...] = (),
    mode: tuple[int, int] = (0, 0),
) -> Dispatch:
    """Draw dispatch `number` that tests a field; equal arguments give equal dispatches. `plain`: change only this field
    and those that it needs. `without`: fields to leave unchanged. `waves`: wave sizes, default all. `mode`: (fixed bits
    of MODE, their values)."""
    rng = random.Random(f"{seed} dispatch {arch} {about} {number} {plain}")
    waves = waves or TARGETS[arch].waves
    dispatch = Dispatch(
        arch,
        about,
        waves[number % len(waves)],
        plain,
        frozenset(
            observation
            for observation, fields in OBSERVED_FIELDS.items()
            if (about in fields if plain else not fields & without)
        ),
    )
    if not plain:
        for field in settable_fields(arch):
            if field not in without and field != about and rng.random() < OTHER_FIELD_SHARE:
                set_field(dispatch, rng, field)
    set_field(dispatch, rng, about)
    complete_values(dispatch, rng, mode)
    build_register_case(dispatch, rng)
    return dispatch
