"""Loops over small arrays in C, their build, and their Python interface."""
