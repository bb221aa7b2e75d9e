"""Machines side by side: what several of them make of the same points. Rules that choose C stand in ``risk``."""
