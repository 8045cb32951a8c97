"""The simulator's own page: a person takes a seat at the simulated table, and parts are made to fail."""
