"""The page of a simul: its places before the start, then all boards and the score so far (C210 to C212)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.db.models import F

from accounts.models import Player
from challenges.access import visible_simul_places
from challenges.models import Challenge
from challenges.services.simuls import games_of_places
from games.cards import GameCard, cards_of
from games.event_boards import event_boards
from games.models.game import GameQuerySet

if TYPE_CHECKING:
    from games.access import Viewer


@dataclass(frozen=True, slots=True)
class SimulHostTally:
    """How many games the host has won, lost, ended in another way, and has in progress."""

    won: int
    lost: int
    other: int
    running: int

    @property
    def games(self) -> int:
        """Return the number of all games."""
        return self.won + self.lost + self.other + self.running


def simul_context(offer: Challenge, viewer: Viewer) -> dict[str, Any]:
    """Return the template context for a simul, {} for another offer. Takes a fixed number of queries."""
    taken = offer.simul_places_taken
    if offer.simul_places is None:
        return {}
    has_begun = any(place.game_id is not None for place in taken)
    found = {"places": taken, "own_place": offer.place_of(viewer), "free": offer.places_left, "has_begun": has_begun}
    found["listed_places"] = visible_simul_places(offer, viewer)
    if not has_begun:
        return found
    games = games_of_places(taken)
    [of_host] = cards_of(offer.creator, games)
    return {
        **found,
        "tally": _tally_of_cards(of_host),
        "boards": event_boards(games, viewer),
        "cards": _visible_cards(games, viewer),
    }


def _visible_cards(games: GameQuerySet, viewer: Viewer) -> list[GameCard]:
    """Return the cards of the games that the viewer may see. Games in which the viewer has to act come first, then the
    others in progress, the nearest deadline first."""
    shown = games.visible_to(viewer).order_by(F("deadline").asc(nulls_last=True), "pk")
    [cards] = cards_of(viewer if isinstance(viewer, Player) else None, shown)
    named = [replace(card, event_kind="") for card in cards]
    return sorted(named, key=lambda card: (not card.my_turn, bool(card.result)))


def _tally_of_cards(cards: list[GameCard]) -> SimulHostTally:
    """Return how many games the host has won, lost and so on, from the cards of the games as the host sees them."""
    ended = [card for card in cards if card.result]
    won = sum(card.winner is not None and card.winner == card.color for card in ended)
    lost = sum(card.winner is not None and card.winner != card.color for card in ended)
    return SimulHostTally(won, lost, len(ended) - won - lost, len(cards) - len(ended))
