"""Tests are imported under the names their packages have when installed (`assay.model.test_float`): a file has one
module, and relative imports mean the same in a test as anywhere."""
from importlib import import_module

import pytest


class Member(pytest.Module):
    """A test module of one of the packages."""

    def _getobj(self):
        parts = self.path.relative_to(self.config.rootpath).with_suffix("").parts
        return import_module(".".join(("assay", *parts)))


def pytest_pycollect_makemodule(module_path, parent):
    return Member.from_parent(parent, path=module_path)


def pytest_collect_directory(path, parent):
    return pytest.Dir.from_parent(parent, path=path)
