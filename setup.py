"""The wheel's extension: the model, built by model/build.py from the tables."""
import sys
import types
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent


class BuildModel(build_ext):
    """Compiles assay.model._assay where setuptools wants it; generated files go to its temporary folder."""

    def build_extension(self, ext):
        package = types.ModuleType("assay")  # the folders are the package's members before anything is installed
        package.__path__ = [str(ROOT)]
        sys.modules["assay"] = package
        from assay.model.build import build
        target = Path(self.get_ext_fullpath(ext.name)).resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        build(out=Path(self.build_temp).resolve(), extension=target)


setup(ext_modules=[Extension("assay.model._assay", sources=[])], cmdclass={"build_ext": BuildModel})
