"""Benches: every figure is a ratio or a distribution taken in one run on one machine."""
