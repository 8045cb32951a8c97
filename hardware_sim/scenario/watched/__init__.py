"""Scenarios played in real time, for people to watch: `sabot sim --scenario` and the simulator's page."""
