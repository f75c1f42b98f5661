"""What contract-only clients play: every edition, mode and option of the catalogue, and what goes together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sanguosha.v1 import ruleset_pb2

from engine.packs import PACKS
from examples.random_client import option

FIRST, PROTO = "first-edition", "proto-1.0"
PLAIN = "heroes=false"
DEADLINES = 'deadlines={"play":"60s","respond":"60s"}'


class Game(NamedTuple):
    """In the standard edition with every pack that there is; the others take none. `options` are written as the clients
    take them. A `series` is as many matches as there are seats."""

    seats: int
    options: tuple[str, ...] = ()
    edition: str = ""
    mode: str = ""
    series: bool = False

    def __str__(self) -> str:
        words = (self.edition, self.mode, "series" if self.series else "", f"{self.seats} seats", *self.options)
        return " ".join(filter(None, words))

    @property
    def names(self) -> set[str]:
        """Of its options."""
        return {text.partition("=")[0] for text in self.options}

    @property
    def has(self) -> set[str]:
        """Its edition, mode and options."""
        return {self.edition or "standard", self.mode or "identity"} | self.names

    @property
    def takes_packs(self) -> bool:
        return self.edition not in (FIRST, PROTO)

    @property
    def arguments(self) -> list[str]:
        """What a client is called with."""
        return [
            *(f"--seats={self.seats}", f"--edition={self.edition}", f"--mode={self.mode}"),
            *(["--all-packs"] if self.takes_packs else []),
            *(f"--option={text}" for text in self.options),
        ]


def ruleset_of(game: Game) -> ruleset_pb2.Ruleset:
    """The same as a message."""
    packs = [pack for pack in PACKS if pack != "standard"] if game.takes_packs else []
    ruleset = ruleset_pb2.Ruleset(edition=game.edition, mode=game.mode, packs=packs, seat_count=game.seats)
    for text in game.options:
        ruleset.options.MergeFrom(option(text))
    return ruleset


def games(*options: str, seats: Iterable[int] = range(4, 11), edition: str = "", mode: str = "") -> list[Game]:
    return [Game(number, options, edition, mode) for number in seats]


def everywhere(option: str) -> list[Game]:
    """Of an option that no rule reads."""
    return [
        *games(option, seats=(4, 8)),
        *games(option, seats=(5,), edition=FIRST),
        *games(option, seats=(6,), edition=PROTO),
        *games(option, seats=(6,), mode="3v3"),
    ]


# With every pack and the gods; two role tables exist for 6 and for 8 seats.
PACK_GAMES = games("gods") + games("gods", PLAIN)
PACK_GAMES += games("gods", "dual_renegade", seats=(6, 8)) + games("gods", "dual_renegade", PLAIN, seats=(6, 8))

# By their id in the catalogue, each alone; what an option needs goes with it.
EDITION_GAMES = {
    "standard": games(edition="standard"),
    FIRST: games(edition=FIRST) + games(PLAIN, edition=FIRST),
    PROTO: games(edition=PROTO, seats=range(4, 10)),
}
MODE_GAMES = {"identity": games(mode="identity"), "3v3": games(mode="3v3", seats=(6,))}
OPTION_GAMES = {
    "dual_renegade": games("dual_renegade", seats=(6, 8)) + games("dual_renegade", seats=(6, 8), edition=FIRST),
    "gods": games("gods") + games("gods", mode="3v3", seats=(6,)),
    "advanced_weapons": games("advanced_weapons", edition=FIRST),
    "first_game": games("first_game", edition=FIRST),
    "reincarnation": games("reincarnation") + games("reincarnation", edition=FIRST),
    "dark_souls": games("dark_souls"),
    "last_blood": [*games("last_blood"), Game(4, ("last_blood",), series=True), Game(5, ("last_blood",), series=True)],
    "attrition": games("attrition"),
    "competitive": games("competitive", mode="3v3", seats=(6,)),
    "warm_seat": games("warm_seat=1", mode="3v3", seats=(6,)) + games("warm_seat=4", mode="3v3", seats=(6,)),
    "lord_seat": games("lord_seat=3") + games("lord_seat=2", edition=FIRST),
    "protected_seat": games("protected_seat=1", "last_blood"),
    "heroes": games(PLAIN) + games(PLAIN, edition=FIRST) + games(PLAIN, edition=PROTO, seats=range(4, 10)),
    "seat_lottery": [*everywhere("seat_lottery"), Game(4, ("seat_lottery",), series=True)],
    "silent_waits": everywhere("silent_waits=0.01s"),
    "talk": everywhere("talk"),
    "deadlines": everywhere(DEADLINES),
    "spectator_delay": everywhere("spectator_delay=2s"),
}
ALONE = EDITION_GAMES | MODE_GAMES | OPTION_GAMES

# What docs/modes shows together, and what changes the same things.
TOGETHER = {
    "a contest": [
        Game(8, ("attrition", "last_blood", "protected_seat=3", "lord_seat=5", "seat_lottery")),
        Game(5, ("attrition", "last_blood", "seat_lottery"), series=True),
    ],
    "the dead come back and three are left": games("reincarnation", "attrition"),
    "the dead come back, but not who died first": games("reincarnation", "last_blood", "protected_seat=2"),
    "souls when three are left": games("dark_souls", "attrition"),
    "souls without heroes": games("dark_souls", PLAIN),
    "souls, two renegades and gods": games("dark_souls", "dual_renegade", "gods", seats=(6, 8)),
    "gods come back": games("reincarnation", "gods"),
    "all of the first edition": games(
        *("dual_renegade", "advanced_weapons", "reincarnation", "lord_seat=1"), edition=FIRST, seats=(6, 8)
    ),
    "a first game with heroes and two renegades": games("first_game", "dual_renegade", edition=FIRST, seats=(6, 8)),
    "all of 3v3": games("competitive", "warm_seat=4", "talk", "gods", mode="3v3", seats=(6,)),
    "all of the table": games("talk", "silent_waits=0.01s", "spectator_delay=1s", "seat_lottery", DEADLINES),
}

GAMES = [*PACK_GAMES, *MODE_GAMES["3v3"], *EDITION_GAMES[PROTO], *EDITION_GAMES[FIRST]]
