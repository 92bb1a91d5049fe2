"""Assemble text with llvm-mc-22, with a cache on disk."""
from __future__ import annotations

import hashlib
import io
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ...spec import TARGETS
from .case_types import CaseError

LLVM_MC = os.environ.get("ASSAY_LLVM_MC", "llvm-mc-22")
LLVM_MC_MISSING = "llvm-mc-22 is missing; install Debian's llvm-22"
# A directive that reads a file, or one that a macro builds from its arguments.
CACHE_DIGEST_BYTES = hashlib.sha256().digest_size
_FILE_READING_DIRECTIVE = re.compile(r"\.\s*inc|\.\w*\\", re.IGNORECASE)
_assembled_lines: dict[tuple, bytes] = {}


def cache_folder() -> Path | None:
    """The folder of assembled code: ASSAY_CACHE, else the user's cache folder. Return None if the user has no home
    folder.
    """
    if named := os.environ.get("ASSAY_CACHE"):
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "assay" if os.path.isabs(base) else None


def mc_flags(arch: str, wave: int) -> list[str]:
    """The options of llvm-mc for an architecture and wave size."""
    size = [f"-mattr=+wavefrontsize{wave},-wavefrontsize{96 - wave}"] if len(TARGETS[arch].waves) > 1 else []
    return ["-triple=amdgcn-amd-amdhsa", f"-mcpu={TARGETS[arch].llvm}", *size]


def run_llvm_mc(arguments: list[str], text: str, timeout: float = 120) -> subprocess.CompletedProcess:
    """Run llvm-mc-22 on text. Raises FileNotFoundError with the remedy if it is not installed."""
    try:
        return subprocess.run([LLVM_MC, *arguments], input=text.encode(), capture_output=True, timeout=timeout)
    except FileNotFoundError:
        raise FileNotFoundError(LLVM_MC_MISSING) from None


def assemble(
    arch: str, text: str, wave: int = 0, where: str = "code", first_line: int = 1, section: str = ".text"
) -> bytes:
    """Assemble text and return the machine code of a section.

    The names of the architectures and `wave` are symbols for .if. Raises CaseError with file and line."""
    wave = wave or TARGETS[arch].waves[0]
    flags = [
        *mc_flags(arch, wave),
        *(f"-defsym={a}={int(a == arch)}" for a in TARGETS),
        f"-defsym=wave={wave}",
    ]
    section_key = [section] if section != ".text" else []
    cache_path = _cache_path(_executable_identity(LLVM_MC), *flags, *section_key, text)
    if cache_path is not None and (code := _read_cache(cache_path)):
        return code
    try:
        result = run_llvm_mc([*flags, "-filetype=obj", "-o", "-"], text)
    except FileNotFoundError as error:
        raise CaseError("code", str(error)) from None
    if result.returncode or b": error:" in result.stderr:
        raise CaseError("code", _error_message(result.stderr.decode("utf-8", "replace"), where, first_line))
    code = _read_section(result.stdout, where, section)
    if cache_path is not None:
        _write_cache(cache_path, code)
    return code


@cache
def _executable_identity(program: str) -> str:
    """Return the resolved path, size and modification time of a program. They are part of cache keys, so that another
    version invalidates the cache."""
    path = shutil.which(program)
    status = path and os.stat(path)
    return f"{os.path.realpath(path)} {status.st_size} {status.st_mtime_ns}" if path and status else program


def _cache_path(*key: str) -> Path | None:
    """The cache file of a text. None if there is no cache folder, or the text reads files, which may change."""
    folder = cache_folder()
    if folder is None or _FILE_READING_DIRECTIVE.search(key[-1]):
        return None
    digest = hashlib.sha256("\0".join(["3", *key]).encode()).hexdigest()
    return folder / "assembled" / digest[:2] / digest


def _read_cache(path: Path) -> bytes:
    """Return the code in a cache file: SHA-256 of the code, then the code. Return b"" if there is no file, or if its
    digest does not hold."""
    try:
        data = path.read_bytes()
    except OSError:
        return b""
    digest, code = data[:CACHE_DIGEST_BYTES], data[CACHE_DIGEST_BYTES:]
    return code if digest == hashlib.sha256(code).digest() else b""


def _error_message(text: str, where: str, first_line: int) -> str:
    """The first error of llvm-mc's output, with file and line."""
    match = re.search(r"<stdin>:(\d+):(\d+): error: (.*)", text)
    if not match:
        lines = text.strip().splitlines() or ["llvm-mc failed"]
        return f"{where}: {next((line for line in lines if ': error: ' in line), lines[0])}"
    return f"{where}:{int(match[1]) + first_line - 1}:{match[2]}: {match[3]}"


def _read_section(data: bytes, where: str, name: str) -> bytes:
    """The contents of a section of an object file. Raises CaseError for undefined symbols or a missing section."""
    from elftools.elf.elffile import ELFFile
    elf = ELFFile(io.BytesIO(data))
    if any(section["sh_type"] in ("SHT_RELA", "SHT_REL") and section["sh_size"] for section in elf.iter_sections()):
        raise CaseError("code", f"{where}: names a symbol that is not defined in it; cases are complete in themselves")
    code_section = elf.get_section_by_name(name)
    if code_section is None:
        raise CaseError("code", f'{where}: has no section {name}; write .section {name},"ax" above its code')
    return code_section.data()


def _write_cache(path: Path, data: bytes) -> None:
    """Write a cache file with its digest, atomically. A cache that cannot be written is not an error."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(f".{os.getpid()}")
        partial.write_bytes(hashlib.sha256(data).digest() + data)
        partial.replace(path)
    except OSError:
        pass


def assemble_lines(arch: str, wave: int, lines: Sequence[str]) -> list[bytes]:
    """Assemble single instructions without labels and return the bytes of each.

    Each text is assembled once per process; one call assembles all new texts."""
    new_lines = list(dict.fromkeys(line for line in lines if (arch, wave, line) not in _assembled_lines))
    if new_lines:
        marked_text = "".join(f"{line}\n.long 0x5a5a0000, {number}, 0xa5a50000\n" for number,
                              line in enumerate(new_lines))
        data, offset = assemble(arch, marked_text, wave, "generated code"), 0
        for number, line in enumerate(new_lines):
            mark = b"\0\0\x5a\x5a" + number.to_bytes(4, "little") + b"\0\0\xa5\xa5"
            end = data.index(mark, offset)
            _assembled_lines[arch, wave, line] = data[offset:end]
            offset = end + len(mark)
    return [_assembled_lines[arch, wave, line] for line in lines]
