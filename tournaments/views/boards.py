"""The boards on the page of an event: the viewer's own game first, then the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.safestring import SafeString

from accounts.models import Player
from foundation import timesource
from games.cards import Card, cards_of, standing_of
from games.models import Game
from games.thumbnails import thumbnails

MOST_BOARDS = 24
LAST = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class EventBoards:
    """The viewer's unfinished game with the least time, with its state in words, and the cards of the other games."""

    own: Card | None
    standing: str
    cards: list[Card]


def boards_of(request: HttpRequest, games: Iterable[int | None]) -> EventBoards:
    """Return the boards of these games of one event, in their order, at most MOST_BOARDS; three queries."""
    numbers = [number for number in dict.fromkeys(games) if number is not None][:MOST_BOARDS]
    if not numbers:
        return EventBoards(None, "", [])
    viewer = request.user if isinstance(request.user, Player) else None
    [found] = cards_of(viewer, Game.objects.filter(pk__in=numbers).visible_to(request.user))
    place = {number: at for at, number in enumerate(numbers)}
    cards = [_without_event(card) for card in sorted(found, key=lambda card: place[card.pk])]
    mine = [card for card in cards if card.color is not None and not card.result]
    own = min(mine, key=lambda card: (not card.my_turn, card.deadline or LAST), default=None)
    standing = "" if own is None else standing_of(own, timesource.now())
    return EventBoards(own, standing, [card for card in cards if card is not own])


def latest_boards(latest: Mapping[int, int], viewer: Player | AnonymousUser) -> dict[int, SafeString]:
    """Return the boards for a list of events, from the number of a game by that of its event; at most two queries."""
    if not latest:
        return {}
    games = Game.objects.filter(pk__in=latest.values()).visible_to(viewer).values_list("pk", "number")
    pictures = thumbnails([(pk, number, None) for pk, number in games], viewer)
    return {event: pictures[game] for event, game in latest.items() if game in pictures}


def _without_event(card: Card) -> Card:
    """Return the card without the name of its event, whose page it is on."""
    return replace(card, event_kind="", event_number=None, event_round=None)
