"""Tests of generated dispatches: the results are defined and equal those computed here from the register words.

Sources of the computation: the register lists of Mesa and Linux, LLVM's AMDGPU guide, RDNA3 ISA 3.4 and 3.5, Vega ISA
3.5 and 3.6."""
import struct
from collections import Counter
from itertools import product

import pytest

from ...harness.case.case_types import parse_case
from ...harness.case.plan import resolve
from ...harness.execution.model_run import Model
from ...spec import CERTIFIED
from . import kernel_descriptors, random_dispatches

PLAIN, MIXED = 2, 3                                  # number of dispatches a field
FIELDS = [(arch, field) for arch in CERTIFIED for field in random_dispatches.settable_fields(arch)]
KERNELS = [(arch, field) for arch in CERTIFIED for field in kernel_descriptors.settable_fields(arch)]
MARKER = 0x600DF00D


def bit_field(word, high, low):
    return word >> low & (1 << high - low + 1) - 1


class ExpectedState:
    """The initial state of the waves of a dispatch, from its registers."""

    def __init__(self, arch, wave, words):
        self.is_gfx9, self.wave, self.words = arch == "gfx906", wave, words
        self.initiator, self.rsrc1, self.rsrc2 = (
            words.get(f"COMPUTE_{name}", 0) for name in ("DISPATCH_INITIATOR", "PGM_RSRC1", "PGM_RSRC2"))
        self.axes = [self.axis(name) for name in "XYZ"]
        self.lds = 512 * bit_field(self.rsrc2, 23, 15)
        self.waves = self.groups = 0                 # launched so far
        granule = 1024 if self.is_gfx9 else 256
        self.wave_scratch_bytes = granule * bit_field(
            words.get("COMPUTE_TMPRING_SIZE", 0), 24 if self.is_gfx9 else 26, 12)
        self.scratch = (words.get("COMPUTE_DISPATCH_SCRATCH_BASE_LO", 0) << 8
                        | words.get("COMPUTE_DISPATCH_SCRATCH_BASE_HI", 0) << 40)

    def axis(self, name):
        """(group numbers, work items of a full group, of the last group, end of the group numbers)"""
        threads, dim = self.words.get(f"COMPUTE_NUM_THREAD_{name}", 1), self.words[f"COMPUTE_DIM_{name}"]
        first = 0 if self.initiator & 4 else self.words.get(f"COMPUTE_START_{name}", 0)
        full, last = threads & 0xFFFF, threads & 0xFFFF
        if self.initiator & 0x20:
            dim, last = (dim + full - 1) // full, dim % full or full
        elif self.initiator & 2 and threads >> 16:
            last = threads >> 16
        return range(first, dim), full, last, dim

    def groups_launched(self):
        """Yield (group number, work items along each axis) of each group, x first."""
        if self.initiator & 1:
            for z, y, x in product(*(axis[0] for axis in reversed(self.axes))):
                yield (x, y, z), [last if at == end - 1 else full
                                  for at, (_, full, last, end) in zip((x, y, z), self.axes)]

    def mode(self):
        """The initial value of MODE."""
        mode = bit_field(self.rsrc1, 19, 12) | bit_field(self.rsrc1, 21, 21) << 8 | bit_field(self.rsrc1, 23, 23) << 9
        mode |= bit_field(self.rsrc1, 26, 26) << 23 | bit_field(self.rsrc2, 30, 24) << 12
        mode |= bit_field(self.rsrc2, 14, 13) << 19
        if self.is_gfx9:
            return mode | bit_field(self.rsrc1, 22, 22) << 11
        return mode | bit_field(self.words.get("COMPUTE_PGM_RSRC3", 0), 11, 11) << 21

    def initial_sgprs(self, group, number, count):
        """The first SGPRs of wave `number` of `count`."""
        sgprs = [self.words[f"COMPUTE_USER_DATA_{n}"] for n in range(bit_field(self.rsrc2, 5, 1))]
        sgprs += [group_id for n, group_id in enumerate(group) if self.rsrc2 >> 7 + n & 1]
        if self.rsrc2 >> 10 & 1:
            term = number
            if self.initiator & 8:
                base = bit_field(self.words.get("COMPUTE_MISC_RESERVED", 0), 16, 5)
                term = base + (self.groups if self.initiator & 0x10 else self.waves)
            term &= 0x7FF if self.is_gfx9 else 0xFFF
            sgprs.append((number == 0) << 31 | (0 if self.is_gfx9 else number << 20) | term << 6 | count)
        return sgprs + [self.wave_scratch_bytes * number] * (self.is_gfx9 and self.rsrc2 & 1)

    def item_ids(self, item, size):
        """v0, v1, v2 of a work item; on RDNA3 v0."""
        id_count = bit_field(self.rsrc2, 12, 11) + 1
        ids = [item % size[0], item // size[0] % size[1], item // size[0] // size[1]]
        ids = [value if n < id_count else 0 for n, value in enumerate(ids)]
        return ids if self.is_gfx9 else [ids[0] | ids[1] << 10 | ids[2] << 20]

    def wave_values(self, scalars, number, live):
        """{word: value} of a wave; reads of unallocated registers give v0 and s0, MARKER + 1 and MARKER + 2."""
        lds, mask = self.lds, (1 << live) - 1
        base = self.scratch + self.wave_scratch_bytes * number
        return {
            **{f"scalar {n}": value for n, value in enumerate(scalars)},
            "exec_lo": mask & 0xFFFFFFFF, "exec_hi": mask >> 32, "mode": self.mode(),
            "sys_prio": bit_field(self.rsrc1, 11, 10), "priv": bit_field(self.rsrc1, 20, 20),
            "trap_en": bit_field(self.rsrc2, 6, 6), "cdbg_user": bit_field(self.rsrc1, 25, 25),
            "flat_scratch_lo": base & 0xFFFFFFFF, "flat_scratch_hi": base >> 32,
            "started": 1, "lds last": MARKER + lds - 4, "lds beyond": 0, "vgpr last": MARKER, "vgpr beyond": MARKER + 1,
            "sgpr last": MARKER, "sgpr beyond": MARKER + 2}


class ExpectedKernelState(ExpectedState):
    """The initial state of the waves of a kernel, from its descriptor and the sizes of the packet."""

    def __init__(self, arch, wave, case):
        descriptor = bytes.fromhex(case["descriptor"])
        self.lds_fixed, self.private = struct.unpack_from("<II", descriptor, 0)
        rsrc3, rsrc1, rsrc2, properties = struct.unpack_from("<IIIH", descriptor, 44)
        words = {"COMPUTE_DISPATCH_INITIATOR": 0x21, "COMPUTE_PGM_RSRC1": rsrc1, "COMPUTE_PGM_RSRC2": rsrc2,
                 "COMPUTE_PGM_RSRC3": rsrc3}
        for axis, group, grid in zip("XYZ", case["group"], case["grid"]):
            words |= {f"COMPUTE_NUM_THREAD_{axis}": group, f"COMPUTE_DIM_{axis}": grid}
        super().__init__(arch, wave, words)
        self.lds = self.lds_fixed
        counts = [4, 2, 2, 2, 2, 2, 1]               # SGPRs of properties 0 to 6
        assert bit_field(rsrc2, 5, 1) == sum(count for n, count in enumerate(counts) if properties >> n & 1)
        assert (wave == 32) == bool(properties >> 10 & 1) and not bit_field(rsrc2, 23, 15)
        self.has_private_size = properties >> 6 & 1

    def initial_sgprs(self, group, number, count):
        """The SGPRs that the program stores: no addresses, and no offset of private memory."""
        self.words |= {f"COMPUTE_USER_DATA_{n}": 0 for n in range(16)}
        sgprs = super().initial_sgprs(group, number, count)[bit_field(self.rsrc2, 5, 1):]
        return [self.private] * self.has_private_size + sgprs[:len(sgprs) - (self.is_gfx9 and self.rsrc2 & 1)]


def expected_words(state, layout):
    """The words of the region `out`."""
    lanes, lane_dwords = layout.lane_slots, layout.lane_slots * len(layout.lane_words)
    words = [0] * (layout.size // 4)

    def store(at, value, accumulate):
        assert accumulate or not words[at]
        words[at] = (words[at] + value & 0xFFFFFFFF) if accumulate else value
    for group, size in state.groups_launched():
        items = size[0] * size[1] * size[2]
        group_slot = sum(at * step for at, step in zip(group, layout.group_strides) if step is not None)
        count = -(-items // state.wave)
        for number in range(count):
            live = min(state.wave, items - number * state.wave)
            for lane in range(live):
                item = number * state.wave + lane
                ids = [item % size[0], item // size[0] % size[1], item // size[0] // size[1]]
                slot = sum(value * step for value, step in zip(ids, layout.item_strides) if step is not None)
                slot = slot + group_slot * layout.items_per_group & lanes - 1
                values = {"ran": 1, "private": MARKER + 4 * slot} | {
                    f"v{n}": value for n, value in enumerate(state.item_ids(item, size))}
                for n, name in enumerate(layout.lane_words):
                    store(n * lanes + slot, values[name], layout.lanes_add)
            scalars = state.initial_sgprs(group, number, count)
            values = state.wave_values(scalars, number, live)
            wave_in_group = number if layout.waves_per_group > 1 else 0
            slot = group_slot * layout.waves_per_group + wave_in_group & layout.wave_slots - 1
            for n, name in enumerate(layout.wave_words):
                value = scalars[n] if n < len(scalars) else values[name]
                store(lane_dwords + n * layout.wave_slots + slot, value, layout.waves_add)
            state.waves += 1
        state.groups += 1
    return words


def check_memory(draw, arch, field, expected_state):
    """Check the output of dispatches that test a field. `expected_state`: Dispatch -> ExpectedState"""
    model = Model()
    for number in range(PLAIN + MIXED):
        d = draw(arch, field, 3, number, number < PLAIN)
        outcome = model.run(resolve(parse_case(d.case)))
        assert outcome.status == "ok", (outcome.text, d.values)
        assert [finding["rule"] for finding in outcome.findings if finding["kind"] in ("error", "race")] == []
        assert not any(outcome.memory[0].undefined), d.values
        words = list(struct.unpack(f"<{d.layout.size // 4}I", outcome.memory[0].data))
        expected = expected_words(expected_state(d), d.layout)
        differing = [n for n, (word, right) in enumerate(zip(words, expected)) if word != right]
        assert words == expected, (d.values, d.layout, differing[:9])


@pytest.mark.parametrize("arch,field", FIELDS, ids=lambda name: name)
def test_memory_matches_the_registers(arch, field):
    check_memory(random_dispatches.draw_dispatch, arch, field,
                 lambda d: ExpectedState(arch, d.wave, d.case["registers"]))


@pytest.mark.parametrize("arch,field", KERNELS, ids=lambda name: name)
def test_memory_matches_the_descriptor(arch, field):
    check_memory(kernel_descriptors.draw_dispatch, arch, field, lambda d: ExpectedKernelState(arch, d.wave, d.case))


@pytest.mark.parametrize("arch", CERTIFIED)
def test_dispatches_vary_in_values_and_dimensions(arch):
    """Fields have several values; most dispatches launch groups and have distinct slots for their lanes."""
    values_drawn, launching, with_distinct_lanes, dims = Counter(), 0, 0, set()
    dispatches = [random_dispatches.draw_dispatch(arch, field, 1, number, False)
                  for field in random_dispatches.settable_fields(arch) for number in range(6)]
    for d in dispatches:
        values_drawn.update((name, value) for name, value in d.values.items())
        state = ExpectedState(arch, d.wave, d.case["registers"])
        launching += bool(list(state.groups_launched()))
        with_distinct_lanes += not d.layout.lanes_add
        dims.add(sum(count > 1 for count in random_dispatches.group_sizes(d)))
    value_counts = Counter(name for name, _ in values_drawn)
    assert dims >= {1, 2, 3}
    assert launching > 0.9 * len(dispatches) and with_distinct_lanes > 0.6 * len(dispatches)
    multi_valued = ".size", ".full", ".start", ".float_mode"
    assert all(value_counts[field] > 2
               for field in random_dispatches.settable_fields(arch) if field.endswith(multi_valued))


@pytest.mark.parametrize("arch", CERTIFIED)
def test_same_arguments_give_the_same_dispatch(arch):
    field = "COMPUTE_PGM_RSRC2.tidig_comp_cnt"
    first, again, other = (random_dispatches.draw_dispatch(arch, field, seed, 3, False) for seed in (1, 1, 2))
    assert first == again and first.case != other.case


def test_excluded_fields_are_not_used():
    excluded = {"COMPUTE_PGM_RSRC1.priority", "COMPUTE_PGM_RSRC1.priv", "COMPUTE_RESTART_X.restart"}
    for number in range(40):
        d = random_dispatches.draw_dispatch(
            "gfx906", "COMPUTE_PGM_RSRC1.float_mode", 1, number, False, frozenset(excluded))
        assert not d.changed_fields & excluded and d.changed_fields
