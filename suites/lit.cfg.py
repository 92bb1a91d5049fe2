"""lit's configuration: `lit suites`, `lit suites --param target=T`, `lit suites --param mutant=ID`."""
import os

from assay.cli.lit_format import CaseFormat          # lit runs this file outside the package

RECORDS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "build", "lit")
os.makedirs(RECORDS, exist_ok=True)

config.test_exec_root = RECORDS                          # noqa: F821 (lit stores the times of the last run there)
config.name = "assay"                                    # noqa: F821 (lit puts `config` and `lit_config` here)
params = lit_config.params                               # noqa: F821
config.test_format = CaseFormat(target=params.get("target"), mutant=params.get("mutant"))      # noqa: F821
config.suffixes = [".s"]                                 # noqa: F821
config.excludes = ["kernels", "build"]                   # noqa: F821
