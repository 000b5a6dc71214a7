"""Template tags for notices."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, repeat

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

DayOfNotices = tuple[str, list[NoticeRow], list[NoticeRow]]
"""A day's heading, the rows in sight, and those that are folded."""
MOST_FIRST, MOST_LATER = 6, 4
"""The number of rows in sight, of the first day and of each later one."""


@register.simple_tag
def notice_groups(notices: Iterable[Notice], player: Player, turns: list[NoticeRow]) -> list[DayOfNotices]:
    """Return the rows of `turns` and of the notices, grouped by day. Each group has its heading, the first rows, and
    the rows that the page folds away. Notices about games in `turns` are left out."""
    shown = {row.game_id for row in turns}
    others = [one for one in notices if game_id_of_notice(one) is None or game_id_of_notice(one) not in shown]
    days = notices_by_day(others, player, timesource.now(), turns)
    limits = chain([MOST_FIRST], repeat(MOST_LATER))
    return [(day, rows[:most], rows[most:]) for (day, rows), most in zip(days, limits, strict=False)]


@register.simple_tag
def unread_without_row(notices: Iterable[Notice], groups: list[DayOfNotices]) -> str:
    """Return the ids of the unread notices that have no row in these groups, separated by spaces."""
    listed = {number for _day, *parts in groups for rows in parts for row in rows for number in row.unread}
    return " ".join(str(one.pk) for one in notices if one.read_at is None and one.pk not in listed)


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
