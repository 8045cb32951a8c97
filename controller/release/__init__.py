"""The release: which files it consists of, who signed them, what they depend on."""
