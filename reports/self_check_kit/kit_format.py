"""Format of self-checking kits: kernel names, kernel arguments and the layout of a case's output (docs/kit.md).

A case is three dispatches on the same arguments. `assay_setup` fills an arena, and the case's kernel works in it.
`assay_check` compares dwords of the arena with their expected values and stores a verdict with the wrong dwords."""

from pathlib import Path

FORMAT_VERSION = 1                                   # of kit.txt and of the output of runners
SETUP_KERNEL, CHECK_KERNEL = "assay_setup", "assay_check"
KERNEL_ARGUMENTS = ("pointer", "pointer", "u32")     # arena, output, number of the case in its file
# Output of a case: done word, dwords compared, dwords wrong, 0; then index, expected and actual value of the first
# wrong dwords.
MAX_WRONG_REPORTED, HEADER_BYTES, WRONG_DWORD_BYTES = 32, 16, 12
OUTPUT_BYTES = HEADER_BYTES + MAX_WRONG_REPORTED * WRONG_DWORD_BYTES


def runner_files() -> list[Path]:
    """Sources to copy into a kit: its runners, and the dispatch code of the target `hsa`."""
    runners, hsa = Path(__file__).parent / "runner", Path(__file__).parents[2] / "harness" / "targets" / "hsa"
    return [*sorted(path for path in runners.iterdir() if path.is_file()), hsa / "dispatch.c", hsa / "dispatch.h"]
