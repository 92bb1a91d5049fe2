"""Prepared runs give the same results as Model.run."""
import msgspec
import pytest
from msgspec.structs import replace

from ...generators.programs import program_coverage
from ...generators.programs.program_settings import Options
from ...generators.programs.random_programs import ProgramBatch
from ...spec import CERTIFIED
from ..case.assembler import assemble
from ..case.case_types import CaseError
from ..case.plan import resolve
from ..protocol import frames, messages
from ..targets import model_child
from . import prepared_runs
from .model_run import Model
from .prepared_runs import PreparedRunner, PreparedRunners
from .program_plans import program_plan, program_run_inputs

MODEL = Model()


def run_message(plan):
    """Return the case in a plan's `run` message, as a target decodes it."""
    return msgspec.msgpack.decode(frames.frame(messages.run_message(1, plan, 1.0))[4:])["case"]


def received_case(plan):
    """Return the case in a plan's `run` message, as the target `model` decodes it."""
    return msgspec.msgpack.decode(frames.frame(messages.run_message(1, plan, 1.0))[4:], type=model_child.Run).case


def answer_fields(answer):
    """Return an answer in the form of a target's decoded result."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(answer.body))


@pytest.mark.parametrize("arch", sorted(CERTIFIED))
def test_results_equal_those_of_the_model(arch):
    """The inputs are made from a plan, from a program, and from a message."""
    shapes, kinds = PreparedRunners(MODEL), set()
    for number in range(24):
        sheet = ProgramBatch(Options(arch, seed=2, length=(1, 30)), number, program_coverage.empty_coverage(arch))
        kinds.add(sheet.setting.kind)
        for stream in sheet.programs[::13]:
            plan = program_plan(stream)
            case, golden = received_case(plan), MODEL.run(plan)
            ended = golden.bits is not None
            right = messages.result_body(golden)
            right["findings"] = [one for one in right["findings"] if one["rule"] != "open.end"]
            assert prepared_runs.can_prepare(plan)
            assert model_child.case_key(case)[:9] == prepared_runs.runner_key(plan)[:9]
            for inputs in (prepared_runs.run_inputs(plan), program_run_inputs(stream, plan),
                           model_child.case_contents(case)):
                result = shapes.find(prepared_runs.runner_key(plan), lambda plan=plan: plan).run(inputs)
                assert answer_fields(result) == {key: value for key, value in right.items() if value is not None}
                assert result.incomparable == ended
                assert result.bits[1] == golden.compared()[1]
                assert result.incomparable or result.bits == golden.compared()
    assert len(kinds) > 2


def test_a_light_plan_sends_the_same_message():
    sheet = ProgramBatch(Options("gfx1100", seed=2, length=(1, 9)), 3, program_coverage.empty_coverage("gfx1100"))
    for stream in sheet.programs[:8]:
        assert run_message(program_plan(stream)) == run_message(program_plan(stream, light=True))


def test_missing_words_are_refused():
    sheet = ProgramBatch(Options("gfx1100", seed=2, length=(1, 9)), 3, program_coverage.empty_coverage("gfx1100"))
    plan = program_plan(sheet.programs[0])
    inputs = prepared_runs.run_inputs(plan)
    with pytest.raises(CaseError, match="words of values"):
        PreparedRunner(MODEL, plan).run(replace(inputs, words=inputs.words[:-4]))


@pytest.mark.parametrize("key, why", [
    ({"trap_handler": {"code": "000080bf", "tba": 256, "tma": 0}}, "a trap handler"),
    ({"registers": {"COMPUTE_NUM_THREAD_X": 32}}, "dispatch registers"),
    ({"group": [64, 1, 1], "waves": [{"s1": 1}, {"s2": 1}]}, "waves that differ"),
    ({"group": [64, 1, 1], "waves": [{"s1": 1}]}, "a wave too few"),
    ({"state": {"s3": 1}, "group": [64, 1, 1], "waves": [{"s1": 1}, {"s1": 2}]}, "a state of all beside"),
    ({"memory": [{"name": "kernarg", "size": 8}]}, "a region that a kernel knows")])
def test_plans_that_need_a_full_run_are_not_prepared(key, why):
    plan = resolve({"assay": 1, "arch": "gfx1100", "wave": 32, "code": "800080be", "observe": {"registers": ["s0"]}}
                   | key)
    assert not prepared_runs.can_prepare(plan) and model_child.case_contents(received_case(plan)) is None, why


def test_memory_does_not_leak_into_the_next_run():
    """Regions are larger, smaller or at other addresses than before, and a run has left undefined bytes in them."""
    shapes, code = PreparedRunners(MODEL), assemble("gfx1100",
                                                    "global_store_b32 v0, v1, s[2:3]\ns_waitcnt_vscnt null, 0")
    for sizes in ((64, 8), (8, 256), (1 << 16, 64), (64,)):
        case = {"assay": 1, "arch": "gfx1100", "wave": 32, "code": code.hex(),
                "state": {"v0": 0, "s[2:3]": "m0+4"} | ({"v1": 5} if len(sizes) == 2 else {}),
                "memory": [{"name": f"m{n}", "size": size, "bytes": "07" * (size // 2)}
                           for n, size in enumerate(sizes)],
                "observe": {"registers": [], "memory": [{"name": f"m{n}"} for n in range(len(sizes))]}}
        plan = resolve(case)
        golden = MODEL.run(plan)
        found = shapes.find(prepared_runs.runner_key(plan), lambda plan=plan: plan).run(prepared_runs.run_inputs(plan))
        assert [one[2] for one in found.memory] == [one.data for one in golden.memory]
        assert found.bits == golden.compared()


def test_a_single_wave_starts_with_the_state():
    """The message of a single wave has all registers in `state`, and `waves` is empty."""
    case = {"assay": 1, "arch": "gfx1100", "code": "800080be",
            "state": {"s1": 5, "s2": 6}, "waves": [{"s2": 7, "s3": 8}]}
    lone = resolve(case)
    lone.observed = ["s1"]
    pair = resolve(case | {"grid": [64, 1, 1], "group": [64, 1, 1]})
    pair.observed = ["s1"]
    assert run_message(lone)["state"] == {"s1": 5, "s2": 7, "s3": 8} and run_message(lone)["waves"] == []
    assert run_message(pair)["state"] == {"s1": 5, "s2": 6} and run_message(pair)["waves"] == [{"s2": 7, "s3": 8}]
