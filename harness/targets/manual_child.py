"""The target `manual` as a child process: the interpreter of AMD's pseudocode behind the protocol."""
from __future__ import annotations

from ..adapter import serve
from ..protocol import case_of, result_of_dict


def main() -> None:
    """python -m assay.harness.targets.manual_child"""
    from .manual import Manual
    manual = Manual()
    serve(manual.hello(), lambda case, seconds: result_of_dict(manual.run(case_of(case), seconds), case))


if __name__ == "__main__":
    main()
