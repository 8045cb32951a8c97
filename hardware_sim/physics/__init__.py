"""What lies where on the simulated table, and what an antenna or a sensor can make of it."""
