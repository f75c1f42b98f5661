"""An action, named by what it means, becomes the answer that a question lists for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.card import SUITS
from engine.game import Game
from engine.playing import END, RECAST
from engine.questions import (
    PASS,
    Answer,
    Assignment,
    Candidate,
    Chosen,
    Option,
    Pick,
    Question,
    Subset,
)
from engine.state import Player

from .faces import Faces
from .schema import Malformed
from .transcript import seat_name

WORDS = (PASS, END, "hand", "accept")
LAID = ("use", "play", "recast")  # what may be done with a card
VERBS = (*LAID, "invoke", "choose", "discard", "cards", "give", "top", "bottom", "pass", "on")


class NotListed(Exception):
    """The question does not list what is wanted; the text says what is missing. `attempt` is the answer that comes
    nearest, to show that it is turned down; `depth` tells how near that is."""

    def __init__(self, detail: str, attempt: Answer | None = None, depth: int = 0) -> None:
        super().__init__(detail)
        self.attempt = attempt
        self.depth = depth


def seat_number(name: str) -> int:
    return int(name[1:]) - 1


def as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def is_about(question: Question, token: str) -> bool:
    """Whether a card, skill or rule is what the question is about: its reason, or what it can be answered with."""
    reason = question.reason
    if token in (reason.name, reason.prompt, reason.card):
        return True
    return any(token in (option.skill, option.as_card) for option in question.options)


class Acts:
    """Turns actions of one scenario into answers."""

    def __init__(self, game: Game, faces: Faces) -> None:
        self.game = game
        self.faces = faces

    def check(self, action: Any) -> None:
        """Raise `Malformed` for an action that says nothing, or contradicts itself."""
        if isinstance(action, str):
            return
        if not any(verb in action for verb in VERBS):
            raise Malformed(f"an action needs one of {', '.join(VERBS)}")
        if sum(verb in action for verb in (*LAID, "invoke", "pass")) > 1:
            raise Malformed("use, play, recast, invoke and pass exclude each other")
        made = LAID if "by" in action else ()  # of other cards, or of none: the deck need not have it
        for key in (*LAID, "with", "cards", "discard", "top", "bottom"):
            for text in as_list(action.get(key, [])):
                if key not in made or text not in self.game.rules.kinds:
                    self.faces.parse(text)
        named = action.get("invoke") or action.get("by")
        if named and named not in {skill.id for skill in self.game.rules.skills}:
            raise Malformed(f"no skill in play is called {named!r}")

    def check_holding(self, player: Player, action: Any) -> None:
        """Raise `Malformed` when the player does not even have the cards: then a refusal says nothing."""
        if isinstance(action, str):
            return
        keys = ("with", "cards", "discard") if "by" in action else (*LAID, "with", "cards", "discard")
        own = [*player.hand, *player.equipment, *(card_id for pile in player.piles.values() for card_id in pile)]
        missing, _ = self.faces.match([text for key in keys for text in as_list(action.get(key, []))], own)
        if missing:
            raise Malformed(f"{seat_name(player.seat)} has no {', '.join(missing)}")

    def compile(self, question: Question, action: Any) -> Answer:
        """The listed answer that the action means. Raises `NotListed`."""
        if isinstance(action, str):
            return self._word(question, action)
        about = action.get("about") or action.get("pass")
        if about and not is_about(question, about):
            raise NotListed(f"the question is not about {about}")
        if "pass" in action:
            return self._word(question, PASS)
        reasons: list[NotListed] = []
        for option in question.options:
            if option.id in (PASS, END) or not self._fits(question, option, action):
                continue
            try:
                return self._fill(option, action)
            except NotListed as error:
                reasons.append(error)
        if reasons:
            raise max(reasons, key=lambda reason: reason.depth)
        raise NotListed("no option does that", Answer("none"))

    def _word(self, question: Question, word: str) -> Answer:
        if word == "default":
            return question.default
        if any(option.id == word for option in question.options):
            return Answer(word)
        raise NotListed(f"{word!r} is no option")

    # -- which option

    def _fits(self, question: Question, option: Option, action: Mapping[str, Any]) -> bool:
        if "recast" in action:
            return self._is_recast(question, option, action)
        if option.id.startswith(RECAST):
            return False
        if "invoke" in action:
            asks_alone = question.kind == "INVOKE" and not option.skill and question.reason.name == action["invoke"]
            return asks_alone or (option.skill == action["invoke"] and not option.as_card)
        card = action.get("use") or action.get("play")
        if card is not None:
            return self._lays_down(question, option, card, action)
        if option.as_card or option.skill:
            return False
        if option.picks:
            return True
        return "choose" in action and option.id in map(str, as_list(action["choose"]))

    def _lays_down(self, question: Question, option: Option, card: str, action: Mapping[str, Any]) -> bool:
        """A card of one's own, or with `by` what a skill makes of others."""
        if "by" in action:
            return option.skill == action["by"] and option.as_card == card
        if not _is_plain(option):
            return False
        listed = [card_id for other in question.options if _is_plain(other) for card_id in other.cards]
        return self.faces.find(card, listed) in option.cards

    def _is_recast(self, question: Question, option: Option, action: Mapping[str, Any]) -> bool:
        """A card of one's own is laid aside for another, or with `by` what a skill lets be recast as that card."""
        if "by" in action:
            return option.id.startswith(f"{RECAST}{action['by']}:{action['recast']}")
        listed = [card_id for o in question.options if o.id.startswith(RECAST) and not o.skill for card_id in o.cards]
        return option.id.startswith(RECAST) and self.faces.find(action["recast"], listed) in option.cards

    # -- what fills its picks

    def _fill(self, option: Option, action: Mapping[str, Any]) -> Answer:
        wanted = self._wanted(option, action)
        chosen = []
        for pick in option.picks:
            if isinstance(pick, Assignment):
                chosen.append(self._assign(pick, wanted))
            else:
                chosen.append(self._pick(pick, wanted))
        for key, left in wanted.items():
            if left:  # the option without it would be another action, which may well be legal
                raise NotListed(f"nothing takes {key}: {', '.join(map(str, left))}", Answer("none"))
        answer = Answer(option.id, tuple(chosen))
        for depth, (pick, filling) in enumerate(zip(option.picks, chosen, strict=True), 1):
            self._check(pick, filling, answer, depth)
        return answer

    def _wanted(self, option: Option, action: Mapping[str, Any]) -> dict[str, list[Any]]:
        """What is given, by the kind of pick that takes it. Each is taken away when a pick takes it."""
        wanted: dict[str, list[Any]] = {
            "cards": [text for key in ("with", "cards", "discard") for text in as_list(action.get(key, []))],
            "on": as_list(action.get("on", [])),
            "second": as_list(action.get("second", [])),
            "choose": [value for value in as_list(action.get("choose", [])) if value != option.id],
            "give": list((action.get("give") or {}).items()),
        }
        if "top" in action or "bottom" in action:
            top, bottom = as_list(action.get("top", [])), as_list(action.get("bottom", []))
            wanted["cards"] = top + bottom
            wanted["choose"] = [len(top)]
        _, aimed, seats = option.id.partition("@")
        if aimed and wanted["on"] == [f"P{int(seat) + 1}" for seat in seats.split("+")]:
            wanted["on"] = []
        if any(verb in action for verb in LAID):
            wanted["cards"] = [text for text in wanted["cards"] if not self._spent(option, text)]
        return wanted

    def _spent(self, option: Option, text: str) -> bool:
        """A card the option takes for sure is not picked once more."""
        token = self.faces.parse(text)
        return any(self.faces.fits(token, card_id) for card_id in option.cards)

    def _pick(self, pick: Pick, wanted: dict[str, list[Any]]) -> Chosen:
        assert not isinstance(pick, Assignment)
        kinds = {candidate.kind for candidate in pick.of}
        if pick.id in wanted and wanted[pick.id] and pick.id != "cards":
            source = pick.id
        elif "seat" in kinds and wanted["on"]:
            source = "on"
        elif "card" in kinds and wanted["cards"]:
            source = "cards"
        else:
            source = "choose"
        taken, wanted[source] = wanted[source], []
        if not taken and pick.min == len(pick.of) and isinstance(pick, Subset):
            return Chosen(pick.of)
        found: list[Candidate] = []
        for value in taken:
            found.append(self._candidate(value, pick.of, found))
        return Chosen(tuple(found))

    def _assign(self, pick: Assignment, wanted: dict[str, list[Any]]) -> Chosen:
        items: list[Candidate] = []
        buckets: list[Candidate] = []
        given, wanted["give"] = wanted["give"], []
        for seat, cards in given:
            for text in as_list(cards):
                items.append(self._candidate(text, pick.items, items))
                buckets.append(self._candidate(seat, [bucket.to for bucket in pick.buckets], []))
        return Chosen(tuple(items), tuple(buckets))

    def _candidate(self, value: Any, among: Iterable[Candidate], taken: list[Candidate]) -> Candidate:
        """The candidate the value means; one that is not listed where the value names a thing that exists."""
        free = [candidate for candidate in among if candidate not in taken]
        for candidate in free:
            if candidate.kind == "seat" and value == f"P{int(candidate.value) + 1}":
                return candidate
            if candidate.kind == "hand" and value in ("hand", f"hand of P{int(candidate.value) + 1}"):
                return candidate
            if candidate.kind not in ("seat", "hand", "card") and str(candidate.value) == str(value):
                return candidate
        if isinstance(value, str) and any(candidate.kind == "card" for candidate in free):
            card_id = self.faces.find(value, [int(c.value) for c in free if c.kind == "card"])
            if card_id is not None:
                return Candidate("card", card_id)
        return self._unlisted(value)

    def _unlisted(self, value: Any) -> Candidate:
        text = str(value)
        if _is_seat(text):
            return Candidate("seat", seat_number(text))
        return Candidate("value", text)

    def _check(self, pick: Pick, filling: Chosen, answer: Answer, depth: int) -> None:
        listed = pick.items if isinstance(pick, Assignment) else pick.of
        for item in filling.items:
            if item not in listed:
                raise NotListed(f"{self.write(item)} is not a choice for {pick.id}", answer, depth)
        if not pick.min <= len(filling.items) <= pick.max:
            bounds = str(pick.min) if pick.min == pick.max else f"{pick.min} to {pick.max}"
            raise NotListed(f"{pick.id} takes {bounds}, {len(filling.items)} given", answer, depth)
        if isinstance(pick, Assignment):
            for bucket in pick.buckets:
                if not bucket.min <= filling.buckets.count(bucket.to) <= bucket.max:
                    raise NotListed(f"{self.write(bucket.to)} takes {bucket.min} to {bucket.max}", answer, depth)
            if any(to not in [bucket.to for bucket in pick.buckets] for to in filling.buckets):
                raise NotListed("somebody gets a card who may not", answer, depth)

    # -- what a question lists

    def lists(self, question: Question, wanted: Any) -> bool:
        """Whether the question offers this: an action, or a card, skill, seat, option or value anywhere in it."""
        if isinstance(wanted, Mapping):
            try:
                self.compile(question, wanted)
            except NotListed:
                return False
            return True
        text = str(wanted)
        cards = [card_id for option in question.options for card_id in option.cards]
        for option in question.options:
            if text in (option.id, option.skill, option.as_card):
                return True
            for pick in option.picks:
                for candidate in _candidates(pick):
                    if candidate.kind == "card":
                        cards.append(int(candidate.value))
                    elif text in (self.write(candidate), self.write(candidate).partition(" of ")[0]):
                        return True
        return self._names_card(text) and any(self.faces.fits(self.faces.parse(text), card_id) for card_id in cards)

    def check_choice(self, wanted: Any) -> None:
        """Raise `Malformed` for a choice that nothing in play is called."""
        if isinstance(wanted, Mapping):
            self.check(wanted)
            return
        text = str(wanted)
        known = text in (*SUITS, *WORDS) or text.isdigit() or _is_seat(text.removeprefix("hand of "))
        rules = self.game.rules
        known = known or text in rules.heroes or text in {skill.id for skill in rules.skills}
        if not known and not self._names_card(text):
            raise Malformed(f"{text!r} is no card, seat, skill or option")

    def _names_card(self, text: str) -> bool:
        try:
            self.faces.parse(text)
        except Malformed:
            return False
        return True

    def write(self, candidate: Candidate) -> str:
        match candidate.kind:
            case "card":
                return self.faces.write(int(candidate.value))
            case "seat":
                return f"P{int(candidate.value) + 1}"
            case "hand":
                return f"hand of P{int(candidate.value) + 1}"
        return str(candidate.value)


def _is_seat(text: str) -> bool:
    return text[:1] == "P" and text[1:].isdigit()


def _is_plain(option: Option) -> bool:
    """A card laid down as what it is."""
    return bool(option.cards and option.as_card) and not option.skill


def _candidates(pick: Pick) -> list[Candidate]:
    if isinstance(pick, Assignment):
        return [*pick.items, *(bucket.to for bucket in pick.buckets)]
    return list(pick.of)
