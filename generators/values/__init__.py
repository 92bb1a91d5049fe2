"""Value classes of operands, EXEC shapes, MODE settings, and the coverage bins they span."""
