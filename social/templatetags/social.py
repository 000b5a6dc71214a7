"""Template tags for pages about players."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from django import template
from django.db.models import Q, prefetch_related_objects
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import Truncator

from accounts.models import Player
from foundation import timesource
from foundation.compiled_queries import CompiledQuery
from games.cards import GameCard, cards_of
from games.models import Game
from games.services.listing import games_in_page_order
from social.models import Bulletin, Follow
from social.models.bulletins import BulletinQuerySet
from social.services import follows, translating, weekly

register = template.Library()
MOST_BULLETINS = 3


@register.simple_tag
def translates() -> bool:
    """Return whether the server can translate messages, because a translation service is configured."""
    return translating.is_translation_on()


@register.filter
def quotations(text: object) -> list[tuple[bool, str]]:
    """Return the parts of a message in order, each with whether it is a quotation (lines that begin with ">") and its
    text without the sign. Empty parts are left out."""
    groups = groupby(str(text).splitlines(), lambda line: line.startswith(">"))
    parts = [
        (is_quote, "\n".join(line.removeprefix(">").strip() if is_quote else line for line in lines).strip("\n"))
        for is_quote, lines in groups
    ]
    return [part for part in parts if part[1]]


@register.filter
def marked(text: str, words: str) -> SafeString:
    """Return the first 100 characters of a text as HTML in which the searched text `words` is marked."""
    parts = re.split(f"({re.escape(words)})", Truncator(text).chars(100), flags=re.IGNORECASE)
    marks = (format_html("<mark>{}</mark>" if at % 2 else "{}", part) for at, part in enumerate(parts))
    return format_html_join("", "{}", ((one,) for one in marks))


@register.simple_tag
def bulletins_for(viewer: Any) -> list[Bulletin]:
    """Return the published bulletins that the viewer has not dismissed, without the permanent ones from before the
    viewer joined. Takes one query if there are none, otherwise two queries."""
    now = timesource.now()
    rows = _TO_PLAYER.rows(now, viewer.pk, viewer.date_joined) if isinstance(viewer, Player) else _TO_ALL.rows(now)
    found = [Bulletin.from_db("default", _COLUMNS, row) for row in rows]
    prefetch_related_objects(found, "texts")
    return found


_COLUMNS = tuple(field.attname for field in Bulletin._meta.concrete_fields)
_TO_ALL = CompiledQuery(lambda now: _bulletin_columns(Bulletin.objects.shown_at(now)))
_TO_PLAYER = CompiledQuery(
    lambda now, player, joined: _bulletin_columns(
        Bulletin.objects.shown_at(now).without_permanent_before(joined).not_dismissed_by(player)
    )
)


def _bulletin_columns(bulletins: BulletinQuerySet) -> Any:
    return bulletins.values_list(*_COLUMNS)[:MOST_BULLETINS]


@register.simple_tag
def followed_first(games: Sequence[Game], viewer: Any) -> list[Game]:
    """Return the games sorted so that games of players whom the viewer follows come first. Takes one query, and none
    for visitors."""
    if not isinstance(viewer, Player) or not games:
        return list(games)
    players = {seat.player_id for game in games for seat in game.seat_list()}
    followed = set(Follow.objects.filter(player=viewer, followed__in=players).values_list("followed_id", flat=True))
    return sorted(games, key=lambda game: followed.isdisjoint(seat.player_id for seat in game.seat_list()))


@register.simple_tag
def follows_between(viewer: Any, person: Player) -> dict[str, bool]:
    """Return whether the viewer follows this player (`mine`), and whether the player follows the viewer (`theirs`). One
    query."""
    either = Q(player=viewer.pk, followed=person) | Q(player=person, followed=viewer.pk)
    rows = set(Follow.objects.filter(either).values_list("player", flat=True))
    return {"mine": viewer.pk in rows, "theirs": person.pk in rows}


@register.simple_tag
def friends_games(viewer: Player) -> list[GameCard]:
    """Return a few public games in progress of the viewer's friends, or of all followed players if there are no
    friends. Takes one query if the viewer follows no one, otherwise three queries."""
    games = follows.games_of_friends_or_followed(viewer)
    return [] if games is None else cards_of(None, games)[0]


@register.simple_tag
def game_of_the_week(viewer: Any) -> Game | None:
    """Return the game of the week, or None if there is none. Takes four queries if there is one, otherwise none. Once a
    week, each process takes one more query to find the game."""
    number = weekly.game_of_the_week(timesource.now())
    found = [] if number is None else games_in_page_order([(0, number)], viewer)
    return found[0] if found else None
