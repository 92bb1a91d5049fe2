"""Declared choices: where the ISA leaves a choice, what a target says it does (YAML, checked against the type
below)."""
from __future__ import annotations

from pathlib import Path
from typing import Literal, Union

import msgspec
from msgspec import Struct

from .case import CaseError, Integer
from .floats import KINDS as FLOATS, is_nan


class NanPattern(Struct, forbid_unknown_fields=True):
    """The bits of a NaN an operation makes from operands that hold none; absent: any NaN is accepted."""
    f16: Union[Integer, None] = None
    f32: Union[Integer, None] = None
    f64: Union[Integer, None] = None


class Choices(
    Struct,
    forbid_unknown_fields=True,
    rename={
        "nan_generated": "nan.generated",
        "nan_propagated": "nan.propagated",
        "lds_out_of_range": "lds.out_of_range",
        "colliding_lanes": "memory.colliding_lanes",
        "alignment": "memory.alignment",
    },
):
    """One value for each choice; None is undeclared: every legal outcome is accepted and counted as a leniency."""
    choices: Literal[1] = 1
    nan_generated: Union[NanPattern, None] = None
    nan_propagated: Union[Literal["first", "last", "quiet-first", "canonical"], None] = None
    lds_out_of_range: Union[Literal["zero", "fault"], None] = None
    colliding_lanes: Union[Literal["ascending", "descending"], None] = None
    alignment: Union[Literal["unaligned", "dword", "strict"], None] = None

    def for_model(self) -> dict:
        """The model's struct assay_choices, so that the model does what is declared; undeclared: its own choice."""
        made = self.nan_generated or NanPattern()
        return {"nan_propagated": _number(self.nan_propagated, "first", "last", "quiet-first", "canonical"),
                "lds_out_of_range": _number(self.lds_out_of_range, "zero", "fault"),
                "colliding_lanes": _number(self.colliding_lanes, None, "ascending", "descending"),
                "alignment": _number(self.alignment, "unaligned", "dword", "strict"),
                "nan_generated": tuple(pattern(one) for one in (made.f16, made.f32, made.f64))}


def _not_a_nan(name: str, bits: Integer | None) -> str | None:
    """What is wrong with a declared NaN of a kind; None when nothing is."""
    if bits is None:
        return None
    width, fraction = FLOATS[name]
    try:
        value = int(bits, 16) if isinstance(bits, str) else bits
    except ValueError:
        value = -1
    if 0 <= value < 1 << width and is_nan(value, name):
        return None
    shown = repr(bits) if isinstance(bits, str) and value < 0 else hex(value) if value >= 0 else value
    quiet = (1 << width - 1) - (1 << fraction - 1)
    return f"nan.generated.{name}: {shown} is no NaN of {name}; write its bits, as in {quiet:#x}"


def _number(declared: str | None, *names: str | None) -> int:
    return names.index(declared) if declared else 0


def pattern(bits: Integer | None) -> int:
    """The bits of a declared NaN; 0 for none."""
    return int(bits, 16) if isinstance(bits, str) else bits or 0


def load_choices(path: str | Path) -> Choices:
    """A YAML file -> Choices. Raises CaseError naming file and key."""
    import yaml
    try:
        data = yaml.safe_load(Path(path).read_text()) or {}
    except OSError as error:
        raise CaseError("choices", f"{path}: {error.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise CaseError("choices", f"{path}: not YAML: {str(error).splitlines()[0]}") from None
    return read_choices(data, str(path))


def read_choices(data: dict, where: str = "choices") -> Choices:
    """The same from a dict."""
    try:
        found = msgspec.convert(data, Choices)
    except (msgspec.ValidationError, RecursionError) as error:
        raise CaseError(
            "choices",
            f"{where}: {error}; the keys are {', '.join(f.encode_name for f in msgspec.structs.fields(Choices))}",
        ) from None
    made = msgspec.structs.asdict(found.nan_generated or NanPattern())
    wrong = next((text for name, bits in made.items() if (text := _not_a_nan(name, bits))), None)
    if wrong:
        raise CaseError("choices", f"{where}: {wrong}")
    return found
