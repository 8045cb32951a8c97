"""What pages may know."""
