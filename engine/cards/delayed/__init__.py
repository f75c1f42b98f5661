"""Tricks that lie in a judgement area until they come due."""
