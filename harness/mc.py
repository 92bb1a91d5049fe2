"""llvm-mc-22 as a second opinion on encodings: disassemble and assemble many instructions in one process.
Nothing in the model depends on it; tests and the `llvm` target do."""
import re
import subprocess

from ..spec import TARGETS

TOOL = "llvm-mc-22"
ENCODING = re.compile(r"[;/]+\s*encoding: \[([0-9a-fx,]+)\]")
MARKED = re.compile(r"/\*.*?\*/")


def run(arch, wave, features, arguments, text):
    """llvm-mc's (stdout, stderr).  Raises FileNotFoundError when the tool is absent."""
    attributes = (
        [f"+wavefrontsize{wave}", f"-wavefrontsize{96 - wave}"] * (len(TARGETS[arch].waves) > 1)
        + list(features)
    )
    command = [
        TOOL,
        "-triple=amdgcn-amd-amdhsa",
        f"-mcpu={TARGETS[arch].llvm}",
        *([f"-mattr={','.join(attributes)}"] if attributes else []),
        *arguments,
    ]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return done.stdout, done.stderr


def disassemble(arch, codes, wave=32, features=()):
    """[bytes] -> [text or None]: None for what is no instruction, is shorter or longer than the bytes given, or is
    marked `/*…*/`."""
    feed = "".join("[" + ",".join(f"0x{b:02x}" for b in code) + f"]\n[{sentinel(n)}]\n" for n, code in enumerate(codes))
    out, _ = run(arch, wave, features, ["-disassemble"], feed)
    lines = [line.strip() for line in out.splitlines() if line.strip() and not line.strip().startswith(".")]
    found, at = [], 0
    for n in range(len(codes)):
        end, group = f"s_nop {0x7000 + n % 0x1000:#x}", []
        while lines[at] != end or (at + 1 < len(lines) and lines[at + 1] == end):
            group.append(lines[at])
            at += 1
        at += 1
        text = group[0] if len(group) == 1 else None
        found.append(None if text is None or MARKED.search(text) else re.sub(r"\s+", " ", text))
    return found


def sentinel(n):
    """The bytes of `s_nop 0x7000 + n`, which parts the output of instruction n from the next."""
    return ",".join(f"0x{b:02x}" for b in (0xbf800000 | 0x7000 + n % 0x1000).to_bytes(4, "little"))


def assemble(arch, texts, wave=32, features=()):
    """[text] -> [bytes or None]: None for what the assembler refuses."""
    found: list[bytes | None] = [None] * len(texts)
    parts = "".join(f"{text}\n" for text in texts)
    out, errors = run(arch, wave, features, ["-show-encoding"], parts)
    bad = {int(n) - 1 for n in re.findall(r"^<stdin>:(\d+):\d+: error", errors, re.M)}
    codes = [bytes(int(b, 16) for b in m.group(1).split(",")) for m in ENCODING.finditer(out)]
    good = [n for n in range(len(texts)) if n not in bad]
    assert len(good) == len(codes), f"llvm-mc gave {len(codes)} encodings for {len(good)} lines"
    for n, code in zip(good, codes):
        found[n] = code
    return found
