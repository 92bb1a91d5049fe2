"""Kits: cases as code objects that check themselves, for those who can run only ELF files (docs/kit.md).

A case is three dispatches on the same arguments: `assay_setup` fills an arena, the case's own kernel works in it,
`assay_check` holds every dword that is told against what is expected and stores a verdict with the wrong dwords."""

from pathlib import Path

FORMAT = 1                                           # of kit.txt and of what runners print
SETUP, CHECK = "assay_setup", "assay_check"
ARGUMENTS = ("pointer", "pointer", "u32")            # arena, output, number of the case in its file
# The output of a case: done word, dwords compared, dwords wrong, 0; then index, expected and got of the first wrong
# ones.
SHOWN, HEAD_BYTES, ROW_BYTES = 32, 16, 12
OUTPUT_BYTES = HEAD_BYTES + SHOWN * ROW_BYTES


def runner_files() -> list[Path]:
    """Sources that a kit brings along: its runners, and what the target `hsa` dispatches with."""
    own, hsa = Path(__file__).parent / "runner", Path(__file__).parents[2] / "harness" / "targets" / "hsa"
    return [*sorted(path for path in own.iterdir() if path.is_file()), hsa / "dispatch.c", hsa / "dispatch.h"]
