"""The same robot at three simulation levels: straight into the core, over ZeroMQ, and over every wire."""
