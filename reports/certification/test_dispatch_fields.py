"""The block `dispatch` of certificates: targets and mutants that misread a field fail that field and no other."""
import json
from functools import cache
from types import SimpleNamespace

import msgspec
import pytest
from msgspec.structs import replace

from ...generators.dispatches import kernel_descriptors as descriptors, random_dispatches
from ...generators.instructions.form_selection import SelectError
from ...harness.case.case_types import parse_case
from ...harness.case.choices import PROFILES, Claims, Missing
from ...harness.comparison import differential
from ...harness.execution.model_run import Model
from ...harness.execution.outcome import Outcome
from ...harness.faults import curated_faults
from ...harness.targets.model_child import hello
from ...harness.targets.registry import open_target
from ...spec import ARCHS, CERTIFIED, all_registers
from ..coverage import program_reach
from ..export import certificate_changes, certificate_records as schema, html_page, junit, sarif
from . import certify, dispatch_fields, dispatch_tasks, selection, verification
from .task_types import CertifyOptions, TaskResult

pytestmark = pytest.mark.long
# Changes only the order of memory accesses, on which no program here depends.
UNOBSERVABLE_FIELDS = {"COMPUTE_PGM_RSRC1.wgp_mode"}
FIELDS_WITH_EFFECT = [(arch, field) for arch in CERTIFIED
                      for field, has_effect in random_dispatches.settable_fields(arch).items() if has_effect]
KERNEL_FIELDS = [(arch, field) for arch in CERTIFIED
                 for field, has_effect in descriptors.settable_fields(arch).items() if has_effect]


class CachedModel(Model):
    """Reference model that runs each case once and keeps its outcome."""
    outcomes: dict[tuple[bytes, str], Outcome] = {}

    def run(self, plan, trace=None):
        case = msgspec.msgpack.encode(plan.case), repr(self.choices)
        if case not in self.outcomes:
            self.outcomes[case] = super().run(plan)
        return self.outcomes[case]


@pytest.fixture(scope="module", autouse=True)
def cached_dispatches():
    """Draw each dispatch once, and run it on the reference model once, for all targets of this module."""
    with pytest.MonkeyPatch.context() as patch:
        for generator in (random_dispatches, descriptors):
            patch.setattr(generator, "draw_dispatch", cache(generator.draw_dispatch))
        patch.setattr(differential, "Model", CachedModel)
        yield
        CachedModel.outcomes.clear()


class ChangedDispatch:
    """Target: the model with changed dispatch registers."""
    choices = claims = None

    def __init__(self, change, features=None):
        self.model, self.change, self.unexplained = Model(), change, []
        self.hello = SimpleNamespace(**hello("changed") | ({"features": features} if features else {}))

    def run(self, plans):
        for plan in plans:
            yield self.model.run(replace(plan, dispatch_registers=self.change(dict(plan.dispatch_registers), plan)))


class MutantTarget(ChangedDispatch):
    """Target: a mutant."""

    def __init__(self, fault):
        super().__init__(lambda words, plan: words)
        self.model = curated_faults.faulty_model(fault)


def certify_fields(target, arch, fields, quick=True):
    result = TaskResult()
    dispatch_tasks.certify_dispatches(target, arch, tuple(fields), result, CertifyOptions(1, quick, diagnosed=False))
    return result


def failing_fields(result):
    return {field for field, tally in result.dispatch.items() if tally.counts["fail"]}


def ignore_field(field_name):
    """Function that sets a field of dispatch registers to its default."""
    register, _, name = field_name.partition(".")

    def change(words, plan):
        if register == "COMPUTE_USER_DATA":
            return {key: 0 if key.startswith(register) else word for key, word in words.items()}
        if register.startswith("COMPUTE_PGM_") and name.startswith("address"):
            return {key: word for key, word in words.items() if key[:14] not in ("COMPUTE_PGM_LO", "COMPUTE_PGM_HI")}
        default_value = random_dispatches.default_values(plan.arch, 64).get(field_name, 1 if name == "full" else 0)
        field = all_registers()[register].fields[ARCHS[plan.arch]][name]
        return words | {register: words.get(register, 0) & ~field.mask | field.put(default_value)}
    return change


@pytest.mark.parametrize("arch,field", FIELDS_WITH_EFFECT, ids=str)
def test_a_target_that_ignores_a_field_fails_it(arch, field):
    result = certify_fields(ChangedDispatch(ignore_field(field)), arch, [field])
    assert failing_fields(result) == {field} - UNOBSERVABLE_FIELDS
    assert len(result.failures) == len(failing_fields(result))


class ChangedDescriptor(ChangedDispatch):
    """Target: the model with a changed kernel descriptor or packet."""

    def run(self, plans):
        for plan in plans:
            yield self.model.run(self.change(plan))


def ignore_kernel_field(field_name):
    """Function that sets a field of a kernel descriptor or AQL packet to 0, or a size to one item."""
    table, _, name = field_name.partition(".")
    axis = "xyz".find(name[-1])

    def change(plan):
        if table == descriptors.PACKET:
            attribute = name.partition("_")[0].replace("work", "")
            sizes = list(getattr(plan, attribute))
            sizes[axis] = 1 if attribute == "group" else plan.group[axis]
            return replace(plan, **{attribute: tuple(sizes)})
        family, registers = ARCHS[plan.arch], all_registers()
        word, low, field = int.from_bytes(plan.descriptor, "little"), 0, registers[table].fields[family].get(name)
        default_value = 0
        if register := descriptors.register_field(field_name):
            stem = register.partition(".")[0]
            low = registers[table].field(family, stem.removeprefix("COMPUTE_").lower().join(("compute_", ""))).low
            field = registers[stem].field(family, name)
            default_value = random_dispatches.default_values(plan.arch, plan.wave).get(register, 0)
        word = word & ~(field.mask << low) | field.put(default_value) << low
        case = plan.case                               # also states the memory sizes
        case = msgspec.structs.replace(case, lds=0 if name.startswith("group_segment") else case.lds,
                                       scratch=0 if name.startswith("private_segment") else case.scratch)
        return replace(plan, descriptor=word.to_bytes(64, "little"), case=case)
    return change


@pytest.mark.parametrize("arch,field", KERNEL_FIELDS, ids=str)
def test_a_target_that_ignores_a_kernel_field_fails_it(arch, field):
    assert failing_fields(certify_fields(ChangedDescriptor(ignore_kernel_field(field)), arch, [field])) == {field}


@pytest.mark.parametrize("arch", CERTIFIED)
def test_a_target_that_uses_a_field_without_effect_fails_it(arch):
    """The target adds RESTART, which only restored waves use, to START."""
    def change(words, plan):
        return words | {f"COMPUTE_START_{axis}": words.get(f"COMPUTE_START_{axis}", 0) + (
            words.get(f"COMPUTE_RESTART_{axis}", 0) > 0) for axis in "XYZ"}
    fields = [f"COMPUTE_RESTART_{axis}.restart" for axis in "XYZ"]
    result = certify_fields(ChangedDispatch(change), arch, random_dispatches.settable_fields(arch))
    assert failing_fields(result) == set(fields)


@pytest.mark.parametrize("fault,arch,fields", [
    ("shader-en-ignored", "gfx906", ["DISPATCH_INITIATOR.shader_en"]),
    ("partial-ignored", "gfx906", ["DISPATCH_INITIATOR.partial_tg_en", "NUM_THREAD_X.partial"]),
    ("force-start-ignored", "gfx906", ["DISPATCH_INITIATOR.force_start_at_000"]),
    ("thread-dimensions-ignored", "gfx1100", ["DISPATCH_INITIATOR.use_thread_dimensions"]),
    ("ordered-append-ignored", "gfx1100", ["DISPATCH_INITIATOR.ordered_append_enbl", "MISC_RESERVED.wave_id_base"]),
    ("ordered-groups-as-waves", "gfx906", ["DISPATCH_INITIATOR.ordered_append_mode"]),
    ("walk-from-zero", "gfx1100", ["START_X.start", "START_Y.start", "START_Z.start"]),
    ("program-address-ignored", "gfx906", ["PGM_LO.address_8", "PGM_HI.address_40"]),
    ("scratch-shared", "gfx1100", ["PGM_RSRC2.scratch_en", "TMPRING_SIZE.wavesize"]),
    ("scratch-base-lost", "gfx1100", ["DISPATCH_SCRATCH_BASE_LO.address_8", "DISPATCH_SCRATCH_BASE_HI.address_40"]),
    ("scratch-offset-lost", "gfx906", ["PGM_RSRC2.scratch_en", "TMPRING_SIZE.wavesize"]),
    ("range-unchecked", "gfx906", ["PGM_RSRC1.vgprs", "PGM_RSRC1.sgprs"]),
    ("status-preset", "gfx906", ["PGM_RSRC1.priority", "PGM_RSRC1.priv", "PGM_RSRC1.cdbg_user",
                                 "PGM_RSRC2.trap_present"]),
    ("mode-preset", "gfx906", ["PGM_RSRC1.float_mode", "PGM_RSRC1.dx10_clamp", "PGM_RSRC1.ieee", "PGM_RSRC1.debug",
                               "PGM_RSRC1.fp16_ovfl", "PGM_RSRC2.excp_en"]),
    ("mode-preset", "gfx1100", ["PGM_RSRC3.trap_on_end", "PGM_RSRC2.excp_en_msb"]),
    ("excp-msb-ignored", "gfx1100", ["PGM_RSRC2.excp_en_msb"]),
    ("user-sgprs-shifted", "gfx1100", ["PGM_RSRC2.user_sgpr", "USER_DATA.data"]),
    ("group-id-swapped", "gfx906", ["PGM_RSRC2.tgid_y_en", "PGM_RSRC2.tgid_z_en"]),
    ("group-word-number", "gfx906", ["PGM_RSRC2.tg_size_en"]),
    ("ids-unpacked", "gfx906", ["PGM_RSRC2.tidig_comp_cnt"]),
    ("ids-unpacked", "gfx1100", ["PGM_RSRC2.tidig_comp_cnt"]),
    ("lds-unchecked", "gfx1100", ["PGM_RSRC2.lds_size"]),
    ("partial-full-exec", "gfx1100", ["NUM_THREAD_X.full"]),
    ("start-not-trapped", "gfx1100", ["PGM_RSRC3.trap_on_start"]),
])
def test_mutants_fail_only_fields_with_effect(fault, arch, fields):
    """A field that fails in its own dispatches is not set in dispatches of other fields."""
    result = certify_fields(MutantTarget(fault), arch, random_dispatches.settable_fields(arch))
    failed = failing_fields(result)
    assert failed >= {f"COMPUTE_{field}" for field in fields}
    assert all(random_dispatches.settable_fields(arch)[field] for field in failed)
    assert len(failed) < 16


@pytest.mark.parametrize("fault,arch,fields", [
    ("user-sgprs-shifted", "gfx906", ["KERNEL_DESCRIPTOR.enable_sgpr_dispatch_ptr"]),
    ("mode-preset", "gfx1100", ["KERNEL_DESCRIPTOR.float_mode", "KERNEL_DESCRIPTOR.excp_en"]),
    ("group-id-swapped", "gfx1100", ["KERNEL_DESCRIPTOR.tgid_y_en", "AQL_PACKET.grid_size_z"]),
    ("scratch-shared", "gfx1100", ["KERNEL_DESCRIPTOR.private_segment_fixed_size"]),
    ("scratch-offset-lost", "gfx906", ["KERNEL_DESCRIPTOR.private_segment_fixed_size"]),
    ("lds-unchecked", "gfx906", ["KERNEL_DESCRIPTOR.group_segment_fixed_size"]),
    ("partial-ignored", "gfx906", ["AQL_PACKET.grid_size_x"]),
    ("ids-unpacked", "gfx1100", ["KERNEL_DESCRIPTOR.tidig_comp_cnt", "AQL_PACKET.workgroup_size_y"]),
])
def test_mutants_fail_their_kernel_fields(fault, arch, fields):
    assert failing_fields(certify_fields(MutantTarget(fault), arch, fields)) == set(fields)


def test_dispatches_are_unsupported_without_the_feature_and_not_claimed_without_the_claim():
    fields = ["COMPUTE_DIM_X.size", "COMPUTE_PGM_RSRC1.float_mode"]
    with open_target("manual") as target:
        result = certify_fields(target, "gfx906", fields)
        assert [+tally.counts for tally in result.dispatch.values()] == [{"unsupported": 2}] * 2
    target = ChangedDispatch(lambda words, plan: words)
    target.claims = Claims(dispatch=False)
    result = certify_fields(target, "gfx906", fields)
    assert [+tally.counts for tally in result.dispatch.values()] == [{"not claimed": 1}] * 2
    target.claims = PROFILES["compute"]
    result = certify_fields(target, "gfx906", fields)
    assert [set(tally.counts) for tally in result.dispatch.values()] == [{"pass"}, {"not claimed"}]


def test_kernels_that_need_missing_registers_are_not_claimed():
    """`missing.registers` of claims also excludes kernels that descriptors start."""
    fields = ["KERNEL_DESCRIPTOR.tidig_comp_cnt", "COMPUTE_DIM_X.size"]
    target = ChangedDispatch(lambda words, plan: words)
    target.claims = Claims(missing=Missing(registers=["exec"]))
    result = certify_fields(target, "gfx906", fields)
    assert [set(tally.counts) for tally in result.dispatch.values()] == [{"not claimed"}] * 2
    assert "with what is missing" in result.dispatch[fields[0]].first
    target.claims = Claims(missing=Missing(registers=["v9*"]))
    assert [set(tally.counts) for tally in certify_fields(target, "gfx906", fields).dispatch.values()] == [{"pass"}] * 2


def test_a_target_with_one_wave_size_passes_every_field():
    target = ChangedDispatch(lambda words, plan: words)
    target.hello.waves = {"gfx1100": [32]}
    result = certify_fields(target, "gfx1100", random_dispatches.settable_fields("gfx1100"))
    assert {frozenset(tally.counts) for tally in result.dispatch.values()} == {frozenset({"pass"})}


def test_fields_after_the_time_limit_are_not_exercised():
    result = TaskResult()
    options = CertifyOptions(1, True, until=1)
    dispatch_tasks.certify_dispatches(ChangedDispatch(dict), "gfx906", ("COMPUTE_DIM_X.size",), result, options)
    assert result.cut and result.dispatch["COMPUTE_DIM_X.size"].counts == {"not exercised": 1}


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    """{target: (path, certificate)} of certifications of dispatches only, for the model and a mutant."""
    certificates = {}
    for name, status in (("model", 0), ("mutant:walk-from-zero", 1)):
        out = tmp_path_factory.mktemp("dispatch")
        only = "dispatch:COMPUTE_START_?.*,dispatch:*rsrc2.tgid_*"
        assert certify.certify([name], ["gfx906"], out, quick=True, show=False, only=only) == status
        path = next(out.glob("*.certificate.json"))
        certificates[name] = path, msgspec.json.decode(path.read_bytes(), type=schema.Certificate)
    return certificates


def test_certificates_have_a_verdict_for_each_field(certificates):
    passing, failing = (certificate for _, certificate in certificates.values())
    assert (passing.verdict, failing.verdict, passing.operations, passing.rules) == ("pass", "fail", {}, {})
    assert {verdict.verdict for verdict in passing.dispatch.values()} == {"pass"} and len(passing.dispatch) == 6
    failed = {field for field, verdict in failing.dispatch.items() if verdict.verdict == "fail"}
    assert failed == {f"COMPUTE_START_{axis}.start" for axis in "XYZ"}
    differences = [failing.dispatch[field].first for field in failed]
    assert all("out+" in text or "instructions run" in text for text in differences)
    assert {verdict.first for field, verdict in failing.dispatch.items() if field not in failed} == {""}
    assert [defect.fault for defect in failing.defects] == ["walk-from-zero"] and len(failing.failures) == 3
    assert passing.compared_bits > 100_000


def test_failing_dispatches_replay(certificates):
    path, certificate = certificates["mutant:walk-from-zero"]
    bundle = path.parent / certificate.failures[0].file
    assert (verification.replay(bundle, "mutant:walk-from-zero"), verification.replay(bundle, "model")) == (1, 0)


def test_verify_reports_changed_verdicts_of_dispatches(certificates, tmp_path, capsys):
    path, certificate = certificates["model"]
    assert verification.verify(path) == 0
    field = "COMPUTE_START_X.start"
    removed = {name: verdict for name, verdict in certificate.dispatch.items() if name != field}
    failed = certificate.dispatch | {field: msgspec.structs.replace(certificate.dispatch[field], fail=1)}
    additional = certificate.dispatch | {"COMPUTE_DIM_X.size": certificate.dispatch[field]}
    for changed, problem in ((removed, f"missing: dispatches about {field}"),
                             (failed, f"changed: dispatches about {field}"),
                             (additional, "duplicate: dispatches about COMPUTE_DIM_X.size")):
        changed_certificate = msgspec.structs.replace(certificate, dispatch=changed)
        digest = schema.record_digest(changed_certificate)
        changed_path = tmp_path / "changed.json"
        changed_path.write_bytes(schema.to_bytes(msgspec.structs.replace(changed_certificate, digest=digest)))
        assert verification.verify(changed_path) == 1 and problem in capsys.readouterr().out


def test_pages_and_ci_formats_contain_dispatches(certificates):
    passing, failing = (certificate for _, certificate in certificates.values())
    text = html_page.render_page([failing])
    assert "and 3 of 6 fields of dispatches fail" in text
    assert "Field by field" in text and "COMPUTE_START_Z.start" in text and "same as fault" in text
    assert "Field by field" not in html_page.render_page([msgspec.structs.replace(passing, dispatch={})])
    xml = junit.junit_document([failing]).decode()
    assert 'name="mutant:walk-from-zero on gfx906: dispatch" tests="6" failures="3"' in xml
    assert "assay replay" in xml
    results = sarif.sarif_log([failing])["runs"][0]["results"]
    assert len(results) == 1 and "walk-from-zero" in json.dumps(results)
    changes = certificate_changes.compare_certificates(passing, failing)
    assert [change.name for change in changes.worse] == [f"dispatch COMPUTE_START_{axis}.start" for axis in "XYZ"]


def test_only_selects_fields():
    selected = selection.select_fields("dispatch:*RSRC2.TGID_x_en", ["gfx906"])
    assert selected["gfx906"] == ("COMPUTE_PGM_RSRC2.tgid_x_en",)
    assert selection.select_fields("v_add*", ["gfx906"])["gfx906"] == ()
    selected = selection.select_fields("dispatch:", ["gfx1100"])["gfx1100"]
    assert len(selected) == len(dispatch_fields.settable_fields("gfx1100")) > 130
    assert selection.select_forms("dispatch:", ["gfx906"]) == {"gfx906": ()}
    assert len(selection.select_forms("dispatch:,v_mov_b32", ["gfx906"])["gfx906"]) > 1
    with pytest.raises(SelectError, match="chooses no field"):
        selection.select_fields("dispatch:*trap_on_start", ["gfx906"])
    with pytest.raises(SelectError, match="empty"):
        selection.select_forms("", ["gfx906"])


def test_coverage_counts_the_fields_that_cases_set(certificates):
    watcher = program_reach.Watcher("gfx906")
    watcher.add_case(parse_case(random_dispatches.draw_dispatch("gfx906", "COMPUTE_START_X.start", 1, 0, True).case))
    assert watcher.reach.dispatch["COMPUTE_START_X.start"] == watcher.reach.dispatch["COMPUTE_NUM_THREAD_X.full"] == 1
    needed = program_reach.uncovered(watcher.reach, certificates["mutant:walk-from-zero"][1])
    assert "dispatch COMPUTE_START_X.start" in needed["fail"]
    assert "dispatch COMPUTE_NUM_THREAD_X.full" in needed["not in it"]
