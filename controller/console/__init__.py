"""The table's web pages: they show the public state and take the dealer's entries. No hidden card comes here."""
