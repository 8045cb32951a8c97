"""Sabot on a machine of its own: users, units, device rules, and how all of it goes away again."""
