"""Incoming events: sensor events, entries of dealer and floor, timers. Each goes to the folder of its subject."""
