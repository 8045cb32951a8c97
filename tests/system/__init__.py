"""The table as a whole: real processes, real wires, and what must hold of all of them together."""
