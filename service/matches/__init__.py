"""Matches as they are stored, and the steps that they take."""
