"""The program of a case, instruction by instruction, and which changes of one leave it what it is."""
from __future__ import annotations

from ...generators.instructions.case_sampler import all_forms
from ...generators.instructions.instruction_case import named_dwords, clear_unused_modifiers
from ...model import disassemble
from ...spec import ARCHS, TARGETS, load
from ...spec.encode import Operand

KEPT = ("exec", "exec_lo", "exec_hi", "mode", "scc", "vcc", "vcc_lo", "vcc_hi", "m0")        # always stated


def generated(arch: str, wave: int, code: bytes) -> bool:
    """May the generators make this instruction, as far as its modifiers go (instructions.tidy)?"""
    _, text = disassemble(arch, wave, code)
    number = int.from_bytes(code[:8], "little")
    for form in all_forms(arch):
        if form.mnemonic != text.split()[0]:
            continue
        layout = load().encodings[ARCHS[arch], form.layout]
        fields: dict = {name: number >> low & (1 << width) - 1 for name, (low, width) in layout.fields.items()}
        for name in ("src0", "src1", "src2"):
            if name in fields:
                fields[name] = Operand(fields[name])
        if "op_sel_hi2" in fields:
            fields["op_sel_hi"] |= fields["op_sel_hi2"] << 2
        before = dict(fields)
        clear_unused_modifiers(form, fields)
        if fields != before:
            return False
    return True


def alike(before: str, after: str) -> bool:
    """Is `after` the same form of the same operation with less to say, and of no register that nobody gave a value?"""
    return (len(after) < len(before) and after.split()[0] == before.split()[0]
            and ("dpp8:" in after) == ("dpp8:" in before) and named_dwords(after) <= named_dwords(before))


def instructions(case: dict) -> list[tuple[int, bytes, str]]:
    """(offset, bytes, text) of each instruction, up to the first that is none."""
    code, at, found = bytes.fromhex(case["code"]), 0, []
    while at < len(code):
        size, text = disassemble(case["arch"], wave_of(case), code[at:])
        if size <= 0 or "<illegal>" in text:
            break
        found.append((at, code[at:at + size], text))
        at += size
    return found


def wave_of(case: dict) -> int:
    """Its wave size."""
    return case.get("wave") or TARGETS[case["arch"]].waves[0]
