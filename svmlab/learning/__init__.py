"""Procedures that can be watched, and training by a chain of smaller programs."""
