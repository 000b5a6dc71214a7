"""Find out which kinds of open offers a player has, with one fast query. Nearly every page needs this, and most players
have none."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from challenges.models import Challenge, ChallengeStatus, Place
from foundation.statements import ModelTable, row_of


class OpenOfferFlags(NamedTuple):
    """Whether a player has open offers. `addressed` is for offers to the player, places to which they have not agreed,
    and biddings for a komi. `own` is for offers that the player made. Blocks are ignored."""

    addressed: bool
    own: bool


def which_offers_are_open(player_id: int) -> OpenOfferFlags:
    """Return which kinds of open offers this player has. One query.

    Loading the offers with their players through the ORM would take twenty times as long.
    """
    text = _open_offers_sql()
    return OpenOfferFlags._make(map(bool, row_of(text, [player_id] * text.count("%s"))))


@cache
def _open_offers_sql() -> str:
    offers, places = ModelTable(Challenge).name, ModelTable(Place).name
    named = f"SELECT 1 FROM {offers} WHERE status = '{ChallengeStatus.OPEN.value}' AND"
    placed = (
        f"SELECT 1 FROM {places} p JOIN {offers} o ON o.id = p.offer_id"
        f" WHERE o.status = '{ChallengeStatus.OPEN.value}' AND p.player_id = %s AND p.confirmed_at IS NULL"
    )
    in_bidding = (
        f"SELECT 1 FROM {offers} WHERE status = '{ChallengeStatus.BIDDING.value}' AND %s IN (creator_id, opponent_id)"
    )
    addressed = " OR ".join(f"EXISTS ({one})" for one in (f"{named} opponent_id = %s", placed, in_bidding))
    return f"SELECT {addressed}, EXISTS ({named} creator_id = %s)"
