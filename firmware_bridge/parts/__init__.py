"""The parts behind the ports: opened, identified, lost and found again."""
