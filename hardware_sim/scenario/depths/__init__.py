"""The tables that a scenario can be played at: the core, and real processes over bus or wire."""
