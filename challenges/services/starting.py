"""Start the game of an accepted offer."""

from __future__ import annotations

import secrets
from datetime import datetime

from accounts.core.restrictions import is_restricted
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from challenges.models import Challenge
from games.models import Game
from games.services.beginning import NewGame, create_game
from games.terms import ColorPreference


def start_game(challenge: Challenge, joiner: Player, now: datetime) -> Game:
    """Start a two-player game on the terms of this offer, and return the game. The offer must already have the terms
    for the joining player, from Challenge.for_joiner or from the bidding."""
    reason = challenge.unrated_reason or ("bot" if joiner.is_bot else "")
    if not reason and any(is_restricted(player, Restricted.UNRATED, now) for player in (challenge.creator, joiner)):
        reason = "restricted"
    players = _seat_order(challenge, joiner)
    new = NewGame(challenge, challenge.agreed_setup(), players, reason, challenge.rematch_of, challenge.event)
    return create_game(new, now)


def start_game_of_places(challenge: Challenge, now: datetime) -> Game:
    """Start the game of an offer with more than two seats, after all have agreed. The seats are drawn if the offer says
    so (V50)."""
    players = [place.player_id for place in challenge.place_list() if place.player_id is not None]
    if challenge.by_lot:
        secrets.SystemRandom().shuffle(players)
    setup, reason = challenge.agreed_setup(), challenge.unrated_reason
    return create_game(NewGame(challenge, setup, players, reason, challenge.rematch_of), now)


def _seat_order(challenge: Challenge, joiner: Player) -> tuple[int, ...]:
    """Return the player ids in seat order, Black before White."""
    preference = challenge.color
    if preference == ColorPreference.RANDOM:
        preference = secrets.choice((ColorPreference.BLACK, ColorPreference.WHITE))
    if preference == ColorPreference.BLACK:
        return challenge.creator_id, joiner.pk
    return joiner.pk, challenge.creator_id
