"""Certification, fuzzing, coverage and kits, which use the harness's results, and their output formats."""
