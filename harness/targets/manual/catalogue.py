# What the published text defines, what this target executes of it, and why it leaves the rest.
from pathlib import Path

from . import matrix, text_corrections as own
from .architectures import ARCHES
from .manual_machine import ENDS, MOVES
from .state import Stop

LIST = Path(__file__).parent.parent / "manual_gfx906.txt"
CARRIED = {
    "VOP1", "VOP2", "VOPC", "VOP3", "VOP3P", "VINTERP", "SOP1", "SOP2", "SOPC", "SOPK", "SOPP", "SMEM", "DS", "GLOBAL",
    "FLAT", "SCRATCH", "MUBUF", "MTBUF", "MIMG",
}


def hand_list():
    """{mnemonic: (word, reason)} of manual_gfx906.txt; ValueError names the line that is not of its grammar."""
    out = {}
    for n, line in enumerate(LIST.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, word, *reason = line.split(None, 2)
        if word not in ("shared", "differs", "absent") or word == "differs" and not reason or name in out:
            raise ValueError(f"{LIST.name}:{n}: want 'mnemonic shared|absent' or 'mnemonic differs reason', each once")
        out[name] = word, reason[0] if reason else ""
    return out


def build(manual, arch):
    """{mnemonic: {"status", "reason", "defined", "forms"}} for every mnemonic of the opcode list of `arch`."""
    machine = manual.machine(arch, 64)
    listed = hand_list() if ARCHES[arch].like == "gfx906" else {}
    encodings = {}
    for encoding, rows in machine.decoder.table.items():
        for row in rows.values():
            encodings.setdefault(row.name, set()).add(encoding)
    out = {}
    for name in sorted(encodings):
        status, reason = _state(machine, name, encodings[name], listed.get(name))
        defined = name.replace("v_dual_", "v_") in machine.texts.defined
        out[name] = {"status": status, "reason": reason, "defined": defined, "forms": sorted(encodings[name])}
    manual.text(arch).save()
    return out


def _state(machine, name, encodings, hand):
    if name in ENDS or name == "s_barrier":
        return "executed", "the end of a program and barriers are the machine's"
    if matrix.NAMES.match(name):
        return "executed", matrix.NOTE
    if not encodings & CARRIED and not name.startswith("v_dual_"):
        text = machine.texts.texts.get(name)
        return ("skipped", own.skipped(machine.arch, name) or "this encoding is not carried by the machine") if text \
            else ("absent", "the text does not define it")
    try:
        op = machine.operation(name.replace("v_dual_", "v_"))
    except Stop as stop:
        return ("absent" if "no text" in stop.reason else "skipped"), stop.reason
    if name.startswith("ds_") and name not in MOVES and not op.lane:
        return "skipped", "no compiled form"
    reason = "; ".join(op.notes)
    if hand and hand[0] == "differs":
        return "executed", "; ".join(filter(None, (f"differs: {hand[1]}", reason)))
    return "executed", reason


ALU = {"VOP1", "VOP2", "VOPC", "VOP3", "VOP3P", "VINTERP", "VINTRP", "LDSDIR", "VOPD-X", "VOPD-Y",
       "SOP1", "SOP2", "SOPC", "SOPK", "SOPP"}


def alu_counts(entries):
    """{"defined", "executed", "skipped"} of the scalar and vector operations that the text itself defines."""
    own = [e for e in entries.values() if e["defined"] and ALU & set(e["forms"])]
    return {"defined": len(own)} | {w: sum(e["status"] == w for e in own) for w in ("executed", "skipped")}


def counts(manual, arch):
    """{"defined", "executed", "skipped", "absent", "reasons": {reason: count}, "alu": alu_counts} for the
    certificate."""
    entries = build(manual, arch)
    total: dict = {"defined": sum(e["defined"] for e in entries.values())}
    reasons = {}
    for word in ("executed", "skipped", "absent"):
        total[word] = sum(e["status"] == word for e in entries.values())
    for e in entries.values():
        if e["status"] != "executed":
            reasons[e["reason"]] = reasons.get(e["reason"], 0) + 1
    total["reasons"], total["alu"] = reasons, alu_counts(entries)
    return total
