"""libFuzzer's targets for what reads files, in Python by atheris: python tools/fuzz_readers.py TARGET [OPTION of
libFuzzer…] [FOLDER…].

elf      a code object: its kernels run for a while, or the file or the launch is refused
packets  an architecture, then a command stream, over a small program and memory
case     the text of a case: it has an outcome
What is refused is refused by its own exception; any other is a finding.
"""
import sys

import atheris

with atheris.instrument_imports(include=["assay.harness", "elftools"]):
    from assay.harness.case import case_types as cases
    from assay.harness.code_objects import code_object, kernel_launch
    from assay.harness.comparison.case_run import run_outcome

from assay.spec import CERTIFIED

STEPS = 300                                          # instructions a run may take
ORDERS = 200                                         # runs of a search for every outcome
MOST = 1 << 20                                       # bytes of memory: what takes longer shows nothing new
# s_mov_b64 exec, 1; v_lshlrev_b32 v1, 2, s2; v_mov_b32 v2, 1; global_atomic_add v1, v2, s[0:1]; s_endpgm
PROGRAMS = dict(zip(CERTIFIED, ("8101febe 010012d182040000 8102047e 008008dd01020000 000081bf",
                                "8101febe 010018d582040000 8102047e 0000d6dc01020000 0000b0bf")))
KINDS = {"dynamic_shared_pointer": "local:64", **dict.fromkeys(("global_buffer", "image", "sampler"), bytes(256))}


def elf(data: bytes) -> None:
    try:
        found = code_object.parse(data)
        for kernel in found.kernels.values():
            group = kernel.required_group or (64, 1, 1)
            args = [KINDS.get(one.kind) or f"bytes:{bytes(min(one.size, MOST)).hex()}"
                    for one in kernel.arguments if not one.hidden]
            case = kernel_launch.prepare(found, kernel.name, group, group, args, limit=STEPS)
            sound(run_outcome(case))
    except (code_object.CodeObjectError, kernel_launch.LaunchError):
        pass


def packets(data: bytes) -> None:
    if not data:
        return
    arch = CERTIFIED[data[0] % len(CERTIFIED)]
    memory = [{"name": "data", "size": 256, "address": "0x200000", "bytes": "090000000200000001000000010000000000"}]
    sound(run_outcome({"assay": 1, "arch": arch, "code": PROGRAMS[arch], "memory": memory, "packets": data[1:].hex(),
                       "limits": {"instructions": STEPS}}))


def case(data: bytes) -> None:
    try:
        one = cases.parse_case(data)
    except cases.CaseError:
        return
    one.limits = cases.Limits(instructions=STEPS)
    if one.outcomes or one.expect and (one.expect.outcomes or one.expect.never):
        one.outcomes = min(one.outcomes or ORDERS, ORDERS)
    if sum(region.size or 0 for region in one.memory) <= MOST:
        sound(run_outcome(one))


def sound(outcome) -> None:
    """An outcome can be written, and one that is invalid says why."""
    assert outcome.status != "invalid" or outcome.text, outcome
    outcome.to_json()


if __name__ == "__main__":
    atheris.Setup([sys.argv[0], *sys.argv[2:]], {"elf": elf, "packets": packets, "case": case}[sys.argv[1]])
    atheris.Fuzz()
