"""Replace functions and settings by their opposite; ignore NaN rules, MODE and EXEC."""
import re

from .change import token_change

NAMES = (
    ("min_", "max_"),
    ("max_", "min_"),
    ("less_", "equal_"),
    ("equal_", "less_"),
    ("at_most_", "less_"),
    ("floor_", "ceil_"),
    ("ceil_", "floor_"),
    ("trunc_", "floor_"),
    ("rndne_", "trunc_"),
    ("add_", "sub_"),
    ("sub_", "add_"),
    ("fma_", "mad_"),
    ("sin_", "cos_"),
    ("cos_", "sin_"),
    ("rcp_", "rsq_"),
    ("sqrt_", "rsq_"),
    ("__builtin_ctz", "__builtin_clz"),
    ("__builtin_clz", "__builtin_ctz"),
    ("u24", "i24"),
    ("i24", "u24"),
    ("SAT_I", "SAT_U"),
    ("SAT_U", "SAT_I"),
)
NAN_NAMES = (
    ("is_snan_", "is_nan_"),
    ("is_nan_", "is_snan_"),
    ("is_infinite", "is_nan"),
    ("is_nan", "is_infinite"),
    ("is_inf_", "is_nan_"),
    ("quiet_bit_", "one_"),
    ("total_", "ordered_"),
    ("ordered_", "total_"),
)
MODE_NAMES = {
    "NEAREST": "TO_ZERO",
    "TO_ZERO": "NEAREST",
    "UP": "DOWN",
    "DOWN": "UP",
    "KEEP_IN": "KEEP_OUT",
    "KEEP_OUT": "KEEP_IN",
}
MODE_FIELDS = {"ieee": "NaN rule", "dx10_clamp": "NaN rule", "fp16_ovfl": "MODE ignored"}
EXEC_NAMES = {"live_lanes": "every_lane", "live": "~0ull"}


def mutate(tokens, n, types):
    """Yield replacements of functions and settings that have an opposite."""
    token = tokens.text(n)
    for table, kind in ((NAMES, "operator"), (NAN_NAMES, "NaN rule")) if tokens.text(n + 1) == "(" else ():
        for old, new in table:
            if old in token and re.search(rf"(?<![a-z]){old}", token):
                yield token_change(kind, n, re.sub(rf"(?<![a-z]){old}", new, token, count=1))
                break
    if token in MODE_NAMES:
        yield token_change("MODE ignored", n, MODE_NAMES[token])
    if tokens.text(n - 1) == "->" and token in MODE_FIELDS:
        yield MODE_FIELDS[token], ((n - 2, n, "true"),)
        yield MODE_FIELDS[token], ((n - 2, n, "false"),)
    before, after = tokens.text(n - 1), tokens.text(n + 1)
    if token == "fp" and before == "(" and after == "," and "MODE" in tokens.function.parameters:
        yield token_change("MODE ignored", n, "default_mode(fp)")
    if (token in EXEC_NAMES and tokens.text(n + 1) in ("(", ")", ";", "&", "|", ">>", ",")
            and (token == "live_lanes") == (tokens.text(n + 1) == "(")):
        start = n - 2 if tokens.text(n - 1) == "->" else n
        yield "EXEC ignored", ((start, n, EXEC_NAMES[token]),)
