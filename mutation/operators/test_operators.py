"""What is derived from the model's text: every kind of change where it belongs, none where no result depends on it."""
from ...harness.faults import mutant_library
from ...harness.faults.c_functions import functions
from . import mutants_of

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


def found(tmp_path, name, text=TEXT):
    (tmp_path / "a.c").write_text(text)
    return next(f for f in functions(tmp_path / "a.c") if f.name == name)


def changes(tmp_path, name):
    return {(m.kind, m.old, m.new) for m in mutants_of(found(tmp_path, name), {"v_sub_u32"})}


def test_functions_are_found_in_macros_and_not_in_comments(tmp_path):
    (tmp_path / "a.c").write_text(TEXT)
    assert [f.name for f in functions(tmp_path / "a.c")] == ["v_sub_u32", "v_bfe", "least_##T", "mark"]


def test_a_difference_has_its_operator_order_sign_and_width_changed(tmp_path):
    assert changes(tmp_path, "v_sub_u32") == {
        ("operator", "-", "+"),
        ("operand order", "a - b", "b - a"),
        ("operand order", "a", "b"),
        ("operand order", "b", "a"),
        ("sign", "u32 a", "i32 a"),
        ("sign", "u32 b", "i32 b"),
        ("width", "u32 a", "u16 a"),
        ("width", "u32 b", "u16 b"),
    }


def test_an_immediate_of_16_bits_is_not_narrowed_to_what_it_has(tmp_path):
    f = found(tmp_path, "s_cmpk_lt_i32", "static bool s_cmpk_lt_i32(i32 d, u32 k) { return d < (i32)k; }")
    kinds = {(m.old, m.new) for m in mutants_of(f, {f.name}, immediates={f.name: {1}}) if m.kind == "width"}
    assert kinds == {("i32 d", "i16 d"), ("( i32 )", "(nothing)")}
    assert ("u32 k", "u16 k") in {(m.old, m.new) for m in mutants_of(f, {f.name})}


def test_the_number_of_a_register_is_not_narrowed(tmp_path):
    text = "static void f(struct wave *w) { const u32 m0 = (u32)w->t->m0; put(w, m0, (u32)w->size); }"
    assert [m.old for m in mutants_of(found(tmp_path, "f", text)) if m.kind == "width"] == ["u32", "( u32 )"]


def test_masks_conditions_constants_and_casts(tmp_path):
    made = changes(tmp_path, "v_bfe")
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
    } <= made


def test_how_far_something_is_shifted_is_masked_by_the_processor_too(tmp_path):
    text = "static u32 f(u32 a, u32 n) { return a << (n & 31) | (n & 31) << a >> 2 & 31 | a >> (n & 7); }"
    masks = [(m.nth, m.old, m.new) for m in mutants_of(found(tmp_path, "f", text)) if m.kind == "mask"]
    assert masks == [(1, "31", "0xf"), (2, "31", "0xf"), (1, "31", "0x3f"), (3, "31", "0xf"), (2, "31", "0x3f"),
                     (1, "7", "0x3"), (1, "7", "0xf")]


def test_nan_rules_statements_and_mode(tmp_path):
    made = changes(tmp_path, "least_##T")
    assert {
        ("NaN rule", "is_snan_##T", "is_nan_##T"),
        ("MODE ignored", "fp", "default_mode(fp)"),
        ("statement", "a = source_##T ( fp , a )", "(nothing)"),
    } <= made


def test_loops_are_left_alone_but_open_bits_and_exec_are_not(tmp_path):
    made = mutants_of(found(tmp_path, "mark"))
    assert {m.old for m in made if m.kind == "operator"} == {"|=", "&="}
    assert not any("for" in m.old or m.old in ("4", "<", "++") for m in made)


def test_calls_are_left_out_and_loops_keep_what_they_do(tmp_path):
    text = 'static void tell(struct wave *w, u32 x) { if (x > 3) report(w, RULE, "a"); else stop(w, x); use(x); }\n'
    assert {m.old for m in mutants_of(found(tmp_path, "tell", text)) if m.kind == "statement"} == {
        'report ( w , RULE , "a" )',
        "stop ( w , x )",
        "use ( x )",
    }


def test_a_mutant_is_its_body_with_one_change(tmp_path):
    f = found(tmp_path, "v_sub_u32")
    one = next(m for m in mutants_of(f, {f.name}) if m.kind == "operator")
    assert one.body() == "{ return a + b; }" and one.line == 3 and "return a - b" in one.source
    narrow = next(m for m in mutants_of(f, {f.name}) if m.old == "u32 b" and m.kind == "width")
    assert "u16 b = (u16)whole_b" in narrow.body()


def test_names_of_mutants_are_unique():
    functions_ = mutant_library.all_functions()
    keys = [m.key for found in functions_.values() for f in found for m in mutants_of(f, {"s_add_u32"})]
    assert len(keys) == len(set(keys)) and len(keys) > 10000
    assert {"salu.c", "vector.c", "float.h"} <= functions_.keys()


def test_a_semicolon_in_a_message_does_not_end_the_call(tmp_path):
    text = 'static void check(u32 x) { report(w, "a; b %u", x + 1); y = x - 1; }\n'
    assert {m.old for m in mutants_of(found(tmp_path, "check", text)) if m.kind == "operator"} == {"+", "-"}
