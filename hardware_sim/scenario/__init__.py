"""Scenarios: hands at the table, written by people who know poker, with the rulings that the rulebook gives.

`parse` turns a text into a tree without looking at anything else. `run` plays the tree at a table and returns what
was not as expected. The grammar is in docs/scenarios.md.
"""
