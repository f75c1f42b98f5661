"""A match in this process, by the messages of the contract: no server, no store, no event loop."""

from .match import LocalMatch, Refused

__all__ = ["LocalMatch", "Refused"]
