"""What templates of other rooms show of offers."""

from __future__ import annotations

from typing import Any

from django import template

from accounts.models import Player
from challenges.models import Challenge

register = template.Library()


@register.inclusion_tag("challenges/_for_me.html")
def challenges_for(player: Player) -> dict[str, Any]:
    """The open offers that were made to this person; nothing where there are none."""
    return {"challenges": Challenge.objects.addressed_to(player).with_people()}


@register.inclusion_tag("challenges/_mine.html")
def offers_of(player: Player) -> dict[str, Any]:
    """The open offers that this person has made; nothing where there are none."""
    return {"offers": Challenge.objects.open().filter(creator=player).with_people()}
