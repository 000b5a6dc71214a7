"""Notices as the page of them shows them."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from accounts.models import Player
from foundation import timesource
from games import sounds
from games.models import Game
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


@register.simple_tag
def sounds_of(player: Player) -> str:
    """What an open page sounds for, as its header has it for the script."""
    return " ".join(sounds.heard_by(player))


@register.simple_tag
def silence(player: Player, game: Game) -> str:
    """The attribute of a game's page whose stones are not to be heard, "" for others."""
    return "data-silent" if sounds.is_silent(player, game) else ""
