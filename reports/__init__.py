"""Certification, fuzzing, coverage and kits, made of the harness's results, and how they are shown."""
