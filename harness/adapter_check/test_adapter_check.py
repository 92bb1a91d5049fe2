"""Tests of `assay adapter check` with a correct adapter and with each mistake."""
import sys
from contextlib import closing

import pytest

from .adapter_check import check
from .wrong_adapter import MISTAKES


def run_check(*words, seconds=20.0):
    """The remarks of the check of an adapter module."""
    return list(check([sys.executable, "-m", *words], seconds))


def test_correct_adapter_has_no_errors():
    remarks = run_check("assay.harness.adapter_check.wrong_adapter", "well")
    assert [(remark.verdict, remark.step) for remark in remarks if remark.verdict != "ok"] == [
        ("note", "a wrapped kernel")]
    assert len(remarks) == 15


@pytest.mark.parametrize("name", MISTAKES)
def test_each_mistake_is_reported_with_its_remedy(name):
    _, _, step, text, remedy = MISTAKES[name]
    with closing(check([sys.executable, "-m", "assay.harness.adapter_check.wrong_adapter", name])) as remarks:
        first = next(remark for remark in remarks if remark.verdict == "wrong")
    assert first.step == step and text in first.text and remedy in first.remedy


@pytest.mark.parametrize("behaviour, step, text, remedy", [
    ("no-start", "hello", "the program ended: exit status 1: it has no licence", "run until its standard input ends"),
    ("text-first", "hello", "the output begins with b'Segmenta', which is not a frame", "to standard error"),
    ("half-first", "hello", "no complete frame within 1 s: 3 bytes, beginning", "A frame is a 4-byte"),
    ("silent", "hello", "no complete frame within 1 s: no output", "Flush standard output"),
    ("nothing", "hello", "a frame of 3 bytes that is not MessagePack", "one MessagePack map"),
    ("list", "hello", "a message that is a list", "Each message must be a map"),
    ("deaf", "the end", "the program does not exit when its input ends", "returns no data"),
])
def test_malformed_output_is_explained(behaviour, step, text, remedy, tmp_path):
    program = tmp_path / "adapter.py"
    program.write_text(PROGRAMS[behaviour])
    seconds = 20.0 if behaviour == "deaf" else 1.0
    faults = [remark for remark in check([sys.executable, str(program)], seconds) if remark.verdict == "wrong"]
    summaries = [(fault.step, text in fault.text, remedy in fault.remedy) for fault in faults]
    assert summaries == [(step, True, True)], faults


BEGINNING = "import os, sys, time\nos.read(0, 9999)\n"
PROGRAMS = {
    "no-start": "import sys\nsys.exit('it has no licence')\n",
    "text-first": BEGINNING + "os.write(1, b'Segmentation fault')\ntime.sleep(9)\n",
    "half-first": BEGINNING + "os.write(1, b'\\x40\\0\\0')\ntime.sleep(9)\n",
    "silent": BEGINNING + "time.sleep(9)\n",
    "nothing": BEGINNING + "os.write(1, b'\\x03\\0\\0\\0\\xc1\\xc1\\xc1')\ntime.sleep(9)\n",
    "list": BEGINNING + "os.write(1, b'\\x01\\0\\0\\0\\x90')\ntime.sleep(9)\n",
    "deaf": "import sys, time\nfrom assay.harness.adapter_check import wrong_adapter as t\n"
            "sys.argv[1:] = ['well']\nt.main()\ntime.sleep(99)\n",
}
