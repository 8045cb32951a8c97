"""A box of parts: what a technician gets to make a table of, and hands that do what they are told at it."""
