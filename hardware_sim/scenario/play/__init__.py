"""Playing a scenario: hands that move chips and cards, words that are entered, expectations held."""
