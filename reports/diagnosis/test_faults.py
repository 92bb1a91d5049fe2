"""Questions that are asked in a child, which a faulty library may crash."""
import os
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from msgspec import structs

from ...generators.instructions import case_sampler, form_selection
from ...harness.execution.outcome import UNKNOWN_INSTRUCTION_COUNT
from ...harness.faults import curated_faults, fault_dictionary
from ...harness.faults.fault_run import FaultRun
from ...harness.faults.mutant_library import FaultyModel
from ...model import build
from ..certification import passing_evidence
from ..certification.task_types import CertifyOptions
from . import diagnose, faults, keys
from .evidence import Reader


def crashes(entry):
    if entry == "breaks the heap":
        os.write(2, b"corrupted size vs. prev_size")
        os.abort()
    if entry == "is asked wrongly":
        raise KeyError(entry)
    return entry


def test_a_crash_is_an_answer_and_prints_nothing(capfd):
    assert faults.in_a_child(["one", "breaks the heap", "two"], crashes, 5) == (1, [(0, "one")])
    assert capfd.readouterr() == ("", "")


def test_an_error_of_ours_is_printed(capfd):
    assert faults.in_a_child(["is asked wrongly"], crashes, 5) == (0, [])
    assert "KeyError: 'is asked wrongly'" in capfd.readouterr().err


def test_a_fault_that_crashes_is_none_of_a_target_that_passes(monkeypatch):
    [one] = [seen_of(form) for form in case_sampler.all_forms("gfx906") if form.mnemonic == "v_not_b32_e32"]
    made = fault_dictionary.load_dictionary()
    entries = [one for one in made.entries.values() if one.key in ("exec-ignored", "fma-unfused")]
    assert set(faults.contradicted(entries, made.library, [one], None)) <= {"exec-ignored"}
    monkeypatch.setattr(faults, "asked", lambda entries, question: [])
    assert faults.contradicted(entries, made.library, [one, one], None) == {"exec-ignored": 2, "fma-unfused": 2}


def seen_of(form):
    """The first case of a form, as a target that is right has it."""
    hello = SimpleNamespace(features=("state", "registers"), registers=())
    nobody = SimpleNamespace(choices=None, hello=hello, claims=None)
    [seen] = passing_evidence.first_case(nobody, form, CertifyOptions(seed=1, quick=True))
    return seen


@pytest.mark.parametrize("only", ["v_mad_u64_u32", "vop2:v_add_f16", "ds:ds_add_rtn_u32", "sop1:s_not_b32"])
def test_one_fault_after_the_other_leaves_what_it_leaves_alone(only):
    """Faults that decode otherwise, too: nothing of one is there when the next one runs."""
    made, [number] = fault_dictionary.load_dictionary(), form_selection.select_forms(only, ["gfx906"])["gfx906"]
    seen = seen_of(case_sampler.all_forms("gfx906")[number])
    reader, trial = Reader(seen, None), FaultRun(made.library, seen.plan, None)
    own = diagnose.operations_in("gfx906", 64, seen.plan.code)

    def alike(entry):
        got, alone = trial.run_and_compare(entry.number), FaultyModel(made.library, entry.number).run(seen.plan)
        return [(reader.read(got or seen.golden) == reader.read(alone)).all().item(), got is not None]
    said = faults.asked(made.candidates(own, [trial]), alike, spoilt=lambda: trial.is_contaminated)
    assert all(same for _, (same, _) in said) and sum(departs for _, (_, departs) in said) > 1
    without = {one.key for name in own for one in made.by_operation.get(name, ())} | {entry.key for entry, _ in said}
    rest = [one for one in made.by_operation[""] if one.key not in without]
    answers = faults.asked(rest, alike, spoilt=lambda: trial.is_contaminated)
    assert rest and not any(departs for _, (_, departs) in answers)


def test_a_machine_that_a_fault_has_spoilt_is_left():
    """The next question is asked in another process, which has what was there before."""
    asked = []

    def question(entry):
        asked.append(entry)
        return [entry, len(asked)]
    assert faults.asked(["one", "spoils", "two"], question, spoilt=lambda: asked[-1:] == ["spoils"]) == [
        ("one", ["one", 1]), ("spoils", ["spoils", 2]), ("two", ["two", 1])]


def test_what_a_compare_makes_exec_may_be_inverted():
    made = fault_dictionary.load_dictionary()
    [number] = form_selection.select_forms("vopc:v_cmpx_lt_u32", ["gfx1100"])["gfx1100"]
    seen = seen_of(case_sampler.all_forms("gfx1100")[number])
    [entry] = [one for one in made.by_operation["v_cmpx_lt_u32"] if one.key == "v_cmpx_lt_u32 bit-inverted"]
    got = FaultRun(made.library, seen.plan, None).run_and_compare(entry.number)
    for start, right, wrong in zip(seen.plan.wave_states, seen.golden.waves, got.waves):
        assert wrong.scalars["exec_lo"] == start.scalars["exec_lo"] & ~right.scalars["exec_lo"]


def test_of_a_band_a_fault_gives_what_the_target_gives_near_it():
    """1.0 + 1 ulp of one and of the other is one result, where the operation may be wrong by one; 2 ulp are another."""
    reader = object.__new__(Reader)
    reader.floats = [(slice(1, 5), "f32", 1, np.array([True, True, True, False]), None)]
    got = np.array([0, 0x3f800001, 0x3f800002, 0x80400000, 0x3f800001], np.uint32)
    faulty = np.array([1, 0x3f800000, 0x3f800000, 0x80400001, 0x3f800000], np.uint32)
    assert reader.nearest(faulty, got).tolist() == [1, 0x3f800001, 0x3f800000, 0x80400000, 0x3f800000]
    assert faulty[1] == 0x3f800000


def test_two_faults_stand_where_each_alone_shows_what_the_other_has_otherwise():
    """Unit 2 is of the second fault alone, unit 3 of the first; the third has unit 2 otherwise than the target, and
    nothing explains all of unit 4, which the fourth has otherwise."""
    first, second, third, fourth = (SimpleNamespace(number=n) for n in range(4))
    held = SimpleNamespace(every=lambda unit: 3)
    found = {0: {1: 3, 2: 0, 3: 3}, 1: {2: 3, 3: 0}, 2: {1: 1, 2: 0}, 3: {1: 3, 4: 0}}
    assert faults.standing([first, second, third, fourth], found, held) == [first, second, third]
    assert faults.standing([first, third, fourth], found, held) == []
    assert faults.standing([second], {1: {2: 3}}, held) == [second]


def test_keys_say_which_faults_are_of_any_operation():
    """And so may stand beside others in one case."""
    made = fault_dictionary.load_dictionary()
    words = {one.key for one in made.entries.values() if keys.of_any(one.key)}
    assert {"frexp-fields", "null-pair-m0"} <= words and words == set(curated_faults.read_table())
    assert not any(keys.of_any(one.key) for name in made.by_operation if name for one in made.by_operation[name])


def test_entries_kept_beside_a_library_are_what_was_found(tmp_path):
    entries, library = fault_dictionary.load_dictionary().entries, tmp_path / "library.so"
    read = fault_dictionary.cached_entries
    assert [read(library, found) for found in (lambda: entries, pytest.fail)] == [entries, entries]


def test_what_a_target_tells_is_compared_like_what_it_leaves():
    """The rules, a count unless it is not told, waves that are missing; of a program that breaks rules nothing else."""
    seen, rule = seen_of(case_sampler.all_forms("gfx906")[0]), {"rule": "memory.align", "kind": "error"}

    def wrong(golden, **fields):
        got = structs.replace(golden, **fields)
        told = replace(seen, golden=golden, got=got, told=frozenset({"count", "findings"}))
        words = Reader(told, None).words()
        return {words.names[n][1] for n in words.places()[words.wrong]}
    right = seen.golden
    assert wrong(right) == wrong(right, instructions=UNKNOWN_INSTRUCTION_COUNT) == set()
    assert wrong(right, instructions=1 << 33) == {"count"} and wrong(right, findings=[rule]) == {"findings"}
    illegal, broken = structs.replace(right, status="illegal"), structs.replace(right, findings=[rule])
    assert wrong(right, waves=[]) == {"status"} and wrong(illegal, instructions=9) == set()
    assert wrong(broken, status="fault", instructions=9) == set() and wrong(broken, findings=[]) == {"findings"}


def test_a_fault_whose_words_are_no_text_explains_nothing():
    def departure(number):
        return b"\xff".decode()
    assert faults.tried(SimpleNamespace(run_and_compare=departure), SimpleNamespace(number=1), None, 0) is None


def test_that_there_is_no_dictionary_is_said(monkeypatch, capsys):
    monkeypatch.setattr(build, "has_sources", lambda: False)
    assert faults.the_dictionary.__wrapped__() is None
    assert "needs a checkout" in capsys.readouterr().err
