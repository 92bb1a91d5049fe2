"""What a target declares, in YAML: implementation-defined choices, and the support that it claims. The types below
check a declaration."""
from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, Union

import msgspec
from msgspec import Struct
from msgspec.inspect import LiteralType, NoneType, StructType, UnionType, type_info

from ...spec import TARGETS
from .case_types import CaseError, Integer
from .float_bits import FLOAT_FORMATS as FLOATS, is_nan
from .yaml_files import YamlError, read_yaml


class NanPattern(Struct, forbid_unknown_fields=True):
    """The bits of the NaN that an operation produces if no operand is a NaN. If they are absent, any NaN is accepted.
    """
    f16: Union[Integer, None] = None
    f32: Union[Integer, None] = None
    f64: Union[Integer, None] = None


class Missing(Struct, forbid_unknown_fields=True):
    """Globs of features that a target lacks: modifiers and operand kinds (clamp, omod, dpp, literal, …), registers, and
    operations as in --only."""
    modifiers: list[str] = []
    registers: list[str] = []
    operations: list[str] = []


class FixedMode(Struct, forbid_unknown_fields=True):
    """Fields of MODE that have a fixed value on a target, encoded as in the register."""
    round: Union[int, None] = None
    denorm: Union[int, None] = None
    dx10_clamp: Union[int, None] = None
    ieee: Union[int, None] = None
    fp16_ovfl: Union[int, None] = None


class Claims(Struct, forbid_unknown_fields=True):
    """The declared support of a target. Features that are not claimed do not affect the verdict; the report lists them.
    """
    mode: Union[FixedMode, None] = None
    missing: Missing = msgspec.field(default_factory=Missing)
    waves: dict[str, list[int]] = {}
    findings: bool = True
    dispatch: bool = True


MODE_FIELDS = {"round": (0, 4), "denorm": (4, 4), "dx10_clamp": (8, 1), "ieee": (9, 1), "fp16_ovfl": (23, 1)}
# Kernels from compilers: MODE of the ABI, no traps, no graphics, no output modifiers.
COMPUTE_CLAIMS = Claims(
    mode=FixedMode(round=0, denorm=15, dx10_clamp=1, ieee=1, fp16_ovfl=0),
    missing=Missing(
        modifiers=["omod"],
        registers=["ttmp*", "trapsts", "tba*", "tma*"],
        operations=["s_trap", "s_rfe*", "s_sethalt", "s_ttrace*", "s_cbranch_cdbg*", "v_interp*", "lds_*", "exp*",
                    "image_*", "s_setvskip"],
    ),
)
PROFILES = {"full": Claims(), "compute": COMPUTE_CLAIMS}


def common_claims(first: Claims, second: Claims) -> Claims:
    """The claims that both targets make."""
    fields = [msgspec.structs.asdict(c.mode) if c.mode else {} for c in (first, second)]
    mode = {name: value if (value := fields[0].get(name)) is not None else fields[1].get(name) for name in MODE_FIELDS}
    merged = {
        key: sorted({*getattr(first.missing, key), *getattr(second.missing, key)})
        for key in ("modifiers", "registers", "operations")
    }
    waves = {
        arch: [w for w in first.waves.get(arch, second.waves.get(arch, [])) if w in second.waves.get(arch, [w])]
        for arch in {**first.waves, **second.waves}
    }
    fixed = FixedMode(**mode) if any(value is not None for value in mode.values()) else None
    return Claims(fixed, Missing(**merged), waves, first.findings and second.findings,
                  first.dispatch and second.dispatch)


def mode_bits(claims: Claims) -> tuple[int, int]:
    """The mask of fixed bits of MODE, and their values."""
    mask = bits = 0
    for name, (low, width) in MODE_FIELDS.items():
        value = getattr(claims.mode, name) if claims.mode else None
        if value is not None:
            mask |= ((1 << width) - 1) << low
            bits |= value << low
    return mask, bits


def _claim_error(claims: Claims) -> str | None:
    """Return the error in claims that already have the right types, or None."""
    for name, (_, width) in MODE_FIELDS.items():
        value = getattr(claims.mode, name) if claims.mode else None
        if value is not None and not 0 <= value < 1 << width:
            return f"mode.{name}: {value} does not fit {width} bits"
    for arch, sizes in claims.waves.items():
        if arch not in TARGETS:
            return f"waves: no architecture is called '{arch}'; there are {', '.join(TARGETS)}"
        if not sizes or set(sizes) - set(TARGETS[arch].waves):
            return f"waves.{arch}: {sizes}; {arch} runs waves of {' and '.join(map(str, TARGETS[arch].waves))}"
    globs = msgspec.structs.asdict(claims.missing)
    if not any(globs.values()):
        return None
    from ...generators.form_coverage.claim_vocabulary import unmatched_glob  # rarely needed
    problem = unmatched_glob(globs)
    return problem and f"missing.{problem}"


def _valid_values_hint(error: str, struct_type: type[Struct]) -> str:
    """The allowed keys or values at the path of msgspec's error."""
    node: Any = type_info(struct_type)
    path = error.partition("`$")[2].rstrip("`").removeprefix(".")
    while True:
        node = next(one for one in node.types if not isinstance(one, NoneType)) if isinstance(node, UnionType) else node
        if isinstance(node, LiteralType):
            return f"; it is one of {', '.join(map(repr, node.values))}"
        if not isinstance(node, StructType):
            return ""
        if not path:
            return f"; the keys are {', '.join(one.encode_name for one in node.fields)}"
        key = next((one for one in node.fields if f"{path}.".startswith(f"{one.encode_name}.")), None)
        if key is None:
            return ""
        node, path = key.type, path[len(key.encode_name) + 1:]


def parse_claims(data, where: str) -> Claims:
    """Parse and check claims from a dict. Raises CaseError."""
    try:
        claims = data if isinstance(data, Claims) else msgspec.convert(data, Claims)
    except (msgspec.ValidationError, RecursionError) as error:
        raise CaseError("claims", f"{where}: {error}{_valid_values_hint(str(error), Claims)}") from None
    problem = _claim_error(claims)
    if problem:
        raise CaseError("claims", f"{where}: {problem}")
    return claims


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
    """One value for each choice. None means undeclared: every legal outcome is accepted and counted as a tolerated
    difference."""
    choices: Literal[1] = 1
    nan_generated: Union[NanPattern, None] = None
    nan_propagated: Union[Literal["first", "last", "quiet-first", "canonical"], None] = None
    lds_out_of_range: Union[Literal["zero", "fault"], None] = None
    colliding_lanes: Union[Literal["ascending", "descending"], None] = None
    alignment: Union[Literal["unaligned", "dword", "strict"], None] = None
    claims: Union[Claims, None] = None

    def for_model(self) -> dict:
        """The values for the model's struct assay_choices. An undeclared choice keeps the model's default."""
        patterns = self.nan_generated or NanPattern()
        return {"nan_propagated": _enum_value(self.nan_propagated, "first", "last", "quiet-first", "canonical"),
                "lds_out_of_range": _enum_value(self.lds_out_of_range, "zero", "fault"),
                "colliding_lanes": _enum_value(self.colliding_lanes, None, "ascending", "descending"),
                "alignment": _enum_value(self.alignment, "unaligned", "dword", "strict"),
                "nan_generated": tuple(nan_bits(bits) for bits in (patterns.f16, patterns.f32, patterns.f64))}


def _nan_pattern_error(name: str, bits: Integer | None) -> str | None:
    """Return the error in the NaN declared for a float type, or None."""
    if bits is None:
        return None
    width, fraction = FLOATS[name]
    try:
        value = int(bits, 16) if isinstance(bits, str) else bits
    except ValueError:
        value = -1
    if 0 <= value < 1 << width and is_nan(value, name):
        return None
    text = repr(bits) if isinstance(bits, str) and value < 0 else hex(value) if value >= 0 else value
    quiet_bits = (1 << width - 1) - (1 << fraction - 1)
    return f"nan.generated.{name}: {text} is not a NaN of {name}; write its bits, as in {quiet_bits:#x}"


def _enum_value(declared: str | None, *names: str | None) -> int:
    """Return the index of the declared name, or 0 if none is declared."""
    return names.index(declared) if declared else 0


def nan_bits(bits: Integer | None) -> int:
    """Return the bits of a declared NaN, or 0 if none is declared."""
    return int(bits, 16) if isinstance(bits, str) else bits or 0


def merge_choices(file_choices: Choices | None, hello_choices: Choices) -> Choices:
    """Merge the choices in a file into those in a hello message. If both have a key, the file wins."""
    declared = {key: value for key,
                value in msgspec.structs.asdict(file_choices or Choices()).items() if value is not None}
    return msgspec.structs.replace(hello_choices, **declared)


def load_choices(path: str | Path) -> Choices:
    """Read choices from a YAML file. Raises CaseError with file and key."""
    try:
        data = read_yaml(path)
        return parse_choices({} if data is None else data, str(path))
    except YamlError as error:
        raise CaseError("choices", str(error)) from None


def parse_choices(data: dict, where: str = "choices") -> Choices:
    """Parse and check choices from a dict. Raises CaseError."""
    try:
        choices = msgspec.convert(data, Choices)
    except (msgspec.ValidationError, RecursionError) as error:
        raise CaseError("choices", f"{where}: {error}{_valid_values_hint(str(error), Choices)}") from None
    patterns = msgspec.structs.asdict(choices.nan_generated or NanPattern())
    problem = next((text for name, bits in patterns.items() if (text := _nan_pattern_error(name, bits))), None)
    if problem:
        raise CaseError("choices", f"{where}: {problem}")
    if choices.claims is not None:
        parse_claims(choices.claims, f"{where}: claims")
    return choices
