"""Makes a failing program small: the instruction at fault alone where it fails alone, else as few as it takes, in one
wave and one lane, with plain values.  What fails stays the same defect throughout (`Sign`); every program asked is
legal on the model, but where a rule told wrongly is what fails, and every encoding is one that the generators make."""
from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ...generators.instructions import memory_access as access
from ...generators.instructions.instruction_case import named_dwords
from ...harness.case.plan import resolve
from ...harness.comparison import differential
from ...harness.execution.model_run import Model
from ...harness.execution.outcome import Outcome
from ...model import disassemble
from .listing import KEPT, alike, generated, instructions, wave_of
from .titles import ends_as

SECONDS = 25.0                                       # for one program
BASE = 0x10000
STEPS = 5000                                         # instructions of a program that is tried
JUMP = re.compile(r"s_c?branch|s_barrier")
SCOUTS = 12                                          # prefixes tried at a time
FLOWS = ("s_waitcnt", "s_nop", "v_nop")
SIMPLE = 0x3F800000, 1, 0                            # values of a register, the plainer the later; the first is 1.0
WAYS = {"missed": "keeps what was there", "written": "is written, though it has to stay", "value": "is wrong",
        "": "is wrong"}


@dataclass(frozen=True)
class Sign:
    """What makes two failures the same: the cause (mismatch, count, crash, …, with the statuses where they differ), the
    place that is wrong (the result of the last instruction, memory, or a register by its file), and how: `missed`, what
    was there stayed; `written`, what had to stay did not; `value`, another number.  Of findings the place is the rule
    told wrongly."""
    cause: str
    place: str = ""
    way: str = ""

    @property
    def words(self) -> str:
        """The same for a reader."""
        if self.place == "status":
            return ends_as(*self.way.split())
        operation, _, place = self.place.partition(" ")
        if place:
            return f"{operation}: {place} {WAYS[self.way]}"
        if self.cause == "mismatch" and operation:
            return f"{operation} is wrong"
        return f"{self.cause} {operation}".strip()


@dataclass(slots=True)
class Reduced:
    """The program: `case`, its `sign`, first difference as text, instructions (waits and wait states apart), and how
    many programs were asked."""
    case: dict
    sign: Sign
    said: str
    texts: list[str]
    asked: int


class Reducer:
    """Reduces failing cases (dicts) of an open target.  `holds`, of a failing case and its pair: what must be true of
    every smaller one, beside its sign.  `by_place`: of a program that cannot be made straight the same register or
    place in memory stays wrong, in whatever way and whatever its last instruction is, and what fails only by
    its own schedule keeps that."""

    def __init__(self, target, seconds: float = SECONDS, holds: Callable | None = None, by_place: bool = False):
        self.target, self.seconds, self.holds, self.by_place = target, seconds, holds, by_place
        self.model = Model(choices=target.choices)
        self.asked, self.until, self.said, self.rule, self.loose = 0, 0.0, "", "", False

    def reduce(self, case: dict, rule: str = "") -> Reduced | None:
        """The smallest program found in the time; None where the case does not fail.  `rule`: what fails is that the
        target tells this one wrongly, of a program that may break some."""
        self.asked, self.until, self.rule, self.loose = 0, time.monotonic() + self.seconds, rule, False
        case = {**case, "limits": {"instructions": STEPS}}
        sign = self.sign(plain := case | {"schedule": "round-robin"})
        if sign is None and self.by_place:
            sign = self.sign(case)
        else:
            case = plain
        if sign is None:
            return None
        case, sign = self.one_wave(case, sign)
        straight = self.straightened(case)
        if straight is not None and (found := self.sign(straight)) is not None:
            case, sign = self.located(straight, found)
        else:
            self.loose = self.by_place
            sign = self.sign(case) or sign
            case = self.thinned(case, sign)
        case = self.plain(case, sign)
        sign = self.sign(case) or sign
        return Reduced(case, sign, self.said, [t for _, t in listing(case) if not t.startswith(FLOWS)], self.asked)

    # ---- asking ----

    @property
    def late(self) -> bool:
        """Is the time up?"""
        return time.monotonic() >= self.until

    def sign(self, case: dict) -> Sign | None:
        """How a case fails; None where it does not or is not legal."""
        return next(self.signs([case]))

    def signs(self, cases: Iterable[dict]) -> Iterator[Sign | None]:
        """The same of many, in flight together."""
        cases = list(cases)
        self.asked += len(cases)
        for case, pair in zip(cases, differential.pair_up(self.target, cases, self.model)):
            if isinstance(pair, Outcome) or not self.failing(pair) or (self.holds and not self.holds(case, pair)):
                yield None
                continue
            self.said = said_of(pair)
            yield sign_of(case, pair, self.loose)

    def failing(self, pair: differential.Pair) -> bool:
        """Does a pair fail, and where a rule is asked for, by it?"""
        if not self.rule:
            return pair.comparison.verdict == "fail"
        differential.compare_findings(self.target, pair)
        told_wrongly = differential.misreported_rule(pair.model.broken_rules, pair.target.broken_rules)
        return pair.comparison.cause == "findings" and told_wrongly == self.rule

    def first(self, cases: list[dict], sign: Sign) -> dict | None:
        """The first of these cases that fails by this sign."""
        if self.late:
            return None
        for case, found in list(zip(cases, list(self.signs(cases)))):
            if found == sign:
                return case
        return None

    # ---- structure ----

    def one_wave(self, case: dict, sign: Sign) -> tuple[dict, Sign]:
        """One wave of one group, where one fails."""
        plain = {key: value for key, value in case.items() if key not in ("group", "grid", "waves")}
        waves = case.get("waves") or [case.get("state") or {}]
        apart = [plain | {"state": (case.get("state") or {}) | one} for one in waves]
        for one, found in list(zip(apart, list(self.signs(apart)))):
            if found is not None:
                return one, found
        return case, sign

    def straightened(self, case: dict) -> dict | None:
        """The instructions that one wave executed, one after the other, without jumps and barriers, from the first of
        them on; None for several waves."""
        if case.get("waves"):
            return None
        steps: list[tuple[int, str]] = []
        self.model.run(resolve(case), lambda step: steps.append((step["pc"] - BASE, step["text"])))
        code, sizes = bytes.fromhex(case["code"]), {at: len(data) for at, data, _ in instructions(case)}
        found = b"".join(code[at:at + sizes[at]] for at, text in steps if not JUMP.match(text) and at in sizes)
        return coded(case, found) if found else None

    def located(self, case: dict, sign: Sign) -> tuple[dict, Sign]:
        """A straight program up to the first instruction that goes wrong, with as little before it as it takes."""
        parts = [data for _, data, _ in instructions(case)]
        low, high = 0, len(parts)                    # the prefix of `low` passes, that of `high` fails
        while high - low > 1 and not self.late:
            tried = sorted({low + (high - low) * n // (SCOUTS + 1) for n in range(1, SCOUTS + 1)} - {low, high})
            tried = tried or [low + 1]
            found = list(self.signs(self.prefix(case, parts, n) for n in tried))
            failing = next((n for n, one in zip(tried, found) if one is not None), None)
            if failing is not None:
                high = failing
            low = max([n for n in tried if n < high], default=low)
        whole = self.prefix(case, parts, high)
        sign = self.sign(whole) or sign
        alone = self.snapshot(case, parts, high - 1)
        if alone is not None and self.sign(alone) == sign:
            return alone, sign
        before = self.fewer(parts[:high - 1], lambda left: self.joined(case, [*left, parts[high - 1]]), sign)
        return self.joined(case, [*before, parts[high - 1]]), sign

    def prefix(self, case: dict, parts: list[bytes], count: int) -> dict:
        """The first `count` instructions, and waits."""
        return self.joined(case, parts[:count])

    def joined(self, case: dict, parts: list[bytes]) -> dict:
        """A straight program of these instructions that ends with waits for everything."""
        return case | {"code": (b"".join(parts) + access.wait_for_all(case["arch"])).hex()}

    def snapshot(self, case: dict, parts: list[bytes], count: int) -> dict | None:
        """Instruction `count` alone, from the state that those before it leave on the model; None where private memory
        holds part of it."""
        if case.get("scratch") or not case.get("state"):
            return None
        names = [name for name in case["state"] if "[" not in name]
        plan = resolve(
            self.prefix(case, parts, count) if count else case | {"code": access.wait_for_all(case["arch"]).hex()}
        )
        plan.observed = [dword for name in names for dword in access.state_dwords(name)]
        outcome = self.model.run(plan)
        if outcome.status != "ok" or not outcome.waves:
            return None
        wave, state = outcome.waves[0], dict(case["state"])
        for name in names:
            if name[0] == "v" and name[1:].isdigit():
                state[name] = wave.vectors[int(name[1:])].tolist()
            else:
                state[name] = sum(wave.scalars[dword] << 32 * n for n, dword in enumerate(access.state_dwords(name)))
        made = self.joined(case, [parts[count]]) | {"state": state}
        if outcome.lds:
            made["lds_bytes"] = outcome.lds[0].hex()
        held = {one.name: one.data.hex() for one in outcome.memory}
        made["memory"] = [one | ({"bytes": held[one["name"]]} if one["name"] in held else {})
                          for one in case.get("memory", [])]
        return made

    def thinned(self, case: dict, sign: Sign) -> dict:
        """A program with jumps, or of several waves, with fewer instructions."""
        items, entry = linked(case), number_at(case, case.get("entry", 0))

        def made(kept: list[int]) -> dict:
            return coded(case, relinked(items, kept), sum(len(items[n][0]) for n in kept if n < entry))
        return made(self.fewer(list(range(len(items))), made, sign))

    def fewer(self, items: list, made: Callable[[list], dict], sign: Sign) -> list:
        """As few of `items` as still fail by the sign, `made` being the case of some (Zeller's ddmin)."""
        if items and self.first([made([])], sign) is not None:
            return []
        size = max(1, len(items) // 2)
        while items and not self.late:
            chunks = [items[:at] + items[at + size:] for at in range(0, len(items), size)]
            signs = list(self.signs(map(made, chunks)))
            found = next((chunk for chunk, one in zip(chunks, signs) if one == sign), None)
            if found is not None:
                items = found
                size = min(size, max(1, len(items) // 2))
            elif size == 1:
                break
            else:
                size = max(1, size // 2)
        return items

    # ---- state ----

    def plain(self, case: dict, sign: Sign) -> dict:
        """One lane, the default MODE, plain values, and no state that plays no part."""
        for edits in (self.waits, self.drops, self.lane, self.modes, self.values, self.modifiers):
            case = self.taken(case, list(edits(case)), sign)
        return case

    def taken(self, case: dict, edits: list[Callable[[dict], dict]], sign: Sign) -> dict:
        """Those of the edits after which the case still fails by the sign, one upon the other."""
        if not edits or self.late:
            return case
        good = [edit for edit, one in zip(edits, list(self.signs(edit(case) for edit in edits))) if one == sign]
        every = case
        for edit in good:
            every = edit(every)
        if len(good) > 1 and self.sign(every) != sign:
            every = case
            for edit in good:
                if self.late:
                    break
                changed = edit(every)
                every = changed if self.sign(changed) == sign else every
        return every if good else case

    def waits(self, case: dict) -> Iterator[Callable]:
        """Without the waits at the end, where nothing is outstanding."""
        code, tail = bytes.fromhex(case["code"]), access.wait_for_all(case["arch"])
        if code.endswith(tail) and len(code) > len(tail):
            yield lambda one: one | {"code": code[:-len(tail)].hex()}

    def drops(self, case: dict) -> Iterator[Callable]:
        """Without registers that no instruction names, memory that none reaches, and LDS."""
        used = {name for _, text in listing(case) for name in named_dwords(text)}
        accesses = any(re.match(r"(global|flat|buffer|tbuffer|s_(buffer_)?(load|store|atomic)|scratch)", text)
                       for _, text in listing(case))

        def needed(name: str) -> bool:
            return name in KEPT or bool(used & set(access.state_dwords(name))) or accesses and "[" in name

        def without(one: dict) -> dict:
            found = dict(one)
            for key in ("state", *(["waves"] if "waves" in one else [])):
                states = one.get(key) or {}
                found[key] = [{n: v for n, v in s.items() if needed(n)} for s in states] if key == "waves" else {
                    n: v for n, v in states.items() if needed(n)}
            observe = dict(one.get("observe") or {})
            if registers := observe.get("registers"):
                observe["registers"] = [n for n in registers if n in KEPT or used & set(access.state_dwords(n))]
            if one.get("memory") and not accesses and "scratch" not in str(one["memory"]):
                found["memory"], observe["memory"] = [], []
            return found | ({"observe": observe} if "observe" in one else {})
        yield without
        if case.get("lds") and not any(text.startswith("ds_") for _, text in listing(case)):
            yield lambda one: {k: v for k, v in one.items() if k not in ("lds", "lds_bytes")} | {
                "observe": dict(one.get("observe") or {}) | {"lds": False}}

    def lane(self, case: dict) -> Iterator[Callable]:
        """One live lane."""
        state = case.get("state") or {}
        live = state.get("exec")
        if isinstance(live, int):
            lanes = [n for n in range(64) if live >> n & 1]
            sign = self.sign(case) if len(lanes) > 1 else None
            if sign is not None:
                found = self.first([case | {"state": state | {"exec": 1 << n}} for n in lanes[:16]], sign)
                if found is not None:
                    yield lambda one: one | {"state": one["state"] | {"exec": found["state"]["exec"]}}

    def modes(self, case: dict) -> Iterator[Callable]:
        """The default MODE."""
        if (case.get("state") or {}).get("mode", 0x3F0) != 0x3F0:
            yield lambda one: one | {"state": one["state"] | {"mode": 0x3F0}}

    def values(self, case: dict) -> Iterator[Callable]:
        """The same value in all lanes, ones, or zeros: of those that do the last is left."""
        def setting(name, value):
            def edit(one):
                return one | {"state": one["state"] | {name: value}} if name in (one.get("state") or {}) else one
            return edit
        for name, value in (case.get("state") or {}).items():
            plain = SIMPLE if re.match(r"[sv]\d", name) else SIMPLE[-1:]
            if isinstance(value, int) and name not in ("exec", "mode"):
                plain = plain[plain.index(value) + 1:] if value in plain else plain
                yield from (setting(name, one) for one in plain)
            elif isinstance(value, list) and all(isinstance(one, int) for one in value):
                live = case["state"].get("exec")
                if len(set(value)) > 1 and isinstance(live, int) and live:
                    yield setting(name, value[min((live & -live).bit_length() - 1, len(value) - 1)])
                yield from (setting(name, one) for one in plain)

    def modifiers(self, case: dict) -> Iterator[Callable]:
        """Without bits that leave each operation what it is."""
        wave = wave_of(case)

        def cleared(at, bit):
            def edit(one):
                code = bytearray.fromhex(one["code"])
                code[at] &= ~(1 << bit)
                return one | {"code": code.hex()}
            return edit
        for at, data, before in instructions(case):
            for bit in range(8 * len(data)):
                changed = bytearray(data)
                if not changed[bit // 8] >> bit % 8 & 1:
                    continue
                changed[bit // 8] ^= 1 << bit % 8
                size, after = disassemble(case["arch"], wave, bytes(changed))
                if size == len(data) and alike(before, after) and generated(case["arch"], wave, bytes(changed)):
                    yield cleared(at + bit // 8, bit % 8)


# ---- signs ----

def sign_of(case: dict, pair, loose: bool = False) -> Sign:
    """How a pair fails; `loose`: by its first wrong register or place in memory alone."""
    compared = pair.comparison
    if compared.cause == "findings":
        return Sign("findings", differential.misreported_rule(pair.model.broken_rules, pair.target.broken_rules))
    if not compared.differences or compared.differences[0].where in ("status", "instructions", "waves"):
        right, got = pair.model.status, pair.target.status
        return Sign(compared.cause, "status" if right != got else "", f"{right} {got}" if right != got else "")
    found = compared.differences[0]
    if loose:
        return Sign(compared.cause, found.where)
    text = next((t for _, t in reversed(listing(case)) if not t.startswith(FLOWS)), "")
    return Sign(compared.cause, f"{text.partition(' ')[0]} {place_of(found.where, text)}", way_of(case, found))


def said_of(pair) -> str:
    """What differs first; of rules each once, in a loop they may be many."""
    compared = pair.comparison
    if compared.cause == "findings":
        right, got = (", ".join(sorted(set(one.broken_rules))) or "none" for one in (pair.model, pair.target))
        return f"findings: expected {right}, got {got}" + ", another number of times" * (right == got)
    return str(compared.differences[0]) if compared.differences else compared.text


def place_of(where: str, text: str) -> str:
    """What a difference lies in, seen from the last instruction."""
    result = {name for half in text.split(" :: ") for name in named_dwords(half.split(",")[0])}
    if where[0] in "vs" and (where[1:].isdigit() or where[1] == "["):
        return "result" if result & set(access.state_dwords(where)) else f"another {where[0]}"
    return re.split(r"[+_]", where)[0]


def way_of(case: dict, found) -> str:
    """Whether something was left undone, done too much, or done wrongly, by what stood there before."""
    state = (case.get("waves") or [{}])[min(found.wave, len(case.get("waves") or [0]) - 1)] | (case.get("state") or {})
    name = access.state_dwords(found.where)[0] if "[" in found.where else found.where
    before = state.get(name)
    if isinstance(before, list):
        before = before[found.lane] if 0 <= found.lane < len(before) else None
    if not isinstance(before, int):
        return ""
    try:
        right, got = (int(one, 16) & 0xFFFFFFFF for one in (found.expected, found.got))
    except ValueError:
        return ""
    before &= 0xFFFFFFFF
    return "missed" if got == before else "written" if right == before else "value"


# ---- programs ----

def listing(case: dict) -> list[tuple[int, str]]:
    """(offset, text) of each instruction."""
    return [(at, text) for at, _, text in instructions(case)]


def coded(case: dict, code: bytes, entry: int = 0) -> dict:
    """The case with other code, that a wave begins at this offset of."""
    return case | {"code": code.hex()} | ({"entry": entry} if "entry" in case else {})


def number_at(case: dict, offset: int) -> int:
    """The number of the first instruction at this offset or behind it."""
    return sum(at < offset for at, _ in listing(case))


def linked(case: dict) -> list[tuple[bytes, int | None]]:
    """(bytes, the number of the instruction a branch goes to) of each instruction."""
    found = instructions(case)
    number = {at: n for n, (at, _, _) in enumerate(found)}
    every = []
    for at, data, text in found:
        target = None
        if re.match(r"s_c?branch", text):
            target = number.get(at + 4 + 4 * int.from_bytes(data[:2], "little", signed=True), len(found))
        every.append((data, target))
    return every


def relinked(items: list[tuple[bytes, int | None]], kept: list[int]) -> bytes:
    """The code of some instructions; a branch to one that is gone goes to the next that is there."""
    starts, at = {}, 0
    for n in kept:
        starts[n] = at
        at += len(items[n][0])
    code = bytearray()
    for n in kept:
        data, target = items[n]
        if target is not None:
            to = next((starts[m] for m in kept if m >= target), at)
            data = ((to - len(code) - 4) // 4).to_bytes(2, "little", signed=True) + data[2:]
        code += data
    return bytes(code)
