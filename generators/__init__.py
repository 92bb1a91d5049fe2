"""Random operands, instructions, programs and dispatches: the inputs of certification and fuzzing."""
