"""Random dispatches through COMPUTE_* registers, with a program that stores the initial state of its waves.

A dispatch tests one field: the field has a non-default value, and other fields have the values that it requires. A
plain dispatch changes nothing else; a mixed one also changes random other fields. Kernel descriptors are in
kernel_descriptors.py, command streams in command_streams.py, programs in dispatch_code.py."""
from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from math import prod

from ...spec import ARCHS, TARGETS, all_registers, architecture_traits, max_resident_waves
from .dispatch_code import SCRATCH_BASE, DispatchProgram, OutputLayout, ProgramInputs, encode_end, trap_handler_code

# Addresses of code in the lower and upper half of the address space.
CODE_BASE, HIGH_CODE_BASE = 0x10000, 0xFFFF8000_00010000
OUTPUT_BASE = 0x2000_0000                            # address of the program's output
INITIATOR, RSRC1, RSRC2, RSRC3 = ("COMPUTE_DISPATCH_INITIATOR", "COMPUTE_PGM_RSRC1", "COMPUTE_PGM_RSRC2",
                                  "COMPUTE_PGM_RSRC3")
TMPRING_SIZE, MISC_RESERVED, USER_DATA = "COMPUTE_TMPRING_SIZE", "COMPUTE_MISC_RESERVED", "COMPUTE_USER_DATA"
# Fields that initialise MODE: (lowest bit, width, default value).
MODE_FIELDS = {f"{RSRC1}.float_mode": (0, 8, 0xF0), f"{RSRC1}.dx10_clamp": (8, 1, 1), f"{RSRC1}.ieee": (9, 1, 1),
               f"{RSRC1}.debug": (11, 1, 0), f"{RSRC1}.fp16_ovfl": (23, 1, 0), f"{RSRC2}.excp_en": (12, 7, 0),
               f"{RSRC2}.excp_en_msb": (19, 2, 0)}
# {state that a program observes: fields that determine it}
OBSERVED_FIELDS = {"MODE": {*MODE_FIELDS, f"{RSRC3}.trap_on_end"}, "registers": {f"{RSRC1}.vgprs", f"{RSRC1}.sgprs"},
                   "STATUS": {f"{RSRC1}.priority", f"{RSRC1}.priv", f"{RSRC1}.cdbg_user", f"{RSRC2}.trap_present"}}
MODE_BITS = {name: (1 << width) - 1 << low for name, (low, width, _) in MODE_FIELDS.items()}
MAX_USER_SGPRS = 16                                  # number of user data registers
MAX_ITEMS, MAX_GROUPS = 1024, 24                     # work items and groups of a dispatch
PROGRAM_ALIGNMENT = 256                              # bytes; the unit of COMPUTE_PGM
IDENTIFICATION_SHARE = 0.85                          # probability that a mixed dispatch enables an id of lanes or waves
OTHER_FIELD_SHARE = 0.12                             # probability that a mixed dispatch changes another field
AXES = tuple(enumerate("XYZ"))


@dataclass(slots=True)
class Dispatch:
    """A generated dispatch.

    `plain`: whether it changes only the tested field and the fields that this one requires; `observed`: keys of
    OBSERVED_FIELDS; `values`: {"REGISTER.field": value}, where missing fields are 0; `layout`: the layout of the region
    `out`; `parts`: the dispatches of a command stream in order, each with its `code_address`; `case`: the case as JSON
    values."""
    arch: str
    tested_field: str
    wave: int
    plain: bool = True
    observed: frozenset[str] = frozenset()
    values: dict[str, int] = field(default_factory=dict)
    layout: OutputLayout = field(default_factory=lambda: OutputLayout(1, 1))
    code_address: int = 0
    parts: list[Dispatch] = field(default_factory=list)
    case: dict = field(default_factory=dict)

    @property
    def changed_fields(self) -> set[str]:
        """The fields whose values differ from those in a dispatch that tests no field."""
        defaults = default_values(self.arch, self.wave)
        return {name for name, value in self.values.items() if value != defaults.get(name, 0)}

    def get(self, name: str, default: int = 0) -> int:
        """Return the value of a field."""
        return self.values.get(name, default)


@cache
def settable_fields(arch: str) -> dict[str, bool]:
    """Return {field: whether a dispatch depends on it} for the compute registers, except fields that must be 0. All
    user data registers are listed as one field."""
    fields = {}
    for register in all_registers().values():
        if ARCHS[arch] in register.places:
            for name, field in register.fields[ARCHS[arch]].items():
                if field.access != "zero":
                    fields[f"{register.name}.{name}"] = field.access == "used"
    return fields


# ---- field values ----

def random_field_value(rng, field: str, arch: str) -> int:
    """Return a random non-zero value for a field. A quarter of the values are all ones."""
    register, _, name = field.partition(".")
    maximum = (1 << all_registers()[register].fields[ARCHS[arch]][name].width) - 1
    return maximum if rng.randrange(4) == 0 else rng.randint(1, maximum)


def clear_field(field: str) -> Callable:
    """Return a setter that clears a field whose default is 1."""
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
    """Set the size of a partial last group along a random axis. A mixed dispatch may leave partial groups disabled."""
    axis = rng.choice("XYZ")
    set_partial_group(axis)(dispatch, rng)
    dispatch.values[f"{INITIATOR}.partial_tg_en"] = 1 if dispatch.plain else rng.choice((0, 1))


def set_forced_start(dispatch: Dispatch, rng) -> None:
    """Set a first group that force_start_at_000 overrides with 0."""
    axis = rng.choice("XYZ")
    dispatch.values |= {f"COMPUTE_DIM_{axis}.size": 3, f"COMPUTE_START_{axis}.start": rng.choice((1, 2)),
                 f"{INITIATOR}.force_start_at_000": 1}


def set_item_counts(dispatch: Dispatch, rng) -> None:
    """Give the grid size along an axis in work items instead of groups."""
    axis, full = rng.choice("XYZ"), rng.choice((3, 8, 16))
    dispatch.values |= {f"COMPUTE_NUM_THREAD_{axis}.full": full, f"COMPUTE_DIM_{axis}.size": rng.randrange(1, 3 * full),
                 f"{INITIATOR}.use_thread_dimensions": 1}


def set_several_waves(dispatch: Dispatch, rng) -> None:
    """Set a group size of several waves."""
    count = dispatch.wave * rng.choice((2, 3)) - (not dispatch.plain) * rng.choice((0, 1, 9))
    dispatch.values["COMPUTE_NUM_THREAD_X.full"] = count


def set_group_word(dispatch: Dispatch, rng) -> None:
    """Enable the SGPR that holds the index of the wave in its group."""
    set_several_waves(dispatch, rng)
    dispatch.values[f"{RSRC2}.tg_size_en"] = 1


def set_ordered_append(*other_fields: str) -> Callable:
    """Return a setter of ordered append."""
    def set_value(dispatch: Dispatch, rng) -> None:
        set_group_word(dispatch, rng)
        dispatch.values |= dict.fromkeys((f"{INITIATOR}.ordered_append_enbl", *other_fields), 1)
        dispatch.values["COMPUTE_DIM_X.size"] = 2
    return set_value


def set_wave_base(dispatch: Dispatch, rng) -> None:
    """Set the first wave index for ordered append."""
    set_ordered_append()(dispatch, rng)
    dispatch.values[f"{MISC_RESERVED}.wave_id_base"] = random_field_value(
        rng, f"{MISC_RESERVED}.wave_id_base", dispatch.arch
    )


def set_user_sgprs(dispatch: Dispatch, rng) -> None:
    """Set the number of user SGPRs."""
    dispatch.values[f"{RSRC2}.user_sgpr"] = rng.randint(1, MAX_USER_SGPRS)


def set_group_number(axis: str) -> Callable:
    """Return a setter that enables the SGPR with the group index along an axis."""
    def set_value(dispatch: Dispatch, rng) -> None:
        dispatch.values |= {f"{RSRC2}.tgid_{axis.lower()}_en": 1, f"COMPUTE_DIM_{axis}.size": rng.choice((2, 3))}
    return set_value


def set_item_numbers(dispatch: Dispatch, rng) -> None:
    """Set how many work-item ids (x, y, z) the VGPRs hold."""
    dispatch.values[f"{RSRC2}.tidig_comp_cnt"] = rng.choice((1, 2) if dispatch.plain else (0, 1, 2))
    for axis, limit in zip("XYZ", (9, 5, 3)):
        dispatch.values[f"COMPUTE_NUM_THREAD_{axis}.full"] = rng.randint(2, limit)


def set_lds_size(dispatch: Dispatch, rng) -> None:
    """Set the LDS size."""
    dispatch.values[f"{RSRC2}.lds_size"] = rng.choice((1, 1, 2, 3, 64, 127, 128))


def set_scratch(dispatch: Dispatch, rng) -> None:
    """Enable scratch memory, and give groups several waves."""
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
    """Disable the dispatch. A mixed dispatch may stay enabled."""
    dispatch.values[f"{INITIATOR}.shader_en"] = 0 if dispatch.plain else rng.choice((0, 1))


def set_wave_size(dispatch: Dispatch, rng) -> None:
    """Set the wave size."""
    dispatch.values[f"{INITIATOR}.cs_w32_en"] = int(dispatch.wave == 32)


def set_program_address(high: bool) -> Callable:
    """Return a setter of the program address."""
    def set_value(dispatch: Dispatch, rng) -> None:
        code_address = (HIGH_CODE_BASE if high else CODE_BASE) + PROGRAM_ALIGNMENT * rng.randrange(1, 4)
        dispatch.values |= {
            "COMPUTE_PGM_LO.address_8": code_address >> 8 & 0xFFFFFFFF,
            "COMPUTE_PGM_HI.address_40": code_address >> 40 & 0xFF,
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
    """Set a field to a non-default value, and set the other fields that this one requires."""
    setter = SETTERS.get(field)
    if setter is None:
        dispatch.values[field] = random_field_value(rng, field, dispatch.arch)
    else:
        setter(dispatch, rng)


# ---- consistent values ----

def group_sizes(dispatch: Dispatch) -> list[int]:
    """Return the number of work items in a group along each axis."""
    return [dispatch.get(f"COMPUTE_NUM_THREAD_{axis}.full", 1) for axis in "XYZ"]


def group_counts(dispatch: Dispatch) -> list[int]:
    """Return for each axis the group index at which the dispatch ends."""
    counts = [dispatch.get(f"COMPUTE_DIM_{axis}.size", 1) for axis in "XYZ"]
    if dispatch.get(f"{INITIATOR}.use_thread_dimensions"):
        counts = [-(-items // size) for items, size in zip(counts, group_sizes(dispatch))]
    return counts


def waves_per_group(dispatch: Dispatch) -> int:
    """Return the number of waves in a group."""
    return -(-prod(group_sizes(dispatch)) // dispatch.wave)


def allocated_vgprs(dispatch: Dispatch) -> int:
    """Return the number of VGPRs allocated to a wave."""
    traits = architecture_traits(dispatch.arch)
    unit, block = traits[f"vgpr_field_w{dispatch.wave}"], traits[f"vgpr_blocks_w{dispatch.wave}"]
    return min(-(-(dispatch.get(f"{RSRC1}.vgprs") + 1) * unit // block) * block, traits["max_vgprs"])


def complete_values(dispatch: Dispatch, rng, mode: tuple[int, int]) -> None:
    """Limit the sizes, and set the values that every dispatch needs. `mode`: as in draw_dispatch()."""
    values, traits = dispatch.values, architecture_traits(dispatch.arch)
    values.setdefault(
        "COMPUTE_NUM_THREAD_X.full",
        dispatch.wave if dispatch.plain else rng.choice((dispatch.wave, dispatch.wave, 5, dispatch.wave + 3)),
    )
    while prod(group_sizes(dispatch)) > MAX_ITEMS // 4 * (1 + 3 * (prod(group_counts(dispatch)) < 2)):
        axis = max("XYZ", key=lambda axis: values.get(f"COMPUTE_NUM_THREAD_{axis}.full", 1))
        values[f"COMPUTE_NUM_THREAD_{axis}.full"] //= 2
    while prod(max(n, 1) for n in group_counts(dispatch)) > MAX_GROUPS:
        axis = max("XYZ", key=lambda axis: values.get(f"COMPUTE_DIM_{axis}.size", 1))
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
    for name, (low, width, default) in MODE_FIELDS.items():
        if default:
            values.setdefault(name, default)
        if mode[0] >> low & 1:
            values[name] = mode[1] >> low & (1 << width) - 1
    if traits["sgpr_field"]:
        values[f"{RSRC1}.sgprs"] = max(values.get(f"{RSRC1}.sgprs", 0), 4)
    ensure_groups_launch(dispatch)
    enable_ids(dispatch, rng)
    reduce_vgprs_to_fit(dispatch)
    if dispatch.tested_field == f"{RSRC1}.priv":            # a wave with PRIV enters no trap handler
        values.pop(f"{RSRC3}.trap_on_start", None)
    if f"{RSRC3}.trap_on_start" in values:
        values |= {f"{RSRC2}.trap_present": 1, f"{RSRC1}.priv": 0}


def ensure_groups_launch(dispatch: Dispatch) -> None:
    """Make the dispatch launch groups, unless it tests a field that may prevent this."""
    for n, axis in AXES:
        end_field, start_field = f"COMPUTE_DIM_{axis}.size", f"COMPUTE_START_{axis}.start"
        start = 0 if dispatch.get(f"{INITIATOR}.force_start_at_000") else dispatch.get(start_field)
        if dispatch.tested_field not in (end_field, start_field) and group_counts(dispatch)[n] <= start:
            dispatch.values |= {end_field: max(1, dispatch.get(end_field, 1)), start_field: 0}
    if dispatch.tested_field != f"{INITIATOR}.shader_en":
        dispatch.values[f"{INITIATOR}.shader_en"] = 1


def enable_ids(dispatch: Dispatch, rng) -> None:
    """Enable the ids with which lanes and waves find their own slots.

    A plain dispatch always has the ids of work items and groups. A mixed dispatch has each id with probability
    IDENTIFICATION_SHARE."""
    last_axis = max((n for n, size in enumerate(group_sizes(dispatch)) if size > 1), default=0)
    probability = 1 if dispatch.plain else IDENTIFICATION_SHARE
    if dispatch.tested_field != f"{RSRC2}.tidig_comp_cnt" and rng.random() < probability:
        dispatch.values[f"{RSRC2}.tidig_comp_cnt"] = max(last_axis, dispatch.get(f"{RSRC2}.tidig_comp_cnt"))
    for axis, count in zip("xyz", group_counts(dispatch)):
        if count > 1 and rng.random() < probability:
            dispatch.values[f"{RSRC2}.tgid_{axis}_en"] = 1
    if waves_per_group(dispatch) > 1 and not dispatch.plain and rng.random() < probability:
        dispatch.values[f"{RSRC2}.tg_size_en"] = 1


def reduce_vgprs_to_fit(dispatch: Dispatch) -> None:
    """Reduce the number of VGPRs so that all waves of a group can be resident at once."""
    if waves_per_group(dispatch) > max_resident_waves(
        dispatch.arch, dispatch.wave, allocated_vgprs(dispatch), bool(dispatch.get(f"{RSRC1}.wgp_mode"))
    ):
        dispatch.values[f"{RSRC1}.vgprs"] = 3


@cache
def default_values(arch: str, wave: int) -> dict[str, int]:
    """Return the field values for a dispatch that tests no field."""
    dispatch = Dispatch(arch, "", wave)
    complete_values(dispatch, random.Random(0), (0, 0))
    return dispatch.values


def changed_fields(dispatch: Dispatch) -> set[str]:
    """Return the fields that differ from their defaults."""
    return dispatch.changed_fields


# ---- the case ----

def initial_sgprs(dispatch: Dispatch, user_sgpr_names: list[str]) -> list[str]:
    """Return the names of the values in the first SGPRs of a wave, user SGPRs first."""
    names = list(user_sgpr_names)
    names += [f"group {axis}" for axis in "xyz" if dispatch.get(f"{RSRC2}.tgid_{axis}_en")]
    names += ["group word"] if dispatch.get(f"{RSRC2}.tg_size_en") else []
    offset = architecture_traits(dispatch.arch)["scratch_offset_sgpr"] and dispatch.get(f"{RSRC2}.scratch_en")
    return names + ["private offset"] * bool(offset)


def next_power_of_two(count: int) -> int:
    """Return the smallest power of two that is at least `count`."""
    return 1 << max(0, count - 1).bit_length()


def output_layout(dispatch: Dispatch, wave_bits) -> OutputLayout:
    """Return the output layout: lanes and waves that ids do not distinguish share a slot. `wave_bits`: the result of
    wave_number_bits()."""
    sizes, counts = group_sizes(dispatch), group_counts(dispatch)
    id_count = dispatch.get(f"{RSRC2}.tidig_comp_cnt") + 1
    item_strides = [prod(sizes[:n]) if n < id_count and size > 1 else None for n, size in enumerate(sizes)]
    group_strides, group_slots = [], 1
    for axis, count in zip("xyz", counts):
        has_id = count > 1 and dispatch.get(f"{RSRC2}.tgid_{axis}_en")
        group_strides.append(group_slots if has_id else None)
        group_slots *= count if has_id else 1
    groups_distinct = all(stride is not None or count < 2 for stride, count in zip(group_strides, counts))
    items_distinct = all(stride is not None or size < 2 for stride, size in zip(item_strides, sizes))
    waves = waves_per_group(dispatch) if wave_bits else 1
    return OutputLayout(
        lane_slots=next_power_of_two(prod(sizes) * group_slots),
        wave_slots=next_power_of_two(waves * group_slots),
        item_strides=item_strides,
        group_strides=group_strides,
        items_per_group=prod(sizes),
        waves_per_group=waves,
        waves_add=not groups_distinct or waves != waves_per_group(dispatch),
        lanes_add=not groups_distinct or not items_distinct,
    )


def wave_number_bits(dispatch: Dispatch) -> tuple[int, int] | None:
    """Return (low bit, width) of the wave's index in the group word, or None if it is not there."""
    low = architecture_traits(dispatch.arch)["wave_in_group_low"]
    if not dispatch.get(f"{RSRC2}.tg_size_en"):
        return None
    return (low, 5) if low else None if dispatch.get(f"{INITIATOR}.ordered_append_enbl") else (6, 6)


def make_program(
    dispatch: Dispatch, output_base: int | str, user_sgpr_names: list[str], lds: int,
    scratch_base_pair: int | None = None,
) -> bytes:
    """Return the program, and set dispatch.layout. The arguments are those of ProgramInputs.

    `user_sgpr_names`: names of the values in the user SGPRs."""
    traits, bits = architecture_traits(dispatch.arch), wave_number_bits(dispatch)
    dispatch.layout = output_layout(dispatch, bits)
    sgprs = (dispatch.get(f"{RSRC1}.sgprs") // 2 + 1) * traits["sgpr_field"]
    inputs = ProgramInputs(
        initial_sgprs(dispatch, user_sgpr_names),
        output_base,
        dispatch.get(f"{RSRC2}.tidig_comp_cnt") + 1,
        lds if waves_per_group(dispatch) == 1 else 0,
        bool(dispatch.get(f"{RSRC2}.scratch_en")),
        scratch_base_pair,
        allocated_vgprs(dispatch),
        sgprs if sgprs <= traits["sgprs"] else 0,
        bits,
        bool(dispatch.get(f"{RSRC3}.trap_on_start")),
        dispatch.observed,
    )
    return DispatchProgram(dispatch.arch, dispatch.wave, dispatch.layout, inputs).assemble()


def register_words(dispatch: Dispatch) -> dict[str, int]:
    """Return {name: word} of the compute registers."""
    words: dict[str, int] = {}
    for name, value in dispatch.values.items():
        register, _, field = name.partition(".")
        if register.startswith("COMPUTE_"):
            bits = all_registers()[register].fields[ARCHS[dispatch.arch]][field]
            words[register] = words.get(register, 0) | bits.put(value)
    return words


def program_address(words: dict[str, int]) -> int:
    """Return the address in COMPUTE_PGM; 0 if it is not set."""
    return words.get("COMPUTE_PGM_HI", 0) << 40 | words.get("COMPUTE_PGM_LO", 0) << 8


def make_parts(dispatch: Dispatch, rng, output_base: int = OUTPUT_BASE) -> tuple[dict[str, int], bytes, list[dict]]:
    """Return (registers by name, program, memory regions other than the code)."""
    words = {RSRC2: 0, **register_words(dispatch)}
    for n in range(dispatch.get(f"{RSRC2}.user_sgpr")):
        words[f"{USER_DATA}_{n}"] = rng.getrandbits(32)
    lds = dispatch.get(f"{RSRC2}.lds_size") * architecture_traits(dispatch.arch)["lds_field"]
    user_sgpr_names = [f"user {n}" for n in range(dispatch.get(f"{RSRC2}.user_sgpr"))]
    code = make_program(dispatch, output_base, user_sgpr_names, lds)
    memory = [{"name": "out", "address": hex(output_base), "size": dispatch.layout.size}]
    if dispatch.get(f"{RSRC2}.scratch_en"):
        wave_bytes = dispatch.get(f"{TMPRING_SIZE}.wavesize") * architecture_traits(dispatch.arch)["scratch_granule"]
        memory.append({"name": "private", "address": hex(SCRATCH_BASE), "size": wave_bytes * waves_per_group(dispatch)})
        words |= {"COMPUTE_DISPATCH_SCRATCH_BASE_LO": SCRATCH_BASE >> 8 & 0xFFFFFFFF,
                  "COMPUTE_DISPATCH_SCRATCH_BASE_HI": SCRATCH_BASE >> 40}
    return words, code, memory


def build_register_case(dispatch: Dispatch, rng) -> None:
    """Build the case from registers only."""
    words, code, memory = make_parts(dispatch, rng)
    address = program_address(words)
    base = HIGH_CODE_BASE if address >> 47 else CODE_BASE
    leading_bytes = address - (base & (1 << 48) - 1) if address else 0
    dispatch.case = {
        "assay": 1,
        "name": f"dispatch {dispatch.tested_field}",
        "arch": dispatch.arch,
        "wave": dispatch.wave,
        "base": hex(base),
        "code": (encode_end(dispatch.arch) * (leading_bytes // 4) + code).hex(),
        "registers": words,
        "memory": memory,
        "observe": {"registers": [], "memory": ["out"]},
    }
    if dispatch.get(f"{RSRC3}.trap_on_start"):
        dispatch.case["trap_handler"] = {"code": trap_handler_code(dispatch.arch).hex()}


def draw_dispatch(
    arch: str, tested_field: str, seed: int, number: int, plain: bool, excluded=frozenset(),
    waves: tuple[int, ...] = (), mode: tuple[int, int] = (0, 0),
) -> Dispatch:
    """Draw the dispatch with index `number` among those that test a field. Equal arguments give equal dispatches.

    `plain`: as in Dispatch; `excluded`: fields to leave unchanged; `waves`: allowed wave sizes (default: all); `mode`:
    (mask of the fixed bits of MODE, their values)."""
    rng = random.Random(f"{seed} dispatch {arch} {tested_field} {number} {plain}")
    waves = waves or TARGETS[arch].waves
    dispatch = Dispatch(
        arch,
        tested_field,
        waves[number % len(waves)],
        plain,
        frozenset(
            observation
            for observation, fields in OBSERVED_FIELDS.items()
            if (tested_field in fields if plain else not fields & excluded)
        ),
    )
    if not plain:
        for field in settable_fields(arch):
            if field not in excluded and field != tested_field and rng.random() < OTHER_FIELD_SHARE:
                set_field(dispatch, rng, field)
    set_field(dispatch, rng, tested_field)
    complete_values(dispatch, rng, mode)
    build_register_case(dispatch, rng)
    return dispatch
