"""Runs llvm-mc to disassemble or assemble many instructions in one process. Only tests and the `llvm` targets use it;
the model does not use it."""
import functools
import re
import shutil
import subprocess

from ...spec import TARGETS

VERSIONS = (22, 19)                                  # the newest first
ENCODING = re.compile(r"[;/]+\s*encoding: \[([0-9a-fx,]+)\]")
MARKED = re.compile(r"/\*.*?\*/")
FIRST_SENTINEL, SENTINELS = 0x7000, 0x1000
WARNED = re.compile(r"<stdin>:(\d+):\d+: warning")


def tool_name(version=VERSIONS[0]):
    """Return the program's name."""
    return f"llvm-mc-{version}"


def installed_versions():
    """Return the installed versions, the newest first."""
    return [version for version in VERSIONS if shutil.which(tool_name(version))]


TOOL = tool_name()


def run_llvm_mc(arch, wave, features, arguments, text, version=VERSIONS[0]):
    """Run llvm-mc; return (stdout, stderr). Raises FileNotFoundError if the tool is not installed."""
    attributes = ([f"+wavefrontsize{wave}", f"-wavefrontsize{96 - wave}"] * (len(TARGETS[arch].waves) > 1)
                  + list(features))
    command = [
        tool_name(version),
        "-triple=amdgcn-amd-amdhsa",
        f"-mcpu={TARGETS[arch].llvm}",
        *([f"-mattr={','.join(attributes)}"] if attributes else []),
        *arguments,
    ]
    process = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return process.stdout, process.stderr


def disassemble(arch, codes, wave=32, features=(), version=VERSIONS[0]):
    """Disassemble each item of `codes` (bytes). The text is None if it is not exactly one instruction, is marked
    `/*…*/`, causes a warning, or crashes llvm-mc."""
    text = "".join([
        f"[{byte_list(code)}]\n[{sentinel_bytes(number % SENTINELS)}]\n" for number, code in enumerate(codes)
    ])
    output, errors = run_llvm_mc(arch, wave, features, ["-disassemble"], text, version)
    lines = [line.strip() for line in output.splitlines() if line.strip() and not line.strip().startswith(".")]
    groups = split_at_sentinels(lines, len(codes))
    if len(groups) < len(codes):                     # llvm-mc crashed: bisect to the code that causes it
        if len(codes) == 1:
            return [None]
        half = min(max(len(codes) // 2, len(groups)), len(codes) - 1)
        return [text for part in (codes[:half], codes[half:])
                for text in disassemble(arch, part, wave, features, version)]
    warned = {(int(number) - 1) // 2 for number in WARNED.findall(errors)}
    return [
        None if len(group) != 1 or number in warned or MARKED.search(group[0]) else re.sub(r"\s+", " ", group[0])
        for number, group in enumerate(groups)
    ]


def split_at_sentinels(lines, count):
    """Return the output lines of each of `count` instructions. There are fewer lists if the output ends early."""
    groups, index = [], 0
    for number in range(count):
        end, group = f"s_nop {FIRST_SENTINEL + number % SENTINELS:#x}", []
        while index < len(lines) and (lines[index] != end or (index + 1 < len(lines) and lines[index + 1] == end)):
            group.append(lines[index])
            index += 1
        if index == len(lines):
            break
        groups.append(group)
        index += 1
    return groups


@functools.cache
def sentinel_bytes(n):
    """Return the bytes of `s_nop 0x7000 + n`, which separates the output of instruction n from the next."""
    return byte_list((0xbf800000 | FIRST_SENTINEL + n).to_bytes(4, "little"))


def byte_list(code):
    """Format bytes as llvm-mc reads them: 0x01,0x02."""
    return "0x" + code.hex(" ").replace(" ", ",0x") if code else ""


def assemble(arch, texts, wave=32, features=(), version=VERSIONS[0]):
    """Assemble each text to bytes. The result is None for texts that the assembler refuses."""
    codes_by_line: list[bytes | None] = [None] * len(texts)
    source = "".join(f"{text}\n" for text in texts)
    output, errors = run_llvm_mc(arch, wave, features, ["-show-encoding"], source, version)
    refused_lines = {int(number) - 1 for number in re.findall(r"^<stdin>:(\d+):\d+: error", errors, re.M)}
    codes = [bytes(int(byte, 16) for byte in match.group(1).split(",")) for match in ENCODING.finditer(output)]
    accepted_lines = [number for number in range(len(texts)) if number not in refused_lines]
    assert len(accepted_lines) == len(codes), f"llvm-mc gave {len(codes)} encodings for {len(accepted_lines)} lines"
    for number, code in zip(accepted_lines, codes):
        codes_by_line[number] = code
    return codes_by_line
