"""Tests are imported under the names their packages have when installed (`assay.model.test_float`): a file has one
module, and relative imports mean the same in a test as anywhere."""
import ctypes
import fcntl
import gc
import os
from importlib import import_module

import pytest


class Member(pytest.Module):
    """A test module of one of the packages.  Of several workers the first to have it rewrites its assertions and keeps
    that beside it, for the others to read."""

    def _getobj(self):
        parts = self.path.relative_to(self.config.rootpath).with_suffix("").parts
        with open(self.path) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            return import_module(".".join(("assay", *parts)))


def pytest_pycollect_makemodule(module_path, parent):
    return Member.from_parent(parent, path=module_path)


def pytest_collect_directory(path, parent):
    return pytest.Dir.from_parent(parent, path=path)


M_MMAP_THRESHOLD = -3                                  # of mallopt (glibc's malloc.h)
LARGE = 1 << 18                                        # bytes


def pytest_configure(config):
    """Tests make machines by the thousand.  Their tables, mostly never touched, are to be new pages each time, which
    are zero by themselves; glibc would keep those of the first and clear them all for the next."""
    if hasattr(ctypes.CDLL(None), "mallopt"):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE)
    os.environ.setdefault("LLVM_DISABLE_SYMBOLIZATION", "1")     # llvm-mc dies of some words: nobody reads where
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")           # as cli/__init__.py: processes are started by hundreds
    config.addinivalue_line("markers", "long: takes ten seconds and more; files with such tests begin first")


def pytest_collection_modifyitems(items):
    """Files with something that takes long begin first, so that no worker is left alone with one in the end."""
    first = {item.path for item in items if item.get_closest_marker("long")}
    items.sort(key=lambda item: item.path not in first)


def pytest_collection_finish():
    """What collecting has made stays to the end: the garbage collector need not go through it, nor come this often
    (an eighth of the processor time of generated cases)."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_terminal_summary(terminalreporter):
    """What could not be exercised here is named, with what it needs; a skip alone is a letter in a row of dots."""
    found = {}
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2].removeprefix("Skipped: ") if isinstance(report.longrepr, tuple) else ""
        if reason.startswith("not exercised: "):
            found[reason] = found.get(reason, 0) + 1
    for reason, count in found.items():
        terminalreporter.write_line(f"{reason} ({count} tests)")
