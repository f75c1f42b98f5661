"""The options of a ruleset that rules read, and what goes with what."""

from __future__ import annotations

from .editions import Edition
from .modes import Mode
from .ruleset import Ruleset, UnknownRuleset

OPTIONS = ("dual_renegade", "gods", "advanced_weapons", "first_game", "competitive", "warm_seat")
EXCLUSIVE = (
    ("reincarnation", "dark_souls"),  # what the dead do
    ("dark_souls", "last_blood"),  # text 001 has the one where the other is not played
)


def excluded_by(option: str) -> list[str]:
    return [other for pair in EXCLUSIVE if option in pair for other in pair if other != option]


def chosen(ruleset: Ruleset) -> list[str]:
    """The options that are on, or that say something."""
    return [option for option in OPTIONS if getattr(ruleset, option)]


def check_options(ruleset: Ruleset, edition: Edition, mode: Mode) -> None:
    """Raise `UnknownRuleset` for an option that edition or mode do not take, and for two that exclude each other."""
    on = chosen(ruleset)
    for option in on:
        if option not in edition.options:
            raise UnknownRuleset("EDITION_AND_OPTION", f"edition {edition.id!r} does not take option {option!r}")
        if option not in mode.options:
            raise UnknownRuleset("MODE_AND_OPTION", f"mode {mode.id!r} does not take option {option!r}")
    for one, other in EXCLUSIVE:
        if one in on and other in on:
            raise UnknownRuleset("OPTION_AND_OPTION", f"options {one!r} and {other!r} exclude each other")
