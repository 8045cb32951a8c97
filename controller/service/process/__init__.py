"""The parts of the process: what goes out, what is kept, what comes in."""
