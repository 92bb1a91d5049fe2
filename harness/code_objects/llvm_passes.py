"""The kernels with one pass of LLVM's left out: llc-22 stops before it and goes on behind it.  What the pass inserts is
what the whole build has more."""
import os
import re
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from . import kernel_build as build
from .kernel_waits import REGISTERS

LLC, LINKER, DISASSEMBLER = "llc-22", "ld.lld-22", "llvm-objdump-22"
WAITS = ("s_waitcnt", "s_waitcnt_vscnt", "s_waitcnt_vmcnt", "s_waitcnt_lgkmcnt", "s_waitcnt_expcnt", "s_sendmsg")
# What each pass is called and what it inserts, in their order.
PASSES = {
    "waits": ("si-insert-waitcnts", WAITS),
    "clauses": ("si-insert-hard-clauses", ("s_clause",)),
    "hazards": ("post-RA-hazard-rec", ("s_nop", "s_waitcnt_depctr", "v_nop")),
    "delays": ("amdgpu-insert-delay-alu", ("s_delay_alu",)),
}
FIRST = PASSES["waits"][0]
WAVES = {32: "+wavefrontsize32,-wavefrontsize64", 64: "+wavefrontsize64,-wavefrontsize32"}
# What the file of machine code cannot keep, or only the waits' pass makes instructions of.
SPILL, SOFT = re.compile(r"^ +scavengeFI: .*\n", re.M), re.compile(r"^ +S_WAITCNT\w*_(soft|lds_direct)\b.*\n", re.M)
IMPLICIT = re.compile(r"(implicit(?:-def)?(?: \w+)*) \$vcc_lo")    # llc writes it so in wave32, and wants $vcc
LINE = re.compile(r"^\t(\S+)\s*(.*?)\s*// ([0-9A-F]{12}): |^[0-9a-f]+ <(.*)>:$")
RDNA3 = ("s_clause", "s_delay_alu", "s_waitcnt_depctr")
PADDING = ("s_code_end", "s_nop")                               # between functions; RDNA3: before loops


@dataclass(frozen=True, slots=True)
class Listed:
    """An instruction of a file: its address there, mnemonic and operands."""
    address: int
    mnemonic: str
    operands: str

    @property
    def alike(self) -> tuple:
        """What stays of it when others come and go: not where it jumps to."""
        return self.mnemonic, tuple(REGISTERS.findall(self.operands))


def code_object(name: str, arch: str, wave: int, level: str, without: str = "", less: int | None = None) -> Path:
    """A kernel as llc-22 makes it: whole, without one of PASSES, or without the S_NOP of that number that hazards want.
    Raises BuildError."""
    source, start = common(name, arch, wave, level), f"-start-before={FIRST}"
    if without == "waits":
        source, start = SOFT.sub("", source), f"-start-after={FIRST}"
    elif without or less is not None:
        pass_ = PASSES[without or "hazards"][0]
        stop = f"-stop-before={pass_}" if without else f"-stop-after={pass_}"
        source, start = machine(source, arch, wave, level, start, stop), f"-start-after={pass_}"
        source = source if less is None else dropped(source, less)
    stem = f"{name}.{arch}.w{wave}{level}.{without or 'whole'}{'' if less is None else less}"
    # Several processes may make the same one at a time: each makes its own, and what stands there is always whole.
    own = f".{os.getpid()}"
    target, made, partial = (build.OUT / f"{stem}{suffix}" for suffix in (".llc.co", f"{own}.o", f"{own}.co"))
    done((*options(arch, wave, level), start, "-x", "mir", "-filetype=obj", "-o", str(made)), source)
    done((LINKER, "-shared", str(made), "-o", str(partial)), "")
    made.unlink()
    os.replace(partial, target)
    return target


@cache
def common(name: str, arch: str, wave: int, level: str) -> str:
    """A kernel before the first of the passes, as LLVM's machine code."""
    flags = (*build.FLAGS, level, f"-mcpu={arch}", *build.WAVE_FLAGS[arch, wave], "-mcode-object-version=5")
    command = (build.COMPILER, *flags, "-emit-llvm", "-S", "-", "-o", "-")
    source = done(command, (build.SOURCES / f"{name}.cl").read_text())
    return machine(source, arch, wave, level, f"-stop-before={FIRST}", language="ir")


def options(arch: str, wave: int, level: str) -> tuple[str, ...]:
    attributes = (f"-mattr={WAVES[wave]}",) if arch != "gfx906" else ()
    return LLC, "-mtriple=amdgcn-amd-amdhsa", f"-mcpu={arch}", *attributes, level


def machine(source: str, arch: str, wave: int, level: str, *limits: str, language: str = "mir") -> str:
    """LLVM's machine code as text, as llc reads it again."""
    made = done((*options(arch, wave, level), "-x", language, *limits, "-o", "-"), source)
    return IMPLICIT.sub(r"\1 $vcc", SPILL.sub("", made))


def dropped(source: str, number: int) -> str:
    """Machine code as text without its S_NOP of that number."""
    at = list(re.finditer(r"^ +S_NOP \d+\n", source, re.M))[number]
    return source[:at.start()] + source[at.end():]


def done(command: tuple[str, ...], source: str) -> str:
    build.OUT.mkdir(parents=True, exist_ok=True)
    ran = subprocess.run(command, input=source, capture_output=True, text=True)
    if ran.returncode:
        raise build.BuildError(f"{' '.join(command[:4])}: {ran.stderr.strip()[-400:]}")
    return ran.stdout


def listing(path: Path) -> dict[str, list[Listed]]:
    """The instructions of a file, by function."""
    found: dict[str, list[Listed]] = {}
    function = ""
    for match in filter(None, map(LINE.match, done((DISASSEMBLER, "-d", str(path)), "").splitlines())):
        function = match[4] or function
        lines = found.setdefault(function, [])
        if match[1]:
            lines.append(Listed(int(match[3], 16), match[1], match[2]))
    return found


def inserted(whole: dict[str, list[Listed]], rest: dict[str, list[Listed]], what: str, arch: str) -> list[Listed]:
    """What a whole file has more than one without the pass `what`; later passes may have done otherwise for it.  Raises
    ValueError where the two differ else."""
    names, more = names_of(what, arch), []
    passed = after(what) | (set(PADDING) - set(names))
    for function in whole:
        at, others = 0, [one for one in rest[function] if one.mnemonic not in passed]
        for one in (one for one in whole[function] if one.mnemonic not in passed):
            if at < len(others) and one.alike == others[at].alike:
                at += 1
            elif one.mnemonic in names:
                more.append(one)
            else:
                raise ValueError(f"{one.mnemonic} at {one.address:#x} is not what the pass for {what} inserts")
        if at < len(others):
            raise ValueError(f"{others[at].mnemonic} of {function} stands only without the pass for {what}")
    return more


def names_of(what: str, arch: str) -> tuple[str, ...]:
    """What the pass inserts there; RDNA3 has no wait states (RDNA3 ISA, 5.6), Vega no clauses and no advice."""
    absent = RDNA3 if arch == "gfx906" else ("s_nop",)
    return tuple(name for name in PASSES[what][1] if name not in absent)


def after(what: str) -> set[str]:
    """What the passes behind one insert."""
    names = [name for name, _ in PASSES.items()]
    return {word for name in names[names.index(what) + 1:] for word in PASSES[name][1]} - set(PASSES[what][1])
