"""Questions that are asked in a child, which a faulty library may crash."""
import os

from . import faults


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
