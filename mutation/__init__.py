"""Deliberate faults: making mutants of the model, building libraries of them, judging what notices them."""
