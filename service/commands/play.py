"""`sgs play`: one seat at a plain terminal. It knows no rules: it numbers the listed choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sanguosha.v1 import decision_pb2, view_pb2
from sanguosha.v1 import match_service_pb2 as pb

from .connection import Connection, bearer, request_id
from .narrator import Narrator
from .watch import Say, Telling
from .words import Language, Words

Read = Callable[[str], str]


def play(
    connection: Connection,
    name: str,
    token: str,
    language: Language,
    seats: int,
    read: Read = input,
    say: Say = print,
) -> None:
    """Plays to the end. Without a name, in a match of its own against the house; without a token, in a free seat."""
    words = Words(connection.catalogue(), language)
    if not name:
        name = connection.create(seats, range(1, seats)).name
        token = connection.join(name).seat_token
        connection.start(name)
    elif not token:
        token = connection.join(name).seat_token
    say(f"sgs play {name} --token {token}")
    telling = Telling(Narrator(words), say)
    for update in connection.follow(name, token):
        telling.tell(update)
        for decision in update.decisions:
            seen = connection.view(name, token)
            if any(open_now.id == decision.id for open_now in seen.decisions):
                answer = Asking(words, seen.view, decision, read, say).answer()
                _act(connection, name, token, answer, say)


def _act(connection: Connection, name: str, token: str, answer: decision_pb2.Answer, say: Say) -> None:
    request = pb.ActRequest(name=name, request_id=request_id(), answer=answer)
    response = connection.matches.Act(request, metadata=bearer(token), timeout=10)
    if response.outcome == pb.OUTCOME_SUPERSEDED:
        say("(too late)")


class Asking:
    """Puts one decision to the player."""

    def __init__(
        self, words: Words, view: view_pb2.MatchView, decision: decision_pb2.Decision, read: Read, say: Say
    ) -> None:
        self.words = words
        self.view = view
        self.decision = decision
        self.faces = {face.id: face for face in decision.faces}
        self._read = read
        self._say = say

    def answer(self) -> decision_pb2.Answer:
        """Enter alone takes the default."""
        self._show()
        options = list(self.decision.options)
        labels = [self._label(option) for option in options]
        default = next(n for n, option in enumerate(options) if option.id == self.decision.default_answer.option)
        chosen = options[0]
        if len(options) > 1:
            numbers = self._numbers(labels, 1, 1, [default])
            chosen = options[numbers[0]]
        else:
            self._say(f"  {labels[0]}")
        picks = [self._pick(pick) for pick in chosen.picks]
        return decision_pb2.Answer(decision=self.decision.id, option=chosen.id, picks=picks)

    def _show(self) -> None:
        self._say("")
        for line in self.words.table(self.view):
            self._say(line)
        hand = self.view.seats[self.view.viewer].hand
        self._say(self.words.listed([self.words.face(card) for card in hand]) or "-")
        self._say(f"? {self._sentence()}")

    def _sentence(self) -> str:
        reason, prompts = self.decision.reason, self.words.prompts
        key = reason.prompt if reason.HasField("source") else f"{reason.prompt}.no_source"
        template = prompts.get(key) or prompts.get(reason.prompt) or reason.prompt
        return template.format(
            name=self.words.name(reason.name),
            source=self.words.seat(reason.source),
            target=self.words.seat(reason.target),
            card=self.words.name(reason.card),
            count=reason.count,
        )

    def _label(self, option: decision_pb2.Option) -> str:
        cards = self.words.listed([self.words.face(self.faces[card]) for card in option.cards if card in self.faces])
        parts = [self.words.name(option.skill), cards, self.words.name(option.as_card)]
        named = " ".join(part for part in parts if part)
        prompts = self.words.prompts
        said = prompts.get(f"{self.decision.reason.name}.{option.id}") or prompts.get(f"option.{option.id}")
        if said and "{" in said:
            said = said.format(source=self.words.seat(self.decision.reason.source))
        aimed = option.id.partition("@")[2]
        return (named or said or option.id) + (f" @ {self.words.seat(int(aimed))}" if aimed.isdecimal() else "")

    def _pick(self, pick: decision_pb2.Pick) -> decision_pb2.PickAnswer:
        if pick.HasField("assignment"):
            return self._assignment(pick.id, pick.assignment)
        shape = pick.subset if pick.HasField("subset") else pick.sequence
        labels = [self.words.candidate(candidate, self.faces) for candidate in shape.of]
        chosen = self._numbers(labels, shape.min, shape.max, list(range(shape.min)))
        return decision_pb2.PickAnswer(pick=pick.id, chosen=chosen)

    def _assignment(self, pick: str, shape: decision_pb2.Assignment) -> decision_pb2.PickAnswer:
        items = [self.words.candidate(item, self.faces) for item in shape.items]
        chosen = self._numbers(items, shape.min, shape.max, list(range(shape.min)))
        places = [self.words.candidate(bucket.to, self.faces) for bucket in shape.buckets]
        while True:
            buckets = []
            for item in chosen:
                self._say(f"  {items[item]} ->")
                buckets += self._numbers(places, 1, 1, [0])
            if all(bucket.min <= buckets.count(n) <= bucket.max for n, bucket in enumerate(shape.buckets)):
                return decision_pb2.PickAnswer(pick=pick, chosen=chosen, bucket=buckets)

    def _numbers(self, labels: Sequence[str], least: int, most: int, default: list[int]) -> list[int]:
        """Indices of some of the labels, asked for until they fit."""
        for n, label in enumerate(labels, 1):
            self._say(f"  {n}. {label}")
        wanted = str(least) if least == most else f"{least}-{most}"
        shown = " ".join(str(n + 1) for n in default)
        while True:
            typed = self._read(f"{wanted} [{shown}]> ").split()
            if not typed:
                return default
            numbers = [int(word) - 1 for word in typed if word.isdecimal()]
            fits = least <= len(numbers) <= most and len(set(numbers)) == len(numbers) == len(typed)
            if fits and all(0 <= number < len(labels) for number in numbers):
                return numbers
