"""tools/fuzz_model.py: every target builds, runs its seeds without a finding, and finds a planted fault."""
import importlib.util
import random
import subprocess
import sys
from functools import cache

import pytest

from ..model.build import ROOT

TOOL = ROOT / "tools" / "fuzz_model.py"
# Wrappers of the model that read out of bounds: a byte after the code if an instruction has eight bytes, or after a
# wave has faulted.
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
# A wrapper of a reader that raises an exception other than a refusal.
BROKEN = """
import importlib, runpy, sys
m = importlib.import_module("assay.harness.{module}")
original = m.{function}
def broken(*arguments, **named):
    result = original(*arguments, **named)
    return result if {holds} else 1 // 0
m.{function} = broken
sys.argv = [{tool!r}, {name!r}, *sys.argv[1:]]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
READERS = {
    "elf": ("code_objects.kernel_launch", "_load_regions", "not result"),
    "packets": ("case.command_processor", "parse_packets", "len(result) < 5"),
    "case": ("comparison.case_run", "check_expectations", "result.instructions < 2"),
}


@cache
def tool():
    spec = importlib.util.spec_from_file_location("fuzz_tool", TOOL)
    module = importlib.util.module_from_spec(spec)
    sys.modules["fuzz_tool"] = module                        # its dataclass looks itself up
    spec.loader.exec_module(module)
    return module


def target(name):
    fuzz_target = next(entry for entry in tool().FUZZ_TARGETS if entry.name == name)
    if missing := fuzz_target.missing():
        pytest.skip(f"not exercised: libFuzzer's target {name} needs {missing}")
    return fuzz_target


def write_seeds(fuzz_target, folder, count=40):
    folder.mkdir()
    for (name, data), _ in zip(fuzz_target.seeds(random.Random(2)), range(count)):
        (folder / name).write_bytes(data)
    return folder


def run_fuzzer(command, folder, count):
    """Return (status, output) of `count` runs of a libFuzzer target, from mutated seeds."""
    process = subprocess.run([*map(str, command), f"-runs={count}", "-seed=1", "-timeout=60", "-max_total_time=100",
                           f"-artifact_prefix={folder}/found-", str(folder / "seeds")], capture_output=True, text=True)
    return process.returncode, process.stdout + process.stderr


@pytest.mark.long
@pytest.mark.parametrize("name", PLANTED)
def test_a_read_out_of_bounds_is_found(name, tmp_path):
    """The unchanged model has no finding; ASan reports the planted fault."""
    fuzz_target, (function, text) = target(name), PLANTED[name]
    write_seeds(fuzz_target, tmp_path / "seeds")
    assert run_fuzzer([tool().program(name, out=tmp_path / "whole")], tmp_path, 400)[0] == 0
    assert list(tmp_path.glob("found-*")) == []
    (tmp_path / "planted.c").write_text(text)
    program = tool().program(name, str(tmp_path / "planted.c"), f"-Wl,--wrap={function}", out=tmp_path / "broken")
    status, output = run_fuzzer([program], tmp_path, 20000)
    assert status and "heap-buffer-overflow" in output and f"__wrap_{function}" in output
    assert len(list(tmp_path.glob("found-crash-*"))) == 1


@pytest.mark.parametrize("name", READERS)
def test_an_unexpected_exception_is_found(name, tmp_path):
    fuzz_target, (module, function, holds) = target(name), READERS[name]
    write_seeds(fuzz_target, tmp_path / "seeds", 6)
    assert run_fuzzer(fuzz_target.command(), tmp_path, 20)[0] == 0
    script = tmp_path / "broken.py"
    script.write_text(BROKEN.format(module=module, function=function, holds=holds, tool=str(tool().READERS), name=name))
    status, output = run_fuzzer([sys.executable, script], tmp_path, 2000)
    assert status and "ZeroDivisionError" in output
    assert len(list(tmp_path.glob("found-crash-*"))) == 1


def test_a_seed_has_the_code_and_registers_of_its_case():
    """A seed has the code, the architecture and the scalar registers of its case."""
    fuzz, case = tool(), fuzz_case()
    data = fuzz.plan_input(fuzz.resolve(case))
    head = fuzz.HEAD.unpack_from(data)
    assert (fuzz.ARCHS[head[0]], head[1] & fuzz.NARROW, head[4], data[-4:]) == ("gfx1100", 1, 2, b"\1\2\3\4")
    assert data[fuzz.HEAD.size:-4] == b"".join(map(bytes.fromhex, ("0300000007000000", "0180100000000000")))


def fuzz_case():
    from ..harness.case.case_types import parse_case
    return parse_case({"assay": 1, "arch": "gfx1100", "wave": 32, "code": "01020304",
                  "state": {"s3": 7, "s1": 0x10000010}, "memory": [{"name": "a", "size": 64, "address": "0x10000000"}]})


@pytest.mark.parametrize("arguments", [(), ("0",), ("-1",), ("x",), ("inf",), ("1", "decoder")])
def test_bad_arguments_are_refused(arguments):
    process = subprocess.run([sys.executable, TOOL, *arguments], capture_output=True, text=True)
    assert process.returncode == 2 and process.stderr.startswith("fuzz: ") and "Traceback" not in process.stderr


def test_a_missing_compiler_is_named(monkeypatch, capsys):
    fuzz = tool()
    monkeypatch.setattr(fuzz.shutil, "which", lambda name: None)
    assert fuzz.main("1", "decode", "run") == 0
    wanted = [f"{name}: not run: needs clang-22 (packages.txt)" for name in ("decode", "run")]
    assert capsys.readouterr().out.splitlines() == wanted
