"""The school: a dealer in training puts mistakes right, and meets again what went badly."""
