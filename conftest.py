"""Pytest for the whole tree: tests under the package's names, long files first, process settings, list of what was not
exercised. A test is imported as `assay.model.test_float`, so that a file has one module and relative imports work."""
import ctypes
import fcntl
import gc
import os
from importlib import import_module

import pytest


class PackageTestModule(pytest.Module):
    """A test module of one of the packages.
    The first of several workers rewrites its assertions and caches the result for the others."""

    def _getobj(self):
        parts = self.path.relative_to(self.config.rootpath).with_suffix("").parts
        with open(self.path) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            return import_module(".".join(("assay", *parts)))


def pytest_pycollect_makemodule(module_path, parent):
    return PackageTestModule.from_parent(parent, path=module_path)


def pytest_collect_directory(path, parent):
    return pytest.Dir.from_parent(parent, path=path)


M_MMAP_THRESHOLD = -3                                  # of mallopt (glibc's malloc.h)
MMAP_THRESHOLD_BYTES = 1 << 18


def configure_allocator() -> None:
    """Make malloc() map blocks of MMAP_THRESHOLD_BYTES and more.
    Tests create thousands of machines whose tables are mostly unused. New zero pages for each are faster than clearing
    reused memory."""
    if hasattr(ctypes.CDLL(None), "mallopt"):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, MMAP_THRESHOLD_BYTES)


def set_environment() -> None:
    """Set the environment variables of LLVM and OpenBLAS that are not set."""
    os.environ.setdefault("LLVM_DISABLE_SYMBOLIZATION", "1")     # llvm-mc crashes on some words; the trace is not read
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")           # as in cli/__init__.py, for hundreds of processes


def register_markers(config) -> None:
    """Register the marker `long`."""
    config.addinivalue_line("markers", "long: takes ten seconds or more; files with such tests run first")


def pytest_configure(config):
    """Configure the allocator, the environment and the markers."""
    configure_allocator()
    set_environment()
    register_markers(config)


def pytest_collection_modifyitems(items):
    """Run files with long tests first, so that the workers finish at about the same time."""
    first = {item.path for item in items if item.get_closest_marker("long")}
    items.sort(key=lambda item: item.path not in first)


def pytest_collection_finish():
    """Exclude the collected objects from garbage collection and collect less often.
    This saves an eighth of the processor time of generated cases."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_terminal_summary(terminalreporter):
    """Name what could not be exercised and what it needs."""
    counts = {}
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2].removeprefix("Skipped: ") if isinstance(report.longrepr, tuple) else ""
        if reason.startswith("not exercised: "):
            counts[reason] = counts.get(reason, 0) + 1
    for reason, count in counts.items():
        terminalreporter.write_line(f"{reason} ({count} tests)")
