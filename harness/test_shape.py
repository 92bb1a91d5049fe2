"""Runs of one shape give what Model.run gives, and only what comes again is prepared."""
import pytest

from ..generators.streams import coverage
from ..generators.streams.settings import Options
from ..generators.streams.streams import Sheet
from ..spec import CERTIFIED
from . import protocol
from .plan import resolve
from .run import Model
from .shape import PAIR, Contents, Shape, Shapes
from .streams import plan_of, words
from .targets.model import contents_of, key_of

MODEL = Model()


def wire(plan):
    """The case of a plan's message, as it arrives."""
    import msgspec
    return msgspec.msgpack.decode(protocol.frame(protocol.run_message(1, plan, 1.0))[4:])["case"]


@pytest.mark.parametrize("arch", sorted(CERTIFIED))
def test_it_answers_what_the_model_answers(arch):
    shapes, kinds = Shapes(MODEL), set()
    for number in range(24):
        sheet = Sheet(Options(arch, seed=2, length=(1, 30)), number, coverage.nothing(arch))
        kinds.add(sheet.setting.kind)
        for stream in sheet.streams[::13]:
            plan = plan_of(stream)
            case, golden = wire(plan), MODEL.run(plan)
            shape = None
            while shape is None:                     # the first time it is not prepared
                shape = shapes.find(key_of(case), lambda case=case: protocol.plan_of(case))
            found, right = shape.run(contents_of(case)), protocol.result_of(golden)
            right["findings"] = [one for one in right["findings"] if one["rule"] != "open.end"]
            assert found.body == {key: value for key, value in right.items() if value is not None}
            assert found.ended == (golden.bits is not None)
            assert found.bits[1] == golden.compared()[1]
            assert found.ended or found.bits == golden.compared()
    assert len(kinds) > 2


def test_a_plan_made_light_sends_the_same():
    sheet = Sheet(Options("gfx1100", seed=2, length=(1, 9)), 3, coverage.nothing("gfx1100"))
    for stream in sheet.streams[:8]:
        assert wire(plan_of(stream)) == wire(plan_of(stream, light=True))


def test_contents_of_another_shape_are_refused():
    sheet = Sheet(Options("gfx1100", seed=2, length=(1, 9)), 3, coverage.nothing("gfx1100"))
    shape = Shape(MODEL, plan_of(sheet.streams[0]))
    stream = sheet.streams[1]
    assert shape.run(Contents(stream.code, words(stream)[:-4])) is None


def test_what_comes_seldom_is_not_prepared():
    sheet = Sheet(Options("gfx1100", seed=2, length=(1, 9)), 3, coverage.nothing("gfx1100"))
    shapes, made = Shapes(MODEL), []
    for time in range(4):
        found = shapes.find("key", lambda: made.append(1) or plan_of(sheet.streams[0]))
        assert (found is None) == (time < PAIR)
    assert len(made) == 1


def test_a_lone_wave_starts_with_what_state_says():
    """An adapter that runs one wave needs no other place to look."""
    case = {"assay": 1, "arch": "gfx1100", "code": "800080be",
            "state": {"s1": 5, "s2": 6}, "waves": [{"s2": 7, "s3": 8}]}
    lone = resolve(case)
    lone.observed = ["s1"]
    pair = resolve(case | {"grid": [64, 1, 1], "group": [64, 1, 1]})
    pair.observed = ["s1"]
    assert wire(lone)["state"] == {"s1": 5, "s2": 7, "s3": 8} and wire(lone)["waves"] == []
    assert wire(pair)["state"] == {"s1": 5, "s2": 6} and wire(pair)["waves"] == [{"s2": 7, "s3": 8}]
