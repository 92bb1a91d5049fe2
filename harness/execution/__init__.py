"""Run plans on the model: binding, readback, outcomes, allowed outcomes, prepared runs."""
