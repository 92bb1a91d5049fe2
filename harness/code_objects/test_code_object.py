"""Tests of parsing code objects of clang-22: valid files give the right values, errors name the invalid field."""
import struct
import subprocess

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from .code_object import CodeObjectError, parse_code_object

SOURCE = """
typedef unsigned uint; typedef unsigned long ulong;
constant uint one = 1, two = 2;
constant uint *constant table[2] = {&one, &two};
kernel void first(global uint *a, uint n, local uint *l) { l[n] = n; a[0] = l[n] + *table[n & 1]; }
kernel __attribute__((reqd_work_group_size(32, 2, 1))) void second(global ulong *b)
{
    local uint fixed[64];
    volatile uint own[20];
    own[__builtin_amdgcn_workitem_id_x()] = 3;
    fixed[__builtin_amdgcn_workitem_id_x()] = own[5];
    b[0] = fixed[7] + __builtin_amdgcn_grid_size_y();
}
"""


def compile_source(folder, arch, *flags):
    """The bytes of SOURCE compiled for a target."""
    out = folder / f"{arch}{''.join(flags)}.co"
    if not out.exists():
        (folder / "k.cl").write_text(SOURCE)
        subprocess.run(["clang-22", "-x", "cl", "-cl-std=CL2.0", "-O1", "-target", "amdgcn-amd-amdhsa", f"-mcpu={arch}",
                        "-nogpulib", "-cl-no-stdinc", *flags, folder / "k.cl", "-o", out], check=True)
    return out.read_bytes()


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("code")


@pytest.fixture(scope="session")
def valid_file(folder):
    return compile_source(folder, "gfx1100", "-mcode-object-version=5")


@pytest.mark.parametrize(
    "arch, flags, wave", [("gfx906", [], 64), ("gfx1100", [], 32), ("gfx1100", ["-mwavefrontsize64"], 64)]
)
@pytest.mark.parametrize("version", [4, 5, 6])
def test_kernels_are_parsed(folder, arch, flags, wave, version):
    code_object = parse_code_object(compile_source(folder, arch, f"-mcode-object-version={version}", *flags))
    assert (code_object.arch, code_object.version, sorted(code_object.kernels)) == (arch, version, ["first", "second"])
    first, second = code_object.kernel("first"), code_object.kernel("second")
    assert [(a.name, a.kind, a.offset, a.size) for a in first.arguments if not a.hidden] == [
        ("", "global_buffer", 0, 8), ("", "by_value", 8, 4), ("", "dynamic_shared_pointer", 12, 4)]
    assert first.arguments[2].align == 4
    assert (first.wave, second.group_bytes, second.required_group) == (wave, 256, (32, 2, 1))
    assert second.private_bytes >= 80
    assert "sgpr_dispatch_ptr" in second.enables, "the grid size stands in the dispatch packet"


def test_version_3_is_parsed(folder):
    data = bytearray(compile_source(folder, "gfx906", "-mcode-object-version=4"))
    data[8] = 1                                                            # EI_ABIVERSION
    data = bytes(data).replace(b"amdhsa.version\x92\x01\x01", b"amdhsa.version\x92\x01\x00")
    assert parse_code_object(data).version == 3


def test_version_6_is_the_compiler_default(folder):
    assert parse_code_object(compile_source(folder, "gfx906")).version == 6


GENERIC = [("gfx9-generic", "gfx906", 64), ("gfx11-generic", "gfx1100", 32)]


@pytest.mark.parametrize("machine, arch, wave", GENERIC)
def test_a_generic_file_runs_on_covered_architectures(folder, machine, arch, wave):
    data = compile_source(folder, machine)
    for code_object in (parse_code_object(data), parse_code_object(data, arch)):
        assert (code_object.arch, code_object.version, code_object.kernel("first").wave) == (arch, 6, wave)
    other = {"gfx906": "gfx1100", "gfx1100": "gfx906"}[arch]
    with pytest.raises(
        CodeObjectError, match=f"^e_flags: the file is for {machine}, not for {other}; it runs on {arch}"
    ):
        parse_code_object(data, other)


@pytest.mark.parametrize("machine, arch, wave", GENERIC)
def test_generic_files_need_known_versions(folder, machine, arch, wave):
    """LLVM's AMDGPU user guide, "Generic Processor Versioning": e_flags >> 24."""
    data = compile_source(folder, machine)
    with pytest.raises(CodeObjectError, match=f"^e_flags: {machine} in a code object v5"):
        parse_code_object(patch(data, 8, "<B", 3))
    for version in (0, 2, 255):
        with pytest.raises(CodeObjectError, match=f"^e_flags: version {version} of {machine}"):
            parse_code_object(patch(data, 51, "<B", version))


def test_a_file_runs_only_on_its_architecture(valid_file):
    assert parse_code_object(valid_file, "gfx1100").arch == "gfx1100"
    with pytest.raises(CodeObjectError, match="^e_flags: the file is for gfx1100, not for gfx906; it runs on gfx1100"):
        parse_code_object(valid_file, "gfx906")


def test_relocations_follow_the_base(valid_file):
    """The table holds the addresses of `one` and `two`: R_AMDGPU_RELATIVE64, base + addend."""
    segments = parse_code_object(valid_file)
    assert len(segments.relocations) == 2
    for base in (0x10000, 0x7_0000_0000):
        image = {s.address: s.data for s in segments.load_segments(base)}
        words = [struct.unpack_from("<Q", data, segments.relocations[n][0] + base - start)[0] for n in (0, 1)
                 for start, data in image.items() if start <= segments.relocations[n][0] + base < start + len(data)]
        values = [
            struct.unpack_from("<I", data, at - start)[0]
            for at in words
            for start, data in image.items()
            if start <= at < start + len(data)
        ]
        assert values == [1, 2]


def kernel_properties(data):
    """kernel_code_properties of the kernel `first`: bytes 56 and 57 of its descriptor."""
    return int.from_bytes(parse_code_object(data).kernel("first").descriptor[56:58], "little")


def patch(data, offset, form, value):
    """The bytes with a value of a struct format at an offset."""
    data = bytearray(data)
    struct.pack_into(form, data, offset, value)
    return bytes(data)


def descriptor_offset(data, name="first"):
    """The file offset of a kernel's descriptor, which is its address, since lld maps the first segment at 0."""
    return parse_code_object(data).kernel(name).descriptor_address


def move_segment_past_end(data):
    """The file with a first loaded segment that ends past the end of the file."""
    tables, count = struct.unpack_from("<Q", data, 32)[0], struct.unpack_from("<H", data, 56)[0]
    at = next(at for at in range(tables, tables + 56 * count, 56) if data[at:at + 4] == b"\1\0\0\0")
    return patch(data, at + 8, "<Q", len(data))


def overflow_header_count(data):
    """The file with more program headers than fit into e_phnum, so that section 0 gives their number."""
    sections, = struct.unpack_from("<Q", data, 40)
    crowded = patch(patch(data, 32, "<Q", 0), 56, "<H", 0xFFFF)
    return patch(crowded, sections + 44, "<I", 0xFFFFFFFF)


@pytest.mark.parametrize(
    "corrupt, field",
    [
        (lambda d: b"", "e_ident"),
        (lambda d: d[:40], "e_ident"),
        (lambda d: b"PK" + d[2:], "e_ident"),
        (lambda d: patch(d, 4, "<B", 1), "e_ident"),
        (lambda d: patch(d, 18, "<H", 62), "e_machine"),
        (lambda d: patch(d, 7, "<B", 0), "EI_OSABI"),
        (lambda d: patch(d, 8, "<B", 0), "metadata note: none found (AMD, type 10)"),
        (lambda d: patch(d, 8, "<B", 5), "EI_ABIVERSION"),
        (lambda d: patch(d, 8, "<B", 2), "amdhsa.version"),
        (lambda d: patch(d, 16, "<H", 1), "e_type"),
        (lambda d: patch(d, 48, "<I", 0x36), "e_flags"),
        (lambda d: d[: len(d) // 2], "e_shnum"),
        (move_segment_past_end, "program header"),
        (lambda d: patch(d, 62, "<H", 4000), "ELF tables"),
        (lambda d: patch(d, 54, "<H", 0), "e_phentsize"),
        (lambda d: patch(d, 58, "<H", 128), "e_shentsize"),
        (lambda d: patch(d, 56, "<H", 5000), "e_phnum"),
        (overflow_header_count, "e_phnum"),
        (lambda d: d.replace(b"AMDGPU\0", b"NVIDIA\0"), "metadata note"),
        (lambda d: d.replace(b"amdhsa.version", b"amdhsa.verzion"), "metadata note"),
        (lambda d: d.replace(b".kernarg_segment_size", b".kernarg_segment_sise"), "metadata note"),
        (lambda d: d.replace(b"first.kd\0", b"furst.kd\0"), ".symbol"),
        (lambda d: patch(d, descriptor_offset(d), "<I", 4), ".group_segment_fixed_size"),
        (lambda d: patch(d, descriptor_offset(d) + 12, "<I", 1), "first.kd"),
        (lambda d: patch(d, descriptor_offset(d) + 58, "<H", 1), "first.kd"),
        (
            lambda d: patch(
                d, descriptor_offset(d) + 16, "<q",
                1 << 40 | parse_code_object(d).kernel("first").entry - descriptor_offset(d),
            ),
            "first.kd entry",
        ),
        (lambda d: patch(d, descriptor_offset(d) + 16, "<q", 4), "first.kd"),
        (lambda d: patch(d, descriptor_offset(d) + 56, "<H", kernel_properties(d) | 1), "first.kd"),
        (lambda d: patch(d, descriptor_offset(d) + 56, "<H", kernel_properties(d) & ~(1 << 10)), ".wavefront_size"),
    ],
)
def test_a_broken_field_is_named(valid_file, corrupt, field):
    with pytest.raises(CodeObjectError) as caught:
        parse_code_object(corrupt(valid_file))
    assert str(caught.value).startswith(field)
    assert "\n" not in str(caught.value)


def test_wave32_is_not_for_gfx906(folder):
    data = compile_source(folder, "gfx906", "-mcode-object-version=5")
    at = descriptor_offset(data)
    data = patch(data, at + 56, "<H", kernel_properties(data) | 1 << 10)
    data = data.replace(b".wavefront_size\x40", b".wavefront_size\x20")
    with pytest.raises(CodeObjectError, match="first.kd: enable_wavefront_size32 in a descriptor for gfx906"):
        parse_code_object(data)


def test_a_missing_kernel_is_an_error(valid_file):
    code_object = parse_code_object(valid_file)
    with pytest.raises(CodeObjectError, match="2 kernels .first, second.; name one with --kernel"):
        code_object.kernel()
    with pytest.raises(CodeObjectError, match="no kernel 'third' in the file; it holds: first, second"):
        code_object.kernel("third")


def check_loads_or_explains(data):
    """Check that a file loads, or gives an error of one line."""
    try:
        parse_code_object(data).load_segments(0x10000)
    except CodeObjectError as error:
        assert str(error) and "\n" not in str(error)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(flips=st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(1, 255)), min_size=1, max_size=6))
def test_flipped_bytes_never_crash(valid_file, flips):
    data = bytearray(valid_file)
    for position, mask in flips:
        data[int(position * len(data))] ^= mask
    check_loads_or_explains(bytes(data))


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    position=st.integers(0, 0x600),
    word=st.sampled_from([0, 1, 0x7F, 0xFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 0x80000000]),
)
def test_arbitrary_words_in_the_tables_never_crash(valid_file, position, word):
    tables = struct.unpack_from("<Q", valid_file, 40)[0]        # e_shoff: section headers are at the end
    at = position * 4 if position < 0x300 else tables + (position - 0x300) * 4
    if at + 4 <= len(valid_file):
        check_loads_or_explains(patch(valid_file, at, "<I", word))


@pytest.mark.parametrize("keep", range(0, 100, 7))
def test_truncated_files_are_refused(valid_file, keep):
    with pytest.raises(CodeObjectError):
        parse_code_object(valid_file[:len(valid_file) * keep // 100])
