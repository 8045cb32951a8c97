"""One hand of poker, pure: no I/O, no clock, no randomness, no logging.

Times are integers in nanoseconds, chips integers in minor units, seats 1 to 10 clockwise from the dealer's left.
"""
