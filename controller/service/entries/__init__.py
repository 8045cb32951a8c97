"""Entries of people: checked, and made events of the table."""
