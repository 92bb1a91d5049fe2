"""Cases of a kit as one code object: their kernels, the two that all have, and the tables these read."""
from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass

from ...harness.case.float_bits import FLOAT_FORMATS
from ...harness.code_objects.kernel_linking import Kernel, link_code_object, kernarg_bytes
from ...harness.kernel_wrapper.wrap import kernel_descriptor
from . import check_kernels
from .case_arena import Class, Laid
from .kit_format import ARGUMENTS, CHECK, SETUP

CASES = 48                                           # of a file: a loader has it in memory for each dispatch
SCRATCH_VGPRS = 32                                   # of the two kernels


@dataclass(slots=True)
class Tables:
    """Bytes that the two kernels read, and the done word of each case: what assay_check stores of it, from what is
    compared."""
    data: bytes
    done: list[int]


def tables_of(cases: list[Laid]) -> Tables:
    """An entry a case, the classes, then the lists."""
    classes: dict[Class, int] = {}
    for laid in cases:
        for one in laid.checks:
            classes.setdefault(one.rule, len(classes))
    assert len(classes) < 1 << 32 - check_kernels.AT_BITS
    start = check_kernels.ENTRY_BYTES * len(cases)
    parts = [b"".join(_class(one) for one in classes)]
    entries, done, at = [], [], start + len(parts[0])
    for laid in cases:
        lists = [
            b"".join(struct.pack("<IIII", place // 4, size // 4, value, 0) for place, size, value in laid.fills),
            b"".join(struct.pack("<II", place // 4 | half << check_kernels.PLACE_BITS, value)
                     for place, half, value in laid.pokes),
            b"".join(struct.pack("<II", c.at // 4 | classes[c.rule] << check_kernels.AT_BITS, c.expected)
                     for c in laid.checks),
            b"".join(struct.pack("<IIQQQ", d.low // 4, d.high // 4, d.expected, d.ulp, 0) for d in laid.doubles),
        ]
        counts = [len(laid.fills), len(laid.pokes), len(laid.checks), len(laid.doubles)]
        words = []
        for data, count in zip(lists, counts):
            words += [at, count]
            at += len(data)
            parts.append(data)
        done.append(_done(laid, lists))
        entries.append(struct.pack("<16I", *words, start, done[-1], *[0] * 6))
    return Tables(b"".join(entries + parts), done)


def _class(one: Class) -> bytes:
    bits, fraction = FLOAT_FORMATS[one.kind] if one.kind else (32, 0)
    infinity = (1 << bits - 1) - (1 << fraction) if one.kind else 0xFFFFFFFF
    return struct.pack("<8I", one.mask, one.add, (1 << bits) - 1, 1 << bits - 1, infinity, one.ulp, 0, 0)


def _done(laid: Laid, lists: list[bytes]) -> int:
    """Differs with code, start and expectations; never 0."""
    return int.from_bytes(hashlib.sha256(laid.kernel + b"".join(lists)).digest()[:4], "little") | 1


def kernel_name(number: int) -> str:
    """The symbol of a case's kernel."""
    return f"case_{number:05}"


def build(arch: str, wave: int, cases: list[tuple[int, Laid]]) -> tuple[bytes, list[int]]:
    """Numbered cases of one wave size -> (an ELF file, their done words).  Raises LinkProblem."""
    tables = tables_of([laid for _, laid in cases])
    own = kernel_descriptor(arch, wave, SCRATCH_VGPRS, 0, None, kernarg_bytes(ARGUMENTS))
    made = [Kernel(name, text(arch, wave), own, 0, ARGUMENTS)
            for name, text in ((SETUP, check_kernels.setup), (CHECK, check_kernels.check))]
    made += [Kernel(kernel_name(number), laid.kernel, laid.descriptor, laid.plan.case.lds, ARGUMENTS)
             for number, laid in cases]
    return link_code_object(arch, wave, made, {check_kernels.TABLES: tables.data}), tables.done
