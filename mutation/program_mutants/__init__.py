"""Mutants of programs and the replay checker. The checker replays a trace of executed instructions against the rules of
the manuals: results used before a wait proves them, missing wait states, races between waves. It shares no code with
the checks in model/waits: it takes operands from the disassembly and the tables, and implements the rules
independently."""
