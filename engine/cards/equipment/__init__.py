"""Weapons, armor and horses."""
