"""Fast queries about offers that run on nearly every page and mostly find none."""

from __future__ import annotations

from functools import lru_cache

from challenges.models import Challenge, Place, Status
from foundation.statements import Table, row_of


def has_open_offers(*, whose: str, player_id: int) -> bool:
    """Return whether there are open offers in which this player is the `creator` or `opponent`, has a place without
    consent, or is bidding for a komi. Ignores blocks.

    Loading the offers with their players by the ORM takes twenty times as long.
    """
    text = _text(whose)
    (found,) = row_of(text, [player_id] * text.count("%s"))
    return bool(found)


@lru_cache(maxsize=2)
def _text(whose: str) -> str:
    column = {"creator": "creator_id", "opponent": "opponent_id"}[whose]
    offers, places = Table(Challenge).name, Table(Place).name
    named = f"SELECT 1 FROM {offers} WHERE status = '{Status.OPEN.value}' AND {column} = %s"
    if whose == "creator":
        return f"SELECT EXISTS ({named})"
    placed = (
        f"SELECT 1 FROM {places} p JOIN {offers} o ON o.id = p.offer_id"
        f" WHERE o.status = '{Status.OPEN.value}' AND p.player_id = %s AND p.confirmed_at IS NULL"
    )
    settled = f"SELECT 1 FROM {offers} WHERE status = '{Status.BIDDING.value}' AND %s IN (creator_id, opponent_id)"
    return f"SELECT EXISTS ({named}) OR EXISTS ({placed}) OR EXISTS ({settled})"
