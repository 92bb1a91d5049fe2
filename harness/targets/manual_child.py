"""Child process of the target `manual`: the interpreter of AMD's pseudocode behind the protocol."""
from __future__ import annotations

from ..protocol.adapter import serve
from ..protocol.messages import case_dict, result_body_from_dict


def main() -> None:
    """python -m assay.harness.targets.manual_child"""
    from .manual import Manual
    manual = Manual()

    def run(case: dict, seconds: float) -> dict:
        return result_body_from_dict(manual.run(case_dict(case, arrays=True), seconds, arrays=True), case)
    serve(manual.hello(), run)


if __name__ == "__main__":
    main()
