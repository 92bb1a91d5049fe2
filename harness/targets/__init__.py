"""Targets: the table of their names, and the processes that run them."""
