"""References of operations and rules: manual sections, errata, suite cases and faults."""
import pytest

from ...spec import CERTIFIED, TARGETS, load
from . import cross_references, operation_reference as reference


def is_same_or_nested(section, other):
    """Whether one section is the other or contains it."""
    return f"{section}.".startswith(f"{other}.") or f"{other}.".startswith(f"{section}.")


@pytest.mark.parametrize("arch", CERTIFIED)
def test_rules_cite_the_sections_of_the_operations_they_name(arch):
    """A rule cites sections of the chapter that lists instructions only for operations that it names."""
    chapter = {"RDNA3": "16.", "Vega": "12."}[TARGETS[arch].manual]
    listed: dict[str, set] = {}
    for op_reference in reference.operation_references(arch).values():
        for rule in op_reference.rules:
            listed.setdefault(rule, set()).update(op_reference.sections)
    assert len(listed) > 40
    for name, rule in reference.rules_of_architecture(arch).items():
        cited = reference.rule_section(rule, arch).partition(", ")[2].split(", ")
        wrong = [section for section in cited if section.startswith(chapter) and name in listed
                 and not any(is_same_or_nested(section, listed_section) for listed_section in listed[name])]
        assert not wrong, f"{name} cites {wrong}; its operations are listed in {sorted(listed[name])}"


def test_the_reference_of_an_operation():
    op_reference = reference.operation_references("gfx906")["v_mad_u64_u32"]
    assert op_reference.signature == "u64 co = u32 u32 u64" and op_reference.sections == ["12.12"]
    assert "valu.mad64" in op_reference.rules
    assert op_reference.forms == [("v_mad_u64_u32", "vop3sd", 488)]
    assert op_reference.row.startswith("spec/ops/valu_int.txt:")
    assert "E-010" in reference.operation_references("gfx1100")["s_absdiff_i32"].errata
    assert reference.rule_section({"document": "RDNA3 ISA, Vega ISA", "section": "7.2, 8; 6"},
                                  "gfx906") == "Vega ISA, 6"


def test_matching_names_equals_a_full_search():
    """Lookup by name, family, wildcard or digits finds the same names as a search through all names."""
    names = sorted(load().ops)
    for word, min_matches in (("V_ADD_F32", 1), ("S_MIN", 2), ("DS_ADD_*", 4), ("S_*_SAVEEXEC", 6),
                              ("S_LSHLn_ADD_U32", 4)):
        assert cross_references.matching_names(word, names) == [name for name in names
                                                                if cross_references.mentions(word, {name})]
        assert len(cross_references.matching_names(word, names)) >= min_matches


CASE = """; A sample case.
; kills: {}
; assay: rules hazard.m0
; assay{}: expect {}
"""


def test_the_references_of_a_rule(tmp_path):
    """Suite cases that name or break a rule, the fault of a case, and the errata that name the rule or one of its
    cases."""
    (tmp_path / "breaks.s").write_text(CASE.format("hazards-unwatched", "[gfx906]", "finding hazard.m0"))
    (tmp_path / "keeps.s").write_text(CASE.format("low-bit-flipped", "", "v0[*] = 1"))
    rows = "| E-001 | of `hazard.m0` | | | |\n| E-002 | | | | `suites/keeps.s` |\n| E-003 | |\n"
    (tmp_path / "errata.md").write_text(rows)
    assert cross_references.suite_files_by_rule(tmp_path) == {"hazard.m0": ["breaks.s", "keeps.s"]}
    assert cross_references.suite_files_by_broken_rule(tmp_path) == {"hazard.m0": ["breaks.s"]}
    assert cross_references.fault_by_suite_file(tmp_path) == {"breaks.s": "hazards-unwatched",
                                                              "keeps.s": "low-bit-flipped"}
    assert cross_references.errata_naming_rule("hazard.m0", ["keeps.s"], tmp_path / "errata.md") == ["E-001", "E-002"]


# Timing rules that no case can break -> reason
UNBREAKABLE = {"counter.vs.unwaited": "the operations that VScnt counts return nothing"}


def test_a_case_breaks_each_timing_rule():
    """Timing rules are those on counters and hazards that are errors."""
    broken = cross_references.suite_files_by_broken_rule(cross_references.ROOT / "suites")
    timing_rules = [name for name, rule in load().rules.items()
             if name.startswith("hazard.") or name.startswith("counter.") and name.endswith("unwaited")]
    assert len(timing_rules) >= 20
    assert [name for name in timing_rules if name not in broken] == list(UNBREAKABLE)
