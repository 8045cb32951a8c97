"""Which field is on when: the exclusion graph, attention, ages, and which readers still answer."""
