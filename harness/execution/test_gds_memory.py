"""The global data share as memory of a case: on the model and through the protocol. Targets without it refuse the case.
"""
import pytest

from ..case.assembler import assemble_lines
from ..case.case_types import parse_case
from ..case.plan import resolve
from ..comparison.case_run import run_case
from ..kernel_wrapper.wrap import unsupported_reason
from ..protocol.messages import Hello, case_dict, plan_from_message, run_message


def gds_add_case(arch, base=8):
    """A case in which one lane adds 5 to the dword at `base` of a share of four."""
    texts = ["s_mov_b64 exec, 1", "ds_add_rtn_u32 v2, v0, v1 gds", "s_waitcnt lgkmcnt(0)"]
    code = b"".join(assemble_lines(arch, 64, texts))
    return {"assay": 1, "arch": arch, "wave": 64, "code": code.hex(), "state": {"v0": 0, "v1": 5, "m0": base << 16 | 4},
            "memory": [{"name": "share", "space": "gds", "bytes": bytes(range(16)).hex()}],
            "observe": {"registers": ["v2"]}}


@pytest.mark.parametrize("arch", ["gfx906", "gfx1100"])
def test_gds_is_accessed_relative_to_its_base(arch):
    result = run_case(gds_add_case(arch))
    after = bytes.fromhex(result["memory"][0]["bytes"])
    assert result["status"] == "ok" and int(result["waves"][0]["registers"]["v2"][0], 16) == 0x0B0A0908
    assert after == bytes(range(8)) + (0x0B0A0908 + 5).to_bytes(4, "little") + bytes(range(12, 16))


def test_the_space_of_a_region_is_sent():
    message = run_message(1, resolve(parse_case(gds_add_case("gfx906"))), 1.0)["case"]
    assert [region["space"] for region in message["memory"]] == ["gds"]
    assert [region.space for region in plan_from_message(message).regions] == ["gds"]
    assert case_dict(message)["memory"][0]["space"] == "gds"
    plain = resolve(parse_case({"assay": 1, "arch": "gfx906", "code": "00000000", "memory": [{"size": 4}]}))
    assert "space" not in run_message(1, plain, 1.0)["case"]["memory"][0]


def test_targets_without_gds_are_not_sent_the_case():
    plan = resolve(parse_case(gds_add_case("gfx1100")))
    hello = Hello(protocol=[1], name="x", architectures=["gfx1100"],
                  features=["state", "registers", "memory", "addresses"])
    assert "gds" in str(unsupported_reason(plan, hello))
    hello.features.append("gds")
    assert unsupported_reason(plan, hello) is None


def test_targets_without_exports_are_not_sent_the_case():
    code = assemble_lines("gfx906", 64, ["exp mrt1 v1, v1, v1, v1 done vm"])[0].hex()
    case = {"assay": 1, "arch": "gfx906", "code": code}
    pair = case | {"expect": {"exports": [{"target": 1, "done": True}]}}
    without = Hello(protocol=[1], name="x", architectures=["gfx906"], features=["state", "memory"])
    assert str(unsupported_reason(resolve(parse_case(pair)), without)).startswith("exports: ")
    assert unsupported_reason(resolve(parse_case(case)), without) is None
    without.features.append("exports")
    assert unsupported_reason(resolve(parse_case(pair)), without) is None
