"""Fuzz the readers of code objects, command streams and cases with libFuzzer (atheris); valid input also runs.

    python tools/fuzz_readers.py TARGET [OPTION of libFuzzer…] [FOLDER…]

elf      a code object: its kernels run for a few instructions, or the file or launch is refused
packets  an architecture and a command stream, over a small program and memory
case     the text of a case: it has an outcome

Readers refuse input with their own exceptions; any other exception is a finding."""
import sys

import atheris

with atheris.instrument_imports(include=["assay.harness", "elftools"]):
    from assay.harness.case import case_types as cases
    from assay.harness.code_objects import code_object, kernel_launch
    from assay.harness.comparison.case_run import run_outcome

from assay.spec import CERTIFIED

MAX_INSTRUCTIONS = 300                                          # instructions of a run
MAX_SCHEDULES = 200                                         # schedules of a search for allowed outcomes
MAX_MEMORY = 1 << 20                                       # bytes of memory; larger inputs only take longer
# s_mov_b64 exec, 1; v_lshlrev_b32 v1, 2, s2; v_mov_b32 v2, 1; global_atomic_add v1, v2, s[0:1]; s_endpgm
PROGRAMS = dict(zip(CERTIFIED, ("8101febe 010012d182040000 8102047e 008008dd01020000 000081bf",
                                "8101febe 010018d582040000 8102047e 0000d6dc01020000 0000b0bf")))
KINDS = {"dynamic_shared_pointer": "local:64", **dict.fromkeys(("global_buffer", "image", "sampler"), bytes(256))}


def run_kernels(data: bytes) -> None:
    """Run each kernel of a code object."""
    try:
        file = code_object.parse_code_object(data)
        for kernel in file.kernels.values():
            group = kernel.required_group or (64, 1, 1)
            args = [KINDS.get(argument.kind) or f"bytes:{bytes(min(argument.size, MAX_MEMORY)).hex()}"
                    for argument in kernel.arguments if not argument.hidden]
            case = kernel_launch.launch_case(file, kernel.name, group, group, args, limit=MAX_INSTRUCTIONS)
            check_outcome(run_outcome(case))
    except (code_object.CodeObjectError, kernel_launch.LaunchError):
        pass


def run_packets(data: bytes) -> None:
    """Run a command stream."""
    if not data:
        return
    arch = CERTIFIED[data[0] % len(CERTIFIED)]
    memory = [{"name": "data", "size": 256, "address": "0x200000", "bytes": "090000000200000001000000010000000000"}]
    check_outcome(
        run_outcome(
            {
                "assay": 1,
                "arch": arch,
                "code": PROGRAMS[arch],
                "memory": memory,
                "packets": data[1:].hex(),
                "limits": {"instructions": MAX_INSTRUCTIONS},
            }
        )
    )


def run_case(data: bytes) -> None:
    """Run a case from its text."""
    try:
        parsed = cases.parse_case(data)
    except cases.CaseError:
        return
    parsed.limits = cases.Limits(instructions=MAX_INSTRUCTIONS)
    if parsed.outcomes or parsed.expect and (parsed.expect.outcomes or parsed.expect.never):
        parsed.outcomes = min(parsed.outcomes or MAX_SCHEDULES, MAX_SCHEDULES)
    if sum(region.size or 0 for region in parsed.memory) <= MAX_MEMORY:
        check_outcome(run_outcome(parsed))


def check_outcome(outcome) -> None:
    """Check that the outcome can be written, and that an invalid one has a reason."""
    assert outcome.status != "invalid" or outcome.text, outcome
    outcome.to_json()


if __name__ == "__main__":
    atheris.Setup(
        [sys.argv[0], *sys.argv[2:]], {"elf": run_kernels, "packets": run_packets, "case": run_case}[sys.argv[1]]
    )
    atheris.Fuzz()
