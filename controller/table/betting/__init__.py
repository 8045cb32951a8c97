"""Acts by chips and words: in turn, out of turn, in several motions, corrected, and conduct."""
