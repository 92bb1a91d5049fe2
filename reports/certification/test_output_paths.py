"""Paths of certificates are unique, and only a target's own architectures are certified."""
import errno
import sys
from pathlib import Path

import pytest

from ...harness.case.case_types import CaseError
from ...harness.targets.target_error import TargetError
from ..export import testing_certificates
from . import certify, output_paths, verification

QUICK_OPTIONS = dict(jobs=1, quick=True, only="v_not_b32", show=False)
ONE_ARCHITECTURE_ADAPTER = """
from assay.harness.protocol.adapter import serve
from assay.harness.adapter_check.bad_adapter import hello
serve({**hello("one"), "architectures": ["gfx1100"]}, lambda case, seconds: {})
"""


@pytest.mark.parametrize("names", [["command:a b", "command:a_b"], ["llvm:22", "llvm 22"]])
def test_targets_with_the_same_slug_are_refused_before_they_start(names, tmp_path):
    with pytest.raises(CaseError, match=f"the targets '{names[0]}' and '{names[1]}': give one another --out"):
        certify.certify(names, ["gfx906"], tmp_path, **QUICK_OPTIONS)
    assert not list(tmp_path.iterdir())


def test_a_certificate_of_another_target_is_not_overwritten(tmp_path):
    path = output_paths.certificate_path(tmp_path, "mod:el", "gfx906")
    path.write_bytes(certify.to_bytes(testing_certificates.sample_certificate("gfx906", "mod:el")))
    output_paths.check_no_overwrite(tmp_path, [("mod:el", "gfx906"), ("mod:el", "gfx1100")])
    path.rename(output_paths.certificate_path(tmp_path, "model", "gfx906"))
    with pytest.raises(CaseError, match="the targets 'mod:el' and 'model'"):
        certify.certify(["model"], ["gfx906"], tmp_path, **QUICK_OPTIONS)


def test_a_target_named_twice_is_certified_once(tmp_path):
    assert certify.certify(["model"] * 2, ["gfx906"] * 2, tmp_path, **QUICK_OPTIONS) == 0
    assert [verification.verify(path) for path in tmp_path.glob("*.certificate.json")] == [0]


def test_a_long_name_is_truncated_to_a_unique_slug():
    first, second = (output_paths.slug("command:" + "x" * 300 + end) for end in "ab")
    assert first != second and len(first) < 120 and output_paths.slug("command:a/b.c") == "command_a_b.c"


def test_a_target_without_the_architecture_is_reported(tmp_path, capsys):
    adapter = tmp_path / "one.py"
    adapter.write_text(ONE_ARCHITECTURE_ADAPTER)
    name = f"command:{sys.executable} {adapter}"
    with pytest.raises(TargetError, match="has no gfx906; it has gfx1100"):
        certify.certify([name], ["gfx906"], tmp_path, **QUICK_OPTIONS)
    certify.certify([name], ["gfx1100", "gfx906"], tmp_path, **QUICK_OPTIONS | {"show": True})
    assert f"not certified: {name} has no gfx906; it has gfx1100\n" in capsys.readouterr().out


def test_a_failed_write_keeps_the_previous_file(tmp_path, monkeypatch):
    path = tmp_path / "file"
    output_paths.write_atomically(path, b"complete")
    monkeypatch.setattr(Path, "write_bytes", lambda self, data: self.write_text("ha") and raise_no_space())
    with pytest.raises(OSError, match="No space left on device; .* run again with --resume: .*file"):
        output_paths.write_atomically(path, b"half")
    assert path.read_bytes() == b"complete" and list(tmp_path.iterdir()) == [path]


def raise_no_space():
    raise OSError(errno.ENOSPC, "No space left on device")
