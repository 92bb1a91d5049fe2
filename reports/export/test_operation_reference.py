"""What is said of an operation beside its verdict."""
import pytest

from ...spec import CERTIFIED, TARGETS, load
from . import cross_references as mentions, operation_reference as reference


@pytest.mark.parametrize("arch", CERTIFIED)
def test_a_rule_that_names_operations_cites_where_they_are_listed(arch):
    """Of the chapter that lists instructions a rule cites sections of the operations it names, and no others."""
    chapter = {"RDNA3": "16.", "Vega": "12."}[TARGETS[arch].manual]
    listed: dict[str, set] = {}
    for about in reference.of_arch(arch).values():
        for rule in about.rules:
            listed.setdefault(rule, set()).update(about.sections)
    assert len(listed) > 40
    for name, rule in reference.rules_of(arch).items():
        cited = reference.section_of(rule, arch).partition(", ")[2].split(", ")
        wrong = [one for one in cited if one.startswith(chapter) and name in listed
                 and not any(f"{one}.".startswith(f"{at}.") or f"{at}.".startswith(f"{one}.") for at in listed[name])]
        assert not wrong, f"{name} cites {wrong}; its operations are listed in {sorted(listed[name])}"


def test_what_is_known_of_an_operation():
    about = reference.of_arch("gfx906")["v_mad_u64_u32"]
    assert about.signature == "u64 co = u32 u32 u64" and about.sections == ["12.12"] and "valu.mad64" in about.rules
    assert about.forms == [("v_mad_u64_u32", "vop3sd", 488)] and about.row.startswith("spec/ops/valu_int.txt:")
    assert "E-010" in reference.of_arch("gfx1100")["s_absdiff_i32"].errata
    assert reference.section_of({"document": "RDNA3 ISA, Vega ISA", "section": "7.2, 8; 6"}, "gfx906") == "Vega ISA, 6"


def test_names_are_found_where_they_begin_alike():
    """By looking at every name: a name itself, a family, any text, a digit."""
    names = sorted(load().ops)
    for word, some in (("V_ADD_F32", 1), ("S_MIN", 2), ("DS_ADD_*", 4), ("S_*_SAVEEXEC", 6), ("S_LSHLn_ADD_U32", 4)):
        assert mentions.meant(word, names) == [name for name in names if mentions.speaks_of(word, {name})]
        assert len(mentions.meant(word, names)) >= some


CASE = """; What it shows.
; kills: {}
; assay: rules hazard.m0
; assay{}: expect {}
"""


def test_what_is_said_of_a_rule(tmp_path):
    """Which cases break it, which fault a case notices, the rows of errata that name it or show one of its cases."""
    (tmp_path / "breaks.s").write_text(CASE.format("hazards-unwatched", "[gfx906]", "finding hazard.m0"))
    (tmp_path / "keeps.s").write_text(CASE.format("low-bit-flipped", "", "v0[*] = 1"))
    rows = "| E-001 | of `hazard.m0` | | | |\n| E-002 | | | | `suites/keeps.s` |\n| E-003 | |\n"
    (tmp_path / "errata.md").write_text(rows)
    assert mentions.cases_of_rules(tmp_path) == {"hazard.m0": ["breaks.s", "keeps.s"]}
    assert mentions.breaking(tmp_path) == {"hazard.m0": ["breaks.s"]}
    assert mentions.killed(tmp_path) == {"breaks.s": "hazards-unwatched", "keeps.s": "low-bit-flipped"}
    assert mentions.errata_of_rule("hazard.m0", ["keeps.s"], tmp_path / "errata.md") == ["E-001", "E-002"]


# Rules about when that no case can break: why.
UNBREAKABLE = {"counter.vs.unwaited": "what VScnt counts brings nothing back"}


def test_each_rule_about_when_has_a_case_that_breaks_it():
    """Counters' waits and neighbourhood: errors of chapters on dependencies and wait states."""
    broken = mentions.breaking(mentions.ROOT / "suites")
    about = [name for name, rule in load().rules.items()
             if name.startswith("hazard.") or name.startswith("counter.") and name.endswith("unwaited")]
    assert len(about) >= 20
    assert [name for name in about if name not in broken] == list(UNBREAKABLE)
