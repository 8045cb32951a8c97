"""Movements that put a deal right: opened, ticked off one by one, undone, and void hands."""
