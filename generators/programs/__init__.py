"""Programs of many instructions: random ones by template, straight-line ones, and Hypothesis strategies."""
