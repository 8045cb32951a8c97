"""One module per part: a codec without I/O and a small device around it. Imports nothing of ours but the port."""
