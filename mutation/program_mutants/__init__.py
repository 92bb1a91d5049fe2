"""Mutants of programs and the replay checker. The checker replays a trace of executed instructions against the rules of
the manuals: results used before a wait proves them, missing wait states, races between waves. It shares no code with
the checks of model/waits: operands come from the disassembly and the tables, and the rules are written here a second
time."""
