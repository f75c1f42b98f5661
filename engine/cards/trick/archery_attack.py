"""万箭齐发"""

from __future__ import annotations

from .savage_assault import AreaAttack


class ArcheryAttack(AreaAttack):
    """Everybody else in order plays a Jink or takes 1 damage."""

    id = "archery_attack"
    demanded = ("jink",)
    prompt = "respond_jink"
