"""Another version of the program beside this one: tried, switched to between two hands, and back again."""
