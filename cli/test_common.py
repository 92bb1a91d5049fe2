"""Progress lines without a terminal: the estimate of the remaining time, and work without a known total."""
from . import common


def test_work_of_an_earlier_run_does_not_change_the_estimate(monkeypatch, capsys):
    """90 of 100 were done before; one more took two seconds, so nine more take eighteen."""
    clock = iter((10.0, 11.5, 12.0))
    monkeypatch.setattr(common.time, "monotonic", lambda: next(clock))
    monkeypatch.setattr(common, "PROGRESS_INTERVAL_S", 1)
    with common.progress("mutate", 100, 90) as step:
        step(0)
        step()
    assert capsys.readouterr().err == "mutate: 91 of 100, 2 s; about 18 s left\n"


def test_progress_works_without_a_total(monkeypatch, capsys):
    monkeypatch.setattr(common, "PROGRESS_INTERVAL_S", 0)
    with common.progress("cases", None) as step:
        step(3)
    assert capsys.readouterr().err == "cases: 3 of ?, 0 s\n"


def test_lines_of_input_arrive_complete_and_in_order(monkeypatch):
    """Chunks may end anywhere; a long line without an end is read in time that grows with its length."""
    chunks = [b"a", b"b\nc\n", b"\n", *[b"x" * 1000] * 2000, b"\ny"]
    arriving = iter([*chunks, b""])
    monkeypatch.setattr(common.os, "read", lambda file, size: next(arriving))
    batches = list(common.input_lines())
    assert [line for batch in batches for line in batch] == b"".join(chunks).split(b"\n")
    assert batches[0] == [b"ab", b"c"]
