"""What is asked of hands comes after they are dealt, in whatever seat somebody sits."""

from __future__ import annotations

import pytest

from tests.laws.worlds import start_with


@pytest.mark.parametrize("seed", range(8))
def test_who_has_mouduan_begins_with_the_mark_of_arms(seed: int) -> None:
    """Cards are dealt one seat after the other; a hand that is still to come is no small hand."""
    match = start_with(["star_lvmeng", "guanyu", "zhangfei", "xuchu"], seed)
    (lvmeng,) = [player for player in match.game.players if player.hero == "star_lvmeng"]
    assert len(lvmeng.hand) >= 4
    assert lvmeng.marks == {"wu": 1}
