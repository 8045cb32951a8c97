"""A robot dealer and simple players: they handle cards and chips on the simulated table as people would."""
