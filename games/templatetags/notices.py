"""Template tags for notices."""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from accounts.models import Player
from foundation import timesource
from games import sounds
from games.models import Game
from games.notices import NoticeRow, game_id_of_notice, notices_by_day, turns_without_newer_notice
from notifications.kinds import Channel, NoticeGroup
from notifications.models import Notice
from notifications.preferences import wants_notice

register = template.Library()


@register.simple_tag
def notice_groups(
    notices: Iterable[Notice], player: Player, turns: list[NoticeRow]
) -> list[tuple[str, list[NoticeRow]]]:
    """Return the turns and the notices as rows, grouped by day, without notices about games that are among the
    turns."""
    shown = {row.game_id for row in turns}
    others = [one for one in notices if game_id_of_notice(one) is None or game_id_of_notice(one) not in shown]
    return notices_by_day(others, player, timesource.now(), turns)


@register.simple_tag(name="turns")
def turn_rows_under_bell(player: Player, notices: list[Notice]) -> list[NoticeRow]:
    """Return the rows of games in which this player is on turn, for the list of notices in the page header. Games that
    have a newer notice are left out. Return [] if the player's settings do not show turns there."""
    return (
        turns_without_newer_notice(notices, player, timesource.now())
        if wants_notice(player, NoticeGroup.TURN, Channel.BELL)
        else []
    )


@register.simple_tag(name="sounds")
def sound_keys_text(player: Player) -> str:
    """Return the keys of turns and notices that play a sound as one text, separated by spaces, for an attribute of the
    page."""
    return " ".join(sounds.sound_keys(player))


@register.simple_tag(name="silence")
def silence_attribute(player: Player, game: Game) -> str:
    """Return the HTML attribute that makes stones on a game's page silent, or "" if they have sound."""
    return "data-silent" if sounds.are_stones_silent(player, game) else ""
