"""Exact leave-one-out, the path in C, and low-rank training, all on solved programs."""
