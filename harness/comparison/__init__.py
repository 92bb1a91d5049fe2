"""Comparison of results: with expectations, and between model and target, for cases and for programs."""
