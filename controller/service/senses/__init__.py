"""Messages of the bridge as events of the table: cards, chips, decks, and the places to be read next."""
