"""The block `dispatch` of certificates: a target that ignores a field, or heeds one that must change nothing, fails it,
and so do the deliberate faults; what is right stays apart; certificates, pages and CI formats know it."""
import json
from functools import cache
from types import SimpleNamespace

import msgspec
import pytest
from msgspec.structs import replace

from ...generators.dispatches import kernel_descriptors as descriptors, random_dispatches as generated
from ...generators.instructions.form_selection import SelectError
from ...harness.case.case_types import parse_case
from ...harness.case.choices import PROFILES, Claims, Missing
from ...harness.comparison import differential
from ...harness.execution.model_run import Model
from ...harness.execution.outcome import Outcome
from ...harness.faults import curated_faults
from ...harness.targets.model import hello
from ...harness.targets.registry import open_target
from ...spec import ARCHS, CERTIFIED, all_registers
from ..coverage import program_reach
from ..export import certificate_changes, certificate_records as schema, html_page, junit, sarif
from . import certify, dispatch_cases as dispatches, dispatch_tasks, verification
from .task_types import CertifyOptions, TaskResult

pytestmark = pytest.mark.long
# In which order the waves of a group reach memory, which no program here depends on.
UNSEEN = {"COMPUTE_PGM_RSRC1.wgp_mode"}
HEEDED = [(arch, about) for arch in CERTIFIED for about, heeded in generated.settable_fields(arch).items() if heeded]

KERNELS = [(arch, about) for arch in CERTIFIED for about, heeded in descriptors.settable_fields(arch).items() if heeded]


class Remembering(Model):
    """The model that targets are held against, which runs a case once."""
    known: dict[tuple[bytes, str], Outcome] = {}

    def run(self, plan, trace=None):
        case = msgspec.msgpack.encode(plan.case), repr(self.choices)
        if case not in self.known:
            self.known[case] = super().run(plan)
        return self.known[case]


@pytest.fixture(scope="module", autouse=True)
def drawn_once():
    """The same dispatches are held against one target after the other, the model's results of them too."""
    with pytest.MonkeyPatch.context() as patch:
        for generator in (generated, descriptors):
            patch.setattr(generator, "draw_dispatch", cache(generator.draw_dispatch))
        patch.setattr(differential, "Model", Remembering)
        yield
        Remembering.known.clear()


class Changed:
    """The model as a target that takes registers for others."""
    choices = claims = None

    def __init__(self, change, features=None):
        self.model, self.change, self.unexplained = Model(), change, []
        self.hello = SimpleNamespace(**hello("changed") | ({"features": features} if features else {}))

    def run(self, plans):
        for plan in plans:
            yield self.model.run(replace(plan, dispatch_registers=self.change(dict(plan.dispatch_registers), plan)))


class Within(Changed):
    """A mutant."""

    def __init__(self, fault):
        super().__init__(lambda words, plan: words)
        self.model = curated_faults.faulty_model(fault)


def ran(target, arch, fields, quick=True):
    share = TaskResult()
    dispatch_tasks.certify_dispatches(target, arch, tuple(fields), share, CertifyOptions(1, quick, diagnosed=False))
    return share


def failing(share):
    return {about for about, one in share.dispatch.items() if one.counts["fail"]}


def ignoring(about):
    """Registers with a field as it usually is."""
    register, _, name = about.partition(".")

    def change(words, plan):
        if register == "COMPUTE_USER_DATA":
            return {one: 0 if one.startswith(register) else word for one, word in words.items()}
        if register.startswith("COMPUTE_PGM_") and name.startswith("address"):
            return {one: word for one, word in words.items() if one[:14] not in ("COMPUTE_PGM_LO", "COMPUTE_PGM_HI")}
        usual = generated.default_values(plan.arch, 64).get(about, 1 if name == "full" else 0)
        field = all_registers()[register].fields[ARCHS[plan.arch]][name]
        return words | {register: words.get(register, 0) & ~field.mask | field.put(usual)}
    return change


@pytest.mark.parametrize("arch,about", HEEDED, ids=lambda one: one)
def test_who_ignores_a_field_fails_it(arch, about):
    share = ran(Changed(ignoring(about)), arch, [about])
    assert failing(share) == {about} - UNSEEN
    assert len(share.failures) == len(failing(share))


class Descriptor(Changed):
    """The model as a target that takes a kernel for another."""

    def run(self, plans):
        for plan in plans:
            yield self.model.run(self.change(plan))


def ignoring_kernel(about):
    """A kernel with a field as it usually is: 0, or of sizes one item."""
    table, _, name = about.partition(".")
    axis = "xyz".find(name[-1])

    def change(plan):
        if table == descriptors.PACKET:
            what = name.partition("_")[0].replace("work", "")
            sizes = list(getattr(plan, what))
            sizes[axis] = 1 if what == "group" else plan.group[axis]
            return replace(plan, **{what: tuple(sizes)})
        family, registers = ARCHS[plan.arch], all_registers()
        word, low, field = int.from_bytes(plan.descriptor, "little"), 0, registers[table].fields[family].get(name)
        usual = 0
        if register := descriptors.register_field(about):
            stem = register.partition(".")[0]
            low = registers[table].field(family, stem.removeprefix("COMPUTE_").lower().join(("compute_", ""))).low
            field = registers[stem].field(family, name)
            usual = generated.default_values(plan.arch, plan.wave).get(register, 0)
        word = word & ~(field.mask << low) | field.put(usual) << low
        case = plan.case                               # which says the same of memory
        case = msgspec.structs.replace(case, lds=0 if name.startswith("group_segment") else case.lds,
                                       scratch=0 if name.startswith("private_segment") else case.scratch)
        return replace(plan, descriptor=word.to_bytes(64, "little"), case=case)
    return change


@pytest.mark.parametrize("arch,about", KERNELS, ids=lambda one: one)
def test_who_ignores_a_field_of_kernels_fails_it(arch, about):
    assert failing(ran(Descriptor(ignoring_kernel(about)), arch, [about])) == {about}


@pytest.mark.parametrize("arch", CERTIFIED)
def test_who_heeds_what_changes_nothing_fails_it(arch):
    """RESTART is for waves that are restored; a target adds it to START."""
    def change(words, plan):
        return words | {f"COMPUTE_START_{axis}": words.get(f"COMPUTE_START_{axis}", 0) + (
            words.get(f"COMPUTE_RESTART_{axis}", 0) > 0) for axis in "XYZ"}
    fields = [f"COMPUTE_RESTART_{axis}.restart" for axis in "XYZ"]
    assert failing(ran(Changed(change), arch, generated.settable_fields(arch))) == set(fields)


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
def test_deliberate_faults_fail_their_fields(fault, arch, fields):
    """And nothing that has no effect: what was wrong alone is left out of other dispatches."""
    share = ran(Within(fault), arch, generated.settable_fields(arch))
    found = failing(share)
    assert found >= {f"COMPUTE_{one}" for one in fields}
    assert all(generated.settable_fields(arch)[about] for about in found)
    assert len(found) < 16


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
def test_deliberate_faults_fail_fields_of_kernels(fault, arch, fields):
    assert failing(ran(Within(fault), arch, fields)) == set(fields)


def test_who_starts_no_kernels_is_unsupported_and_who_claims_none_is_not_asked():
    fields = ["COMPUTE_DIM_X.size", "COMPUTE_PGM_RSRC1.float_mode"]
    with open_target("manual") as target:
        share = ran(target, "gfx906", fields)
        assert [+one.counts for one in share.dispatch.values()] == [{"unsupported": 2}] * 2
    target = Changed(lambda words, plan: words)
    target.claims = Claims(dispatch=False)
    assert [+one.counts for one in ran(target, "gfx906", fields).dispatch.values()] == [{"not claimed": 1}] * 2
    target.claims = PROFILES["compute"]
    share = ran(target, "gfx906", fields)
    assert [set(one.counts) for one in share.dispatch.values()] == [{"pass"}, {"not claimed"}]


def test_who_has_not_the_registers_of_a_kernel_is_not_asked():
    """`missing.registers` of claims, as for cases by hand; also of kernels started by descriptors."""
    fields = ["KERNEL_DESCRIPTOR.tidig_comp_cnt", "COMPUTE_DIM_X.size"]
    target = Changed(lambda words, plan: words)
    target.claims = Claims(missing=Missing(registers=["exec"]))
    share = ran(target, "gfx906", fields)
    assert [set(one.counts) for one in share.dispatch.values()] == [{"not claimed"}] * 2
    assert "with what is missing" in share.dispatch[fields[0]].first
    target.claims = Claims(missing=Missing(registers=["v9*"]))
    assert [set(one.counts) for one in ran(target, "gfx906", fields).dispatch.values()] == [{"pass"}] * 2


def test_one_wave_size_is_enough():
    target = Changed(lambda words, plan: words)
    target.hello.waves = {"gfx1100": [32]}
    share = ran(target, "gfx1100", generated.settable_fields("gfx1100"))
    assert {frozenset(one.counts) for one in share.dispatch.values()} == {frozenset({"pass"})}


def test_what_is_left_when_the_time_is_over_is_not_exercised():
    share = TaskResult()
    options = CertifyOptions(1, True, until=1)
    dispatch_tasks.certify_dispatches(Changed(dict), "gfx906", ("COMPUTE_DIM_X.size",), share, options)
    assert share.cut and share.dispatch["COMPUTE_DIM_X.size"].counts == {"not exercised": 1}


@pytest.fixture(scope="module")
def certified(tmp_path_factory):
    """Certificates of dispatches alone: of the model, and of a mutant."""
    found = {}
    for name, status in (("model", 0), ("mutant:walk-from-zero", 1)):
        out = tmp_path_factory.mktemp("dispatch")
        only = "dispatch:COMPUTE_START_?.*,dispatch:*rsrc2.tgid_*"
        assert certify.certify([name], ["gfx906"], out, quick=True, show=False, only=only) == status
        path = next(out.glob("*.certificate.json"))
        found[name] = path, msgspec.json.decode(path.read_bytes(), type=schema.Certificate)
    return found


def test_certificates_have_a_verdict_for_each_field(certified):
    good, bad = (one for _, one in certified.values())
    assert (good.verdict, bad.verdict, good.operations, good.rules) == ("pass", "fail", {}, {})
    assert {one.verdict for one in good.dispatch.values()} == {"pass"} and len(good.dispatch) == 6
    failed = {about for about, one in bad.dispatch.items() if one.verdict == "fail"}
    assert failed == {f"COMPUTE_START_{axis}.start" for axis in "XYZ"}
    assert all("out+" in one or "instructions run" in one for one in (bad.dispatch[about].first for about in failed))
    assert {one.first for about, one in bad.dispatch.items() if about not in failed} == {""}
    assert [one.fault for one in bad.defects] == ["walk-from-zero"] and len(bad.failures) == 3
    assert good.compared_bits > 100_000


def test_failing_dispatches_replay(certified):
    path, one = certified["mutant:walk-from-zero"]
    bundle = path.parent / one.failures[0].file
    assert (verification.replay(bundle, "mutant:walk-from-zero"), verification.replay(bundle, "model")) == (1, 0)


def test_certificates_of_dispatches_are_verified(certified, tmp_path, capsys):
    path, one = certified["model"]
    assert verification.verify(path) == 0
    about = "COMPUTE_START_X.start"
    lost = {name: held for name, held in one.dispatch.items() if name != about}
    turned = one.dispatch | {about: msgspec.structs.replace(one.dispatch[about], fail=1)}
    other = one.dispatch | {"COMPUTE_DIM_X.size": one.dispatch[about]}
    for changed, said in ((lost, f"missing: dispatches about {about}"), (turned, f"changed: dispatches about {about}"),
                          (other, "duplicate: dispatches about COMPUTE_DIM_X.size")):
        made = msgspec.structs.replace(one, dispatch=changed)
        file = tmp_path / "changed.json"
        file.write_bytes(schema.to_bytes(msgspec.structs.replace(made, digest=schema.record_digest(made))))
        assert verification.verify(file) == 1 and said in capsys.readouterr().out


def test_pages_and_ci_formats_know_dispatches(certified):
    good, bad = (one for _, one in certified.values())
    text = html_page.render_page([bad])
    assert "and 3 of 6 fields of dispatches fail" in text
    assert "Field by field" in text and "COMPUTE_START_Z.start" in text and "same as fault" in text
    assert "Field by field" not in html_page.render_page([msgspec.structs.replace(good, dispatch={})])
    xml = junit.junit_document([bad]).decode()
    assert 'name="mutant:walk-from-zero on gfx906: dispatch" tests="6" failures="3"' in xml
    assert "assay replay" in xml
    found = sarif.sarif_log([bad])["runs"][0]["results"]
    assert len(found) == 1 and "walk-from-zero" in json.dumps(found)
    said = certificate_changes.compare_certificates(good, bad)
    assert [one.name for one in said.worse] == [f"dispatch COMPUTE_START_{axis}.start" for axis in "XYZ"]


def test_only_chooses_fields():
    selected = dispatches.select_fields("dispatch:*RSRC2.TGID_x_en", ["gfx906"])
    assert selected["gfx906"] == ("COMPUTE_PGM_RSRC2.tgid_x_en",)
    assert dispatches.select_fields("v_add*", ["gfx906"])["gfx906"] == ()
    selected = dispatches.select_fields("dispatch:", ["gfx1100"])["gfx1100"]
    assert len(selected) == len(dispatches.dispatch_fields("gfx1100")) > 130
    assert dispatches.select_forms("dispatch:", ["gfx906"]) == {"gfx906": ()}
    assert len(dispatches.select_forms("dispatch:,v_mov_b32", ["gfx906"])["gfx906"]) > 1
    with pytest.raises(SelectError, match="chooses no field"):
        dispatches.select_fields("dispatch:*trap_on_start", ["gfx906"])
    with pytest.raises(SelectError, match="empty"):
        dispatches.select_forms("", ["gfx906"])


def test_coverage_tells_which_fields_cases_set(certified):
    watcher = program_reach.Watcher("gfx906")
    watcher.add_case(parse_case(generated.draw_dispatch("gfx906", "COMPUTE_START_X.start", 1, 0, True).case))
    assert watcher.reach.dispatch["COMPUTE_START_X.start"] == watcher.reach.dispatch["COMPUTE_NUM_THREAD_X.full"] == 1
    needed = program_reach.uncovered(watcher.reach, certified["mutant:walk-from-zero"][1])
    assert "dispatch COMPUTE_START_X.start" in needed["fail"]
    assert "dispatch COMPUTE_NUM_THREAD_X.full" in needed["not in it"]
