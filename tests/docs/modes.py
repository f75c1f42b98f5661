"""`python -m tests.docs.modes`: write into docs/modes.md which option goes with what, by asking the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sanguosha.v1 import catalogue_service_pb2, ruleset_pb2

from engine.ruleset import UnknownRuleset
from service.convert.catalogue import catalogue
from service.convert.rulesets import from_message, table_options

PAGE = Path(__file__).parents[2] / "docs" / "modes.md"
BEGIN, END = "<!-- options: make modes writes this -->\n", "<!-- /options -->\n"
GAMES = {
    "standard, identity": ("standard", "identity"),
    "standard, 3v3": ("standard", "3v3"),
    "first-edition": ("first-edition", "identity"),
    "proto-1.0": ("proto-1.0", "identity"),
}
SEATS = 6  # that every game takes
YES, NO = "yes", "–"
OFF = ("heroes",)  # what is on by itself, so that it is a choice to have it off


VALUES: dict[str, dict[str, Any]] = {
    "heroes": {"heroes": False},
    "warm_seat": {"warm_seat": 4},
    "lord_seat": {"lord_seat": 0},
    "protected_seat": {"protected_seat": 0, "last_blood": True},
    "silent_waits": {"silent_waits": {"seconds": 1}},
    "deadlines": {"deadlines": {"play": {"seconds": 10}}},
    "spectator_delay": {"spectator_delay": {"seconds": 10}},
}


def ruleset(game: str, option: str, **otherwise: Any) -> ruleset_pb2.Ruleset:
    """The game with the option and all that it needs, but for what is `otherwise`."""
    edition, mode = GAMES[game]
    seats = otherwise.pop("seat_count", SEATS)
    options = VALUES.get(option, {option: True}) | otherwise
    return ruleset_pb2.Ruleset(edition=edition, mode=mode, seat_count=seats, options=options)


def is_taken(asked: ruleset_pb2.Ruleset) -> bool:
    try:
        from_message(asked)
        table_options(asked.options)
    except UnknownRuleset:
        return False
    return True


def takers(option: str) -> list[str]:
    return [game for game in GAMES if is_taken(ruleset(game, option))]


def options() -> list[catalogue_service_pb2.RulesetOption]:
    return list(catalogue(()).options)


def matrix() -> str:
    heads = ["option", *GAMES, "excludes", "needs"]
    rows = [row(option) for option in options()]
    return "\n".join(map(line, [heads, ["---"] * len(heads), *rows])) + "\n"


def row(option: catalogue_service_pb2.RulesetOption) -> list[str]:
    taken = takers(option.id)
    goes = [YES if game in taken else NO for game in GAMES]
    excludes = ", ".join(f"`{other}`" for other in option.excludes)
    return [f"`{option.id}`{' off' if option.id in OFF else ''}", *goes, excludes, ", ".join(needs(option))]


def needs(option: catalogue_service_pb2.RulesetOption) -> list[str]:
    """What the catalogue says that it needs, in words."""
    words = [f"`{other}`" for other in option.needs]
    if option.seat_counts:
        words.append(f"{' or '.join(map(str, option.seat_counts))} seats")
    if option.seats:
        words.append(f"the seat {' or '.join(map(str, option.seats))}")
    return words


def line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |".replace("|  |", "| |").replace("|  |", "| |")


def page(present: str) -> str:
    before, _, rest = present.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{matrix()}{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
