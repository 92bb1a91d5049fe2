"""The published pseudocode that the target manual runs, and its cache."""
import os

import pytest

from . import catalogue, grammar, text_corrections, published_text
from .testing_manual import BOTH, M


@pytest.mark.parametrize("package", BOTH)
def test_every_text_parses_or_is_prose(package):
    """Every entry of the published text parses, except the few that are prose. New prose must be reviewed."""
    prose = set()
    for name, body in published_text.read_published_text(package).items():
        try:
            grammar.parse(body)
        except Exception:
            prose.add(name)
    prose = {n for n in prose if not n.startswith(("v_wmma", "v_mfma", "v_smfmac"))}
    known = {
        "gfx906": {"ds_swizzle_b32", "s_waitcnt", "s_trap", "v_cvt_sr_bf16_f32"},
        "gfx1100": {
            "ds_swizzle_b32", "ds_consume", "ds_append", "ds_add_gs_reg_rtn", "ds_sub_gs_reg_rtn",
            "ds_bvh_stack_rtn_b32", "lds_direct_load", "image_get_lod", "s_waitcnt_vscnt", "s_waitcnt_vmcnt",
            "s_waitcnt_expcnt", "s_waitcnt_lgkmcnt", "s_delay_alu", "s_trap", "s_code_end", "s_setprio",
        },
    }
    assert prose <= known[package], prose - known[package]


@pytest.mark.parametrize("arch,least", [("gfx906", 400), ("gfx1100", 500)])
def test_catalogue_counts(arch, least):
    entries = M.catalogue(arch)
    executed = [n for n, e in entries.items() if e["status"] == "executed"]
    assert len(executed) >= least
    assert all(e["reason"] for e in entries.values() if e["status"] in ("skipped", "absent"))
    counts = catalogue.catalogue_counts(M, arch)
    assert counts["executed"] + counts["skipped"] + counts["absent"] == len(entries)
    alu = counts["alu"]
    assert alu["defined"] == alu["executed"] + alu["skipped"] > 600
    assert alu["skipped"] * 50 < alu["defined"]             # fewer than two in a hundred


LEFT = {
    "gfx906": {"s_rfe_b64": "needs a trap handler", "s_trap": "needs a trap handler"},
    "gfx1100": {
        "s_rfe_b64": "needs a trap handler", "s_trap": "needs a trap handler",
        "ds_add_gs_reg_rtn": "global data share", "ds_sub_gs_reg_rtn": "global data share",
        "ds_bvh_stack_rtn_b32": "the text is prose", "s_code_end": "the text is prose",
        "image_get_lod": "outside this machine", "lds_direct_load": "needs parameter memory",
    },
}


@pytest.mark.parametrize("arch", BOTH)
def test_nearly_all_that_the_text_defines_is_executed(arch):
    """At least 95 percent of the operations are executed. The others are listed with a reason."""
    defined = {name: one for name, one in M.catalogue(arch).items() if one["defined"]}
    left = {name: one["reason"] for name, one in defined.items() if one["status"] != "executed"}
    assert len(left) * 20 <= len(defined) and len(defined) > 1000
    assert left.keys() == LEFT[arch].keys()
    assert all(left[name].startswith(why) for name, why in LEFT[arch].items())


def test_hand_list_agrees_with_the_text():
    """Every gfx906 operation is in the list once. The text defines operations marked `shared`, and not those marked
    `absent`."""
    listed, entries = catalogue.read_text_comparison(), M.catalogue("gfx906")
    assert set(listed) == set(entries)
    for name, (word, _) in listed.items():
        if word == "shared":
            assert entries[name]["defined"], name
        elif word == "absent":
            assert not entries[name]["defined"] and entries[name]["status"] == "absent", name


def test_corrections_all_apply_somewhere():
    used = set()
    for arch in BOTH:
        for name, body in published_text.read_published_text(arch).items():
            used |= set(text_corrections.apply_corrections(arch, name, body)[1])
    assert used == {c[3] for c in text_corrections.CORRECTIONS}


@pytest.mark.parametrize("variable, folder", [("XDG_CACHE_HOME", "assay"), ("ASSAY_CACHE", "")])
def test_cache_directory_is_used(tmp_path, monkeypatch, variable, folder):
    monkeypatch.delenv("ASSAY_CACHE", raising=False)
    monkeypatch.setenv(variable, str(tmp_path))
    first = published_text.Text("gfx1100")
    first.operation("v_add_f32")
    first.save()
    again = published_text.Text("gfx1100")
    assert "v_add_f32" in again.sources and len(os.listdir(tmp_path / folder)) == 1
