"""The model with deliberate faults, for the targets `mutant:ID` and for diagnosis."""
