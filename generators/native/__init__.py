"""Loops over small arrays in C, their build, and the Python that calls them."""
