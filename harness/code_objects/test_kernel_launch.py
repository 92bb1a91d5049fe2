"""Tests of launches: the layout of the case, the argument grammar, and refused launches.

Expectations follow LLVM's AMDGPU user guide and HSA's packet."""
import struct
import subprocess

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ..case.plan import resolve
from ..comparison.case_run import run_case
from . import kernel_launch as launch
from .code_object import CodeObjectError, parse_code_object
from .kernel_launch import LaunchError
from .test_code_object import compile_source, folder, valid_file  # noqa: F401  (fixtures)

ARGS = ["buffer:5000", "u32:7", "local:100"]


def regions_by_name(case):
    """Return {name: region} for a case."""
    return {m["name"]: m for m in case["memory"]}


def kernarg_bytes(case):
    """The contents of a case's kernarg segment."""
    return bytes.fromhex(case["kernarg"])


def hidden_arguments(data, kernel, case):
    """Return {kind: value} for hidden arguments, read from the kernarg segment at the offsets in the metadata."""
    return {
        a.kind: int.from_bytes(kernarg_bytes(case)[a.offset : a.offset + a.size], "little")
        for a in parse_code_object(data).kernel(kernel).arguments
        if a.hidden
    }


def test_arguments_are_at_their_offsets(valid_file):
    case = launch.launch_case(valid_file, "first", (64,), (64,), ARGS)
    pointer, n, local = struct.unpack_from("<QII", kernarg_bytes(case))
    assert (pointer, n, local) == (regions_by_name(case)["arg0"]["address"], 7, 0)
    assert case["kernarg_pointers"] == {"0": "arg0"}
    assert (case["lds"], case["group"], case["grid"], case["wave"]) == (100, [64, 1, 1], [64, 1, 1], 32)
    assert case["observe"]["memory"] == ["arg0"]
    assert len(bytes.fromhex(case["descriptor"])) == 64


def test_buffers_do_not_overlap_and_cross_4_gb(valid_file):
    case = launch.launch_case(valid_file, "first", (64,), (64,), ARGS)
    first = regions_by_name(case)["arg0"]
    assert first["address"] >> 32 != first["address"] + first["size"] - 1 >> 32
    plan = resolve(case)
    spans = sorted((r.address, r.address + r.size) for r in plan.regions)
    assert all(low_end < high for (_, low_end), (high, _) in zip(spans, spans[1:]))


def test_the_entry_is_that_of_the_kernel(valid_file):
    code_object = parse_code_object(valid_file)
    for kernel, args, group in (("first", ARGS, (64,)), ("second", ["buffer:8"], (32, 2))):
        case = launch.launch_case(valid_file, kernel, group, group, args)
        assert case["base"] + case["entry"] == code_object.kernel(kernel).entry + launch.CODE_ADDRESS


@pytest.mark.parametrize("version", [4, 5, 6])
@pytest.mark.parametrize("arch", ["gfx906", "gfx1100"])
def test_relocated_tables_point_to_their_constants(folder, arch, version):  # noqa: F811
    """7 + the second entry's 2, through a table of addresses that loading fills in; one wave, as all items store to one
    place."""
    from ..comparison.case_run import run_case
    data = compile_source(folder, arch, f"-mcode-object-version={version}")
    result = run_case(launch.launch_case(data, "first", (32,), (32,), ARGS))
    assert (result["status"], result["memory"][0]["bytes"][:16]) == ("ok", "0900000000000000")
    assert [f for f in result["findings"] if f["kind"] in ("error", "race")] == []


@pytest.mark.parametrize("machine, arch", [("gfx9-generic", "gfx906"), ("gfx11-generic", "gfx1100")])
def test_a_generic_file_launches_on_the_requested_architecture(folder, machine, arch):  # noqa: F811
    data = compile_source(folder, machine)
    for case in (launch.launch_case(data, "first", (32,), (32,), ARGS, arch=where) for where in (None, arch)):
        result = run_case(case)
        assert (case["arch"], result["status"], result["memory"][0]["bytes"][:8]) == (arch, "ok", "09000000")


SOURCE_HIDDEN = """
kernel void hidden(global unsigned *out)
{
    constant unsigned *implicit = (constant unsigned *)__builtin_amdgcn_implicitarg_ptr();
    for (int i = 0; i < 20; i++) out[i] = implicit[i];
}
"""


@pytest.fixture(scope="session")
def hidden_arguments_file(folder):
    (folder / "h.cl").write_text(SOURCE_HIDDEN)
    subprocess.run(
        [
            "clang-22", "-x", "cl", "-O0", "-target", "amdgcn-amd-amdhsa", "-mcpu=gfx906", "-nogpulib", "-cl-no-stdinc",
            "-mcode-object-version=5", folder / "h.cl", "-o", folder / "h.co",
        ],
        check=True,
    )
    return (folder / "h.co").read_bytes()


def test_hidden_arguments_describe_the_grid(hidden_arguments_file):
    """1000 x 7 items in groups of 64 x 4: 15 and 1 full groups, 40 and 3 items beyond."""
    case = launch.launch_case(hidden_arguments_file, None, (1000, 7), (64, 4), ["buffer:80"])
    values = hidden_arguments(hidden_arguments_file, None, case)
    counts = {
        "hidden_block_count_x": 15, "hidden_block_count_y": 1, "hidden_block_count_z": 1, "hidden_group_size_x": 64,
        "hidden_group_size_y": 4, "hidden_group_size_z": 1, "hidden_remainder_x": 40, "hidden_remainder_y": 3,
        "hidden_remainder_z": 0, "hidden_global_offset_x": 0, "hidden_global_offset_y": 0, "hidden_global_offset_z": 0,
        "hidden_grid_dims": 2,
    }
    assert counts.items() <= values.items()


def test_hidden_arguments_without_meaning_are_remarked(hidden_arguments_file):
    remarks = launch.ignored_argument_remarks(hidden_arguments_file)
    assert any("hidden_hostcall_buffer" in s for s in remarks)
    assert not any("block_count" in s or "grid_dims" in s for s in remarks)


PRINTS = """
typedef unsigned uint;
int printf(constant char *, ...) __attribute__((format(printf, 1, 2)));
// As the device library: room for a record, behind two words that say how much is used and how much there is.
global char *__printf_alloc(uint bytes)
{
    global uint *buffer = (global uint *)((constant ulong *)__builtin_amdgcn_implicitarg_ptr())[9];
    uint at = __opencl_atomic_fetch_add((global atomic_uint *)buffer, bytes, __ATOMIC_RELAXED,
                                        __OPENCL_MEMORY_SCOPE_DEVICE);
    return at + bytes + 8 <= buffer[1] ? (global char *)buffer + 8 + at : (global char *)0;
}
kernel void says(uint n) { if (__builtin_amdgcn_workitem_id_x() < 2) printf("%u %d\\n", n, -1); }
""".replace("ulong", "unsigned long")

GROWS = """
kernel void grows(global unsigned *out, unsigned n)
{
    volatile private unsigned *own = (volatile private unsigned *)__builtin_alloca(n * 4 + 4);
    own[n] = n;
    out[0] = own[n];
}
"""


def compile_kernel(folder, name, source, *flags):
    """The bytes of OpenCL source compiled by clang-22."""
    path = folder / f"{name}.co"
    (folder / f"{name}.cl").write_text(source)
    subprocess.run(["clang-22", "-x", "cl", "-cl-std=CL2.0", "-O1", "-target", "amdgcn-amd-amdhsa", "-nogpulib",
                    "-cl-no-stdinc", *flags, folder / f"{name}.cl", "-o", path], check=True)
    return path.read_bytes()


@pytest.mark.parametrize("arch", ["gfx906", "gfx1100"])
def test_printf_leaves_records_in_its_buffer(folder, arch):
    """Each record has the index of its format string, then the arguments. Two work items print (LLVM,
    AMDGPUPrintfRuntimeBinding)."""
    data = compile_kernel(folder, "says", PRINTS, f"-mcpu={arch}")
    assert "printf" not in "".join(launch.ignored_argument_remarks(data))
    result = run_case(launch.launch_case(data, None, (64,), (64,), ["u32:1234"]))
    buffer = bytes.fromhex(result["memory"][0]["bytes"])
    assert (result["status"], result["memory"][0]["name"], len(buffer)) == ("ok", "printf", launch.PRINTF_BYTES)
    record = struct.pack("<IIi", 1, 1234, -1)
    assert buffer.rstrip(b"\0") == struct.pack("<II", 24, launch.PRINTF_BYTES) + 2 * record


# HIP's dynamic shared memory: no argument points to it.
SHARED = """
extern "C" __attribute__((global)) void turned(int *out)
{
    extern __attribute__((shared)) int moved[];
    static __attribute__((shared)) int fixed[64];
    unsigned item = __builtin_amdgcn_workitem_id_x();
    fixed[item] = (int)item;
    moved[item] = 3 * (int)item;
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
    out[item] = moved[63 - item] + fixed[item] / 64;
    if (!item) out[64] = ((__attribute__((address_space(4))) int *)__builtin_amdgcn_implicitarg_ptr())[30];
}
"""


def compile_dynamic_shared(folder, arch):
    """The bytes of SHARED compiled for a target.

    It is assembled separately, since clang's driver calls the linker by a name that Debian's package does not have."""
    (folder / "turned.hip").write_text(SHARED)
    target = ["-x", "hip", "--cuda-device-only", f"--offload-arch={arch}", "-nogpuinc", "-nogpulib"]
    subprocess.run(["clang-22", *target, "-O1", "-S", folder / "turned.hip", "-o", folder / "turned.s"], check=True)
    subprocess.run(["clang-22", "-target", "amdgcn-amd-amdhsa", f"-mcpu={arch}", folder / "turned.s",
                    "-o", folder / "turned.co"], check=True)
    return (folder / "turned.co").read_bytes()


@pytest.mark.parametrize("arch", ["gfx906", "gfx1100"])
def test_dynamic_shared_memory_is_allocated(folder, arch):
    """AQL's group_segment_size is the sum of fixed and dynamic LDS. Code object version 5 has the dynamic size at byte
    120."""
    data = compile_dynamic_shared(folder, arch)
    assert parse_code_object(data).kernel().group_bytes == 256
    result = run_case(launch.launch_case(data, None, (64,), (64,), ["buffer:260"], lds=256))
    wanted = struct.pack("<65i", *(3 * (63 - n) for n in range(64)), 256)
    assert (result["status"], result["findings"], result["memory"][0]["bytes"]) == ("ok", [], wanted.hex())
    with pytest.raises(LaunchError, match="^lds: 1099511627776 bytes"):
        launch.launch_case(data, None, (64,), (64,), ["buffer:260"], lds=1 << 40)
    without_lds = run_case(launch.launch_case(data, None, (64,), (64,), ["buffer:260"]))
    assert {finding["rule"] for finding in without_lds["findings"]} == {"lds.range"}


def test_dynamic_shared_memory_adds_to_local_arguments(valid_file):
    case = launch.launch_case(valid_file, "first", (64,), (64,), ARGS, lds=28)
    assert case["lds"] == 128
    case = launch.launch_case(valid_file, "second", (64, 4), (32, 2), ["buffer:8"], lds=44)
    packet = regions_by_name(case)["dispatch_packet"]
    assert struct.unpack_from("<I", bytes.fromhex(packet["bytes"]), 28) == (300,)
    for lds in (-1, 65437, 65537, 1 << 40):
        with pytest.raises(LaunchError, match="^lds: .*65536"):
            launch.launch_case(valid_file, "first", (64,), (64,), ARGS, lds=lds)


# To the compiler an image is the address of its T#.
IMAGE = """
typedef float float4 __attribute__((ext_vector_type(4)));
kernel void copies(read_only image2d_t image, sampler_t sampler, global unsigned *out)
{
    constant unsigned *words = __builtin_astype(image, constant unsigned *);
    constant unsigned *more = __builtin_astype(sampler, constant unsigned *);
    out[0] = words[7] + more[3];
}
"""


@pytest.mark.parametrize("arch", ["gfx906", "gfx1100"])
def test_images_and_samplers_are_addresses_of_descriptors(folder, arch):
    """LLVM's AMDGPU user guide, .value_kind: "an image", "a sampler" is passed by the address of its descriptor."""
    data = compile_kernel(folder, "copies", IMAGE, f"-mcpu={arch}")
    assert [a.kind for a in parse_code_object(data).kernel().arguments if not a.hidden] == ["image", "sampler",
                                                                                            "global_buffer"]
    args = [struct.pack("<8I", *range(8)), struct.pack("<4I", *range(30, 34)), "buffer:4"]
    result = run_case(launch.launch_case(data, None, (64,), (64,), args))
    assert (result["status"], result["memory"][2]["bytes"]) == ("ok", "28000000")
    with pytest.raises(LaunchError, match="^arg 1: the kernel wants a sampler; give buffer:FILE"):
        launch.launch_case(data, None, (64,), (64,), ["buffer:32", "u32:1", "buffer:4"])


@pytest.mark.parametrize("stack, more", [(None, 1024), (0, 0), (1, 16), (2000, 2000), (2001, 2016)])
def test_a_dynamic_stack_adds_to_private_memory(folder, stack, more):
    """LLVM's AMDGPU user guide: "additional space must be added to this value for the call stack"."""
    data = compile_kernel(folder, "grows", GROWS, "-mcpu=gfx1100")
    case = launch.launch_case(data, None, (64,), (64,), ["buffer:4", "u32:200"], stack=stack)
    fixed = parse_code_object(data).kernel().private_bytes
    assert case["scratch"] == fixed + more
    assert regions_by_name(case).get("scratch", {"size": 0})["size"] >= 64 * case["scratch"]
    result = run_case(case)
    enough = fixed + more > 4 * 200
    assert (result["status"] == "ok" and result["memory"][0]["bytes"] == "c8000000") == enough


def test_a_stack_needs_a_kernel_with_a_dynamic_stack(valid_file, folder):
    with pytest.raises(LaunchError, match="^stack: kernel 'first' has no dynamic stack"):
        launch.launch_case(valid_file, "first", (64,), (64,), ARGS, stack=64)
    data = compile_kernel(folder, "grows", GROWS, "-mcpu=gfx1100")
    for stack in (-1, -16, 1 << 20, 1 << 70):
        with pytest.raises(LaunchError, match=f"^stack: .*at most {1 << 20}"):
            launch.launch_case(data, None, (64,), (64,), ["buffer:4", "u32:200"], stack=stack)


def test_the_dispatch_packet_has_the_hsa_layout(valid_file):
    case = launch.launch_case(valid_file, "second", (64, 4), (32, 2), ["buffer:8"])
    packet = bytes.fromhex(regions_by_name(case)["dispatch_packet"]["bytes"]).ljust(64, b"\0")
    assert packet[0] == 2 and struct.unpack_from("<H", packet, 2)[0] == 2
    assert struct.unpack_from("<HHH", packet, 4) == (32, 2, 1)
    assert struct.unpack_from("<III", packet, 12) == (64, 4, 1)
    assert struct.unpack_from("<II", packet, 24) == (case["scratch"], 256)
    descriptor_address = parse_code_object(valid_file).kernel("second").descriptor_address
    assert struct.unpack_from("<Q", packet, 32)[0] == launch.CODE_ADDRESS + descriptor_address
    plan = resolve(case)
    placed = {r.name: r for r in plan.regions}
    assert (
        struct.unpack_from("<Q", placed["dispatch_packet"].data, 40)[0]
        == placed["kernarg"].address
        == plan.address("kernarg")
    )


def test_scratch_holds_every_wave(valid_file):
    case = launch.launch_case(valid_file, "second", (64, 4), (32, 2), ["buffer:8"])
    waves = 4 * 2
    assert regions_by_name(case)["scratch"]["size"] >= waves * 32 * case["scratch"] > 0


@pytest.mark.parametrize(
    "text, value",
    [
        ("u32:7", b"\7\0\0\0"),
        ("u32:0xffffffff", b"\xff" * 4),
        ("u64:8", b"\x08\0\0\0"),
        ("i32:-2", b"\xfe\xff\xff\xff"),
        ("f32:1.5", b"\0\0\xc0\x3f"),
        ("f32:-inf", b"\0\0\x80\xff"),
        ("bytes:01020304", b"\1\2\3\4"),
    ],
)
def test_argument_values_are_encoded(valid_file, text, value):
    case = launch.launch_case(valid_file, "first", (64,), (64,), ["buffer:4", text, "local:4"])
    assert kernarg_bytes(case)[8:12] == value


def test_buffers_take_files_and_bytes(valid_file, tmp_path):
    (tmp_path / "in.bin").write_bytes(b"abcd\0")
    for text in (f"buffer:{tmp_path / 'in.bin'}", b"abcd\0"):
        case = launch.launch_case(valid_file, "first", (64,), (64,), [text, "u32:0", "local:4"])
        region = regions_by_name(case)["arg0"]
        assert (region["size"], bytes.fromhex(region["bytes"])) == (5, b"abcd")


@pytest.mark.parametrize("change, words", [
    ({"args": ARGS[:2]}, "arg: .* takes 3 arguments, 2 given"),
    ({"args": ["u32:1", "u32:7", "local:4"]}, "arg 0: the kernel wants a buffer"),
    ({"args": ["buffer:missing.bin", "u32:7", "local:4"]}, "arg 0: missing.bin: No such file"),
    ({"args": ["buffer:0", "u32:7", "local:4"]}, "arg 0: size 0 is not in"),
    ({"args": ["buffer:4", "u64:0x100000000", "local:4"]}, "arg 1: 4294967296 does not fit unsigned 32 bits"),
    ({"args": ["buffer:4", "u32:-1", "local:4"]}, "arg 1: -1 does not fit unsigned"),
    ({"args": ["buffer:4", "i32:0x80000000", "local:4"]}, "arg 1: 2147483648 does not fit signed"),
    ({"args": ["buffer:4", "f64:1", "local:4"]}, "arg 1: 'f64:1' has 8 bytes, the kernel's argument has 4"),
    ({"args": ["buffer:4", "f32:1e99", "local:4"]}, "arg 1: '1e99' is not a number that fits f32"),
    ({"args": ["buffer:4", "f32:1e400", "local:4"]}, "arg 1: '1e400' is not a number that fits f32"),
    ({"args": ["buffer:268435457", "f32:1", "local:4"]}, "arg 0: size 268435457 is not in 1..268435456"),
    ({"args": ["buffer:4", "bytes:123", "local:4"]}, "arg 1: '123' is not pairs of hex digits"),
    ({"args": ["buffer:4", "seven", "local:4"]}, "arg 1: 'seven' is none of buffer:FILE"),
    ({"args": ["buffer:4", "u16:7", "local:4"]}, "arg 1: the kernel wants a value of 4 bytes"),
    ({"args": ["buffer:4", "u32:7", "buffer:4"]}, "arg 2: the kernel wants a local pointer"),
    ({"args": ["buffer:4", "u32:7", "local:65540"]}, "local: the group needs 65540 bytes"),
    ({"group": (2048,)}, "group: 2048 work items"),
    ({"group": (0,)}, "group: .0,. is not one to three positive"),
    ({"grid": (1, 1, 1, 1)}, "grid: .* is not one to three"),
    ({"kernel": "second", "args": ["buffer:8"]}, "group: kernel 'second' requires the group 32,2,1"),
    ({"grid": (1 << 31, 8)}, "grid: .* more than 2.32"),
])
def test_invalid_launches_are_refused(valid_file, change, words):
    launch_it = {"kernel": "first", "grid": (64,), "group": (64,), "args": ARGS} | change
    with pytest.raises(LaunchError, match=words) as caught:
        launch.launch_case(valid_file, **launch_it)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named():
    with pytest.raises(CodeObjectError, match="nowhere.co: No such file"):
        launch.launch_case("nowhere.co")


def test_dump_requests_name_buffers():
    assert launch.parse_dump_requests({"arg0", "arg2"}, ["2=a=b", "0=c"]) == [("arg2", "a=b"), ("arg0", "c")]
    for request, words in (
        ("1=x", "argument 1 is not a buffer; buffers are: 0, 2"),
        ("x=1", "give N=FILE"),
        ("2", "give N=FILE"),
    ):
        with pytest.raises(LaunchError, match=words):
            launch.parse_dump_requests({"arg0", "arg2"}, [request])


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(position=st.floats(0, 1, exclude_max=True), mask=st.integers(1, 255))
def test_flipped_files_give_a_case_or_an_error(valid_file, position, mask):
    data = bytearray(valid_file)
    data[int(position * len(data))] ^= mask
    try:
        launch.launch_case(bytes(data), "first", (64,), (64,), ARGS)
    except (CodeObjectError, LaunchError) as error:
        assert str(error) and "\n" not in str(error)
