"""The wheel's extensions: the model, built by model/build.py, and the loops of generators/native/plan.c."""
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "src"))               # the extensions are built by code of the packages


class BuildBoth(build_ext):
    """Compiles an extension where setuptools wants it; generated files go to its temporary folder, those of an
    editable install where `make setup` looks for them: nothing is compiled twice."""

    def build_extension(self, ext):
        if ext.name == "assay.model._assay":
            from assay.model.build import build
        else:
            from assay.generators.native.build_plan import build
        target = Path(self.get_ext_fullpath(ext.name)).resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        build(out=ROOT / "build" if self.editable_mode else Path(self.build_temp).resolve(), extension=target)


setup(ext_modules=[Extension(name, sources=[]) for name in ("assay.model._assay", "assay.generators.native._plan")],
      cmdclass={"build_ext": BuildBoth})
