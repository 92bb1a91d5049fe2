"""Compare LLVM's passes with the model (docs/llvm.md).
An instruction that a pass inserts is one that the model requires, or the difference has a class. tools/llvm_witness.py
checks every kernel."""
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
def cached_results():
    """Cache the results of LLVM, of the model with a changed word, and of replays, which several tests use."""
    with pytest.MonkeyPatch.context() as patch:
        kernel_methods = "findings_without_pass", "findings_with_word", "replay_without"
        for owner, names in ((llvm_passes, ("run_llc", "compile_kernel_without", "disassemble_functions")),
                             (llvm_oracle.LlvmKernel, kernel_methods)):
            for name in names:
                patch.setattr(owner, name, cache(getattr(owner, name)))
        yield
    llvm_kernel.cache_clear()


@cache
def llvm_kernel(*kernel_id):
    return llvm_oracle.LlvmKernel(*kernel_id)


@cache
def insertions_of_kernel(*kernel_id):
    return llvm_kernel(*kernel_id).judge_all_passes()


@pytest.mark.parametrize("kernel_id", KERNELS, ids=lambda kernel_id: "-".join(map(str, kernel_id)))
def test_every_insertion_is_required_or_classified(kernel_id):
    insertions = insertions_of_kernel(*kernel_id)
    assert [insertion for insertion in insertions if insertion.verdict == llvm_oracle.UNEXPLAINED] == []
    verdicts = Counter(insertion.verdict for insertion in insertions)
    assert verdicts[llvm_oracle.REQUIRED] >= 2 and sum(insertion.exact for insertion in insertions) >= 2, verdicts


@pytest.mark.parametrize(
    "kernel_id", [entry for entry in KERNELS if entry[-1] == "-O2"], ids=lambda kernel_id: "-".join(map(str, kernel_id))
)
def test_llc_generates_the_code_of_clang(kernel_id):
    pad = lambda path: {function: [line.signature for line in lines
                                   if line.mnemonic not in llvm_passes.PADDING_MNEMONICS]
                        for function, lines in llvm_passes.disassemble_functions(path).items()}
    assert pad(llvm_passes.compile_kernel_without(*kernel_id)) == pad(kernel_build.compile_kernel(*kernel_id))


@pytest.mark.parametrize("kernel_id, pass_name, rules", [
    (("lane_scan", *VEGA, "-O2"), "waits", {"counter.lgkm.unwaited", "counter.vm.unwaited"}),
    (("lane_scan", *WAVE32, "-O2"), "waits", {"counter.lgkm.unwaited", "counter.vm.unwaited"}),
    (("dpp_scan", *VEGA, "-O2"), "hazards", {"hazard.vgpr.dpp"}),
    (("dpp_scan", *WAVE32, "-O2"), "hazards", set()),
    (("dpp_scan", *WAVE64, "-O2"), "hazards", {"hazard.mask_write"}),
    (("dpp_scan", *WAVE64, "-O2"), "delays", set()),
    (("dpp_scan", *WAVE64, "-O2"), "clauses", set()),
])
def test_model_reports_code_without_the_pass(kernel_id, pass_name, rules):
    findings = llvm_kernel(*kernel_id).findings_without_pass(pass_name)
    assert {f["rule"] for f in findings if f["kind"] in ("error", "race")} == rules


@pytest.mark.parametrize("fault, pass_name", [("errors-unreported", "waits"), ("hazards-unwatched", "hazards")])
def test_a_faulty_model_requires_no_insertion(fault, pass_name):
    kernel_id = ("dpp_scan", *WAVE64, "-O2")
    blind = llvm_oracle.LlvmKernel(*kernel_id, curated_faults.faulty_model(fault))
    assert not any(insertion.verdict == llvm_oracle.REQUIRED for insertion in blind.judge_pass(pass_name))
    assert any(insertion.verdict == llvm_oracle.REQUIRED for insertion in llvm_kernel(*kernel_id).judge_pass(pass_name))


@pytest.mark.parametrize(
    "disabled, by_another_path",
    [
        ((), 3),
        (("exec_splits_results",), 1),
        (("reads_written_mask",), 2),
        (("exec_splits_results", "reads_written_mask"), 0),
    ],
)
def test_insertions_needed_on_another_path_are_classified(monkeypatch, disabled, by_another_path):
    """A run of `interpreter` does not need three inserted waits: two for results that EXEC splits, one for a mask."""
    for name in disabled:
        monkeypatch.setattr(llvm_oracle.ControlFlowPaths, name, lambda *_: False)
    verdicts = Counter(
        insertion.verdict for insertion in llvm_kernel("interpreter", *WAVE64, "-O2").judge_pass("hazards")
    )
    assert (
        verdicts[llvm_oracle.BY_ANOTHER_PATH] == by_another_path
        and verdicts[llvm_oracle.UNEXPLAINED] == 3 - by_another_path
    )
    assert verdicts[llvm_oracle.NOT_READ_BACK] == 0


def test_other_differences_are_refused():
    """Code with differences other than the pass's inserted instructions cannot be aligned and is refused."""
    kernel_id = ("vector_add", *VEGA, "-O2")
    complete, remaining = (
        llvm_passes.disassemble_functions(llvm_passes.compile_kernel_without(*kernel_id, *without))
        for without in ((), ("waits",))
    )
    assert len(llvm_passes.inserted_instructions(complete, remaining, "waits", VEGA[0])) >= 4
    with pytest.raises(ValueError, match="s_and_b32 at 0x[0-9a-f]+ is not inserted by the pass for waits"):
        llvm_passes.inserted_instructions(remaining, complete, "waits", VEGA[0])
    with pytest.raises(ValueError, match="s_waitcnt at 0x[0-9a-f]+ is not inserted by the pass for hazards"):
        llvm_passes.inserted_instructions(complete, remaining, "hazards", VEGA[0])
