"""The other end of every wire, the robot dealer, faults, checks and benches. Imports nothing of drivers."""
