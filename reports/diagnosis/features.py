"""What a case is, in words that a cause can be told in: its encoding, modifiers, kinds of operands, and what its
operation reads and writes."""
from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache

from ...generators.form_coverage import instruction_features, wave_batch
from ...generators.instructions import modifiers, case_sampler
from ...spec import Form
from ...spec.encode import Operand, encode
from ...spec.slots import slots
from . import lanes

EXTENSIONS = {"dpp": "DPP16", "dpp8": "DPP8", "sdwa": "SDWA", "sdwac": "SDWA"}
EXTENDED = frozenset(EXTENSIONS.values()) | {"DPP in a 64-bit encoding"}
TYPES = re.compile(r"(iu|[fiub]f?)\d+$")
FLOATS = tuple(f"operations …_f{bits}" for bits in (16, 32, 64))
OPERATION = "operation "                               # before its name: it alone
EXTREMES = re.compile(r"(?:min|max){1,2}3?$|med3$")     # words of names of operations that choose one
UNITS = {"v": "vector", "s": "scalar"}
USUAL = {"a source vgpr", "a result vgpr", "a result sgpr"}
WIDE = {"a 64-bit source vgpr", "a 64-bit source sgpr"}
BITS = {"neg": "NEG", "abs": "ABS", "sext": "SEXT"}
KINDS = {"co": "a carry", "mask": "a lane mask", "cmpx": "EXEC", "exec": "EXEC", "ci": "a carry", "vcc": "VCC",
         "scc": "SCC", "pc": "the PC"}
WRITES_MASK = frozenset(f"operations writing {KINDS[kind]}" for kind in lanes.MASKS)


def of(one) -> frozenset[str]:
    """The features of a generated case: waves.Waves or instructions.Instruction.  What masks, FI, BOUND_CTRL and EXEC
    do together is told by lanes."""
    return told_of(one.form, brief(one))


def brief(one) -> tuple[bytes, frozenset[str]]:
    """The same as told_of() takes it, for most of which nobody asks: the code that says it and the words of lanes.
    VOPD has no code of its own."""
    if isinstance(one, wave_batch.Waves):
        return (one.encoding.code if one.encoding.fields else b""), lanes.of_waves(one)
    if "code" not in one.memo:
        one.memo["code"] = encode(one.form, one.fields) if one.fields else b""
    return one.memo["code"], frozenset()


def told_of(form: Form, said: tuple[bytes, frozenset[str]]) -> frozenset[str]:
    """The features of a case of a form from what brief() said of it."""
    return of_code(form, said[0]) | said[1]


@lru_cache(maxsize=1 << 15)
def of_code(form: Form, code: bytes) -> frozenset[str]:
    """The features of an encoding."""
    return of_fields(form, instruction_features.decode_fields(form, code) if code else {})


def resolved(form: Form, tally: dict) -> dict:
    """{(features, outcome): cases} of a form's tally by brief()."""
    found = Counter()
    for (said, ended), count in tally.items():
        found[told_of(form, said), ended] += count
    return found


def of_fields(form: Form, fields: dict) -> frozenset[str]:
    """The same of a form's fields."""
    tags = modifiers.modifier_names(form, fields) | modifiers.source_tags(form, fields) | results_of(form, fields)
    return of_encoding(form, frozenset(tags)) | wide_of(form, fields)


def wide_of(form: Form, fields: dict) -> set[str]:
    """The kinds of sources of 64 bits that stand in no register pair of their own: NULL, constants, VCC, EXEC."""
    wide = [v for slot in slots(form) if slot.regs == 2 and not slot.write and slot.role in ("src", "ssrc")
            and isinstance(v := fields.get(slot.field), Operand)]
    return {f"a 64-bit source {modifiers.source_kind(form.arch, one)}" for one in wide} - WIDE


def results_of(form: Form, fields: dict) -> set[str]:
    """Where the results go, as far as it is no common register, and whether a source stands there too."""
    written = [fields.get(slot.field) for slot in slots(form) if slot.write]
    read = {v.code for slot in slots(form) if not slot.write and isinstance(v := fields.get(slot.field), Operand)}
    found = {f"a result {modifiers.source_kind(form.arch, one)}" for one in written if isinstance(one, Operand)} - USUAL
    return found | {"a result over a source" for one in written if isinstance(one, Operand) and one.code in read}


@lru_cache(maxsize=1 << 15)
def of_encoding(form: Form, tags: frozenset[str]) -> frozenset[str]:
    """Those of an encoding with these modifiers and kinds of operands."""
    found = set(of_form(form))
    for tag in tags:
        if tag in (*modifiers.LANE_MASKS, "fi", "bound_ctrl"):
            continue
        name, _, kind = tag.partition("=")
        stem = re.sub(r"\d?$", "", name)
        if tag.endswith(".h"):
            found |= {"a high half", f"a high half of {tag[:-2]}"}
        elif re.match(r"v?s?src\d?$|addr|data|s?base|soffset|offset", name) and kind:
            found |= {f"a source {kind}"} - USUAL
        elif stem in BITS:
            found |= {BITS[stem], f"{BITS[stem]} of source {name[-1]}"}
        else:
            found |= {name, tag} if kind else {tag.upper() if tag == "clamp" else tag}
    return frozenset(found)


@cache
def of_form(form: Form) -> frozenset[str]:
    """Those of a form, whatever its encoding; what is said of the operation alone has that word in it."""
    name, op = case_sampler.variant_name(form), form.op
    words = form.spelling.split("_")
    found = {f"{OPERATION}{form.spelling}", f"{UNITS.get(words[0], words[0])} operations"}
    found.add(f"operations in {form.encoding}")
    found |= {f"operations …_{word}" for word in words[1:]}
    found |= {"operations …_min/max" for word in words[1:] if EXTREMES.match(word)}
    found |= {f"operations on {value.type}" for value in op.sources if value.type and TYPES.match(value.type)}
    found |= {f"operations giving {value.type}" for value in op.results if value.type and TYPES.match(value.type)}
    found |= {f"operations with {value.bits}-bit sources" for value in op.sources if not value.special}
    found |= {f"operations reading {KINDS[value.kind]}" for value in op.sources if value.kind in KINDS}
    found |= {f"operations writing {KINDS[value.kind]}" for value in op.results if value.kind in KINDS}
    if form.extension in EXTENSIONS:
        found.add(EXTENSIONS[form.extension])
    if form.extension.startswith("dpp") and name not in EXTENSIONS:
        found.add("DPP in a 64-bit encoding")
    if name not in EXTENSIONS:
        found.add(f"encoding {name}")
    return frozenset(found | ({"memory operations"} if op.memory else set()))


def of_operations(words) -> bool:
    """Are these all said of operations, or of the encodings that most of them have?"""
    plain = re.compile(rf"{OPERATION}|.*operations|encoding [^_]*$")
    return all(plain.match(word) for word in words)


def own(words) -> frozenset[str]:
    """Those that are said of cases, not of operations."""
    return frozenset(word for word in words if not of_operations((word,)))


def untyped(words: tuple[str, ...]) -> tuple[str, ...]:
    """These without the float types of names, which tell no defects apart but of conversions."""
    return words if "operations …_cvt" in words else tuple(word for word in words if word not in FLOATS)


def of_type(word: str) -> bool:
    """Does this say of operations no more than a type in their names, not what they do?"""
    return bool(TYPES.match(word.partition("…_")[2]))


def outcome(compared) -> str:
    """How a case that was decided ended: "" where it passed."""
    return "" if compared.verdict == "pass" else "mismatch" if compared.cause == "mismatch" else way(compared)


def way(compared) -> str:
    """How a case fails that has no wrong words, or not only these."""
    if compared.cause == "timeout":                      # whether it was waited for or not sent any more
        return "timeout: no answer"
    text = normal(compared.text)
    return text if text.startswith(compared.cause) else f"{compared.cause}: {text}"


def normal(text: str) -> str:
    """A target's own words without what differs from case to case."""
    text = re.sub(r"\b(?:[svd]_?|flat|global|scratch|buffer)[a-z0-9]*_[a-z0-9_]+\b", "…", text.lower())
    return re.sub(r"\b0x[0-9a-f]+\b|\b(?=[a-f]*\d)[0-9a-f]{6,}\b|\d+", "#", text)[:120]
