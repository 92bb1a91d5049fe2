"""What proves a mutant to be no other model, and what it does not: faults that differ on a few arguments alone."""
from pathlib import Path

import pytest

from . import assemble, context, exhaust, library, shortcuts, solve
from .substitute import mutants_of


def mutant(key: str):
    """The mutant of that key."""
    file, name, *_ = key.split(" ")
    path = assemble.files()[file]
    numbers = path.parent.name in library.NUMBERS
    return next(one for f in assemble.functions(path) if f.name == name
                for one in mutants_of(f, numbers=numbers) if one.key == key)


@pytest.mark.parametrize("key", [
    "float_fast.h host_f16 mask 0x7fff -> 0xffff #1",                  # doubts every number below 0
    "float_fast.h host_f16 operator & -> | #1",                        # doubts all
    "float_fast.h cvt_f32_f16 condition < -> <= #1",                   # 2^-14 by either way
])
def test_doubting_more_lanes_is_no_fault(key):
    assert shortcuts.proved(mutant(key))


@pytest.mark.parametrize("key", [
    "float_fast.h norm_i16 MODE-ignored fp -> default_mode(fp) #1",    # forgets a doubt: 0x3f7fff00 becomes 32766
    "float_fast.h rndne_f32 constant 0x4b000000 -> 1258291199 #1",     # 8388607.5 alone
    "float_fast.h cvt_f32_u32 mask 1 -> 0x0 #1",                       # 2^31 + 129 and others like it
    "float_fast.h cvt_f16_f32 MODE-ignored TO_ZERO -> NEAREST #1",     # the other rounding
    "float_fast.h cvt_i32_f32 MODE-ignored TO_ZERO -> NEAREST #1",     # what is done exactly
])
def test_a_fault_of_few_arguments_is_not_proved_away(key):
    assert not shortcuts.proved(mutant(key))


@pytest.mark.parametrize("key", [
    "float_fast.h again_f16 operator + -> - #1",                       # rounds what is widened, and that alone
    "float_fast.h again_f16 mask 1 -> 0x0 #1",
    "float_fast.h host_f16 condition ( fp -> wide ) -> (!( fp -> wide )) #1",
])
def test_a_fault_of_widened_f16_is_not_proved_away(tmp_path: Path, key):
    (tmp_path / "prelude.h").write_text(assemble.PRELUDE)
    one = mutant(key)
    assert not shortcuts.proved(one) and not exhaust.agrees_natively(one, tmp_path) and not solve.proved(one)


def test_what_no_caller_asks_for_is_proved_by_the_whole_file():
    for judges in (context.SOON, context.AT_LAST):
        assert context.proved(mutant("indexing.c moved sign u8 -> i8 #1"), judges)
        assert not context.proved(mutant("gather.c reversed5 mask 1 -> 0x3 #1"), judges)


def test_functions_of_headers_are_tried_on_every_argument(tmp_path: Path):
    (tmp_path / "prelude.h").write_text(assemble.PRELUDE)
    assert exhaust.agrees_natively(mutant("float_fast.h cvt_u16_f16 condition < -> <= #1"), tmp_path)
    assert not exhaust.agrees_natively(mutant("fields.h ones_of constant 1 -> 2 #1"), tmp_path)
