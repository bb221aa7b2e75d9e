"""Exact leave-one-out, the path in C, the errors along it, and low-rank training, all on solved programs."""
