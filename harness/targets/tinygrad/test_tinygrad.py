"""The parts of the tinygrad adapter that need no checkout."""
import os
import signal
import time

import pytest

from ...protocol.adapter import Unsupported
from .case_process import run_in_child
from .helpers_standin import decode_dpp16
from .mapped_memory import PAGE, MappingError, MappedMemory, page_spans

AT = 0x7_1234_5000                                    # beyond the heap of a worker that has run much else


def test_pages_hold_every_stretch_once():
    assert page_spans([(0x10010, 16), (0x10ff0, 32), (0x20000, PAGE), (0x12000, 0)]) == [(0x10000, 0x12000),
                                                                                   (0x20000, 0x20000 + PAGE)]
    assert page_spans([(PAGE - 1, 2)]) == [(0, 2 * PAGE)]


def test_memory_lies_where_the_case_says():
    for _ in range(2):                                # the second time it is free again, and zero
        with MappedMemory([(AT + 8, 8), (AT + 3 * PAGE, 4)]) as places:
            assert places.read(AT, 64) == bytes(64)
            places.write(AT + 8, b"abcdefgh")
            assert places.read(AT + 6, 12) == b"\0\0abcdefgh\0\0"


def test_an_address_that_cannot_be_had_is_said():
    with pytest.raises(MappingError, match="0xfffffffffffff000"):
        MappedMemory([(0xFFFF_FFFF_FFFF_F000, 16)])
    with MappedMemory([(AT, 16)]), pytest.raises(MappingError, match=f"{AT:#x}"):
        MappedMemory([(AT - 0x5000, 16), (AT, 16)])
    MappedMemory([(AT - 0x5000, 16)]).close()               # what was had of the refused one has been given back


def test_a_case_that_ends_its_process_is_an_answer():
    assert run_in_child(lambda: {"status": "ok", "lds": [b"\x01"]}, 5) == {"status": "ok", "lds": [b"\x01"]}
    found = run_in_child(lambda: os.kill(os.getpid(), signal.SIGSEGV), 5)
    assert found["status"] == "fault" and "memory" in found["text"]
    assert run_in_child(lambda: os.kill(os.getpid(), signal.SIGILL), 5)["text"] == "the emulator ended with SIGILL"
    assert run_in_child(lambda: {}[0], 5) == {"status": "fault", "text": "KeyError: 0"}


def test_a_case_that_does_not_end_meets_its_limit():
    before = time.monotonic()
    assert run_in_child(lambda: time.sleep(60), 0.3)["status"] == "limit"
    assert time.monotonic() - before < 5


def test_unsupported_passes_through():
    def raise_unsupported():
        raise Unsupported("v_nop", "not here")
    assert run_in_child(raise_unsupported, 5) == {"status": "unsupported", "operation": "v_nop", "text": "not here"}


def test_the_stand_in_reads_dpp_controls():
    """RDNA3 guide, table of DPP16 controls."""
    assert decode_dpp16(0b11_10_01_00) == ("quad_perm", (0, 1, 2, 3))
    assert decode_dpp16(0x1B) == ("quad_perm", (3, 2, 1, 0))
    assert [decode_dpp16(one) for one in (0x101, 0x11F, 0x123, 0x140, 0x141, 0x150, 0x16F)] == [
        ("row_shl", 1), ("row_shr", 15), ("row_ror", 3), ("row_mirror", 0), ("row_half_mirror", 0), ("row_share", 0),
        ("row_xmask", 15)]
    with pytest.raises(NotImplementedError, match="0x130"):
        decode_dpp16(0x130)
