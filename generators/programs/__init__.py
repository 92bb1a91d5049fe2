"""Programs of many instructions: random programs from templates, straight-line programs, Hypothesis strategies."""
