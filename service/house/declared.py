"""What the engine declares of an option: the ability behind it, and what it roughly comes to (`engine.outcome`)."""

from __future__ import annotations

import re

from engine.deeds.judge import Judge
from engine.outcome import Outcome
from engine.questions import Option, Question
from engine.rules import Rules
from engine.skill import Ability, Skill, Trigger

NOTHING = Outcome()


class Declared:
    """Looks up what the options of one question are about."""

    def __init__(self, rules: Rules, question: Question) -> None:
        self.skills = {skill.id: skill for skill in rules.skills}
        self.question = question

    def outcome(self, option: Option) -> Outcome | None:
        """Of the ability that the option invokes; or of the choice that a skill lets one make; None where nothing is
        said."""
        if option.skill:
            ability = self.ability(option)
            return ability.outcome if ability is not None else None
        asks = self.skills.get(self.question.reason.name)
        return self._of_choice(asks, option) if asks is not None else None

    def ability(self, option: Option) -> Ability | None:
        """The trigger or active that an option is named by: `<skill>` where it is the only one, else
        `<skill>.<ability>`; then come equipment that it takes, and whom it is on."""
        skill = self.skills.get(option.skill)
        if skill is None or option.as_card:
            return None
        name = re.split("[#@]", option.id)[0].partition(".")[2]
        listed = skill.actives if self.question.kind == "PLAY" else skill.triggers
        return next((ability for ability in listed if name in ("", ability.name)), None)

    def _of_choice(self, skill: Skill, option: Option) -> Outcome | None:
        """What is asked for in the middle of a skill has been paid for: what is left is whether it does its target
        good."""
        choices = dict(skill.choices)
        found = choices.get(option.id) or choices.get(self.question.reason.prompt)
        if found is not None:
            return found
        named = (ability.outcome for ability in (*skill.triggers, *skill.actives) if ability.outcome is not None)
        return next((Outcome(them=outcome.them) for outcome in named if outcome.them and option.picks), None)

    def burden(self, skills: tuple[str, ...], card_type: str) -> Outcome:
        """What the use of a card of this type costs who has the skills."""
        owned = [self.skills[skill_id] for skill_id in skills if skill_id in self.skills]
        return next((outcome for skill in owned for of, outcome in skill.burdens if of == card_type), NOTHING)

    def making(self, option: Option) -> Outcome:
        """What it costs besides cards that a skill makes the card that the option uses."""
        skill = self.skills.get(option.skill)
        views = skill.views if skill is not None else []
        return next((view.outcome for view in views if view.outcome and option.as_card in view.names), NOTHING)

    def cost(self, option: Option) -> int:
        """How many marks it takes."""
        skill = self.skills.get(option.skill)
        return skill.cost[1] if skill is not None and skill.cost is not None else 0

    def keeps(self, option: Option | None) -> bool:
        """Whether the cards that are picked are those that stay."""
        outcome = self.outcome(option) if option else None
        return outcome is not None and outcome.keeps

    def replaces_a_judgement(self, option: Option) -> bool:
        ability = self.ability(option)
        return isinstance(ability, Trigger) and Judge.retrial in ability.timings

    def lies_face_down(self, option: Option) -> bool:
        """Whether the cards are laid face down as what the option names."""
        skill = self.skills.get(option.skill)
        return bool(option.as_card) and skill is not None and any(view.face_down for view in skill.views)

    def keeps_alive(self, skill_id: str) -> bool:
        """Whether who has the skill may live without hp."""
        skill = self.skills.get(skill_id)
        return skill is not None and any(modifier.query == "stays_alive" for modifier in skill.modifiers)

    def harms_its_owner(self, skill_id: str) -> bool:
        """Whether all that the skill lets its owner choose, without asking whether he wants it, is a loss."""
        skill = self.skills.get(skill_id)
        if skill is None or not skill.is_locked:
            return False
        losses = [outcome.hp < 0 or outcome.max_hp < 0 for _, outcome in skill.choices]
        return bool(skill.burdens) or bool(losses and all(losses))
