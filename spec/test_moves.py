"""moves.txt: its expressions agree with the manuals, the emitted C follows them, and invalid rows are refused."""
import dataclasses

import pytest

from . import FAMILIES, SpecError, codes, emit_moves, load

LANES = range(64)
ROWS = [[*range(first, first + 16)] for first in range(0, 64, 16)]


def source_lanes(row, k):
    """Return the lane that each lane reads by a row of the table, None if there is none.
    The C expression means the same in Python."""
    reads = lambda n, text: eval(text, {"n": n, "k": k})
    lanes = [reads(n, row["lanes"]) if row["within"] == "-" or reads(n, row["within"]) else None for n in LANES]
    return [None if lane is not None and lane < 0 else lane for lane in lanes]


def by_rows(change):
    """Return the lanes of each row of 16 after `change`, concatenated."""
    return [lane for row in ROWS for lane in change(row)]


def by_groups(size, choose):
    """Return choose(lanes of a group) of each group, concatenated."""
    return [lane for first in range(0, 64, size) for lane in choose([*LANES][first:first + size])]


EXPECTED = {                                                # RDNA3 ISA, 7.7.1, Table 30; Vega ISA, 13.3
    "quad_perm": lambda k: by_groups(4, lambda quad: [quad[k // 4**n % 4] for n in range(4)]),
    "row_shl": lambda k: by_rows(lambda row: row[k:] + [None] * k),
    "row_shr": lambda k: by_rows(lambda row: [None] * k + row[:16 - k]),
    "row_ror": lambda k: by_rows(lambda row: row[16 - k:] + row[:16 - k]),
    "wave_shl": lambda k: [*LANES][1:] + [None],
    "wave_rol": lambda k: [*LANES][1:] + [0],
    "wave_shr": lambda k: [None] + [*LANES][:-1],
    "wave_ror": lambda k: [63] + [*LANES][:-1],
    "row_mirror": lambda k: by_rows(lambda row: row[::-1]),
    "row_half_mirror": lambda k: by_groups(8, lambda half: half[::-1]),
    "row_bcast15": lambda k: [None] * 16 + [15] * 16 + [31] * 16 + [47] * 16,
    "row_bcast31": lambda k: [None] * 32 + [31] * 32,
    "row_share": lambda k: by_rows(lambda row: [row[k]] * 16),
    "row_xmask": lambda k: by_rows(lambda row: [row[n ^ k] for n in range(16)]),
}


@pytest.mark.parametrize("row", [r for r in load().moves if r["field"] == "dpp_ctrl"], ids=lambda row: row["control"])
def test_dpp_controls_match_the_manual(row):
    for code in codes(row["code"]):
        k = code if code < 256 else code % 16
        assert source_lanes(row, k) == EXPECTED[row["control"]](k), f"{row['where']}: {code:#x}"


@pytest.mark.parametrize("selects", [[7, 6, 5, 4, 3, 2, 1, 0], [0, 0, 3, 1, 7, 2, 5, 5]])
def test_dpp8_selects_within_groups_of_eight(selects):
    row = next(r for r in load().moves if r["control"] == "dpp8")
    k = sum(select << 3 * n for n, select in enumerate(selects))
    assert source_lanes(row, k) == by_groups(8, lambda eight: [eight[n] for n in selects])


def emitted_lines(folder, rows):
    """Return [lines] of both files for these rows."""
    folder.mkdir()
    emit_moves.write(dataclasses.replace(load(), moves=tuple(rows)), folder)
    return [line for name in ("moves.inc", "swizzles.inc") for line in (folder / name).read_text().splitlines()]


@pytest.mark.parametrize("at", range(len(load().moves)))
def test_a_changed_expression_changes_the_c(tmp_path, at):
    """Exactly one line of the generated text changes for each row."""
    rows = [*load().moves]
    before = emitted_lines(tmp_path / "before", rows)
    rows[at] = {**rows[at], "lanes": f"n + {4000 + at}"}
    changed = [line for line in emitted_lines(tmp_path / "after", rows) if line not in before]
    assert len(changed) == 1 and f"n + {4000 + at}" in changed[0]


@pytest.mark.parametrize("change, message", [
    ({"field": "control"}, "field is one of"), ({"control": "row_shr"}, "name of another row"),
    ({"field": "offset"}, "16-bit offset once"),
])
def test_invalid_rows_are_refused(tmp_path, change, message):
    rows = [*load().moves]
    rows[1] = {**rows[1], **change}
    with pytest.raises(SpecError, match=f"moves.txt:.*{message}"):
        emitted_lines(tmp_path / "out", rows)


@pytest.mark.parametrize("family", FAMILIES)
def test_dpp_codes_of_each_family(family):
    dpp_kinds = emit_moves.dpp_kinds(load(), family)
    assert dpp_kinds[0x10f] == "MOVE_ROW_SHL" and dpp_kinds[0x110] == "NO_MOVE" and len(dpp_kinds) == 512
