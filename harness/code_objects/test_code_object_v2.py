"""Code objects of version 2. Current compilers do not make them, so llvm-mc and ld.lld build them as LLVM's AMDGPU user
guide and AMDKernelCodeT.h specify."""
import struct
import subprocess

import pytest

from ..comparison.case_run import run_case
from . import kernel_launch
from .code_object import CodeObjectError, parse_code_object

# out[item] = in[item] + addend + dynamic LDS pointer; s[0:3] the private segment's V#, s[4:5] kernarg, s6 the group
SOURCE = """
.text
.p2align 8
.globl add
.protected add
.type add,@function
add:
    .long 1, 2                                     ; amd_kernel_code_t
    .short 1, 9, 0, 6
    .quad 256, 0, 0, 0
    .long {rsrc1}, {rsrc2}, {properties}, {private}, {group}, {gds}
    .quad {kernarg}
    .long 0
    .short 16, 8, 0, 0, 0, 0, 0, 0
    .byte 4, 4, 4, {log_wave}
    .long -1, 0, 0, 0
    .quad 0
    .fill 128, 1, 0
    s_load_dwordx4 s[8:11], s[4:5], 0x0
    s_load_dwordx2 s[12:13], s[4:5], 0x10
    s_waitcnt lgkmcnt(0)
    s_lshl_b32 s7, s6, 6
    v_add_u32_e32 v0, s7, v0
    v_lshlrev_b32_e32 v0, 2, v0
    global_load_dword v1, v0, s[8:9]
    s_add_u32 s12, s12, s13
    s_waitcnt vmcnt(0)
    v_add_u32_e32 v1, s12, v1
    global_store_dword v0, v1, s[10:11]
    s_endpgm
.size add, .-add

.section .note,"a",@note
    .long 4, {size}, 10
    .asciz "AMD"
{metadata}
    .p2align 2
"""
METADATA = """---
Version: [ 1, 0 ]
Kernels:
  - Name: add
    SymbolName: 'add@kd'
    Language: OpenCL C
    LanguageVersion: [ 1, 2 ]
    Attrs:
      ReqdWorkGroupSize: [ 64, 1, 1 ]
    Args:
      - { Name: given, TypeName: 'uint*', Size: 8, Align: 8, ValueKind: GlobalBuffer, AddrSpaceQual: Global }
      - { Name: out, TypeName: 'uint*', Size: 8, Align: 8, ValueKind: GlobalBuffer, AddrSpaceQual: Global }
      - { Name: addend, TypeName: ushort, Size: 2, Align: 2, ValueKind: ByValue }
      - { Name: shared, TypeName: 'char*', Size: 4, Align: 4, ValueKind: DynamicSharedPointer, PointeeAlign: 16 }
      - { Size: 8, Align: 8, ValueKind: HiddenGlobalOffsetX }
      - { Size: 8, Align: 8, ValueKind: HiddenMultiGridSyncArg, AddrSpaceQual: Global }
    CodeProps: { KernargSegmentSize: 40, GroupSegmentFixedSize: 4, PrivateSegmentFixedSize: 0, KernargSegmentAlign: 8,
                 WavefrontSize: 64, NumSGPRs: 16, NumVGPRs: 8, MaxFlatWorkGroupSize: 256 }
...
"""
DEFAULT_FIELDS = dict(rsrc1=0xAC0041, rsrc2=6 << 1 | 1 << 7, properties=0xA0009, private=0, group=4, gds=0, kernarg=40,
             log_wave=6)


def build_file(folder, metadata=METADATA, machine="gfx906", **fields):
    """The bytes of a version 2 file with this metadata and these descriptor fields."""
    text = metadata.encode()
    escaped = "".join(f"    .byte {', '.join(map(str, text[at:at + 64]))}\n" for at in range(0, len(text), 64))
    source = SOURCE.format(metadata=escaped, size=len(text), **DEFAULT_FIELDS | fields)
    files = folder / "add.o", folder / "add.co"
    subprocess.run(["llvm-mc-22", "-triple=amdgcn-amd-amdhsa", f"-mcpu={machine}", "-filetype=obj", "-o", files[0]],
                   input=source.encode(), check=True)
    subprocess.run(["ld.lld-22", "-shared", files[0], "-o", files[1]], check=True)
    data = bytearray(files[1].read_bytes())
    data[8] = 0                                                            # EI_ABIVERSION
    return bytes(data)


def test_a_kernel_is_parsed(tmp_path):
    code_object = parse_code_object(build_file(tmp_path))
    kernel = code_object.kernel("add")
    assert (code_object.arch, code_object.version, kernel.wave, kernel.required_group) == ("gfx906", 2, 64, (64, 1, 1))
    assert (kernel.entry, kernel.kernarg_bytes, kernel.group_bytes) == (kernel.descriptor_address + 256, 40, 4)
    assert [(a.kind, a.offset, a.size, a.align) for a in kernel.arguments] == [
        ("global_buffer", 0, 8, 1), ("global_buffer", 8, 8, 1), ("by_value", 16, 2, 1),
        ("dynamic_shared_pointer", 20, 4, 16), ("hidden_global_offset_x", 24, 8, 1),
        ("hidden_multigrid_sync_arg", 32, 8, 1)]
    assert kernel.enables == {"sgpr_private_segment_buffer", "sgpr_kernarg_segment_ptr"}


def test_a_kernel_runs(tmp_path):
    """The LDS of the argument begins at byte 16, aligned after the 4 bytes that the kernel itself uses. The kernel adds
    the pointer."""
    numbers = range(1000, 1128)
    args = [struct.pack("<128I", *numbers), "buffer:512", "u32:7", "local:32"]
    result = run_case(kernel_launch.launch_case(build_file(tmp_path), None, (128,), (64,), args))
    assert (result["status"], result.get("text"), result["findings"]) == ("ok", None, [])
    assert bytes.fromhex(result["memory"][1]["bytes"]) == struct.pack("<128I", *(n + 7 + 16 for n in numbers))


def test_a_dynamic_call_stack_is_converted(tmp_path):
    data = build_file(tmp_path, properties=0xA0009 | 1 << 20)
    case = kernel_launch.launch_case(data, None, (64,), (64,), [bytes(256), "buffer:256", "u32:7", "local:32"],
                                     stack=512)
    assert case["scratch"] == 512


@pytest.mark.parametrize("fields, field", [
    (dict(log_wave=5), "add: wavefront_size: 5"), (dict(gds=4), "add: gds_segment_byte_size: 4"),
    (dict(properties=0xA0089), "add: enable_sgpr_grid_workgroup_count_x: 1"),
    (dict(properties=0xB0009), "add: enable_ordered_append_gds: 1"),
    (dict(properties=0xE0009), "add: private_element_size: 3"),
    (dict(properties=0xA0809), "add: code_properties: reserved bits 0x800"),
    (dict(group=8), ".group_segment_fixed_size: "), (dict(kernarg=48), ".kernarg_segment_size: "),
    (dict(kernarg=40 | 1 << 32), "add: kernarg_segment_byte_size"),
    (dict(metadata=METADATA.replace("Align: 2", "Align: 3")), r"Args\[2\] of kernel 'add': Align 3"),
    (dict(metadata=METADATA.replace("CodeProps", "CodeProp")), "metadata note: .*CodeProps"),
    (dict(metadata=METADATA.replace("add@kd", "sub@kd")), ".symbol: kernel 'add' names 'sub'"),
    (dict(metadata=METADATA.replace("[ 1, 0 ]", "[ 1, 1 ]")), r"amdhsa.version: \(1, 1\)"),
    (dict(metadata=METADATA.replace("OpenCL C", "&a [ *a ]")), "metadata note: it has aliases"),
    (dict(metadata="[" * 5000), "metadata note: "), (dict(metadata="\0"), "metadata note: "),
    (dict(metadata=METADATA.replace("Size: 2,", "Size: -2,")), ".args.2. of kernel 'add'"),
])
def test_invalid_fields_are_named(tmp_path, fields, field):
    with pytest.raises(CodeObjectError, match=f"^{field}"):
        parse_code_object(build_file(tmp_path, **fields))


def test_a_file_for_another_chip_is_refused(tmp_path):
    """The chip in e_flags differs from the kernel's machine version."""
    data = build_file(tmp_path)
    with pytest.raises(CodeObjectError, match=r"^add: amd_machine_version: \(9, 0, 6\); only \(9, 0, 0\) is known"):
        parse_code_object(data[:48] + bytes([0x2C]) + data[49:])
