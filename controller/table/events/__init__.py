"""What comes in: sensor events, entries of dealer and floor, timers. Each goes to the room of its subject."""
