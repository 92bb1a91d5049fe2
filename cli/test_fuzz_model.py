"""tools/fuzz_model.py: every target builds, runs over its seeds without a finding, and finds what is planted before
it."""
import importlib.util
import random
import subprocess
import sys
from functools import cache

import pytest

from ..model.build import ROOT

TOOL = ROOT / "tools" / "fuzz_model.py"
# In front of the model: a byte behind the code is read where an instruction has eight bytes; a dword behind the wave's
# state where a wave was stopped.
PLANTED = {
    "decode": ("assay_disassemble", """
#include "assay.h"
uint32_t __real_assay_disassemble(uint32_t, uint32_t, const uint8_t *, uint64_t, char *, uint32_t);
uint32_t __wrap_assay_disassemble(uint32_t a, uint32_t w, const uint8_t *code, uint64_t bytes, char *text, uint32_t n);
uint32_t __wrap_assay_disassemble(uint32_t a, uint32_t w, const uint8_t *code, uint64_t bytes, char *text, uint32_t n)
{
    const uint32_t used = __real_assay_disassemble(a, w, code, bytes, text, n);
    return used == 8 && code[bytes] ? 0 : used;
}
"""),
    "run": ("assay_run", """
#include "assay.h"
void __real_assay_run(assay *, const struct assay_run *, struct assay_outcome *);
void __wrap_assay_run(assay *m, const struct assay_run *r, struct assay_outcome *out);
void __wrap_assay_run(assay *m, const struct assay_run *r, struct assay_outcome *out)
{
    __real_assay_run(m, r, out);
    if (out->status == ASSAY_FAULT) out->instructions += r->code[r->code_bytes];
}
"""),
}
# In front of what reads files: an exception that is no refusal.
BROKEN = """
import importlib, runpy, sys
m = importlib.import_module("assay.harness.{module}")
whole = m.{function}
def broken(*given, **named):
    found = whole(*given, **named)
    return found if {holds} else 1 // 0
m.{function} = broken
sys.argv = [{tool!r}, {name!r}, *sys.argv[1:]]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
READERS = {
    "elf": ("code_objects.kernel_launch", "_load", "not found"),
    "packets": ("case.command_processor", "parse_packets", "len(found) < 5"),
    "case": ("comparison.case_run", "finish", "found.instructions < 2"),
}


@cache
def tool():
    spec = importlib.util.spec_from_file_location("fuzz_tool", TOOL)
    module = importlib.util.module_from_spec(spec)
    sys.modules["fuzz_tool"] = module                        # its dataclass looks itself up
    spec.loader.exec_module(module)
    return module


def target(name):
    found = next(one for one in tool().KNOWN if one.name == name)
    if lacks := found.missing():
        pytest.skip(f"not exercised: libFuzzer's target {name} wants {lacks}")
    return found


def some_seeds(found, folder, count=40):
    folder.mkdir()
    for (name, data), _ in zip(found.seeds(random.Random(2)), range(count)):
        (folder / name).write_bytes(data)
    return folder


def runs(command, folder, count):
    """(status, output) of a libFuzzer target on the seeds, changed so many times."""
    done = subprocess.run([*map(str, command), f"-runs={count}", "-seed=1", "-timeout=60", "-max_total_time=100",
                           f"-artifact_prefix={folder}/found-", str(folder / "seeds")], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.long
@pytest.mark.parametrize("name", PLANTED)
def test_a_step_beyond_the_code_is_found(name, tmp_path):
    """Nothing is found in the model as it is; what is planted is, by ASan, and kept."""
    found, (function, text) = target(name), PLANTED[name]
    some_seeds(found, tmp_path / "seeds")
    assert runs([tool().program(name, out=tmp_path / "whole")], tmp_path, 400)[0] == 0
    assert list(tmp_path.glob("found-*")) == []
    (tmp_path / "planted.c").write_text(text)
    program = tool().program(name, str(tmp_path / "planted.c"), f"-Wl,--wrap={function}", out=tmp_path / "broken")
    status, output = runs([program], tmp_path, 20000)
    assert status and "heap-buffer-overflow" in output and f"__wrap_{function}" in output
    assert len(list(tmp_path.glob("found-crash-*"))) == 1


@pytest.mark.parametrize("name", READERS)
def test_an_exception_that_is_no_refusal_is_found(name, tmp_path):
    found, (module, function, holds) = target(name), READERS[name]
    some_seeds(found, tmp_path / "seeds", 6)
    assert runs(found.command(), tmp_path, 20)[0] == 0
    script = tmp_path / "broken.py"
    script.write_text(BROKEN.format(module=module, function=function, holds=holds, tool=str(tool().READERS), name=name))
    status, output = runs([sys.executable, script], tmp_path, 2000)
    assert status and "ZeroDivisionError" in output
    assert len(list(tmp_path.glob("found-crash-*"))) == 1


def test_seeds_run_as_the_cases_they_are_made_of():
    """Of the suites' cases most keep their scalars, and all their code and architecture."""
    fuzz, case = tool(), fuzz_case()
    data = fuzz.input_of(fuzz.resolve(case))
    head = fuzz.HEAD.unpack_from(data)
    assert (fuzz.ARCHS[head[0]], head[1] & fuzz.NARROW, head[4], data[-4:]) == ("gfx1100", 1, 2, b"\1\2\3\4")
    assert data[fuzz.HEAD.size:-4] == b"".join(map(bytes.fromhex, ("0300000007000000", "0180100000000000")))


def fuzz_case():
    from ..harness.case.case_types import parse_case
    return parse_case({"assay": 1, "arch": "gfx1100", "wave": 32, "code": "01020304",
                  "state": {"s3": 7, "s1": 0x10000010}, "memory": [{"name": "a", "size": 64, "address": "0x10000000"}]})


@pytest.mark.parametrize("given", [(), ("0",), ("-1",), ("x",), ("inf",), ("1", "decoder")])
def test_bad_use_is_said(given):
    done = subprocess.run([sys.executable, TOOL, *given], capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.startswith("fuzz: ") and "Traceback" not in done.stderr


def test_what_is_missing_is_named(monkeypatch, capsys):
    fuzz = tool()
    monkeypatch.setattr(fuzz.shutil, "which", lambda name: None)
    assert fuzz.main("1", "decode", "run") == 0
    wanted = [f"{name}: not exercised, it wants clang-22 (packages.txt)" for name in ("decode", "run")]
    assert capsys.readouterr().out.splitlines() == wanted
