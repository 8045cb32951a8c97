"""Decks that are enrolled at the table's own shoe: their map is never a text, a file or a pipe."""
