"""Tricks that take effect at once."""
