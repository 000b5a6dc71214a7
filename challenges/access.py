"""Look up offers for a viewer; no other module does this.

An offer that the viewer may not see raises the same error as an offer that does not exist.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.db.models import Q

from accounts.core.children import unknown_children
from accounts.models import Player
from challenges.errors import NoSuchChallenge
from challenges.models import Challenge, ChallengeQuerySet, Place
from foundation.keyset import Key, rows_in_key_order
from games.models import Game
from ratings.standing import load_ratings

if TYPE_CHECKING:
    from games.access import Viewer


def visible_challenge(viewer: Viewer, challenge_id: int) -> Challenge:
    """Return the challenge. Raises NoSuchChallenge if it does not exist or the viewer may not see it."""
    return _first_or_raise(Challenge.objects.visible_to(viewer).filter(pk=challenge_id).with_people())


def challenges_in_order(keys: list[Key], viewer: Viewer) -> list[Challenge]:
    """Return the challenges of a list page, in the order of `keys`, with `unknown_children`. The second part of a key
    is the challenge's id. Challenges that the viewer may not see are left out."""
    rows = Challenge.objects.visible_to(viewer).filter(pk__in=[number for _, number in keys])
    offers = rows_in_key_order(keys, rows.with_people())
    unknown = _unknown_children(offers, viewer)
    for offer in offers:
        offer.unknown_children = unknown
    return offers


def challenge_by_token(token: str) -> Challenge:
    """Return the challenge with the private link that has this token. Anyone with the link may see it. Raises
    NoSuchChallenge."""
    return _first_or_raise(Challenge.objects.filter(token=token).with_people())


def reloaded_challenge(offer: Challenge) -> Challenge | None:
    """Return the challenge as it is stored now, None if it was deleted. The caller has checked that the viewer may see
    it."""
    return Challenge.objects.filter(pk=offer.pk).with_people().first()


def game_of_player(offer: Challenge, player: Player | None) -> Game | None:
    """Return the newest game of this closed offer in which the player has a seat, None if there is none."""
    if player is None or offer.game_id is None:
        return None
    of_offer = Q(challenge=offer) | Q(challenge__part_of=offer)
    return Game.objects.filter(of_offer, seats__player=player).order_by("-pk").first()


def visible_simul_places(offer: Challenge, viewer: Viewer | None) -> list[Place]:
    """Return the taken places of a simul, without those of children whom the viewer may not know (T5)."""
    unknown = _unknown_children([offer], viewer) if offer.unknown_children is None else offer.unknown_children
    return [place for place in offer.simul_places_taken if place.player_id not in unknown]


def _unknown_children(offers: Iterable[Challenge], viewer: Viewer | None) -> set[int]:
    """Return the ids of the children with places in these simuls whom the viewer may not know."""
    places = (place for offer in offers for place in offer.simul_places_taken)
    return unknown_children([place.player for place in places if place.player is not None], viewer)


def viewer_with_ratings(viewer: Viewer) -> Player | None:
    """Return the signed-in player with loaded ratings, None for a visitor."""
    if not isinstance(viewer, Player):
        return None
    load_ratings(viewer)
    return viewer


def _first_or_raise(found: ChallengeQuerySet) -> Challenge:
    challenge = found.select_related("answer_to").first()
    if challenge is None:
        raise NoSuchChallenge
    return challenge
