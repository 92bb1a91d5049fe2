"""lit's configuration: `lit suites`, `lit suites --param target=T`, `lit suites --param mutant=ID`."""
import os
import sys

import lit.formats

from assay.suites.format import CaseFormat

config.name = "assay"                                    # noqa: F821 (lit puts `config` and `lit_config` here)
config.test_format = CaseFormat(target=lit_config.params.get("target"), mutant=lit_config.params.get("mutant"))  # noqa: F821
config.suffixes = [".s"]                                 # noqa: F821
config.excludes = ["kernels", "build"]                   # noqa: F821
