"""Faults of the deal: how each is noticed or reported, and what it is ruled under."""
