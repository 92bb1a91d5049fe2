"""Fuzzes the model and what reads files by libFuzzer: python tools/fuzz_model.py MINUTES [TARGET…], so many minutes
each, as many targets at once as there are processors.

Targets in C, under ASan and UBSan, by clang: `decode` and `run` (model/tests/libfuzzer_*.c).  In Python, by atheris:
`elf`, `packets` and `case` (fuzz_readers.py).  Everything stands in build/libfuzzer: programs, seeds, the corpus
that grows from run to run, logs, and inputs that were found as TARGET-crash-…, TARGET-timeout-….
"""
from __future__ import annotations

import importlib.util
import os
import random
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from assay.generators.instructions.encodings import random_encoding
from assay.harness.case import case_types as cases
from assay.harness.case.plan import Plan, resolve
from assay.harness.case.register_names import dispatch_offset
from assay.harness.case.suite_files import read_suite_cases as suite
from assay.harness.code_objects import kernel_build as kernels
from assay.harness.execution.model_run import table_of, states_of
from assay.model.build import CLANG, MODEL, ROOT, SANITIZE, build, includes
from assay.spec import CERTIFIED, TARGETS, all_packets, load
from assay.spec.packets import SH_SPACE

OUT, COMPILER = ROOT / "build" / "libfuzzer", "clang-22"
READERS = ROOT / "tools" / "fuzz_readers.py"
LIMITS = ("-timeout=20", "-rss_limit_mb=2560", "-max_len=4096")      # seconds and memory that one input may take
ARCHS = list(TARGETS)
HEAD = struct.Struct("<16B64s")                                      # of libfuzzer_run.c, with its bits and bounds
NARROW, HIGH, DESCRIPTOR, SEEDED, TRACED_AGAIN = 1, 2, 32, 64, 4 | 8
SETS, PAIRS, MEMORY = 40, 24, 2048
POLICIES = cases.POLICIES


@dataclass(frozen=True, slots=True)
class Target:
    """What is fuzzed: what it needs here, its command, and its seeds, (name, bytes)."""
    name: str
    missing: Callable[[], str | None]
    command: Callable[[], list[str]]
    seeds: Callable[[random.Random], Iterator[tuple[str, bytes]]]


# ---- targets in C ----

def no_compiler() -> str | None:
    return None if shutil.which(COMPILER) else f"{COMPILER} (packages.txt)"


def program(name: str, *more: str, out: Path | None = None) -> Path:
    """The target model/tests/libfuzzer_NAME.c, built; `more`: further arguments of the compiler."""
    library, made = build(cc=COMPILER, variant="address"), out or OUT / name
    flags = SANITIZE["address"].replace("fuzzer-no-link", "fuzzer").split()
    source = MODEL / "tests" / f"libfuzzer_{name}.c"
    made.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([COMPILER, "-std=c11", "-g", "-Wall", "-Wextra", "-Werror", *CLANG, *flags,
                    *includes(ROOT / "build"), str(source), *more, str(library), "-lm", "-o", str(made)], check=True)
    return made


def encodings(rng: random.Random) -> Iterator[tuple[str, str, int, bytes]]:
    """(name, architecture, wave size, bytes): an instruction of each form."""
    for arch in CERTIFIED:
        for number, form in enumerate(load().forms(arch)):
            wave = rng.choice(TARGETS[arch].waves)
            code = random_encoding(form, rng, wave)
            if code:
                yield f"{arch}-{number}", arch, wave, code


def seeds_of_decode(rng: random.Random) -> Iterator[tuple[str, bytes]]:
    for name, arch, wave, code in encodings(rng):
        yield name, bytes([ARCHS.index(arch), wave == 32]) + code


def seeds_of_run(rng: random.Random) -> Iterator[tuple[str, bytes]]:
    """An instruction of each form on random registers, and the suites' cases."""
    for name, arch, wave, code in encodings(rng):
        registers = [(rng.choice((k, k | 0x8000, 256 + k)), rng.getrandbits(11), rng.getrandbits(32))
                     for k in range(12)]
        yield name, run_input(arch, wave, code, registers, flags=rng.getrandbits(8) & ~(NARROW | DESCRIPTOR),
                              more=rng.getrandbits(4), policy=rng.randrange(4))
    for number, one in enumerate(suite()):
        try:
            plan = resolve(one)
        except cases.CaseError:
            continue                                                 # a case about what a case may not say
        yield f"suite-{number}", input_of(plan)


def run_input(
    arch, wave, code, registers=(), pairs=(), descriptor=b"", flags=0, more=0, policy=0, group=(), lds=0
) -> bytes:
    """Input of libfuzzer_run.c. `registers`: (number with its marks, addend, value); `pairs`: (offset, value)."""
    sizes = [n - 1 for n in (*group, 1, 1, 1)][:3] if group else [wave - 1, 0, 0]
    flags |= NARROW * (wave == 32) | DESCRIPTOR * bool(descriptor)
    head = HEAD.pack(ARCHS.index(arch), flags, more, policy, len(registers), len(pairs), *(n & 0xFF for n in sizes),
                     0, 0, 0, min(lds, 2), 0, 2, 0, descriptor)
    sets = b"".join(struct.pack("<HHI", *one) for one in registers)
    return head + sets + b"".join(struct.pack("<HHI", at - 0xB800, 0, value) for at, value in pairs) + code


def input_of(plan: Plan) -> bytes:
    """A case, as far as the target has room: scalars, and what all lanes or the first one of a vector hold; addresses
    as addresses of the target's memory."""
    registers = []
    for wave, state in states_of(plan):
        table, _ = table_of(plan.arch, plan.wave, ((wave, tuple(state.scalars), tuple(state.vectors)),))
        values = [*state.scalars.values(), *(int(row[0]) for row in state.vectors.values())]
        registers += [(int(number), value) for number, value in zip(table["reg"], values)]
    pairs = [(dispatch_offset(name, plan.arch), value) for name, value in plan.dispatch_registers.items()]
    return run_input(plan.arch, plan.wave, plan.code, [marked(plan, *one) for one in registers[:SETS]], pairs[:PAIRS],
                     plan.descriptor or b"", SEEDED * (plan.case.schedule == "seeded"), TRACED_AGAIN,
                     POLICIES.index(plan.case.policy), plan.group, -(-plan.case.lds // 512))


def marked(plan: Plan, number: int, value: int) -> tuple[int, int, int]:
    """A register's value as the target takes it; half of a region's address gets its mark."""
    for region in plan.regions:
        low = value - region.address & 0xFFFFFFFF
        if region.space == "global" and low < min(region.size, MEMORY):
            return number | 0x8000, low, 0
    return number, 0, value


# ---- targets in Python ----

def no_atheris() -> str | None:
    return None if importlib.util.find_spec("atheris") else "the Python package atheris (tools/setup.sh fuzz)"


def seeds_of_elf(rng: random.Random) -> Iterator[tuple[str, bytes]]:
    for arch, wave in kernels.TARGETS:
        for name in ("vector_add", "private_array", "histogram"):
            for version in (5, None):
                path = kernels.code_object(name, arch, wave, version=version)
                yield path.name, path.read_bytes()


def seeds_of_packets(rng: random.Random) -> Iterator[tuple[str, bytes]]:
    """Streams for the program and memory of fuzz_readers.py: packets of each kind that is carried out."""
    def packet(name, *words):
        return all_packets().packet(name, *words, bits=2)

    def set_sh(offset, *values):
        return packet("SET_SH_REG", (offset - SH_SPACE) // 4, *values)

    bound = b"".join((set_sh(0xB830, 0x100, 0), set_sh(0xB848, 0xF0001, 2 << 1 | 1 << 7), set_sh(0xB81C, 64, 1, 1),
                      set_sh(0xB900, 0x200000, 0)))
    direct = packet("DISPATCH_DIRECT", 1, 1, 1, 1)
    streams = {
        "direct": packet("DISPATCH_DIRECT", 3, 1, 1, 1),
        "indirect": packet("SET_BASE", 1, 0x200000, 0) + packet("DISPATCH_INDIRECT", 4, 1),
        "address": packet("DISPATCH_INDIRECT", 0x200004, 0, 1), "event": packet("EVENT_WRITE", 0x407) + direct,
        "copy": packet("COPY_DATA", 0x501, 0x200000, 0, 0x200010, 0),
        "store": packet("WRITE_DATA", 0x500, 0x200000, 0, 7),
        "release": packet("RELEASE_MEM", 0, 1 << 29, 0x200000, 0, 5, 0),
        "set": packet("COPY_DATA", 5, 64, 0, 0xB900 // 4, 0),
    }
    for name, stream in streams.items():
        for number in range(len(CERTIFIED)):
            yield f"{name}-{number}", bytes([number]) + bound + stream


def seeds_of_case(rng: random.Random) -> Iterator[tuple[str, bytes]]:
    for number, one in enumerate(suite()[::8]):
        yield f"suite-{number}", cases.case_to_json(one)


def reader(name: str) -> Callable[[], list[str]]:
    return lambda: [sys.executable, str(READERS), name]


KNOWN = (
    Target("decode", no_compiler, lambda: [str(program("decode"))], seeds_of_decode),
    Target("run", no_compiler, lambda: [str(program("run"))], seeds_of_run),
    Target("elf", no_atheris, reader("elf"), seeds_of_elf),
    Target("packets", no_atheris, reader("packets"), seeds_of_packets),
    Target("case", no_atheris, reader("case"), seeds_of_case),
)


# ---- running ----

def write_seeds(target: Target) -> Path:
    folder = OUT / "seeds" / target.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, data in target.seeds(random.Random(1)):
        (folder / name).write_bytes(data)
    return folder


def fuzz(target: Target, command: list[str], seconds: int) -> bool:
    """Runs a target so long; whether it found nothing.  Prints a line."""
    corpus, log = OUT / "corpus" / target.name, OUT / f"{target.name}.log"
    corpus.mkdir(parents=True, exist_ok=True)
    options = [f"-max_total_time={seconds}", "-print_final_stats=1", f"-artifact_prefix={OUT}/{target.name}-", *LIMITS]
    with open(log, "w") as out:
        done = subprocess.run([*command, *options, str(corpus), str(OUT / "seeds" / target.name)],
                              stdout=out, stderr=out)
    text = log.read_text(errors="replace").splitlines()
    runs = next((line.split()[-1] for line in text if line.startswith("stat::number_of_executed_units")), "no")
    edges = next((line.split("cov: ")[1].split()[0] for line in reversed(text) if " cov: " in line), "no")
    found = "nothing found" if done.returncode == 0 else f"found something: {log.relative_to(ROOT)}"
    print(f"{target.name}: {runs} inputs in {seconds} s, {edges} edges reached, {found}", flush=True)
    return done.returncode == 0


def main(minutes: str = "", *names: str) -> int:
    try:
        seconds = int(float(minutes) * 60)
    except (ValueError, OverflowError):
        seconds = 0
    unknown = [name for name in names if name not in [target.name for target in KNOWN]]
    if seconds < 1 or unknown:
        known = ", ".join(target.name for target in KNOWN)
        what = f"{unknown[0]!r} is no target; there are {known}" if unknown else f"{minutes!r} is no number of minutes"
        print(f"fuzz: {what}; write make fuzz MINUTES=30, or python tools/fuzz_model.py 30 decode", file=sys.stderr)
        return 2
    ready = []
    for target in KNOWN:
        if names and target.name not in names:
            continue
        if lacks := target.missing():
            print(f"{target.name}: not exercised, it wants {lacks}")
            continue
        write_seeds(target)
        ready.append((target, target.command()))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        clean = list(pool.map(lambda one: fuzz(*one, seconds), ready))
    return 0 if all(clean) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
