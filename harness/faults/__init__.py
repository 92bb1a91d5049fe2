"""The model with deliberate faults: the targets `mutant:ID`, and what diagnosis compares a target with."""
