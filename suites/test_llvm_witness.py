"""LLVM as a witness (docs/llvm.md): what its passes insert into kernels is what the model misses without, or a class of
difference that is told of.  tools/llvm_witness.py asks it of every kernel."""
from collections import Counter
from functools import cache

import pytest

from ..harness.code_objects import kernel_build, llvm_passes
from ..harness.faults import curated_faults
from ..mutation.program_mutants import llvm_oracle

pytestmark = pytest.mark.long
KERNELS = [(name, *target, "-O2") for target in kernel_build.TARGETS
           for name in ("lane_scan", "bitonic_sort", "dpp_scan", "half_blend", "cas_sums")]
KERNELS += [(name, *target, "-O0") for target in kernel_build.TARGETS for name in ("vector_add", "dpp_scan")]
VEGA, WAVE32, WAVE64 = kernel_build.TARGETS


@pytest.fixture(scope="module", autouse=True)
def once():
    """What LLVM makes of a kernel, what the model tells of it with a word changed and what a replay says are asked for
    by several tests and are the same for each."""
    with pytest.MonkeyPatch.context() as patch:
        for where, names in ((llvm_passes, ("machine", "code_object", "listing")),
                             (llvm_oracle.Kernel, ("findings", "without", "replayed"))):
            for name in names:
                patch.setattr(where, name, cache(getattr(where, name)))
        yield
    kernel.cache_clear()


@cache
def kernel(*of):
    return llvm_oracle.Kernel(*of)


@cache
def inserted(*of):
    return kernel(*of).every()


@pytest.mark.parametrize("of", KERNELS, ids=lambda of: "-".join(map(str, of)))
def test_what_llvm_inserts_is_required_or_has_a_class(of):
    found = inserted(*of)
    assert [one for one in found if one.verdict == llvm_oracle.UNEXPLAINED] == []
    verdicts = Counter(one.verdict for one in found)
    assert verdicts[llvm_oracle.REQUIRED] >= 2 and sum(one.exact for one in found) >= 2, verdicts


@pytest.mark.parametrize("of", [one for one in KERNELS if one[-1] == "-O2"], ids=lambda of: "-".join(map(str, of)))
def test_llc_makes_what_clang_makes(of):
    """By its detour over machine code as text."""
    pad = lambda path: {function: [one.alike for one in lines if one.mnemonic not in llvm_passes.PADDING]
                        for function, lines in llvm_passes.listing(path).items()}
    assert pad(llvm_passes.code_object(*of)) == pad(kernel_build.code_object(*of))


@pytest.mark.parametrize("of, what, rules", [
    (("lane_scan", *VEGA, "-O2"), "waits", {"counter.lgkm.unwaited", "counter.vm.unwaited"}),
    (("lane_scan", *WAVE32, "-O2"), "waits", {"counter.lgkm.unwaited", "counter.vm.unwaited"}),
    (("dpp_scan", *VEGA, "-O2"), "hazards", {"hazard.vgpr.dpp"}),
    (("dpp_scan", *WAVE32, "-O2"), "hazards", set()),
    (("dpp_scan", *WAVE64, "-O2"), "hazards", {"hazard.mask_write"}),
    (("dpp_scan", *WAVE64, "-O2"), "delays", set()),
    (("dpp_scan", *WAVE64, "-O2"), "clauses", set()),
])
def test_without_a_pass_the_model_misses_it(of, what, rules):
    told = kernel(*of).findings(what)
    assert {f["rule"] for f in told if f["kind"] in ("error", "race")} == rules


@pytest.mark.parametrize("fault, what", [("errors-unreported", "waits"), ("hazards-unwatched", "hazards")])
def test_a_blinded_model_requires_none(fault, what):
    of = ("dpp_scan", *WAVE64, "-O2")
    blind = llvm_oracle.Kernel(*of, curated_faults.faulty_model(fault))
    assert not any(one.verdict == llvm_oracle.REQUIRED for one in blind.inserted(what))
    assert any(one.verdict == llvm_oracle.REQUIRED for one in kernel(*of).inserted(what))


@pytest.mark.parametrize("blind, left", [((), 3), (("part",), 1), (("masks",), 2), (("part", "masks"), 0)])
def test_what_another_way_has_is_found_there(monkeypatch, blind, left):
    """Of three waits that a run of `interpreter` needs not, two guard results that EXEC parts, one a mask."""
    for name in blind:
        monkeypatch.setattr(llvm_oracle.Paths, name, lambda *_: False)
    found = Counter(one.verdict for one in kernel("interpreter", *WAVE64, "-O2").inserted("hazards"))
    assert found[llvm_oracle.PARTED] == left and found[llvm_oracle.UNEXPLAINED] == 3 - left
    assert found[llvm_oracle.GUARDED] == 0


def test_a_file_that_differs_otherwise_is_refused():
    """Alignment by instruction: nothing but what the pass inserts may be more, nothing less."""
    of = ("vector_add", *VEGA, "-O2")
    whole, rest = (llvm_passes.listing(llvm_passes.code_object(*of, *without)) for without in ((), ("waits",)))
    assert len(llvm_passes.inserted(whole, rest, "waits", VEGA[0])) >= 4
    with pytest.raises(ValueError, match="s_and_b32 at 0x[0-9a-f]+ is not what the pass for waits inserts"):
        llvm_passes.inserted(rest, whole, "waits", VEGA[0])
    with pytest.raises(ValueError, match="s_waitcnt at 0x[0-9a-f]+ is not what the pass for hazards inserts"):
        llvm_passes.inserted(whole, rest, "hazards", VEGA[0])
