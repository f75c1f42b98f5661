"""The cards of the first edition that differ from the standard ones (text 000)."""
