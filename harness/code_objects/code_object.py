"""Parse HSA code objects of versions 2 to 6, the ELF files that compilers make of GPU kernels.

Layout and metadata follow LLVM's "User Guide for AMDGPU Backend", sections Code Object and Kernel Descriptor. Every
error is a CodeObjectError that names the field."""
import io
import struct
from dataclasses import dataclass

import msgspec
from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection
from elftools.elf.sections import SymbolTableSection

from ...spec import ARCHS, TARGETS, all_registers
from . import code_object_v2 as v2

ARCH_BY_MACHINE = {target.machine: name for name, target in TARGETS.items()}  # by e_flags & 0xff (EF_AMDGPU_MACH)
# Generic machines, since version 6: name, and the architectures they run on, certified ones first.
GENERIC_MACHINES = {
    target.generic: (
        f"{target.family}-generic",
        tuple(sorted(
            (n for n, t in TARGETS.items() if t.generic == target.generic), key=lambda n: not TARGETS[n].certified
        )),
    )
    for target in TARGETS.values()
}
GENERIC_VERSION = 1                                  # e_flags >> 24 of a generic machine, the newest version
# EI_ABIVERSION: code object version, metadata version
VERSIONS = {0: (2, (1, 0)), 1: (3, (1, 0)), 2: (4, (1, 1)), 3: (5, (1, 2)), 4: (6, (1, 2))}
ELF_MACHINE, OSABI_HSA, NOTE_METADATA = 224, 64, 32
PT_LOAD, PT_NOTE, EXECUTABLE, WRITABLE = "PT_LOAD", "PT_NOTE", 1, 2
DESCRIPTOR_BYTES = 64
# One-bit fields of the descriptor: kernel_code_properties.
ONE_BIT_FIELDS = {
    name
    for fields in all_registers()["KERNEL_DESCRIPTOR"].fields.values()
    for name, field in fields.items()
    if field.width == 1
}
# Of a loaded image, against absurd addresses and sizes.
MAX_IMAGE_BYTES = 1 << 28
RELOCATIONS = {
    1: ("ABS32_LO", "<I"),
    2: ("ABS32_HI", "<I"),
    3: ("ABS64", "<Q"),
    6: ("ABS32", "<I"),
    13: ("RELATIVE64", "<Q"),
}


class CodeObjectError(ValueError):
    """An unusable code object. The text names the field, its value and a remedy."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One kernel argument: its byte offset in the kernarg segment, and its kind in the metadata."""
    name: str
    kind: str
    offset: int
    size: int
    align: int

    @property
    def hidden(self) -> bool:
        """True for an argument that the runtime sets."""
        return self.kind.startswith("hidden_")


@dataclass(frozen=True, slots=True)
class Kernel:
    """One kernel: descriptor (64 bytes) and its address, entry address, arguments.

    Sizes are in bytes; addresses are unrelocated. `enables`: the names, without `enable_`, of the one-bit descriptor
    fields that are set."""
    name: str
    descriptor: bytes
    descriptor_address: int
    entry: int
    arguments: tuple[Argument, ...]
    kernarg_bytes: int
    group_bytes: int
    private_bytes: int
    enables: frozenset[str]
    wave: int
    max_items: int
    required_group: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Segment:
    """One loaded segment: unrelocated address, contents (zero-filled to its memory size), and access rights."""
    address: int
    data: bytes
    executable: bool
    writable: bool


@dataclass(frozen=True, slots=True)
class CodeObject:
    """A parsed file: architecture, code object version, segments, kernels by name, relocations (address, type, symbol
    value or None, addend)."""
    arch: str
    version: int
    segments: tuple[Segment, ...]
    kernels: dict[str, Kernel]
    relocations: tuple[tuple[int, int, int, int], ...]

    def kernel(self, name: str | None = None) -> Kernel:
        """Return the kernel of that name, or the only kernel if there is no name. Raises CodeObjectError."""
        known = ", ".join(sorted(self.kernels))
        if name is None:
            if len(self.kernels) != 1:
                raise CodeObjectError(
                    f"kernel: the file holds {len(self.kernels)} kernels ({known}); name one with --kernel"
                )
            return next(iter(self.kernels.values()))
        if name not in self.kernels:
            raise CodeObjectError(f"kernel: no kernel {name!r} in the file; it holds: {known}")
        return self.kernels[name]

    def load_segments(self, base: int) -> list[Segment]:
        """Return the segments loaded at `base` plus their address, with relocations applied."""
        images = [(s.address + base, bytearray(s.data), s) for s in self.segments]
        for address_in_file, kind, value, addend in self.relocations:
            _relocate(images, address_in_file + base, kind, value + addend + base)
        return [Segment(address, bytes(data), s.executable, s.writable) for address, data, s in images]


# The used part of the metadata note. Unknown keys are allowed, since later compilers add some.

class _Argument(msgspec.Struct):
    offset: int = msgspec.field(name=".offset")
    size: int = msgspec.field(name=".size")
    kind: str = msgspec.field(name=".value_kind")
    name: str = msgspec.field(name=".name", default="")
    align: int = msgspec.field(name=".pointee_align", default=1)


class _Kernel(msgspec.Struct):
    name: str = msgspec.field(name=".name")
    symbol: str = msgspec.field(name=".symbol")
    kernarg: int = msgspec.field(name=".kernarg_segment_size")
    group: int = msgspec.field(name=".group_segment_fixed_size")
    private: int = msgspec.field(name=".private_segment_fixed_size")
    wave: int = msgspec.field(name=".wavefront_size")
    max_items: int = msgspec.field(name=".max_flat_workgroup_size", default=1024)
    required: tuple[int, int, int] | None = msgspec.field(name=".reqd_workgroup_size", default=None)
    arguments: list[_Argument] = msgspec.field(name=".args", default_factory=list)


class _Metadata(msgspec.Struct):
    version: tuple[int, int] = msgspec.field(name="amdhsa.version")
    kernels: list[_Kernel] = msgspec.field(name="amdhsa.kernels")


def parse_code_object(data: bytes, arch: str | None = None) -> CodeObject:
    """Parse the bytes of an ELF file.

    arch: the architecture to run on. Default: the one the file was made for, or the first one that a generic file
    covers. Raises CodeObjectError unless the file is a complete, consistent code object of version 2 to 6. Source:
    LLVM's AMDGPU user guide, "ELF Code Object", "Code Object Metadata"."""
    version, metadata_version = _read_versions(data)
    arch = _select_architecture(*struct.unpack_from("<I", data, 48), version, arch)
    try:
        elf = ELFFile(io.BytesIO(data))
        _check_header_tables(elf, data)
        segments = _read_segments(elf, data)
        metadata = _read_metadata(elf, data, version)
        symbols = _read_symbols(elf, data)
        relocations = _read_relocations(elf, data, symbols)
    except CodeObjectError:
        raise
    except Exception as error:  # the ELF library raises arbitrary errors for broken tables
        raise CodeObjectError(
            f"ELF tables: {type(error).__name__} {error}; the file is damaged, compile it again"
        ) from error
    if metadata.version != metadata_version:
        raise CodeObjectError(
            f"amdhsa.version: {metadata.version} in a code object v{version}, which has {metadata_version}; "
            "compile it again"
        )
    kernels = {}
    for entry in metadata.kernels:
        if entry.name in kernels:
            raise CodeObjectError(f"amdhsa.kernels: kernel {entry.name!r} stands there twice")
        kernels[entry.name] = _read_kernel(entry, arch, segments, symbols, version)
    if not kernels:
        raise CodeObjectError("amdhsa.kernels: the file holds no kernel")
    return CodeObject(arch, version, tuple(segments), kernels, tuple(relocations))


def _read_versions(data: bytes) -> tuple[int, tuple[int, int]]:
    """The code object version and its metadata version, from the ELF header."""
    if data[:4] != b"\x7fELF":
        raise CodeObjectError(
            "e_ident: not an ELF file; give the code object itself (clang -target amdgcn-amd-amdhsa), "
            "not a bundle or archive"
        )
    if len(data) < 64:
        raise CodeObjectError(f"e_ident: the file ends after {len(data)} bytes, inside the ELF header")
    if data[4:7] != b"\x02\x01\x01":
        raise CodeObjectError("e_ident: not a 64-bit little-endian ELF file")
    kind, machine = struct.unpack_from("<HH", data, 16)
    if machine != ELF_MACHINE:
        raise CodeObjectError(
            f"e_machine: {machine} is not {ELF_MACHINE} (AMDGPU); compile with -target amdgcn-amd-amdhsa")
    if data[7] != OSABI_HSA:
        raise CodeObjectError(
            f"EI_OSABI: {data[7]} is not {OSABI_HSA} (AMDGPU_HSA); compile with -target amdgcn-amd-amdhsa"
        )
    if data[8] not in VERSIONS:
        raise CodeObjectError(
            f"EI_ABIVERSION: {data[8]} is not a code object v2 to v6; compile with -mcode-object-version=6"
        )
    if kind != 3:
        raise CodeObjectError(f"e_type: {kind} is not 3 (shared object); link the object with ld.lld -shared")
    return VERSIONS[data[8]]


def _select_architecture(flags: int, version: int, requested: str | None) -> str:
    """The architecture that a file runs on: the requested one, if the file's machine (EF_AMDGPU_MACH in e_flags) is or
    covers it."""
    machine = flags & 0xFF
    if machine not in ARCH_BY_MACHINE | GENERIC_MACHINES:
        known = " or ".join(ARCH_BY_MACHINE.values())
        raise CodeObjectError(f"e_flags: machine {machine:#x} is not a known architecture; compile with -mcpu={known}")
    name, covered = GENERIC_MACHINES.get(machine) or (ARCH_BY_MACHINE[machine], (ARCH_BY_MACHINE[machine],))
    if machine in GENERIC_MACHINES and version < 6:
        raise CodeObjectError(f"e_flags: {name} in a code object v{version}; generic machines came with v6")
    if machine in GENERIC_MACHINES and flags >> 24 != GENERIC_VERSION:
        raise CodeObjectError(
            f"e_flags: version {flags >> 24} of {name}; version {GENERIC_VERSION} is known, "
            "use the compiler that has it"
        )
    if requested not in (None, *covered):
        raise CodeObjectError(
            f"e_flags: the file is for {name}, not for {requested}; it runs on {' or '.join(covered)}")
    return requested or covered[0]


def _file_bytes(data: bytes, offset: int, size: int, field: str) -> bytes:
    """Return bytes of the file. Raises CodeObjectError if they are past its end."""
    if offset + size > len(data):
        raise CodeObjectError(
            f"{field}: bytes {offset}..{offset + size} lie past the end of the file ({len(data)}); it is truncated"
        )
    return data[offset:offset + size]


def _check_header_tables(elf: ELFFile, data: bytes) -> None:
    """Check that the tables of program and section headers are inside the file and have the right entry sizes."""
    for kind, count, size in (("ph", elf.num_segments(), 56), ("sh", elf.num_sections(), 64)):
        if count and elf[f"e_{kind}entsize"] != size:
            raise CodeObjectError(f"e_{kind}entsize: {elf[f'e_{kind}entsize']} is not {size}; the file is damaged")
        _file_bytes(data, elf[f"e_{kind}off"], count * size, f"e_{kind}num: {count} headers")


def _read_segments(elf: ELFFile, data: bytes) -> list[Segment]:
    """Return the loaded segments by address. Raises CodeObjectError if segments overlap, or unless exactly one is
    executable."""
    segments: list[Segment] = []
    for number, segment in enumerate(elf.iter_segments()):
        header = segment.header
        if header.p_type != PT_LOAD or header.p_memsz == 0:
            continue
        field = f"program header {number}"
        if header.p_memsz < header.p_filesz or header.p_vaddr + header.p_memsz > MAX_IMAGE_BYTES:
            raise CodeObjectError(
                f"{field}: p_vaddr {header.p_vaddr:#x}, p_filesz {header.p_filesz:#x}, "
                f"p_memsz {header.p_memsz:#x} make no sense"
            )
        contents = _file_bytes(data, header.p_offset, header.p_filesz, field)
        segments.append(Segment(header.p_vaddr, contents.ljust(header.p_memsz, b"\0"),
                                bool(header.p_flags & EXECUTABLE), bool(header.p_flags & WRITABLE)))
    segments.sort(key=lambda s: s.address)
    for low, high in zip(segments, segments[1:]):
        if low.address + len(low.data) > high.address:
            raise CodeObjectError(f"program headers: the segments at {low.address:#x} and {high.address:#x} overlap")
    if sum(s.executable for s in segments) != 1:
        raise CodeObjectError(
            f"program headers: {sum(s.executable for s in segments)} executable segments; a code object has one"
        )
    return segments


def _read_metadata(elf: ELFFile, data: bytes, version: int) -> _Metadata:
    """Return the decoded metadata in the note segment."""
    wanted = v2.METADATA_NOTE if version == 2 else (b"AMDGPU", NOTE_METADATA)
    for segment in elf.iter_segments():
        if segment.header.p_type != PT_NOTE:
            continue
        notes = _file_bytes(data, segment.header.p_offset, segment.header.p_filesz, "note segment")
        for name, kind, description in _read_notes(notes):
            if (name, kind) == wanted:
                try:
                    if version == 2:
                        return msgspec.convert(v2.convert_metadata(description), _Metadata)
                    return msgspec.msgpack.decode(description, type=_Metadata)
                except v2.CodeObjectV2Error as problem:
                    raise CodeObjectError(f"{problem}; compile it again") from problem
                except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                    raise CodeObjectError(f"metadata note: {error}; compile it again") from error
    raise CodeObjectError(f"metadata note: none found ({wanted[0].decode()}, type {wanted[1]}); "
                          "compile with -mcode-object-version=6")


def _read_notes(data: bytes):
    """Yield (name, type, description) of each ELF note. Padding is to 4 bytes."""
    offset = 0
    while offset < len(data):
        if offset + 12 > len(data):
            raise CodeObjectError(f"note at byte {offset}: the segment ends inside its header")
        name_size, size, kind = struct.unpack_from("<III", data, offset)
        start = offset + 12 + (name_size + 3 & ~3)
        if start + size > len(data):
            raise CodeObjectError(
                f"note at byte {offset}: name of {name_size} and description of {size} bytes leave the segment"
            )
        yield data[offset + 12:offset + 12 + name_size].rstrip(b"\0"), kind, data[start:start + size]
        offset = start + (size + 3 & ~3)


def _read_symbols(elf: ELFFile, data: bytes) -> dict[str, tuple[int, int]]:
    """Return the value and size of each defined dynamic symbol."""
    table = elf.get_section_by_name(".dynsym")
    if not isinstance(table, SymbolTableSection):
        raise CodeObjectError(".dynsym: no such section; the file was stripped of its section headers")
    _file_bytes(data, table["sh_offset"], table["sh_size"], ".dynsym")
    return {
        s.name: (s["st_value"], s["st_size"]) for s in table.iter_symbols() if s["st_shndx"] != "SHN_UNDEF" and s.name
    }


def _read_relocations(elf: ELFFile, data: bytes,
                      symbols: dict[str, tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    """Return the relocations for allocated sections: (offset, type, symbol value, addend)."""
    relocations = []
    for section in elf.iter_sections("SHT_RELA"):
        if not isinstance(section, RelocationSection) or not section["sh_flags"] & 2:
            # without SHF_ALLOC they are for the linker
            continue
        _file_bytes(data, section["sh_offset"], section["sh_size"], section.name)
        names = elf.get_section(section["sh_link"])
        for entry in section.iter_relocations():
            kind, index = entry["r_info_type"], entry["r_info_sym"]
            if kind not in RELOCATIONS:
                raise CodeObjectError(
                    f"{section.name}: relocation type {kind} at {entry['r_offset']:#x} is not supported"
                )
            symbol = ""
            if index:
                if not isinstance(names, SymbolTableSection):
                    raise CodeObjectError(f"{section.name}: sh_link {section['sh_link']} is not a symbol table")
                symbol = names.get_symbol(index).name
            if index and symbol not in symbols:
                raise CodeObjectError(f"{section.name}: symbol {symbol!r} is not defined in the file; link it in")
            relocations.append((entry["r_offset"], kind, symbols[symbol][0] if index else 0, entry["r_addend"]))
    return relocations


def _relocate(images, address_to_patch: int, kind: int, value: int) -> None:
    """Apply one relocation to the loaded images."""
    name, form = RELOCATIONS[kind]
    if name == "ABS32_HI":
        value >>= 32
    size = struct.calcsize(form)
    for address, data, _ in images:
        if address <= address_to_patch and address_to_patch + size <= address + len(data):
            struct.pack_into(form, data, address_to_patch - address, value & (1 << 8 * size) - 1)
            return
    raise CodeObjectError(f"relocation {name} at {address_to_patch:#x}: the address is in no loaded segment")


def _segment_bytes(segments, address: int, size: int, field: str, executable: bool = False) -> bytes:
    """Return the bytes at an address. Raises CodeObjectError if no segment contains them."""
    for segment in segments:
        start = address - segment.address
        if 0 <= start and start + size <= len(segment.data) and (segment.executable or not executable):
            return segment.data[start:start + size]
    raise CodeObjectError(
        f"{field}: {size} bytes at {address:#x} lie in no {'executable' if executable else 'loaded'} segment"
    )


def _read_descriptor(entry: _Kernel, arch: str, segments, symbols, version: int) -> tuple[int, bytes]:
    """The address and the bytes of a kernel's descriptor."""
    if entry.symbol not in symbols:
        raise CodeObjectError(f".symbol: kernel {entry.name!r} names {entry.symbol!r}, which .dynsym does not define")
    address, size = symbols[entry.symbol]
    if version == 2:
        try:
            return address, v2.convert_descriptor(_segment_bytes(segments, address, v2.KERNEL_CODE.size, entry.symbol),
                                                  arch)
        except v2.CodeObjectV2Error as problem:
            raise CodeObjectError(f"{entry.symbol}: {problem}") from problem
    if size != DESCRIPTOR_BYTES or address % DESCRIPTOR_BYTES:
        raise CodeObjectError(f"{entry.symbol}: {size} bytes at {address:#x}; a descriptor has 64 and is aligned to 64")
    return address, _segment_bytes(segments, address, DESCRIPTOR_BYTES, entry.symbol)


def _read_kernel(entry: _Kernel, arch: str, segments, symbols, version: int) -> Kernel:
    """Return a kernel. Raises CodeObjectError if its descriptor and metadata differ."""
    address, raw = _read_descriptor(entry, arch, segments, symbols, version)
    layout = all_registers()["KERNEL_DESCRIPTOR"]
    known = layout.unpack(ARCHS[arch], raw)
    group, private = known["group_segment_fixed_size"], known["private_segment_fixed_size"]
    kernarg, offset = known["kernarg_size"], _signed(known["kernel_code_entry_byte_offset"], 64)
    wave = 32 if known.get("enable_wavefront_size32") else 64
    foreign = [name for name in layout.foreign(ARCHS[arch], raw) if name not in known]
    if foreign:
        raise CodeObjectError(
            f"{entry.symbol}: {', '.join(foreign)} in a descriptor for {arch}, which has no such field"
        )
    if int.from_bytes(raw, "little") & ~sum(field.mask for field in layout.fields[ARCHS[arch]].values()):
        raise CodeObjectError(f"{entry.symbol}: reserved bits of the descriptor are not zero")
    _check_same_values(
        entry,
        {
            ".group_segment_fixed_size": (group, entry.group),
            ".private_segment_fixed_size": (private, entry.private),
            ".kernarg_segment_size": (kernarg, entry.kernarg),
            ".wavefront_size": (wave, entry.wave),
        },
    )
    if (address + offset) % 256:
        raise CodeObjectError(f"{entry.symbol}: entry {address + offset:#x} is not aligned to 256 bytes")
    _segment_bytes(segments, address + offset, 4, f"{entry.symbol} entry", executable=True)
    return Kernel(
        entry.name, raw, address, address + offset, _read_arguments(entry), kernarg, group, private,
        frozenset(name.removeprefix("enable_") for name in ONE_BIT_FIELDS if known.get(name)), wave, entry.max_items,
        entry.required,
    )


def _signed(value: int, bits: int) -> int:
    """Interpret a value as a two's complement number with this many bits."""
    return value - (value >> bits - 1 << bits)


def _check_same_values(entry: _Kernel, pairs: dict[str, tuple[int, int]]) -> None:
    """Raise CodeObjectError for fields in which descriptor and metadata differ."""
    for field, (descriptor, metadata) in pairs.items():
        if descriptor != metadata:
            raise CodeObjectError(
                f"{field}: kernel {entry.name!r} has {metadata} in the metadata and {descriptor} in its descriptor; "
                "compile it again"
            )


def _read_arguments(entry: _Kernel) -> tuple[Argument, ...]:
    """The arguments of a kernel. Raises CodeObjectError if they overlap."""
    end = 0
    for number, a in enumerate(entry.arguments):
        field = f".args[{number}] of kernel {entry.name!r}"
        if a.size < 1 or a.offset < end or a.offset + a.size > entry.kernarg:
            raise CodeObjectError(
                f"{field}: bytes {a.offset}..{a.offset + a.size} overlap another argument "
                f"or leave the kernarg segment of {entry.kernarg}"
            )
        if a.align < 1 or a.align & a.align - 1:
            raise CodeObjectError(f"{field}: .pointee_align {a.align} is not a power of two")
        end = a.offset + a.size
    return tuple(Argument(a.name, a.kind, a.offset, a.size, a.align) for a in entry.arguments)
