"""The public view of a table. It reads the state and changes nothing."""
