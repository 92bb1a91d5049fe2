"""Makes a failing case small: one lane, plain modifiers, few registers, simple values, while it keeps failing in the
same way."""
from __future__ import annotations

import copy

from ..model import disassemble
from ..generators.access import covered
from ..generators.instructions import named, tidy
from ..generators.sampler import forms_of
from ..spec import ARCHS, TARGETS, load
from ..spec.encode import Operand

TRIALS = 160
SIMPLE = (0, 1, 2, 0x3f800000)


class Shrinker:
    """`fails(case)` says whether a case (dict) still fails; at most `trials` are asked."""

    def __init__(self, case: dict, fails, trials: int = TRIALS):
        self.case, self.fails, self.left = case, fails, trials

    def attempt(self, case: dict) -> bool:
        """Takes `case` when it still fails."""
        if self.left <= 0 or case == self.case:
            return False
        self.left -= 1
        if self.fails(case):
            self.case = case
            return True
        return False

    def change(self, edit) -> bool:
        """attempt() on a copy that `edit` changed."""
        case = copy.deepcopy(self.case)
        edit(case)
        return self.attempt(case)

    def run(self) -> dict:
        """The smallest failing case found."""
        if not self.waves():
            return self.case
        self.instructions()
        self.lanes()
        self.modifiers()
        self.registers()
        self.values()
        return self.case

    # Steps

    def waves(self) -> bool:
        """One wave instead of many; False when it takes several to fail."""
        plain = {key: value for key, value in self.case.items() if key not in ("group", "grid", "waves")}
        state, waves = plain.get("state") or {}, self.case.get("waves") or []
        return not waves or any(self.attempt(plain | {"state": state | one}) for one in waves)

    def instructions(self) -> None:
        """Leaves out one instruction after the other, from the end, where code has no jumps."""
        for first, size in reversed(listing(self.case)):
            if len(listing(self.case)) < 2:
                return
            code = bytes.fromhex(self.case["code"])
            self.change(lambda case: case.update(code=(code[:first] + code[first + size:]).hex()))

    def lanes(self) -> None:
        """One live lane instead of many, and the same value in all lanes of a register."""
        state = self.case.get("state", {})
        if not state:
            return
        exec_ = state.get("exec", (1 << self.case.get("wave", 64)) - 1)
        if isinstance(exec_, str):
            exec_ = int(exec_, 16)
        alone = [lane for lane in range(64) if exec_ >> lane & 1]
        for lane in alone[:24]:
            if self.change(lambda case: case["state"].update(exec=1 << lane)):
                self.change(
                    lambda case: case["state"].update(
                        {k: v[lane] for k, v in case["state"].items() if isinstance(v, list) and lane < len(v)}
                    )
                )
                self.change(lambda case: case["state"].update(exec=1))
                break
        for name, value in list(self.case.get("state", {}).items()):
            if isinstance(value, list) and all(not isinstance(v, (list, str)) for v in value):
                self.change(lambda case: case["state"].update({name: value[0]}))

    def modifiers(self) -> None:
        """Clears bits of the code that leave the operation what it is."""
        for first, size in listing(self.case):
            for bit in range(8 * size):
                code = bytearray.fromhex(self.case["code"])
                at = first + bit // 8
                if not code[at] >> bit % 8 & 1:
                    continue
                before = text_of(self.case, bytes(code[first:first + size]))
                code[at] ^= 1 << bit % 8
                after = text_of(self.case, bytes(code[first:first + size]))
                if after and before and alike(before, after) and generated(
                    self.case["arch"], wave_of(self.case), bytes(code[first:first + size])
                ):
                    self.change(lambda case: case.update(code=bytes(code).hex()))

    def registers(self) -> None:
        """Leaves out state that plays no part."""
        used = {name for _, _, text in instructions(self.case) for name in named(text)}
        idle = [n for n in self.case.get("state", {}) if n not in KEPT and not used & set(covered(n))]
        for name in idle:
            self.change(lambda case: case["state"].pop(name))

    def values(self) -> None:
        """Simpler numbers."""
        for name, value in list(self.case.get("state", {}).items()):
            if isinstance(value, int) and name not in ("exec", "mode") and value not in SIMPLE:
                any(self.change(lambda case: case["state"].update({name: simple})) for simple in SIMPLE)


KEPT = ("exec", "exec_lo", "exec_hi", "mode", "scc", "vcc", "vcc_lo", "vcc_hi", "m0")        # always stated


def generated(arch: str, wave: int, code: bytes) -> bool:
    """May the generators make this instruction, as far as its modifiers go (instructions.tidy)?"""
    _, text = disassemble(arch, wave, code)
    number = int.from_bytes(code[:8], "little")
    for form in forms_of(arch):
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
        tidy(form, fields)
        if fields != before:
            return False
    return True


def alike(before: str, after: str) -> bool:
    """Is `after` the same form of the same operation with less to say, and of no register that nobody gave a value?"""
    return (
        len(after) < len(before)
        and after.split()[0] == before.split()[0]
        and ("dpp8:" in after) == ("dpp8:" in before)
        and named(after) <= named(before)
    )


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


def listing(case: dict) -> list[tuple[int, int]]:
    """(offset, size) of each instruction."""
    return [(at, len(data)) for at, data, _ in instructions(case)]


def wave_of(case: dict) -> int:
    """Its wave size."""
    return case.get("wave") or TARGETS[case["arch"]].waves[0]


def text_of(case: dict, code: bytes) -> str | None:
    """One instruction as text, None when it is none of that length."""
    size, text = disassemble(case["arch"], wave_of(case), code)
    return text if size == len(code) and "<illegal>" not in text else None


def shrink(case: dict, fails, trials: int = TRIALS) -> dict:
    """`case` (a dict of a failing case), made smaller while `fails(case)` holds."""
    return Shrinker(copy.deepcopy(case), fails, trials).run()
