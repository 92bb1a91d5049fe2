"""The command line, one function a command."""
from __future__ import annotations

import argparse
import shutil
from importlib import import_module

from ..harness.case.case_types import POLICIES, SCHEDULES
from ..harness.targets.template import LANGUAGES
from ..spec import ARCHS, CERTIFIED
from . import certificates, coverage, fuzz, kits, reports, tables


class Later:
    """Commands of a module that imports much: it is imported when one of them is called."""

    def __init__(self, module: str):
        self.module = module

    def __getattr__(self, name: str):
        return lambda arguments: getattr(import_module(f".{self.module}", __package__), name)(arguments)


adapters, cases, kernels, mutate, outcomes = map(Later, ("adapters", "cases", "kernels", "mutate", "outcomes"))


class Formatter(argparse.HelpFormatter):
    """Two columns of help, as wide as the terminal but no wider than is good to read."""

    def __init__(self, prog):
        super().__init__(prog, max_help_position=28, width=min(110, shutil.get_terminal_size().columns - 2))


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str):
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def build_parser() -> argparse.ArgumentParser:
    """The parser of every command; each sets `run` to the function that carries it out."""
    parser = Parser(
        prog="assay",
        formatter_class=Formatter,
        description="Certifies implementations of AMD GPU instruction sets against a golden model.",
        epilog="Exit status: 0 pass, 1 fail, 2 bad use or an invalid case, 130 ended by Ctrl-C, 141 nobody reads on.",
    )
    parser.add_argument("--version", action=tables.Version, help="versions of the formats, digests of model and suites")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in (
        _run, _diff, _outcomes, _launch, _check, _certify, _verify, _report, _compare, _coverage, _kit, _replay, _fuzz,
        _mutate, _decode, _spec, _targets, _adapter, _schema,
    ):
        add(commands)
    return parser


def _command(commands, name: str, run, text: str) -> argparse.ArgumentParser:
    said = text.replace("%", "%%")                        # argparse fills in help, but not descriptions
    command = commands.add_parser(
        name, help=said, description=text[:1].upper() + text[1:] + ".", formatter_class=Formatter
    )
    command.set_defaults(run=run, parser=command)
    return command


def _within(read, low, high, said: str):
    """The type of an option: a number from `low` to `high`, which is `said`."""
    def number(text: str):
        found = read(text)
        if not low <= found <= high:                  # NaN is not
            raise argparse.ArgumentTypeError(f"{text} is not in {said}")
        return found
    return number


def number(text: str) -> int:
    """A whole number, also 0x10."""
    return int(text, 0)


_seed = _within(number, 0, (1 << 64) - 1, "0 to 2^64 - 1")
_count = _within(number, 1, (1 << 63) - 1, "1 to 2^63 - 1")
_jobs = _within(number, 1, 1024, "1 to 1024")
_time = _within(float, 0, 1e9, "0 to 1e9")
_span = _within(float, 5e-324, 1e9, "0 to 1e9, and more than 0")


def _run_options(command) -> None:
    for option, known, said in (("--policy", POLICIES, "when outstanding results land"),
                                ("--schedule", SCHEDULES, "which wave goes next")):
        command.add_argument(option, choices=known, metavar=option[2].upper(), help=f"{said}: {', '.join(known)}")
    command.add_argument("--seed", type=_seed, metavar="N", help="of random policies and schedules")


def _run(commands) -> None:
    command = _command(commands, "run", cases.run, "run cases; a result a case, as JSON Lines")
    command.add_argument(
        "case", nargs="+", metavar="CASE", help="*.case.json, JSON Lines or *.s; - reads JSON Lines from standard input"
    )
    _run_options(command)
    command.add_argument("--target", metavar="T", help="run on this target instead of the model")
    command.add_argument(
        "--trace",
        action="store_true",
        help="one more JSON line an instruction: pc, text, writes with lane masks, counters",
    )


def _diff(commands) -> None:
    command = _command(
        commands, "diff", cases.diff, "the first instruction at which model and target part, with both states"
    )
    command.add_argument("case", metavar="CASE", help="a file with one: *.s or *.case.json")
    command.add_argument("--target", metavar="T", required=True, help="assay targets lists them")
    command.add_argument("--json", action="store_true", help="print JSON")


def _outcomes(commands) -> None:
    command = _command(
        commands, "outcomes", outcomes.outcomes,
        "every result that the rules allow, each with an order that gives it; fails where the search was cut",
    )
    command.add_argument("case", metavar="CASE", help="*.s, *.case.json or JSON Lines")
    command.add_argument(
        "--limit", type=_count, metavar="N", help="runs of a case (default: what it says, else 20,000)"
    )
    command.add_argument("--json", action="store_true", help="print JSON, a line a case")


def _arch(command, said: str = "", **more) -> None:
    command.add_argument("--arch", choices=ARCHS, metavar="ARCH", help=f"{said}one of {', '.join(ARCHS)}", **more)


def _launch_options(command, sizes: bool = True) -> None:
    """`sizes`: grid and group must be given."""
    command.add_argument("--arch", metavar="A", help="where a generic code object (gfx9-generic, …) runs")
    command.add_argument("--kernel", metavar="K", help="its name, when the file holds several")
    command.add_argument("--grid", metavar="X,Y,Z", required=sizes, help="work items, as in AQL")
    command.add_argument("--group", metavar="X,Y,Z", required=sizes, help="work items")
    command.add_argument("--arg", action="append", default=[], metavar="A",
                         help="one each, in order: buffer:FILE buffer:SIZE local:SIZE u32:N i32:N u64:N f32:X "
                              "f64:X bytes:HEX")
    command.add_argument("--limit", type=_count, metavar="N", help="instructions, summed over waves (default: none)")
    command.add_argument("--stack", type=number, metavar="BYTES",
                         help="a work item's, of a kernel with a dynamic stack (default: 1024)")
    command.add_argument("--lds", type=number, metavar="BYTES",
                         help="a group's that no argument points to, as HIP's dynamic shared memory (default: 0)")


def _kernel_options(command, sizes: bool = True, said: str = "HSA code object, version 2 to 6") -> None:
    command.add_argument("file", metavar="FILE.co", help=said)
    _launch_options(command, sizes)
    command.add_argument(
        "--dump", action="append", default=[], metavar="N=FILE", help="write buffer argument N (from 0) after the run"
    )
    command.add_argument("--jobs", type=_jobs, default=1, metavar="N",
                         help="cores for the groups; the result is the same (default: 1)")
    _run_options(command)


def _launch(commands) -> None:
    command = _command(commands, "launch", kernels.launch, "run a compiled kernel on the model")
    command.add_argument("--pm4", metavar="FILE", help="a command stream to run over the code and memory of a case")
    _kernel_options(command, False, "HSA code object, version 2 to 6; with --pm4: a case in JSON")


def _check(commands) -> None:
    _kernel_options(
        _command(commands, "check", kernels.check, "run a compiled kernel; pass only without error and race findings")
    )


def _certify(commands) -> None:
    command = _command(commands, "certify", certificates.certify, "certify targets; fails when one does")
    command.add_argument(
        "--target", action="append", metavar="T", help="a target (default: manual and llvm); may be repeated"
    )
    _arch(command, f"may be repeated (default: {' and '.join(CERTIFIED)}); ", action="append")
    command.add_argument("--out", default="build/certificates", metavar="DIR", help="default: %(default)s")
    command.add_argument("--seed", type=_seed, default=1, metavar="N", help="of the generated cases (default: 1)")
    command.add_argument("--jobs", type=_jobs, metavar="N", help="default: one a core")
    _dask(command)
    command.add_argument("--quick", action="store_true", help="a small sample of everything")
    command.add_argument(
        "--only", metavar="LIST",
        help="these operations, and fields of dispatches: globs with commas, such as "
             "v_add*,vop3:v_*,dispatch:; no suites"
    )
    command.add_argument(
        "--minutes", type=_span, default=0, metavar="M", help="no case begins later; what is left is not exercised"
    )
    command.add_argument(
        "--case-seconds", type=_span, default=0, metavar="S", help="limit of a case of a target (default: 20)"
    )
    command.add_argument(
        "--kernels", metavar="DIR", help="compiled kernels that matter to you; defects that touch many come first"
    )
    command.add_argument(
        "--profile", choices=("full", "compute"), default="full",
        help="compute: what compilers emit, MODE as the ABI starts it, no traps (default: full)",
    )
    command.add_argument(
        "--rules", choices=("manual", "silicon"), default="manual",
        help="silicon: cases too of what hardware is known to need beyond the manuals (default: manual)",
    )
    command.add_argument("--resume", action="store_true", help="go on with what a run into DIR has left undone")
    _report_options(command)
    command.add_argument(
        "--waivers", metavar="FILE", help="failures that do not count: a YAML list of {operation, reason, link}"
    )


def _dask(command) -> None:
    command.add_argument("--dask", metavar="ADDRESS", help="on the workers of this Dask scheduler (docs/scale.md)")


def _verify(commands) -> None:
    command = _command(
        commands, "verify", certificates.verify, "re-check a certificate or a kit; read what a runner of a kit printed"
    )
    command.add_argument("file", metavar="FILE", help="a certificate, or the folder of a kit")
    command.add_argument(
        "output", nargs="?", metavar="OUTPUT", help="what its runner printed: fails where the target does"
    )


def _coverage(commands) -> None:
    command = _command(
        commands, "coverage", coverage.coverage,
        "what programs reach; with a certificate, whether it covers what they need",
    )
    command.add_argument(
        "file", nargs="*", metavar="FILE",
        help="compiled kernels, which are read; cases, which run on the model; campaigns of fuzz, each its file or its "
             "folder; suites: the cases by hand (default)",
    )
    _arch(command, "where several come, as in suites; ")
    command.add_argument("--certificate", metavar="FILE", help="fails when something needed is not right by it")
    command.add_argument("--json", metavar="FILE", help="write all of it")
    command.add_argument("--ucis", metavar="FILE", help="write it as UCIS XML")
    command.add_argument(
        "--lcov", metavar="FILE",
        help="instead: lines and branches of the model's C under the cases by hand and generated programs, for genhtml",
    )


def _kit(commands) -> None:
    command = _command(
        commands, "kit", kits.kit, "write cases as code objects that check themselves, for who can run only ELF files"
    )
    _arch(command, required=True)
    command.add_argument("--out", metavar="DIR", required=True, help="a new folder for code objects, manifest, runners")
    command.add_argument(
        "--full", action="store_true", help="besides the cases by hand, one of every form of every operation"
    )
    command.add_argument("--seed", type=_seed, default=1, metavar="N", help="of the cases of --full (default: 1)")


def _report_options(command) -> None:
    command.add_argument("--junit", metavar="FILE", help="write JUnit XML too: a test for each form and rule")
    command.add_argument("--sarif", metavar="FILE", help="write SARIF 2.1.0 too: a result for each defect")


def _report(commands) -> None:
    command = _command(commands, "report", reports.report, "a page, JUnit XML or SARIF of certificates")
    command.add_argument("file", nargs="+", metavar="FILE", help="certificates, packed or not, or folders of them")
    command.add_argument("--page", metavar="FILE", help="write the page")
    _report_options(command)


def _compare(commands) -> None:
    command = _command(
        commands, "compare", reports.compare, "what got better or worse between two runs; fails where it is worse"
    )
    command.add_argument("old", metavar="OLD", help="a certificate, or a folder of them")
    command.add_argument("new", metavar="NEW", help="the same of the later run")
    command.add_argument("--format", choices=("text", "markdown", "json"), default="text", help="default: text")
    command.add_argument("--page", metavar="FILE", help="write the page of NEW with what changed")


def _replay(commands) -> None:
    command = _command(commands, "replay", certificates.replay, "run a failure again; fails while it fails")
    command.add_argument("file", metavar="FILE", help="a failure bundle")
    command.add_argument("--target", metavar="T", required=True, help="assay targets lists them")


def _fuzz(commands) -> None:
    command = _command(
        commands, "fuzz", fuzz.fuzz, "random programs on a target, kept in a campaign; fails when the target does"
    )
    command.add_argument("--target", metavar="T", help="assay targets lists them")
    _arch(command)
    command.add_argument("--minutes", type=_span, default=0, metavar="M", help="how long it runs")
    command.add_argument("--count", type=_count, metavar="N", help="how many programs it runs")
    command.add_argument(
        "--length", default=fuzz.LENGTHS, metavar="L", help="instructions, N or LOW-HIGH (default: %(default)s)"
    )
    command.add_argument("--seed", type=_seed, default=1, metavar="N", help="of the programs (default: %(default)s)")
    command.add_argument("--jobs", type=_jobs, metavar="N", help="default: one a core; the programs are the same")
    _dask(command)
    command.add_argument(
        "--profile", choices=("full", "compute"), default="full", help="compute: what compilers make of kernels"
    )
    command.add_argument(
        "--only", metavar="LIST", help="these operations: globs with commas, such as v_add*,ds:,vop3:v_fma*"
    )
    command.add_argument(
        "--passed", metavar="FILE", help="what passes in this certificate: programs of what is right one by one"
    )
    command.add_argument("--case-seconds", type=_span, default=0, metavar="S", help="limit of a program (default: 20)")
    command.add_argument("--out", metavar="DIR", help="where campaign.sqlite lies (default: build/fuzz/TARGET-ARCH)")
    command.add_argument("--resume", action="store_true", help="go on with the campaign in DIR")
    command.add_argument(
        "--illegal", action="store_true", help="programs that break rules too: the target must report the findings"
    )
    command.add_argument(
        "--shrink-seconds", type=_time, default=60, metavar="S",
        help="for making failing programs small at the end (default: %(default)s; 0: not at all)",
    )
    command.add_argument("--report", metavar="FILE", help="only tell what a campaign found: its file or folder")
    command.add_argument("--cases", metavar="DIR", help="with --report: write the smallest programs there")


def _mutate(commands) -> None:
    command = _command(
        commands, "mutate", mutate.mutate,
        "how many mutants of the model are killed by what certify and fuzz run; fails below the floor",
    )
    command.add_argument("--all", action="store_true", help="every mutant; resumes a run that was ended")
    command.add_argument("--sample", type=_count, metavar="N", help="mutants (default: 1000)")
    command.add_argument(
        "--only", default="", metavar="WORD[,…]", help="mutants of these modules, files, functions, operations or kinds"
    )
    command.add_argument("--seed", type=_seed, default=1, metavar="N", help="of the sample and the cases")
    command.add_argument("--jobs", type=_jobs, metavar="N", help="default: one a core")
    command.add_argument(
        "--out", default="build/mutation.json", metavar="FILE", help="the report (default: %(default)s)"
    )
    program = command.add_argument_group(
        "mutants of a program", "waits, wait states, barriers, clauses and advice weakened or gone, one at a time; "
        "fails where the model misses one that breaks a rule, or reports one that breaks none")
    program.add_argument("--program", metavar="FILE", help="a compiled kernel (FILE.co), or a case (*.s, *.case.json)")
    program.add_argument("--rules", choices=("manual", "silicon"), default="silicon", help="default: %(default)s")
    program.add_argument("--json", action="store_true", help="print JSON: every mutant")
    _launch_options(program, sizes=False)


def _decode(commands) -> None:
    command = _command(commands, "decode", tables.decode, "machine words to assembly")
    _arch(command, required=True)
    command.add_argument("--wave", type=int, choices=(32, 64), help="default: the first that the architecture has")
    command.add_argument(
        "hex", nargs="*", metavar="HEX",
        help="the bytes of one instruction in memory order; - reads one a line from standard input",
    )


def _spec(commands) -> None:
    spec = commands.add_parser("spec", help="the tables of operations", formatter_class=Formatter)
    verbs = spec.add_subparsers(dest="verb", required=True, metavar="VERB")
    show = verbs.add_parser("show", help="everything known of an operation", formatter_class=Formatter)
    show.add_argument("name", metavar="NAME", help="an operation or the mnemonic of a form, in any spelling")
    show.set_defaults(run=tables.show)
    listed = verbs.add_parser("list", help="the names there are, one a line", formatter_class=Formatter)
    listed.add_argument("what", choices=("operations", "rules"),
                        help="operations as an architecture spells them; ids of rules, each with its sentence")
    _arch(listed)
    listed.set_defaults(run=tables.names)


def _targets(commands) -> None:
    command = _command(commands, "targets", tables.targets, "targets, and whether each can run here")
    command.add_argument("--mutants", action="store_true", help="the mutants of the model instead, which must fail")
    command.add_argument("--json", action="store_true", help="print JSON")


def _adapter(commands) -> None:
    adapter = commands.add_parser(
        "adapter", help="an adapter to start from; what is wrong with one", formatter_class=Formatter
    )
    verbs = adapter.add_subparsers(dest="verb", required=True, metavar="VERB")
    new = verbs.add_parser("new", help="write one that knows two instructions", formatter_class=Formatter)
    new.add_argument("language", choices=LANGUAGES, help="what it is written in")
    new.add_argument("folder", metavar="DIR", help="the folder that it goes into")
    new.set_defaults(run=adapters.new)
    check = verbs.add_parser("check", help="speak to one step by step; fails when something is wrong",
                             formatter_class=Formatter)
    check.add_argument("program", metavar="COMMAND", help="the program with its arguments, in quotes")
    check.add_argument("--seconds", type=_span, default=20, metavar="S",
                       help="for each answer (default: %(default)s)")
    check.set_defaults(run=adapters.check)


def _schema(commands) -> None:
    command = _command(
        commands, "schema", tables.schema, "JSON Schemas of the formats, made from the types that read them"
    )
    command.add_argument("format", nargs="?", metavar="FORMAT", help="case, result, trace, …; none: list them")
    command.add_argument("--out", metavar="DIR", help="write all of them there")
