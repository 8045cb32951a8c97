"""The simulated parts: each one speaks its wire's bytes as the real part would, in virtual time and without I/O."""
