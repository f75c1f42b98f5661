"""What a person types."""

from __future__ import annotations

import sys
import termios


def read(prompt: str) -> str:
    """A line typed after the prompt: what was typed before it was meant for another question. Raises `EOFError`."""
    if sys.stdin.isatty():
        termios.tcflush(sys.stdin, termios.TCIFLUSH)
    return input(prompt)
