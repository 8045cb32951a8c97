"""Guided tests of the parts: test mode in the bridge, the steps a technician is led through, the pass sheet."""
