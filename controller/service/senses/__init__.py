"""Messages of the bridge as events of the table: cards, chips, decks, and what is to be read next."""
