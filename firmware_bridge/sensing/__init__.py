"""What readings and levels mean: where each tag is, what moved, what left the shoe. Pure."""
