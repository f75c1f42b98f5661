"""Packs that other distributions bring."""
