"""What a table is: its parts of state, and the effects of rulings on them."""
