"""Long runs of hands at a table whose senses err, and whose dealer makes mistakes."""
