"""The options of a ruleset that rules read, and what goes with what."""

from __future__ import annotations

from .editions import Edition
from .modes import Mode
from .ruleset import NO_SEAT, Ruleset, UnknownRuleset

OPTIONS = (
    *("dual_renegade", "gods", "advanced_weapons", "first_game"),
    *("reincarnation", "dark_souls", "last_blood", "attrition"),
    *("competitive", "warm_seat"),
)
SEAT_OPTIONS = ("lord_seat", "protected_seat")  # which name a seat, or none
EXCLUSIVE = (
    ("reincarnation", "dark_souls"),  # what the dead do
    ("dark_souls", "last_blood"),  # text 001 has the one where the other is not played
    ("first_game", "advanced_weapons"),  # text 000 has the advanced rules for those who have played
    ("first_game", "reincarnation"),
)


def excluded_by(option: str) -> list[str]:
    return [other for pair in EXCLUSIVE if option in pair for other in pair if other != option]


def chosen(ruleset: Ruleset) -> list[str]:
    """The options that are on, or that say something."""
    named = [option for option in SEAT_OPTIONS if getattr(ruleset, option) != NO_SEAT]
    return [option for option in OPTIONS if getattr(ruleset, option)] + named


def check_options(ruleset: Ruleset, edition: Edition, mode: Mode) -> None:
    """Raise `UnknownRuleset` for an option that edition or mode do not take, and for two that exclude each other."""
    on = chosen(ruleset)
    for option in SEAT_OPTIONS:
        if not NO_SEAT <= getattr(ruleset, option) < ruleset.seats:
            raise UnknownRuleset("NO_SUCH_SEAT", f"option {option!r} names a seat that does not exist")
    if "protected_seat" in on and not ruleset.last_blood:
        raise UnknownRuleset("PROTECTED_SEAT", "option 'protected_seat' goes with 'last_blood' alone")
    for option in on:
        if option not in edition.options:
            raise UnknownRuleset("EDITION_AND_OPTION", f"edition {edition.id!r} does not take option {option!r}")
        if option not in mode.options:
            raise UnknownRuleset("MODE_AND_OPTION", f"mode {mode.id!r} does not take option {option!r}")
    for one, other in EXCLUSIVE:
        if one in on and other in on:
            raise UnknownRuleset("OPTION_AND_OPTION", f"options {one!r} and {other!r} exclude each other")
