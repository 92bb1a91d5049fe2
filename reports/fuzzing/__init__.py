"""Fuzz runs: batches of random programs on worker processes, their database, triage and findings."""
