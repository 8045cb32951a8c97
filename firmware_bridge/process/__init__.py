"""What every process of a table sets up for itself: its logs, its memory, its directories."""
