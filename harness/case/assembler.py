"""Assembly by llvm-mc-22 with a cache on disk, and the assembly form of cases: `; assay:` lines above code."""
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
from .case_types import Case, CaseError

LLVM_MC = os.environ.get("ASSAY_LLVM_MC", "llvm-mc-22")
REMEDY = "llvm-mc-22 is missing; install Debian's llvm-22"
# A directive that reads a file, or one that a macro spells out of its arguments, which may be such a one.
_READS = re.compile(r"\.\s*inc|\.\w*\\", re.IGNORECASE)
_lines: dict[tuple, bytes] = {}


def cache_folder() -> Path | None:
    """Where assembled code is kept between runs: ASSAY_CACHE, else the user's cache folder; None: a user without a
    home."""
    if named := os.environ.get("ASSAY_CACHE"):
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "assay" if os.path.isabs(base) else None


def mc_flags(arch: str, wave: int) -> list[str]:
    """llvm-mc's options for an architecture and wave size."""
    size = [f"-mattr=+wavefrontsize{wave},-wavefrontsize{96 - wave}"] if len(TARGETS[arch].waves) > 1 else []
    return ["-triple=amdgcn-amd-amdhsa", f"-mcpu={TARGETS[arch].llvm}", *size]


def llvm_mc(arguments: list[str], text: str, timeout: float = 120) -> subprocess.CompletedProcess:
    """Runs llvm-mc-22 on text. Raises FileNotFoundError with the remedy when it is not installed."""
    try:
        return subprocess.run([LLVM_MC, *arguments], input=text.encode(), capture_output=True, timeout=timeout)
    except FileNotFoundError:
        raise FileNotFoundError(REMEDY) from None


def assemble(
    arch: str, text: str, wave: int = 0, where: str = "code", first_line: int = 1, section: str = ".text"
) -> bytes:
    """Assembly text -> machine code of a section. The architectures' names and wave are symbols for .if. Raises
    CaseError naming file and line."""
    wave = wave or TARGETS[arch].waves[0]
    flags = [
        *mc_flags(arch, wave),
        *(f"-defsym={a}={int(a == arch)}" for a in TARGETS),
        f"-defsym=wave={wave}",
    ]
    apart = [section] if section != ".text" else []
    cached = _cached(_identity(LLVM_MC), *flags, *apart, text)
    if cached is not None and (code := _kept(cached)):
        return code
    try:
        done = llvm_mc([*flags, "-filetype=obj", "-o", "-"], text)
    except FileNotFoundError as error:
        raise CaseError("code", str(error)) from None
    if done.returncode or b": error:" in done.stderr:
        raise CaseError("code", _complaint(done.stderr.decode("utf-8", "replace"), where, first_line))
    code = _section(done.stdout, where, section)
    if cached is not None:
        _keep(cached, code)
    return code


@cache
def _identity(program: str) -> str:
    """The program that runs under this name, as what it made stands in the cache: another version is another file."""
    path = shutil.which(program)
    held = path and os.stat(path)
    return f"{os.path.realpath(path)} {held.st_size} {held.st_mtime_ns}" if path and held else program


def _cached(*key: str) -> Path | None:
    """Where the code of a text is kept; None: nowhere, since it reads files, which may change while it does not, or
    there is no place."""
    folder = cache_folder()
    if folder is None or _READS.search(key[-1]):
        return None
    digest = hashlib.sha256("\0".join(["2", *key]).encode()).hexdigest()
    return folder / "assembled" / digest[:2] / digest


def _kept(path: Path) -> bytes:
    """What a cache file holds; b"": there is none, or a crash has left it empty."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _complaint(text: str, where: str, first_line: int) -> str:
    found = re.search(r"<stdin>:(\d+):(\d+): error: (.*)", text)
    if not found:
        lines = text.strip().splitlines() or ["llvm-mc failed"]
        return f"{where}: {next((line for line in lines if ': error: ' in line), lines[0])}"
    return f"{where}:{int(found[1]) + first_line - 1}:{found[2]}: {found[3]}"


def _section(data: bytes, where: str, name: str) -> bytes:
    from elftools.elf.elffile import ELFFile
    elf = ELFFile(io.BytesIO(data))
    if any(section["sh_type"] in ("SHT_RELA", "SHT_REL") and section["sh_size"] for section in elf.iter_sections()):
        raise CaseError("code", f"{where}: names a symbol that is not defined in it; cases are complete in themselves")
    found = elf.get_section_by_name(name)
    if found is None:
        raise CaseError("code", f'{where}: has no section {name}; write .section {name},"ax" above its code')
    return found.data()


def _keep(path: Path, data: bytes) -> None:
    """Writes a cache file whole or not at all; a cache that cannot be written is no error."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(f".{os.getpid()}")
        partial.write_bytes(data)
        partial.replace(path)
    except OSError:
        pass


def assemble_lines(arch: str, wave: int, lines: Sequence[str]) -> list[bytes]:
    """Single instructions without labels -> the bytes of each; each text is assembled once a process, the new ones in
    one call."""
    new = list(dict.fromkeys(line for line in lines if (arch, wave, line) not in _lines))
    if new:
        marked = "".join(f"{line}\n.long 0x5a5a0000, {number}, 0xa5a50000\n" for number, line in enumerate(new))
        data, at = assemble(arch, marked, wave, "generated code"), 0
        for number, line in enumerate(new):
            mark = b"\0\0\x5a\x5a" + number.to_bytes(4, "little") + b"\0\0\xa5\xa5"
            end = data.index(mark, at)
            _lines[arch, wave, line] = data[at:end]
            at = end + len(mark)
    return [_lines[arch, wave, line] for line in lines]


def parse_assembly(text: str, path: str = "case.s", only: str | None = None) -> list[Case]:
    """The assembly form -> a case for each architecture and wave size it names, or of `only` that architecture. Raises
    CaseError with file and line."""
    from .directives import read_directives
    return read_directives(text, path, only)
