"""Replays: made, read, checked and played again."""
