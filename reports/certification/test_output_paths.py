"""No certificate takes another's place; a target is asked for what it has."""
import errno
import sys
from pathlib import Path

import pytest

from ...harness.case.case_types import CaseError
from ...harness.targets.target_error import TargetError
from ..export import testing_certificates
from . import certify, verification, output_paths

QUICK = dict(jobs=1, quick=True, only="v_not_b32", show=False)
HAS_ONE = """
from assay.harness.protocol.adapter import serve
from assay.harness.adapter_check.bad_adapter import hello
serve({**hello("one"), "architectures": ["gfx1100"]}, lambda case, seconds: {})
"""


@pytest.mark.parametrize("names", [["command:a b", "command:a_b"], ["llvm:22", "llvm 22"]])
def test_targets_of_one_name_are_refused_before_they_are_asked(names, tmp_path):
    with pytest.raises(CaseError, match=f"the targets '{names[0]}' and '{names[1]}': give one another --out"):
        certify.certify(names, ["gfx906"], tmp_path, **QUICK)
    assert not list(tmp_path.iterdir())


def test_what_another_run_left_stays(tmp_path):
    path = output_paths.certificate_path(tmp_path, "mod:el", "gfx906")
    path.write_bytes(certify.to_bytes(testing_certificates.sample_certificate("gfx906", "mod:el")))
    output_paths.check_no_overwrite(tmp_path, [("mod:el", "gfx906"), ("mod:el", "gfx1100")])
    path.rename(output_paths.certificate_path(tmp_path, "model", "gfx906"))
    with pytest.raises(CaseError, match="the targets 'mod:el' and 'model'"):
        certify.certify(["model"], ["gfx906"], tmp_path, **QUICK)


def test_a_target_named_twice_is_asked_once(tmp_path):
    assert certify.certify(["model"] * 2, ["gfx906"] * 2, tmp_path, **QUICK) == 0
    assert [verification.verify(path) for path in tmp_path.glob("*.certificate.json")] == [0]


def test_a_long_name_is_cut_and_stays_its_own():
    first, second = (output_paths.slug("command:" + "x" * 300 + end) for end in "ab")
    assert first != second and len(first) < 120 and output_paths.slug("command:a/b.c") == "command_a_b.c"


def test_a_target_without_the_architecture_is_said_so(tmp_path, capsys):
    adapter = tmp_path / "one.py"
    adapter.write_text(HAS_ONE)
    name = f"command:{sys.executable} {adapter}"
    with pytest.raises(TargetError, match="has no gfx906; it has gfx1100"):
        certify.certify([name], ["gfx906"], tmp_path, **QUICK)
    certify.certify([name], ["gfx1100", "gfx906"], tmp_path, **QUICK | {"show": True})
    assert f"not certified: {name} has no gfx906; it has gfx1100\n" in capsys.readouterr().out


def test_a_file_is_written_whole_or_stays(tmp_path, monkeypatch):
    path = tmp_path / "one"
    output_paths.write_atomically(path, b"whole")
    monkeypatch.setattr(Path, "write_bytes", lambda self, data: self.write_text("ha") and full())
    with pytest.raises(OSError, match="No space left on device; .* run again with --resume: .*one"):
        output_paths.write_atomically(path, b"half")
    assert path.read_bytes() == b"whole" and list(tmp_path.iterdir()) == [path]


def full():
    raise OSError(errno.ENOSPC, "No space left on device")
