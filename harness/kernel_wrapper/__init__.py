"""Wrap cases as kernels, for targets that can only start kernels."""
