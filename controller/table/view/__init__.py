"""What anyone may see of a table. Reads the state and changes nothing."""
