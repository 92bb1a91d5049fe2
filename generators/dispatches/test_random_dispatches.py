"""Generated dispatches: programs that are defined, and memory that is what the registers say, worked out here from the
words alone, by the register lists of Mesa and Linux, LLVM's AMDGPU guide and RDNA3 ISA 3.4, 3.5; Vega ISA 3.5, 3.6."""
import struct
from collections import Counter
from itertools import product

import pytest

from ...harness.case.case_types import parse_case
from ...harness.case.plan import resolve
from ...harness.execution.model_run import Model
from ...spec import CERTIFIED
from . import kernel_descriptors, random_dispatches

PLAIN, MIXED = 2, 3                                  # dispatches of a field
FIELDS = [(arch, about) for arch in CERTIFIED for about in random_dispatches.settable_fields(arch)]
KERNELS = [(arch, about) for arch in CERTIFIED for about in kernel_descriptors.settable_fields(arch)]
MARK = 0x600DF00D


def bits(word, high, low):
    return word >> low & (1 << high - low + 1) - 1


class Stated:
    """What waves of a dispatch start with, from its registers."""

    def __init__(self, arch, wave, words):
        self.old, self.wave, self.words = arch == "gfx906", wave, words
        self.initiator, self.rsrc1, self.rsrc2 = (
            words.get(f"COMPUTE_{name}", 0) for name in ("DISPATCH_INITIATOR", "PGM_RSRC1", "PGM_RSRC2"))
        self.axes = [self.axis(one) for one in "XYZ"]
        self.lds = 512 * bits(self.rsrc2, 23, 15)
        self.waves = self.groups = 0                 # so far, in the order of the walk
        granule = 1024 if self.old else 256
        self.each = bits(words.get("COMPUTE_TMPRING_SIZE", 0), 24 if self.old else 26, 12) * granule
        self.scratch = (words.get("COMPUTE_DISPATCH_SCRATCH_BASE_LO", 0) << 8
                        | words.get("COMPUTE_DISPATCH_SCRATCH_BASE_HI", 0) << 40)

    def axis(self, name):
        """(groups' numbers, work items of a full group, of the last one)"""
        threads, dim = self.words.get(f"COMPUTE_NUM_THREAD_{name}", 1), self.words[f"COMPUTE_DIM_{name}"]
        first = 0 if self.initiator & 4 else self.words.get(f"COMPUTE_START_{name}", 0)
        full, last = threads & 0xFFFF, threads & 0xFFFF
        if self.initiator & 0x20:
            dim, last = (dim + full - 1) // full, dim % full or full
        elif self.initiator & 2 and threads >> 16:
            last = threads >> 16
        return range(first, dim), full, last, dim

    def walk(self):
        """(number of the group, items of each axis), x first."""
        if self.initiator & 1:
            for z, y, x in product(*(one[0] for one in reversed(self.axes))):
                yield (x, y, z), [last if at == end - 1 else full
                                  for at, (_, full, last, end) in zip((x, y, z), self.axes)]

    def mode(self):
        mode = bits(self.rsrc1, 19, 12) | bits(self.rsrc1, 21, 21) << 8 | bits(self.rsrc1, 23, 23) << 9
        mode |= bits(self.rsrc1, 26, 26) << 23 | bits(self.rsrc2, 30, 24) << 12 | bits(self.rsrc2, 14, 13) << 19
        if self.old:
            return mode | bits(self.rsrc1, 22, 22) << 11
        return mode | bits(self.words.get("COMPUTE_PGM_RSRC3", 0), 11, 11) << 21

    def scalars(self, group, number, count):
        """The first SGPRs of wave `number` of `count`."""
        found = [self.words[f"COMPUTE_USER_DATA_{n}"] for n in range(bits(self.rsrc2, 5, 1))]
        found += [at for n, at in enumerate(group) if self.rsrc2 >> 7 + n & 1]
        if self.rsrc2 >> 10 & 1:
            term = number
            if self.initiator & 8:
                base = bits(self.words.get("COMPUTE_MISC_RESERVED", 0), 16, 5)
                term = base + (self.groups if self.initiator & 0x10 else self.waves)
            term &= 0x7FF if self.old else 0xFFF
            found.append((number == 0) << 31 | (0 if self.old else number << 20) | term << 6 | count)
        return found + [self.each * number] * (self.old and self.rsrc2 & 1)

    def ids(self, item, size):
        """v0, v1, v2 of a work item; on RDNA3 v0."""
        known = bits(self.rsrc2, 12, 11) + 1
        at = [item % size[0], item // size[0] % size[1], item // size[0] // size[1]]
        at = [one if n < known else 0 for n, one in enumerate(at)]
        return at if self.old else [at[0] | at[1] << 10 | at[2] << 20]

    def of_wave(self, scalars, number, live):
        """{word: value} of a wave; v0 and s0 are MARK + 1 and MARK + 2 when registers that are not there are read."""
        lds, mask = self.lds, (1 << live) - 1
        base = self.scratch + self.each * number
        return {
            **{f"scalar {n}": value for n, value in enumerate(scalars)},
            "exec_lo": mask & 0xFFFFFFFF, "exec_hi": mask >> 32, "mode": self.mode(),
            "sys_prio": bits(self.rsrc1, 11, 10), "priv": bits(self.rsrc1, 20, 20), "trap_en": bits(self.rsrc2, 6, 6),
            "cdbg_user": bits(self.rsrc1, 25, 25), "flat_scratch_lo": base & 0xFFFFFFFF, "flat_scratch_hi": base >> 32,
            "started": 1, "lds last": MARK + lds - 4, "lds beyond": 0, "vgpr last": MARK, "vgpr beyond": MARK + 1,
            "sgpr last": MARK, "sgpr beyond": MARK + 2}


class StatedKernel(Stated):
    """The same of a kernel, from the bytes of its descriptor and the sizes of the packet."""

    def __init__(self, arch, wave, case):
        held = bytes.fromhex(case["descriptor"])
        self.lds_fixed, self.private = struct.unpack_from("<II", held, 0)
        rsrc3, rsrc1, rsrc2, properties = struct.unpack_from("<IIIH", held, 44)
        words = {"COMPUTE_DISPATCH_INITIATOR": 0x21, "COMPUTE_PGM_RSRC1": rsrc1, "COMPUTE_PGM_RSRC2": rsrc2,
                 "COMPUTE_PGM_RSRC3": rsrc3}
        for axis, group, grid in zip("XYZ", case["group"], case["grid"]):
            words |= {f"COMPUTE_NUM_THREAD_{axis}": group, f"COMPUTE_DIM_{axis}": grid}
        super().__init__(arch, wave, words)
        self.lds = self.lds_fixed
        counts = [4, 2, 2, 2, 2, 2, 1]               # SGPRs of properties 0 to 6
        assert bits(rsrc2, 5, 1) == sum(count for n, count in enumerate(counts) if properties >> n & 1)
        assert (wave == 32) == bool(properties >> 10 & 1) and not bits(rsrc2, 23, 15)
        self.size_given = properties >> 6 & 1

    def scalars(self, group, number, count):
        """What the program looks at: no addresses, and not where private memory lies."""
        self.words |= {f"COMPUTE_USER_DATA_{n}": 0 for n in range(16)}
        found = super().scalars(group, number, count)[bits(self.rsrc2, 5, 1):]
        return [self.private] * self.size_given + found[:len(found) - (self.old and self.rsrc2 & 1)]


def memory(stated, layout):
    """The words of `out`."""
    lanes, behind = layout.lane_slots, layout.lane_slots * len(layout.lane_words)
    words = [0] * (layout.bytes // 4)

    def put(at, value, adds):
        assert adds or not words[at]
        words[at] = (words[at] + value & 0xFFFFFFFF) if adds else value
    for group, size in stated.walk():
        items = size[0] * size[1] * size[2]
        here = sum(at * step for at, step in zip(group, layout.group_strides) if step is not None)
        count = -(-items // stated.wave)
        for number in range(count):
            live = min(stated.wave, items - number * stated.wave)
            for lane in range(live):
                item = number * stated.wave + lane
                at = [item % size[0], item // size[0] % size[1], item // size[0] // size[1]]
                place = sum(one * step for one, step in zip(at, layout.item_strides) if step is not None)
                place = place + here * layout.items_per_group & lanes - 1
                values = {"ran": 1, "private": MARK + 4 * place} | {
                    f"v{n}": one for n, one in enumerate(stated.ids(item, size))}
                for n, name in enumerate(layout.lane_words):
                    put(n * lanes + place, values[name], layout.lanes_add)
            scalars = stated.scalars(group, number, count)
            values = stated.of_wave(scalars, number, live)
            wave = number if layout.waves_per_group > 1 else 0
            place = here * layout.waves_per_group + wave & layout.wave_slots - 1
            for n, name in enumerate(layout.wave_words):
                value = scalars[n] if n < len(scalars) else values[name]
                put(behind + n * layout.wave_slots + place, value, layout.waves_add)
            stated.waves += 1
        stated.groups += 1
    return words


def hold(draw, arch, about, stated):
    """The memory of dispatches about a field is what a statement of each says.  `stated`: Dispatch -> Stated."""
    model = Model()
    for number in range(PLAIN + MIXED):
        d = draw(arch, about, 3, number, number < PLAIN)
        outcome = model.run(resolve(parse_case(d.case)))
        assert outcome.status == "ok", (outcome.text, d.values)
        assert [f["rule"] for f in outcome.findings if f["kind"] in ("error", "race")] == []
        assert not any(outcome.memory[0].undefined), d.values
        found = list(struct.unpack(f"<{d.layout.bytes // 4}I", outcome.memory[0].data))
        right = memory(stated(d), d.layout)
        assert found == right, (d.values, d.layout, [n for n, (a, b) in enumerate(zip(found, right)) if a != b][:9])


@pytest.mark.parametrize("arch,about", FIELDS, ids=lambda one: one)
def test_memory_is_what_the_registers_say(arch, about):
    hold(random_dispatches.draw_dispatch, arch, about, lambda d: Stated(arch, d.wave, d.case["registers"]))


@pytest.mark.parametrize("arch,about", KERNELS, ids=lambda one: one)
def test_memory_is_what_the_descriptor_says(arch, about):
    hold(kernel_descriptors.draw_dispatch, arch, about, lambda d: StatedKernel(arch, d.wave, d.case))


@pytest.mark.parametrize("arch", CERTIFIED)
def test_dispatches_are_of_all_kinds(arch):
    """Fields have several values, most dispatches run something, lanes tell themselves apart in most."""
    seen, ran, apart, dims = Counter(), 0, 0, set()
    every = [
        random_dispatches.draw_dispatch(arch, about, 1, number, False)
        for about in random_dispatches.settable_fields(arch)
        for number in range(6)
    ]
    for d in every:
        seen.update((name, value) for name, value in d.values.items())
        stated = Stated(arch, d.wave, d.case["registers"])
        walk = list(stated.walk())
        ran += bool(walk)
        apart += not d.layout.lanes_add
        dims.add(sum(count > 1 for count in random_dispatches.group_sizes(d)))
    values = Counter(name for name, _ in seen)
    assert dims >= {1, 2, 3} and ran > 0.9 * len(every) and apart > 0.6 * len(every)
    several = ".size", ".full", ".start", ".float_mode"
    wide = [about for about in random_dispatches.settable_fields(arch) if about.endswith(several)]
    assert all(values[about] > 2 for about in wide)


@pytest.mark.parametrize("arch", CERTIFIED)
def test_the_same_arguments_give_the_same_dispatch(arch):
    about = "COMPUTE_PGM_RSRC2.tidig_comp_cnt"
    one, again, other = (random_dispatches.draw_dispatch(arch, about, seed, 3, False) for seed in (1, 1, 2))
    assert one == again and one.case != other.case


def test_what_is_left_out_is_not_there():
    without = {"COMPUTE_PGM_RSRC1.priority", "COMPUTE_PGM_RSRC1.priv", "COMPUTE_RESTART_X.restart"}
    for number in range(40):
        d = random_dispatches.draw_dispatch(
            "gfx906", "COMPUTE_PGM_RSRC1.float_mode", 1, number, False, frozenset(without)
        )
        assert not d.changed_fields & without and d.changed_fields
