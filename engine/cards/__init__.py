"""Game cards, one file a card."""
