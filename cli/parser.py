"""The parsers of the command line, one function per command."""
from __future__ import annotations

import argparse
import shutil
from importlib import import_module

from ..harness.case.case_types import POLICIES, SCHEDULES
from ..harness.targets.template import LANGUAGES
from ..spec import ARCHS, CERTIFIED
from . import certificates, coverage, fuzz, kits, lookup, reports


class LazyModule:
    """The commands of a module whose imports are slow; imports it when one of them is called."""

    def __init__(self, module: str):
        self.module = module

    def __getattr__(self, name: str):
        return lambda arguments: getattr(import_module(f".{self.module}", __package__), name)(arguments)


adapters, cases, kernels, mutate, outcomes = map(LazyModule, ("adapters", "cases", "kernels", "mutate", "outcomes"))


class Formatter(argparse.HelpFormatter):
    """Two-column help, as wide as the terminal and at most 110 characters."""

    def __init__(self, prog):
        super().__init__(prog, max_help_position=28, width=min(110, shutil.get_terminal_size().columns - 2))


class Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line."""

    def error(self, message: str):
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands; each sets `run` to the function that implements it."""
    parser = Parser(
        prog="assay",
        formatter_class=Formatter,
        description="Certifies implementations of AMD GPU instruction sets against a golden model.",
        epilog="Exit status: 0 pass, 1 fail, 2 bad use or an invalid case, 130 interrupted, 141 output pipe closed.",
    )
    parser.add_argument("--version", action=lookup.Version, help="versions of the formats, digests of model and suites")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in (
        _run, _diff, _outcomes, _launch, _check, _certify, _verify, _report, _compare, _coverage, _kit, _replay, _fuzz,
        _mutate, _decode, _spec, _targets, _adapter, _schema,
    ):
        add(commands)
    return parser


def _command(commands, name: str, run, text: str) -> argparse.ArgumentParser:
    help_text = text.replace("%", "%%")                  # argparse formats help, but not descriptions
    command = commands.add_parser(
        name, help=help_text, description=text[:1].upper() + text[1:] + ".", formatter_class=Formatter
    )
    command.set_defaults(run=run, parser=command)
    return command


def _number_in_range(read, low, high, range_text: str):
    """The type of an option: a number from `low` to `high`.

    `read` converts the text to a number; `range_text` describes the range in the error message."""
    def number(text: str):
        value = read(text)
        if not low <= value <= high:                  # false for NaN
            raise argparse.ArgumentTypeError(f"{text} is not in {range_text}")
        return value
    return number


def number(text: str) -> int:
    """An integer in Python's notation, such as 16 or 0x10."""
    return int(text, 0)


_seed = _number_in_range(number, 0, (1 << 64) - 1, "0 to 2^64 - 1")
_count = _number_in_range(number, 1, (1 << 63) - 1, "1 to 2^63 - 1")
_jobs = _number_in_range(number, 1, 1024, "1 to 1024")
_duration_or_zero = _number_in_range(float, 0, 1e9, "0 to 1e9")
_duration = _number_in_range(float, 5e-324, 1e9, "0 to 1e9, and more than 0")


def _run_options(command) -> None:
    for option, values, text in (("--policy", POLICIES, "when outstanding results are written"),
                                 ("--schedule", SCHEDULES, "which wave runs next")):
        command.add_argument(option, choices=values, metavar=option[2].upper(), help=f"{text}: {', '.join(values)}")
    command.add_argument("--seed", type=_seed, metavar="N", help="seed of random policies and schedules")


def _run(commands) -> None:
    command = _command(commands, "run", cases.run, "run cases; print one result per case as JSON Lines")
    command.add_argument(
        "case", nargs="+", metavar="CASE", help="*.case.json, JSON Lines or *.s; - reads JSON Lines from standard input"
    )
    _run_options(command)
    command.add_argument("--target", metavar="T", help="run on this target instead of the model")
    command.add_argument(
        "--trace",
        action="store_true",
        help="also print a JSON line per instruction: pc, text, writes with lane masks, counters",
    )


def _diff(commands) -> None:
    command = _command(
        commands, "diff", cases.diff, "find the first instruction at which model and target differ; print both states"
    )
    command.add_argument("case", metavar="CASE", help="a file with one case: *.s or *.case.json")
    command.add_argument("--target", metavar="T", required=True, help="the target; assay targets lists all")
    command.add_argument("--json", action="store_true", help="print JSON")


def _outcomes(commands) -> None:
    command = _command(
        commands, "outcomes", outcomes.outcomes,
        "list every result that the rules allow, each with a schedule that gives it; fails if the search is incomplete",
    )
    command.add_argument("case", metavar="CASE", help="*.s, *.case.json or JSON Lines")
    command.add_argument(
        "--limit", type=_count, metavar="N",
        help="maximum number of runs per case (default: limits.outcomes of the case, else 20,000)"
    )
    command.add_argument("--json", action="store_true", help="print JSON, one line per case")


def _arch(command, remark: str = "", **options) -> None:
    command.add_argument("--arch", choices=ARCHS, metavar="ARCH", help=f"{remark}one of {', '.join(ARCHS)}", **options)


def _launch_options(command, sizes: bool = True) -> None:
    """Add the options of a kernel launch. `sizes`: --grid and --group are required."""
    command.add_argument("--arch", metavar="A", help="architecture for a generic code object (gfx9-generic, …)")
    command.add_argument("--kernel", metavar="K", help="name of the kernel, if the file holds several")
    command.add_argument("--grid", metavar="X,Y,Z", required=sizes, help="work-items of the grid, as in AQL")
    command.add_argument("--group", metavar="X,Y,Z", required=sizes, help="work-items of a work-group")
    command.add_argument("--arg", action="append", default=[], metavar="A",
                         help="a kernel argument; repeat the option in the order of the arguments: buffer:FILE "
                              "buffer:SIZE local:SIZE u32:N i32:N u64:N f32:X f64:X bytes:HEX")
    command.add_argument("--limit", type=_count, metavar="N",
                         help="maximum number of instructions of all waves (default: none)")
    command.add_argument("--stack", type=number, metavar="BYTES",
                         help="stack bytes per work-item, for a kernel with a dynamic stack (default: 1024)")
    command.add_argument("--lds", type=number, metavar="BYTES",
                         help="bytes of dynamic LDS per work-group, as for HIP's dynamic shared memory (default: 0)")


def _kernel_options(command, sizes: bool = True, file_help: str = "HSA code object, version 2 to 6") -> None:
    command.add_argument("file", metavar="FILE.co", help=file_help)
    _launch_options(command, sizes)
    command.add_argument(
        "--dump", action="append", default=[], metavar="N=FILE",
        help="write buffer argument N (from 0) to FILE after the run"
    )
    command.add_argument("--jobs", type=_jobs, default=1, metavar="N",
                         help="processes that share the work-groups; the result is the same (default: 1)")
    _run_options(command)


def _launch(commands) -> None:
    command = _command(commands, "launch", kernels.launch, "run a compiled kernel on the model")
    command.add_argument("--pm4", metavar="FILE", help="run this PM4 command stream with the code and memory of a case")
    _kernel_options(command, False, "HSA code object, version 2 to 6; with --pm4: a case in JSON")


def _check(commands) -> None:
    _kernel_options(
        _command(commands, "check", kernels.check, "run a compiled kernel; fails on error or race findings")
    )


def _certify(commands) -> None:
    command = _command(commands, "certify", certificates.certify, "certify targets; fails if one fails")
    command.add_argument(
        "--target", action="append", metavar="T", help="a target; may be repeated (default: manual and llvm)"
    )
    _arch(command, f"may be repeated (default: {' and '.join(CERTIFIED)}); ", action="append")
    command.add_argument("--out", default="build/certificates", metavar="DIR",
                         help="folder for the certificates (default: %(default)s)")
    command.add_argument("--seed", type=_seed, default=1, metavar="N", help="seed of the generated cases (default: 1)")
    command.add_argument("--jobs", type=_jobs, metavar="N", help="worker processes (default: one per core)")
    _dask(command)
    command.add_argument("--quick", action="store_true", help="run a small sample of all cases")
    command.add_argument(
        "--only", metavar="LIST",
        help="test only these operations and dispatch fields, and no suites: comma-separated globs, such as "
             "v_add*,vop3:v_*,dispatch:"
    )
    command.add_argument(
        "--minutes", type=_duration, default=0, metavar="M",
        help="start no more cases after M minutes; the remaining cases count as not exercised"
    )
    command.add_argument(
        "--case-seconds", type=_duration, default=0, metavar="S", help="time limit per case on a target (default: 20)"
    )
    command.add_argument(
        "--kernels", metavar="DIR",
        help="a folder of your compiled kernels; defects that affect many of them are listed first"
    )
    command.add_argument(
        "--profile", choices=("full", "compute"), default="full",
        help="compute: only instructions that compilers emit, default MODE, no traps (default: full)",
    )
    command.add_argument(
        "--rules", choices=("manual", "silicon"), default="manual",
        help="silicon: also test requirements of the hardware that the manuals do not state (default: manual)",
    )
    command.add_argument("--resume", action="store_true", help="resume an interrupted run whose --out is DIR")
    _report_options(command)
    command.add_argument(
        "--waivers", metavar="FILE", help="failures that do not count: a YAML list of {operation, reason, link}"
    )


def _dask(command) -> None:
    command.add_argument("--dask", metavar="ADDRESS", help="run on the workers of this Dask scheduler (docs/scale.md)")


def _verify(commands) -> None:
    command = _command(
        commands, "verify", certificates.verify, "check a certificate or kit again, or judge the output of a kit runner"
    )
    command.add_argument("file", metavar="FILE", help="a certificate, or the folder of a kit")
    command.add_argument(
        "output", nargs="?", metavar="OUTPUT", help="output of the kit's runner; fails if the target fails"
    )


def _coverage(commands) -> None:
    command = _command(
        commands, "coverage", coverage.coverage,
        "report what programs cover; with --certificate, report whether the certificate covers what they need",
    )
    command.add_argument(
        "file", nargs="*", metavar="FILE",
        help="compiled kernels (read, not run); cases (run on the model); fuzz runs (campaign.sqlite or its folder); "
             "suites: the handwritten cases (default)",
    )
    _arch(command, "required if the files are for several architectures, as suites are; ")
    command.add_argument("--certificate", metavar="FILE",
                         help="fail unless everything the programs need passed in this certificate")
    command.add_argument("--json", metavar="FILE", help="write the full report as JSON")
    command.add_argument("--ucis", metavar="FILE", help="write the report as UCIS XML")
    command.add_argument(
        "--lcov", metavar="FILE",
        help="write no report; write line and branch coverage of the model's C code by handwritten cases and generated "
             "programs, for genhtml",
    )


def _kit(commands) -> None:
    command = _command(
        commands, "kit", kits.kit, "write cases as self-checking code objects, for targets that only run ELF files"
    )
    _arch(command, required=True)
    command.add_argument("--out", metavar="DIR", required=True, help="a new folder for code objects, manifest, runners")
    command.add_argument(
        "--full", action="store_true", help="write one case per instruction form, in addition to the handwritten cases"
    )
    command.add_argument("--seed", type=_seed, default=1, metavar="N", help="seed of the cases of --full (default: 1)")


def _report_options(command) -> None:
    command.add_argument("--junit", metavar="FILE", help="also write JUnit XML: one test per instruction form and rule")
    command.add_argument("--sarif", metavar="FILE", help="also write SARIF 2.1.0: one result per defect")


def _report(commands) -> None:
    command = _command(commands, "report", reports.report, "write an HTML page, JUnit XML or SARIF from certificates")
    command.add_argument("file", nargs="+", metavar="FILE", help="certificates, gzipped or not, or folders of them")
    command.add_argument("--page", metavar="FILE", help="write an HTML page")
    _report_options(command)


def _compare(commands) -> None:
    command = _command(
        commands, "compare", reports.compare, "show what improved or regressed between two runs; fails on a regression"
    )
    command.add_argument("old", metavar="OLD", help="a certificate, or a folder of them")
    command.add_argument("new", metavar="NEW", help="the certificate or folder of the later run")
    command.add_argument("--format", choices=("text", "markdown", "json"), default="text",
                         help="output format (default: text)")
    command.add_argument("--page", metavar="FILE", help="write an HTML page of NEW that marks the changes")


def _replay(commands) -> None:
    command = _command(commands, "replay", certificates.replay, "run a failure again; fails if it still fails")
    command.add_argument("file", metavar="FILE", help="a failure bundle")
    command.add_argument("--target", metavar="T", required=True, help="the target; assay targets lists all")


def _fuzz(commands) -> None:
    command = _command(
        commands, "fuzz", fuzz.fuzz, "run random programs on a target; fails if the target fails"
    )
    command.add_argument("--target", metavar="T", help="the target; assay targets lists all")
    _arch(command)
    command.add_argument("--minutes", type=_duration, default=0, metavar="M", help="run for M minutes")
    command.add_argument("--count", type=_count, metavar="N", help="run N programs")
    command.add_argument(
        "--length", default=fuzz.DEFAULT_LENGTHS, metavar="L",
        help="instructions per program: N or LOW-HIGH (default: %(default)s)"
    )
    command.add_argument("--seed", type=_seed, default=1, metavar="N",
                         help="seed of the programs (default: %(default)s)")
    command.add_argument("--jobs", type=_jobs, metavar="N",
                         help="worker processes (default: one per core); the number does not change the programs")
    _dask(command)
    command.add_argument(
        "--profile", choices=("full", "compute"), default="full", help="compute: only instructions that compilers "
        "emit for kernels (default: full)"
    )
    command.add_argument(
        "--only", metavar="LIST",
        help="use only these operations: comma-separated globs, such as v_add*,ds:,vop3:v_fma*"
    )
    command.add_argument(
        "--passed", metavar="FILE", help="use only instructions that passed in this certificate"
    )
    command.add_argument("--case-seconds", type=_duration, default=0, metavar="S",
                         help="time limit per program (default: 20)")
    command.add_argument("--out", metavar="DIR",
                         help="folder of campaign.sqlite, the file of the fuzz run (default: build/fuzz/TARGET-ARCH)")
    command.add_argument("--resume", action="store_true", help="resume the fuzz run in DIR")
    command.add_argument(
        "--illegal", action="store_true", help="also generate programs that break rules; the target must report the "
        "same findings as the model"
    )
    command.add_argument(
        "--shrink-seconds", type=_duration_or_zero, default=60, metavar="S",
        help="time for shrinking failing programs at the end (default: %(default)s; 0: do not shrink)",
    )
    command.add_argument("--report", metavar="FILE",
                         help="start no run; print the results of this fuzz run: campaign.sqlite or its folder")
    command.add_argument("--cases", metavar="DIR", help="with --report: write the smallest failing programs to DIR")


def _mutate(commands) -> None:
    command = _command(
        commands, "mutate", mutate.mutate,
        "measure how many mutants of the model the cases of certify and fuzz kill; fails below the floor",
    )
    command.add_argument("--all", action="store_true", help="run every mutant; resumes an interrupted run")
    command.add_argument("--sample", type=_count, metavar="N", help="number of mutants to sample (default: 1000)")
    command.add_argument(
        "--only", default="", metavar="WORD[,…]",
        help="run only mutants of these modules, files, functions, operations or kinds"
    )
    command.add_argument("--seed", type=_seed, default=1, metavar="N",
                         help="seed of the sample and of the cases (default: %(default)s)")
    command.add_argument("--jobs", type=_jobs, metavar="N", help="worker processes (default: one per core)")
    command.add_argument(
        "--out", default="build/mutation.json", metavar="FILE", help="file for the report (default: %(default)s)"
    )
    program = command.add_argument_group(
        "mutants of a program", "Weaken or remove one wait, wait state, barrier, clause or hint at a time. Fails if "
        "the "
        "model misses a mutant that breaks a rule, or reports one that breaks none.")
    program.add_argument("--program", metavar="FILE", help="a compiled kernel (FILE.co), or a case (*.s, *.case.json)")
    program.add_argument("--rules", choices=("manual", "silicon"), default="silicon", help="default: %(default)s")
    program.add_argument("--json", action="store_true", help="print every mutant as JSON")
    _launch_options(program, sizes=False)


def _decode(commands) -> None:
    command = _command(commands, "decode", lookup.decode, "disassemble machine words")
    _arch(command, required=True)
    command.add_argument("--wave", type=int, choices=(32, 64),
                         help="wave size (default: the first that the architecture supports)")
    command.add_argument(
        "hex", nargs="*", metavar="HEX",
        help="the bytes of one instruction in memory order; - reads one instruction per line from standard input",
    )


def _spec(commands) -> None:
    spec = commands.add_parser("spec", help="print the tables of operations and rules", formatter_class=Formatter)
    verbs = spec.add_subparsers(dest="verb", required=True, metavar="VERB")
    show = verbs.add_parser("show", help="print everything known about an operation", formatter_class=Formatter)
    show.add_argument("name", metavar="NAME", help="an operation or a mnemonic, in any spelling")
    show.set_defaults(run=lookup.show)
    listed = verbs.add_parser("list", help="list names, one per line", formatter_class=Formatter)
    listed.add_argument("what", choices=("operations", "rules"),
                        help="operations, spelled as on the architecture; or rule ids, each with its text")
    _arch(listed)
    listed.set_defaults(run=lookup.names)


def _targets(commands) -> None:
    command = _command(commands, "targets", lookup.targets, "list the targets and whether each can run here")
    command.add_argument("--mutants", action="store_true",
                         help="list the mutants of the model instead; certification must fail for each of them")
    command.add_argument("--json", action="store_true", help="print JSON")


def _adapter(commands) -> None:
    adapter = commands.add_parser(
        "adapter", help="create or check an adapter", formatter_class=Formatter
    )
    verbs = adapter.add_subparsers(dest="verb", required=True, metavar="VERB")
    new = verbs.add_parser("new", help="write an adapter that implements two instructions", formatter_class=Formatter)
    new.add_argument("language", choices=LANGUAGES, help="programming language")
    new.add_argument("folder", metavar="DIR", help="the new folder")
    new.set_defaults(run=adapters.new)
    check = verbs.add_parser("check", help="test an adapter step by step; fails if something is wrong",
                             formatter_class=Formatter)
    check.add_argument("program", metavar="COMMAND", help="the adapter with its arguments, in quotes")
    check.add_argument("--seconds", type=_duration, default=20, metavar="S",
                       help="time limit per answer (default: %(default)s)")
    check.set_defaults(run=adapters.check)


def _schema(commands) -> None:
    command = _command(
        commands, "schema", lookup.schema, "print the JSON Schemas of the formats"
    )
    command.add_argument("format", nargs="?", metavar="FORMAT",
                         help="case, result, trace, …; if it is missing, list the formats")
    command.add_argument("--out", metavar="DIR", help="write all schemas to DIR")
