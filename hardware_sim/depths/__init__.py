"""The same robot at three depths: straight into the core, over ZeroMQ, and over every wire."""
