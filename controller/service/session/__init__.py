"""One table from start-up to shutdown: set up, recovered, played, published."""
