"""What the scenarios show of the rules: coverage, evidence of fields, mutation, remarks on a file."""
