"""Notices as the page of them shows them."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from accounts.models import Player
from foundation import timesource
from games.notices import Row, groups_of, turns_of
from notifications.kinds import Channel, Kind
from notifications.models import Notice
from notifications.wishes import wants

register = template.Library()


@register.simple_tag
def notice_groups(notices: Iterable[Notice], player: Player) -> list[tuple[str, list[Row]]]:
    """The notices as rows, by day."""
    return groups_of(notices, player, timesource.now())


@register.simple_tag
def turns(player: Player) -> list[Row]:
    """The games in which this person has to move, as rows of the same kind; none where turns are not for the bell."""
    return turns_of(player, timesource.now()) if wants(player, Kind.TURN, Channel.BELL) else []
