"""Build code objects: the kernels of up to 48 cases, the setup and check kernels, and the tables that these read."""
from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass

from ...harness.case.float_bits import FLOAT_FORMATS
from ...harness.code_objects.kernel_linking import Kernel, kernarg_bytes, link_code_object
from ...harness.kernel_wrapper.wrap import kernel_descriptor
from . import check_kernels
from .case_arena import ArenaCase, CompareRule
from .kit_format import CHECK_KERNEL, KERNEL_ARGUMENTS, SETUP_KERNEL

CASES_PER_FILE = 48                                  # a loader has the whole file in memory for each dispatch
SCRATCH_VGPRS = 32                                   # of the setup and check kernels


@dataclass(slots=True)
class CaseTables:
    """Data that the setup and check kernels read, and the done word of each case.

    assay_check copies the done word to the output."""
    data: bytes
    done_words: list[int]


def build_tables(cases: list[ArenaCase]) -> CaseTables:
    """Pack one entry for each case, then the compare rules, then each case's lists of fills, pokes and checks."""
    rule_numbers: dict[CompareRule, int] = {}
    for arena_case in cases:
        for check in arena_case.checks:
            rule_numbers.setdefault(check.rule, len(rule_numbers))
    assert len(rule_numbers) < 1 << 32 - check_kernels.CHECK_OFFSET_BITS
    rules_offset = check_kernels.ENTRY_BYTES * len(cases)
    parts = [b"".join(pack_rule(rule) for rule in rule_numbers)]
    entries, done_words, offset = [], [], rules_offset + len(parts[0])
    for arena_case in cases:
        lists = [
            b"".join(struct.pack("<IIII", at // 4, size // 4, value, 0) for at, size, value in arena_case.fills),
            b"".join(struct.pack("<II", at // 4 | half << check_kernels.POKE_OFFSET_BITS, value)
                     for at, half, value in arena_case.pokes),
            b"".join(struct.pack("<II", check.at // 4 | rule_numbers[check.rule] << check_kernels.CHECK_OFFSET_BITS,
                                 check.expected) for check in arena_case.checks),
            b"".join(struct.pack("<IIQQQ", double.low // 4, double.high // 4, double.expected, double.ulp, 0)
                     for double in arena_case.doubles),
        ]
        counts = [len(arena_case.fills), len(arena_case.pokes), len(arena_case.checks), len(arena_case.doubles)]
        fields = []
        for data, count in zip(lists, counts):
            fields += [offset, count]
            offset += len(data)
            parts.append(data)
        done_words.append(done_word(arena_case, lists))
        entries.append(struct.pack("<16I", *fields, rules_offset, done_words[-1], *[0] * 6))
    return CaseTables(b"".join(entries + parts), done_words)


def pack_rule(rule: CompareRule) -> bytes:
    """Pack mask, base, low-half mask, sign bit, infinity and ULP, as assay_check reads them."""
    bits, fraction = FLOAT_FORMATS[rule.kind] if rule.kind else (32, 0)
    infinity = (1 << bits - 1) - (1 << fraction) if rule.kind else 0xFFFFFFFF
    return struct.pack("<8I", rule.mask, rule.add, (1 << bits) - 1, 1 << bits - 1, infinity, rule.ulp, 0, 0)


def done_word(arena_case: ArenaCase, lists: list[bytes]) -> int:
    """Nonzero digest of a case's code, initial state and expectations."""
    return int.from_bytes(hashlib.sha256(arena_case.kernel + b"".join(lists)).digest()[:4], "little") | 1


def kernel_name(number: int) -> str:
    """Symbol of a case's kernel."""
    return f"case_{number:05}"


def build_code_object(arch: str, wave: int, cases: list[tuple[int, ArenaCase]]) -> tuple[bytes, list[int]]:
    """Build an ELF file from numbered cases of one wave size; return it with the cases' done words.

    Raise LinkProblem."""
    tables = build_tables([arena_case for _, arena_case in cases])
    descriptor = kernel_descriptor(arch, wave, SCRATCH_VGPRS, 0, None, kernarg_bytes(KERNEL_ARGUMENTS))
    kernels = [Kernel(name, text(arch, wave), descriptor, 0, KERNEL_ARGUMENTS)
               for name, text in ((SETUP_KERNEL, check_kernels.setup_text), (CHECK_KERNEL, check_kernels.check_text))]
    kernels += [Kernel(kernel_name(number), arena_case.kernel, arena_case.descriptor, arena_case.plan.case.lds,
                       KERNEL_ARGUMENTS) for number, arena_case in cases]
    return link_code_object(arch, wave, kernels, {check_kernels.TABLES_SYMBOL: tables.data}), tables.done_words
