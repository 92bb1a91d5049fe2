"""Every field of a COMPUTE_* register has the effect that spec/registers.txt states.
A used field changes the state, one without effect does not, and a refused one is named. The expectations are the
register lists of Mesa and Linux, LLVM's AMDGPU guide, RDNA3 ISA 3.5 and Vega 7nm ISA 3."""
import pytest

from ...harness.case.assembler import assemble_lines
from ...spec import ARCHS, load
from .. import Machine

MACHINE = Machine(waves=64, findings=8, code_bytes=4096)
KINDS = [("gfx906", 64), ("gfx1100", 32), ("gfx1100", 64)]
EVERYWHERE = pytest.mark.parametrize("arch, wave", KINDS)
SCRATCH = 0x12_0000_0000
HANDLER = 0x1800_0000                                     # of traps


def dispatch_registers(arch):
    """Return {name: Register} of the dispatch registers of an architecture."""
    return {name: r for name, r in load().registers.items() if ARCHS[arch] in r.places}


def each_field(access):
    """Return (arch, wave, register, field) of every field with that access."""
    for arch, wave in KINDS:
        for name, register in dispatch_registers(arch).items():
            for field, at in register.fields[ARCHS[arch]].items():
                if at.access == access:
                    yield arch, wave, name, field


def register_words(arch, fields):
    """Return {offset: word} of {REGISTER: {field: value} or number}; USER_DATA_n is allowed."""
    out = {}
    for name, values in fields.items():
        stem, _, number = name.rpartition("_") if name.startswith("COMPUTE_USER_DATA_") else (name, "", "0")
        register = dispatch_registers(arch)[stem]
        word = int.from_bytes(register.pack(ARCHS[arch], 32, values), "little")
        out[register.places[ARCHS[arch]] + 4 * int(number)] = word
    return out


def merge_fields(wave, *parts):
    """Merge the field values of `parts`; a later part overrides an earlier one. The initiator runs waves of
    size `wave`."""
    out = {"COMPUTE_DISPATCH_INITIATOR": {"shader_en": 1} | ({"cs_w32_en": 1} if wave == 32 else {}),
           "COMPUTE_NUM_THREAD_X": {"full": wave}, "COMPUTE_PGM_RSRC1": {"sgprs": 15}}
    for part in parts:
        for name, values in part.items():
            out[name] = out.get(name, {}) | values
    return out


PROBE = {
    "gfx906": ["s_getreg_b32 s40, hwreg(HW_REG_STATUS)", "s_getreg_b32 s41, hwreg(HW_REG_MODE)",
               "v_mov_b32 v10, v0", "v_mov_b32 v11, v1", "v_mov_b32 v12, v2"],
    "gfx1100": ["s_getreg_b32 s40, hwreg(HW_REG_STATUS)", "s_getreg_b32 s41, hwreg(HW_REG_MODE)",
                "s_getreg_b32 s42, hwreg(HW_REG_FLAT_SCR_LO)", "s_getreg_b32 s43, hwreg(HW_REG_FLAT_SCR_HI)"],
}


def run_dispatch(arch, wave, fields, code=None, **more):
    code = code or b"".join(assemble_lines(arch, wave, PROBE[arch]))
    memory = bytearray(1 << 16)
    return MACHINE.run(
        arch=arch, wave=wave, code=code, compute=register_words(arch, fields), regions=[(SCRATCH, memory)], **more
    )


def state_after(out):
    """Return the state after a run: its end and every wave's registers."""
    waves = [MACHINE.wave(n) for n in range(out.kept)]
    return (out.status, out.text, out.instructions,
            [(w.s.tobytes(), w.v.tobytes(), w.v_open.tobytes(), w.s_open.tobytes(), w.mode, w.status_bits, w.exec)
             for w in waves])


# ---- without effect, refused ----

@pytest.mark.parametrize("arch, wave, name, field", list(each_field("none")))
def test_a_field_without_effect_has_none(arch, wave, name, field):
    base = merge_fields(wave, {"COMPUTE_PGM_RSRC2": {"tgid_x_en": 1}})
    plain = state_after(run_dispatch(arch, wave, base))
    maximum = (1 << dispatch_registers(arch)[name].fields[ARCHS[arch]][field].width) - 1
    with_field = merge_fields(wave, base, {name: {field: maximum}})
    assert plain[0] == "ok" and state_after(run_dispatch(arch, wave, with_field)) == plain


@pytest.mark.parametrize("arch, wave, name, field", list(each_field("zero")))
def test_an_unsupported_field_is_refused_by_name(arch, wave, name, field):
    out = run_dispatch(arch, wave, merge_fields(wave, {name: {field: 1}}))
    assert out.status == "invalid" and out.text.startswith(f"{name}.{field.upper()}: 0x1; only 0 is")
    assert run_dispatch(arch, wave, merge_fields(wave, {name: {field: 0}})).status == "ok"


@EVERYWHERE
def test_bits_outside_fields_are_refused(arch, wave):
    for name, register in dispatch_registers(arch).items():
        known = sum(field.mask for field in register.fields[ARCHS[arch]].values())
        for bit in range(32):
            if known >> bit & 1:
                continue
            words = register_words(arch, merge_fields(wave)) | {register.places[ARCHS[arch]]: 1 << bit}
            out = MACHINE.run(arch=arch, wave=wave, code=bytes(4), compute=words)
            assert out.status == "invalid" and out.text.startswith(f"{name}: bits {1 << bit:#x} of"), (name, bit)


@EVERYWHERE
def test_offsets_between_registers_are_refused(arch, wave):
    used_offsets = {place + 4 * n for r in dispatch_registers(arch).values() for place in (r.places[ARCHS[arch]],)
             for n in range(r.count)}
    for offset in range(0xB800, 0xBC00, 4):
        if offset not in used_offsets:
            text = MACHINE.run(arch=arch, wave=wave, code=bytes(4), compute={offset: 0}).text
            assert text == f"compute: {offset:#x} is not a register of this architecture's compute pipe"


def test_every_dispatch_register_is_in_the_table():
    """gfx906 has 39 registers, with USER_DATA as one; gfx1100 has more."""
    assert len(dispatch_registers("gfx906")) == 39 and "COMPUTE_PGM_RSRC3" in dispatch_registers("gfx1100")


# ---- used: what stands beside the field, two values of it, what is looked at, and what each must give ----

RSRC1, RSRC2, INITIATOR, RING = ("COMPUTE_PGM_RSRC1", "COMPUTE_PGM_RSRC2", "COMPUTE_DISPATCH_INITIATOR",
                                 "COMPUTE_TMPRING_SIZE")
THREADS = "COMPUTE_NUM_THREAD_"
IDS = {RSRC2: {"tgid_x_en": 1, "tgid_y_en": 1, "tgid_z_en": 1}}
SCRATCHY = {RSRC2: {"scratch_en": 1}, RING: {"waves": 2, "wavesize": 1},
            "COMPUTE_DISPATCH_SCRATCH_BASE_LO": {"address_8": SCRATCH >> 8 & 0xFFFFFFFF},
            "COMPUTE_DISPATCH_SCRATCH_BASE_HI": {"address_40": SCRATCH >> 40}}
ORDER = {RSRC2: {"tg_size_en": 1}, "COMPUTE_DIM_X": {"size": 2}, "COMPUTE_MISC_RESERVED": {"wave_id_base": 5},
         INITIATOR: {"ordered_append_enbl": 1}}
CUBE = {f"COMPUTE_DIM_{axis}": {"size": 2} for axis in "XYZ"}


def scalar_reader(number, mask=0xFFFFFFFF):
    """Return a reader of a scalar register of the first wave."""
    return lambda out, waves, memory: int(waves[0].s[number]) & mask


def sgpr_of_waves_reader(register, first_wave=0):
    """Return a reader of the same register of every wave."""
    return lambda out, waves, memory: [int(w.s[register]) for w in waves[first_wave:]]


def undefined_lanes(out, waves, memory):
    return bool(waves[0].s_open[0] & 1)


def lanes(out, waves, memory):
    return [w.exec.bit_count() for w in waves]


def count(out, waves, memory):
    return out.wave_count


def trap_status(out, waves, memory):
    return waves[0].trapsts


def end_status(out, waves, memory):
    return out.text.partition(":")[0] or out.status


def append_term(out, waves, memory):
    """Return the ordered-append term: from bit 6 of the work-group word, 11 bits on GFX9 and 12 on GFX11."""
    return [int(w.s[0]) >> 6 & 0x7FF for w in waves]


def work_item_ids(out, waves, memory):
    """Return the work-item numbers of the last lane that were set, of v0, v1 and v2."""
    return [int(waves[0].v[k, waves[0].lanes - 1]) for k in range(3) if not waves[0].v_open[k]]


def vgprs(out, waves, memory):
    """Return how many VGPRs have the 1 that the program wrote to each."""
    return int((waves[0].v[:, 0] == 1).sum())


def sgprs(out, waves, memory):
    return int((waves[0].s[:102] == 1).sum())


def lds(out, waves, memory):
    return MACHINE.lib.assay_lds_bytes(MACHINE.handle)


def private_memory_start(out, waves, memory):
    """Return the start of the group's private memory, whose contents are undefined."""
    return memory.find(0)


def walk_effects():
    """Return the sizes by axis; NUM_THREAD_X defaults to the size of a wave."""
    results = {}
    for k, axis in enumerate("XYZ"):
        dim, threads = f"COMPUTE_DIM_{axis}", THREADS + axis
        flat = {THREADS + "X": {"full": 4 if k == 0 else 2}}
        results |= {
            f"{dim}.size": ([IDS], 1, 3, sgpr_of_waves_reader(k), [0], [0, 1, 2]),
            f"COMPUTE_START_{axis}.start": ([IDS, {dim: {"size": 3}}], 0, 2, sgpr_of_waves_reader(k), [0, 1, 2], [2]),
            f"{threads}.full": ([flat], 3, 5, lanes, *(([3], [5]) if k == 0 else ([6], [10]))),
            f"{threads}.partial": (
                [flat, {threads: {"full": 4}, dim: {"size": 2}, INITIATOR: {"partial_tg_en": 1}}],
                0,
                1,
                lanes,
                *(([4, 4], [4, 1]) if k == 0 else ([8, 8], [8, 2])),
            ),
            f"{RSRC2}.tgid_{axis.lower()}_en": (
                [CUBE],
                0,
                1,
                sgpr_of_waves_reader(0),
                [0] * 8,
                [n >> k & 1 for n in range(8)],
            ),
        }
    return results


def initiator_effects(wave):
    four = {THREADS + "X": {"full": 4}}
    start = {"COMPUTE_DIM_X": {"size": 2}, "COMPUTE_START_X": {"start": 1}}
    return {
        "shader_en": ([], 0, 1, count, 0, 1),
        "partial_tg_en": ([four, {THREADS + "X": {"partial": 1}, "COMPUTE_DIM_X": {"size": 2}}], 0, 1, lanes, [4, 4],
                          [4, 1]),
        "force_start_at_000": ([IDS, start], 0, 1, sgpr_of_waves_reader(0), [1], [0, 1]),
        "use_thread_dimensions": ([four, {"COMPUTE_DIM_X": {"size": 6}}], 0, 1, lanes, [4] * 6, [4, 2]),
        "ordered_append_enbl": ([ORDER], 0, 1, append_term, [0, 0], [5, 6]),
        "ordered_append_mode": ([ORDER, {THREADS + "X": {"full": 2 * wave}}], 0, 1, append_term, [5, 6, 7, 8],
                                [5, 5, 6, 6]),
        "cs_w32_en": ([], int(wave == 64), int(wave == 32), end_status, "wave_size", "ok"),
    }


def rsrc1_effects(arch, wave):
    few, more = {("gfx906", 64): (4, 16), ("gfx1100", 32): (24, 48), ("gfx1100", 64): (12, 24)}[arch, wave]
    full = {THREADS + "X": {"full": 1024}, RSRC1: {"vgprs": 15 if wave == 32 else 31}}    # 144 and 132 VGPRs
    return {
        "vgprs": ([], 0, 3, vgprs, few, more),
        "sgprs": ([], 2, 4, sgprs, 32, 48),
        "priority": ([], 0, 2, scalar_reader(40, 3 << 1), 0, 2 << 1),
        "float_mode": ([], 0, 0xA5, scalar_reader(41, 0xFF), 0, 0xA5),
        "priv": ([], 0, 1, scalar_reader(40, 1 << 5), 0, 1 << 5),
        "dx10_clamp": ([], 0, 1, scalar_reader(41, 1 << 8), 0, 1 << 8),
        "ieee": ([], 0, 1, scalar_reader(41, 1 << 9), 0, 1 << 9),
        "fp16_ovfl": ([], 0, 1, scalar_reader(41, 1 << 23), 0, 1 << 23),
        "debug": ([], 0, 1, scalar_reader(41, 1 << 11), 0, 1 << 11),
        "cdbg_user": ([], 0, 1, scalar_reader(40, 1 << 20), 0, 1 << 20),
        "wgp_mode": ([full], 0, 1, end_status, RSRC1, "ok"),
    }


def rsrc2_effects(arch, wave):
    gfx9, pair = arch == "gfx906", {THREADS + "X": {"full": 2 * wave}}
    block = {THREADS + "X": {"full": 8}, THREADS + "Y": {"full": 4}, THREADS + "Z": {"full": 2}}
    user = {"COMPUTE_DIM_X": {"size": 2}, "COMPUTE_USER_DATA_0": {"data": 9}}
    last = [7, 3, 1] if gfx9 else [7 | 3 << 10 | (wave == 64) << 20]
    return {
        "scratch_en": (
            [SCRATCHY],
            0,
            1,
            *((undefined_lanes, True, False) if gfx9 else (scalar_reader(43), 0, SCRATCH >> 32)),
        ),
        "user_sgpr": ([IDS, user], 0, 1, sgpr_of_waves_reader(0), [0, 1], [9, 9]),
        "trap_present": ([], 0, 1, scalar_reader(40, 1 << 6), 0, 1 << 6),
        "tg_size_en": ([pair], 0, 1, sgpr_of_waves_reader(0), [0, 0], [1 << 31 | 2, (0 if gfx9 else 1 << 20) | 0x42]),
        "tidig_comp_cnt": ([block], 0, 2, work_item_ids, [7], last),
        "excp_en_msb": ([], 0, 3, scalar_reader(41, 3 << 19), 0, 3 << 19),
        "lds_size": ([], 0, 2, lds, 0, 1024),
        "excp_en": ([], 0, 0x55, scalar_reader(41, 0x7F << 12), 0, 0x55 << 12),
    }


def other_effects(arch, wave):
    low, pair = SCRATCH >> 8 & 0xFFFFFFFF, {THREADS + "X": {"full": 2 * wave}}
    unit = 1024 if arch == "gfx906" else 256
    users = [{RSRC2: {"user_sgpr": 16}}]
    return (
        {f"COMPUTE_USER_DATA.data {n}": (users, 0, 0xABC, scalar_reader(n), 0, 0xABC) for n in range(16)}
        | {
            "COMPUTE_PGM_LO.address_8": ([], 0x100, 0x101, scalar_reader(50), 0, 1),
            "COMPUTE_PGM_HI.address_40": (
                [{"COMPUTE_PGM_LO": {"address_8": 0x100}}],
                0,
                1,
                end_status,
                "ok",
                "COMPUTE_PGM_LO",
            ),
            "COMPUTE_DISPATCH_SCRATCH_BASE_LO.address_8": ([SCRATCHY], low, low + 1, private_memory_start, 0, 256),
            "COMPUTE_DISPATCH_SCRATCH_BASE_HI.address_40": (
                [SCRATCHY],
                1,
                SCRATCH >> 40,
                end_status,
                "COMPUTE_DISPATCH_SCRATCH_BASE_LO",
                "ok",
            ),
            "COMPUTE_MISC_RESERVED.wave_id_base": ([ORDER], 0, 7, append_term, [0, 1], [7, 8]),
            f"{RING}.waves": ([SCRATCHY, pair], 1, 2, end_status, RING, "ok"),
            f"{RING}.wavesize": (
                [SCRATCHY, pair],
                1,
                2,
                sgpr_of_waves_reader(0 if unit == 1024 else 42, 1),
                [unit],
                [2 * unit],
            ),
        }
        | (trap_effects() if arch == "gfx1100" else {})
    )


def trap_effects():
    """Return TRAPSTS.WAVE_START and WAVE_END (RDNA3 ISA, 3.4.9), with a trap handler enabled."""
    enabled = [{RSRC2: {"trap_present": 1}}]
    return {"COMPUTE_PGM_RSRC3.trap_on_start": (enabled, 0, 1, trap_status, 0, 1 << 17),
            "COMPUTE_PGM_RSRC3.trap_on_end": (enabled, 0, 1, trap_status, 0, 1 << 18)}


def effects(arch, wave):
    """Return {REGISTER.field: (other fields, two values, reader, what it reads for each value)}."""
    parts = ((INITIATOR, initiator_effects(wave)), (RSRC1, rsrc1_effects(arch, wave)),
             (RSRC2, rsrc2_effects(arch, wave)))
    return walk_effects() | other_effects(arch, wave) | {
        f"{register}.{field}": effect for register, part_effects in parts for field, effect in part_effects.items()}


def code_that_shows_effect(arch, wave, read_effect):
    """Return code whose effect `read_effect` sees: it writes every register, or reads STATUS and MODE.
    s50 shows that the second 256 bytes ran."""
    lines = {vgprs: [f"v_mov_b32 v{n}, 1" for n in range(256)], sgprs: [f"s_mov_b32 s{n}, 1" for n in range(102)]}
    if read_effect in lines:
        return b"".join(assemble_lines(arch, wave, lines[read_effect]))
    nop, mark = assemble_lines(arch, wave, ["s_nop 0", "s_mov_b32 s50, 1"])
    probe = b"".join(assemble_lines(arch, wave, [*PROBE[arch], "s_endpgm"]))
    return probe + nop * ((256 - len(probe)) // 4) + mark


@pytest.mark.parametrize("arch, wave, name, field", list(each_field("used")))
def test_a_used_field_changes_the_state(arch, wave, name, field):
    known = effects(arch, wave)
    numbers = [f" {n}" for n in range(16)] if name == "COMPUTE_USER_DATA" else [""]
    for number in numbers:
        parts, first, second, read_effect, *expected = known[f"{name}.{field}{number}"]
        register = name + number.replace(" ", "_")
        for value, want in zip((first, second), expected):
            fields = merge_fields(wave, *parts, {register: {field: value}})
            memory = bytearray(b"\xaa" * (1 << 16))
            back = b"".join(assemble_lines(arch, wave, ["s_rfe_b64 ttmp[0:1]"]))
            out = MACHINE.run(
                arch=arch,
                wave=wave,
                code=code_that_shows_effect(arch, wave, read_effect),
                compute=register_words(arch, fields),
                regions=[(SCRATCH, memory)],
                trap_handler=(back, HANDLER, 0),
            )
            waves = [MACHINE.wave(n) for n in range(out.kept)]
            assert read_effect(out, waves, memory) == want, (value, out.text)


def test_effects_cover_the_used_fields():
    used = {f"{name}.{field}" for _, _, name, field in each_field("used")}
    assert {name.partition(" ")[0] for arch, wave in KINDS for name in effects(arch, wave)} == used


# ---- what contradicts itself ----

@EVERYWHERE
@pytest.mark.parametrize("parts, more, words", [
    ([{THREADS + "Y": {"full": 0}}], {}, "COMPUTE_NUM_THREAD_Y: 0 work items"),
    ([{RSRC2: {"tidig_comp_cnt": 3}}], {}, "COMPUTE_PGM_RSRC2: TIDIG_COMP_CNT is 3"),
    ([{"COMPUTE_DIM_Y": {"size": 2}, INITIATOR: {"use_thread_dimensions": 1}}], {"group": (0, 0, 1)}, "group: 0 work"),
    ([], {"group": (8, 1, 1)}, "group: 8 work items along x"),
    ([{"COMPUTE_DIM_Y": {"size": 2}}], {"grid": (64, 3, 1)}, "grid: 3 work items along y"),
    ([], {"grid": (100, 1, 1)}, "grid: 100 work items along x leave a partial group"),
    ([{THREADS + "X": {"full": 1024}, RSRC1: {"vgprs": 63}}], {}, "COMPUTE_PGM_RSRC1: "),
    ([SCRATCHY], {"scratch_bytes": 64}, "COMPUTE_TMPRING_SIZE: WAVESIZE makes"),
    ([SCRATCHY, {RING: {"wavesize": 0}}], {}, "COMPUTE_TMPRING_SIZE: WAVESIZE is 0"),
    ([{RSRC2: {"user_sgpr": 17}}], {}, "COMPUTE_PGM_RSRC2: USER_SGPR is 17"),
    ([{RSRC2: {"lds_size": 129}}], {}, "COMPUTE_PGM_RSRC2: LDS_SIZE makes 66048 bytes, and 65536 are possible"),
    ([{"COMPUTE_PGM_LO": {"address_8": 5}}], {}, "COMPUTE_PGM_LO: 0x500 lies outside the code"),
])
def test_contradicting_registers_are_refused(arch, wave, parts, more, words):
    out = run_dispatch(arch, wave, merge_fields(wave, *parts), **more)
    assert out.status == "invalid" and out.text.startswith(words), out.text


@EVERYWHERE
def test_grid_of_the_case_is_the_default(arch, wave):
    """The grid is 640 work-items in groups of 64."""
    code = assemble_lines(arch, wave, ["s_nop 0"])[0]
    out = MACHINE.run(arch=arch, wave=wave, code=code, compute={0xB81C: 64}, grid=(640, 1, 1))
    assert out.status == "ok" and out.wave_count == 640 // wave
