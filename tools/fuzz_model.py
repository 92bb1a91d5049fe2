"""Fuzz the model and the readers of input files with libFuzzer.

    python tools/fuzz_model.py MINUTES [TARGET…]

Each target runs MINUTES minutes; as many targets run at once as there are processors. The targets `decode` and `run`
are in C under ASan and UBSan (model/tests/libfuzzer_*.c). The targets `elf`, `packets` and `case` are in Python under
atheris (fuzz_readers.py). Programs, seeds, corpora and logs are in build/libfuzzer. So are the inputs with a finding,
as TARGET-crash-… and TARGET-timeout-…."""
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
from assay.harness.execution.model_run import start_value_table, start_states
from assay.model.build import CLANG, MODEL, ROOT, SANITIZE, build, includes
from assay.spec import CERTIFIED, TARGETS, all_packets, load
from assay.spec.packets import SH_SPACE

OUT, COMPILER = ROOT / "build" / "libfuzzer", "clang-22"
READERS = ROOT / "tools" / "fuzz_readers.py"
LIMITS = ("-timeout=20", "-rss_limit_mb=2560", "-max_len=4096")      # seconds and memory of one input
ARCHS = list(TARGETS)
HEAD = struct.Struct("<16B64s")                                      # layout, bits and bounds of libfuzzer_run.c
NARROW, HIGH, DESCRIPTOR, SEEDED, TRACED_AGAIN = 1, 2, 32, 64, 4 | 8
SETS, PAIRS, MEMORY = 40, 24, 2048
POLICIES = cases.POLICIES


@dataclass(frozen=True, slots=True)
class Target:
    """A fuzz target: the requirements that this machine lacks, its command, and its seeds as (name, bytes)."""
    name: str
    missing: Callable[[], str | None]
    command: Callable[[], list[str]]
    seeds: Callable[[random.Random], Iterator[tuple[str, bytes]]]


# ---- targets in C ----

def missing_compiler() -> str | None:
    return None if shutil.which(COMPILER) else f"{COMPILER} (packages.txt)"


def program(name: str, *arguments: str, out: Path | None = None) -> Path:
    """Compile the fuzz target model/tests/libfuzzer_NAME.c and return its path.
    `arguments`: further arguments of the compiler."""
    library, path = build(cc=COMPILER, variant="address"), out or OUT / name
    flags = SANITIZE["address"].replace("fuzzer-no-link", "fuzzer").split()
    source = MODEL / "tests" / f"libfuzzer_{name}.c"
    path.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([COMPILER, "-std=c11", "-g", "-Wall", "-Wextra", "-Werror", *CLANG, *flags,
                    *includes(ROOT / "build"), str(source), *arguments, str(library), "-lm", "-o", str(path)],
                   check=True)
    return path


def encodings(rng: random.Random) -> Iterator[tuple[str, str, int, bytes]]:
    """Yield (name, architecture, wave size, bytes): an instruction of each form."""
    for arch in CERTIFIED:
        for number, form in enumerate(load().forms(arch)):
            wave = rng.choice(TARGETS[arch].waves)
            code = random_encoding(form, rng, wave)
            if code:
                yield f"{arch}-{number}", arch, wave, code


def decode_seeds(rng: random.Random) -> Iterator[tuple[str, bytes]]:
    for name, arch, wave, code in encodings(rng):
        yield name, bytes([ARCHS.index(arch), wave == 32]) + code


def run_seeds(rng: random.Random) -> Iterator[tuple[str, bytes]]:
    """Yield an instruction of each form on random registers, and the cases of the suites."""
    for name, arch, wave, code in encodings(rng):
        registers = [(rng.choice((k, k | 0x8000, 256 + k)), rng.getrandbits(11), rng.getrandbits(32))
                     for k in range(12)]
        yield name, run_input(arch, wave, code, registers, flags=rng.getrandbits(8) & ~(NARROW | DESCRIPTOR),
                              more=rng.getrandbits(4), policy=rng.randrange(4))
    for number, case in enumerate(suite()):
        try:
            plan = resolve(case)
        except cases.CaseError:
            continue                                                 # a case that tests refusal
        yield f"suite-{number}", plan_input(plan)


def run_input(
    arch, wave, code, registers=(), pairs=(), descriptor=b"", flags=0, more=0, policy=0, group=(), lds=0
) -> bytes:
    """Return an input of libfuzzer_run.c.
    `registers`: (number with mark bits, addend, value); `pairs`: (offset, value)."""
    sizes = [n - 1 for n in (*group, 1, 1, 1)][:3] if group else [wave - 1, 0, 0]
    flags |= NARROW * (wave == 32) | DESCRIPTOR * bool(descriptor)
    head = HEAD.pack(ARCHS.index(arch), flags, more, policy, len(registers), len(pairs), *(n & 0xFF for n in sizes),
                     0, 0, 0, min(lds, 2), 0, 2, 0, descriptor)
    sets = b"".join(struct.pack("<HHI", *register) for register in registers)
    return head + sets + b"".join(struct.pack("<HHI", at - 0xB800, 0, value) for at, value in pairs) + code


def plan_input(plan: Plan) -> bytes:
    """Convert a case to an input of the fuzz target.
    Keep its scalars and the first lane of each vector register. Map addresses to the memory of the fuzz target.
    """
    registers = []
    for wave, state in start_states(plan):
        table, _ = start_value_table(plan.arch, plan.wave, ((wave, tuple(state.scalars), tuple(state.vectors)),))
        values = [*state.scalars.values(), *(int(row[0]) for row in state.vectors.values())]
        registers += [(int(number), value) for number, value in zip(table["reg"], values)]
    pairs = [(dispatch_offset(name, plan.arch), value) for name, value in plan.dispatch_registers.items()]
    marked = [marked_register(plan, *register) for register in registers[:SETS]]
    return run_input(
        plan.arch,
        plan.wave,
        plan.code,
        marked,
        pairs[:PAIRS],
        plan.descriptor or b"",
        SEEDED * (plan.case.schedule == "seeded"),
        TRACED_AGAIN,
        POLICIES.index(plan.case.policy),
        plan.group,
        -(-plan.case.lds // 512),
    )


def marked_register(plan: Plan, number: int, value: int) -> tuple[int, int, int]:
    """Return a register as (number, addend, value).
    The number has a mark bit if the value is half of a region's address."""
    for region in plan.regions:
        low = value - region.address & 0xFFFFFFFF
        if region.space == "global" and low < min(region.size, MEMORY):
            return number | 0x8000, low, 0
    return number, 0, value


# ---- targets in Python ----

def missing_atheris() -> str | None:
    return None if importlib.util.find_spec("atheris") else "the Python package atheris (tools/setup.sh fuzz)"


def elf_seeds(rng: random.Random) -> Iterator[tuple[str, bytes]]:
    for arch, wave in kernels.TARGETS:
        for name in ("vector_add", "private_array", "histogram"):
            for version in (5, None):
                path = kernels.compile_kernel(name, arch, wave, version=version)
                yield path.name, path.read_bytes()


def packets_seeds(rng: random.Random) -> Iterator[tuple[str, bytes]]:
    """Yield streams for the program and memory of fuzz_readers.py: packets of each supported kind."""
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


def case_seeds(rng: random.Random) -> Iterator[tuple[str, bytes]]:
    for number, case in enumerate(suite()[::8]):
        yield f"suite-{number}", cases.case_to_json(case)


def reader_fuzzer_command(name: str) -> Callable[[], list[str]]:
    """Return a function that returns the command to fuzz the reader NAME with fuzz_readers.py."""
    return lambda: [sys.executable, str(READERS), name]


FUZZ_TARGETS = (
    Target("decode", missing_compiler, lambda: [str(program("decode"))], decode_seeds),
    Target("run", missing_compiler, lambda: [str(program("run"))], run_seeds),
    Target("elf", missing_atheris, reader_fuzzer_command("elf"), elf_seeds),
    Target("packets", missing_atheris, reader_fuzzer_command("packets"), packets_seeds),
    Target("case", missing_atheris, reader_fuzzer_command("case"), case_seeds),
)


# ---- running ----

def write_seeds(target: Target) -> Path:
    """Write the seeds of a target and return their folder."""
    folder = OUT / "seeds" / target.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, data in target.seeds(random.Random(1)):
        (folder / name).write_bytes(data)
    return folder


def fuzz(target: Target, command: list[str], seconds: int) -> bool:
    """Run a target for `seconds`, print a line and return whether it found nothing."""
    corpus, log = OUT / "corpus" / target.name, OUT / f"{target.name}.log"
    corpus.mkdir(parents=True, exist_ok=True)
    options = [f"-max_total_time={seconds}", "-print_final_stats=1", f"-artifact_prefix={OUT}/{target.name}-", *LIMITS]
    with open(log, "w") as out:
        process = subprocess.run([*command, *options, str(corpus), str(OUT / "seeds" / target.name)],
                              stdout=out, stderr=out)
    text = log.read_text(errors="replace").splitlines()
    runs = next((line.split()[-1] for line in text if line.startswith("stat::number_of_executed_units")), "no")
    edges = next((line.split("cov: ")[1].split()[0] for line in reversed(text) if " cov: " in line), "no")
    verdict = "nothing found" if process.returncode == 0 else f"findings: {log.relative_to(ROOT)}"
    print(f"{target.name}: {runs} inputs in {seconds} s, {edges} edges reached, {verdict}", flush=True)
    return process.returncode == 0


def main(minutes: str = "", *names: str) -> int:
    try:
        seconds = int(float(minutes) * 60)
    except (ValueError, OverflowError):
        seconds = 0
    unknown = [name for name in names if name not in [target.name for target in FUZZ_TARGETS]]
    if seconds < 1 or unknown:
        known = ", ".join(target.name for target in FUZZ_TARGETS)
        problem = (f"{unknown[0]!r} is not a target; targets: {known}" if unknown
                   else f"{minutes!r} is not a number of minutes")
        print(f"fuzz: {problem}; use make fuzz MINUTES=30, or python tools/fuzz_model.py 30 decode", file=sys.stderr)
        return 2
    ready = []
    for target in FUZZ_TARGETS:
        if names and target.name not in names:
            continue
        if missing := target.missing():
            print(f"{target.name}: not run: needs {missing}")
            continue
        write_seeds(target)
        ready.append((target, target.command()))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        clean = list(pool.map(lambda run: fuzz(*run, seconds), ready))
    return 0 if all(clean) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
