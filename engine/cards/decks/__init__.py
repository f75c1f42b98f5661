"""The printed decks."""
