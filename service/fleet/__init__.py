"""The servers on one store, and what one of them leaves to another."""
