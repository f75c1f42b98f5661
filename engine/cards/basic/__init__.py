"""Basic cards."""
