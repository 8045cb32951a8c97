"""The brain: registers, journal, rulebook, table and hand. One writer."""
