"""Certification: cases of every form, suite and dispatch field, run by worker processes, counted and verified."""
