"""llvm-mc as a second opinion on encodings: disassemble and assemble many instructions in one process.
Nothing in the model depends on it; tests and the `llvm` targets do."""
import functools
import re
import shutil
import subprocess

from ...spec import TARGETS

VERSIONS = (22, 19)                                  # the witnesses, the newest first
ENCODING = re.compile(r"[;/]+\s*encoding: \[([0-9a-fx,]+)\]")
MARKED = re.compile(r"/\*.*?\*/")
FIRST_SENTINEL, SENTINELS = 0x7000, 0x1000
WARNED = re.compile(r"<stdin>:(\d+):\d+: warning")


def tool(version=VERSIONS[0]):
    """The program's name."""
    return f"llvm-mc-{version}"


def installed():
    """The versions that are here, the newest first."""
    return [version for version in VERSIONS if shutil.which(tool(version))]


TOOL = tool()


def run(arch, wave, features, arguments, text, version=VERSIONS[0]):
    """llvm-mc's (stdout, stderr).  Raises FileNotFoundError when the tool is absent."""
    attributes = ([f"+wavefrontsize{wave}", f"-wavefrontsize{96 - wave}"] * (len(TARGETS[arch].waves) > 1)
                  + list(features))
    command = [
        tool(version),
        "-triple=amdgcn-amd-amdhsa",
        f"-mcpu={TARGETS[arch].llvm}",
        *([f"-mattr={','.join(attributes)}"] if attributes else []),
        *arguments,
    ]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return done.stdout, done.stderr


def disassemble(arch, codes, wave=32, features=(), version=VERSIONS[0]):
    """[bytes] -> [text or None]: None for what is no instruction, is shorter or longer than the bytes given, is marked
    `/*…*/`, draws a warning, or makes llvm-mc die."""
    feed = "".join([f"[{listed(code)}]\n[{sentinel(n % SENTINELS)}]\n" for n, code in enumerate(codes)])
    out, errors = run(arch, wave, features, ["-disassemble"], feed, version)
    lines = [line.strip() for line in out.splitlines() if line.strip() and not line.strip().startswith(".")]
    groups = between_sentinels(lines, len(codes))
    if len(groups) < len(codes):                     # it died: a part of the codes at a time, down to the one
        if len(codes) == 1:
            return [None]
        half = min(max(len(codes) // 2, len(groups)), len(codes) - 1)
        return [text for part in (codes[:half], codes[half:])
                for text in disassemble(arch, part, wave, features, version)]
    warned = {(int(n) - 1) // 2 for n in WARNED.findall(errors)}
    return [
        None if len(group) != 1 or n in warned or MARKED.search(group[0]) else re.sub(r"\s+", " ", group[0])
        for n, group in enumerate(groups)
    ]


def between_sentinels(lines, count):
    """The lines of each of `count` instructions, as far as there are any."""
    found, at = [], 0
    for n in range(count):
        end, group = f"s_nop {FIRST_SENTINEL + n % SENTINELS:#x}", []
        while at < len(lines) and (lines[at] != end or (at + 1 < len(lines) and lines[at + 1] == end)):
            group.append(lines[at])
            at += 1
        if at == len(lines):
            break
        found.append(group)
        at += 1
    return found


@functools.cache
def sentinel(n):
    """The bytes of `s_nop 0x7000 + n`, which parts the output of instruction n from the next."""
    return listed((0xbf800000 | FIRST_SENTINEL + n).to_bytes(4, "little"))


def listed(code):
    """Bytes as llvm-mc reads them: 0x01,0x02."""
    return "0x" + code.hex(" ").replace(" ", ",0x") if code else ""


def assemble(arch, texts, wave=32, features=(), version=VERSIONS[0]):
    """[text] -> [bytes or None]: None for what the assembler refuses."""
    found: list[bytes | None] = [None] * len(texts)
    parts = "".join(f"{text}\n" for text in texts)
    out, errors = run(arch, wave, features, ["-show-encoding"], parts, version)
    bad = {int(n) - 1 for n in re.findall(r"^<stdin>:(\d+):\d+: error", errors, re.M)}
    codes = [bytes(int(b, 16) for b in m.group(1).split(",")) for m in ENCODING.finditer(out)]
    good = [n for n in range(len(texts)) if n not in bad]
    assert len(good) == len(codes), f"llvm-mc gave {len(codes)} encodings for {len(good)} lines"
    for n, code in zip(good, codes):
        found[n] = code
    return found
