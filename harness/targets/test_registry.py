"""Targets against the model: equal without faults, unequal with a fault, and the same results for wrapped cases."""
import random
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ..case.assembler import assemble
from ..case.directives import parse_assembly
from ..case.plan import resolve
from ..comparison.case_run import run_case
from ..comparison.differential import first_difference, pair_up
from ..execution.model_run import Model
from ..kernel_wrapper.wrap import CannotWrap, wrap
from ..protocol.frames import frame, split_frame
from ..protocol.messages import WireMemory, WireResult, WireWave, read_outcome, run_message
from . import registry
from .checkout import commit_id
from .process_target import ProcessTarget
from .registry import TargetRequest, TargetEntry, catalogue, mutant_catalogue, mutants, open_target
from .target_error import TargetError

pytest.importorskip("assay.model._assay", reason="the model is not built: make setup")
HERE = Path(__file__).parent
SHAPES = [("gfx906", 64), ("gfx1100", 32), ("gfx1100", 64)]
ADD = {"gfx906": "v_add_u32", "gfx1100": "v_add_nc_u32"}


def lanes(seed, wave):
    return [random.Random(seed * 1000 + n).getrandbits(32) for n in range(wave)]


def case(text, arch, wave, name="t", **keys):
    """Return a case with seeded values in v1, v2, s4 and s5, and the other given keys."""
    state = {
        "v1": lanes(1, wave), "v2": lanes(2, wave), "s4": 0x80000001, "s5": 77, "vcc": 0x123456789ABCDEF, "m0": 5,
        **keys.pop("state", {}),
    }
    return {
        "assay": 1, "arch": arch, "wave": wave, "name": name,
        "code": assemble(
            arch, text.replace("ADD", ADD[arch]).replace("VCC", "vcc" if wave == 64 else "vcc_lo"), wave
        ).hex(),
        "state": state, **keys,
    }


# Programs by name; each is legal on both architectures, and what it leaves is the same whoever starts it.
PROGRAMS = {
    "valu": "ADD v3, v1, v2\nv_xor_b32 v4, v3, v1\nv_cmp_lt_u32 VCC, v1, v2",
    "salu": "s_add_u32 s6, s4, s5\ns_addc_u32 s7, s4, s4\ns_mov_b32 m0, 7",
    "endpgm": "s_mov_b32 s6, 3\ns_cmp_eq_u32 s6, 3\ns_endpgm",
    "memory": "v_lshlrev_b32 v6, 2, v5\nglobal_load_dword v7, v6, s[8:9]\n"
              "s_waitcnt vmcnt(0)\nv_add_f32 v7, v7, v7\nglobal_store_dword v6, v7, s[10:11]",
    "loop": "s_mov_b32 s6, 4\nagain:\nADD v1, v1, v2\ns_sub_u32 s6, s6, 1\ns_cmp_lg_u32 s6, 0\ns_cbranch_scc1 again",
    "early end": "s_cmp_eq_u32 s5, 77\ns_cbranch_scc0 other\ns_endpgm\nother:\ns_mov_b32 s6, 1\ns_endpgm",
    "mode": "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 3\nv_add_f32 v3, v1, v2",
    "many": "\n".join(f"v_mov_b32 v{n}, v1\ns_mov_b32 s{n - 80}, {n}" for n in range(100, 170)),
}
MEMORY = {
    "state": {"v5": list(range(32)), "s[8:9]": "in", "s[10:11]": "out+16"},
    "observe": {"registers": ["v7", "exec"], "memory": ["in", "out"]},
    "memory": [{"name": "in", "bytes": bytes(range(256)).hex()}, {"name": "out", "size": 1024}],
}


def programs(arch, wave):
    for name, text in PROGRAMS.items():
        yield case(text, arch, wave, name, **(MEMORY if name == "memory" else {}))
    yield case(PROGRAMS["valu"], arch, wave, "exec", state={"exec": "0x5a5a5a5a", "v3": 1, "v4": 2})
    yield case(PROGRAMS["valu"], arch, wave, "part", group=[40, 1, 1], state={"v3": 1, "v4": 2})
    yield case(
        "s_mov_b32 s7, s6\ns_barrier\n" + PROGRAMS["valu"], arch, wave, "waves", group=[4 * wave, 1, 1],
        grid=[8 * wave, 1, 1], state={"s6": 1}, waves=[{"s6": n, "v1": n} for n in range(4)],
    )
    yield case("s_nop 0\ns_mov_b32 s6, 1\ns_mov_b32 s7, 2", arch, wave, "entry", entry=8)
    yield case(
        PROGRAMS["salu"], arch, wave, "everything",
        observe={"registers": ["s[0:97]", "v[0:253]", "vcc", "exec", "scc", "m0", "mode"]},
    )
    yield case(
        "s_mov_b32 s98, 1", arch, wave, "reserve", reserve=["s[0:3]", "v[250:251]"],
        observe={"registers": ["s98", "v255"]}, state={"v255": 3},
    )
    yield case("s_getpc_b64 s[6:7]", arch, wave, "pc")
    yield case(PROGRAMS["valu"], arch, wave, "patient", limits={"seconds": 1e308})
    yield case(PROGRAMS["memory"], arch, wave, "pieces", **{**MEMORY, "observe": {"memory": [
        {"name": "out", "offset": 8, "size": 8}, "in", "out", {"name": "out", "offset": 16, "size": 8}]}})
    yield case("s_nop 0", arch, wave, "mode set", state={"mode": 0x2F5}, observe={"registers": ["mode"]})


@pytest.mark.parametrize("arch, wave", SHAPES)
@pytest.mark.parametrize("target", ["model", "model:wrapped"])
def test_the_model_through_the_protocol_equals_the_model(target, arch, wave):
    with open_target(target) as other:
        pairs = list(pair_up(other, programs(arch, wave)))
    assert {
        (p.plan.case.name, p.comparison.verdict, p.comparison.text)
        for p in pairs
        if p.comparison.verdict != "pass" and p.comparison.cause != "open"
    } == set()
    whole = [p for p in pairs if p.comparison.observed_bits > 1000]
    assert len(whole) >= 8 and all(p.comparison.verdict == "pass" or p.plan.case.name == "everything" for p in whole)
    assert all(
        p.target.instructions == (-1 if target.endswith("wrapped") else p.model.instructions)
        for p in pairs
        if p.target.status == "ok"
    )


def test_a_target_without_state_registers_and_addresses_is_served_by_the_wrapper():
    """An adapter over the model that hides those features and puts memory elsewhere."""
    with ProcessTarget("bare", [sys.executable, "-m", "assay.harness.adapter_check.bare_adapter"]) as bare:
        assert "state" not in bare.hello.features and "addresses" not in bare.hello.features
        for arch, wave in SHAPES:
            pairs = list(pair_up(
                bare,
                [
                    case(PROGRAMS["memory"], arch, wave, "memory", **MEMORY),
                    case(PROGRAMS["valu"], arch, wave, "valu"),
                    case(
                        PROGRAMS["memory"], arch, wave, "pairs",
                        **{
                            **MEMORY,
                            "state": {"v5": 1, "s[8:9]": "in", "s[10:11]": "out", "v[20:21]": ["in", "out+8"]},
                            "observe": {"registers": ["v20", "v21", "s9"],
                                        "memory": ["out", {"name": "out", "offset": 8, "size": 8}]},
                        },
                    ),
                ],
            ))
            assert [(p.comparison.verdict, p.comparison.text) for p in pairs] == [("pass", "")] * 3
            assert pairs[0].target.memory[0].address != pairs[0].model.memory[0].address
            assert pairs[2].comparison.leniencies["relative"] > 0


@pytest.mark.parametrize("status, sizes, told, kept", [
    ("ok",    [4, 4],    "ok",    2),
    ("ok",    [4],       "short", 0),                # which of the two is it?
    ("ok",    [4, 4, 4], "short", 0),
    ("ok",    [4, 3],    "short", 0),
    ("fault", [4],       "fault", 0),
])
def test_pieces_of_a_region_are_taken_all_or_none(status, sizes, told, kept):
    pieces = [{"name": "buf", "offset": at, "size": 4} for at in (0, 4)]
    plan = resolve(case("s_nop 0", "gfx1100", 32, memory=[{"name": "buf", "size": 8}],
                        observe={"registers": [], "memory": pieces}))
    answer = [WireMemory(name="buf", address=0, bytes=bytes(size)) for size in sizes]
    outcome = read_outcome(WireResult(type="result", id=1, status=status, waves=[WireWave()], memory=answer), plan)
    assert (outcome.status, len(outcome.memory)) == (told, kept)


def test_what_can_not_be_wrapped_says_so():
    for keys, text in [
        ({"code": assemble("gfx1100", "s_mov_b32 s98, 1").hex()}, "reserves"),
        ({"scratch": 16}, "scratch"),
        ({"state": {"s100": 1}}, "reserves"),
        ({"vgprs": 64}, "beyond the VGPRs"),
        ({"lds": 16, "lds_bytes": "00", "group": [64, 1, 1], "grid": [64, 1, 1]}, "LDS"),
        ({"reserve": ["s[1:4]", "v[1:2]"]}, "four scalar"),
        ({"state": {"ttmp3": 1}}, "ttmp3"),
        ({"group": [64, 1, 1], "grid": [65, 1, 1]}, "not full"),
    ]:
        plan = resolve({
            "assay": 1, "arch": "gfx1100", "code": assemble("gfx1100", "s_nop 0").hex(),
            "observe": {"registers": []}, **keys,
        })
        with pytest.raises(CannotWrap, match=text):
            wrap(plan)


def test_no_nonce_no_pass():
    """Code that does not run to its end never writes the nonce."""
    plan = resolve(case("s_nop 0", "gfx1100", 32, observe={"registers": ["s4"]}))
    wrapped = wrap(plan)
    at = wrapped.plan.code.rindex(bytes.fromhex("0000b0bf"))  # the s_endpgm after the epilogue, moved to its beginning
    prologue = wrapped.plan.code.index(plan.code, wrapped.plan.code.index(bytes.fromhex("040080bf")))
    wrapped.plan.code = wrapped.plan.code[:prologue] + wrapped.plan.code[at:at + 4] + wrapped.plan.code[prologue:]
    from ..kernel_wrapper.wrap import unwrap
    outcome = unwrap(wrapped, Model().run(wrapped.plan))
    assert (outcome.status, outcome.waves) == ("short", []) and "no nonce" in outcome.text


KILLS = {
    "exec-ignored": ("ADD v3, v1, v2", {"state": {"v3": 0, "exec": 1}}),
    "neg-dropped": ("v_add_f32 v3, v1, -v2", {"state": {"v1": 0x40400000, "v2": 0x3F800000}}),
    "borrow-inverted": ("s_sub_u32 s6, s4, s5", {}),
    "mask-keeps-old": ("v_cmp_lt_u32 VCC, v1, v2", {"state": {"exec": 1, "vcc": 0xFF}}),
    "round-to-zero": ("v_add_f32 v3, v1, v2", {"state": {"v1": 0x3F800000, "v2": 0x33C00000}}),
    "shift-unmasked": ("v_lshlrev_b32 v3, 33, v1", {}),
    "store-drops-lane": (
        "global_store_dword v5, v1, s[10:11]",
        {"state": {"v5": [4 * n for n in range(32)], "s[10:11]": "out"}, "memory": MEMORY["memory"]},
    ),
    "inline-constant": ("s_mov_b32 s6, -16", {}),
    "branch-off-by-one": (PROGRAMS["loop"], {}),
    "offset-unsigned": (
        "global_load_dword v3, v5, s[8:9] offset:-4\ns_waitcnt vmcnt(0)",
        {"state": {"v5": 16, "s[8:9]": "in"}, "memory": MEMORY["memory"], "observe": {"registers": ["v3"]}},
    ),
    "bound-ctrl": ("v_mov_b32_dpp v3, v1 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:0", {"state": {"v3": 9}}),
}


@pytest.mark.parametrize("mutant", sorted(KILLS))
def test_a_planted_fault_is_found(mutant):
    text, keys = KILLS[mutant]
    with open_target(f"mutant:{mutant}") as faulty:
        verdicts = [
            p.comparison.verdict for p in pair_up(faulty, [case(text, arch, wave, **keys) for arch, wave in SHAPES])
        ]
    assert "fail" in verdicts, (mutant, verdicts)


def test_diff_finds_the_instruction():
    text = "v_mov_b32 v3, v1\ns_mov_b32 s6, 1\nv_lshlrev_b32 v4, 33, v1\nv_mov_b32 v5, v4"
    one = resolve(case(text, "gfx1100", 32)).case
    with open_target("mutant:shift-unmasked") as faulty:
        found = first_difference(one, faulty)
    assert (found["verdict"], found["pc"]) == ("fail", "0x10008") and found["instruction"].startswith("v_lshlrev_b32")
    assert found["differences"][0]["where"] == "v4" and found["expected"]["waves"] != found["got"]["waves"]
    with open_target("model") as same:
        assert first_difference(one, same)["verdict"] == "pass"


def test_manual_runs_through_the_protocol():
    with open_target("manual") as manual:
        pairs = list(pair_up(
            manual, [case(PROGRAMS[name], arch, wave, name) for name in ("valu", "salu") for arch, wave in SHAPES]
        ))
    assert [(p.comparison.verdict, p.comparison.text) for p in pairs] == [("pass", "")] * 6


@pytest.fixture(scope="module")
def toy_adapter(tmp_path_factory):
    program = tmp_path_factory.mktemp("toy") / "toy"
    subprocess.run(
        [
            "gcc",
            "-std=c11",
            "-O2",
            "-Wall",
            "-Wextra",
            "-Wconversion",
            "-Wshadow",
            "-Werror",
            "-fsanitize=address,undefined",
            "-fno-sanitize-recover",
            f"-I{HERE.parent / 'protocol'}",
            str(HERE / "template" / "c" / "main.c"),
            "-o",
            str(program),
        ],
        check=True,
    )
    return program


def test_no_message_upsets_the_c_helper(toy_adapter):
    """Messages with bytes changed at random, under ASan and UBSan: each gets one answer, and the program ends in
    peace."""
    rng = random.Random(5)
    plan = resolve(case("s_mov_b32 s6, 3", "gfx906", 64, observe={"registers": ["s6"]}))
    good, sent = bytearray(frame(run_message(7, plan, 1.5))[4:]), b""
    for _ in range(3000):
        message = good.copy()
        for _ in range(rng.randrange(1, 6)):
            message[rng.randrange(len(message))] = rng.getrandbits(8)
        message = message[:rng.choice([len(message), rng.randrange(1, len(message))])]
        sent += len(message).to_bytes(4, "little") + message
    done = subprocess.run([str(toy_adapter)], input=sent, capture_output=True)
    assert (done.returncode, done.stderr[-500:]) == (0, b"")
    answers, buffer = 0, bytearray(done.stdout)
    while split_frame(buffer) is not None:
        answers += 1
    assert answers == 3000 and not buffer


def test_a_target_that_starts_no_kernels_is_not_wrapped():
    command = [sys.executable, "-m", "assay.harness.adapter_check.bad_adapter", "none"]
    with ProcessTarget("plain", command, wrapped=True) as plain:
        one = next(pair_up(plain, [case("s_nop 0", "gfx906", 64, observe={"registers": ["s4"]})]))
    assert (one.comparison.verdict, one.comparison.text) == ("unsupported", "wrap: the target starts no kernels")


def test_choices_by_name(tmp_path):
    path = tmp_path / "own.yaml"
    path.write_text("nan.propagated: first\n")
    with open_target(f"model,choices={path}") as target:
        assert target.choices.nan_propagated == "first" and target.name == "model"
    path.write_text("nan: first\n")
    with pytest.raises(TargetError, match="own.yaml"):
        open_target(f"model,choices={path}")


def test_the_c_adapter(toy_adapter):
    program = toy_adapter
    moves = "s_mov_b32 s6, 3\ns_nop 1\ns_mov_b32 s7, 64"
    with ProcessTarget("toy", [str(program)]) as toy:
        pairs = list(pair_up(
            toy,
            [
                case(moves, "gfx906", 64),
                case("s_mov_b32 s6, -1", "gfx906", 64),
                case(moves, "gfx1100", 32),
                case("s_barrier", "gfx1100", 32, group=[64, 1, 1]),
                case("s_nop 0", "gfx906", 64, observe={"registers": ["s4", "s5"]}),
            ],
        ))
    assert [p.comparison.verdict for p in pairs] == ["pass", "unsupported", "pass", "unsupported", "pass"]
    assert pairs[4].target.waves[0].scalars == {"s4": 0x80000001, "s5": 77}


def test_real_targets_and_mutants_are_listed_apart():
    assert [row["name"] for row in catalogue()] == [
        "model", "manual", "llvm", "llvm:22", "llvm:19", "tinygrad,checkout=DIR", "mgpusim,checkout=DIR", "hsa",
        "mutant:ID", "command:PROGRAM …"]
    assert len(mutants()) >= 10
    assert [row["name"] for row in mutant_catalogue()] == [f"mutant:{name}" for name in mutants()]


def test_the_assembly_form_runs():
    text = ("; assay: arch gfx906 gfx1100\n; assay: state v1 = lane\n"
            "; assay: expect v2[*] = lane * 3\nv_mul_u32_u24 v2, 3, v1\n")
    results = [run_case(one) for one in parse_assembly(text, "x.s")]
    assert [(r["status"], r["met"]) for r in results] == [("ok", True)] * 2
    wrong = [run_case(one) for one in parse_assembly(text.replace("lane * 3", "lane * 4"), "x.s")]
    assert [r["met"] for r in wrong] == [False] * 2 and "v2[1]: expected 0x4, got 0x3" in wrong[0]["unmet"][0]


@pytest.mark.parametrize("profile, told", [("manual", []), ("silicon", ["hazard.trans.use"])])
def test_the_profile_of_a_case_travels(profile, told):
    """A target is asked for findings under the profile the case names."""
    text = f"; assay: arch gfx1100\n; assay: profile {profile}\nv_rcp_f32 v1, v2\nv_add_f32 v3, v1, v1\n"
    with open_target("model") as target:
        pair, = pair_up(target, parse_assembly(text, "profile"))
    assert [one["rule"] for one in pair.target.findings] == told


def test_each_target_is_opened_as_its_line_says(monkeypatch):
    """A new line brings what opens it: nothing else answers in its name."""
    line = TargetEntry("echo,size=N", "says what it was told", lambda: True, "-", lambda asked: asked, ("size",))
    monkeypatch.setattr(registry, "_TARGETS", (*registry._TARGETS, line))
    assert open_target("echo") == TargetRequest("echo", "echo", "", {})
    assert catalogue()[-1]["name"] == "echo,size=N"
    with pytest.raises(TargetError, match="there are model, manual, llvm, tinygrad, .*, mutant, command, echo"):
        open_target("ech")


def test_a_target_is_named_with_options(monkeypatch, tmp_path):
    line = TargetEntry("echo,size=N", "says what it was told", lambda: True, "-", lambda asked: asked, ("size", "at"))
    monkeypatch.setattr(registry, "_TARGETS", (*registry._TARGETS, line))
    own = tmp_path / "own.yaml"
    own.write_text("nan.propagated: first\n")
    asked = open_target(f"echo,size=3,choices={own},at=/a b,c/d")
    assert asked.options == {"size": "3", "choices": str(own), "at": "/a b,c/d"}
    assert asked.name == "echo,size=3,at=/a b,c/d" and asked.choices.nan_propagated == "first"
    for name, text in [
        ("echo,sze=3", "echo takes no 'sze'; it takes size, at, choices"),
        ("echo,size", "size has no value; write size=…"),
        ("echo,size=", "size has no value; write size=…"),
        ("echo,size=3,size=4", "size is given twice"),
        ("model,size=3", "model takes no 'size'; it takes choices"),
        ("echo:far", "no target is called 'echo:far'"),
    ]:
        with pytest.raises(TargetError, match=re.escape(text)):
            open_target(name)


@pytest.mark.parametrize("name", ["model", "command:sim a,b=2"])
def test_claims_option_is_another_name_of_choices(name):
    by_claims, by_choices = (registry.parse_target_name(f"{name},{key}=own.yaml") for key in ("claims", "choices"))
    assert by_claims == by_choices
    for pair in ("claims=a.yaml,choices=b.yaml", "choices=a.yaml,claims=b.yaml"):
        with pytest.raises(TargetError, match="claims=FILE and choices=FILE"):
            registry.parse_target_name(f"{name},{pair}")


def test_a_commands_words_are_its_own():
    """Text in a command that looks like an option is not an option. Only choices= at the end is."""
    assert registry.parse_target_name("command:sim --set a=1,b=2 x") == TargetRequest(
        "command:sim --set a=1,b=2 x", "command", "sim --set a=1,b=2 x", {})
    asked = registry.parse_target_name("command:sim a,b=2,choices=own.yaml")
    assert (asked.rest, asked.options) == ("sim a,b=2", {"choices": "own.yaml"})


@pytest.mark.parametrize("target, holds", [("tinygrad", "test/mockgpu/amd/emu.py"),
                                           ("mgpusim", "amd/emu/computeunit.go")])
def test_a_checkout_must_be_named_and_be_one(target, holds, tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "_TARGETS", tuple(
        replace(one, available=lambda: True) if one.stem == target else one for one in registry._TARGETS))
    for name, text in [
        (target, f"{target}: name a checkout of it: git clone https://github.com/"),
        (f"{target},checkout={tmp_path}/none",
         f"checkout={tmp_path}/none is not a folder; git clone https://github.com/"),
        (f"{target},checkout={tmp_path}", f"{target}: {tmp_path} has no {holds}; name a checkout of https://"),
    ]:
        with pytest.raises(TargetError, match=re.escape(text)):
            open_target(name)
    (tmp_path / holds).parent.mkdir(parents=True)
    (tmp_path / holds).write_text("")
    option = {"tinygrad": "start", "mgpusim": "unit"}[target]
    with pytest.raises(TargetError, match=f"{target}: {option}=odd; there are "):
        open_target(f"{target},checkout={tmp_path},{option}=odd")


def test_the_commit_of_a_checkout(tmp_path):
    """The commit is known if the folder is a checkout. It is "unknown" if it is not, or if it is a folder inside
    another checkout."""
    git = ["git", "-C", str(tmp_path), "-c", "user.name=n", "-c", "user.email=e"]
    (tmp_path / "part").mkdir()
    (tmp_path / "part" / "file").write_text("1")
    assert commit_id(tmp_path, ("part",)) == "unknown"
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "m"]):
        subprocess.run([*git, *words], check=True)
    head = subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout
    assert commit_id(tmp_path, ("part",)) == head[:12] and commit_id(tmp_path / "part", (".",)) == "unknown"
    (tmp_path / "part" / "file").write_text("2")
    assert commit_id(tmp_path, ("part",)) == head[:12] + "-modified"
