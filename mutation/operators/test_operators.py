"""Mutation operators make each kind of change where it applies, and no change without effect on results."""
import re

from ...harness.faults import mutant_library
from ...harness.faults.c_functions import parse_functions
from . import EXCLUDED_FUNCTIONS, function_mutants

TEXT = """
/* A comment with v_none_u32(u32 a) { return a; } in it. */
static u32 v_sub_u32(u32 a, u32 b)   { return a - b; }
static i32 v_bfe(i32 a, u32 n)       { return n == 0 ? 0 : (i32)(a >> (n & 31)); }
#define EACH(T, word) \\
    static inline T least_##T(MODE, T a, T b) \\
    { \\
        a = source_##T(fp, a); \\
        return choose_##T(is_snan_##T(b), a, b); \\
    }
static void mark(struct lanes *o, u32 x) { o->open[0] |= x; o->live &= x; for (int n = 0; n < 4; n++) o->d[n] = x; }
"""


def parsed_function(tmp_path, name, text=TEXT):
    (tmp_path / "a.c").write_text(text)
    return next(f for f in parse_functions(tmp_path / "a.c") if f.name == name)


def change_set(tmp_path, name):
    return {(m.kind, m.old, m.new) for m in function_mutants(parsed_function(tmp_path, name), {"v_sub_u32"})}


def test_functions_are_parsed_in_macros_and_not_in_comments(tmp_path):
    (tmp_path / "a.c").write_text(TEXT)
    assert [f.name for f in parse_functions(tmp_path / "a.c")] == ["v_sub_u32", "v_bfe", "least_##T", "mark"]


def test_subtraction_gets_operator_order_sign_and_width_changes(tmp_path):
    assert change_set(tmp_path, "v_sub_u32") == {
        ("operator", "-", "+"),
        ("operand order", "a - b", "b - a"),
        ("operand order", "a", "b"),
        ("operand order", "b", "a"),
        ("sign", "u32 a", "i32 a"),
        ("sign", "u32 b", "i32 b"),
        ("width", "u32 a", "u16 a"),
        ("width", "u32 b", "u16 b"),
    }


def test_16_bit_immediate_is_not_narrowed_to_16_bits(tmp_path):
    f = parsed_function(tmp_path, "s_cmpk_lt_i32", "static bool s_cmpk_lt_i32(i32 d, u32 k) { return d < (i32)k; }")
    kinds = {(m.old, m.new) for m in function_mutants(f, {f.name}, immediates={f.name: {1}}) if m.kind == "width"}
    assert kinds == {("i32 d", "i16 d"), ("( i32 )", "(nothing)")}
    assert ("u32 k", "u16 k") in {(m.old, m.new) for m in function_mutants(f, {f.name})}


def test_register_number_is_not_narrowed(tmp_path):
    text = "static void f(struct wave *w) { const u32 m0 = (u32)w->t->m0; put(w, m0, (u32)w->size); }"
    mutants = function_mutants(parsed_function(tmp_path, "f", text))
    assert [mutant.old for mutant in mutants if mutant.kind == "width"] == ["u32", "( u32 )"]


def test_masks_conditions_constants_and_casts_are_changed(tmp_path):
    changes = change_set(tmp_path, "v_bfe")
    assert {
        ("mask", "31", "0xf"),
        ("condition", "==", "!="),
        ("condition", "?", "== 0 ?"),
        ("constant", "0", "1"),
        ("operator", ">>", "<<"),
        ("operator", "&", "|"),
        ("sign", "i32", "u32"),
        ("width", "i32", "i16"),
        ("width", "( i32 )", "(nothing)"),
    } <= changes


def test_shift_count_masks_are_not_widened_beyond_the_operand(tmp_path):
    text = "static u32 f(u32 a, u32 n) { return a << (n & 31) | (n & 31) << a >> 2 & 31 | a >> (n & 7); }"
    masks = [(m.nth, m.old, m.new) for m in function_mutants(parsed_function(tmp_path, "f", text)) if m.kind == "mask"]
    assert masks == [(1, "31", "0xf"), (2, "31", "0xf"), (1, "31", "0x3f"), (3, "31", "0xf"), (2, "31", "0x3f"),
                     (1, "7", "0x3"), (1, "7", "0xf")]


def test_nan_rules_statements_and_mode_are_changed(tmp_path):
    changes = change_set(tmp_path, "least_##T")
    assert {
        ("NaN rule", "is_snan_##T", "is_nan_##T"),
        ("MODE ignored", "fp", "default_mode(fp)"),
        ("statement", "a = source_##T ( fp , a )", "(nothing)"),
    } <= changes


def test_loop_headers_are_not_changed_but_their_statements_are(tmp_path):
    changes = function_mutants(parsed_function(tmp_path, "mark"))
    assert {m.old for m in changes if m.kind == "operator"} == {"|=", "&="}
    assert not any("for" in m.old or m.old in ("4", "<", "++") for m in changes)


def test_calls_are_removed(tmp_path):
    text = 'static void tell(struct wave *w, u32 x) { if (x > 3) report(w, RULE, "a"); else stop(w, x); use(x); }\n'
    assert {m.old for m in function_mutants(parsed_function(tmp_path, "tell", text)) if m.kind == "statement"} == {
        'report ( w , RULE , "a" )',
        "stop ( w , x )",
        "use ( x )",
    }


def test_mutant_body_has_one_change(tmp_path):
    function = parsed_function(tmp_path, "v_sub_u32")
    operator_mutant = next(m for m in function_mutants(function, {function.name}) if m.kind == "operator")
    assert operator_mutant.body() == "{ return a + b; }" and operator_mutant.line == 3
    assert "return a - b" in operator_mutant.source
    mutants = function_mutants(function, {function.name})
    width_mutant = next(mutant for mutant in mutants if mutant.old == "u32 b" and mutant.kind == "width")
    assert "u16 b = (u16)whole_b" in width_mutant.body()


def test_mutant_keys_are_unique():
    functions = mutant_library.all_functions()
    every_function = [function for file_functions in functions.values() for function in file_functions]
    keys = [mutant.key for function in every_function for mutant in function_mutants(function, {"s_add_u32"})]
    assert len(keys) == len(set(keys)) and len(keys) > 10000
    assert {"salu.c", "vector.c", "float.h"} <= functions.keys()


def test_semicolon_in_a_string_does_not_end_the_statement(tmp_path):
    text = 'static void check(u32 x) { report(w, "a; b %u", x + 1); y = x - 1; }\n'
    mutants = function_mutants(parsed_function(tmp_path, "check", text))
    assert {mutant.old for mutant in mutants if mutant.kind == "operator"} == {"+", "-"}


def test_listed_c_names_exist():
    functions = mutant_library.all_functions()
    names = {function.name for file_functions in functions.values() for function in file_functions}
    for pattern in EXCLUDED_FUNCTIONS.pattern.split("|"):
        assert any(re.fullmatch(pattern, name) for name in names), pattern
    assert mutant_library.FAST_PATHS <= names | functions.keys()
