"""Chips between hands and on their way: stacks counted, foreign chips, chips in a hand."""
