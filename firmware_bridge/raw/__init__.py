"""The bytes of the parts for people: tags masked within them, frames cut, and what they say."""
