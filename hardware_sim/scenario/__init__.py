"""Scenarios: a hand at the table, written by a person who knows poker, with what the rulebook has to say to it.

`parse` turns a text into a tree without looking at anything else; `run` plays the tree at a table and says what was
not as expected. The grammar is in docs/scenarios.md.
"""
