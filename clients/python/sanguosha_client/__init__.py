"""Play and watch matches of Sanguosha (三国杀) on a server.

`Client` is a server, `Seat` a seat that is played, `Watcher` a match that is watched; `answers` makes answers. Messages
are those of the contract, `sanguosha.v1`.
"""

from __future__ import annotations

from . import answers
from .client import Client
from .errors import IllegalChoice, SanguoshaError
from .rulesets import Rules, ruleset
from .seat import Seat
from .tls import tls
from .watcher import Watcher

__all__ = ["Client", "IllegalChoice", "Rules", "SanguoshaError", "Seat", "Watcher", "answers", "ruleset", "tls"]
