"""House players: who answers for the seats that nobody has joined."""

from .player import HousePlayer, choose

__all__ = ["HousePlayer", "choose"]
