"""Machines side by side, and rules that choose C."""
