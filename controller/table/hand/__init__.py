"""The course of a hand: cut, deal, streets, collection of bets, showdown, award, claims."""
