"""Runs of plans on the model: binding, readback, outcomes, outcome sets, and many runs prepared at once."""
