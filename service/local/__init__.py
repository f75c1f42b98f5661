"""A match in this process, by the messages of the contract: no server, no store, no event loop.

Packs that are installed are registered as this is imported: observations have a place for each of their words.
"""

from service.packs.installed import register_installed

from .match import LocalMatch, Refused

register_installed()

__all__ = ["LocalMatch", "Refused"]
