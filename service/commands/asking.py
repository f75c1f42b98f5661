"""A decision put to a player in words. It knows no rules: it numbers the listed choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sanguosha.v1 import decision_pb2, view_pb2

from .watch import Say
from .words import Words

Read = Callable[[str], str]
EXPLAIN = ("?", "？")
BACK = "b"


class TakenBack(Exception):
    """The player wants to choose another option."""


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
        while True:
            chosen = self._option()
            back = len(self.decision.options) > 1 or len(chosen.picks) > 1
            try:
                picks = [self._pick(pick, back=back) for pick in chosen.picks]
            except TakenBack:
                continue
            return decision_pb2.Answer(decision=self.decision.id, option=chosen.id, picks=picks)

    def _show(self) -> None:
        self._say("")
        for line in self.words.table(self.view):
            self._say(line)
        hand = self.words.listed([self.words.face(card) for card in self.view.seats[self.view.viewer].hand])
        held = self.words.either(f"你的手牌：{hand}", f"Your hand: {hand}")
        self._say(held if hand else self.words.either("你没有手牌。", "Your hand is empty."))
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

    def _option(self) -> decision_pb2.Option:
        options = self.decision.options
        labels = [self._label(option) for option in options]
        if len(options) == 1:
            self._say(f"  {labels[0]}")
            return options[0]
        default = next(n for n, option in enumerate(options) if option.id == self.decision.default_answer.option)
        reason = self.decision.reason
        named = [reason.name, reason.card, *(name for option in options for name in self._named(option))]
        return options[self._numbers(labels, 1, 1, [default], named)[0]]

    def _label(self, option: decision_pb2.Option) -> str:
        cards = self.words.listed([self.words.face(self.faces[card]) for card in option.cards if card in self.faces])
        prompts = self.words.prompts
        parts = [self.words.name(option.skill), cards, self.words.name(option.as_card)]
        which = prompts.get(f"option.{option.id.partition('#')[0]}") if option.skill else None
        if which:  # of the things that the skill does
            parts[0] += self.words.either(f"（{which}）", f" ({which})")
        named = " ".join(part for part in parts if part)
        said = prompts.get(f"{self.decision.reason.name}.{option.id}") or prompts.get(f"option.{option.id}")
        if said and "{" in said:
            said = said.format(source=self.words.seat(self.decision.reason.source))
        aimed = option.id.partition("@")[2].split("+")
        seats = self.words.listed([self.words.seat(int(seat)) for seat in aimed if seat.isdecimal()])
        laid_aside = f"{prompts['option.recast']} " if option.id.startswith("recast:") else ""
        return laid_aside + (named or said or option.id) + (f" @ {seats}" if seats else "")

    def _named(self, option: decision_pb2.Option) -> list[str]:
        """The ids of what the option offers, its picks too."""
        candidates = [
            candidate
            for pick in option.picks
            for shape in (pick.subset.of, pick.sequence.of, pick.assignment.items)
            for candidate in shape
        ]
        cards = [self.faces[card].name for card in option.cards if card in self.faces]
        return [option.skill, *cards, option.as_card, *self._ids(candidates)]

    def _ids(self, candidates: Sequence[decision_pb2.Candidate]) -> list[str]:
        cards = [self.faces[candidate.card].name for candidate in candidates if candidate.HasField("card")]
        return [*cards, *(word for candidate in candidates for word in (candidate.hero, candidate.skill))]

    def _pick(self, pick: decision_pb2.Pick, *, back: bool) -> decision_pb2.PickAnswer:
        if pick.HasField("assignment"):
            return self._assignment(pick.id, pick.assignment, back=back)
        shape = pick.subset if pick.HasField("subset") else pick.sequence
        labels = [self.words.candidate(candidate, self.faces) for candidate in shape.of]
        first = list(range(shape.min))
        chosen = self._numbers(labels, shape.min, shape.max, first, self._ids(shape.of), back=back)
        return decision_pb2.PickAnswer(pick=pick.id, chosen=chosen)

    def _assignment(self, pick: str, shape: decision_pb2.Assignment, *, back: bool) -> decision_pb2.PickAnswer:
        items = [self.words.candidate(item, self.faces) for item in shape.items]
        places = [self.words.candidate(bucket.to, self.faces) for bucket in shape.buckets]
        named = self._ids(shape.items)
        chosen = self._numbers(items, shape.min, shape.max, list(range(shape.min)), named, back=back)
        while True:
            buckets: list[int] = []
            for item in chosen:
                self._say(f"  {items[item]} ->")
                buckets += self._numbers(places, 1, 1, [_roomy(shape.buckets, buckets)], named, back=True)
            if all(bucket.min <= buckets.count(n) <= bucket.max for n, bucket in enumerate(shape.buckets)):
                return decision_pb2.PickAnswer(pick=pick, chosen=chosen, bucket=buckets)
            room = zip(places, shape.buckets, strict=True)
            takes = self.words.listed([f"{place}: {_count(bucket.min, bucket.max)}" for place, bucket in room])
            self._say(
                self.words.either(f"  放不下：{takes}。请重新分配。", f"  That does not fit: {takes}. Once more:")
            )

    def _numbers(
        self, labels: Sequence[str], least: int, most: int, default: list[int], named: list[str], *, back: bool = False
    ) -> list[int]:
        """Indices of some of the labels, asked for until they fit. `named` are the ids that can be explained. `back`:
        raises `TakenBack` when the player wants to."""
        for n, label in enumerate(labels, 1):
            self._say(f"  {n}. {label}")
        wanted = self._wanted(len(labels), least, most)
        prompt = self._prompt(wanted, default, back=back)
        while True:
            typed = self._read(prompt).split()
            if not typed:
                return default
            if typed[0] in EXPLAIN:
                if typed[1:]:
                    self._explain_seats(typed[1:])
                else:
                    self._explain(named)
                continue
            if back and typed == [BACK]:
                raise TakenBack
            numbers = [int(word) - 1 for word in typed if word.isdecimal()]
            fits = least <= len(numbers) <= most and len(set(numbers)) == len(numbers) == len(typed)
            if fits and all(0 <= number < len(labels) for number in numbers):
                return numbers
            given = " ".join(typed)
            self._say(self.words.either(f"  “{given}”不行：请{wanted}。", f"  {given!r} will not do: {wanted}."))

    def _wanted(self, among: int, least: int, most: int) -> str:
        numbers = f"1 to {among}" if among > 1 else "1"
        if least == most == 1:
            return self.words.either(f"选择 {numbers.replace('to', '到')}", f"choose {numbers}")
        count = _count(least, most)
        return self.words.either(
            f"从 {numbers.replace('to', '到')} 中选 {count.replace('to', '到')} 个，以空格分开",
            f"choose {count} numbers from {numbers}, with spaces between",
        )

    def _prompt(self, wanted: str, default: list[int], *, back: bool) -> str:
        shown = " ".join(str(n + 1) for n in default) or self.words.either("空", "none")
        parts = [wanted, self.words.either(f"回车选 {shown}", f"Enter takes {shown}")]
        if back:
            parts.append(self.words.either(f"{BACK} 返回", f"{BACK} goes back"))
        parts.append(self.words.either("? 看说明，? 3 看 3 号位", "? explains, ? 3 explains seat 3"))
        return f"{self.words.either('，', ', ').join(parts)} > "

    def _explain_seats(self, numbers: Sequence[str]) -> None:
        seats = {str(seat.seat): seat for seat in self.view.seats}
        for number in numbers:
            if number in seats:
                self._explain(self._of_seat(seats[number]))
            else:
                there = ", ".join(seats)
                self._say(
                    self.words.either(
                        f"  没有 {number} 号位：座位有 {there}。", f"  There is no seat {number}: there are {there}."
                    )
                )

    def _of_seat(self, seat: view_pb2.SeatView) -> list[str]:
        """The ids of the hero of a seat, of the skills it has besides, and of its equipment."""
        lying = [*(card.name for card in seat.equipment), *(card.name for card in seat.judging)]
        return [word for word in (seat.hero, *self.words.lent(seat), *lying) if word]

    def _explain(self, named: list[str]) -> None:
        lines = [line for word in dict.fromkeys(named) for line in self.words.explained(word)]
        for line in lines or [self.words.either("没有更多说明。", "There is nothing to explain.")]:
            self._say(f"  {line}")


def _count(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _roomy(buckets: Sequence[decision_pb2.Bucket], taken: list[int]) -> int:
    """Where the next item fits: what needs one comes first."""
    room = [n for n, bucket in enumerate(buckets) if taken.count(n) < bucket.max]
    needy = [n for n, bucket in enumerate(buckets) if taken.count(n) < bucket.min]
    return next(iter([*needy, *room]), 0)
