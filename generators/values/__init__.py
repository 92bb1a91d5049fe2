"""Operand values by class, EXEC shapes, MODE settings, and the coverage bins they make."""
