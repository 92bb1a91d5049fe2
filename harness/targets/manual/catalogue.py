"""Catalogue of operations: those that the published text defines, those executed, and why others are not."""
from pathlib import Path

from . import matrix, text_corrections as corrections
from .architectures import ARCHES
from .manual_machine import PROGRAM_ENDS, LANE_MOVES
from .state import Stop

TEXT_COMPARISON = Path(__file__).parent.parent / "manual_gfx906.txt"
EXECUTED_ENCODINGS = {
    "VOP1", "VOP2", "VOPC", "VOP3", "VOP3P", "VINTERP", "SOP1", "SOP2", "SOPC", "SOPK", "SOPP", "SMEM", "DS", "GLOBAL",
    "FLAT", "SCRATCH", "MUBUF", "MTBUF", "MIMG",
}


def read_text_comparison():
    """Read manual_gfx906.txt: {mnemonic: (word, reason)}. Raises ValueError with the malformed line."""
    entries = {}
    for number, line in enumerate(TEXT_COMPARISON.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, word, *reason = line.split(None, 2)
        if word not in ("shared", "differs", "absent") or word == "differs" and not reason or name in entries:
            expected = "'mnemonic shared|absent' or 'mnemonic differs reason', each once"
            raise ValueError(f"{TEXT_COMPARISON.name}:{number}: want {expected}")
        entries[name] = word, reason[0] if reason else ""
    return entries


def build_catalogue(manual, arch):
    """Return {mnemonic: {"status", "reason", "defined", "forms"}} for every mnemonic of the opcode list of `arch`."""
    machine = manual.machine(arch, 64)
    comparison = read_text_comparison() if ARCHES[arch].like == "gfx906" else {}
    encodings = {}
    for encoding, rows in machine.decoder.table.items():
        for row in rows.values():
            encodings.setdefault(row.name, set()).add(encoding)
    catalogue = {}
    for name in sorted(encodings):
        status, reason = operation_status(machine, name, encodings[name], comparison.get(name))
        defined = name.replace("v_dual_", "v_") in machine.texts.defined
        catalogue[name] = {"status": status, "reason": reason, "defined": defined, "forms": sorted(encodings[name])}
    manual.text(arch).save()
    return catalogue


def operation_status(machine, name, encodings, compared):
    if name in PROGRAM_ENDS or name == "s_barrier":
        return "executed", "the end of a program and barriers are the machine's"
    if matrix.NAMES.match(name):
        return "executed", matrix.NOTE
    if not encodings & EXECUTED_ENCODINGS and not name.startswith("v_dual_"):
        text = machine.texts.texts.get(name)
        if not text:
            return "absent", "the text does not define it"
        reason = corrections.skip_reason(machine.arch, name)
        return "skipped", reason or "this encoding is not carried by the machine"
    try:
        op = machine.operation(name.replace("v_dual_", "v_"))
    except Stop as stop:
        return ("absent" if "no text" in stop.reason else "skipped"), stop.reason
    if name.startswith("ds_") and name not in LANE_MOVES and not op.lane:
        return "skipped", "no compiled form"
    reason = "; ".join(op.notes)
    if compared and compared[0] == "differs":
        return "executed", "; ".join(filter(None, (f"differs: {compared[1]}", reason)))
    return "executed", reason


ALU = {"VOP1", "VOP2", "VOPC", "VOP3", "VOP3P", "VINTERP", "VINTRP", "LDSDIR", "VOPD-X", "VOPD-Y",
       "SOP1", "SOP2", "SOPC", "SOPK", "SOPP"}


def alu_counts(entries):
    """Count the scalar and vector operations that the text itself defines: {"defined", "executed", "skipped"}."""
    alu_entries = [entry for entry in entries.values() if entry["defined"] and ALU & set(entry["forms"])]
    executed, skipped = (sum(entry["status"] == status for entry in alu_entries) for status in ("executed", "skipped"))
    return {"defined": len(alu_entries), "executed": executed, "skipped": skipped}


def catalogue_counts(manual, arch):
    """Count the operations for the certificate: {"defined", "executed", "skipped", "absent", "reasons": {reason:
    count}, "alu": alu_counts()}."""
    entries = build_catalogue(manual, arch)
    totals: dict = {"defined": sum(entry["defined"] for entry in entries.values())}
    reasons = {}
    for status in ("executed", "skipped", "absent"):
        totals[status] = sum(entry["status"] == status for entry in entries.values())
    for entry in entries.values():
        if entry["status"] != "executed":
            reasons[entry["reason"]] = reasons.get(entry["reason"], 0) + 1
    totals["reasons"], totals["alu"] = reasons, alu_counts(entries)
    return totals
