"""Exact leave-one-out, the paths in C and in the kernel, the errors along them, and low-rank training."""
