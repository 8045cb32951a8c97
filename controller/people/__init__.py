"""People: their accounts, their sessions, and which role may give which command."""
