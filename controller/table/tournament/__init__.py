"""Levels, elimination, rebuys, late registration, balancing, chip race."""
