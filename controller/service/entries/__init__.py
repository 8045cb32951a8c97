"""What people enter: checked, and made an event of the table."""
