"""`python -m tests.docs.heroes`: write docs/heroes.md from what is registered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from engine.editions import every_pack
from engine.hero import Hero
from engine.texts import HEROES, SKILLS, TERMS
from tests.provers.coverage import scenarios

PAGE = Path(__file__).parents[2] / "docs" / "heroes.md"
WIDTH = 120
OPENING = """# Heroes

Every hero of every pack, in printed order; `make heroes` writes this page from what is registered. *Scenarios* counts
the rule cases at whose table the hero sits. One of the cards of a character, and one of a hero and its revision, is in
a match at most.
"""


def page() -> str:
    seated = Counter(hero for scenario in scenarios() for hero in seats_of(scenario.setup))
    return "\n".join([OPENING, *(line for pack in every_pack() for line in section(pack, seated))])


def seats_of(setup: Mapping[str, Any]) -> set[str]:
    """The heroes that sit at the table of a scenario."""
    return {seat["hero"] for seat in setup.get("seats", {}).values() if "hero" in seat}


def section(pack: str, seated: Counter[str]) -> list[str]:
    heroes = every_pack()[pack].heroes
    if not heroes:
        return []
    name = TERMS[f"pack.{pack}"]
    title = [f"## {name.zh} ({name.en}, `{pack}`)", ""]
    if not any(hero.skills for hero in heroes):
        return [*title, *plain(heroes), ""]
    head = [*title, "| hero | id | kingdom | hp | skills | scenarios |"]
    return [*head, "|---|---|---|---|---|---|", *(row(hero, seated[hero.id]) for hero in heroes), ""]


def plain(heroes: Sequence[Hero]) -> list[str]:
    """Heroes who are alike but for their names."""
    [hp] = {hero.max_hp for hero in heroes}
    names = (f"{HEROES[hero.id].name.zh} {HEROES[hero.id].name.en} (`{hero.id}`)" for hero in heroes)
    return [f"{len(heroes)} heroes without skills, each with {hp} hp:", *wrap(", ".join(names) + ".", WIDTH)]


def row(hero: Hero, count: int) -> str:
    name, kingdom = HEROES[hero.id].name, TERMS[f"kingdom.{hero.kingdom}"]
    skills = ", ".join(f"{SKILLS[skill.id].name.zh} {SKILLS[skill.id].name.en}" for skill in hero.skills)
    further = f"; another card of {HEROES[hero.original].name.en}" if hero.original else ""
    card = "; revised" if hero.replaces else further
    return (
        f"| {name.zh} {name.en}{card} | `{hero.id}` | {kingdom.zh} {kingdom.en} | {hero.max_hp} | {skills} | {count} |"
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
