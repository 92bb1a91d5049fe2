"""Remove each s_waitcnt of a compiled kernel in turn, and derive which registers and barriers then break rules.

The expectation uses only the disassembly, not the model. A data-flow analysis over all paths tracks outstanding results
by the rules of the counters (RDNA3 ISA 5.6, Vega ISA 4.4)."""
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

DISASSEMBLER = "llvm-objdump-22"
LISTING_LINE = re.compile(r"^\t(\S+)\s*(.*?)\s*// ([0-9A-F]{12}): ([0-9A-F ]+?)(?: <\S+?(?:\+0x([0-9a-f]+))?>)?$")
REGISTERS = re.compile(r"\b([sv])(?:(\d+)\b|\[(\d+):(\d+)\])")
COUNTS = re.compile(r"(vm|lgkm|exp)cnt\((\d+)\)")
# Replacements by opcode: s_waitcnt with all counts at maximum, s_nop for waits of one counter.
NO_WAIT_WORDS = {
    0xBF8C: 0xBF8CCF7F,
    0xBF89: 0xBF89FFF7,
    0xBC7C: 0xBF800000,
    0xBCFC: 0xBF800000,
    0xBDFC: 0xBF800000,
    0xBD7C: 0xBF800000,
}
SINGLE_COUNTERS = {"s_waitcnt_vscnt": "vs", "s_waitcnt_vmcnt": "vm", "s_waitcnt_lgkmcnt": "lgkm",
                   "s_waitcnt_expcnt": "exp"}
LDS_ATOMICS = ("ds_add_u32",)                        # without a result
MAX_COUNT = 63                                       # of any counter


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction: address in the file, mnemonic, operands as text, first dword, branch target or None, and the
    registers that the text names.

    A register must not be read or written while a result for it is outstanding, so both count as `touched`."""
    address: int
    mnemonic: str
    operands: str
    word: int
    target: int | None
    touched: frozenset[str]

    @property
    def is_wait(self) -> bool:
        """True for s_waitcnt and its variants."""
        return self.mnemonic == "s_waitcnt" or self.mnemonic in SINGLE_COUNTERS


@dataclass(frozen=True, slots=True)
class Event:
    """An outstanding result: the address of its instruction, its counter, and the registers it writes. `ordered`: it
    returns in order. `lds`: it comes from an LDS access."""
    address: int
    counter: str
    ordered: bool
    writes: frozenset[str]
    lds: bool


def registers_in(text: str) -> frozenset[str]:
    """The registers that a text names."""
    registers = set()
    for file, number, first, last in REGISTERS.findall(text):
        low, high = (int(number), int(number)) if number else (int(first), int(last))
        registers |= {f"{file}{n}" for n in range(low, high + 1)}
    return frozenset(registers)


def disassemble(path: Path) -> list[Instruction]:
    """The instructions of a code object."""
    return parse_listing(subprocess.run([DISASSEMBLER, "-d", str(path)], capture_output=True, text=True,
                                        check=True).stdout)


def parse_listing(text: str) -> list[Instruction]:
    """The instructions of an llvm-objdump listing, up to the padding after the last s_endpgm."""
    lines, start = [], None
    for row in text.splitlines():
        if match := LISTING_LINE.match(row):
            mnemonic, operands, address, words, target = match.groups()
            address, word = int(address, 16), int(words.split()[0], 16)
            start = address if start is None else start
            target_address = start + int(target or "0", 16) if mnemonic.startswith(("s_branch", "s_cbranch")) else None
            lines.append(Instruction(address, mnemonic, operands, word, target_address, registers_in(operands)))
    last = max(n for n, line in enumerate(lines) if line.mnemonic == "s_endpgm")
    return lines[:last + 1]


def outstanding_event(line: Instruction, store_counter: str) -> Event | None:
    """The outstanding result of an instruction, or None (RDNA3 ISA 5.6, table of counters). Vega has no separate
    counter for stores."""
    name, first = line.mnemonic, registers_in(line.operands.split(", ")[0])
    if name.startswith("s_load"):
        return Event(line.address, "lgkm", False, first, False)
    if name.startswith(("ds_read", "ds_load", "ds_cmpst_rtn", "ds_cmpstore_rtn")):
        return Event(line.address, "lgkm", True, first, True)
    if name.startswith("ds_bpermute"):
        return Event(line.address, "lgkm", True, first, False)
    if name.startswith(("ds_write", "ds_store")) or name in LDS_ATOMICS:
        return Event(line.address, "lgkm", True, frozenset(), True)
    if name.startswith(("global_load", "scratch_load", "buffer_load", "image_load", "image_sample")):
        return Event(line.address, "vm", True, first, False)
    if name.startswith("global_atomic") and line.operands.endswith(" glc"):
        return Event(line.address, "vm", True, first, False)
    if name.startswith(("global_atomic", "global_store", "scratch_store", "buffer_store", "image_store")):
        return Event(line.address, store_counter, True, frozenset(), False)
    if (
        name.startswith(("ds_", "flat_", "scratch_", "s_buffer_", "s_store", "s_atomic", "s_mem", "exp", "image_"))
        or name.startswith(("buffer_", "global_"))
        and "_inv" not in name
        or name in ("s_setpc_b64", "s_swappc_b64", "s_call_b64")
    ):
        raise ValueError(f"{name} at {line.address:#x}: what it leaves outstanding is not written down here")
    return None


def after_wait(pending: dict[Event, int], line: Instruction) -> dict[Event, int]:
    """Return the results that may still be outstanding after a wait.

    `pending` maps each outstanding result to the number of in-order results issued after it on the same counter. A wait
    for n completes an in-order result if at least n were issued after it. Only a wait for 0 completes results that
    return out of order."""
    counts = (
        {SINGLE_COUNTERS[line.mnemonic]: line.word & 0x3F}
        if line.mnemonic in SINGLE_COUNTERS
        else {c: int(n) for c, n in COUNTS.findall(line.operands)}
    )
    return {e: later for e, later in pending.items()
            if e.counter not in counts or not (counts[e.counter] == 0 or e.ordered and later >= counts[e.counter])}


def after_issue(pending: dict[Event, int], new: Event) -> dict[Event, int]:
    """The outstanding results after a new one is issued."""
    raised = {e: min(later + (new.ordered and e.counter == new.counter), MAX_COUNT) for e, later in pending.items()}
    return raised | {new: 0}


def merge_pending(states: dict[int, dict[Event, int]], number: int, pending: dict[Event, int]) -> bool:
    """Merge the outstanding results of a path into those known before an instruction. Return whether the known results
    changed."""
    known = states.get(number)
    if known is None:
        states[number] = pending
        return True
    changes = {e: later for e, later in pending.items() if later < known.get(e, MAX_COUNT + 1)}
    states[number] = known | changes
    return bool(changes)


def outstanding_before(lines: list[Instruction], arch: str, removed: Instruction | None) -> list[dict[Event, int]]:
    """The results that may be outstanding before each instruction, on some path."""
    at = {line.address: n for n, line in enumerate(lines)}
    events = [outstanding_event(line, "vm" if arch == "gfx906" else "vs") for line in lines]
    states, worklist = {0: {}}, {0}
    while worklist:
        number = min(worklist)
        worklist.remove(number)
        line, pending = lines[number], states[number]
        if line.is_wait and line is not removed:
            pending = after_wait(pending, line)
        new = events[number]
        if new:
            pending = after_issue(pending, new)
        successors = [] if line.mnemonic in ("s_endpgm", "s_branch") else [number + 1]
        successors += [at[line.target]] if line.target is not None else []
        worklist |= {n for n in successors if merge_pending(states, n, pending)}
    return [states.get(n, {}) for n in range(len(lines))]


def wait_violations(lines: list[Instruction], arch: str, removed: Instruction | None = None) -> set[tuple[int, str]]:
    """Return (address, kind) for each violation that occurs on some path.

    "early": a register is accessed while a result for it is outstanding. "barrier": LDS accesses are outstanding at an
    s_barrier. `removed`: a wait that the analysis ignores."""
    violations = set()
    for line, pending in zip(lines, outstanding_before(lines, arch, removed)):
        if any(e.writes & line.touched for e in pending):
            violations.add((line.address, "early"))
        if line.mnemonic == "s_barrier" and any(e.lds for e in pending):
            violations.add((line.address, "barrier"))
    return violations


def case_without_wait(case: dict, line: Instruction, load_address: int) -> dict:
    """Return the case with the counts of this wait changed so that it does not wait. `load_address`: where address 0 of
    the file is loaded."""
    code = bytearray.fromhex(case["code"])
    at = load_address + line.address - case["base"]
    if int.from_bytes(code[at:at + 4], "little") != line.word:
        raise ValueError(f"{line.mnemonic} at {line.address:#x} is not at byte {at} of the code")
    code[at:at + 4] = NO_WAIT_WORDS[line.word >> 16].to_bytes(4, "little")
    return case | {"code": code.hex(), "name": f"{case['name']} without {line.mnemonic} at {line.address:#x}"}
