"""The rules of Sanguosha as a pure, deterministic engine: no I/O, no clock, no chance but its own."""
