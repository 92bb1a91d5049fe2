"""Compile kernels without one of LLVM's passes: llc-22 stops before the pass and continues after it. The instructions
that are then missing are those that the pass inserts."""
import os
import re
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from . import kernel_build as build
from .kernel_waits import REGISTERS

LLC, LINKER, DISASSEMBLER = "llc-22", "ld.lld-22", "llvm-objdump-22"
WAIT_MNEMONICS = ("s_waitcnt", "s_waitcnt_vscnt", "s_waitcnt_vmcnt", "s_waitcnt_lgkmcnt", "s_waitcnt_expcnt",
                  "s_sendmsg")
# The passes in order: LLVM's name, and the mnemonics that the pass inserts.
PASSES = {
    "waits": ("si-insert-waitcnts", WAIT_MNEMONICS),
    "clauses": ("si-insert-hard-clauses", ("s_clause",)),
    "hazards": ("post-RA-hazard-rec", ("s_nop", "s_waitcnt_depctr", "v_nop")),
    "delays": ("amdgpu-insert-delay-alu", ("s_delay_alu",)),
}
FIRST_PASS = PASSES["waits"][0]
WAVE_ATTRIBUTES = {32: "+wavefrontsize32,-wavefrontsize64", 64: "+wavefrontsize64,-wavefrontsize32"}
# Lines that llc cannot read again, or that only the pass for waits lowers to instructions.
SPILL_LINE, SOFT_WAIT_LINE = re.compile(r"^ +scavengeFI: .*\n",
                                        re.M), re.compile(r"^ +S_WAITCNT\w*_(soft|lds_direct)\b.*\n", re.M)
IMPLICIT_VCC_LO = re.compile(r"(implicit(?:-def)?(?: \w+)*) \$vcc_lo")  # llc writes this in wave32 but reads $vcc
LISTING_LINE = re.compile(r"^\t(\S+)\s*(.*?)\s*// ([0-9A-F]{12}): |^[0-9a-f]+ <(.*)>:$")
RDNA3_MNEMONICS = ("s_clause", "s_delay_alu", "s_waitcnt_depctr")
PADDING_MNEMONICS = ("s_code_end", "s_nop")          # between functions; RDNA3: before loops


@dataclass(frozen=True, slots=True)
class ListedInstruction:
    """An instruction of a file: its address, mnemonic and operands."""
    address: int
    mnemonic: str
    operands: str

    @property
    def signature(self) -> tuple:
        """The mnemonic and registers, which do not change when other instructions are inserted. Branch targets do."""
        return self.mnemonic, tuple(REGISTERS.findall(self.operands))


def compile_kernel_without(name: str, arch: str, wave: int, level: str, removed_pass: str = "",
                           nop_number: int | None = None) -> Path:
    """The code object of a kernel as llc-22 makes it: complete, without one of PASSES, or without the S_NOP at index
    `nop_number` among those of the hazard pass. Raises BuildError."""
    source, start = machine_ir_before_passes(name, arch, wave, level), f"-start-before={FIRST_PASS}"
    if removed_pass == "waits":
        source, start = SOFT_WAIT_LINE.sub("", source), f"-start-after={FIRST_PASS}"
    elif removed_pass or nop_number is not None:
        pass_ = PASSES[removed_pass or "hazards"][0]
        stop = f"-stop-before={pass_}" if removed_pass else f"-stop-after={pass_}"
        source, start = run_llc(source, arch, wave, level, start, stop), f"-start-after={pass_}"
        source = source if nop_number is None else remove_nop(source, nop_number)
    stem = f"{name}.{arch}.w{wave}{level}.{removed_pass or 'whole'}{'' if nop_number is None else nop_number}"
    # Several processes may build the same file at once, so each writes its own and renames it.
    process_suffix = f".{os.getpid()}"
    target, object_file, partial = (build.BUILD_FOLDER / f"{stem}{suffix}"
                                    for suffix in (".llc.co", f"{process_suffix}.o", f"{process_suffix}.co"))
    run_tool((*llc_options(arch, wave, level), start, "-x", "mir", "-filetype=obj", "-o", str(object_file)), source)
    run_tool((LINKER, "-shared", str(object_file), "-o", str(partial)), "")
    object_file.unlink()
    os.replace(partial, target)
    return target


@cache
def machine_ir_before_passes(name: str, arch: str, wave: int, level: str) -> str:
    """LLVM's machine code of a kernel before the first of the passes."""
    flags = (*build.FLAGS, level, f"-mcpu={arch}", *build.WAVE_FLAGS[arch, wave], "-mcode-object-version=5")
    command = (build.COMPILER, *flags, "-emit-llvm", "-S", "-", "-o", "-")
    source = run_tool(command, (build.SOURCES_FOLDER / f"{name}.cl").read_text())
    return run_llc(source, arch, wave, level, f"-stop-before={FIRST_PASS}", language="ir")


def llc_options(arch: str, wave: int, level: str) -> tuple[str, ...]:
    """The options of llc for a target."""
    attributes = (f"-mattr={WAVE_ATTRIBUTES[wave]}",) if arch != "gfx906" else ()
    return LLC, "-mtriple=amdgcn-amd-amdhsa", f"-mcpu={arch}", *attributes, level


def run_llc(source: str, arch: str, wave: int, level: str, *limits: str, language: str = "mir") -> str:
    """LLVM's machine code as text that llc can read again."""
    text = run_tool((*llc_options(arch, wave, level), "-x", language, *limits, "-o", "-"), source)
    return IMPLICIT_VCC_LO.sub(r"\1 $vcc", SPILL_LINE.sub("", text))


def remove_nop(source: str, number: int) -> str:
    """Return machine code, as text, without the S_NOP at that index."""
    at = list(re.finditer(r"^ +S_NOP \d+\n", source, re.M))[number]
    return source[:at.start()] + source[at.end():]


def run_tool(command: tuple[str, ...], source: str) -> str:
    """The output of a tool. Raises BuildError."""
    build.BUILD_FOLDER.mkdir(parents=True, exist_ok=True)
    result = subprocess.run(command, input=source, capture_output=True, text=True)
    if result.returncode:
        raise build.BuildError(f"{' '.join(command[:4])}: {result.stderr.strip()[-400:]}")
    return result.stdout


def disassemble_functions(path: Path) -> dict[str, list[ListedInstruction]]:
    """The instructions of a file, by function."""
    functions: dict[str, list[ListedInstruction]] = {}
    function = ""
    for match in filter(None, map(LISTING_LINE.match, run_tool((DISASSEMBLER, "-d", str(path)), "").splitlines())):
        function = match[4] or function
        lines = functions.setdefault(function, [])
        if match[1]:
            lines.append(ListedInstruction(int(match[3], 16), match[1], match[2]))
    return functions


def inserted_instructions(complete: dict[str, list[ListedInstruction]], reduced: dict[str, list[ListedInstruction]],
                          pass_name: str, arch: str) -> list[ListedInstruction]:
    """Return the instructions that are in the complete file but not in the one compiled without the pass. Instructions
    of later passes are ignored. Raises ValueError for any other difference."""
    names, inserted = inserted_mnemonics(pass_name, arch), []
    passed = later_pass_mnemonics(pass_name) | (set(PADDING_MNEMONICS) - set(names))
    for function in complete:
        at, expected = 0, [instruction for instruction in reduced[function] if instruction.mnemonic not in passed]
        for instruction in (instruction for instruction in complete[function] if instruction.mnemonic not in passed):
            if at < len(expected) and instruction.signature == expected[at].signature:
                at += 1
            elif instruction.mnemonic in names:
                inserted.append(instruction)
            else:
                raise ValueError(
                    f"{instruction.mnemonic} at {instruction.address:#x} is not inserted by the pass for {pass_name}")
        if at < len(expected):
            raise ValueError(f"{expected[at].mnemonic} of {function} exists only without the pass for {pass_name}")
    return inserted


def inserted_mnemonics(pass_name: str, arch: str) -> tuple[str, ...]:
    """The mnemonics that a pass inserts for an architecture. RDNA3 has no wait states (RDNA3 ISA, 5.6). Vega has
    neither clauses nor delay hints."""
    absent = RDNA3_MNEMONICS if arch == "gfx906" else ("s_nop",)
    return tuple(name for name in PASSES[pass_name][1] if name not in absent)


def later_pass_mnemonics(pass_name: str) -> set[str]:
    """The mnemonics that the passes after this one insert."""
    names = [name for name, _ in PASSES.items()]
    return {word for name in names[names.index(pass_name) + 1:] for word in PASSES[name][1]} - set(PASSES[pass_name][1])
