"""The fields that generated dispatches test: their rules, their generators and their dispatches.

Fields belong to compute registers, kernel descriptors, AQL packets and the packets of command streams."""
from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from itertools import islice

from ...generators.dispatches import kernel_descriptors, random_dispatches, command_streams
from ...generators.form_coverage.case_limits import Limits
from ...spec import ARCHS, all_registers

PLAIN_CASES = MIXED_CASES = {False: 6, True: 2}      # cases of a field: in full, and quick
MAX_DRAWS = 8                                        # for one dispatch
# (glob over field names, rule): the first glob that matches a field decides its rule.
FIELD_RULES = (
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


def rules_of_field(name: str, has_effect: bool) -> list[str]:
    """A list with the rule of a field, or an empty list if the field changes no result."""
    return [rule for glob, rule in FIELD_RULES if has_effect and fnmatchcase(name, glob)][:1]


def draw_dispatches(
    arch: str, fields, seed: int, count: int, plain: bool, limits: Limits, avoided=frozenset(),
) -> Iterator[random_dispatches.Dispatch]:
    """Draw up to `count` dispatches about each field, in at most `count` * MAX_DRAWS draws. Dispatches that use an
    `avoided` field are dropped.

    `plain`: set nothing that the field does not need."""
    excluded = frozenset(avoided | fixed_mode_fields(settable_fields(arch), limits))
    for name in fields:
        generator = generator_of_field(arch, name)
        draws = (generator.draw_dispatch(arch, name, seed, number, plain, excluded, limits.sizes(arch), limits.mode)
                 for number in range(MAX_DRAWS * count))
        yield from islice((dispatch for dispatch in draws
                           if not (generator.changed_fields(dispatch) - {name}) & avoided), count)


def fixed_mode_fields(fields, limits: Limits) -> set[str]:
    """The fields that set initial MODE bits to which these limits give a single value."""
    return {name for name in fields
            if random_dispatches.MODE_BITS.get(kernel_descriptors.register_field(name) or name, 0) & limits.mode[0]}


def settable_fields(arch: str) -> dict[str, bool]:
    """{field: whether a result may depend on it}"""
    return (
        random_dispatches.settable_fields(arch)
        | kernel_descriptors.settable_fields(arch)
        | command_streams.settable_fields(arch)
    )


def generator_of_field(arch: str, name: str):
    """The module that generates dispatches about a field."""
    generators = (kernel_descriptors, command_streams, random_dispatches)
    return next(generator for generator in generators if name in generator.settable_fields(arch))


def reason_unsupported(name: str, features) -> str:
    """Return why a target with these features cannot run dispatches about a field, or "" if it can."""
    needs_packets = name.startswith(command_streams.PREFIX) and "packets" not in features
    return "packets: the target takes no command streams" if needs_packets else ""


def fields_set(arch: str, words: dict[str, int], descriptor: bytes | None = None, stream=()) -> set[str]:
    """The fields that the registers or the descriptor set to a value other than 0, and the fields that the stream's
    packets set."""
    names, known = command_streams.stream_fields(stream), settable_fields(arch)
    for name, value in (kernel_descriptors.unpack_descriptor(arch, descriptor) if descriptor else {}).items():
        if value and name in known:
            names.add(name)
    for register_name, word in words.items():
        is_user_data = register_name.startswith("COMPUTE_USER_DATA_")
        register = "COMPUTE_USER_DATA" if is_user_data else register_name
        for field_name, bits in all_registers()[register].fields[ARCHS[arch]].items():
            if bits.get(word) and f"{register}.{field_name}" in known:
                names.add(f"{register}.{field_name}")
    return names
