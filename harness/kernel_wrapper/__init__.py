"""Cases as kernels of their own, for targets that can only start kernels."""
