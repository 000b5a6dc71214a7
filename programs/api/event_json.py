"""Events as JSON, in the stream of a player's events and at webhooks."""

from __future__ import annotations

from typing import Any, cast

import api_types as shapes
from challenges.api.outputs import challenge_json
from foundation.iso_times import iso_time
from games.api.outputs import message_json
from games.game_view import GameView
from programs.models import Event
from programs.models.event import EventKind
from social.api.outputs import post_json

_SCOPES = {
    "challenge": "challenge:read",
    "chat": "chat:read",
    "message": "message:read",
    "follow": "account:read",
    "club_request": "clubs:manage",
    "followed.started": "account:read",
    "followed.finished": "note:read",
    "match_found": "challenge:read",
}
SCOPE_OF: dict[str, str] = {
    kind: _SCOPES.get(kind) or _SCOPES.get(kind.partition(".")[0], "game:read") for kind in EventKind.values
}
"""The scope that a token needs for each kind of event."""


def event_json(event: Event) -> shapes.Event:
    """Return the JSON of an event with its subject: the action, the message or the offer, as the event's player may see
    it.

    The event must have its number. Nothing of an action is hidden, because the event's player plays in the game.
    """
    offer = event.challenge
    return {
        "number": event.number or 0,
        "type": event.kind,
        "at": iso_time(event.at),
        "game": event.game_id or (None if offer is None else offer.game_id),
        "action": None if event.action is None else GameView(event.action.game, event.player).receipt(event.action),
        "message": None if event.message is None else message_json(event.message),
        "challenge": None if offer is None else challenge_json(offer, event.player),
        "post": None if event.post is None else post_json(event.post),
        "player": None if event.by is None else event.by.username,
        "about": None if event.about is None else _about_fields(event.about),
    }


def _about_fields(about: dict[str, Any]) -> shapes.EventAbout:
    """Return the event's stored fields, with None for all other fields of EventAbout."""
    return cast("shapes.EventAbout", {name: about.get(name) for name in shapes.EventAbout.__annotations__})
